"""The other processes that serve tables of the same store: they are told of what was written and who is connected."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from functools import partial
from typing import TYPE_CHECKING, Final

from parlour.server.errors import StoreFailed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from parlour.server.broker import Broker
    from parlour.server.table import Table

LOGGER: Final = logging.getLogger(__name__)
READ_ON: Final = ""
AGAIN: Final = 0.5
"""Seconds until a store that failed is tried again."""
BEAT: Final = 20.0
"""Seconds after which it is told again who is connected."""
LOST: Final = 3
"""After so many beats without a word a process counts as ended."""


class Neighbours:
    """Wakes other processes, and is woken by them.

    Args:
        broker: carries notes between processes.
        find: gives the table of an id if it is in memory, or is on its way there.
    """

    def __init__(self, broker: Broker, find: Callable[[str], Awaitable[Table] | None]) -> None:
        self._broker: Broker = broker
        self._find: Callable[[str], Awaitable[Table] | None] = find
        self._process: str = secrets.token_hex(8)
        self._behind: set[str] = set()
        self._reading: set[str] = set()
        self._silent: dict[str, dict[str, int]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        broker.listen(self.heard)
        self._do(self._beat())

    def meet(self, table: Table) -> None:
        """Tell others about a table from now on."""
        self._silent[table.id] = {}
        table.wrote = partial(self._broker.publish, table.id, READ_ON)
        table.met = partial(self._tell_viewers, table)
        self._tell_viewers(table, ask=True)

    def leave(self, table_id: str) -> None:
        """The table leaves memory."""
        self._silent.pop(table_id, None)
        self._behind.discard(table_id)

    def heard(self, table_id: str, note: str) -> None:
        """Take in what a process has told; two empty texts where something may have been lost."""
        if not table_id:
            self._hear_all()
        elif self._find(table_id) is None:
            return
        elif note != READ_ON:
            self._do(self._see(table_id, note))
        else:
            self._behind.add(table_id)
            if table_id not in self._reading:
                self._reading.add(table_id)
                self._do(self._read_on(table_id))

    async def close(self) -> None:
        """Tell and hear nothing more."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # Telling.

    def _tell_viewers(self, table: Table, *, ask: bool = False) -> None:
        note = {"process": self._process, "viewers": table.here, "ask": ask}
        self._broker.publish(table.id, json.dumps(note))

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            for table_id, silent in list(self._silent.items()):
                await self._answer(table_id)
                if (table := self._find(table_id)) is not None:
                    _forget(await table, silent)

    # Hearing.

    def _hear_all(self) -> None:
        for table_id in list(self._silent):
            self.heard(table_id, READ_ON)
            self._do(self._answer(table_id))

    async def _answer(self, table_id: str) -> None:
        if (table := self._find(table_id)) is not None:
            self._tell_viewers(await table)

    async def _see(self, table_id: str, note: str) -> None:
        said = json.loads(note)
        table = self._find(table_id)
        if table is None or said["process"] == self._process:
            return
        there = await table
        there.elsewhere(said["process"], [(person, seat) for person, seat in said["viewers"]])
        self._silent.get(table_id, {})[said["process"]] = 0
        if said["ask"]:
            self._tell_viewers(there)

    async def _read_on(self, table_id: str) -> None:
        """Catch up with the store, however often it fails."""
        try:
            while table_id in self._behind and (table := self._find(table_id)) is not None:
                self._behind.discard(table_id)
                await self._catch_up(await table)
        finally:
            self._behind.discard(table_id)
            self._reading.discard(table_id)

    async def _catch_up(self, table: Table) -> None:
        try:
            await table.catch_up()
        except StoreFailed as error:
            LOGGER.warning("table could not be read on: %s", error)
            self._behind.add(table.id)
            await asyncio.sleep(AGAIN)

    def _do(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._end)

    def _end(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            LOGGER.warning("a note between processes was lost: %s", type(error).__name__)


def _forget(table: Table, silent: dict[str, int]) -> None:
    """Count a beat for the processes that are connected to a table; those that say nothing any more have ended."""
    for process in list(silent):
        silent[process] += 1
        if silent[process] > LOST:
            del silent[process]
            table.elsewhere(process, ())
