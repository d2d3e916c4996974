"""All tables: those in use stand in memory, the others in the store."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from parlour.server.neighbours import Neighbours
from parlour.server.steward import Steward
from parlour.server.table import WORLD, Table
from parlour.server.workers import Thinkers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from parlour.kernel.spec import Setup
    from parlour.server.broker import Broker
    from parlour.server.store import Store
    from parlour.server.table import Outside


@dataclass(slots=True)
class _Place:
    """A table in memory, how many use it, and since when nobody does."""

    table: asyncio.Task[Table]
    users: int = 0
    left: int = 0


class Hall:
    """The tables of a store, each at most once in memory.

    Args:
        store: where they are kept.
        outside: time and chance.
        window: how many seconds a reaction window stays open; None where nobody looks after the tables: no bot plays,
            and those who are asked close a window.
        pace: how many seconds a bot takes to answer.
        workers: how many processes think for bots.
        broker: what wakes other processes on the same store, where there are any.
    """

    def __init__(  # noqa: PLR0913 - what a server is told
        self,
        store: Store,
        outside: Outside = WORLD,
        *,
        window: float | None = None,
        pace: float = 0.0,
        workers: int = 1,
        broker: Broker | None = None,
    ) -> None:
        self._store: Store = store
        self._outside: Outside = outside
        self._window: float | None = window
        self._pace: float = pace
        self._thinkers: Thinkers = Thinkers(workers)
        self._places: dict[str, _Place] = {}
        self._neighbours: Neighbours | None = None if broker is None else Neighbours(broker, self._find)
        self._stewards: dict[str, Steward] = {}

    def __len__(self) -> int:
        return len(self._places)

    @property
    def bot_failures(self) -> int:
        """How often a bot has failed to answer since the server began."""
        return self._thinkers.failures

    async def create(self, setup: Setup, person: str) -> str:
        """Set up a new table; returns its id.

        Raises:
            StoreFailed: it can't be written down.
        """
        return (await Table.create(self._store, setup, person, self._outside)).id

    @asynccontextmanager
    async def at(self, table_id: str) -> AsyncIterator[Table]:
        """Use a table; it stays in memory, and is looked after, as long as somebody does.

        Raises:
            UnknownTable: there is no such table.
            UnknownName: its game is not there.
            StoreFailed: it can't be read.
            BadHistory: what is read is no history.
        """
        if table_id not in self._places:
            self._places[table_id] = _Place(asyncio.create_task(self._load(table_id)))
        place = self._places[table_id]
        place.users += 1
        try:
            yield await asyncio.shield(place.table)
        finally:
            place.users -= 1
            place.left = self._outside.now()
            if not place.users and place.table.done() and place.table.exception():
                self._places.pop(table_id, None)

    def clear(self, before: int) -> None:
        """Let the tables leave memory that nobody has used since a time, in milliseconds since 1970."""
        for table_id, place in list(self._places.items()):
            if place.table.done() and not place.users and place.left < before:
                self._drop(table_id)

    async def close(self) -> None:
        """Look after no table any more; those who use one can go on."""
        for table_id in list(self._stewards):
            self._drop(table_id)
        if self._neighbours is not None:
            await self._neighbours.close()
        await self._thinkers.close()

    async def _load(self, table_id: str) -> Table:
        table = await Table.load(self._store, table_id, self._outside, self._window)
        if self._neighbours is not None:
            self._neighbours.meet(table)
        if self._window is not None:
            self._stewards[table_id] = Steward(table, self._thinkers, self._pace)
        return table

    def _find(self, table_id: str) -> asyncio.Task[Table] | None:
        return self._places[table_id].table if table_id in self._places else None

    def _drop(self, table_id: str) -> None:
        self._places.pop(table_id, None)
        if steward := self._stewards.pop(table_id, None):
            steward.stop()
        if self._neighbours is not None:
            self._neighbours.leave(table_id)
