"""Tables in a file: locked, full, of somebody else, and for nobody else to read."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from database.opening import opened_store
from parlour.server import sqlite
from parlour.server.database import open_database
from parlour.server.errors import StoreFailed
from parlour.server.sqlite import SQLiteStore
from parlour.server.store import Append

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from parlour.server.errors import Conflict


def test_what_waits_together_is_committed_together(
    path: Path, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    committed, batches = sqlite._committed, list[int]()

    def counting(database: sqlite3.Connection, appends: Sequence[Append]) -> list[Conflict | None]:
        batches.append(len(appends))
        return committed(database, appends)

    async def use() -> None:
        async with opened_store(sqlite_url) as store:
            with closing(sqlite3.connect(path, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                writes = [asyncio.create_task(store.append(Append(f"t{number}", 0, ["x"], 1))) for number in range(51)]
                await asyncio.sleep(0.05)
                assert not any(write.done() for write in writes)
                other.execute("COMMIT")
                await asyncio.gather(*writes)

    monkeypatch.setattr(sqlite, "_committed", counting)
    asyncio.run(use())
    assert sum(batches) == 51
    assert len(batches) <= 2


def test_a_locked_database_refuses_and_then_goes_on(
    path: Path, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "LOCKED", 0.02)

    async def use() -> None:
        async with opened_store(sqlite_url) as store:
            with closing(sqlite3.connect(path, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                with pytest.raises(StoreFailed, match="locked"):
                    await store.append(Append("t", 0, ["one"], 1))
                other.execute("ROLLBACK")
            await store.append(Append("t", 0, ["one"], 1))
            assert await store.load("t") == ["one"]

    asyncio.run(use())


def test_a_full_disk_refuses_all_that_waits_and_then_goes_on(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = sqlite.connect

    def small(path: Path, patience: float) -> sqlite3.Connection:
        database = connect(path, patience)
        database.execute("PRAGMA max_page_count = 30")
        return database

    async def use() -> None:
        monkeypatch.setattr(sqlite, "connect", small)
        async with opened_store(sqlite_url) as store:
            await store.append(Append("t", 0, ["one"], 1))
            big = [Append(name, version, ["x" * 60_000], 2) for name, version in (("t", 1), ("u", 0))]
            for answer in await asyncio.gather(*map(store.append, big), return_exceptions=True):
                assert isinstance(answer, StoreFailed)
                assert "full" in str(answer)
            assert await store.load("t") == ["one"]
            await store.append(Append("t", 1, ["two"], 3))
        monkeypatch.setattr(sqlite, "connect", connect)
        async with opened_store(sqlite_url) as roomy:
            await roomy.append(Append("t", 2, ["x" * 60_000], 4))
            assert len(await roomy.load("t")) == 3

    asyncio.run(use())


def test_what_is_no_database_of_ours_is_refused(tmp_path: Path) -> None:
    text, later = tmp_path / "text.db", tmp_path / "later.db"
    text.write_text("parlour record 1\n" * 100, encoding="utf-8")
    with closing(sqlite3.connect(later)) as database:
        database.executescript(
            "CREATE TABLE alembic_version (version_num); INSERT INTO alembic_version VALUES ('9999')"
        )
    for path, word in (
        (text, "not a database"),
        (later, "schema 9999"),
        (tmp_path / "no" / "folder.db", "can't be used"),
    ):
        with pytest.raises(StoreFailed, match=word):
            open_database(f"sqlite:///{path}")


@pytest.mark.skipif(os.name == "nt", reason="files have other permissions there")
def test_only_its_owner_can_read_the_file(sqlite_url: str, tmp_path: Path) -> None:
    async def use() -> None:
        async with opened_store(sqlite_url) as store:
            await store.append(Append("t", 0, ["x"], 1))
            assert modes() == {0o600}

    def modes() -> set[int]:
        return {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}

    asyncio.run(use())


def test_commits_are_written_through_to_the_disk(sqlite_url: str) -> None:
    async def use() -> None:
        async with opened_store(sqlite_url) as store:
            assert isinstance(store, SQLiteStore)
            assert store._database.execute("PRAGMA synchronous").fetchone() == (2,)
            assert store._database.execute("PRAGMA journal_mode").fetchone() == ("wal",)

    asyncio.run(use())


def test_a_write_that_breaks_off_leaves_the_next_one_alone(path: Path, sqlite_url: str) -> None:
    async def use() -> None:
        async with opened_store(sqlite_url) as store:
            await store.append(Append("t", 0, ["one"], 1))
            with closing(sqlite3.connect(path, isolation_level=None)) as other:
                other.execute("INSERT INTO entries VALUES ('t', 3, 'stray')")
            with pytest.raises(StoreFailed, match="UNIQUE"):
                await store.append(Append("t", 1, ["two", "three"], 2))
            await store.append(Append("u", 0, ["one"], 3))
            assert await store.load("t") == ["one", "stray"]
            await store.append(Append("t", 1, ["two"], 4))
            assert await store.load("t") == ["one", "two", "stray"]

    asyncio.run(use())
