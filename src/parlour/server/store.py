"""Where histories are kept: what every store offers.

A store knows nothing of games: a history is lines, its version their number. Lines are only ever appended, and only by
who knows the version (compare and set): so two writers of one table, in one process or several, never mix.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from parlour.server.errors import Conflict, StoreFailed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

LOGGER: Final = logging.getLogger(__name__)
BATCH: Final = 256
"""How many appends are committed together at most."""


@dataclass(frozen=True, slots=True)
class Append:
    """Lines for the history of a table.

    Attributes:
        table: the id of the table.
        version: how many lines its history has; 0 makes a new table.
        lines: what comes after them.
        time: when the table changed last so that all could notice, milliseconds since 1970, UTC.
        over: whether the game is over with them.
    """

    table: str
    version: int
    lines: Sequence[str]
    time: int
    over: bool = False

    def conflict(self) -> Conflict:
        """What to say where the history has another version."""
        return Conflict(f"table {self.table} has another version: expected {self.version}", self.table)


class Writer:
    """Commits together what comes in while it is busy, one batch after another. All is asked from one event loop.

    Args:
        commit: writes all in one transaction; says for each what went wrong.
    """

    def __init__(self, commit: Callable[[Sequence[Append]], Awaitable[Sequence[Conflict | None]]]) -> None:
        self._commit: Callable[[Sequence[Append]], Awaitable[Sequence[Conflict | None]]] = commit
        self._pending: list[tuple[Append, asyncio.Future[None]]] = []
        self._task: asyncio.Task[None] | None = None
        self._closed: bool = False

    async def append(self, append: Append) -> None:
        """See `Store`."""
        self.check_open()
        done = asyncio.get_running_loop().create_future()
        self._pending.append((append, done))
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        await done

    def check_open(self) -> None:
        """Nothing may be asked of a store that is closed.

        Raises:
            StoreFailed: it is.
        """
        if self._closed:
            raise StoreFailed("the database is closed")

    async def close(self) -> None:
        """Finish what was begun."""
        self._closed = True
        if self._task is not None:
            await self._task

    async def _run(self) -> None:
        while self._pending:
            batch, self._pending = self._pending[:BATCH], self._pending[BATCH:]
            batch.sort(key=lambda each: each[0].table)  # of two processes none waits for the other
            outcomes = await self._outcomes([append for append, _ in batch])
            for (_, done), outcome in zip(batch, outcomes, strict=True):
                _settle(done, outcome)
        self._task = None

    async def _outcomes(self, appends: Sequence[Append]) -> Sequence[Exception | None]:
        try:
            return await self._commit(appends)
        except StoreFailed as error:
            word = str(error)
        except Exception as error:
            LOGGER.exception("nothing could be written")
            word = f"the database can't be used: {type(error).__name__}"
        return [StoreFailed(word) for _ in appends]


def _settle(done: asyncio.Future[None], error: Exception | None) -> None:
    """Tell who waits, if anybody still does, what came of it."""
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)


class Store(Protocol):
    """Keeps histories. Every method raises `StoreFailed` where it can't do its work."""

    async def append(self, append: Append) -> None:
        """Write lines for good; when this returns they outlive any crash.

        Raises:
            Conflict: the history has another version; nothing was written.
        """

    async def load(self, table: str, after: int = 0) -> list[str]:
        """The lines of a table's history after one of a number; none where there is no such table."""

    async def close(self) -> None:
        """Finish what was begun; afterwards nothing may be asked."""
