"""The doors for programs: JSON over HTTP, described in OpenAPI from the same types. Play itself goes through the socket."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar

import msgspec
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from parlour import bots, games
from parlour.server import protocol
from parlour.server.errors import BadMessage, NoGuest
from parlour.server.lobby import TableLine  # noqa: TC001 - msgspec reads it
from parlour.server.protocol import Name, WholeMessage
from parlour.server.requests import address_of, house_of, seat_of
from parlour.server.state import check_name

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

    from parlour.server.lobby import Guest

Short = Annotated[str, msgspec.Meta(max_length=60)]
Body = TypeVar("Body")


class Option(msgspec.Struct):
    """A switch of a game: the values it may have, further ones where `open`, and what it decides."""

    name: str
    default: str
    values: list[str]
    open: bool
    text: str


class Game(msgspec.Struct):
    """A game that can be played here."""

    id: str
    title: str
    fewest: int
    most: int
    options: list[Option]


class Offer(msgspec.Struct):
    """The games, and the bots that may sit at any of them."""

    games: list[Game]
    bots: list[str]


class NewGuest(msgspec.Struct, forbid_unknown_fields=True):
    """A guest to be."""

    name: Name


class Welcome(msgspec.Struct):
    """A guest that is: the token goes into ``Authorization: Bearer``."""

    name: str
    token: str


class Me(msgspec.Struct):
    """The guest who asks."""

    name: str
    tables: list[TableLine]


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table to be.

    ``players`` are ``me``, ``open`` for who comes by the link, ``bot NAME``, or the name of somebody at the same screen.
    """

    game: Short
    seats: Annotated[int, msgspec.Meta(ge=1, le=64)] | None = None
    options: Annotated[dict[Short, Short], msgspec.Meta(max_length=40)] = {}
    players: Annotated[list[Short], msgspec.Meta(max_length=64)] = msgspec.field(default_factory=lambda: ["me"])


class Opened(msgspec.Struct):
    """A table that is: its id, and the link that seats others."""

    table: str
    link: str


class Problem(msgspec.Struct):
    """What was wrong and what was expected."""

    error: str


@dataclass(frozen=True)
class Door:
    """Something that a program may ask.

    Attributes:
        method: of HTTP.
        path: with the names of its parts in braces.
        does: answers.
        takes: the type of the body.
        gives: the type of the answer; None for one that is no JSON.
        status: of a good answer.
        fails: the other statuses.
        query: names of parameters, with their schemas.
        guest: whether one must be a guest.
    """

    method: str
    path: str
    does: Callable[[Request], Awaitable[Response]]
    takes: Any = None
    gives: Any = None
    status: int = 200
    fails: tuple[int, ...] = ()
    query: tuple[tuple[str, dict[str, Any]], ...] = ()
    guest: bool = False


async def offer(request: Request) -> Response:
    """The games that can be played."""
    return _json(Offer([_game(name) for name in games.names()], bots.names()))


def _game(name: str) -> Game:
    spec = games.load(name)
    options = [
        Option(each.name, str(each.default), [str(value) for value in each.values], each.other is not None, each.text)
        for each in spec.options
    ]
    return Game(spec.id, spec.title, *spec.seats, options)


async def welcome(request: Request) -> Response:
    """Become a guest."""
    new = await _body(request, NewGuest)
    guest, token = await house_of(request).guests.welcome(check_name(new.name), address_of(request))
    return _json(Welcome(guest.name, token), 201)


async def me(request: Request) -> Response:
    """The guest, and the guest's tables."""
    guest = await _guest(request)
    lines = await house_of(request).database.lobby.tables_of(guest.id, 100)
    return _json(Me(guest.name, lines))


async def forget(request: Request) -> Response:
    """End the guest's sessions: the token is worth nothing any more."""
    await house_of(request).end_sessions(await _guest(request))
    return Response(status_code=204)


async def set_up(request: Request) -> Response:
    """Set up a table."""
    guest, new = await _guest(request), await _body(request, NewTable)
    house = house_of(request)
    table_id = await house.set_up(guest, new.game, new.seats, new.options, new.players)
    return _json(Opened(table_id, house.link(table_id)), 201)


async def view(request: Request) -> Response:
    """All that a spectator, or with `seat` who sits there, may know of a table now."""
    house = house_of(request)
    guest = await house.guests.who(request)
    seat = seat_of(request.query_params.get("seat", "none"), ())
    async with house.hall.at(request.path_params["table"]) as table:
        reader = await table.enter(guest.id if guest else "", seat)
        message = await reader.next()
    return Response(message.encoded, media_type="application/json")


