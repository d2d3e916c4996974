"""The schema is made, taken over, brought up to date, and left alone where it is of a later version."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from database.opening import listed, opened
from parlour.server.database import engine_at, open_database
from parlour.server.errors import StoreFailed
from parlour.server.schema import METADATA
from parlour.server.store import Append
from support import scaled

if TYPE_CHECKING:
    from pathlib import Path

EARLIER = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, version INTEGER NOT NULL, over INTEGER NOT NULL, changed INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX tables_by_change ON tables (over, changed);
    CREATE TABLE entries (
        id TEXT NOT NULL, number INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (id, number)
    ) WITHOUT ROWID;
    INSERT INTO tables VALUES ('t', 2, 0, 5), ('u', 1, 1, 6);
    INSERT INTO entries VALUES ('t', 1, 'one'), ('t', 2, 'two'), ('u', 1, 'end');
    PRAGMA user_version = 1;
"""
"""What was made before there were migrations."""


def test_the_migrations_lead_to_the_tables_that_the_code_knows(url: str) -> None:
    with engine_at(url) as engine, engine.connect() as database:
        assert compare_metadata(MigrationContext.configure(database), METADATA) == []


def test_an_earlier_file_is_taken_over_with_all_that_it_has(path: Path, sqlite_url: str) -> None:
    with closing(sqlite3.connect(path)) as earlier:
        earlier.executescript(EARLIER)

    async def use() -> None:
        async with opened(sqlite_url) as database:
            assert await database.store.load("t") == ["one", "two"]
            assert await database.lobby.counts("anybody") == (0, 1)
            await database.store.append(Append("t", 2, ["three"], 7, over=True))
        async with opened(sqlite_url) as again:
            assert await again.store.load("t") == ["one", "two", "three"]

    asyncio.run(use())
    assert listed(sqlite_url) == [("t", 3, True, 7), ("u", 1, True, 6)]


OPENER = """
import sys
from parlour.server.database import open_database
print("ready", flush=True)
for line in sys.stdin:
    open_database(line.strip())
    print("opened", flush=True)
"""


def said(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def tell(process: subprocess.Popen[str], line: str) -> None:
    assert process.stdin is not None
    process.stdin.write(line + "\n")
    process.stdin.flush()


def test_processes_that_start_at_once_make_it_once(url: str) -> None:
    urls = [url] if url.startswith("postgres") else [f"{url}.{number}" for number in range(scaled(5))]
    command, pipe = [sys.executable, "-c", OPENER], subprocess.PIPE
    with ExitStack() as running:
        started = [subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) for _ in range(3)]  # noqa: S603 - our own lines
        processes = [running.enter_context(process) for process in started]
        assert [said(process) for process in processes] == ["ready"] * 3
        for each in urls:
            for process in processes:
                tell(process, each)
            assert [said(process) for process in processes] == ["opened"] * 3
    assert [process.returncode for process in processes] == [0] * 3


def test_a_later_schema_is_refused_in_a_line_and_left_alone(url: str) -> None:
    with engine_at(url) as engine, engine.begin() as database:
        database.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreFailed, match="schema 9999: expected 0002"):
        open_database(url)
    with pytest.raises(StoreFailed, match="schema 9999"), engine_at(url):
        pass
