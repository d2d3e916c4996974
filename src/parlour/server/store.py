"""Where histories are kept: what every store offers.

A store knows nothing of games: a history is lines, its version their number. Lines are only ever appended, and only by
who knows the version (compare and set): so two writers of one table, in one process or several, never mix.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from parlour.server.errors import Conflict

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Sequence

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


@dataclass(frozen=True, slots=True)
class Pending:
    """An append that waits for its commit."""

    append: Append
    done: asyncio.Future[None]

    def settle(self, error: Exception | None) -> None:
        """Tell who waits, if anybody still does, what came of it."""
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


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
