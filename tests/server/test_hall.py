"""Tables that nobody uses leave memory, and come back as they were; each is there at most once."""

from __future__ import annotations

import asyncio

import pytest

from parlour import games
from parlour.kernel.chance import Rng
from parlour.kernel.errors import UnknownName
from parlour.server.commands import Accepted, Join
from parlour.server.errors import StoreFailed
from parlour.server.hall import Hall
from server.clients import MemoryStore, clients, outside, owing, read_all, seated

SETUP = games.load(games.names()[0]).setup()
LATE = 10**9


class Slow(MemoryStore):
    """A store that takes a moment, and counts how often it is asked.

    Attributes:
        loads: how often it was.
        broken: whether it can't be read.
    """

    def __init__(self) -> None:
        super().__init__()
        self.loads: int = 0
        self.broken: bool = False

    async def load(self, table: str, after: int = 0) -> list[str]:
        self.loads += 1
        await asyncio.sleep(0)
        if self.broken:
            raise StoreFailed("can't be read")
        return await super().load(table, after)


def test_an_idle_table_leaves_memory_and_comes_back() -> None:
    async def play() -> None:
        out, store = outside("hall"), Slow()
        hall, table_id = Hall(store, out), (await seated(store, SETUP, out)).id
        async with hall.at(table_id) as table:
            players = clients(table)
            await table.do(owing(players)[0].choose(Rng(1), "first"))
            read_all(players)
            hall.clear(before=LATE)
            assert len(hall) == 1
        hall.clear(before=0)
        assert len(hall) == 1
        hall.clear(before=LATE)
        assert len(hall) == 0
        async with hall.at(table_id) as again:
            assert again is not table
            assert [fresh.known for fresh in clients(again)] == [player.known for player in players]
            for player in players:
                player.connect(again)
                assert player.wholes == 2

    asyncio.run(play())


def test_all_who_come_at_once_find_the_same_table() -> None:
    async def play() -> None:
        store = Slow()
        hall = Hall(store, outside("hall"))
        table_id = await hall.create(SETUP, "person 0")

        async def join(number: int) -> object:
            async with hall.at(table_id) as table:
                assert await table.do(Join("join", f"guest {number}", f"Guest {number}")) == Accepted("join")
                return table

        assert len(set(await asyncio.gather(*map(join, range(20))))) == 1
        assert store.loads == 1
        assert len(store.lines[table_id]) == 21

    asyncio.run(play())


def test_who_gives_up_waiting_does_not_stop_the_others() -> None:
    async def play() -> None:
        hall = Hall(Slow(), outside("hall"))
        table_id = await hall.create(SETUP, "person 0")

        async def use() -> str:
            async with hall.at(table_id) as table:
                return table.id

        first, second = asyncio.create_task(use()), asyncio.create_task(use())
        await asyncio.sleep(0)
        first.cancel()
        assert await second == table_id

    asyncio.run(play())


def test_a_table_that_can_not_be_read_is_tried_again() -> None:
    async def play() -> None:
        store = Slow()
        hall = Hall(store, outside("hall"))
        table_id = await hall.create(SETUP, "person 0")
        store.broken = True
        for _ in range(2):
            with pytest.raises(StoreFailed):
                async with hall.at(table_id):
                    pass
        store.broken = False
        async with hall.at(table_id) as table:
            assert table.id == table_id
        with pytest.raises(UnknownName):
            async with hall.at("nobody's"):
                pass
        assert len(hall) == 1

    asyncio.run(play())
