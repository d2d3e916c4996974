"""What is known, held against brute force over the game itself: every state that may stand on the table is admitted."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from contract.beliefs import first_beliefs, next_beliefs, worlds_of
from contract.swaps import decided
from contract.tables import Table, course
from contract.worlds import looks_alike, ways
from parlour.kernel.chance import Rng
from parlour.kernel.position import Position, place
from parlour.kernel.spec import ALL, NOBODY, OWNER
from support import scaled

pytestmark = pytest.mark.no_cover

KEPT = {OWNER: 2, NOBODY: 1}

if TYPE_CHECKING:
    from parlour.kernel.game import Game
    from parlour.kernel.spec import GameSpec


def test_no_state_that_may_be_is_ruled_out(spec: GameSpec) -> None:
    """And of what is admitted little is more than may be: only what a hidden move lets the viewer forget."""
    counts = Counter[str]()
    for number in range(scaled(4)):
        table = Table(spec, spec.seats[0] + number % (spec.seats[1] - spec.seats[0] + 1))
        follow_beliefs(table.start(f"beliefs {number}"), Rng(number), counts)
        follow_beliefs(thinned(Table(spec, spec.seats[0]).start(f"few {number}")), Rng(number), counts)
    assert counts["steps"]
    assert counts["excess"] <= counts["admitted"] // 20, counts


def thinned(game: Game) -> Game:
    """The deal with few hidden cards: two in each hand, one in each deck, the others in the open."""
    setup = game.setup
    rest = {number for deck in range(len(game.decks())) for number in game.rest_zones(deck)}
    kept = {
        zone.name: [game.card_text(kind, number) for kind in game.zones[number]][: KEPT.get(zone.sees)]
        for number, zone in enumerate(setup.zones[:-1])
        if not (number in rest and zone.sees == ALL)
    }
    turn = game.turn if game.turn >= 0 else None
    return place(setup, Position(turn, kept, seed=game.fingerprint()), journal=True)


def follow_beliefs(game: Game, rng: Rng, counts: Counter[str]) -> None:
    """Play a game, and while they are few keep all states that a viewer may believe in beside it."""
    viewer = rng.below(game.setup.seats + 1)
    states: list[Game] | None = None
    for seat, option in course(game, rng):
        if states is None and not game.answers:
            states = first_beliefs(game, viewer)
        after = decided(game, seat, option)
        assert after is not None
        if states is not None:
            states = next_beliefs(states, viewer, after, seat, option)
        if states is not None:
            assert states
            assert all(looks_alike(after, viewer, state) for state in states)
            count_excess(after, viewer, states, counts)


def count_excess(game: Game, viewer: int, states: list[Game], counts: Counter[str]) -> None:
    """How many worlds are admitted, and how many of them no history leads to."""
    admitted = ways(game.knowledge(viewer), game.setup.ordered)
    if admitted is not None:
        counts["steps"] += 1
        counts["admitted"] += len(admitted)
        counts["excess"] += len(set(admitted) - worlds_of(states, viewer))
