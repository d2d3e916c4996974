"""Whole games in a hall: people, several at one screen, bots, a spectator; some with bots in real processes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from parlour import games
from parlour.kernel.chance import Rng
from parlour.kernel.record import Record
from parlour.server.commands import Choose, Join, Refused, Sit
from parlour.server.hall import Hall
from parlour.server.history import Entry, record_of
from server.clients import MemoryStore, outside
from steward.people import Minds, must, person

if TYPE_CHECKING:
    from parlour.kernel.options import Seat
    from parlour.kernel.spec import Setup
    from parlour.server.table import Table

SETUPS = [
    spec.setup(seats)
    for spec in map(games.load, games.names())
    for seats in sorted({spec.seats[0], min(4, spec.seats[1])})
]
LONG = 10**9


async def seat_all(table: Table, people: int, screens: int) -> list[str]:
    """Seat people, the last of them with all seats of people that are left, and bots; returns who decides for each."""
    seats = table.free_seats()
    owners = [person(min(seat, screens - 1)) if seat < people else "" for seat in seats]
    for who in {*owners, person(0)} - {""}:
        await must(table, Join("join", who, f"Anna {who[-1]}"))
    for seat, who in zip(seats, owners, strict=True):
        name = f"Anna at {seat}" if who else ("bot passive", "bot random")[seat % 2]
        await must(table, Sit(f"sit {seat}", who or person(0), seat, name))
    return owners


async def follow(table: Table, who: str, seat: Seat | None, rng: Rng, most: int) -> dict[str, Any]:
    """Sit there, answer what is asked at random, at most so often, and see the end."""
    reader, known, answered = table.listen(who, seat), dict[str, Any](), -1
    table.arrive(who, seat)
    while not known.get("winners") and most:
        message = await reader.next()
        known |= message.body.get("whole") or message.body["changed"]
        if seat is not None and known.get("options") and known["question"] != answered:
            answered, most = known["question"], most - 1
            choice = known["options"][rng.below(len(known["options"]))]
            answer = await table.do(Choose(f"{seat}-{answered}", who, seat, answered, choice))
            assert not isinstance(answer, Refused) or known["window"], answer
    table.depart(who, seat)
    return known


@pytest.mark.parametrize(("people", "screens"), [(1, 1), (2, 2), (2, 1), (0, 0)])
def test_games_are_played_to_the_end(people: int, screens: int) -> None:
    async def play(setup: Setup) -> None:
        store = MemoryStore()
        hall = Hall(store, outside(setup), window=0.0)
        hall._thinkers = Minds()
        table_id = await hall.create(setup, person(0))
        async with hall.at(table_id) as table:
            owners = await seat_all(table, people, screens)
            viewers: list[tuple[str, Seat | None]] = [
                ("", None),
                *((who, seat) for seat, who in enumerate(owners) if who),
            ]
            seen = await asyncio.gather(*(follow(table, *each, Rng(each), LONG) for each in viewers))
        assert len({str(each["winners"]) for each in seen}) == 1
        await hall.close()
        record = record_of(map(Entry.parse, store.lines[table_id]))
        assert Record.parse(record.text()) == record
        *_, last = record.states(setup.spec)
        assert last.winners == seen[0]["winners"]
        assert {each.by for each in record.decisions if not owners[each.seat]} <= {""}
        assert {each.by for each in record.decisions} <= {"", "window"}

    for setup in SETUPS:
        asyncio.run(play(setup))


def test_bots_in_real_processes_play_with_people() -> None:
    async def play(setup: Setup) -> None:
        store = MemoryStore()
        hall = Hall(store, outside(setup), window=0.0)
        table_id = await hall.create(setup, person(0))
        async with hall.at(table_id) as table:
            (who, *_) = await seat_all(table, 1, 1)
            await follow(table, who, 0, Rng("real"), 6)
        await hall.close()
        assert hall._thinkers.failures == 0
        record = record_of(map(Entry.parse, store.lines[table_id]))
        assert {each.by for each in record.decisions if each.seat} <= {""}
        assert {each.seat for each in record.decisions} >= {0, 1}

    for setup in SETUPS[::2]:
        asyncio.run(play(setup))


def test_a_table_that_was_left_goes_on_when_somebody_comes_back() -> None:
    async def play(setup: Setup) -> None:
        store = MemoryStore()
        hall = Hall(store, outside(setup), window=0.0)
        hall._thinkers = Minds()
        table_id = await hall.create(setup, person(0))
        async with hall.at(table_id) as table:
            (who, *_) = await seat_all(table, 1, 1)
            known = await follow(table, who, 0, Rng("left"), 2)
        hall.clear(LONG)
        assert len(hall) == 0
        assert not hall._stewards
        async with hall.at(table_id) as again:
            assert again is not table
            known = await follow(again, who, 0, Rng("back"), LONG)
        assert known["winners"]
        await hall.close()

    for setup in SETUPS[::2]:
        asyncio.run(play(setup))


def test_a_hall_closes_while_bots_play() -> None:
    async def play(setup: Setup) -> None:
        store = MemoryStore()
        hall = Hall(store, outside(setup), window=0.0)
        ids = [await hall.create(setup, person(0)) for _ in range(4)]
        for table_id in ids:
            async with hall.at(table_id) as table:
                await seat_all(table, 0, 0)
        await asyncio.sleep(0.05)
        await hall.close()
        before = [list(store.lines[table_id]) for table_id in ids]
        await asyncio.sleep(0.05)
        assert before == [store.lines[table_id] for table_id in ids]

    for setup in SETUPS[::2]:
        asyncio.run(play(setup))
