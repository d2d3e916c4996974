"""What goes wrong between a table and its store changes nothing that was acknowledged, and is told with a reason."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from parlour import games
from parlour.kernel.chance import Rng
from parlour.server.commands import Accepted, Choose, Join, Leave, Reason, Refused, Sit
from parlour.server.errors import StoreFailed
from parlour.server.history import Decided, Entry, record_of
from parlour.server.state import LONGEST_NAME, PEOPLE
from parlour.server.table import Table
from server.clients import Client, MemoryStore, clients, outside, owing, read_all, seated

if TYPE_CHECKING:
    from parlour.server.commands import Command

SETUP = games.load(games.names()[0]).setup()


async def new_table() -> tuple[Table, MemoryStore, list[Client]]:
    store = MemoryStore()
    table = await seated(store, SETUP, outside("faults"))
    return table, store, clients(table)


def decisions(store: MemoryStore, table: Table) -> list[str]:
    """The commands that the history has."""
    entries = map(Entry.parse, store.lines[table.id])
    return [entry.command for entry in entries if isinstance(entry.event, Decided)]


def test_a_store_that_can_not_write_refuses_and_leaves_the_table_whole() -> None:
    async def play() -> None:
        table, store, players = await new_table()
        command = owing(players)[0].choose(Rng(1), "first")
        store.full = True
        assert await table.do(command) == Refused("first", Reason.NOT_SAVED, "no room")
        assert await table.do(Join("join", "guest", "Guest")) == Refused("join", Reason.NOT_SAVED, "no room")
        assert not any(player.read() for player in players)
        assert [fresh.known for fresh in clients(table)] == [player.known for player in players]
        store.full = False
        assert await table.do(command) == Accepted("first")
        assert decisions(store, table) == ["first"]

    asyncio.run(play())


def test_a_write_that_nobody_knows_of_is_not_done_twice() -> None:
    async def play() -> None:
        table, store, players = await new_table()
        command = owing(players)[0].choose(Rng(1), "first")
        store.mute = True
        assert await table.do(command) == Refused("first", Reason.NOT_SAVED, "no answer")
        store.mute = False
        assert await table.do(command) == Accepted("first")
        read_all(players)
        following = owing(players)[0].choose(Rng(1), "second")
        assert await table.do(following) == Accepted("second")
        assert decisions(store, table) == ["first", "second"]
        read_all(players)
        assert [fresh.known for fresh in clients(table)] == [player.known for player in players]

    asyncio.run(play())


def test_a_table_that_the_store_has_lost_takes_nothing() -> None:
    async def play() -> None:
        table, store, players = await new_table()
        del store.lines[table.id][3:]
        answer = await table.do(owing(players)[0].choose(Rng(1), "first"))
        assert isinstance(answer, Refused)
        assert answer.reason == Reason.NOT_SAVED
        assert not any(player.read() for player in players)

    asyncio.run(play())


def test_two_processes_serve_one_table() -> None:
    async def play() -> None:
        here, store, players = await new_table()
        there = await Table.load(store, here.id, outside("there"))
        others = clients(there)
        rng = Rng("two")
        for number in range(40):
            ready = owing(players)
            if not ready:
                break
            command = ready[0].choose(rng, number)
            assert await (here, there)[rng.below(2)].do(command) == Accepted(str(number))
            assert await (here, there)[rng.below(2)].do(command) == Accepted(str(number))
            await here.catch_up()
            await there.catch_up()
            read_all([*players, *others])
            assert [player.known for player in players] == [other.known for other in others]
            assert [player.events for player in players] == [other.events for other in others]
        assert decisions(store, here) == [str(each) for each in range(len(decisions(store, here)))]

    asyncio.run(play())


def test_who_gives_up_waiting_does_not_stop_a_command_half_way() -> None:
    async def play() -> None:
        table, store, players = await new_table()
        command = owing(players)[0].choose(Rng(1), "first")
        asking = asyncio.create_task(table.do(command))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert decisions(store, table)
        asking.cancel()
        await asyncio.sleep(0.01)
        assert asking.cancelled()
        assert any(player.read() for player in players)
        assert await table.do(command) == Accepted("first")
        assert decisions(store, table) == ["first"]

    asyncio.run(play())


def test_a_table_that_can_not_be_written_down_is_not_made() -> None:
    async def play() -> None:
        store = MemoryStore()
        store.full = True
        with pytest.raises(StoreFailed):
            await Table.create(store, SETUP, "person 0", outside("none"))

    asyncio.run(play())


# Coming, sitting down, leaving.


LOBBY: list[tuple[Command, Reason]] = [
    (Sit("x", "stranger", 1), Reason.NOT_HERE),
    (Sit("x", "person 0", 0, player="Bert"), Reason.SEAT_TAKEN),
    (Sit("x", "person 0", -1), Reason.UNKNOWN_SEAT),
    (Sit("x", "person 0", 99), Reason.UNKNOWN_SEAT),
    (Sit("x", "person 0", 1, player="two  spaces"), Reason.BAD_NAME),
    (Join("x", "guest", ""), Reason.BAD_NAME),
    (Join("x", "guest", "a\nb"), Reason.BAD_NAME),
    (Join("x", "guest", "x" * (LONGEST_NAME + 1)), Reason.BAD_NAME),
    (Join("x", "guest", "Bot greedy"), Reason.BAD_NAME),
    (Choose("x", "person 0", 0, 0, "pass"), Reason.NOT_BEGUN),
    (Choose("x", "person 0", 1, 0, "pass"), Reason.NOT_YOUR_SEAT),
    (Choose("x", "", 1, 0, "pass"), Reason.NOT_YOUR_SEAT),
    (Choose("x", "person 0", -1, 0, "pass"), Reason.UNKNOWN_SEAT),
]


async def half_full(store: MemoryStore) -> Table:
    """A table of which only seat 0 is taken."""
    table = await Table.create(store, SETUP, "person 0", outside("lobby"))
    for command in (Join("a", "person 0", "Anna"), Sit("b", "person 0", 0)):
        assert isinstance(await table.do(command), Accepted)
    return table


@pytest.mark.parametrize(("command", "reason"), LOBBY, ids=str)
def test_what_can_not_be_is_refused_with_its_reason(command: Command, reason: Reason) -> None:
    async def play() -> None:
        store = MemoryStore()
        table = await half_full(store)
        before = list(store.lines[table.id])
        answer = await table.do(command)
        assert isinstance(answer, Refused)
        assert (answer.id, answer.reason) == ("x", reason)
        assert store.lines[table.id] == before

    asyncio.run(play())


def test_a_table_holds_so_many_people_and_no_more() -> None:
    async def play() -> None:
        table = await half_full(MemoryStore())
        answers = [await table.do(Join("a", f"guest {number}", "Guest")) for number in range(PEOPLE)]
        refused = [answer for answer in answers if isinstance(answer, Refused)]
        assert {answer.reason for answer in refused} == {Reason.TOO_MANY}
        assert len(table.state.people) == PEOPLE
        assert await table.do(Join("b", "guest 0", "Other")) == Accepted("b")
        assert await table.do(Leave("c", "guest 0")) == Accepted("c")
        assert await table.do(Join("d", "late", "Late")) == Accepted("d")

    asyncio.run(play())


def test_what_is_done_already_is_not_written_again() -> None:
    async def play() -> None:
        store = MemoryStore()
        table = await half_full(store)
        before = list(store.lines[table.id])
        for command in (Join("c", "person 0", "Anna"), Sit("d", "person 0", 0), Leave("e", "stranger")):
            assert isinstance(await table.do(command), Accepted)
        assert store.lines[table.id] == before

    asyncio.run(play())


def test_a_late_repeat_of_what_was_done_since_is_not_done_again() -> None:
    async def play() -> None:
        table = await half_full(MemoryStore())
        watching = Client(None, table)
        done: list[Command] = [Join("c", "person 0", "Berta"), Join("a", "person 0", "Anna"), Sit("b", "person 0", 1)]
        done += [Leave("d", "person 0"), Join("e", "person 0", "Cleo"), Leave("d", "person 0")]
        for command in done:
            assert await table.do(command) == Accepted(command.id)
        watching.read()
        assert (watching.known["people"], watching.known["players"]) == (["Cleo"], [None] * SETUP.seats)

    asyncio.run(play())


def test_who_leaves_before_the_deal_frees_the_seat_and_afterwards_keeps_it() -> None:
    async def play() -> None:
        table = await half_full(MemoryStore())
        watching = Client(None, table)
        await table.do(Leave("c", "person 0"))
        watching.read()
        assert (watching.known["people"], watching.known["players"]) == ([], [None] * SETUP.seats)
        await table.do(Join("d", "person 0", "Anna"))
        for seat in range(SETUP.seats):
            await table.do(Sit(f"e{seat}", "person 0", seat, player=f"Anna {seat}"))
        player = next(each for each in (Alone(seat, table) for seat in range(SETUP.seats)) if each.known["options"])
        await table.do(Leave("f", "person 0"))
        command = player.choose(Rng(1), "g")
        away = await table.do(command)
        assert isinstance(away, Refused)
        assert away.reason == Reason.NOT_HERE
        await table.do(Join("h", "person 0", "Anna"))
        assert await table.do(command) == Accepted("g")

    asyncio.run(play())


class Alone(Client):
    """A client of person 0, who plays on every seat."""

    @property
    def person(self) -> str:
        return "person 0"


def test_a_bot_takes_a_seat_and_the_record_says_who_decided() -> None:
    async def play() -> None:
        store = MemoryStore()
        table = await half_full(store)
        await table.do(Sit("c", "person 0", 1, player="bot random"))
        players = [Client(0, table)]
        for number in range(30):
            players[0].read()
            state = table._state
            assert state.game is not None
            if not state.game.owes():
                break
            seat = state.game.owes()[0]
            choice = state.game.view(seat).options[0]
            by = "bot random" if seat == 1 else "clock"
            for person in ("person 0", ""):
                foreign = await table.do(Choose("x", person, 1, state.answered[1], choice))
                assert isinstance(foreign, Refused)
                assert foreign.reason == Reason.NOT_YOUR_SEAT
            command = Choose(f"bot {number}", "", seat, state.answered[seat], choice, by=by)
            assert await table.do(command) == Accepted(f"bot {number}")
        record = record_of(map(Entry.parse, store.lines[table.id]))
        assert record.players == ("Anna", "bot random")
        assert {(each.seat, each.by) for each in record.decisions} == {(0, "clock"), (1, "")}
        *_, last = record.states(SETUP.spec)
        assert last == table._state.game

    asyncio.run(play())
