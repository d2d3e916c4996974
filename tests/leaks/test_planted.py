"""The comparisons can fail: each leak that is planted in a server makes one of them do so."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import pytest
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from leaks.meetings import BOT, EACH, SHARED, answer, compared, imagine, play
from parlour import games
from parlour.server import api, app, streams, table
from parlour.server.commands import Reason, Refused
from parlour.server.history import Entry
from parlour.server.house import House
from parlour.server.protocol import AcceptedMessage
from parlour.server.scene import Scene
from parlour.server.sockets import Line
from parlour.server.state import State
from parlour.server.steward import Steward
from parlour.server.streams import Stream
from parlour.web.fragments import Fragments
from parlour.web.parts import Layout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from starlette.requests import Request
    from starlette.responses import Response

    from leaks.meetings import Meeting
    from parlour.kernel.game import Game
    from parlour.kernel.options import Seat
    from parlour.kernel.views import ZoneView
    from parlour.server.commands import Choose, Stand
    from parlour.server.lobby import Guest
    from parlour.server.protocol import Look
    from parlour.server.scene import Sight
    from parlour.server.state import Ahead
    from parlour.server.streams import Change, Message, Reader
    from parlour.server.table import Table
    from parlour.server.telling import Deed, Row
    from parlour.web.parts import Part

pytestmark = pytest.mark.no_cover

POSITIONS: Final = 600
QUESTIONS: Final = 60
SIGHT: Final = Scene.sight
SEND: Final = Stream._send
ENCODED: Final = Line._encoded
TOUCHED: Final = Layout.touched
VIEW: Final = api.view
DUE: Final = Steward._due
NOT_THEIRS: Final = State._not_theirs
CHOOSE: Final = State._choose


@dataclass(frozen=True)
class Leak:
    """A leak, where it is planted, and what notices it.

    Attributes:
        place: an object of the server, and the name in it that is replaced.
        plants: what it is replaced with.
        noticed_by: the comparison.
        games: where it can be noticed.
        how: who sits where then.
    """

    place: tuple[object, str]
    plants: Callable[..., Any]
    noticed_by: Meeting
    games: tuple[str, ...] = ("guillotine", "ghooost")
    how: str = EACH


def first_card(game: Game) -> int:
    """The first card that lies in the first seat's hand, a number beyond all cards where there is none."""
    return (game.zones[0] or game.zones[1] or b"\xff")[0]


# What is told.


def adding(sight: Sight, **more: object) -> Sight:
    """What a viewer may know, and more."""
    return replace(sight, own={**sight.own, **more})


def with_hidden_cards(scene: Scene, viewer: Seat | None) -> Sight:
    """A hidden zone shows its cards."""
    sight, game = SIGHT(scene, viewer), scene._state.game
    if sight.zones is None or game is None:
        return sight
    shown = next(zone for zone in game.view(0).zones if zone.owner == 0)
    return replace(
        sight, zones=tuple([replace(shown, open=False) if zone.id == shown.id else zone for zone in sight.zones])
    )


def zones_by_cards(scene: Scene, viewer: Seat | None) -> Sight:
    """Which zone comes first depends on what lies there."""
    sight, game = SIGHT(scene, viewer), scene._state.game
    if sight.zones is None or game is None or not first_card(game) % 2:
        return sight
    return replace(sight, zones=sight.zones[::-1])


def with_those_who_owe(scene: Scene, viewer: Seat | None) -> Sight:
    """It is told who has not answered yet."""
    sight, game = SIGHT(scene, viewer), scene._state.game
    return sight if game is None else adding(sight, asked=game.owes())


def with_all_standing(scene: Scene, viewer: Seat | None) -> Sight:
    """All see what all have said beforehand."""
    standing = {str(seat): each for seat, each in enumerate(scene._state.standing)}
    return adding(SIGHT(scene, viewer), standing=standing)


def with_all_reactions(scene: Scene, viewer: Seat | None) -> Sight:
    """All see what all have answered to an open window."""
    return adding(SIGHT(scene, viewer), meant=list(scene._state.meant))


def with_version(scene: Scene, viewer: Seat | None) -> Sight:
    """The version of the table is told."""
    return adding(SIGHT(scene, viewer), version=scene._state.version)


def all_events(told: Iterable[Row], bit: int) -> list[Deed]:
    """Everybody is told everybody's events."""
    return [deed for _, deed in told]


def you_who_owe(house: House, place: Table, guest: Guest | None) -> dict[str, Any]:
    """Who is asked is told to those who are not."""
    asked = place.state.game.owes() if place.state.game is not None else ()
    return {"name": guest.name if guest else "", "seats": [], "asked": list(asked)}


# How it is said.


def with_a_space(line: Line, message: Message, reader: Reader) -> bytes:
    """A space more, now and then."""
    game = line._table.state.game
    return ENCODED(line, message, reader) + b" " * (game is not None and first_card(game) % 2)


def for_everybody(fragments: Fragments, template: str, game: str, data: dict[str, Any], language: str) -> str:
    """A part is kept without regard to who sees it."""
    zone: ZoneView | None = data.get("zone")
    key = f"{template} {game} {language} {(zone.id, zone.count) if zone else data}".encode()
    if key not in fragments._kept:
        fragments._kept[key] = DRAWN(fragments, template, game, data, language)
    return fragments._kept[key]


DRAWN: Final = Fragments._drawn


def zones_alike(layout: Layout, *changed: tuple[str, ...]) -> list[Part]:
    """A zone is drawn for all viewers as one of them sees it."""
    return [replace(part, public=part.public or part.template == "zone") for part in TOUCHED(layout, *changed)]


