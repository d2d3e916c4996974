"""Who is connected, through this process or another; what one process writes, the others send."""

from __future__ import annotations

import asyncio
import json
import weakref
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from parlour import games
from parlour.kernel.chance import Rng
from parlour.server.commands import Accepted, Choose, Join, Sit
from parlour.server.errors import StoreFailed
from parlour.server.hall import Hall
from parlour.server.history import Entry, record_of
from parlour.server.neighbours import AGAIN, BEAT, LOST
from parlour.server.room import Room
from parlour.server.state import Sitter, State
from server.clients import MemoryStore, outside, whole_of
from steward.people import WINDOW, Ear, must, person, quickly
from support import without_collector

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from parlour.server.broker import Broker
    from parlour.server.table import Table

SETUP = games.load(games.names()[0]).setup()


class Exchange:
    """Carries notes between the processes of a test.

    Attributes:
        notes: all that were carried.
        cut: whether they are lost.
    """

    def __init__(self) -> None:
        self.hearers: list[tuple[Broker, Callable[[str, str], None]]] = []
        self.notes: list[tuple[str, str]] = []
        self.cut: bool = False

    def broker(self) -> Broker:
        return Line(self)


class Line:
    """The line of one process to the exchange."""

    def __init__(self, exchange: Exchange) -> None:
        self.exchange: Exchange = exchange

    def listen(self, heard: Callable[[str, str], None]) -> None:
        self.exchange.hearers.append((self, heard))

    def publish(self, table_id: str, note: str) -> None:
        self.exchange.notes.append((table_id, note))
        asyncio.get_running_loop().call_soon(self._carry, table_id, note)

    def _carry(self, table_id: str, note: str) -> None:
        for line, heard in self.exchange.hearers:
            if line is not self and not self.exchange.cut:
                heard(table_id, note)

    async def close(self) -> None:
        """Nothing is open."""


class Failing(MemoryStore):
    """A store that can't be read for a while.

    Attributes:
        broken: whether it fails.
        failures: how often it has failed.
    """

    broken: bool = False
    failures: int = 0

    async def load(self, table: str, after: int = 0) -> list[str]:
        if self.broken:
            self.failures += 1
            raise StoreFailed("can't be read")
        return await super().load(table, after)


async def two(store: MemoryStore, exchange: Exchange) -> tuple[Hall, Hall, str]:
    """Two processes, and a table of two people."""
    here, there = (Hall(store, outside(name), window=WINDOW, broker=exchange.broker()) for name in ("here", "there"))
    table_id = await here.create(SETUP, person(0))
    async with here.at(table_id) as table:
        for seat in range(SETUP.seats):
            await must(table, Join("join", person(seat), f"Anna {seat}"))
            await must(table, Sit("sit", person(seat), seat))
    return here, there, table_id


@asynccontextmanager
async def both(store: MemoryStore, exchange: Exchange) -> AsyncIterator[tuple[Table, Table]]:
    """A table of two people as two processes have it."""
    here, there, table_id = await two(store, exchange)
    async with here.at(table_id) as left, there.at(table_id) as right:
        yield left, right
    await asyncio.gather(here.close(), there.close())


async def settle() -> None:
    await asyncio.sleep(0.1)


def test_what_one_process_writes_the_other_sends() -> None:
    async def play() -> None:
        store, exchange, rng = MemoryStore(), Exchange(), Rng("two")
        here, there, table_id = await two(store, exchange)
        async with here.at(table_id) as left, there.at(table_id) as right:
            sides = (left, right)
            ears = [[Ear(side.listen(person(seat), seat)) for seat in range(SETUP.seats)] for side in sides]
            for seat, side in enumerate(sides):
                side.arrive(person(seat), seat)
            for number in range(300):
                await settle()
                assert [ear.known | {"log": 0} for ear in ears[0]] == [ear.known | {"log": 0} for ear in ears[1]]
                owing = [ear for ear in ears[rng.below(2)] if ear.known["options"]]
                if not owing:
                    break
                known = owing[0].known
                choice = known["options"][rng.below(len(known["options"]))]
                side = sides[rng.below(2)]
                command = Choose(str(number), person(known["viewer"]), known["viewer"], known["question"], choice)
                assert await side.do(command) == Accepted(command.id)
            assert left.over
            assert right.over
        *_, last = record_of(map(Entry.parse, store.lines[table_id])).states(SETUP.spec)
        assert last.winners
        assert all(not note or "viewers" in json.loads(note) for _, note in exchange.notes)
        await asyncio.gather(here.close(), there.close())

    quickly(play())


def test_a_table_that_leaves_memory_is_gone_with_all_that_looked_after_it() -> None:
    async def play() -> None:
        here, there, table_id = await two(MemoryStore(), Exchange())
        async with here.at(table_id) as table:
            reader = table.listen(person(0), 0)
            table.arrive(person(0), 0)
            assert reader.ready()
            left = [weakref.ref(each) for each in (table, table.state, here._stewards[table_id])]
        del table, reader
        here.clear(10**9)
        await settle()
        assert [each() for each in left] == [None, None, None]
        await asyncio.gather(here.close(), there.close())

    with without_collector():
        quickly(play())


