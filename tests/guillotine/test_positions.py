"""Positions of Guillotine that can stand on the table, those that can't, and the switches of the two editions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from parlour.games import load
from parlour.kernel.chance import Rng
from parlour.kernel.errors import BadPosition, BadSetup, ParlourError, UnknownName
from parlour.kernel.position import Position, describe, place
from support import scaled

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SPEC = load("guillotine")
GERMAN = {
    "next_day": "next_player",
    "final_plays": "on",
    "confusion": "reaction",
    "clown": "any",
    "clerical_error": "exchange",
    "twist_of_fate": "others",
    "master_spy": "after",
    "days": 3,
}
ENGLISH = {
    "next_day": "left_of_starter",
    "final_plays": "off",
    "confusion": "delayed",
    "clown": "another",
    "clerical_error": "collect",
    "twist_of_fate": "any",
    "master_spy": "after",
    "days": 3,
}


@pytest.mark.parametrize(
    ("zones", "values", "error", "words"),
    [
        ({}, {"day": 0}, BadPosition, r"day can't be 0: expected 1 to 3"),
        ({}, {"day": 4}, BadPosition, r"day can't be 4: expected 1 to 3"),
        ({}, {"starter": 2}, BadPosition, r"starter can't be 2: expected 0 to 1"),
        ({}, {"rush_job.1": 2}, BadPosition, r"rush_job\.1 can't be 2: expected 0 to 1"),
        ({}, {"rush_job.2": 1}, UnknownName, r"unknown value 'rush_job\.2'"),
        ({}, {"confusion.1": 1}, BadPosition, r"confusion\.1 can't be 1: expected 0 to 0"),
        ({"line": ["stumble"]}, {}, BadPosition, r"stumble can't lie in line"),
        ({"hand.0": ["duke"]}, {}, BadPosition, r"duke can't lie in hand\.0"),
        ({"pile.0": ["trip"]}, {}, BadPosition, r"trip can't lie in pile\.0"),
        ({"table.0": ["trip"]}, {}, BadPosition, r"trip can't lie in table\.0"),
        ({"table.0": ["twist_of_fate"]}, {}, BadPosition, r"twist_of_fate can't lie in table\.0"),
        ({"noble_deck": ["trip"]}, {}, BadPosition, r"trip can't lie in noble_deck"),
        ({"action_deck": ["duke"]}, {}, BadPosition, r"duke can't lie in action_deck"),
        ({"played": ["trip"]}, {}, BadPosition, r"trip can't lie in played"),
        ({"line": ["duke"], "pile.1": ["duke"]}, {}, BadPosition, r"duke in pile\.1 is one too many"),
        ({"hand.0": ["trip"] * 3}, {}, BadPosition, r"trip in hand\.0 is one too many: expected at most 2 in all"),
    ],
)
def test_what_can_not_stand_is_refused(
    zones: Mapping[str, Sequence[str]], values: Mapping[str, int], error: type[ParlourError], words: str
) -> None:
    with pytest.raises(error, match=words):
        place(SPEC.setup(2), Position(turn=0, zones=zones, values=values))


def test_a_day_that_is_not_played_is_refused() -> None:
    with pytest.raises(BadPosition, match="day can't be 2: expected 1 to 1"):
        place(SPEC.setup(2, {"days": 1}), Position(values={"day": 2}))


def test_what_is_not_named_is_dealt_as_at_the_beginning() -> None:
    game = place(SPEC.setup(3), Position(turn=1))
    counts = {zone.id: zone.count for zone in game.view(None).zones}
    assert counts == {
        "line": 12,
        "noble_deck": 38,
        "noble_discard": 0,
        "action_deck": 45,
        "action_discard": 0,
        "played": 0,
        **{f"hand.{seat}": 5 for seat in range(3)},
        **{f"{zone}.{seat}": 0 for zone in ("pile", "table") for seat in range(3)},
    }
    assert game.values()["day"] == 1


@pytest.mark.parametrize("edition", ["german", "english"])
def test_a_position_described_at_the_beginning_of_a_turn_is_set_up_again(edition: str) -> None:
    setup = SPEC.setup(3, {"edition": edition})
    waiting: set[str] = set()
    for seed in range(scaled(8)):
        rng = Rng(seed)
        game, turn = SPEC.play.start(setup, seed), 0
        while game.owes():
            if game.turns > turn:
                turn = game.turns
                position: dict[str, Any] = describe(game)
                again = place(setup, Position(**position))
                assert describe(again) == position
                assert again.owes() == game.owes()
                assert again.options(again.owes()[0]) == game.options(game.owes()[0])
                waiting |= {name.partition(".")[0] for name, value in game.values().items() if "." in name and value}
            seat = game.owes()[0]
            options = game.options(seat)
            game.apply(seat, options[rng.below(len(options))])
    assert waiting >= {"rush_job"}


@pytest.mark.parametrize(("edition", "switches"), [("german", GERMAN), ("english", ENGLISH)])
def test_an_edition_sets_the_switches(edition: str, switches: Mapping[str, object]) -> None:
    options = dict(SPEC.setup(2, {"edition": edition}).options)
    assert options.pop("edition") == edition
    assert options == switches


def test_the_german_edition_is_the_default_and_each_switch_can_be_set_alone() -> None:
    assert SPEC.setup(2).options == {**GERMAN, "edition": "german"}
    assert SPEC.setup(2, {"edition": "english", "clown": "any"}).options == {
        **ENGLISH,
        "edition": "english",
        "clown": "any",
    }


@pytest.mark.parametrize(("name", "value"), [("edition", "french"), ("days", 4), ("days", 0), ("clown", "nobody")])
def test_no_switch_has_another_value(name: str, value: object) -> None:
    with pytest.raises(BadSetup, match=f"option {name} can't be"):
        SPEC.setup(2, {name: value})


@pytest.mark.parametrize("seats", [1, 6])
def test_two_to_five_play(seats: int) -> None:
    with pytest.raises(BadSetup, match="expected 2 to 5"):
        SPEC.setup(seats)


def test_games_stay_far_within_their_bound() -> None:
    for seats in (2, 5):
        for seed in range(scaled(20)):
            rng = Rng(seed)
            game = SPEC.play.start(SPEC.setup(seats), seed)
            while game.owes():
                seat = game.owes()[0]
                options = game.options(seat)
                game.apply(seat, options[rng.below(len(options))])
            assert game.turns < SPEC.bound(seats, game.setup.options) / 2
