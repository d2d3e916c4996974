"""Where histories are kept: what every store offers, and the one in an SQLite file.

A store knows nothing of games: a history is lines, its version their number. Lines are only ever appended, and only by
who knows the version (compare and set): so two writers of one table, in one process or several, never mix.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from parlour.server.errors import Conflict, StoreFailed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

SCHEMA: Final = 1
BATCH: Final = 256
"""How many appends are committed together at most."""
LOCKED: Final = 1.0
"""Seconds until a database that somebody else has locked is given up."""


@dataclass(frozen=True, slots=True)
class Append:
    """Lines for the history of a table.

    Attributes:
        table: the id of the table.
        version: how many lines its history has; 0 makes a new table.
        lines: what comes after them.
        time: milliseconds since 1970, UTC.
        over: whether the game is over with them.
    """

    table: str
    version: int
    lines: Sequence[str]
    time: int
    over: bool = False


class Store(Protocol):
    """Keeps histories. Every method raises `StoreFailed` where it can't do its work."""

    async def append(self, append: Append) -> None:
        """Write lines for good; when this returns they outlive any crash.

        Raises:
            Conflict: the history has another version; nothing was written.
        """

    async def load(self, table: str, after: int = 0) -> list[str]:
        """The lines of a table's history after one of a number; none where there is no such table."""

    async def tables(self, *, over: bool, before: int, most: int) -> list[str]:
        """The ids of finished tables, or of those that go on, last changed before a time; the oldest first."""

    async def close(self) -> None:
        """Finish what was begun; afterwards nothing may be asked."""


class SQLiteStore:
    """A store in an SQLite file, for one process.

    One thread writes: what has come in while it was busy is committed together, with a full sync. Another one reads. All
    is asked from one event loop.

    Args:
        path: the file, made where it is missing; only its owner can read it, for it holds seeds.

    Raises:
        StoreFailed: it can't be used.
    """

    def __init__(self, path: Path) -> None:
        self._path: Path = path
        self._closed: bool = False
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        with _failing(), ExitStack() as opened:
            path.touch(mode=0o600)
            self._database: sqlite3.Connection = opened.enter_context(closing(self._connect()))
            _prepare(self._database)
            opened.pop_all()
        self._reads: ThreadPoolExecutor = ThreadPoolExecutor(1, "store-reads")
        self._writer: threading.Thread = threading.Thread(target=self._write, name="store-writes", daemon=True)
        self._writer.start()

    async def append(self, append: Append) -> None:
        """See `Store`."""
        if self._closed:
            raise StoreFailed("the database is closed")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.put(_Job(append, done))
        await done

    async def load(self, table: str, after: int = 0) -> list[str]:
        """See `Store`."""
        return await self._read("SELECT line FROM entries WHERE id = ? AND number > ? ORDER BY number", table, after)

    async def tables(self, *, over: bool, before: int, most: int) -> list[str]:
        """See `Store`."""
        order = "SELECT id FROM tables WHERE over = ? AND changed < ? ORDER BY changed, id LIMIT ?"
        return await self._read(order, over, before, most)

    async def close(self) -> None:
        """See `Store`."""
        self._closed = True
        self._jobs.put(None)
        await asyncio.to_thread(self._writer.join)
        await asyncio.to_thread(self._reads.shutdown)

    async def _read(self, order: str, *values: object) -> list[str]:
        return await asyncio.get_running_loop().run_in_executor(self._reads, self._rows, order, values)

    def _rows(self, order: str, values: tuple[object, ...]) -> list[str]:
        with _failing(), closing(self._connect()) as database:
            return [row[0] for row in database.execute(order, values)]

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self._path, timeout=LOCKED, isolation_level=None, check_same_thread=False)

    # The writing thread.

    def _write(self) -> None:
        with closing(self._database):
            while batch := self._batch():
                outcomes = _committed(self._database, [job.append for job in batch])
                with suppress(RuntimeError):  # a loop that has ended waits for nothing
                    batch[0].done.get_loop().call_soon_threadsafe(_settle, batch, outcomes)

    def _batch(self) -> list[_Job]:
        """What has come in, at least one; nothing at the end."""
        jobs: list[_Job] = []
        while (job := self._jobs.get()) is not None:
            jobs.append(job)
            if len(jobs) == BATCH or self._jobs.empty():
                return jobs
        if jobs:
            self._jobs.put(None)
        return jobs


@dataclass(frozen=True, slots=True)
class _Job:
    append: Append
    done: asyncio.Future[None]


def _prepare(database: sqlite3.Connection) -> None:
    (schema,) = database.execute("PRAGMA user_version").fetchone()
    if schema not in (0, SCHEMA):
        raise StoreFailed(f"the database has schema {schema}: expected {SCHEMA}")
    database.executescript(f"""
        PRAGMA journal_mode = WAL;
        PRAGMA synchronous = FULL;
        PRAGMA fullfsync = ON;
        BEGIN IMMEDIATE;
        CREATE TABLE IF NOT EXISTS tables (
            id TEXT PRIMARY KEY, version INTEGER NOT NULL, over INTEGER NOT NULL, changed INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS tables_by_change ON tables (over, changed);
        CREATE TABLE IF NOT EXISTS entries (
            id TEXT NOT NULL, number INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (id, number)
        ) WITHOUT ROWID;
        PRAGMA user_version = {SCHEMA};
        COMMIT;
    """)


def _committed(database: sqlite3.Connection, appends: list[Append]) -> list[Exception | None]:
    """Write all in one transaction; says for each what went wrong."""
    try:
        with _failing(), _transaction(database):
            return [_appended(database, append) for append in appends]
    except StoreFailed as error:
        return [StoreFailed(str(error)) for _ in appends]


def _appended(database: sqlite3.Connection, append: Append) -> Conflict | None:
    now = (append.version + len(append.lines), append.over, append.time, append.table)
    if append.version:
        change = "UPDATE tables SET version = ?, over = ?, changed = ? WHERE id = ? AND version = ?"
        changed = database.execute(change, (*now, append.version)).rowcount
    else:
        made = "INSERT INTO tables (version, over, changed, id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
        changed = database.execute(made, now).rowcount
    if not changed:
        return Conflict(f"table {append.table} has another version: expected {append.version}", append.table)
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


@contextmanager
def _failing() -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError, ValueError) as error:
        raise StoreFailed(f"the database can't be used: {error}") from error


def _settle(jobs: list[_Job], outcomes: list[Exception | None]) -> None:
    for job, error in zip(jobs, outcomes, strict=True):
        if job.done.cancelled():
            continue
        if error is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(error)
