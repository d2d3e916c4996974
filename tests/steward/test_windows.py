"""A reaction window closes when it has been open for its time, for all alike; who is alone need not wait."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from starlette.requests import Request

from contract.swaps import swapped
from contract.tables import seat_of, viewers
from parlour.kernel.chance import Rng
from parlour.kernel.options import option_text
from parlour.server import api
from parlour.server.commands import Accepted, Choose, Refused, Stand
from parlour.server.errors import NotYourSeat
from parlour.server.history import Decided, Entry
from parlour.server.state import State
from parlour.server.steward import BRIEF
from parlour.server.table import Table
from server.clients import MemoryStore, outside, whole_of
from steward.people import (
    WINDOW,
    Ear,
    Minds,
    at,
    attend,
    before_windows,
    must,
    now,
    person,
    positions_at,
    quickly,
    with_choice,
    without_choice,
)
from support import scaled

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from parlour.kernel.game import Game
    from parlour.kernel.options import Seat

LONG = 60.0


def reaction(game: Game, seat: Seat) -> str:
    """What a seat can do beside passing."""
    return option_text(game.options(seat)[-1], game.spec.kinds)


def press(table: Table, seat: Seat, choice: str, name: str = "press") -> Choose:
    return Choose(name, person(seat), seat, table.state.answered[seat], choice)


def everybody(table: Table, game: Game) -> list[Ear]:
    """All seats and a spectator are there and hear."""
    seats = [seat_of(game, viewer) for viewer in viewers(game)]
    for seat in seats:
        table.arrive("guest" if seat is None else person(seat), seat)
    return [Ear(table.listen("guest" if seat is None else person(seat), seat)) for seat in seats]


def holding() -> list[Game]:
    """Windows in which somebody has a choice."""
    found = [game for game in positions_at("windows", 4, scaled(60)) if with_choice(game)]
    assert found
    return found


def decisions(store: MemoryStore, table: Table) -> list[Decided]:
    """What has been decided."""
    events = [Entry.parse(line).event for line in store.lines[table.id]]
    return [event for event in events if isinstance(event, Decided)]


# Between people.


def test_a_window_closes_after_its_time_with_a_pass_for_all() -> None:
    async def play(game: Game) -> None:
        store = MemoryStore()
        table = await at(game, range(game.setup.seats), store)
        ears, steward = everybody(table, game), attend(table)
        await asyncio.sleep(LONG)
        made = decisions(store, table)[: len(game.owes())]
        assert [(each.seat, each.choice, each.by) for each in made] == [
            (seat, "pass", "window") for seat in game.owes()
        ]
        for ear in ears:
            assert ear.known["window"] != {"step": game.step_asked(), "seconds": WINDOW} or ear.heard[-1][0] >= WINDOW
            assert {time for time, _ in ear.heard} <= {0.0, *(WINDOW * times for times in range(1, 50))}
            assert WINDOW in {time for time, _ in ear.heard}
        steward.stop()

    for game in positions_at("windows", 4):
        quickly(play(game))


@pytest.mark.parametrize("moment", [0.0, 0.7, 1.4])
def test_an_answer_in_time_is_accepted_at_once_and_counts_when_the_window_closes(moment: float) -> None:
    async def play(game: Game) -> None:
        store = MemoryStore()
        table = await at(game, range(game.setup.seats), store)
        (seat, *_), ears, steward = with_choice(game), everybody(table, game), attend(table)
        await asyncio.sleep(moment)
        before = [len(ear.heard) for ear in ears]
        assert await table.do(press(table, seat, reaction(game, seat))) == Accepted("press")
        assert await table.do(press(table, seat, reaction(game, seat))) == Accepted("press")
        await asyncio.sleep(0.01)
        assert [len(ear.heard) - count for ear, count in zip(ears, before, strict=True)] == [
            number == seat for number in range(len(ears))
        ]
        assert ears[seat].known["meant"] == reaction(game, seat)
        await asyncio.sleep(LONG)
        made = next(each for each in decisions(store, table) if each.seat == seat)
        assert (made.choice, made.by) == (reaction(game, seat), "")
        assert ears[seat].known["meant"] is None
        assert all(
            ear.heard[count][0] == WINDOW
            for number, (ear, count) in enumerate(zip(ears, before, strict=True))
            if number != seat
        )
        steward.stop()

    for game in holding():
        quickly(play(game))


def test_an_answer_can_be_changed_until_the_window_closes() -> None:
    async def play(game: Game) -> None:
        store = MemoryStore()
        table = await at(game, range(game.setup.seats), store)
        (seat, *_), _, steward = with_choice(game), everybody(table, game), attend(table)
        await must(table, press(table, seat, reaction(game, seat), "a"))
        await must(table, press(table, seat, "pass", "b"))
        wrong = await table.do(press(table, seat, "no such", "c"))
        assert isinstance(wrong, Refused)
        await asyncio.sleep(LONG)
        made = next(each for each in decisions(store, table) if each.seat == seat)
        assert (made.choice, made.by) == ("pass", "")
        steward.stop()

    for game in holding()[:3]:
        quickly(play(game))


def test_what_was_said_beforehand_is_done_when_the_window_closes() -> None:
    async def play(game: Game) -> None:
        store = MemoryStore()
        table = await at(game, range(game.setup.seats), store)
        (seat, *_), ears = with_choice(game), everybody(table, game)
        choice, step = reaction(game, seat), str(game.step_asked())
        for each in range(game.setup.seats):
            await must(table, Stand("stand", person(each), each, step, choice))
        steward = attend(table)
        await asyncio.sleep(LONG)
        by = {each.seat: (each.choice, each.by) for each in decisions(store, table)[: len(game.owes())]}
        assert by[seat] == (choice, "standing")
        assert all(by[each] == ("pass", "window") for each in without_choice(game))
        assert all(ear.known["standing"] == {step: choice} for ear in ears[:-1])
        assert ears[-1].known["standing"] == {}
        steward.stop()

    for game in holding():
        quickly(play(game))


def twins(rng: Rng) -> Iterator[tuple[Game, Game, int]]:
    """Windows that a viewer can't tell apart, in one of which another seat has a choice that it lacks in the other.

    On top of the decks lie the same cards, so that it draws the same when the window has closed.
    """
    for game in holding():
        for viewer in viewers(game):
            for _ in range(60):
                twin = swapped(game, viewer, rng)
                if twin is not None and with_choice(twin) != with_choice(game) and tops(twin) == tops(game):
                    yield game, twin, viewer
                    break


def tops(game: Game) -> list[bytes]:
    """The cards on top of the zones in order."""
    return [cards[:3] for cards, zone in zip(game.zones, game.setup.zones, strict=False) if zone.ordered]


async def heard(game: Game, viewer: int, others: str) -> tuple[list[tuple[float, bytes]], list[tuple[float, bytes]]]:
    """What a viewer hears and when: until the window closes, and then."""
    table = await at(game, range(game.setup.seats))
    ears, minds = everybody(table, game), Minds()
    steward = attend(table, minds)
    for seat in game.owes():
        if seat != viewer and others == "pass":
            await must(table, press(table, seat, "pass"))
        elif seat != viewer and others == "press" and seat in with_choice(game):
            await must(table, press(table, seat, reaction(game, seat)))
        elif seat != viewer and others == "stand" and seat in with_choice(game):
            await must(table, Stand("stand", person(seat), seat, str(game.step_asked()), reaction(game, seat)))
    await asyncio.sleep(2 * WINDOW - 0.1 - now())
    steward.stop()
    found = ears[viewer].heard
    return [each for each in found if each[0] < WINDOW], [each for each in found if each[0] >= WINDOW]


def test_neither_bytes_nor_times_tell_what_others_hold_or_have_said() -> None:
    found = list(twins(Rng("twins")))
    assert found
    for game, twin, viewer in found:
        before, after = quickly(heard(game, viewer, ""))
        assert {time for time, _ in after} == {WINDOW}
        assert (before, after) == quickly(heard(twin, viewer, ""))
        for others in ("stand", "press", "pass"):
            quiet, then = quickly(heard(game, viewer, others))
            assert quiet == before
            assert {time for time, _ in then} == {WINDOW}


def test_answers_that_count_at_once_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last one would close the window."""
    found = [(game, viewer) for game, _, viewer in twins(Rng("twins"))]
    before = [quickly(heard(game, viewer, ""))[0] for game, viewer in found]
    choose = State._choose
    monkeypatch.setattr(
        State, "_choose", lambda state, command, ahead, **_: choose(state, command, ahead, windows=False)
    )
    assert before != [quickly(heard(game, viewer, "pass"))[0] for game, viewer in found]


