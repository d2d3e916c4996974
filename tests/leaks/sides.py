"""A server with one table, run by the real code from its door on; only store, clock, chance and bots are given."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from itertools import chain, count
from typing import TYPE_CHECKING, Final, Self

from leaks import lines
from leaks.clockwork import now
from leaks.lines import Line, bearer, cookie
from leaks.places import Known, Store
from parlour.server.app import make_app
from parlour.server.database import Database
from parlour.server.guests import Guests
from parlour.server.hall import Hall
from parlour.server.history import Decided, Entry
from parlour.server.house import House
from parlour.server.metrics import Metrics
from parlour.server.settings import Settings
from parlour.server.state import State
from parlour.server.steward import Steward
from parlour.server.table import Outside
from parlour.server.workers import Thinkers

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator
    from contextlib import AsyncExitStack

    from contract.tables import Table as Series
    from leaks.lines import Headers, Reply
    from parlour.kernel.game import Game
    from parlour.kernel.options import Seat
    from parlour.server.lobby import Guest
    from parlour.server.table import Table
    from parlour.web.fragments import Fragments

    Think = Callable[[Game, Seat], Awaitable[str]]

WINDOW: Final = 1.5
PACE: Final = 0.9
SETTINGS: Final = Settings(database="-", messages=1e8, joins=1e8, pace=PACE, window=WINDOW)
BOT: Final = "bot random"
STRANGER: Final = -1
Seating = tuple[int | None, ...]
"""For each seat the number of the person there, None for a bot."""


class Minds(Thinkers):
    """Bots that choose as they are told."""

    def __init__(self, think: Think) -> None:
        self.failures: int = 0
        self._think: Think = think

    async def choose(self, bot: str, game: Game, seat: Seat, chance: str) -> str:
        return await self._think(game, seat)

    async def close(self) -> None:
        """No process runs."""


@dataclass(frozen=True)
class Viewer:
    """Somebody at a line, and how it is read.

    Attributes:
        person: a number; `STRANGER` for one without a name.
        seat: the seat that is looked at, None for what spectators see.
        language: of the page; empty for a program.
    """

    person: int
    seat: Seat | None
    language: str = ""


class Side:
    """A server and its table.

    Args:
        seating: who plays; one more guest only watches.
        think: chooses for bots.
        drawn: what the server has drawn before.

    Attributes:
        app: the server at its door.
        store: the histories.
        table: the table.
        guests: the people, each with a token.
        lines: the open sockets.
    """

    def __init__(self, seating: Seating, think: Think, drawn: Fragments) -> None:
        self.seating: Seating = seating
        self.store: Store = Store()
        self.table: Table
        self.guests: list[tuple[Guest, str]] = []
        self.lines: dict[Viewer, Line] = {}
        self._dealt: list[Entry] = []
        self._ids: Iterator[int] = count()
        database, outside = Database(self.store, Known(self.store)), Outside(_milliseconds, self._new_id, _seed)
        self.hall: Hall = Hall(self.store, outside, window=WINDOW, pace=PACE)
        self.hall._thinkers = Minds(think)
        known = Guests(database.lobby, bytes(32), SETTINGS.joins, secure=False)
        metrics = Metrics(lambda: len(self.hall), lambda: self.hall.bot_failures)
        self.house: House = House(SETTINGS, "http://table", "", database, known, self.hall, drawn, metrics)
        self.app = make_app(SETTINGS, lines.PORT)
        self.app.state.house = self.house

    @classmethod
    async def open(
        cls, opened: AsyncExitStack, series: Series, seating: Seating, think: Think, drawn: Fragments
    ) -> Self:
        """A server at whose table all sit, and the game has begun."""
        side = cls(seating, think, drawn)
        opened.push_async_callback(side.hall.close)
        people = 1 + max(person for person in seating if person is not None)
        side.guests = [await side.house.guests.welcome(f"Anna {number}", "") for number in range(people + 1)]
        host = side.guests[0][0]
        players = [BOT if person is None else "open" for person in seating]
        table_id = await side.house.set_up(host, series.spec.id, series.seats, dict(series.options), players)
        side.table = await opened.enter_async_context(side.hall.at(table_id))
        opened.push_async_callback(side.close)
        for seat, person in enumerate(seating):
            if person is not None:
                player = "" if seating.index(person) == seat else f"Otto {seat}"
                await side.house.come(side.table, side.guests[person][0], f"sit {seat}", seat, player)
        side._dealt = [entry for entry in side.entries(0) if not isinstance(entry.event, Decided)]
        return side

    @property
    def state(self) -> State:
        """The table's."""
        return self.table.state

    @property
    def game(self) -> Game:
        """What is played."""
        assert self.state.game is not None
        return self.state.game

    def put(self, game: Game, number: int) -> None:
        """Let a game stand on the table as if it had been played up to there.

        Args:
            game: the game.
            number: how many questions each seat has answered; ids go on from there as well.
        """
        state, table, version = self.state, self.table, self.state.version
        vars(state).update(vars(State(self._dealt)) | {"version": version, "game": game.copy()})
        state.answered, state._common = [number] * game.setup.seats, None
        self.store.changed[table.id] = state.changed
        for log in state.logs:
            log.clear()
        table.release()
        table._streams.clear()
        table._scene.change()
        for line in chain(*self.house.lines.values()):
            line._you = {}
        self._ids = count(number)
        stewards = self.hall._stewards
        stewards[table.id].stop()
        stewards[table.id] = Steward(table, self.hall._thinkers, PACE)

    def entries(self, after: int) -> list[Entry]:
        """What has been written since the history had a length."""
        return [Entry.parse(line) for line in self.store.lines[self.table.id][after:]]

    # Who looks at it.

    def come(self, viewer: Viewer, **place: object) -> None:
        """A new line to the table; where the viewer has one, it looks anew at what it saw.

        Args:
            viewer: who comes.
            place: from where a line that was lost goes on.
        """
        if viewer in self.lines:
            self.lines[viewer].ask(do="look", id="look", seat=viewer.seat)
        else:
            query = {"as": "html", "language": viewer.language} if viewer.language else {"as": "json"}
            seat = "none" if viewer.seat is None else viewer.seat
            path = f"/t/{self.table.id}/socket"
            self.lines[viewer] = Line(self.app, path, self.headers(viewer), seat=seat, **query, **place)

    def ask(self, person: int, number: int, **message: object) -> None:
        """A message of a person, the number part of its id; through each of the person's lines in turn."""
        own = [line for viewer, line in self.lines.items() if viewer.person == person]
        own[number % len(own)].ask(id=f"{person} {number}", **message)

    async def hang_up(self, *viewers: Viewer) -> None:
        """Close lines."""
        for viewer in viewers:
            await self.lines.pop(viewer).hang_up()

    async def close(self) -> None:
        """Close all lines."""
        await self.hang_up(*self.lines)

    async def get(self, viewer: Viewer, path: str, **query: object) -> Reply:
        """Ask for a page."""
        return await lines.get(self.app, path, self.headers(viewer), **query)

    def headers(self, viewer: Viewer) -> Headers:
        """Who somebody is."""
        if viewer.person == STRANGER:
            return []
        token = self.guests[viewer.person][1]
        return cookie(token) if viewer.language else bearer(token)

    def _new_id(self) -> str:
        return f"id-{next(self._ids):09}"


def _milliseconds() -> int:
    return int(1000 * now())


def _seed() -> bytes:
    return hashlib.blake2b(b"chance", digest_size=32).digest()
