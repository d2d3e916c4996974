"""How fast tables are kept, without sockets: appends to the store, moves of tables with six viewers, rebuilding.

Run it as ``python benchmarks/tables.py``; the database lies in a temporary folder, or in the one that is named
(``--folder``), whose disk is what is measured.
"""

from __future__ import annotations

import argparse
import asyncio
import platform
import sqlite3
import time
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from parlour import games
from parlour.kernel.chance import Rng
from parlour.server.commands import Choose, Join, Sit
from parlour.server.database import open_database
from parlour.server.store import Append
from parlour.server.table import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.kernel.options import Seat
    from parlour.kernel.spec import Setup
    from parlour.server.store import Store
    from parlour.server.streams import Reader

SEATS: Final = 5
TABLES: Final = 50
DECISIONS: Final = 200
LINE: Final = "x" * 700
SPELL: Final = 2.0
WRITERS: Final = (1, 10, 50, 250)
TRIES: Final = 40


class NoStore:
    """A store that takes a history and drops it."""

    async def append(self, append: Append) -> None:
        """Take lines."""

    async def load(self, table: str, after: int = 0) -> list[str]:
        """Nothing."""
        return []

    async def close(self) -> None:
        """Nothing to close."""


@dataclass
class Viewer:
    """A client that reads data, not bytes; the bytes are made all the same, and counted."""

    seat: Seat | None
    reader: Reader
    known: dict[str, Any] = field(default_factory=dict)
    sent: int = 0

    def read(self) -> None:
        """Take in what has been sent."""
        for message in iter(self.reader.ready, None):
            self.sent += len(message.encoded)
            self.known |= message.body.get("whole") or message.body["changed"]


class Play:
    """A table with a viewer on each seat and a spectator, played at random, game after game."""

    def __init__(self, store: Store, setup: Setup, rng: Rng) -> None:
        self.store: Store = store
        self.setup: Setup = setup
        self.rng: Rng = rng
        self.moves: int = 0
        self.sent: int = 0
        self.table: Table
        self.viewers: list[Viewer] = []

    async def begin(self) -> None:
        """A new game."""
        self.table = await Table.create(self.store, self.setup, "0")
        for seat in range(self.setup.seats):
            await self.table.do(Join("join", str(seat), f"Anna {seat}"))
            await self.table.do(Sit("sit", str(seat), seat))
        seats = [*range(self.setup.seats), None]
        self.viewers = [Viewer(seat, self.table.listen(str(seat), seat)) for seat in seats]

    async def move(self) -> bool:
        """A decision, read by all; False at the end of the game."""
        for viewer in self.viewers:
            viewer.read()
        ready = [viewer for viewer in self.viewers if viewer.known["options"]]
        if not ready:
            return False
        viewer = ready[0]
        options = viewer.known["options"]
        choice = options[self.rng.below(len(options))]
        self.moves += 1
        assert viewer.seat is not None
        await self.table.do(
            Choose(f"move {self.moves}", str(viewer.seat), viewer.seat, viewer.known["question"], choice)
        )
        return True

    async def until(self, end: float) -> None:
        """Play until a time."""
        while time.perf_counter() < end:
            await self.begin()
            while await self.move() and time.perf_counter() < end:
                pass
            self.sent += sum(viewer.sent for viewer in self.viewers)


async def print_appends(folder: Path) -> None:
    """Appends a second, by how many tables append at once."""
    print(f"\nAppends a second with full sync, lines of {len(LINE)} bytes, by how many tables append at once")
    for writers in WRITERS:
        store = open_database(f"sqlite:///{folder}/appends-{writers}.db").store
        end = time.perf_counter() + SPELL
        counts = await asyncio.gather(*(append_until(store, f"t{number}", end) for number in range(writers)))
        print(f"{writers:20}{sum(counts) / SPELL:9.0f}")
        await store.close()