def test_how_long_a_bot_thinks_does_not_show() -> None:
    async def times(game: Game, seconds: float) -> list[tuple[float, bytes]]:
        others = [seat for seat in range(game.setup.seats) if seat not in game.owes()]
        table = await at(game, others)
        for seat in others:
            table.arrive(person(seat), seat)
        table.arrive("", None)
        ear = Ear(table.listen("", None))
        steward = attend(table, Minds(seconds))
        await asyncio.sleep(WINDOW + 0.1)
        steward.stop()
        return ear.heard

    for game in positions_at("windows", 4):
        assert quickly(times(game, 0.0)) == quickly(times(game, 1.4))


def test_a_window_begins_again_after_a_restart_and_keeps_what_was_answered() -> None:
    async def play(game: Game) -> None:
        store = MemoryStore()
        table = await at(game, range(game.setup.seats), store)
        (seat, *_), _, steward = with_choice(game), everybody(table, game), attend(table)
        await asyncio.sleep(1.0)
        await must(table, press(table, seat, reaction(game, seat)))
        steward.stop()
        again = await Table.load(store, table.id, outside("again"), WINDOW)
        again.state.game = game.copy()
        steward = attend(again)
        await asyncio.sleep(LONG)
        assert not decisions(store, table)
        ears, began = everybody(again, game), now()
        await asyncio.sleep(LONG)
        first = ears[-1].heard[1][0]
        assert first - began == pytest.approx(WINDOW)
        made = next(each for each in decisions(store, table) if each.seat == seat)
        assert made.choice == reaction(game, seat)
        steward.stop()

    for game in holding()[:4]:
        quickly(play(game))


