"""Histories in PostgreSQL: any number of processes may serve the same tables."""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from sqlalchemy import create_engine

from parlour.server.errors import Conflict, StoreFailed
from parlour.server.store import Writer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from psycopg.abc import ConnDict
    from sqlalchemy import Engine

    from parlour.server.store import Append

LOGGER: Final = logging.getLogger(__name__)
PATIENCE: Final = 10.0
"""Seconds until a server that was asked something is taken for lost."""
DEFAULTS: Final[ConnDict] = {"application_name": "parlour", "connect_timeout": 5, "tcp_user_timeout": 10_000}
"""What a URL may say otherwise; the times are seconds and milliseconds."""
SETTINGS: Final = "-c synchronous_commit=on -c lock_timeout=1s -c idle_in_transaction_session_timeout=60s"
MAKE: Final = """
    WITH moved AS (
        INSERT INTO tables (id, version, over, changed) VALUES (%(table)s, %(next)s, %(over)s, %(time)s)
        ON CONFLICT DO NOTHING RETURNING id
    )"""
MOVE: Final = """
    WITH moved AS (
        UPDATE tables SET version = %(next)s, over = %(over)s, changed = %(time)s
        WHERE id = %(table)s AND version = %(version)s RETURNING id
    )"""
WRITE: Final = """, written AS (
        INSERT INTO entries (id, number, line)
        SELECT id, %(version)s + number, line FROM moved, unnest(%(lines)s::text[]) WITH ORDINALITY AS lines (line, number)
    )
    SELECT id FROM moved"""
"""Whatever it selects, a statement in front of it is done, and done once."""

Connection = psycopg.AsyncConnection[tuple[Any, ...]]


def conninfo(url: str) -> str:
    """How to connect to a server, with settings of our own.

    Raises:
        StoreFailed: it is no URL of a database.
    """
    try:
        asked = conninfo_to_dict(url)
    except psycopg.Error as error:
        raise StoreFailed(f"no URL of a database: {_first_line(error)}") from error
    asked["options"] = f"{asked.get('options', '')} {SETTINGS}"
    return make_conninfo("", **{**DEFAULTS, **asked})


def engine(url: str) -> Engine:
    """The database as SQLAlchemy has it; it connects anew where the server was away.

    Raises:
        StoreFailed: it is no URL of a database.
    """
    info = conninfo(url)
    return create_engine(
        "postgresql+psycopg://", creator=lambda: psycopg.connect(info), pool_pre_ping=True, hide_parameters=True
    )


class PostgresStore:
    """A store in a PostgreSQL database whose schema is there; see `parlour.server.database.open_database`.

    What has come in while it wrote is committed together. Whoever asks something when the server is lost is told so; the
    next one connects anew. All is asked from one event loop.

    Args:
        url: the database.

    Raises:
        StoreFailed: it is no URL of a database.
    """

    def __init__(self, url: str) -> None:
        info = conninfo(url)
        self._writes: _Link = _Link(info)
        self._reads: _Link = _Link(info)
        self._writer: Writer = Writer(self._commit)

    async def append(self, append: Append) -> None:
        """See `parlour.server.store.Store`."""
        await self._writer.append(append)

    async def load(self, table: str, after: int = 0) -> list[str]:
        """See `parlour.server.store.Store`."""
        query = "SELECT line FROM entries WHERE id = %s AND number > %s ORDER BY number"
        async with self._reads.use() as connection:
            cursor = await connection.execute(query, (table, after))
            return [line for (line,) in await cursor.fetchall()]

    async def close(self) -> None:
        """See `parlour.server.store.Store`."""
        await self._writer.close()
        await self._writes.close()
        await self._reads.close()

    async def _commit(self, appends: Sequence[Append]) -> list[Conflict | None]:
        async with self._writes.use() as connection:
            return await _appended(connection, appends)


async def _appended(connection: Connection, appends: Sequence[Append]) -> list[Conflict | None]:
    async with connection.pipeline(), connection.transaction():
        cursors = [await connection.execute(*_statement(append)) for append in appends]
        moved = [await cursor.fetchone() is not None for cursor in cursors]
    return [None if each else append.conflict() for each, append in zip(moved, appends, strict=True)]


def _statement(append: Append) -> tuple[str, dict[str, Any]]:
    values = {
        "table": append.table,
        "version": append.version,
        "next": append.version + len(append.lines),
        "over": append.over,
        "time": append.time,
        "lines": list(append.lines),
    }
    return (MOVE if append.version else MAKE) + WRITE, values


class _Link:
    """A connection that is made when it is first needed, and anew after anything went wrong with it."""

    def __init__(self, info: str) -> None:
        self._info: str = info
        self._connection: Connection | None = None
        self._lock: asyncio.Lock = asyncio.Lock()
        self._closed: bool = False

    @asynccontextmanager
    async def use(self) -> AsyncIterator[Connection]:
        """The connection, for one at a time.

        Raises:
            StoreFailed: the server can't be reached, or does not do what is asked.
        """
        async with self._lock:
            try:
                async with asyncio.timeout(PATIENCE):
                    yield await self._connected()
            except (psycopg.Error, OSError, ValueError) as error:
                await self._drop()
                raise StoreFailed(f"the database can't be used: {_word(error)}") from error
            except BaseException:
                await self._drop()
                raise

    async def close(self) -> None:
        """End the connection, once nobody uses it."""
        async with self._lock:
            self._closed = True
            await self._drop()

    async def _connected(self) -> Connection:
        if self._closed:
            raise StoreFailed("the database is closed")
        if self._connection is None:
            self._connection = await psycopg.AsyncConnection.connect(self._info, autocommit=True)
        return self._connection

    async def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()


def _word(error: Exception) -> str:
    """What players may be told; where the server is, and what it was sent, is for its keeper."""
    if isinstance(error, psycopg.Error) and error.diag.message_primary:
        return error.diag.message_primary
    LOGGER.warning("the database does not answer: %s", _first_line(error))
    return "it does not answer"


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)
