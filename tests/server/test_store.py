"""A store keeps every line that it has acknowledged, once and in order, or says that it could not."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import asynccontextmanager, closing
from typing import TYPE_CHECKING

import pytest

from parlour.server import sqlite as stores
from parlour.server.database import open_database
from parlour.server.errors import Conflict, StoreFailed
from parlour.server.sqlite import SQLiteStore
from parlour.server.store import Append

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[SQLiteStore]:
    database = open_database(f"sqlite:///{path}")
    assert isinstance(database.store, SQLiteStore)
    try:
        yield database.store
    finally:
        await database.close()


def test_lines_come_back_in_order_from_any_number_on(tmp_path: Path) -> None:
    async def use() -> None:
        async with opened(tmp_path / "a.db") as store:
            await store.append(Append("t", 0, ["one"], 1))
            await store.append(Append("t", 1, ["two", "three"], 2))
            assert await store.load("t") == ["one", "two", "three"]
        async with opened(tmp_path / "a.db") as again:
            assert await again.load("t", after=1) == ["two", "three"]
            assert await again.load("t", after=3) == []
            assert await again.load("nobody's") == []

    asyncio.run(use())


@pytest.mark.parametrize("version", [0, 1, 3])
def test_who_does_not_know_the_version_writes_nothing(version: int, tmp_path: Path) -> None:
    async def use() -> None:
        async with opened(tmp_path / "a.db") as store:
            await store.append(Append("t", 0, ["one", "two"], 1))
            with pytest.raises(Conflict, match=f"expected {version}"):
                await store.append(Append("t", version, ["other"], 2, over=True))
            assert await store.load("t") == ["one", "two"]
            assert await store.tables(over=True, before=9, most=9) == []
            with pytest.raises(Conflict):
                await store.append(Append("no table", 5, ["other"], 2))

    asyncio.run(use())


def test_of_writers_at_once_one_wins_and_tables_do_not_disturb_each_other(tmp_path: Path) -> None:
    async def use() -> None:
        async with opened(tmp_path / "a.db") as store:
            names = [f"t{number}" for number in range(40)]
            appends = [Append(name, 0, [f"{name} {writer}"], 1) for name in names for writer in "ab"]
            answers = await asyncio.gather(*map(store.append, appends), return_exceptions=True)
            assert answers[::2] == [None] * 40
            assert all(isinstance(answer, Conflict) for answer in answers[1::2])
            assert [await store.load(name) for name in names] == [[f"{name} a"] for name in names]

    asyncio.run(use())


def test_what_waits_together_is_committed_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    committed, batches = stores._committed, list[int]()

    def counting(database: sqlite3.Connection, appends: list[Append]) -> list[Exception | None]:
        batches.append(len(appends))
        return committed(database, appends)

    async def use() -> None:
        async with opened(tmp_path / "a.db") as store:
            with closing(sqlite3.connect(tmp_path / "a.db", isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                writes = [asyncio.create_task(store.append(Append(f"t{number}", 0, ["x"], 1))) for number in range(51)]
                await asyncio.sleep(0.05)
                assert not any(write.done() for write in writes)
                other.execute("COMMIT")
                await asyncio.gather(*writes)

    monkeypatch.setattr(stores, "_committed", counting)
    asyncio.run(use())
    assert sum(batches) == 51
    assert len(batches) <= 2


def test_idle_and_finished_tables_are_listed_oldest_first(tmp_path: Path) -> None:
    async def use() -> None:
        async with opened(tmp_path / "a.db") as store:
            for name, time in (("c", 3), ("a", 2), ("b", 1)):
                await store.append(Append(name, 0, ["made"], time))
            await store.append(Append("b", 1, ["over"], 9, over=True))
            assert await store.tables(over=False, before=4, most=9) == ["a", "c"]
            assert await store.tables(over=False, before=3, most=9) == ["a"]
            assert await store.tables(over=False, before=4, most=1) == ["a"]
            assert await store.tables(over=True, before=10, most=9) == ["b"]

    asyncio.run(use())


def test_a_locked_database_refuses_and_then_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "LOCKED", 0.02)

    async def use() -> None:
        async with opened(tmp_path / "a.db") as store:
            with closing(sqlite3.connect(tmp_path / "a.db", isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                with pytest.raises(StoreFailed, match="locked"):
                    await store.append(Append("t", 0, ["one"], 1))
                other.execute("ROLLBACK")
            await store.append(Append("t", 0, ["one"], 1))
            assert await store.load("t") == ["one"]

    asyncio.run(use())


def test_a_full_disk_refuses_all_that_waits_and_then_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = stores.connect

    def small(path: Path) -> sqlite3.Connection:
        database = connect(path)
        database.execute("PRAGMA max_page_count = 30")
        return database

    async def use() -> None:
        monkeypatch.setattr(stores, "connect", small)
        async with opened(tmp_path / "a.db") as store:
            await store.append(Append("t", 0, ["one"], 1))
            big = [Append(name, version, ["x" * 60_000], 2) for name, version in (("t", 1), ("u", 0))]
            for answer in await asyncio.gather(*map(store.append, big), return_exceptions=True):
                assert isinstance(answer, StoreFailed)
                assert "full" in str(answer)
            assert await store.load("t") == ["one"]
            await store.append(Append("t", 1, ["two"], 3))
        monkeypatch.setattr(stores, "connect", connect)
        async with opened(tmp_path / "a.db") as roomy:
            await roomy.append(Append("t", 2, ["x" * 60_000], 4))
            assert len(await roomy.load("t")) == 3

    asyncio.run(use())


def test_what_was_begun_is_finished_before_it_closes_and_nothing_after(tmp_path: Path) -> None:
    async def use() -> None:
        store = open_database(f"sqlite:///{tmp_path}/a.db").store
        writes = [asyncio.create_task(store.append(Append(f"t{number}", 0, ["x"], 1))) for number in range(300)]
        await asyncio.sleep(0)
        await store.close()
        assert await asyncio.gather(*writes) == [None] * 300
        with pytest.raises(StoreFailed, match="closed"):
            await store.append(Append("late", 0, ["x"], 1))

    asyncio.run(use())


def test_who_stops_waiting_stops_nothing(tmp_path: Path) -> None:
    async def use() -> None:
        async with opened(tmp_path / "a.db") as store:
            write = asyncio.create_task(store.append(Append("t", 0, ["x"], 1)))
            await asyncio.sleep(0)
            write.cancel()
            await store.append(Append("u", 0, ["y"], 1))
            assert await store.load("t") == ["x"]

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
def test_only_its_owner_can_read_the_file(tmp_path: Path) -> None:
    async def use() -> None:
        async with opened(tmp_path / "a.db") as store:
            await store.append(Append("t", 0, ["x"], 1))
            assert modes() == {0o600}

    def modes() -> set[int]:
        return {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}

    asyncio.run(use())


def test_commits_are_written_through_to_the_disk(tmp_path: Path) -> None:
    async def use() -> None:
        async with opened(tmp_path / "a.db") as store:
            assert store._database.execute("PRAGMA synchronous").fetchone() == (2,)
            assert store._database.execute("PRAGMA journal_mode").fetchone() == ("wal",)

    asyncio.run(use())


def test_a_write_that_breaks_off_leaves_the_next_one_alone(tmp_path: Path) -> None:
    async def use() -> None:
        async with opened(tmp_path / "a.db") as store:
            await store.append(Append("t", 0, ["one"], 1))
            with closing(sqlite3.connect(tmp_path / "a.db", isolation_level=None)) as other:
                other.execute("INSERT INTO entries VALUES ('t', 3, 'stray')")
            with pytest.raises(StoreFailed, match="UNIQUE"):
                await store.append(Append("t", 1, ["two", "three"], 2))
            await store.append(Append("u", 0, ["one"], 3))
            assert await store.load("t") == ["one", "stray"]
            await store.append(Append("t", 1, ["two"], 4))
            assert await store.load("t") == ["one", "two", "stray"]

    asyncio.run(use())