# Of no length.


@pytest.mark.parametrize("stand", [False, True])
def test_a_window_of_no_length_is_closed_before_anybody_sees_it(*, stand: bool) -> None:
    async def play(game: Game, seat: Seat, choice: str) -> set[str]:
        store = MemoryStore()
        table = await at(game, range(game.setup.seats), store, window=0.0)
        ears, steward = everybody(table, game), attend(table)
        for each in range(game.setup.seats) if stand else ():
            for step, choices in game.spec.windows.items():
                await must(table, Stand(step, person(each), each, step, next(one for one in choices if one != "pass")))
        await asyncio.sleep(0.001)
        before = [len(ear.heard) for ear in ears]
        await must(table, press(table, seat, choice))
        await asyncio.sleep(0.001)
        _, *made = decisions(store, table)
        window = [each for each in made if each.step in game.spec.windows]
        assert {each.by for each in window} <= {"window", "standing"}
        assert not table.state.in_window
        for ear, count in zip(ears, before, strict=True):
            assert len(ear.heard) == count + 1
            assert not ear.known["window"]
        steward.stop()
        return {each.by for each in window}

    found = before_windows(4)
    by = set[str]().union(*(quickly(play(*each)) for each in found[: scaled(60)]))
    assert by == ({"window", "standing"} if stand else {"window"})


def test_a_window_of_no_length_waits_for_bots_that_are_asked() -> None:
    async def play(game: Game, seat: Seat, choice: str) -> None:
        store = MemoryStore()
        table = await at(game, [seat], store, bot="passive", window=0.0)
        table.arrive(person(seat), seat)
        table.arrive("guest", None)
        ear, steward = Ear(table.listen("guest", None)), attend(table)
        await asyncio.sleep(0.001)
        await must(table, press(table, seat, choice))
        await asyncio.sleep(0.001)
        assert any(f'"step":"{step}"'.encode() in message for _, message in ear.heard for step in game.spec.windows)
        assert not table.state.in_window
        steward.stop()

    for each in before_windows(4)[:8]:
        quickly(play(*each))


def test_a_window_of_no_length_is_open_for_who_is_alone_and_may_react() -> None:
    async def play(game: Game, seat: Seat, choice: str, lone: Seat) -> bool:
        store = MemoryStore()
        table = await at(game, range(game.setup.seats), store, window=0.0)
        table.arrive(person(lone), lone)
        ear, steward = Ear(table.listen(person(lone), lone)), attend(table)
        await asyncio.sleep(0.001)
        heard = len(ear.heard)
        await must(table, press(table, seat, choice))
        await asyncio.sleep(LONG)
        waits = table.state.in_window
        assert len(ear.heard) == heard + 1
        assert waits == (len(ear.known["options"]) > 1 and bool(ear.known["window"]))
        if waits:
            pressed = ear.known["options"][-1]
            await must(table, press(table, lone, pressed))
            await asyncio.sleep(0.001)
            assert (lone, pressed, "") in [(each.seat, each.choice, each.by) for each in decisions(store, table)]
        steward.stop()
        return waits

    found = [(*each, lone) for each in before_windows(4)[: scaled(30)] for lone in range(each[0].setup.seats)]
    assert {quickly(play(*each)) for each in found} == {False, True}


# Alone.


async def alone(game: Game, seat: Seat, store: MemoryStore) -> tuple[Table, Ear]:
    """A table at which one person sits, alone with bots."""
    table = await at(game, [seat], store, bot="passive")
    table.arrive(person(seat), seat)
    return table, Ear(table.listen(person(seat), seat))


