"""A running table plays on where the rules of now lead to the same states; else it is frozen, with a clear word."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from parlour import games
from parlour.kernel.chance import Rng
from parlour.kernel.errors import UnknownName
from parlour.server.commands import Accepted, Reason, Refused
from parlour.server.errors import BadHistory
from parlour.server.history import Begun, Created, Decided, Entry, record_of
from parlour.server.table import Table
from server.clients import Client, MemoryStore, clients, outside, owing, read_all, seated

if TYPE_CHECKING:
    from collections.abc import Callable

    from parlour.server.history import Event

SETUP = games.load(games.names()[0]).setup()


async def under_other_rules(change: Callable[[Entry], Event], most: int = 6) -> tuple[Table, list[Client], MemoryStore]:
    """A game of so many decisions at most with its history changed, loaded anew; and those who played it."""
    store = MemoryStore()
    table = await seated(store, SETUP, outside("rules"))
    players = clients(table)
    for number in range(most):
        if table.over:
            break
        await table.do(owing(players)[0].choose(Rng(number), number))
        read_all(players)
    entries = map(Entry.parse, store.lines[table.id])
    store.lines[table.id] = [replace(entry, event=change(entry)).line() for entry in entries]
    return await Table.load(store, table.id, outside("later")), players, store


def older(entry: Entry) -> Event:
    """The version of the rules before."""
    event = entry.event
    return replace(event, rules=event.rules - 1) if isinstance(event, Created) else event


def parting(entry: Entry) -> Event:
    """Another state after the fourth decision."""
    event = entry.event
    return replace(event, fingerprint="0" * 16) if isinstance(event, Decided) and entry.command == "3" else older(entry)


def impossible(entry: Entry) -> Event:
    """A choice that is no longer there."""
    event = entry.event
    return replace(event, choice="no such") if isinstance(event, Decided) and entry.command == "3" else older(entry)


def dealt(entry: Entry) -> Event:
    """Another deal."""
    return replace(entry.event, deal="0" * 16) if isinstance(entry.event, Begun) else older(entry)


def test_a_table_plays_on_where_nothing_differs() -> None:
    async def play() -> None:
        table, players, store = await under_other_rules(older)
        for player in players:
            player.connect(table)
        assert table.state.parted == ""
        command = owing(players)[0].choose(Rng(1), "on")
        assert await table.do(command) == Accepted("on")
        read_all(players)
        record = record_of(map(Entry.parse, store.lines[table.id]))
        assert record.version == SETUP.spec.version - 1
        assert len(list(record.states(SETUP.spec))) == 8

    asyncio.run(play())


@pytest.mark.parametrize(
    ("change", "word"),
    [(parting, "decision 4 "), (impossible, "decision 4 "), (dealt, "the deal gives #")],
    ids=["state", "choice", "deal"],
)
def test_a_table_whose_game_parts_from_the_rules_is_frozen(change: Callable[[Entry], Event], word: str) -> None:
    async def play() -> None:
        table, players, store = await under_other_rules(change)
        command, before = owing(players)[0].choose(Rng(1), "on"), list(store.lines[table.id])
        assert table.state.parted.startswith(word)
        answer = await table.do(command)
        assert isinstance(answer, Refused)
        assert answer.reason == Reason.FROZEN
        assert answer.word == Client(None, table).known["frozen"]
        assert answer.word.endswith(
            f"began under version {SETUP.spec.version - 1}, and this is version {SETUP.spec.version}"
        )
        assert store.lines[table.id] == before
        for fresh in clients(table):
            assert "zones" not in fresh.known

    asyncio.run(play())


def test_a_frozen_table_still_knows_what_it_accepted() -> None:
    async def play() -> None:
        table, players, store = await under_other_rules(parting)
        first = next(entry for entry in map(Entry.parse, store.lines[table.id]) if isinstance(entry.event, Decided))
        player = next(each for each in players if each.person == first.author)
        assert await table.do(player.says("anything", first.command)) == Accepted(first.command)

    asyncio.run(play())


def test_a_finished_game_stays_finished_where_the_rules_have_changed() -> None:
    async def play() -> None:
        table, _, store = await under_other_rules(parting, most=10_000)
        assert table.state.parted
        assert table.over
        assert record_of(map(Entry.parse, store.lines[table.id])).winners

    asyncio.run(play())


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{}",
        "[]",
        "null",
        '{"number":1,"time":1,"author":"a","command":"","event":"danced"}',
        '{"number":1,"time":1,"author":"a","command":"","event":"joined"}',
        '{"number":1,"time":1,"author":"a","command":"","event":"joined","name":"A","more":1}',
    ],
)
def test_a_line_that_is_no_entry_is_refused(line: str) -> None:
    with pytest.raises(BadHistory):
        Entry.parse(line)


@pytest.mark.parametrize("cut", [slice(1, None), slice(None, None, 2)], ids=["first", "every second"])
def test_a_history_that_lacks_an_entry_is_refused(cut: slice) -> None:
    async def play() -> None:
        table, _, store = await under_other_rules(older)
        store.lines[table.id] = store.lines[table.id][cut]
        with pytest.raises(BadHistory, match="expected entry"):
            await Table.load(store, table.id)

    asyncio.run(play())


def test_a_table_that_nobody_made_and_one_of_a_game_that_is_gone() -> None:
    async def play() -> None:
        store = MemoryStore()
        with pytest.raises(UnknownName, match="nobody's"):
            await Table.load(store, "nobody's")
        store.lines["old"] = [Entry(1, 1, "a", "", Created("gone", 1, 2, {})).line()]
        with pytest.raises(UnknownName, match="gone"):
            await Table.load(store, "old")
        with pytest.raises(BadHistory, match="has not begun"):
            record_of(map(Entry.parse, store.lines["old"]))

    asyncio.run(play())


def test_every_table_option_comes_back_from_the_history() -> None:
    async def play() -> None:
        for spec in map(games.load, games.names()):
            for option in spec.options:
                for value in option.values:
                    store = MemoryStore()
                    made = spec.setup(spec.seats_for({option.name: value})[0], {option.name: value})
                    table = await Table.create(store, made, "a", outside(value))
                    assert (await Table.load(store, table.id))._state.setup == made

    asyncio.run(play())
