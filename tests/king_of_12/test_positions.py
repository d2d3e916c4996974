"""Positions of King of 12 that can stand on the table, and those that can't."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

import pytest

from parlour.games import load
from parlour.kernel.errors import BadPosition, BadSetup, ParlourError, UnknownName
from parlour.kernel.position import Position, describe, place

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SPEC = load("king_of_12")


@pytest.mark.parametrize(
    ("zones", "values", "error", "words"),
    [
        ({}, {"die.0": 0}, BadPosition, r"die\.0 can't be 0: expected 1 to 12"),
        ({}, {"die.0": 13}, BadPosition, r"die\.0 can't be 13: expected 1 to 12"),
        ({}, {"points.1": 8}, BadPosition, r"points\.1 can't be 8: expected 0 to 7"),
        ({}, {"points.1": -1}, BadPosition, r"points\.1 can't be -1: expected 0 to 7"),
        ({}, {"rounds.0": 2}, BadPosition, r"rounds\.0 can't be 2: expected 0 to 1"),
        ({}, {"round": 0}, BadPosition, r"round can't be 0: expected 1 to 40"),
        ({}, {"round": 41}, BadPosition, r"round can't be 41: expected 1 to 40"),
        ({}, {"round": 1, "rounds.0": 1}, BadPosition, r"round can't be 1: expected 2 to 40"),
        ({}, {"die.2": 3}, UnknownName, r"unknown value 'die\.2'"),
        ({"under.0": ["golem", "wizard"]}, {}, BadPosition, r"rounds\.0 can't be 2: expected 0 to 1"),
        ({"under.0": ["golem"]}, {"rounds.0": 0}, BadPosition, r"rounds\.0 can't be 0: expected 1, one for each card"),
        ({"hand.0": ["golem"]}, {}, BadPosition, r"too few cards in hand\.0: expected at least 2"),
        ({"hand.1": []}, {}, BadPosition, r"too few cards in hand\.1: expected at least 2"),
        ({"played.0": ["golem"]}, {}, BadPosition, r"golem can't lie in played\.0"),
        ({"hand.0": ["lady", "golem"]}, {}, BadPosition, r"lady in hand\.0 is one too many: expected at most 0"),
        ({"hand.0": ["golem"], "discard.0": ["golem"]}, {}, BadPosition, r"golem in discard\.0 is one too many"),
    ],
)
def test_what_can_not_stand_is_refused(
    zones: Mapping[str, Sequence[str]], values: Mapping[str, int], error: type[ParlourError], words: str
) -> None:
    with pytest.raises(error, match=words) as caught:
        place(SPEC.setup(2), Position(zones=zones, values=values))
    follows = {name.replace("under", "rounds") for name in zones}
    assert caught.value.about in {*zones, *values, *follows, *chain(*zones.values())}


def test_points_stay_below_the_target() -> None:
    assert place(SPEC.setup(2, {"target": 12}), Position(values={"points.0": 11})).values()["points.0"] == 11
    with pytest.raises(BadPosition, match="expected 0 to 3"):
        place(SPEC.setup(2, {"target": 4}), Position(values={"points.0": 4}))


def test_dice_not_named_are_rolled() -> None:
    faces = {place(SPEC.setup(3), Position(values={"die.1": 4}, seed=seed)).values()["die.2"] for seed in range(200)}
    assert faces == set(range(1, 13))


def test_a_round_won_puts_a_card_under_the_die() -> None:
    game = place(SPEC.setup(2), Position(values={"rounds.1": 1}))
    assert [game.view(1).zone(name).count for name in ("hand.1", "under.1", "discard.1")] == [6, 1, 0]
    assert game.values()["round"] == 2


def test_the_round_named_is_the_one_played_whether_its_dice_are_named_or_not() -> None:
    for values in ({"round": 40}, {"round": 40, "die.0": 3}):
        assert place(SPEC.setup(2), Position(values=values)).values()["round"] == 40


def test_a_position_described_is_set_up_again() -> None:
    game = SPEC.play.start(SPEC.setup(3), 5)
    while not game.winners:
        if game.step_asked() == "reveal" and len(game.owes()) == 3:
            position: dict[str, Any] = describe(game)
            again = place(game.setup, Position(**position))
            assert describe(again) == position
        seat = game.owes()[0]
        game.apply(seat, game.options(seat)[-1])


@pytest.mark.parametrize(
    "kinds",
    [
        ["knight"],
        ["knight"] * 7,
        ["lady", "wizard", "oracle", "alchemist", "machine", "parasite", "golem"],
        ["knight", "wizard", "oracle", "alchemist", "machine", "parasite", "king"],
        [["knight"]] * 7,
        7,
        "knight,wizard",
    ],
)
def test_a_set_is_seven_kinds_with_the_knight(kinds: object) -> None:
    with pytest.raises(BadSetup, match="a list of seven different kinds with the knight"):
        SPEC.setup(2, {"set": kinds})


def test_a_set_may_be_written_in_one_word() -> None:
    setup = SPEC.setup(2, {"set": "lady, knight,wizard,oracle,merchants,machine,golem"})
    assert setup.options["set"] == ("knight", "wizard", "oracle", "machine", "golem", "lady", "merchants")