def test_who_is_connected_elsewhere_is_there() -> None:
    async def play() -> None:
        exchange = Exchange()
        here, there, table_id = await two(MemoryStore(), exchange)
        async with here.at(table_id) as left:
            left.arrive(person(0), 0)
            await settle()
            async with there.at(table_id) as right:
                await settle()
                assert whole_of(right, None)["present"] == [True, False]
                right.arrive(person(1), 1)
                right.arrive("", None)
                right.arrive("", None)
                await settle()
                for table in (left, right):
                    assert (whole_of(table, 0)["present"], whole_of(table, 0)["watching"]) == ([True, True], 2)
                right.depart("", None)
                right.depart(person(1), 1)
                await settle()
                assert (whole_of(left, 0)["present"], whole_of(left, 0)["watching"]) == ([True, False], 1)
        await asyncio.gather(here.close(), there.close())

    quickly(play())


def test_a_process_that_says_nothing_any_more_has_nobody() -> None:
    async def play() -> None:
        exchange = Exchange()
        async with both(MemoryStore(), exchange) as (left, right):
            right.arrive(person(1), 1)
            await asyncio.sleep(10 * BEAT)
            assert whole_of(left, 0)["present"] == [False, True]
            exchange.cut = True
            await asyncio.sleep((LOST + 2) * BEAT)
            assert whole_of(left, 0)["present"] == [False, False]
            exchange.cut = False
            await asyncio.sleep(2 * BEAT)
            assert whole_of(left, 0)["present"] == [False, True]

    quickly(play())


def test_after_lost_notes_all_is_read_and_told_again() -> None:
    async def play() -> None:
        store, exchange = MemoryStore(), Exchange()
        async with both(store, exchange) as (left, right):
            await settle()
            exchange.cut = True
            right.arrive(person(1), 1)
            await must(right, Join("other", "guest", "Gast"))
            await settle()
            assert whole_of(left, None)["people"] != whole_of(right, None)["people"]
            exchange.cut = False
            for _, heard in exchange.hearers:
                heard("", "")
            await settle()
            assert whole_of(left, None)["people"] == whole_of(right, None)["people"]
            assert whole_of(left, None)["present"] == [False, True]

    quickly(play())


def test_a_store_that_fails_when_somebody_else_wrote_is_read_later() -> None:
    async def play() -> None:
        store, exchange = Failing(), Exchange()
        async with both(store, exchange) as (left, right):
            await settle()
            store.broken = True
            await must(right, Join("other", "guest", "Gast"))
            await asyncio.sleep(3.0)
            store.broken = False
            await asyncio.sleep(3.0)
            assert whole_of(left, None)["people"] == whole_of(right, None)["people"]

    quickly(play())


def test_a_store_that_fails_is_asked_no_more_often_the_more_is_written() -> None:
    async def play() -> None:
        store, exchange = Failing(), Exchange()
        async with both(store, exchange) as (left, right):
            await settle()
            store.broken = True
            for number in range(20):
                await must(right, Join("other", f"guest {number}", f"Gast {number}"))
                await asyncio.sleep(1.0)
            assert 1 < store.failures <= 20.0 / AGAIN + 1
            store.broken = False
            await asyncio.sleep(2 * AGAIN)
            assert whole_of(left, None)["people"] == whole_of(right, None)["people"]

    quickly(play())


def state_of(*people: str) -> State:
    state = State()
    state.sitters = [Sitter(name, "" if name.startswith("bot ") else name) if name else None for name in people]
    return state


def test_a_room_counts_people_once_and_strangers_each() -> None:
    room, state = Room(), state_of("a", "bot random", "", "a", "b")
    assert room.present(state) == [False, True, False, False, False]
    for viewer in [("a", 0), ("a", 0), ("a", 3), ("c", None), ("c", None), ("", None), ("", None)]:
        room.arrive(*viewer)
    assert room.present(state) == [True, True, False, True, False]
    assert room.watching == 3
    room.depart("a", 0)
    assert room.present(state)[0]
    room.depart("a", 0)
    room.depart("a", 3)
    assert not room.present(state)[0]


def test_who_is_alone() -> None:
    room, state = Room(), state_of("a", "bot random", "b", "c", "c")
    assert room.alone(state) is None
    room.arrive("a", 0)
    room.arrive("a", 0)
    assert room.alone(state) == 0
    room.elsewhere("other", [("b", 2)])
    assert room.alone(state) is None
    room.elsewhere("other", [])
    room.arrive("", None)
    assert room.alone(state) is None
    room.depart("", None)
    assert room.alone(state) == 0
    room.arrive("a", None)
    assert room.alone(state) is None
    many = Room()
    many.arrive("c", 3)
    assert many.alone(state) is None
    guest = Room()
    guest.arrive("guest", None)
    assert guest.alone(state) is None