async def append_until(store: Store, table: str, end: float) -> int:
    """Append line after line; returns how many it were."""
    count = 0
    while time.perf_counter() < end:
        await store.append(Append(table, count, [LINE], count))
        count += 1
    return count


async def print_moves(folder: Path, setups: Sequence[Setup]) -> None:
    """Moves a second of one event loop, the processor time and the bytes of a move."""
    print(f"\nMoves a second of one event loop: one table without a store, {TABLES} tables on SQLite with full sync")
    print(f"{'':20}{'viewers':>9}{'alone':>9}{'us a move':>11}{'bytes':>8}{f'{TABLES} tables':>12}")
    for setup in setups:
        alone, spent = await rate([Play(NoStore(), setup, Rng(1))])
        store = open_database(f"sqlite:///{folder}/{setup.spec.id}.db").store
        many, _ = await rate([Play(store, setup, Rng(number)) for number in range(TABLES)])
        await store.close()
        moves, sent = alone
        print(
            f"{setup.spec.id:20}{setup.seats + 1:9}{moves / SPELL:9.0f}{spent / moves * 1e6:11.0f}"
            f"{sent / moves:8.0f}{many[0] / SPELL:12.0f}"
        )


async def rate(plays: Sequence[Play]) -> tuple[tuple[int, int], float]:
    """The moves and bytes of a spell, and the processor seconds."""
    began, end = time.process_time(), time.perf_counter() + SPELL
    await asyncio.gather(*(play.until(end) for play in plays))
    return (sum(play.moves for play in plays), sum(play.sent for play in plays)), time.process_time() - began


async def print_rebuilding(folder: Path, setups: Sequence[Setup]) -> None:
    """Milliseconds to rebuild a long game, then until one viewer and until all have their views."""
    print(
        f"\nRebuilding the longest of {TRIES} random games, at most {DECISIONS} decisions (ms; views: those after it)"
    )
    print(f"{'':20}{'decisions':>10}{'rebuild':>9}{'one view':>10}{'all views':>11}{'kB':>6}")
    for setup in setups:
        store = open_database(f"sqlite:///{folder}/rebuild-{setup.spec.id}.db").store
        play = await long_game(store, setup)
        size = sum(map(len, await store.load(play.table.id)))
        times = [time.perf_counter()]
        table = await Table.load(store, play.table.id)
        for seats in ([0], [*range(1, setup.seats), None]):
            times.append(time.perf_counter())
            for seat in seats:
                table.listen(str(seat), seat)
        times.append(time.perf_counter())
        rebuild, one, others = (1000 * (later - earlier) for earlier, later in pairwise(times))
        print(f"{setup.spec.id:20}{play.moves:10}{rebuild:9.1f}{one:10.1f}{one + others:11.1f}{size / 1000:6.0f}")
        await store.close()


async def long_game(store: Store, setup: Setup) -> Play:
    """The longest of some random games, cut."""
    longest = Play(store, setup, Rng(0))
    for number in range(TRIES):
        play = Play(store, setup, Rng(number))
        if await played(play) >= DECISIONS:
            return play
        longest = max(longest, play, key=lambda each: each.moves)
    return longest


async def played(play: Play) -> int:
    """Play a game, cut where it is long; returns its decisions."""
    await play.begin()
    while play.moves < DECISIONS and await play.move():
        pass
    return play.moves


async def measure(folder: Path) -> None:
    """All of it."""
    setups = [spec.setup(min(SEATS, spec.seats[1])) for spec in map(games.load, games.names())]
    await print_appends(folder)
    await print_moves(folder, setups)
    await print_rebuilding(folder, setups)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, help="where the database lies")
    named = parser.parse_args().folder
    print(f"{platform.python_implementation()} {platform.python_version()}, SQLite {sqlite3.sqlite_version}")
    with TemporaryDirectory(dir=named) as folder:
        asyncio.run(measure(Path(folder)))


if __name__ == "__main__":
    main()
