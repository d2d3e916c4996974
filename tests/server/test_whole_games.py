"""Whole games through tables: restarts, lost lines, repeated and wrong commands, and what the history says in the end."""

from __future__ import annotations

import asyncio
from itertools import count
from typing import TYPE_CHECKING, Final

from parlour.kernel.chance import Rng
from parlour.kernel.record import Record
from parlour.server.commands import Accepted, Choose, Reason, Refused
from parlour.server.database import open_database
from parlour.server.hall import Hall
from parlour.server.history import Begun, Decided, Entry, record_of
from parlour.server.telling import part
from server.clients import Client, MemoryStore, clients, outside, owing, read_all, seated
from support import scaled

if TYPE_CHECKING:
    from pathlib import Path

    from parlour.kernel.spec import Setup
    from parlour.server.store import Store
    from parlour.server.table import Outside, Table

MISHAP: Final = 12
"""One decision in so many is followed by a mishap of each sort."""
RESTARTS: Final = 4
LONGEST: Final = 100_000


async def mishaps(table: Table, players: list[Client], done: Choose, rng: Rng) -> None:
    """What must change nothing: the same command again, and several that are wrong."""
    assert await table.do(done) == Accepted(done.id)
    late = Choose("late", done.person, done.seat, done.question, done.choice)
    assert refusal(await table.do(late)) in (Reason.STALE_QUESTION, Reason.OVER)
    for player in owing(players):
        unknown = player.says("no such choice", "unknown")
        assert refusal(await table.do(unknown)) == Reason.UNKNOWN_CHOICE
        right = player.choose(rng, "foreign")
        for stranger in ("", "person None", f"person {(right.seat + 1) % (len(players) - 1)}"):
            foreign = Choose("foreign", stranger, right.seat, right.question, right.choice)
            assert refusal(await table.do(foreign)) == Reason.NOT_YOUR_SEAT
        early = Choose("early", right.person, right.seat, right.question + 1, right.choice)
        assert refusal(await table.do(early)) == Reason.STALE_QUESTION
    for player in players[:-1]:
        if not player.known["options"] and not player.known["winners"]:
            assert refusal(await table.do(player.says("pass", "unasked"))) == Reason.NOTHING_OWED


def refusal(answer: object) -> Reason | None:
    return answer.reason if isinstance(answer, Refused) else None


async def played(store: Store, out: Outside, table_id: str, rng: Rng) -> list[Client]:
    """A game to its end; in the beginning the server starts anew several times."""
    async with Hall(store, out).at(table_id) as table:
        players = clients(table)
    for starts in count(2):
        async with Hall(store, out).at(table_id) as table:
            await stretch(table, players, rng, rng.below(24) if starts <= RESTARTS else LONGEST)
        assert all(player.wholes == starts for player in players)
        if players[-1].known["winners"]:
            break
    return players


async def stretch(table: Table, players: list[Client], rng: Rng, decisions: int) -> None:
    """Play so many decisions, at most to the end; some clients lose the line for a moment."""
    for player in players:
        player.connect(table)
    while decisions and (ready := owing(players)):
        decisions -= 1
        command = ready[rng.below(len(ready))].choose(rng, f"c{rng.below(1 << 30)}")
        assert await table.do(command) == Accepted(command.id)
        read_all(players)
        if not rng.below(MISHAP):
            await mishaps(table, players, command, rng)
            assert not any(player.read() for player in players)
            players[rng.below(len(players))].connect(table)


def test_a_game_goes_on_through_restarts_and_wrong_commands(setup: Setup, tmp_path: Path) -> None:
    async def play(number: int) -> None:
        out, rng = outside(number), Rng(f"whole {setup} {number}")
        kept = setup.seats == setup.spec.seats[0]
        store = open_database(f"sqlite:///{tmp_path}/{number}.db").store if kept else MemoryStore()
        table = await seated(store, setup, out)
        players = await played(store, out, table.id, rng)
        async with Hall(store, out).at(table.id) as again:
            check_views(players, clients(again))
            assert refusal(await again.do(Choose("more", "person 0", 0, 0, "pass"))) == Reason.OVER
            assert again.over
        history = [Entry.parse(line) for line in await store.load(table.id)]
        check_history(history, players, setup)
        await store.close()

    for number in range(scaled(1)):
        asyncio.run(play(number))


def check_views(players: list[Client], fresh: list[Client]) -> None:
    """Who has followed the game knows what a newcomer on the same seat is sent."""
    for player, newcomer in zip(players, fresh, strict=True):
        assert player.known == newcomer.known


def check_history(history: list[Entry], players: list[Client], setup: Setup) -> None:
    """The history has each decision once, and everybody's events; its record holds."""
    assert [entry.number for entry in history] == list(range(1, len(history) + 1))
    assert [Entry.parse(entry.line()) for entry in history] == history
    rows = [row for entry in history if isinstance(entry.event, Decided) for row in entry.event.told]
    for bit, player in enumerate(players):
        assert player.events == part(rows, bit)
    record = record_of(history)
    assert Record.parse(record.text()) == record
    *_, last = record.states(setup.spec)
    assert list(last.winners) == players[0].known["winners"]
    assert record.hash == players[0].known["seed_hash"]


def test_the_deal_is_told_to_each_viewer(setup: Setup) -> None:
    async def play() -> None:
        store = MemoryStore()
        table = await seated(store, setup, outside("deal"))
        begun = next(entry.event for entry in map(Entry.parse, store.lines[table.id]) if isinstance(entry.event, Begun))
        game = setup.spec.play.start(setup, bytes.fromhex(begun.seed))
        assert begun.deal == game.fingerprint()
        for player in clients(table):
            view = game.view(player.seat)
            assert {name: zone["count"] for name, zone in player.known["zones"].items()} == {
                zone.id: zone.count for zone in view.zones
            }
            assert tuple(player.known["options"]) == view.options

    asyncio.run(play())
