"""The pages as they are asked for and the forms on them, which work without any script."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

import segno
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from parlour import bots, games, language
from parlour.kernel.errors import BadSetup, UnknownName
from parlour.server.commands import Leave
from parlour.server.history import Begun, Decided
from parlour.server.requests import LANGUAGE, address_of, house_of, language_of, seat_of, whole_number
from parlour.server.scene import look
from parlour.server.state import State, check_name
from parlour.server.telling import part
from parlour.web import pages

if TYPE_CHECKING:
    from starlette.datastructures import FormData
    from starlette.requests import Request

    from parlour.kernel.errors import ParlourError
    from parlour.kernel.options import Seat
    from parlour.server.history import Entry
    from parlour.server.lobby import Guest

LINES: Final = 30
"""How many of one's tables the first page lists."""
NAME: Final = "name"
SEE_OTHER: Final = 303


async def home(request: Request) -> Response:
    """The first page."""
    return await _home(request)


async def _home(request: Request, error: ParlourError | None = None) -> Response:
    """The first page, with what was wrong with a form on it."""
    house = house_of(request)
    guest = await house.guests.who(request)
    lines = await house.database.lobby.tables_of(guest.id, LINES) if guest else []
    html = pages.home(
        language=language_of(request),
        guest_name=guest.name if guest else "",
        games=[games.load(name) for name in games.names()],
        lines=lines,
        bots=bots.names(),
        lan={"url": house.lan, "qr_svg": qr(house.lan)} if house.lan else None,
        error=str(error or ""),
    )
    return _with_language(request, HTMLResponse(html, 400 if error else 200))


async def rename(request: Request) -> Response:
    """Take a name, as a new guest or as one who is known."""
    house, form = house_of(request), await request.form()
    try:
        name = check_name(_text(form, NAME))
    except BadSetup as error:
        return await _home(request, error)
    guest, token = await _guest(request, form)
    if guest.name != name:
        await house.database.lobby.rename(guest.id, name)
    return _welcomed(request, "/", token)


async def forget(request: Request) -> Response:
    """End the guest's sessions."""
    house = house_of(request)
    guest = await house.guests.who(request)
    if guest is not None:
        await house.end_sessions(guest)
    response = RedirectResponse("/", SEE_OTHER)
    house.guests.forget(response)
    return response


async def set_up(request: Request) -> Response:
    """A new table."""
    house, form = house_of(request), await request.form()
    try:
        guest, token = await _guest(request, form)
        table_id = await house.set_up(guest, _text(form, "game"), _seats(form), _options(form), _players(form))
    except (BadSetup, UnknownName) as error:
        return await _home(request, error)
    return _welcomed(request, f"/t/{table_id}", token)


async def table(request: Request) -> Response:
    """A table, as its viewer may see it; a screen that several share begins with nobody's cards."""
    house, table_id = house_of(request), request.path_params["table"]
    guest = await house.guests.who(request)
    async with house.hall.at(table_id) as place:
        own = place.seats_of(guest.id) if guest else []
        seat = seat_of(request.query_params.get("seat", ""), own if len(own) == 1 else ())
        reader = await place.enter(guest.id if guest else "", seat)
        message = await reader.next()
        link, language_code = house.link(table_id), language_of(request)
        query = {"as": "html", "seat": "none" if seat is None else seat, LANGUAGE: language_code}
        html = pages.table(
            language=language_code,
            whole=message.body["whole"],
            fragments=house.fragments,
            you=house.you(place, guest),
            table=table_id,
            link=link,
            qr_svg=qr(link),
            socket=f"/t/{table_id}/socket?{urlencode(query)}",
            number=message.number,
            epoch=message.body["epoch"],
        )
    return _with_language(request, HTMLResponse(html))


async def join(request: Request) -> Response:
    """Come to a table by its link and take a seat."""
    house, form, table_id = house_of(request), await request.form(), request.path_params["table"]
    guest, token = await _guest(request, form)
    async with house.hall.at(table_id) as place:
        await house.come(place, guest, _command(), _seat(form), _text(form, "player"))
    return _welcomed(request, f"/t/{table_id}", token)


async def leave(request: Request) -> Response:
    """Go from a table; before the deal the seats become free."""
    house, table_id = house_of(request), request.path_params["table"]
    guest = await house.guests.who(request)
    async with house.hall.at(table_id) as place:
        if guest is not None:
            await house.must(place, Leave(_command(), guest.id))
    return RedirectResponse("/", SEE_OTHER)


