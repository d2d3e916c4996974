"""Histories in an SQLite file: the embedded default, for one process."""

from __future__ import annotations

import asyncio
import logging
import queue
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from typing import TYPE_CHECKING, Final

from parlour.server.errors import StoreFailed
from parlour.server.store import BATCH, Pending

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from parlour.server.errors import Conflict
    from parlour.server.store import Append

LOGGER: Final = logging.getLogger(__name__)
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
        self._closed: bool = False
        self._pending: queue.SimpleQueue[Pending] = queue.SimpleQueue()
        with failing():
            self._database: sqlite3.Connection = connect(path, LOCKED)
        self.writes: ThreadPoolExecutor = ThreadPoolExecutor(1, "store-writes")
        self.reads: ThreadPoolExecutor = ThreadPoolExecutor(1, "store-reads")

    async def append(self, append: Append) -> None:
        """See `parlour.server.store.Store`."""
        self._check_open()
        pending = Pending(append, asyncio.get_running_loop().create_future())
        self._pending.put(pending)
        self.writes.submit(self._write)
        await pending.done

    async def load(self, table: str, after: int = 0) -> list[str]:
        """See `parlour.server.store.Store`."""
        self._check_open()
        return await asyncio.get_running_loop().run_in_executor(self.reads, self._lines, table, after)

    async def close(self) -> None:
        """See `parlour.server.store.Store`."""
        self._closed = True
        await asyncio.to_thread(self.writes.shutdown)
        await asyncio.to_thread(self.reads.shutdown)
        self._database.close()

    def _check_open(self) -> None:
        if self._closed:
            raise StoreFailed("the database is closed")

    def _lines(self, table: str, after: int) -> list[str]:
        query = "SELECT line FROM entries WHERE id = ? AND number > ? ORDER BY number"
        with failing(), closing(connect(self._path, LOCKED)) as database:
            return [line for (line,) in database.execute(query, (table, after))]

    def _write(self) -> None:
        """Commit what waits; nothing does where the turn before has committed it."""
        batch = [self._pending.get() for _ in range(min(self._pending.qsize(), BATCH))]
        if batch:
            outcomes = _committed(self._database, [pending.append for pending in batch])
            with suppress(RuntimeError):  # a loop that has ended waits for nothing
                batch[0].done.get_loop().call_soon_threadsafe(_settle, batch, outcomes)


def _settle(batch: list[Pending], outcomes: list[Exception | None]) -> None:
    for pending, outcome in zip(batch, outcomes, strict=True):
        pending.settle(outcome)


def _committed(database: sqlite3.Connection, appends: list[Append]) -> list[Exception | None]:
    """Write all in one transaction; says for each what went wrong."""
    try:
        with failing(), _transaction(database):
            return [_appended(database, append) for append in appends]
    except StoreFailed as error:
        word = str(error)
    except Exception as error:
        LOGGER.exception("nothing could be written")
        word = f"the database can't be used: {type(error).__name__}"
    return [StoreFailed(word) for _ in appends]


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
