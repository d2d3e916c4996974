"""Bots answer at their pace, stops are passed as was said beforehand, and nothing that fails stops a table."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from parlour import games
from parlour.kernel.game import Game
from parlour.kernel.options import option_text
from parlour.kernel.record import Record
from parlour.server.commands import Accepted, Choose, Join, Reason, Refused, Sit, Stand
from parlour.server.history import Begun, Decided, Entry, Stood, record_of
from parlour.server.log import Lines
from parlour.server.steward import AGAIN, Steward
from parlour.server.table import Table
from server.clients import Client, MemoryStore, outside, seated, whole_of
from steward.people import (
    PACE,
    WINDOW,
    Ear,
    Minds,
    Moody,
    at,
    attend,
    must,
    person,
    positions_at,
    quickly,
)

if TYPE_CHECKING:
    from parlour.kernel.options import Seat
    from parlour.kernel.spec import GameSpec
    from parlour.server.commands import Command

SPECS = [games.load(name) for name in games.names()]


def history(store: MemoryStore, table: Table) -> list[Entry]:
    return [Entry.parse(line) for line in store.lines[table.id]]


def decisions(store: MemoryStore, table: Table) -> list[Decided]:
    return [entry.event for entry in history(store, table) if isinstance(entry.event, Decided)]


async def bots_alone(spec: GameSpec, store: MemoryStore, bot: str = "random", window: float = WINDOW) -> Table:
    """A table with nobody but bots."""
    setup = spec.setup()
    made = await Table.create(store, setup, "guest", outside("bots"))
    await must(made, Join("join", "guest", "Gast"))
    for seat in range(setup.seats):
        await must(made, Sit(f"sit {seat}", "guest", seat, f"bot {bot}"))
    return await Table.load(store, made.id, outside("bots"), window)


async def end(table: Table) -> None:
    """Wait for the end of a game."""
    while not table.over:  # noqa: ASYNC110 - time costs nothing
        await asyncio.sleep(10.0)


# Bots.


@pytest.mark.parametrize("seconds", [0.0, 0.3, 1.0])
def test_bots_answer_at_their_pace_however_long_they_think(seconds: float) -> None:
    async def play(spec: GameSpec) -> None:
        store = Moody()
        table = await bots_alone(spec, store, window=PACE)
        table.arrive("", None)
        del store.asked[:]
        steward = Steward(table, Minds(seconds), PACE)
        await asyncio.sleep(5 * PACE + 0.001)
        steward.stop()
        assert set(store.asked) == {PACE * number for number in range(1, 6)}

    for spec in SPECS:
        quickly(play(spec))


def test_a_bot_that_thinks_longer_answers_at_a_later_beat() -> None:
    async def play(spec: GameSpec) -> None:
        store = Moody()
        table = await bots_alone(spec, store, window=PACE)
        table.arrive("", None)
        del store.asked[:]
        steward = Steward(table, Minds(1.2), PACE)
        await asyncio.sleep(5 * PACE)
        steward.stop()
        assert set(store.asked) == {2 * PACE, 4 * PACE}

    for spec in SPECS:
        quickly(play(spec))


def test_bots_play_to_the_end_whether_or_not_anybody_looks() -> None:
    async def play(spec: GameSpec, *, watched: bool) -> list[str]:
        store = MemoryStore()
        table = await bots_alone(spec, store)
        if watched:
            table.arrive("", None)
        steward, ear = attend(table), Ear(table.listen("", None))
        await end(table)
        steward.stop()
        assert ear.known["winners"]
        record = record_of(history(store, table))
        assert Record.parse(record.text()) == record
        *_, last = record.states(spec)
        assert last.winners == ear.known["winners"]
        assert {each.by for each in record.decisions} == {""}
        return [each.choice for each in record.decisions]

    for spec in SPECS:
        assert quickly(play(spec, watched=True)) == quickly(play(spec, watched=False))


def test_a_table_without_time_plays_on_at_once() -> None:
    async def play(spec: GameSpec) -> None:
        store = MemoryStore()
        table = await bots_alone(spec, store, window=0.0)
        steward = Steward(table, Minds())
        reader = table.listen("", None)
        while not table.over:
            await reader.next()
        assert asyncio.get_running_loop().time() == 0.0
        steward.stop()

    for spec in SPECS:
        quickly(play(spec))


def test_two_who_look_after_one_table_do_everything_once() -> None:
    async def play(spec: GameSpec) -> None:
        store = MemoryStore()
        here = await bots_alone(spec, store)
        there = await Table.load(store, here.id, outside("there"), WINDOW)
        stewards = [attend(here), attend(there)]
        while not (here.over and there.over):
            await asyncio.sleep(1.0)
            await here.catch_up()
            await there.catch_up()
        for steward in stewards:
            steward.stop()
        record = record_of(history(store, here))
        *_, last = record.states(spec)
        assert last.winners
        commands = [(entry.author, entry.command) for entry in history(store, here) if isinstance(entry.event, Decided)]
        assert len(set(commands)) == len(commands)

    for spec in SPECS:
        quickly(play(spec))


def test_with_people_alone_there_is_nothing_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(spec: GameSpec) -> None:
        store, minds = MemoryStore(), Minds()
        made = await seated(store, spec.setup(), outside("people"))
        table = await Table.load(store, made.id, outside("people"), WINDOW)
        steward = attend(table, minds)
        monkeypatch.setattr(Game, "view", None)
        for number in range(30):
            game = table.state.game
            assert game is not None
            if not game.owes() or game.step_asked() in (*spec.windows, *spec.stops):
                break
            seat = game.owes()[0]
            choice = option_text(game.options(seat)[0], spec.kinds)
            await must(table, Choose(f"c{number}", person(seat), seat, table.state.answered[seat], choice))
            assert not steward._bell.is_set()
        monkeypatch.undo()
        assert minds.asked == 0
        before = len(store.lines[table.id])
        await asyncio.sleep(100.0)
        assert len(store.lines[table.id]) == before or table.state.in_window
        steward.stop()

    for spec in SPECS:
        quickly(play(spec))


# Stops.


def owner_of(game: Game) -> Seat:
    (seat,) = game.owes()
    return seat


def test_a_stop_waits_for_its_owner_unless_it_was_answered_beforehand() -> None:
    async def play(game: Game, place: int) -> None:
        store, seat = MemoryStore(), owner_of(game)
        choice = option_text(game.options(seat)[place], game.spec.kinds)
        table = await at(game, range(game.setup.seats), store)
        table.arrive(person(seat), seat)
        steward = attend(table)
        await asyncio.sleep(1000.0)
        assert not decisions(store, table)
        await must(table, Stand("stand", person(seat), seat, str(game.step_asked()), choice))
        await asyncio.sleep(0.001)
        made = decisions(store, table)[0]
        assert (made.seat, made.choice, made.by) == (seat, choice, "standing")
        await must(table, Stand("back", person(seat), seat, str(game.step_asked()), ""))
        assert table.state.standing[seat] == {}
        steward.stop()

    for game in positions_at("stops", 3):
        for place in range(len(game.options(owner_of(game)))):
            quickly(play(game, place))


def test_a_bot_answers_a_stop_at_its_pace() -> None:
    async def play(game: Game) -> None:
        store, seat = Moody(), owner_of(game)
        table = await at(game, [each for each in range(game.setup.seats) if each != seat], store)
        del store.asked[:]
        steward = attend(table)
        await asyncio.sleep(PACE + 0.001)
        assert store.asked[0] == PACE
        assert decisions(store, table)[0].seat == seat
        steward.stop()

    for game in positions_at("stops", 3):
        quickly(play(game))


# What is said beforehand.


STEPS = [(spec, step) for spec in SPECS for step in (*spec.windows, *spec.stops)]


def test_the_steps_of_windows_and_stops_have_questions() -> None:
    assert STEPS
    for spec, step in STEPS:
        assert spec.prompt(step, None)


def test_what_is_said_beforehand_is_told_to_its_seat_alone_and_kept() -> None:
    async def play() -> None:
        spec, step = STEPS[0]
        store = MemoryStore()
        table = await seated(store, spec.setup(), outside("stand"))
        clients = [Client(seat, table) for seat in (*range(table.state.game.setup.seats), None)]  # type: ignore[union-attr]
        for number, choice in enumerate([*spec.windows[step], ""]):
            await must(table, Stand(f"s{number}", person(1), 1, step, choice))
            assert await table.do(Stand(f"s{number}", person(1), 1, step, choice)) == Accepted(f"s{number}")
            assert [client.read() for client in clients] == [int(client.seat == 1) for client in clients]
            assert clients[1].known["standing"] == ({step: choice} if choice else {})
            again = await Table.load(store, table.id)
            assert again.state.standing == table.state.standing
        assert sum(isinstance(entry.event, Stood) for entry in history(store, table)) == 3

    quickly(play())


REFUSED: list[tuple[Command, Reason]] = [
    (Stand("x", "person 1", 0, STEPS[0][1], "pass"), Reason.NOT_YOUR_SEAT),
    (Stand("x", "", 0, STEPS[0][1], "pass"), Reason.NOT_YOUR_SEAT),
    (Stand("x", "person 0", 9, STEPS[0][1], "pass"), Reason.UNKNOWN_SEAT),
    (Stand("x", "person 0", 0, "play", "pass"), Reason.UNKNOWN_STEP),
    (Stand("x", "person 0", 0, STEPS[0][1], "no such"), Reason.UNKNOWN_CHOICE),
    (Stand("x", "person 0", 0, STEPS[0][1], "x" * 1000), Reason.UNKNOWN_CHOICE),
]


@pytest.mark.parametrize(("command", "reason"), REFUSED, ids=str)
def test_what_can_not_be_said_beforehand_is_refused(command: Command, reason: Reason) -> None:
    async def play() -> None:
        store = MemoryStore()
        table = await seated(store, STEPS[0][0].setup(), outside("stand"))
        before = list(store.lines[table.id])
        answer = await table.do(command)
        assert isinstance(answer, Refused)
        assert (answer.id, answer.reason) == ("x", reason)
        assert store.lines[table.id] == before

    quickly(play())


def test_who_sits_down_does_not_find_what_another_said() -> None:
    async def play() -> None:
        spec, step = STEPS[0]
        table = await Table.create(MemoryStore(), spec.setup(), "a", outside("stand"))
        for name in "ab":
            await must(table, Join("join", name, name))
            await must(table, Sit("sit", name, 0))
            assert whole_of(table, 0)["standing"] == {}
            await must(table, Stand("stand", name, 0, step, "pass"))
            table.state.sitters[0] = None

    quickly(play())


# Faults.


def test_a_store_that_fails_is_tried_again_ever_more_slowly() -> None:
    async def play(spec: GameSpec) -> None:
        store = Moody()
        table = await bots_alone(spec, store)
        del store.asked[:]
        store.full = True
        steward = Steward(table, Minds(), 0.0)
        await asyncio.sleep(100.0)
        tries = len(store.asked)
        assert len(AGAIN) < tries < (100.0 / AGAIN[-1] + len(AGAIN)) * spec.setup().seats
        assert not decisions(store, table)
        store.full = False
        await asyncio.sleep(AGAIN[-1] + 0.001)
        assert decisions(store, table)
        steward.stop()

    for spec in SPECS:
        quickly(play(spec))


def test_a_write_that_nobody_knows_of_is_not_done_twice() -> None:
    async def play(spec: GameSpec) -> None:
        store = MemoryStore()
        table = await bots_alone(spec, store)
        steward = attend(table)
        for _ in range(20):
            store.mute = not store.mute
            await asyncio.sleep(PACE)
        store.mute = False
        await end(table)
        *_, last = record_of(history(store, table)).states(spec)
        assert last.winners
        steward.stop()

    for spec in SPECS:
        quickly(play(spec))


def test_a_mistake_does_not_stop_a_table(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(Minds):
        async def choose(self, bot: str, game: Game, seat: Seat, chance: str) -> str:
            if self.asked < 5:
                self.asked += 1
                raise ValueError(f"the cards are {game.zones}")
            return await super().choose(bot, game, seat, chance)

    async def play() -> None:
        table = await bots_alone(SPECS[0], MemoryStore())
        steward = attend(table, Broken())
        await end(table)
        steward.stop()

    quickly(play())
    lines = "\n".join(map(Lines().format, caplog.records))
    assert lines.count('ValueError"') == 5
    assert "the cards are [" not in lines


def test_frozen_and_finished_tables_are_left_alone() -> None:
    async def play(*, frozen: bool) -> None:
        store = MemoryStore()
        table = await bots_alone(SPECS[0], store)
        if frozen:
            store.lines[table.id] = [
                line.replace(entry.event.deal, "0" * 16) if isinstance(entry.event, Begun) else line
                for line, entry in zip(store.lines[table.id], history(store, table), strict=True)
            ]
            table = await Table.load(store, table.id, outside("frozen"), WINDOW)
            assert table.state.parted
        steward = attend(table)
        await asyncio.sleep(1e4)
        assert table.over is not frozen
        before = list(store.lines[table.id])
        table.arrive("", None)
        await asyncio.sleep(1e4)
        assert store.lines[table.id] == before
        steward.stop()

    for frozen in (True, False):
        quickly(play(frozen=frozen))
