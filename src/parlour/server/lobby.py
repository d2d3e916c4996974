"""What the server keeps beside the histories: guests, who opened which table and who was there, and its own secret."""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

from sqlalchemy import func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from parlour.server.errors import StoreFailed
from parlour.server.schema import GUESTS, OPENINGS, SETTINGS, TABLES, VISITS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from concurrent.futures import Executor

    from sqlalchemy import Connection, Engine, Executable, Table

Found = TypeVar("Found")
LOGGER: Final = logging.getLogger(__name__)
SECRET_BYTES: Final = 32
ID_BYTES: Final = 9


@dataclass(frozen=True, slots=True)
class Guest:
    """A person without an account.

    Attributes:
        id: who it is, as histories name the person; never shown to others.
        name: what others call the guest.
        created: milliseconds since 1970, UTC.
    """

    id: str
    name: str
    created: int


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table in a list: its id, its game, whether it is over, and when it changed last, in milliseconds since 1970, UTC."""

    table: str
    game: str
    over: bool
    changed: int


class Lobby:
    """Asks and writes in threads of its own, one statement or transaction at a time.

    Every method raises `StoreFailed` where it can't do its work.

    Args:
        engine: the database; a transaction with the execution option `WRITES` may write.
        writes: runs what writes.
        reads: runs what only reads.
    """

    def __init__(self, engine: Engine, writes: Executor, reads: Executor) -> None:
        self._engine: Engine = engine
        self._writes: Executor = writes
        self._reads: Executor = reads

    async def secret(self) -> bytes:
        """32 bytes that the server keeps to itself, the same for all its processes, made when they are first asked for."""
        made = {"name": "secret", "value": secrets.token_bytes(SECRET_BYTES)}
        await self._write(inserted(self._engine, SETTINGS, made))
        query = select(SETTINGS.c.value).filter_by(name="secret")
        return bytes(await self._read(lambda database: database.execute(query).scalar_one()))

    async def add_guest(self, name: str, token_hash: bytes, now: int) -> Guest:
        """A new guest, who is known again by a token of which only the hash is kept."""
        guest = Guest(secrets.token_urlsafe(ID_BYTES), name, now)
        values = {"id": guest.id, "name": name, "created": now, "token_hash": token_hash}
        await self._write(GUESTS.insert().values(values))
        return guest

    async def guest(self, token_hash: bytes) -> Guest | None:
        """Whose token it is; nobody's if it is unknown or revoked."""
        query = select(GUESTS.c.id, GUESTS.c.name, GUESTS.c.created).filter_by(token_hash=token_hash)
        row = await self._read(lambda database: database.execute(query).one_or_none())
        return row and Guest(*row)

    async def rename(self, guest_id: str, name: str) -> None:
        """Call a guest something else."""
        await self._write(update(GUESTS).filter_by(id=guest_id).values(name=name))

    async def revoke(self, guest_id: str) -> None:
        """Forget a guest's token: nobody is known by it any more."""
        await self._write(update(GUESTS).filter_by(id=guest_id).values(token_hash=None))

    async def revoked(self, guest_ids: Collection[str]) -> set[str]:
        """Those of some guests whose token is forgotten."""
        query = select(GUESTS.c.id).where(GUESTS.c.id.in_(guest_ids), GUESTS.c.token_hash.is_(None))
        return set(await self._read(lambda database: database.scalars(query).all()))

    async def opened(self, table_id: str, game: str, creator_guest_id: str, now: int) -> None:
        """A guest has set up a table."""
        opening = {"table_id": table_id, "game": game, "guest_id": creator_guest_id, "time": now}
        await self._write(inserted(self._engine, OPENINGS, opening))

    async def visited(self, table_id: str, guest_id: str, now: int) -> None:
        """A guest is at a table."""
        visit = {"guest_id": guest_id, "table_id": table_id, "time": now}
        insert = _insert(self._engine, VISITS).values(visit)
        await self._write(insert.on_conflict_do_update(index_elements=VISITS.primary_key.columns, set_={"time": now}))

    async def tables_of(self, guest_id: str, most: int) -> list[TableLine]:
        """The tables that a guest has set up or was at; what changed last comes first.

        Args:
            guest_id: the guest.
            most: how many at most.
        """
        been = select(VISITS.c.table_id).filter_by(guest_id=guest_id)
        own = select(OPENINGS.c.table_id).filter_by(guest_id=guest_id)
        query = (
            select(TABLES.c.id, OPENINGS.c.game, TABLES.c.over, TABLES.c.changed)
            .join(OPENINGS, OPENINGS.c.table_id == TABLES.c.id)
            .where(TABLES.c.id.in_(been.union(own)))
            .order_by(TABLES.c.changed.desc(), TABLES.c.id)
            .limit(most)
        )
        return await self._read(lambda database: [TableLine(*row) for row in database.execute(query)])

    async def counts(self, guest_id: str) -> tuple[int, int]:
        """How many tables that are not over a guest has set up, and how many there are in all."""
        going = select(func.count()).select_from(TABLES).where(~TABLES.c.over)
        own = going.join_from(TABLES, OPENINGS, OPENINGS.c.table_id == TABLES.c.id).where(
            OPENINGS.c.guest_id == guest_id
        )
        query = select(own.scalar_subquery(), going.scalar_subquery())
        mine, everybody = await self._read(lambda database: database.execute(query).one())
        return mine, everybody

    async def ping(self) -> None:
        """Nothing, if the database answers."""
        await self._read(lambda database: database.scalar(select(1)))

    async def close(self) -> None:
        """Let go of the database; afterwards nothing may be asked."""
        await asyncio.to_thread(self._writes.shutdown)
        await asyncio.to_thread(self._reads.shutdown)
        self._engine.dispose()

    async def _write(self, statement: Executable) -> None:
        def write() -> None:
            with failing(discreet=True), writing(self._engine) as database:
                database.execute(statement)

        await self._run(self._writes, write)

    async def _read(self, question: Callable[[Connection], Found]) -> Found:
        def read() -> Found:
            with failing(discreet=True), self._engine.connect() as database:
                return question(database)

        return await self._run(self._reads, read)

    async def _run(self, executor: Executor, work: Callable[[], Found]) -> Found:
        try:
            future = executor.submit(work)
        except RuntimeError as error:
            raise StoreFailed("the database is closed") from error
        return await asyncio.wrap_future(future)


