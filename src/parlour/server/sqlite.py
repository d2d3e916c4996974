"""Histories in an SQLite file: the embedded default, for one process."""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from typing import TYPE_CHECKING, Final

from parlour.server.errors import StoreFailed
from parlour.server.store import Writer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from parlour.server.errors import Conflict
    from parlour.server.store import Append

LOCKED: Final = 1.0
"""Seconds until a database that somebody else has locked is given up."""


def connect(path: Path, patience: float) -> sqlite3.Connection:
    """A connection that begins no transaction by itself, and whose commits are on the disk when they return.

    Args:
        path: the file.
        patience: seconds until a database that somebody else has locked is given up.
    """
    with ExitStack() as opened:
        database = sqlite3.connect(path, timeout=patience, isolation_level=None, check_same_thread=False)
        opened.enter_context(closing(database))
        database.executescript("PRAGMA synchronous = FULL; PRAGMA fullfsync = ON")
        opened.pop_all()
        return database


@contextmanager
def failing() -> Iterator[None]:
    """What SQLite and the file system raise becomes `StoreFailed`."""
    try:
        yield
    except (sqlite3.Error, OSError, ValueError) as error:
        raise StoreFailed(f"the database can't be used: {error}") from error


class SQLiteStore:
    """A store in an SQLite file whose schema is there; see `parlour.server.database.open_database`.

    One thread writes: what has come in while it was busy is committed together, with a full sync. Another one reads. All
    is asked from one event loop.

    Args:
        path: the file.

    Attributes:
        writes: the thread that writes; whoever else writes to the file takes turns in it.
        reads: the thread that reads.

    Raises:
        StoreFailed: it can't be used.
    """

    def __init__(self, path: Path) -> None:
        self._path: Path = path
        self._writer: Writer = Writer(self._commit)
        with failing():
            self._database: sqlite3.Connection = connect(path, LOCKED)
        self.writes: ThreadPoolExecutor = ThreadPoolExecutor(1, "store-writes")
        self.reads: ThreadPoolExecutor = ThreadPoolExecutor(1, "store-reads")

    async def append(self, append: Append) -> None:
        """See `parlour.server.store.Store`."""
        await self._writer.append(append)

    async def load(self, table: str, after: int = 0) -> list[str]:
        """See `parlour.server.store.Store`."""
        self._writer.check_open()
        return await asyncio.get_running_loop().run_in_executor(self.reads, self._lines, table, after)

    async def close(self) -> None:
        """See `parlour.server.store.Store`."""
        await self._writer.close()
        await asyncio.to_thread(self.writes.shutdown)
        await asyncio.to_thread(self.reads.shutdown)
        self._database.close()

    async def _commit(self, appends: Sequence[Append]) -> list[Conflict | None]:
        return await asyncio.get_running_loop().run_in_executor(self.writes, _committed, self._database, appends)

    def _lines(self, table: str, after: int) -> list[str]:
        query = "SELECT line FROM entries WHERE id = ? AND number > ? ORDER BY number"
        with failing(), closing(connect(self._path, LOCKED)) as database:
            return [line for (line,) in database.execute(query, (table, after))]


def _committed(database: sqlite3.Connection, appends: Sequence[Append]) -> list[Conflict | None]:
    """Write all in one transaction but for those that conflict."""
    with failing(), _transaction(database):
        return [_appended(database, append) for append in appends]


def _appended(database: sqlite3.Connection, append: Append) -> Conflict | None:
    now = (append.version + len(append.lines), append.over, append.time, append.table)
    if append.version:
        change = "UPDATE tables SET version = ?, over = ?, changed = ? WHERE id = ? AND version = ?"
        changed = database.execute(change, (*now, append.version)).rowcount
    else:
        made = "INSERT INTO tables (version, over, changed, id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
        changed = database.execute(made, now).rowcount
    if not changed:
        return append.conflict()
    entries = ((append.table, number, line) for number, line in enumerate(append.lines, append.version + 1))
    database.executemany("INSERT INTO entries (id, number, line) VALUES (?, ?, ?)", entries)
    return None


@contextmanager
def _transaction(database: sqlite3.Connection) -> Iterator[None]:
    try:
        database.execute("BEGIN IMMEDIATE")
        yield
        database.execute("COMMIT")
    finally:
        if database.in_transaction:
            database.execute("ROLLBACK")