async def record(request: Request) -> Response:
    """The record of a finished game."""
    return PlainTextResponse((await house_of(request).record(request.path_params["table"])).text())


async def schema(request: Request) -> Response:
    """The JSON schema of the messages of the socket."""
    return JSONResponse(protocol.schema())


async def openapi(request: Request) -> Response:
    """This description."""
    return JSONResponse(description())


async def _guest(request: Request) -> Guest:
    guest = await house_of(request).guests.who(request)
    if guest is None:
        raise NoGuest(
            "nobody is known by this token: expected one that /api/guests gave, after 'Authorization: Bearer'"
        )
    return guest


async def _body(request: Request, kind: type[Body]) -> Body:
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadMessage(f"not what was expected: {error}"[:200]) from error


def _json(data: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(data), status, media_type="application/json")


_SEAT: Final = ("seat", {"type": "integer", "minimum": 0, "maximum": 63})
DOORS: Final = (
    Door("GET", "/api/games", offer, gives=Offer),
    Door("POST", "/api/guests", welcome, NewGuest, Welcome, 201, (400, 429)),
    Door("GET", "/api/me", me, gives=Me, fails=(401,), guest=True),
    Door("DELETE", "/api/me", forget, status=204, fails=(401,), guest=True),
    Door("POST", "/api/tables", set_up, NewTable, Opened, 201, (400, 401, 429), guest=True),
    Door("GET", "/api/tables/{table}", view, gives=WholeMessage, fails=(400, 403, 404), query=(_SEAT,)),
    Door("GET", "/api/tables/{table}/record", record, fails=(404, 409)),
    Door("GET", "/api/schema.json", schema, gives=dict[str, Any]),
    Door("GET", "/api/openapi.json", openapi, gives=dict[str, Any]),
)
ROUTES: Final = [Route(door.path, door.does, methods=[door.method]) for door in DOORS]
_OFTEN: Final = (403, 503)
_WORDS: Final = {
    200: "Done",
    201: "Made",
    204: "Done",
    400: "Not what was expected",
    401: "Nobody is known by the token",
    403: "Not yours, or from another site",
    404: "No such table",
    409: "Not now",
    429: "Too many",
    503: "The database can't be used",
}


def description() -> dict[str, Any]:
    """All doors, in OpenAPI 3.1."""
    kinds = {kind for door in DOORS for kind in (door.takes, door.gives) if kind is not None} | {Problem}
    ordered = sorted(kinds, key=str)
    refs, parts = msgspec.json.schema_components(ordered, ref_template="#/components/schemas/{name}")
    schemas = dict(zip(ordered, refs, strict=True))
    paths: dict[str, Any] = {}
    for door in DOORS:
        paths.setdefault(door.path, {})[door.method.lower()] = _described(door, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Parlour", "version": version("parlour")},
        "paths": paths,
        "components": {"schemas": parts, "securitySchemes": {"guest": {"type": "http", "scheme": "bearer"}}},
    }


def _described(door: Door, schemas: dict[Any, Any]) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": door.does.__name__,
        "summary": (door.does.__doc__ or "").strip(),
        "parameters": _parameters(door),
        "responses": {
            str(door.status): _response(door.status, schemas.get(door.gives), plain=door.status == 200),
            **{str(status): _response(status, schemas[Problem]) for status in sorted({*door.fails, *_OFTEN})},
        },
    }
    if door.takes is not None:
        described["requestBody"] = {"required": True, "content": {"application/json": {"schema": schemas[door.takes]}}}
    if door.guest:
        described["security"] = [{"guest": []}]
    return described


def _parameters(door: Door) -> list[dict[str, Any]]:
    queries = [{"name": name, "in": "query", "schema": schema} for name, schema in door.query]
    if "{table}" not in door.path:
        return queries
    return [{"name": "table", "in": "path", "required": True, "schema": {"type": "string"}}, *queries]


def _response(status: int, schema: dict[str, Any] | None, *, plain: bool = False) -> dict[str, Any]:
    response: dict[str, Any] = {"description": _WORDS[status]}
    if schema is not None:
        response["content"] = {"application/json": {"schema": schema}}
    elif plain:
        response["content"] = {"text/plain": {"schema": {"type": "string"}}}
    return response
