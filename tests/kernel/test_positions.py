"""A position names what matters; the rest is dealt, and what can't stand on the table is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from parlour.kernel.errors import BadPosition, ParlourError, UnknownName
from parlour.kernel.position import Position, describe, place

if TYPE_CHECKING:
    from parlour.kernel.spec import GameSpec


def test_named_cards_lie_where_they_are_named_and_the_rest_is_dealt(sample: GameSpec) -> None:
    game = place(sample.setup(2), Position(zones={"hand.0": ["storm", "thief"], "heap": ["stone"]}))
    assert describe(game)["turn"] == 0
    assert game.view(0).zone("heap").cards == ("stone",)
    assert {"storm", "thief"} < set(game.view(0).zone("hand.0").cards)
    assert len(game.view(0).zone("hand.0").cards) == 3
    assert sum(map(len, game.zones)) == 15


def test_the_top_card_is_drawn(sample: GameSpec) -> None:
    game = place(sample.setup(2), Position(zones={"hand.0": [], "stock": ["storm", "..."], "hand.1": []}))
    assert game.view(0).zone("hand.0").cards == ("storm",)


def test_what_a_seat_knows_is_part_of_the_position(sample: GameSpec) -> None:
    hands = {"hand.0": ["storm", "thief"], "hand.1": ["mirror", "trade", "stone"]}
    game = place(sample.setup(3), Position(turn=0, zones=hands, known={2: {"hand.1": ["trade"]}}))
    assert game.view(2).zone("hand.1").cards == ("trade",)
    assert game.view(None).zone("hand.1").cards == ()


def test_nobody_knows_how_it_came_about(sample: GameSpec) -> None:
    game = place(sample.setup(3), Position(turn=1))
    assert [game.view(2).zone(f"hand.{seat}").cards for seat in (0, 1)] == [(), ()]


def test_values_and_chance_are_those_of_the_position(sample: GameSpec) -> None:
    game = place(sample.setup(2), Position(values={"played": 4}, chance=(("roll", 3),)))
    assert game.values() == {"played": 4}
    assert game.roll(6) == 3


def test_a_position_described_is_the_position(sample: GameSpec) -> None:
    game = place(sample.setup(3), Position(turn=2, zones={"hand.2": ["storm"], "stock": []}, values={"played": 1}))
    described: dict[str, Any] = describe(game)
    assert describe(place(sample.setup(3), Position(**described))) == described


@pytest.mark.parametrize(
    ("position", "error", "words"),
    [
        ({"zones": {"hand.0": ["storm", "storm"]}}, BadPosition, "storm in hand.0 is one too many: expected at most 1"),
        ({"zones": {"hand.7": []}}, UnknownName, "unknown zone 'hand.7'"),
        ({"zones": {"limbo": []}}, UnknownName, "unknown zone 'limbo'"),
        ({"zones": {"hand.0": ["dragon"]}}, UnknownName, "unknown card 'dragon'"),
        ({"zones": {"hand.0": ["...", "stone"]}}, BadPosition, 'expected "..." only as the last'),
        ({"zones": {"stock": [], "heap": []}}, BadPosition, "cards are left over"),
        ({"values": {"luck": 3}}, UnknownName, "unknown value 'luck'"),
        ({"turn": 5}, UnknownName, "unknown seat '5': expected one of 0, 1"),
        ({"known": {0: {"hand.1": ["storm"]}}, "zones": {"heap": ["storm", "..."]}}, BadPosition, "can't know storm"),
    ],
)
def test_what_can_not_be_is_refused_in_one_line(
    sample: GameSpec, position: dict[str, Any], error: type[ParlourError], words: str
) -> None:
    with pytest.raises(error, match=words) as caught:
        place(sample.setup(2), Position(**position))
    assert "\n" not in str(caught.value)
