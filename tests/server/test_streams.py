"""A stream: numbers without a gap, what a client that comes back is sent, and what a slow one is."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from parlour import games
from parlour.kernel.chance import Rng
from parlour.server.commands import Accepted, Join, Reason, Refused
from parlour.server.errors import NotYourSeat
from parlour.server.streams import KEPT, Change
from server.clients import Client, MemoryStore, clients, outside, owing, read_all, seated

if TYPE_CHECKING:
    from parlour.kernel.spec import Setup
    from parlour.server.store import Append
    from parlour.server.table import Table

SETUP = games.load(games.names()[0]).setup()


async def new_table(setup: Setup = SETUP) -> Table:
    return await seated(MemoryStore(), setup, outside("streams"))


async def rename(table: Table, times: int) -> None:
    """Something that sends every viewer a message, so many times."""
    for _ in range(times):
        number = len(table._state.commands)
        assert await table.do(Join(f"j{number}", "guest", f"Guest {number}")) == Accepted(f"j{number}")


@pytest.mark.parametrize("missed", [0, 1, KEPT])
def test_who_comes_back_is_sent_what_was_missed(missed: int) -> None:
    async def play() -> None:
        table = await new_table()
        client = Client(0, table)
        await rename(table, 3)
        client.read()
        await rename(table, missed)
        client.connect(table)
        assert (client.number, client.wholes) == (3 + missed, 1)
        assert client.known == Client(0, table).known

    asyncio.run(play())


def test_who_has_missed_too_much_gets_one_whole_view_and_goes_on() -> None:
    async def play() -> None:
        table = await new_table()
        slow = Client(0, table)
        await rename(table, KEPT + 1)
        assert slow.read() == 1
        assert (slow.number, slow.wholes) == (KEPT + 1, 2)
        await rename(table, 2)
        assert slow.read() == 2
        assert slow.known == Client(0, table).known

    asyncio.run(play())


@pytest.mark.parametrize(("epoch", "number"), [("other", 1), ("", None), ("same", -1), ("same", 3), ("same", None)])
def test_a_number_that_says_nothing_here_gets_the_whole_view(epoch: str, number: int | None) -> None:
    async def play() -> None:
        table = await new_table()
        client = Client(0, table)
        await rename(table, 2)
        message = table.listen("person 0", 0, client.epoch if epoch == "same" else epoch, number).ready()
        assert message is not None
        assert (message.number, set(message.body)) == (2, {"whole", "epoch"})

    asyncio.run(play())


def test_a_waiting_reader_is_woken_by_the_next_message() -> None:
    async def play() -> None:
        table = await new_table()
        reader = table.listen("guest", None)
        await reader.next()
        for number in (1, 2):
            waiting = asyncio.create_task(reader.next())
            await asyncio.sleep(0)
            assert not waiting.done()
            await rename(table, 1)
            message = await waiting
            assert (message.number, list(message.body["changed"]), message.body["events"]) == (number, ["people"], [])

    asyncio.run(play())


def test_two_readers_of_a_seat_are_sent_the_same() -> None:
    async def play() -> None:
        table = await new_table()
        here, there = Client(0, table), Client(0, table)
        await rename(table, 5)
        read_all([here, there])
        assert here.received == there.received

    asyncio.run(play())


@pytest.mark.parametrize("person", ["", "person 1", "guest"])
def test_only_who_sits_there_is_told_what_a_seat_sees(person: str) -> None:
    async def play() -> None:
        table = await new_table()
        with pytest.raises(NotYourSeat):
            table.listen(person, 0)

    asyncio.run(play())


def test_only_zones_that_changed_are_sent(setup: Setup) -> None:
    async def play() -> None:
        table, rng = await new_table(setup), Rng("zones")
        players = clients(table)
        for turn in range(10):
            before = [player.known for player in players]
            old = [dict(known.get("zones", {})) for known in before]
            ready = owing(players)
            if not ready:
                break
            await table.do(ready[0].choose(rng, turn))
            for player, zones in zip(players, old, strict=True):
                message = player.reader._stream.after(player.number)
                sent = message.body["changed"].get("zones", {}) if message else {}
                player.read()
                now = player.known["zones"]
                assert set(sent) == {name for name in now if now[name] != zones[name]}

    asyncio.run(play())


def test_what_is_only_told_is_sent_to_those_who_are_told() -> None:
    async def play() -> None:
        table = await new_table()
        players = clients(table)
        told = [[0b001, {"event": "told", "message": "hush"}]]
        for stream in table._streams.values():
            stream.follow(Change(told))
        assert [player.read() for player in players] == [1, 0, 0]
        assert players[0].events == [{"event": "told", "message": "hush"}]

    asyncio.run(play())


def test_what_all_are_told_alike_is_kept_once() -> None:
    async def play() -> None:
        table = await new_table()
        read_all(clients(table))
        await rename(table, 1)
        first, *others = (stream.sight.alike for stream in table._streams.values())
        assert others
        assert all(other is first for other in others)

    asyncio.run(play())


def test_what_is_new_to_all_alike_is_new_to_each_since_what_it_was_told() -> None:
    async def play() -> None:
        table = await new_table()
        sights = [table._scene.sight(0)]
        for _ in range(3):
            await rename(table, 1)
            sights.append(table._scene.sight(0))
        last = sights[-1]
        for before in (sights[2], sights[0], sights[2], sights[1], last):
            news = {} if before is last else {"people": last.whole()["people"]}
            assert last.since(before) == news

    asyncio.run(play())


@pytest.mark.parametrize("readers", [1, 2])
def test_an_encoding_is_made_once_for_all_who_wait_and_kept_for_nobody_else(readers: int) -> None:
    made: list[bytes] = []

    async def read(table: Table) -> None:
        reader = table.listen("", None)
        await reader.next()
        message = await reader.next()
        made.append(message.encoded_as("json", lambda: bytes([len(made)])))
        assert message.kept == ({"json": b"\0"} if readers > 1 else {})

    async def play() -> None:
        table = await new_table()
        reading = [asyncio.create_task(read(table)) for _ in range(readers)]
        await asyncio.sleep(0.01)
        await rename(table, 1)
        await asyncio.gather(*reading)
        await rename(table, 1)
        assert [message.kept for message in table._streams[None]._kept] == [{}, {}]

    asyncio.run(play())
    assert made == [b"\0"] * readers


def test_what_is_decided_together_is_written_and_told_together(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        store = MemoryStore()
        table = await seated(store, games.load("king_of_12").setup(3), outside("together"))
        players, rng = clients(table), Rng("together")
        before, appends = store.append, list[int]()

        async def append(each: Append) -> None:
            appends.append(len(each.lines))
            await before(each)

        monkeypatch.setattr(store, "append", append)
        asked = owing(players)
        assert len(asked) == 3
        answers = await table.do_all([player.choose(rng, str(number)) for number, player in enumerate(asked)])
        assert answers == [Accepted("0"), Accepted("1"), Accepted("2")]
        assert appends == [3]
        assert [player.read() for player in players] == [1, 1, 1, 1]
        assert [player.known for player in players] == [player.known for player in clients(table)]

    asyncio.run(play())


def test_of_what_is_asked_together_only_what_is_wrong_is_refused() -> None:
    async def play() -> None:
        table = await seated(MemoryStore(), games.load("king_of_12").setup(3), outside("together"))
        players, rng = clients(table), Rng("together")
        first, second, _ = owing(players)
        wrong = replace(second.choose(rng, "wrong"), choice="nothing")
        accepted, refused = await table.do_all([first.choose(rng, "right"), wrong])
        assert accepted == Accepted("right")
        assert isinstance(refused, Refused)
        assert refused.reason is Reason.UNKNOWN_CHOICE
        assert table.state.answered == [1, 0, 0]

    asyncio.run(play())