def inserted(engine: Engine, table: Table, values: dict[str, Any]) -> postgresql.Insert | sqlite.Insert:
    """A statement that inserts a row unless it is there."""
    return _insert(engine, table).values(values).on_conflict_do_nothing()


def _insert(engine: Engine, table: Table) -> postgresql.Insert | sqlite.Insert:
    return postgresql.insert(table) if engine.dialect.name == "postgresql" else sqlite.insert(table)


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that may write from its first statement on."""
    with engine.execution_options(begin="BEGIN IMMEDIATE").begin() as database:
        yield database


@contextmanager
def failing(*, discreet: bool = False) -> Iterator[None]:
    """What the database raises becomes `StoreFailed`, in one line and without the values of the statement.

    Args:
        discreet: whether who asks is not told where a server is that does not answer; then the log is.
    """
    try:
        yield
    except DBAPIError as error:
        word = next(iter(str(error.orig).splitlines()), "no reason given")
        if discreet and not _has_answered(error.orig):
            LOGGER.warning("the database does not answer: %s", word)
            word = "it does not answer"
        raise StoreFailed(f"the database can't be used: {word}") from error
    except (SQLAlchemyError, ValueError) as error:
        raise StoreFailed(f"the database can't be used: {error}") from error


def _has_answered(error: BaseException | None) -> bool:
    """Whether it is the server's own word, or a file's."""
    said = getattr(error, "diag", None)
    return said is None or bool(said.message_primary)
