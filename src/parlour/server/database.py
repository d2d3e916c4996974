"""A database: histories and lobby, in an SQLite file or in PostgreSQL, with the schema of now."""

from __future__ import annotations

import os
import sqlite3
import time
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
    from collections.abc import Iterator, Mapping

    from sqlalchemy import Connection, Engine

    from parlour.server.store import Store

SQLITE: Final = "sqlite:///"
POSTGRES: Final = ("postgresql://", "postgres://")
VARIABLE: Final = "PARLOUR_DATABASE"
_LOCK: Final = 0x7061726C6F7572
"""Of PostgreSQL's advisory locks, the one for who migrates."""
_PATIENCE: Final = 15
"""Seconds to wait for another process that opens the same database."""
_AGAIN: Final = 0.01
"""Seconds until it is tried again."""


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


def default_url(environment: Mapping[str, str] = os.environ) -> str:
    """The database where none is named: the environment's, else a file in the folder of the user's data.

    Args:
        environment: the variables.

    Raises:
        OSError: the folder can't be made.
    """
    return environment.get(VARIABLE) or f"{SQLITE}{shelf.folder() / 'parlour.db'}"


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
        _make(_path(url))
        _migrate(_sqlite(_path(url), _PATIENCE))
        return _sqlite(_path(url), sqlite.LOCKED)
    if url.startswith(POSTGRES):
        engine = _postgres(url)
        _migrate(engine)
        return engine
    named = url.partition(":")[0] + ":..."
    raise StoreFailed(f"{named!r} is no database: expected {SQLITE}PATH or {POSTGRES[0]}...")


def _path(url: str) -> Path:
    return Path(url.removeprefix(SQLITE))


def _make(path: Path) -> None:
    """Make the file where it is missing; readers and writers never wait for each other in it."""
    with sqlite.failing():
        path.touch(mode=0o600)
        with closing(sqlite.connect(path, _PATIENCE)) as database:
            _write_ahead(database)


def _write_ahead(database: sqlite3.Connection) -> None:
    """Switch to the write-ahead log; SQLite refuses this at once while another process does it."""
    late = time.monotonic() + _PATIENCE
    while True:
        try:
            database.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > late:
                raise
            time.sleep(_AGAIN)
        else:
            return


def _sqlite(path: Path, patience: float) -> Engine:
    def connect() -> sqlite3.Connection:
        return sqlite.connect(path, patience)

    engine = create_engine("sqlite://", creator=connect, poolclass=QueuePool, hide_parameters=True)
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
    try:
        with failing():
            if not _is_of_now(engine, script):
                _upgrade(engine, script, config)
    finally:
        engine.dispose()


def _is_of_now(engine: Engine, script: ScriptDirectory) -> bool:
    with engine.connect() as database:
        return _revision(database, script) == script.get_current_head()


def _upgrade(engine: Engine, script: ScriptDirectory, config: Config) -> None:
    with writing(engine) as database:
        if engine.dialect.name == "postgresql":
            database.execute(text(f"SET LOCAL lock_timeout = '{_PATIENCE}s'"))
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
