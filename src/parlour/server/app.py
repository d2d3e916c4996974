"""The server: its parts put together, and run."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import hmac
import logging
import re
import socket
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.errors import ServerErrorMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Match, Mount, Route
from starlette.staticfiles import StaticFiles

from parlour import language
from parlour.kernel.errors import ParlourError
from parlour.server import api, errors, site
from parlour.server.broker import open_broker
from parlour.server.clock import milliseconds
from parlour.server.database import open_database
from parlour.server.guests import Guests
from parlour.server.hall import Hall
from parlour.server.house import House
from parlour.server.log import LOGGER
from parlour.server.metrics import Metrics
from parlour.server.protocol import LARGEST
from parlour.server.requests import house_of, language_of, seat_of
from parlour.server.safety import Guarded, Socket, refusal, with_headers
from parlour.server.sockets import HTML, JSON, Channel, Line, Lost
from parlour.web import STATIC, pages
from parlour.web.fragments import Fragments

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Collection

    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from parlour.server.lobby import Guest
    from parlour.server.settings import Settings

STATUS: Final[tuple[tuple[type[ParlourError], int], ...]] = (
    (errors.UnknownTable, 404),
    (errors.NoGuest, 401),
    (errors.NotYourSeat, 403),
    (errors.Declined, 409),
    (errors.TooMany, 429),
    (errors.StoreFailed, 503),
    (errors.BadHistory, 500),
    (ParlourError, 400),
)
NOWHERE: Final = "nothing is here: expected another address"
SOCKET: Final = re.compile("/t/([^/]+)/socket")
UNREADABLE: Final = "this table can't be read: the log of the server says why"
"""What everybody is told of a history that is none: where it goes wrong may tell secrets."""
WELL: Final = b"Parlour is well\n"
"""What `/healthz` says."""
SWEEP: Final = 30.0
"""Seconds between two looks for what can be let go of."""
UNHURRIED: Final = (5_000, 1_000, 1_000)
"""Thresholds of the collector of cycles: old ones hardly ever, for that stops a busy server; tables and lines make none."""


def make_app(settings: Settings, port: int, started: Callable[[], None] = lambda: None) -> Starlette:
    """The server as an ASGI application.

    Args:
        settings: what it is told.
        port: that it listens on.
        started: called once it can be used.
    """

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with contextlib.AsyncExitStack() as opened:
            try:
                app.state.house = await _open(settings, port, opened)
            except ParlourError as error:
                app.state.failure = error
                raise
            started()
            yield

    return App(
        settings.origins(port),
        routes=[
            *site.ROUTES,
            *api.ROUTES,
            Route("/healthz", healthy),
            Route("/readyz", ready),
            Route("/metrics", metrics),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[
            Middleware(Counted),
            Middleware(Guarded, origins=settings.origins(port)),
            Middleware(ServerErrorMiddleware, handler=failed),
        ],
        exception_handlers={ParlourError: problem, ClientDisconnect: gone, 404: not_found, 405: not_found},
        lifespan=lifespan,
    )


async def _open(settings: Settings, port: int, opened: contextlib.AsyncExitStack) -> House:
    """Open all that the server needs; it is closed in the opposite order."""
    database = await asyncio.to_thread(open_database, settings.database)
    opened.push_async_callback(database.close)
    broker = await open_broker(settings.broker)
    if broker is not None:
        opened.push_async_callback(broker.close)
    hall = Hall(database.store, pace=settings.pace, window=settings.window, workers=settings.workers, broker=broker)
    opened.push_async_callback(hall.close)
    guests = Guests(database.lobby, await database.lobby.secret(), settings.joins, secure=settings.secure)
    metrics = Metrics(lambda: len(hall), lambda: hall.bot_failures)
    house = House(settings, settings.base(port), settings.lan(port), database, guests, hall, Fragments(), metrics)
    sweeping = asyncio.create_task(_sweep(house))
    opened.callback(sweeping.cancel)
    return house


async def _sweep(house: House) -> None:
    """Let go, now and then, of tables that nobody uses and of lines whose guests are known no longer."""
    idle = house.settings.idle
    while True:
        await asyncio.sleep(min(SWEEP, idle))
        try:
            house.hall.clear(milliseconds() - int(1000 * idle))
            with contextlib.suppress(errors.StoreFailed):
                await house.close_revoked()
        except Exception:  # noqa: BLE001 - the next one may do
            LOGGER.exception("a sweep failed")


class App(Starlette):
    """The server; sockets go straight to their tables, for each layer around an open one takes memory.

    Args:
        origins: those of the server's own pages.
        given: what Starlette is given.
    """

    def __init__(self, origins: Collection[str], **given: Any) -> None:
        super().__init__(**given)
        self._origins: Collection[str] = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hold a socket."""
        if scope["type"] == "websocket":
            scope["app"] = self
            refused = refusal(scope, self._origins) or await watch(scope, Channel(receive, send))
            if refused is not None:
                await refused(scope, receive, with_headers(send))
        else:
            await super().__call__(scope, receive, send)


class Visit(NamedTuple):
    """What the handshake of a socket asks for."""

    house: House
    table: str
    guest: Guest | None
    seat: str
    epoch: str
    number: int | None
    language: str | None


