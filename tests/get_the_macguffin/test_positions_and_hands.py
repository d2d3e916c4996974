"""Positions that can't stand, and what the order of a hand must not tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from parlour import games
from parlour.kernel import events
from parlour.kernel.errors import BadPosition
from parlour.kernel.position import Position, place

if TYPE_CHECKING:
    from parlour.kernel.game import Game

SPEC = games.load("get_the_macguffin")


def facing(*hand: str, playing: str) -> Game:
    """Seat 0 plays a card while seat 1 holds a hand that was gathered in some order."""
    zones = {"hand.0": [playing, "the_crown"], "hand.1": hand, "tomb": ["the_rock"], "discard": ["..."]}
    game = place(SPEC.setup(2), Position(turn=0, zones=zones), journal=True)
    game.choose_text(0, f"play {playing}")
    return game


@pytest.mark.parametrize("hand", [[], ["the_spy", "the_rock"]])
def test_a_position_needs_two_seats_with_cards(hand: list[str]) -> None:
    with pytest.raises(BadPosition, match="fewer than two seats"):
        place(SPEC.setup(3), Position(zones={"hand.0": hand, "hand.1": [], "hand.2": []}))


def test_a_hand_that_comes_to_another_seat_does_not_tell_in_which_order_it_was_gathered() -> None:
    one, other = (facing(*hand, playing="the_switcheroo") for hand in (("vortex", "the_spy"), ("the_spy", "vortex")))
    for game in (one, other):
        game.choose_text(1, "lay the_crown")
    assert list(one.options(0)) == list(other.options(0))


def test_the_spy_does_not_see_in_which_order_a_hand_was_gathered() -> None:
    one, other = (facing(*hand, playing="the_spy") for hand in (("vortex", "the_hippie"), ("the_hippie", "vortex")))
    assert events.seen_by(one, one.journal or [], 0) == events.seen_by(other, other.journal or [], 0)