def names_a_card(table_state: State, command: Choose | Stand) -> Refused | None:
    """A refusal tells a card."""
    refused = NOT_THEIRS(table_state, command)
    if refused is None or table_state.game is None:
        return refused
    return replace(refused, word=f"{refused.word}, there lies {first_card(table_state.game)}")


def refuses_by_answers(table_state: State, choose: Choose, ahead: Ahead, *, windows: bool) -> object:
    """Whether somebody else has answered decides on how a wrong choice is refused."""
    game = ahead.game
    answer = CHOOSE(table_state, choose, ahead, windows=windows)
    early = game is not None and (game.answers or table_state.meant)
    return replace(answer, reason=Reason.FROZEN) if isinstance(answer, Refused) and early else answer


# How many messages there are, and when they come.


def says_twice(stream: Stream, change: Change) -> None:
    """A message comes twice, now and then."""
    number, game = stream.number, stream._scene._state.game
    SEND(stream, change)
    if stream.number > number and game is not None and first_card(game) % 2:
        stream.number += 1
        stream._kept.append(replace(stream._kept[-1], number=stream.number))


def once_all_have_answered(steward: Steward, game: Game) -> float | None:
    """A window closes as soon as all have answered."""
    return 0.0 if steward._state.in_window and len(steward._state.meant) == len(game.owes()) else DUE(steward, game)


def if_nobody_has_it(steward: Steward, game: Game) -> float | None:
    """A window closes at once if nobody has the card."""
    nobody = all(len(game.options(seat)) == 1 for seat in game.owes())
    return 0.0 if steward._state.in_window and nobody else DUE(steward, game)


def once_it_has_thought(steward: Steward, game: Game) -> float | None:
    """A bot answers as soon as it can."""
    return 0.0 if steward._thoughts else DUE(steward, game)


def everything_is_public(event: object, game: Game | None) -> bool:
    """Lists show the time of each change."""
    return False


async def goes_and_comes(line: Line, look: Look) -> AcceptedMessage:
    """Who looks over is away for a moment."""
    reader = line._table.listen(line._person, look.seat)
    assert line._telling is not None
    line._telling.cancel()
    line._table.depart(line._person, line._seat)
    line._seat = look.seat
    line._table.arrive(line._person, line._seat)
    line._telling = asyncio.create_task(line._unfailing(line._tell, reader))
    return AcceptedMessage(look.id)


# What else can be asked for.


async def open_metrics(request: Request) -> Response:
    """The counts need no token."""
    return PlainTextResponse(request.app.state.house.metrics.text())


async def busy(request: Request) -> Response:
    """Whether the server is ready tells how much was written."""
    (lines,) = request.app.state.house.database.store.lines.values()
    return PlainTextResponse(f"{len(lines)}")


async def with_digest(request: Request) -> Response:
    """A header tells of the whole state."""
    response = await VIEW(request)
    async with request.app.state.house.hall.at(request.path_params["table"]) as place:
        response.headers["etag"] = place.state.game.fingerprint()
    return response


async def history_at_once(house: House, table_id: str) -> list[Entry]:
    """A game can be downloaded before its end."""
    return [Entry.parse(line) for line in await house.database.store.load(table_id)]


PARTS: Final = ("king_of_12", "guillotine")
WINDOWS: Final = ("guillotine",)
LEAKS: Final = (
    Leak((Scene, "sight"), with_hidden_cards, imagine),
    Leak((Scene, "sight"), zones_by_cards, imagine),
    Leak((Scene, "sight"), with_those_who_owe, answer, PARTS),
    Leak((Scene, "sight"), with_all_standing, answer, WINDOWS),
    Leak((Scene, "sight"), with_all_reactions, answer, WINDOWS),
    Leak((Scene, "sight"), with_version, answer, PARTS),
    Leak((streams, "part"), all_events, play),
    Leak((House, "you"), you_who_owe, answer, PARTS),
    Leak((Line, "_encoded"), with_a_space, imagine),
    Leak((Fragments, "_drawn"), for_everybody, play),
    Leak((Layout, "touched"), zones_alike, play),
    Leak((State, "_not_theirs"), names_a_card, play),
    Leak((State, "_choose"), refuses_by_answers, answer, PARTS),
    Leak((Stream, "_send"), says_twice, play),
    Leak((Steward, "_due"), once_all_have_answered, answer, WINDOWS),
    Leak((Steward, "_due"), if_nobody_has_it, play, WINDOWS),
    Leak((Steward, "_due"), once_it_has_thought, play, how=BOT),
    Leak((table, "is_secret"), everything_is_public, answer, PARTS),
    Leak((Line, "_look"), goes_and_comes, answer, PARTS, SHARED),
    Leak((app, "metrics"), open_metrics, answer, PARTS),
    Leak((app, "ready"), busy, answer, PARTS),
    Leak((api, "ROUTES"), with_digest, play),
    Leak((House, "history"), history_at_once, play),
)


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.plants.__name__)
def test_a_planted_leak_is_noticed(leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    place, name = leak.place
    routes = [Route("/api/tables/{table}", leak.plants), *api.ROUTES]
    monkeypatch.setattr(place, name, routes if name == "ROUTES" else leak.plants)
    least = QUESTIONS if leak.noticed_by is answer else POSITIONS
    assert any(fails(leak, game, least) for game in leak.games)


def fails(leak: Leak, game: str, least: int) -> bool:
    """Whether a difference is noticed in a game."""
    try:
        compared(leak.noticed_by, games.load(game), leak.how, least)
    except AssertionError:
        return True
    return False