async def watch(scope: Scope, channel: Channel) -> Response | None:
    """A viewer's line to a table; returns why there is none."""
    place = SOCKET.fullmatch(scope["path"])
    if place is None:
        return _said(404, NOWHERE, in_json=True, language=language.SOURCE)
    try:
        visit = await _visit(HTTPConnection(scope), place[1])
        person = visit.guest.id if visit.guest else ""
        async with visit.house.hall.at(visit.table) as table:
            seat = seat_of(visit.seat, table.seats_of(person))
            reader = await table.enter(person, seat, visit.epoch, visit.number)
            await channel.accept()
            await Line(visit.house, channel, table, visit.guest, seat=seat, language=visit.language).stay(reader)
    except ParlourError as error:
        return _problem(error, HTTPConnection(scope), in_json=True)
    except Lost:
        pass
    return None


async def _visit(request: HTTPConnection, table: str) -> Visit:
    query, house = request.query_params, house_of(request)
    guest = await house.guests.who(request)
    kind = query.get("as", JSON)
    if kind not in {JSON, HTML}:
        raise errors.BadMessage(f"as can't be {kind[:20]!r}: expected json or html")
    reads = language_of(request) if kind == HTML else None
    number = _number(query.get("number", ""))
    return Visit(house, table, guest, query.get("seat", ""), query.get("epoch", ""), number, reads)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


async def healthy(request: Request) -> Response:
    """The process lives."""
    return PlainTextResponse(WELL)


async def ready(request: Request) -> Response:
    """The server can be used: its database answers."""
    await house_of(request).database.lobby.ping()
    return PlainTextResponse("ok\n")


async def metrics(request: Request) -> Response:
    """Counts, for who has the token."""
    house = house_of(request)
    token = house.settings.metrics_token
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    if not token or not hmac.compare_digest(token.encode(), given.encode()):
        return await not_found(request, None)
    return Response(house.metrics.text(), media_type="text/plain; version=0.0.4")


# What goes wrong.


async def problem(request: Request, error: Exception) -> Response:
    """Say what was wrong and what was expected."""
    assert isinstance(error, ParlourError)
    return _problem(error, request, in_json=_in_json(request))


def _problem(error: ParlourError, request: HTTPConnection, *, in_json: bool) -> Response:
    status = next(status for kind, status in STATUS if isinstance(error, kind))
    if status >= 500:
        LOGGER.error("failed", extra={"error": str(error), "route": _route(request.scope)})
    word = UNREADABLE if isinstance(error, errors.BadHistory) else str(error)
    return _said(status, word, in_json=in_json, language=language_of(request))


async def not_found(request: Request, error: Exception | None) -> Response:
    """There is nothing here."""
    status = getattr(error, "status_code", 404)
    word = NOWHERE if status == 404 else "this can't be done here"
    response = _said(status, word, in_json=_in_json(request), language=language_of(request))
    if status == 405:
        response.headers["allow"] = ", ".join(sorted(_methods(request)))
    return response


def _methods(request: Request) -> set[str]:
    """What may be asked of an address, by whichever of its routes."""
    routes = (route for route in request.app.routes if route.matches(request.scope)[0] is not Match.NONE)
    return {method for route in routes for method in getattr(route, "methods", None) or ()}


async def gone(request: Request, error: Exception) -> Response:
    """Whoever asked has gone before all was said: nobody reads this."""
    return Response(status_code=400)


async def failed(request: Request, error: Exception) -> Response:
    """Something is wrong with the server; uvicorn logs it."""
    return _said(500, "something went wrong here; nothing is lost", in_json=_in_json(request), language="en")


def _said(status: int, word: str, *, in_json: bool, language: str) -> Response:
    if in_json:
        return JSONResponse({"error": word}, status)
    return HTMLResponse(pages.problem(language=language, status=status, text=word), status)


def _in_json(request: Request) -> bool:
    return request.url.path.startswith("/api/")


def _route(scope: Scope) -> str:
    """The pattern of the address, without the ids in it."""
    return getattr(scope.get("route"), "path", "")


class Counted:
    """Counts what is answered."""

    def __init__(self, app: ASGIApp) -> None:
        self._app: ASGIApp = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""

        async def counting(message: Message) -> None:
            if message["type"] == "http.response.start":
                scope["app"].state.house.metrics.requests.labels(str(message["status"])).inc()
            await send(message)

        await self._app(scope, receive, counting if scope["type"] == "http" else send)


# Running.


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens.

    Raises:
        OSError: the address can't be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as error:
        listening.close()
        error.filename = f"{host}, port {port}"
        raise
    return listening


def serve(settings: Settings, listening: socket.socket, started: Callable[[], None] = lambda: None) -> None:
    """Run until a signal stops it; whoever is connected is told to come back.

    Args:
        settings: what the server is told.
        listening: the socket.
        started: called once people can come.

    Raises:
        ParlourError: something that the server needs can't be had.
    """
    port = listening.getsockname()[1]

    def settle() -> None:
        gc.collect()
        gc.freeze()
        gc.set_threshold(*UNHURRIED)
        started()

    app = make_app(settings, port, settle)
    config = uvicorn.Config(
        app,
        ws=Socket,
        ws_max_size=LARGEST,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=1,
    )
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(partial(_is_ours, app))
    try:
        uvicorn.Server(config).run(sockets=[listening])
    except SystemExit:
        if hasattr(app.state, "failure"):
            raise app.state.failure from None
        raise


def _is_ours(app: Starlette, record: logging.LogRecord) -> bool:
    """Whether a line of the log is about the server itself, and not about what can't be read or a handshake that is refused."""
    strange = str(record.msg).startswith(("Invalid ", "ASGI callable returned without completing handshake"))
    return not strange and not hasattr(app.state, "failure")
