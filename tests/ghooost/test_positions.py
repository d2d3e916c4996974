"""Positions of Ghooost! that can stand on the table, and those that can't; tables that can't be set up."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import pytest

from parlour.games import load
from parlour.kernel.errors import BadPosition, BadSetup, ParlourError, UnknownName
from parlour.kernel.position import Position, describe, place

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SPEC = load("ghooost")
OUT: dict[str, list[str]] = {"hand.1": [], "mansion.1": []}


@pytest.mark.parametrize(
    ("zones", "values", "error", "words"),
    [
        ({}, {"direction": 0}, BadPosition, r"direction can't be 0: expected -1 or 1"),
        ({}, {"bound": 2}, BadPosition, r"bound can't be 2: expected 0 or 1"),
        ({}, {"bound": 1}, BadPosition, r"bound can't be 1: expected a ghost in the cemetery"),
        ({}, {"round_turn": 0}, BadPosition, r"round_turn can't be 0: expected 1 to 500"),
        ({}, {"round_turn": 501}, BadPosition, r"round_turn can't be 501: expected 1 to 500"),
        ({}, {"out.0": 2}, BadPosition, r"out\.0 can't be 2: expected 0 or 1"),
        ({}, {"out.0": 1}, BadPosition, r"seat 0 can't be out: expected no cards"),
        ({}, {"points.0": 1}, UnknownName, r"unknown value 'points\.0'"),
        ({"hand.0": [], "mansion.0": [], **OUT}, {}, BadPosition, r"the round is over"),
        ({"hand.0": ["kitty"] * 3}, {}, BadPosition, r"kitty in hand\.0 is one too many: expected at most 2"),
        ({"hand.0": ["ghost_9"]}, {}, BadPosition, r"ghost_9 in hand\.0 is one too many: expected at most 0"),
        ({"cemetery": ["kitty"]}, {}, BadPosition, r"kitty can't lie in cemetery"),
        ({"cemetery": ["skeletum"]}, {}, BadPosition, r"skeletum can't lie in cemetery"),
        ({"cemetery": ["miss_copy"]}, {}, BadPosition, r"miss_copy can't lie in cemetery"),
        ({"cemetery": ["miss_copy=skeletum"]}, {}, BadPosition, r"miss_copy=skeletum can't lie in cemetery"),
        ({"cemetery": ["miss_copy=kitty"]}, {}, BadPosition, r"miss_copy=kitty can't be: .* a ghost of a number"),
        ({"cemetery": ["miss_copy=ghost_9"]}, {}, BadPosition, r"miss_copy=ghost_9 can't be: .* that is in the deck"),
        ({"cemetery": ["ghost_5"] * 4}, {}, BadPosition, r"four alike can't lie on top of the cemetery"),
        ({"cemetery": ["miss_copy=ghost_5", *["ghost_5"] * 3]}, {}, BadPosition, r"four alike can't lie"),
        ({"cemetery": ["ghost_5=ghost_4"]}, {}, UnknownName, r"unknown card 'ghost_5=ghost_4'"),
        ({"hand.0": ["miss_copy=ghost_5"]}, {}, BadPosition, r"miss_copy=ghost_5 can't lie in hand\.0"),
        ({"beside": ["scooty"]}, {}, BadPosition, r"scooty can't lie in beside"),
        (
            {"hand.0": ["miss_copy"] * 4, "cemetery": ["miss_copy=ghost_5"]},
            {},
            BadPosition,
            r"miss_copy=ghost_5 in cemetery is one too many: expected at most 4",
        ),
    ],
)
def test_what_can_not_stand_is_refused(
    zones: Mapping[str, Sequence[str]], values: Mapping[str, int], error: type[ParlourError], words: str
) -> None:
    with pytest.raises(error, match=words) as caught:
        place(SPEC.setup(3), Position(zones=zones, values=values))
    named = {*zones, *values, *chain(*zones.values())}
    assert caught.value.about in named or "the round is over" in words


def test_a_round_in_which_nobody_can_do_anything_is_over() -> None:
    zones = {"hand.0": ["miss_copy"], "hand.1": ["miss_copy"], "crypt": []}
    with pytest.raises(BadPosition, match="the round is over"):
        place(SPEC.setup(2), Position(zones=zones))


def test_who_is_out_has_no_turn() -> None:
    with pytest.raises(BadPosition, match="it can't be the turn of seat 1"):
        place(SPEC.setup(3), Position(turn=1, zones=OUT))


def test_where_no_turn_is_named_the_first_seat_that_is_in_begins() -> None:
    assert place(SPEC.setup(3), Position(zones={"hand.0": [], "mansion.0": []})).owes() == (1,)


def test_two_seats_do_not_go_out_at_once() -> None:
    values = {"out.0": 1, "out.1": 1}
    with pytest.raises(BadPosition, match=r"out\.0 and out\.1 can't both be 1"):
        place(SPEC.setup(4), Position(zones={**OUT, "hand.0": [], "mansion.0": []}, values=values))


def test_nobody_has_to_match_where_the_usual_test_stays() -> None:
    with pytest.raises(BadPosition, match="bound can't be 1: expected 0"):
        place(SPEC.setup(3, {"kitty": "stay"}), Position(zones={"cemetery": ["ghost_5"]}, values={"bound": 1}))


@pytest.mark.parametrize("values", [{"tokens.0": 2}, {"tied.0": 1, "tied.1": 1}, {"tokens.0": 1, "tied.1": 1}])
def test_a_tie_is_played_off_once_somebody_has_two_tokens(values: Mapping[str, int]) -> None:
    with pytest.raises(BadPosition, match="tied once somebody has 2 tokens"):
        place(SPEC.setup(3, {"play": "match"}), Position(values=values))


def test_nobody_is_tied_alone() -> None:
    with pytest.raises(BadPosition, match=r"tied\.0 can't be 1: expected two seats or more"):
        place(SPEC.setup(3, {"play": "match"}), Position(values={"tokens.2": 2, "tied.0": 1}))


def test_who_has_two_tokens_does_not_play_on_for_the_win() -> None:
    with pytest.raises(BadPosition, match=r"tied\.2 can't be 1: expected 0, for seat 2 has 2 tokens"):
        place(SPEC.setup(3, {"play": "match"}), Position(values={"tokens.2": 2, "tied.0": 1, "tied.2": 1}))


def test_a_match_is_for_three_and_more() -> None:
    assert SPEC.setup(options={"play": "match"}).seats == 3
    with pytest.raises(BadSetup, match="with 2 seats: expected 3 to 6"):
        SPEC.setup(2, {"play": "match"})


def test_a_position_is_described_as_it_was_set_up() -> None:
    zones = {
        "hand.0": ["ghost_5", "kitty"],
        "hand.2": [],
        "mansion.2": [],
        "cemetery": ["miss_copy=ghost_5", "ghost_5", "ghost_2"],
        "beside": ["kitty"],
        "crypt": ["igor", "ghost_4"],
    }
    values = {"direction": -1, "bound": 1, "round_turn": 77, "out.2": 1, "points.1": 5, "tokens.0": 1}
    game = place(SPEC.setup(3, {"play": "match"}), Position(turn=1, zones=zones, values=values))
    written = describe(game)
    assert isinstance(written["zones"], dict)
    assert isinstance(written["values"], dict)
    assert written["turn"] == 1
    assert zones.items() <= written["zones"].items()
    assert values.items() <= written["values"].items()
    assert place(SPEC.setup(3, {"play": "match"}), Position(1, written["zones"], written["values"])) == game
