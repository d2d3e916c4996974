"""Two states that differ only in cards that a viewer knows neither before nor after a decision send it the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from contract.swaps import check_swap, decided, sent
from contract.tables import decision, positions, viewers
from parlour.kernel.chance import Rng

if TYPE_CHECKING:
    from contract.tables import Table
    from parlour.kernel.game import Game

pytestmark = pytest.mark.no_cover


def test_a_swap_of_unknown_cards_is_not_noticed(table: Table) -> None:
    rng = Rng(f"swap {table}")
    made = [
        check_swap(game, viewer, rng, *decision(game, rng))
        for game in positions(table)
        for viewer in viewers(game)
        for _ in range(2)
    ]
    assert 2 in made


def test_a_secret_answer_sends_nothing_to_others_while_others_owe_theirs(table: Table) -> None:
    rng = Rng(f"secret {table}")
    for game in positions(table):
        if len(game.owes()) > 1:
            seat, option = decision(game, rng)
            after = decided(game, seat, option)
            assert after is not None
            assert after.journal == []
            for viewer in viewers(game):
                assert viewer == seat or sent(after, viewer) == sent(quiet(game), viewer)


def quiet(game: Game) -> Game:
    """The state with an empty journal."""
    same = game.copy()
    same.journal = []
    return same
