"""What is known of the top of the nobles' deck, and that the order in which a hand was gathered tells nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from parlour.games import load
from parlour.kernel.events import Looked, seen_by
from parlour.kernel.position import Position, place

if TYPE_CHECKING:
    from parlour.kernel.game import Game

SPEC = load("guillotine")


def at(**zones: list[str]) -> Game:
    """A turn of seat 0, Confusion in Line out of the way; hands that are not named, as ``hand_0``, are empty."""
    named = {"action_discard": ["confusion_in_line"], "hand_1": [], "hand_2": [], **zones}
    position = {name.replace("hand_", "hand."): cards for name, cards in named.items()}
    return place(SPEC.setup(3), Position(turn=0, zones=position), journal=True)


def top(game: Game, viewer: int | None) -> list[tuple[int, str]]:
    """The places of the nobles' deck that a viewer knows."""
    return list(game.view(viewer).zone("noble_deck").places)


def after_late_arrival(choice: str = "bishop", **zones: list[str]) -> Game:
    deck = ["mayor", "bishop", "martyr", "general", "..."]
    game = at(line=["duke", "baron", "count", "regent"], hand_0=["late_arrival"], noble_deck=deck, **zones)
    game.choose_text(0, "play late_arrival")
    game.choose_text(0, choice)
    return game


@pytest.mark.parametrize(
    ("choice", "left"),
    [
        ("mayor", [(0, "bishop"), (1, "martyr")]),
        ("bishop", [(0, "mayor"), (1, "martyr")]),
        ("martyr", [(0, "mayor"), (1, "bishop")]),
    ],
)
def test_after_late_arrival_its_player_alone_knows_what_lies_on_top(choice: str, left: list[tuple[int, str]]) -> None:
    game = after_late_arrival(choice)
    assert top(game, 0) == left
    assert top(game, 1) == top(game, 2) == top(game, None) == []


def test_the_others_see_that_somebody_looked_and_who_joined_the_line() -> None:
    game = after_late_arrival()
    assert game.journal is not None
    assert [event.cards for event in seen_by(game, game.journal, 0) if isinstance(event, Looked)] == [
        ("mayor", "bishop", "martyr")
    ]
    for viewer in (1, 2, None):
        assert not [event for event in seen_by(game, game.journal, viewer) if isinstance(event, Looked)]
        assert game.view(viewer).zone("line").cards == ("baron", "count", "regent", "bishop")


def test_while_one_looks_the_three_nobles_are_known_to_him_alone() -> None:
    game = at(line=["duke", "baron"], hand_0=["late_arrival"], noble_deck=["mayor", "bishop", "martyr", "..."])
    game.choose_text(0, "play late_arrival")
    limbo = len(game.zones) - 1
    assert game.knowledge(0).placed(limbo) == list(enumerate(map(SPEC.kind, ("mayor", "bishop", "martyr"))))
    assert game.knowledge(1).placed(limbo) == game.knowledge(3).placed(limbo) == []


def test_what_is_known_of_the_top_shifts_as_nobles_leave_it() -> None:
    game = after_late_arrival(hand_1=["extra_cart"])
    game.choose_text(1, "play extra_cart")
    assert top(game, 0) == []
    game = after_late_arrival(hand_1=["clothing_swap"])
    game.choose_text(1, "play clothing_swap")
    game.choose_text(1, "baron@0")
    assert top(game, 0) == [(0, "martyr")]


def test_a_shuffle_ends_what_is_known_of_the_top() -> None:
    game = after_late_arrival(hand_1=["mass_confusion"])
    game.choose_text(1, "play mass_confusion")
    assert top(game, 0) == []


@pytest.mark.parametrize("choice", ["mayor", "general"])
def test_who_knows_the_top_as_well_knows_what_is_left_of_it(choice: str) -> None:
    game = after_late_arrival_before_a_witness(["mayor", "bishop", "general"], choice)
    assert [noble for _, noble in top(game, 1)] == [each for each in ("mayor", "bishop", "general") if each != choice]


def test_where_a_noble_stood_whom_a_witness_did_not_know_is_not_told() -> None:
    """The witness knows the top one alone: whether the second or the third one left is not to be told."""
    second, third = (after_late_arrival_before_a_witness(["mayor"], choice) for choice in ("bishop", "general"))
    assert top(second, 1) == top(third, 1) == [(0, "mayor")]
    assert second.knowledge(1).blocks == third.knowledge(1).blocks


def after_late_arrival_before_a_witness(known: list[str], choice: str) -> Game:
    """Seat 0 looks at mayor, bishop and general, while seat 1 knows some of them already."""
    zones = {
        "line": ["duke", "baron"],
        "hand.0": ["late_arrival"],
        "hand.1": [],
        "noble_deck": ["mayor", "bishop", "general", "..."],
    }
    game = place(SPEC.setup(2), Position(turn=0, zones=zones, known={1: {"noble_deck": known}}))
    game.choose_text(0, "play late_arrival")
    game.choose_text(0, choice)
    return game


@pytest.mark.parametrize("order", [["stumble", "escape", "trip"], ["trip", "escape", "stumble"]])
def test_a_hand_does_not_tell_in_which_order_it_was_gathered(order: list[str]) -> None:
    game = at(
        line=["duke", "baron", "count", "mayor", "bishop"],
        hand_0=["information_exchange"],
        hand_1=order,
        action_deck=["fountain_of_blood", "..."],
    )
    game.choose_text(0, "play information_exchange")
    game.choose_text(0, "seat 1")
    game.choose_text(1, "pass")
    game.choose_text(2, "pass")
    assert [game.spec.kinds[option & 255] for option in game.options(0)[1:]] == [
        "stumble",
        "trip",
        "escape",
        "fountain_of_blood",
    ]


@pytest.mark.parametrize("order", [["stumble", "escape", "trip"], ["trip", "escape", "stumble"]])
def test_whoever_looks_at_a_hand_sees_it_sorted(order: list[str]) -> None:
    game = at(line=["duke", "baron", "count"], hand_0=["lack_of_support"], hand_1=order)
    assert game.journal is not None
    game.choose_text(0, "play lack_of_support")
    sent = seen_by(game, game.journal, 0)
    other = at(line=["duke", "baron", "count"], hand_0=["lack_of_support"], hand_1=order[::-1])
    other.choose_text(0, "play lack_of_support")
    assert sent == seen_by(other, other.journal or [], 0)
    assert list(game.options(0)) == list(other.options(0))