def test_who_is_alone_does_not_wait_where_only_passing_is_possible() -> None:
    async def play(game: Game) -> None:
        store, seat = MemoryStore(), without_choice(game)[0]
        table, ear = await alone(game, seat, store)
        steward = attend(table)
        await asyncio.sleep(WINDOW * BRIEF + 0.001)
        assert ear.heard[-1][0] == WINDOW * BRIEF
        assert len(decisions(store, table)) >= len(game.owes())
        steward.stop()

    for game in positions_at("windows", 4):
        quickly(play(game))


@pytest.mark.parametrize("how", ["press", "stand"])
def test_who_is_alone_and_has_a_choice_is_waited_for(how: str) -> None:
    async def play(game: Game) -> None:
        store, seat = MemoryStore(), with_choice(game)[0]
        table, ear = await alone(game, seat, store)
        steward, choice = attend(table), reaction(game, seat)
        await asyncio.sleep(LONG)
        assert not decisions(store, table)
        assert len(ear.heard) == 1
        assert ear.known["window"] == {"step": game.step_asked(), "seconds": 0.0}
        table.depart(person(seat), seat)
        await asyncio.sleep(LONG)
        assert not decisions(store, table)
        table.arrive(person(seat), seat)
        stand = Stand("press", person(seat), seat, str(game.step_asked()), choice)
        await must(table, press(table, seat, choice) if how == "press" else stand)
        await asyncio.sleep(0.001)
        assert {(each.seat, each.choice) for each in decisions(store, table)} >= {(seat, choice)}
        assert len(decisions(store, table)) >= len(game.owes())
        steward.stop()

    for game in holding():
        quickly(play(game))


def test_who_comes_while_somebody_alone_is_waited_for_does_not_see_that() -> None:
    async def play(game: Game, guest: Seat | None) -> None:
        store, seat = MemoryStore(), with_choice(game)[0]
        table, _ = await alone(game, seat, store)
        steward = attend(table)
        await asyncio.sleep(LONG)
        ear = Ear(await table.enter("" if guest is None else person(guest), guest))
        table.arrive("" if guest is None else person(guest), guest)
        await asyncio.sleep(0.001)
        assert len(decisions(store, table)) >= len(game.owes())
        assert ear.known["question"] is None or guest is not None
        whole = ear.heard[0][1]
        assert str(game.step_asked()).encode() not in whole or table.state.game is not game
        assert ear.known == {**whole_of(table, guest), "log": ear.known["log"]}
        steward.stop()

    for game in holding():
        quickly(play(game, None))


def test_who_asks_for_a_seat_of_others_is_refused_at_once_whoever_is_waited_for() -> None:
    async def play(game: Game) -> None:
        store, seat = MemoryStore(), with_choice(game)[0]
        table, _ = await alone(game, seat, store)
        steward = attend(table)
        await asyncio.sleep(LONG)
        for each in range(game.setup.seats):
            with pytest.raises(NotYourSeat):
                await table.enter("", each)
        await asyncio.sleep(LONG)
        assert not decisions(store, table)
        steward.stop()

    for game in holding():
        quickly(play(game))


def test_who_asks_for_a_view_then_is_answered_once_the_window_is_closed() -> None:
    @asynccontextmanager
    async def here(table: Table) -> AsyncIterator[Table]:
        yield table

    async def stranger(request: Request) -> None:
        return None

    async def play(game: Game) -> None:
        store = MemoryStore()
        table, _ = await alone(game, with_choice(game)[0], store)
        steward = attend(table)
        await asyncio.sleep(LONG)
        house = SimpleNamespace(hall=SimpleNamespace(at=lambda _: here(table)), guests=SimpleNamespace(who=stranger))
        app = SimpleNamespace(state=SimpleNamespace(house=house))
        asked = {"type": "http", "app": app, "path_params": {"table": table.id}, "query_string": b"", "headers": []}
        answer = await api.view(Request(asked))
        assert len(decisions(store, table)) >= len(game.owes())
        assert json.loads(bytes(answer.body))["whole"]["game"] == game.spec.id
        steward.stop()

    for game in holding():
        quickly(play(game))


def test_several_seats_at_one_screen_wait_like_people_do() -> None:
    async def play(game: Game) -> None:
        store = MemoryStore()
        table = await at(game, range(game.setup.seats), store)
        table.state.sitters = [each and each._replace(person=person(0)) for each in table.state.sitters]
        table.arrive(person(0), 0)
        ear = Ear(table.listen(person(0), 0))
        steward = attend(table)
        await asyncio.sleep(WINDOW - 0.1)
        assert not decisions(store, table)
        assert ear.known["window"]["seconds"] == WINDOW
        assert ear.known["present"] == [True] * game.setup.seats
        await asyncio.sleep(0.2)
        assert decisions(store, table)
        steward.stop()

    for game in [*holding()[:2], *positions_at("windows", 4)[:2]]:
        quickly(play(game))
