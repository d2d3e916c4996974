"""A database: histories and lobby, in an SQLite file or in PostgreSQL, with the schema of now."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import QueuePool, create_engine, event, text

from parlour.server import sqlite
from parlour.server.errors import StoreFailed
from parlour.server.lobby import Lobby, failing, writing
from parlour.server.sqlite import SQLiteStore
from parlour.terminal import shelf

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection, Engine

    from parlour.server.store import Store

SQLITE: Final = "sqlite:///"
POSTGRES: Final = ("postgresql://", "postgres://")
VARIABLE: Final = "PARLOUR_DATABASE"
_LOCK: Final = 0x7061726C6F7572
"""Of PostgreSQL's advisory locks, the one for who migrates."""
_PATIENCE: Final = 15.0
"""Seconds to wait for another process that opens the same file."""


@dataclass(frozen=True, slots=True)
class Database:
    """Histories and lobby.

    Attributes:
        store: the histories.
        lobby: all else.
    """

    store: Store
    lobby: Lobby

    async def close(self) -> None:
        """Finish what was begun; afterwards nothing may be asked."""
        await self.store.close()
        await self.lobby.close()


def default_url() -> str:
    """The database where none is named: the environment's, else a file in the folder of the user's data.

    Raises:
        OSError: the folder can't be made.
    """
    return os.environ.get(VARIABLE) or f"{SQLITE}{shelf.folder() / 'parlour.db'}"


def open_database(url: str) -> Database:
    """Open a database and bring its schema up to date; a file that is missing is made, and only its owner can read it.

    Args:
        url: ``sqlite:///path/file.db`` or ``postgresql://user@host/database``.

    Raises:
        StoreFailed: it can't be used, or its schema is of a later version of Parlour.
    """
    engine = _engine(url)
    if engine.dialect.name == "sqlite":
        store = SQLiteStore(_path(url))
        return Database(store, Lobby(engine, store.writes, store.reads))
    from parlour.server.postgres import PostgresStore  # noqa: PLC0415 - its driver comes with parlour[many]

    return Database(PostgresStore(url), Lobby(engine, *(ThreadPoolExecutor(1, "lobby") for _ in range(2))))


@contextmanager
def engine_at(url: str, *, make: bool = True) -> Iterator[Engine]:
    """Use a database as SQLAlchemy has it, its schema up to date.

    Args:
        url: as for `open_database`.
        make: whether a file that is missing is made.

    Raises:
        StoreFailed: it can't be used.
    """
    if not make and url.startswith(SQLITE) and not _path(url).exists():
        raise StoreFailed(f"no database at {_path(url)}: expected one that `parlour serve` has made")
    engine = _engine(url)
    try:
        yield engine
    finally:
        engine.dispose()


def _engine(url: str) -> Engine:
    """A database whose schema is up to date, without an open connection."""
    if url.startswith(SQLITE):
        engine = _sqlite(_path(url))
    elif url.startswith(POSTGRES):
        engine = _postgres(url)
    else:
        raise StoreFailed(
            f"{url.partition(':')[0] + ':...'!r} is no database: expected {SQLITE}PATH or {POSTGRES[0]}..."
        )
    try:
        with failing():
            _migrate(engine)
    finally:
        engine.dispose()
    return engine


def _path(url: str) -> Path:
    return Path(url.removeprefix(SQLITE))


def _sqlite(path: Path) -> Engine:
    with sqlite.failing():
        path.touch(mode=0o600)
        with closing(sqlite.connect(path)) as database:
            database.execute(f"PRAGMA busy_timeout = {_PATIENCE * 1000:.0f}")
            database.execute("PRAGMA journal_mode = WAL")
    engine = create_engine("sqlite://", creator=lambda: sqlite.connect(path), poolclass=QueuePool, hide_parameters=True)
    event.listen(engine, "begin", _begin)
    return engine


def _begin(database: Connection) -> None:
    database.exec_driver_sql(database.get_execution_options().get("begin", "BEGIN"))


def _postgres(url: str) -> Engine:
    try:
        from parlour.server import postgres  # noqa: PLC0415 - its driver comes with parlour[many]
    except ImportError as error:
        raise StoreFailed("PostgreSQL needs a driver: expected pip install 'parlour[many]'") from error
    return postgres.engine(url)


def _migrate(engine: Engine) -> None:
    """Bring the schema up to date, while no other process does."""
    config = Config()
    config.set_main_option("script_location", "parlour.server:schema")
    script = ScriptDirectory.from_config(config)
    with engine.connect() as database:
        if _revision(database, script) == script.get_current_head():
            return
    with writing(engine) as database:
        if engine.dialect.name == "postgresql":
            database.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        _revision(database, script)
        config.attributes["connection"] = database
        command.upgrade(config, "head")


def _revision(database: Connection, script: ScriptDirectory) -> str | None:
    """Which schema a database has.

    Raises:
        StoreFailed: it is none that is known here.
    """
    revision = MigrationContext.configure(database).get_current_revision()
    if revision not in (None, *(each.revision for each in script.walk_revisions())):
        expected = f"expected {script.get_current_head()} or an earlier one, or a later version of Parlour"
        raise StoreFailed(f"the database has schema {revision}: {expected}")
    return revision
