"""A store keeps every line that it has acknowledged, once and in order, or says that it could not."""

from __future__ import annotations

import asyncio

import pytest

from database.opening import listed, opened_store
from parlour.server.database import open_database
from parlour.server.errors import Conflict, StoreFailed
from parlour.server.store import Append
from serving import PATIENCE


def test_lines_come_back_in_order_from_any_number_on(url: str) -> None:
    async def use() -> None:
        async with opened_store(url) as store:
            await store.append(Append("t", 0, ["one"], 1))
            await store.append(Append("t", 1, ["two", "three"], 2))
            assert await store.load("t") == ["one", "two", "three"]
        async with opened_store(url) as again:
            assert await again.load("t", after=1) == ["two", "three"]
            assert await again.load("t", after=3) == []
            assert await again.load("nobody's") == []

    asyncio.run(use())


@pytest.mark.parametrize("version", [0, 1, 3])
def test_who_does_not_know_the_version_writes_nothing(version: int, url: str) -> None:
    async def use() -> None:
        async with opened_store(url) as store:
            await store.append(Append("t", 0, ["one", "two"], 1))
            with pytest.raises(Conflict, match=f"expected {version}"):
                await store.append(Append("t", version, ["other"], 2, over=True))
            assert await store.load("t") == ["one", "two"]
            with pytest.raises(Conflict):
                await store.append(Append("no table", 5, ["other"], 2))

    asyncio.run(use())
    assert listed(url) == [("t", 2, False, 1)]


def test_of_writers_at_once_one_wins_and_tables_do_not_disturb_each_other(url: str) -> None:
    async def use() -> None:
        async with opened_store(url) as store:
            names = [f"t{number}" for number in range(40)]
            appends = [Append(name, 0, [f"{name} {writer}"], 1) for name in names for writer in "ab"]
            answers = await asyncio.gather(*map(store.append, appends), return_exceptions=True)
            assert answers[::2] == [None] * 40
            assert all(isinstance(answer, Conflict) for answer in answers[1::2])
            assert [await store.load(name) for name in names] == [[f"{name} a"] for name in names]

    asyncio.run(use())


def test_a_table_is_listed_with_its_version_its_end_and_its_last_change(url: str) -> None:
    async def use() -> None:
        async with opened_store(url) as store:
            for name, time in (("b", 1), ("a", 2)):
                await store.append(Append(name, 0, ["made"], time))
            await store.append(Append("b", 1, ["decided", "over"], 9, over=True))

    asyncio.run(use())
    assert listed(url) == [("a", 1, False, 2), ("b", 3, True, 9)]


class Huge(list[str]):
    """Lines for which there is no memory."""

    def __len__(self) -> int:
        raise MemoryError


def test_whatever_goes_wrong_nobody_waits_for_ever(url: str) -> None:
    async def use() -> None:
        async with opened_store(url) as store, asyncio.timeout(PATIENCE):
            for append in (Append("t", 0, Huge(), 1), Append("t", 0, ["one"], 1 << 64)):
                with pytest.raises(StoreFailed, match="can't be used"):
                    await store.append(append)
            await store.append(Append("t", 0, ["one"], 1))
            assert await store.load("t") == ["one"]

    asyncio.run(use())


def test_what_was_begun_is_finished_before_it_closes_and_nothing_after(url: str) -> None:
    async def use() -> None:
        database = open_database(url)
        store = database.store
        writes = [asyncio.create_task(store.append(Append(f"t{number}", 0, ["x"], 1))) for number in range(300)]
        await asyncio.sleep(0)
        await database.close()
        assert await asyncio.gather(*writes) == [None] * 300
        with pytest.raises(StoreFailed, match="closed"):
            await store.append(Append("late", 0, ["x"], 1))
        with pytest.raises(StoreFailed, match="closed"):
            await store.load("t1")
        with pytest.raises(StoreFailed, match="closed"):
            await database.lobby.ping()

    asyncio.run(use())


def test_who_stops_waiting_stops_nothing(url: str) -> None:
    async def use() -> None:
        async with opened_store(url) as store:
            write = asyncio.create_task(store.append(Append("t", 0, ["x"], 1)))
            await asyncio.sleep(0)
            write.cancel()
            await store.append(Append("u", 0, ["y"], 1))
            assert await store.load("t") == ["x"]

    asyncio.run(use())
