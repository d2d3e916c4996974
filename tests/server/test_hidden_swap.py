"""All messages to a viewer, their bytes, number and order, are the same at tables that differ only in what it can't know."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pytest

from contract.swaps import decided, sent, swapped
from contract.tables import Table as Series
from contract.tables import decision, positions, seat_of, viewers
from parlour import games
from parlour.kernel.chance import Rng
from parlour.kernel.events import seen_by
from parlour.kernel.options import option_text
from parlour.server import streams, telling
from parlour.server.commands import Accepted, Choose, Stand
from parlour.server.scene import Scene, Sight
from parlour.server.streams import Change, Stream
from server.clients import Client, MemoryStore, outside, seated

if TYPE_CHECKING:
    from parlour.kernel.game import Game
    from parlour.kernel.options import Option, Seat
    from parlour.kernel.spec import Setup
    from parlour.server.table import Table
    from parlour.server.telling import Deed, Row

DECISIONS: Final = 3
POSITIONS: Final = 6


class Course:
    """What one viewer of a table is sent and answered while the same is done at it and at its twin."""

    def __init__(self, table: Table, game: Game, viewer: int) -> None:
        self.table: Table = table
        self.viewer: int = viewer
        table._state.game = game.copy()
        self.client: Client = Client(seat_of(game, viewer), table)
        self.answers: list[object] = []

    @property
    def game(self) -> Game:
        assert self.table._state.game is not None
        return self.table._state.game

    @property
    def received(self) -> list[bytes]:
        self.client.read()
        return self.client.received

    async def stand(self, rng: Rng, *, others: bool) -> None:
        """The viewer says something beforehand, and perhaps all others do."""
        for step, choices in (*self.game.spec.windows.items(), *self.game.spec.stops.items()):
            for seat in range(self.game.setup.seats):
                choice = choices[rng.below(len(choices))]
                if seat == self.viewer or others:
                    command = Stand(f"{step} {rng.state}", f"person {seat}", seat, step, choice)
                    assert await self.table.do(command) == Accepted(command.id)

    async def do(self, seat: Seat, choice: str, number: int) -> bool:
        """A decision, around it what is refused; says whether it was accepted."""
        question = self.table._state.answered[seat]
        command = Choose(f"c{number}", f"person {seat}", seat, question, choice)
        wrong = Choose("w", self.client.person, min(self.viewer, self.game.setup.seats - 1), question, "no such choice")
        early = await self.table.do(wrong)
        answer = await self.table.do(command)
        repeated = await self.table.do(command)
        self.answers += [early, await self.table.do(wrong), *((answer, repeated) if seat == self.viewer else ())]
        return isinstance(answer, Accepted)


async def compare(game: Game, viewer: int, rng: Rng) -> int:
    """Play some decisions at a table and at its twin; returns how many of them left no difference."""
    twin = swapped(game, viewer, rng)
    if twin is None:
        return 0
    stores = MemoryStore(), MemoryStore()
    here, there = [
        Course(await seated(store, game.setup, outside("swap")), state, viewer)
        for store, state in zip(stores, (game, twin), strict=True)
    ]
    assert here.received == there.received
    said = rng.fork()
    for course, others in ((here, True), (there, False)):
        await course.stand(Rng(said), others=others)
    assert here.received == there.received
    for number in range(DECISIONS):
        if not here.game.owes():
            return number
        seat, option = decision(here.game, rng)
        may_part = parts(here.game, there.game, viewer, seat, option)
        choice = option_text(option, game.spec.kinds)
        legal = [await course.do(seat, choice, number) for course in (here, there)]
        if may_part:
            return number
        assert all(legal)
        assert here.received == there.received
        assert here.answers == there.answers
    return DECISIONS


def parts(here: Game, there: Game, viewer: int, seat: Seat, option: Option) -> bool:
    """Whether a decision can't be made at the twin, or the kernel itself tells the viewer something else there."""
    one, other = (decided(game, seat, option) for game in (here, there))
    return one is None or other is None or sent(one, viewer) != sent(other, viewer)


def compared(setup: Setup, series: int = 0) -> int:
    """Compare at positions of random games; returns how many decisions left no difference."""
    rng = Rng(f"streams {setup.spec.id} {setup.seats} {series}")
    found = positions(Series(setup.spec, setup.seats, series=series), POSITIONS)
    return sum(asyncio.run(compare(game, viewer, rng)) for game in found for viewer in viewers(game))


def test_a_swap_of_unknown_cards_leaves_no_trace_in_the_messages(setup: Setup) -> None:
    assert sum(compared(setup, series) for series in range(2)) > 0


# Planted leaks: the test can fail.


def all_events(told: list[Row], bit: int) -> list[Deed]:
    """Everybody's events."""
    return [deed for _, deed in told]


SIGHT: Final = Scene.sight


def next_seats(scene: Scene, viewer: Seat | None) -> Sight:
    """The view of the seat after the viewer's."""
    setup = scene._state.setup
    assert setup is not None
    sight = SIGHT(scene, 0 if viewer is None else (viewer + 1) % setup.seats)
    return replace(sight, own=sight.own | {"viewer": viewer})


def with_fingerprint(scene: Scene, viewer: Seat | None) -> Sight:
    """The viewer's view, and a digest of the position."""
    sight, game = SIGHT(scene, viewer), scene._state.game
    return replace(sight, own=sight.own | {"digest": game and game.fingerprint()})


def with_all_standing(scene: Scene, viewer: Seat | None) -> Sight:
    """The viewer's view, and whether anybody has said something beforehand."""
    sight = SIGHT(scene, viewer)
    return replace(sight, own=sight.own | {"armed": any(scene._state.standing)})


LEAKS: Final = [
    (streams, "part", all_events),
    (Scene, "sight", next_seats),
    (Scene, "sight", with_fingerprint),
    (Scene, "sight", with_all_standing),
]


@pytest.mark.parametrize(("place", "name", "leak"), LEAKS, ids=lambda each: getattr(each, "__name__", each))
def test_a_planted_leak_is_noticed(place: object, name: str, leak: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(place, name, leak)
    assert fails_somewhere()


def test_a_number_that_counts_what_is_not_sent_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here a number is left out now and then, as two hidden cards would have it."""
    follow = Stream.follow

    def counting(stream: Stream, change: Change) -> None:
        game = stream._scene._state.game
        assert game is not None
        stream.number += game.zones[0][:1] > game.zones[-2][:1]
        follow(stream, change)

    monkeypatch.setattr(Stream, "follow", counting)
    assert fails_somewhere()


def fails_somewhere() -> bool:
    """Whether a difference is noticed at some table."""
    setups = [spec.setup(seats) for spec in map(games.load, games.names()) for seats in spec.seats]
    return any(fails(setup, series) for series in range(4) for setup in setups)


def fails(setup: Setup, series: int) -> bool:
    """Whether a difference is noticed."""
    try:
        compared(setup, series)
    except AssertionError:
        return True
    return False


def test_events_and_their_rows_are_the_same_for_each_viewer(setup: Setup) -> None:
    """What is kept for all is what the kernel tells each of them."""
    for game in positions(Series(setup.spec, setup.seats), POSITIONS):
        after = game.copy()
        after.journal = []
        after.choose(*decision(after, Rng("rows")))
        for viewer in viewers(game):
            told = telling.part(telling.rows(after), viewer)
            events = seen_by(after, after.journal, seat_of(game, viewer))
            assert told == [telling.deed(event, game.spec) for event in events]