async def replay(request: Request) -> Response:
    """A finished game at one of its steps, from any seat."""
    house, table_id = house_of(request), request.path_params["table"]
    entries = await house.history(table_id)
    steps = [number for number, entry in enumerate(entries) if isinstance(entry.event, (Begun, Decided))]
    step = min(_number(request, "step", len(steps) - 1), len(steps) - 1)
    state = await asyncio.to_thread(State, entries[: steps[step] + 1])
    seat = seat_of(request.query_params.get("seat", "none"), ())
    if seat is not None and not state.has(seat):
        raise BadSetup(f"no seat {seat}: expected 0 to {len(state.sitters) - 1}")
    html = pages.replay(
        language=language_of(request),
        whole=look(state, seat),
        fragments=house.fragments,
        log=_log(entries[: steps[step] + 1], len(state.sitters) if seat is None else seat),
        step=step,
        steps=len(steps),
        seat=seat,
        table=table_id,
    )
    return _with_language(request, HTMLResponse(html))


async def record(request: Request) -> Response:
    """The record of a finished game, as a file."""
    table_id = request.path_params["table"]
    text = (await house_of(request).record(table_id)).text()
    name = f"parlour-{table_id[:6]}.txt"
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{name}"'})


async def credits_page(request: Request) -> Response:
    """Whose work Parlour stands on."""
    return HTMLResponse(pages.credits(language=language_of(request)))


def qr(link: str) -> str:
    """An address as a QR code, an SVG element."""
    return segno.make(link, error="m").svg_inline(scale=4, border=2, omitsize=False)


async def _guest(request: Request, form: FormData) -> tuple[Guest, str]:
    """Who asks, with the token of one who is new; a name in the form makes a stranger a guest."""
    house = house_of(request)
    guest = await house.guests.who(request)
    if guest is not None:
        return guest, ""
    return await house.guests.welcome(check_name(_text(form, NAME)), address_of(request))


def _welcomed(request: Request, path: str, token: str) -> Response:
    response = RedirectResponse(path, SEE_OTHER)
    if token:
        house_of(request).guests.remember(response, token)
    return response


def _with_language(request: Request, response: Response) -> Response:
    """Keep a language that was asked for."""
    if request.query_params.get(LANGUAGE) in language.languages():
        response.set_cookie(
            LANGUAGE,
            request.query_params[LANGUAGE],
            secure=house_of(request).settings.secure,
            httponly=True,
            samesite="lax",
        )
    return response


def _command() -> str:
    return f"form-{secrets.token_urlsafe(9)}"


def _text(form: FormData, name: str) -> str:
    value = form.get(name, "")
    return " ".join(value.split()) if isinstance(value, str) else ""


def _seats(form: FormData) -> int | None:
    text = _text(form, "seats")
    return whole_number(text, "seats") if text else None


def _seat(form: FormData) -> Seat | None:
    text = _text(form, "seat")
    return whole_number(text, "seat") if text else None


def _options(form: FormData) -> dict[str, object]:
    return {
        name.removeprefix("option-"): _text(form, name) for name in form if name.startswith("option-") and form[name]
    }


def _players(form: FormData) -> list[str]:
    """Who sits where, seat by seat; ``name`` is somebody at the same screen, whose name stands in a field of its own."""
    players: list[str] = []
    while f"player-{len(players)}" in form:
        number = len(players)
        player = _text(form, f"player-{number}")
        players.append(_text(form, f"name-{number}") if player == "name" else player)
    seats = _seats(form)
    return players[:seats] if players else ["me"]


def _number(request: Request, name: str, other: int) -> int:
    text = request.query_params.get(name, "")
    return whole_number(text, name) if text else other


def _log(entries: list[Entry], bit: int) -> list[dict[str, Any]]:
    told = (entry.event.told for entry in entries if isinstance(entry.event, (Begun, Decided)))
    return [deed for rows in told for deed in part(rows, bit) if deed["event"] == "told"]


ROUTES: Final = [
    Route("/", home),
    Route("/name", rename, methods=["POST"]),
    Route("/forget", forget, methods=["POST"]),
    Route("/credits", credits_page),
    Route("/tables", set_up, methods=["POST"]),
    Route("/t/{table}", table),
    Route("/t/{table}/join", join, methods=["POST"]),
    Route("/t/{table}/sit", join, methods=["POST"]),
    Route("/t/{table}/leave", leave, methods=["POST"]),
    Route("/t/{table}/replay", replay),
    Route("/t/{table}/record", record),
]
