"""All tables: those in use stand in memory, the others in the store."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from parlour.server.table import WORLD, Table

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from parlour.kernel.spec import Setup
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
    """

    def __init__(self, store: Store, outside: Outside = WORLD) -> None:
        self._store: Store = store
        self._outside: Outside = outside
        self._places: dict[str, _Place] = {}

    def __len__(self) -> int:
        return len(self._places)

    async def create(self, setup: Setup, person: str) -> str:
        """Set up a new table; returns its id.

        Raises:
            StoreFailed: it can't be written down.
        """
        return (await Table.create(self._store, setup, person, self._outside)).id

    @asynccontextmanager
    async def at(self, table_id: str) -> AsyncIterator[Table]:
        """Use a table; it stays in memory as long as somebody does.

        Raises:
            UnknownName: there is no such table, or its game is not there.
            StoreFailed: it can't be read.
            BadHistory: what is read is no history.
        """
        if table_id not in self._places:
            load = Table.load(self._store, table_id, self._outside)
            self._places[table_id] = _Place(asyncio.create_task(load))
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
            if not place.users and place.left < before:
                del self._places[table_id]
