"""What the table hears of a turn."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

import pytest

from parlour.games import load
from parlour.kernel.events import seen_by
from parlour.kernel.messages import Reader, Told
from parlour.kernel.position import Position, place

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Zones = Mapping[str, Sequence[str]]

NO_VALUES: Mapping[str, int] = MappingProxyType({})
SEATS = ("Ann", "Bob", "Cid")


def heard(zones: Zones, *choices: str, play: str = "single", values: Mapping[str, int] = NO_VALUES) -> list[str]:
    """The sentences that everybody is told while Ann, at a table of three and after midnight, makes some choices."""
    setup = load("ghooost").setup(3, {"play": play})
    game = place(setup, Position(turn=0, zones={"crypt": [], **zones}, values=values), journal=True)
    for choice in choices:
        game.choose_text(0, choice)
    reader = Reader(game.spec, SEATS)
    return [reader.say(event) for event in seen_by(game, game.journal or (), None) if isinstance(event, Told)]


def test_several_ghosts_with_a_miss_copy() -> None:
    zones = {"hand.0": ["twist", "twist", "miss_copy", "ghost_10"]}
    assert heard(zones, "play twist x2 + miss_copy x1", "play ghost_10") == [
        "Ann plays Twist. Cards: 2.",
        "Miss Copy becomes Twist with it. Cards: 1.",
        "The direction of play turns round.",
        "Ann plays Ghost 10.",
    ]


def test_a_quartet() -> None:
    zones = {"hand.0": ["ghost_5", "ghost_2"], "cemetery": ["ghost_5"] * 3}
    assert heard(zones, "play ghost_5") == ["Ann plays Ghost 5.", "A quartet of Ghost 5: the cemetery is emptied."]


def test_a_kitty() -> None:
    zones = {"hand.0": ["kitty", "ghost_2"], "cemetery": ["igor"]}
    assert heard(zones, "play kitty") == ["Ann plays Kitty.", "Bob is skipped.", "Cid has to match Igor."]


def test_a_blind_card_that_fails_and_a_draw_into_midnight() -> None:
    zones = {"hand.0": ["ghost_2"], "cemetery": ["igor"], "crypt": ["ghost_5", "ghost_4"]}
    assert heard(zones, "try") == [
        "Ann turns up Ghost 5 from the crypt.",
        "It can't be played.",
        "Ann takes the cemetery. Cards: 2.",
        "Ann draws from the crypt. Cards: 1.",
        "The crypt is empty: midnight strikes.",
    ]


def test_a_blind_card_that_is_played_with_a_full_hand() -> None:
    zones = {"hand.0": ["ghost_2"] * 4, "cemetery": ["ghost_4"], "crypt": ["ghost_5", "ghost_4"]}
    assert heard(zones, "try") == ["Ann turns up Ghost 5 from the crypt."]


def test_a_blind_card_of_the_mansion() -> None:
    zones = {"hand.0": [], "mansion.0": ["skeletum", "ghost_2"]}
    assert heard(zones, "try") == ["Ann turns up Skeletum from the mansion.", "Skeletum: the cemetery is emptied."]


def test_a_helpless_player() -> None:
    zones = {"hand.0": ["ghost_2"], "hand.1": ["miss_copy"], "cemetery": ["igor"]}
    assert heard(zones, "take")[1:] == ["Bob holds nothing but Miss Copy and can do nothing."]


LAST_TWO = {"hand.0": ["ghost_5"], "mansion.0": [], "hand.1": [], "mansion.1": [], "hand.2": ["ghost_2"]}


def test_the_end_of_a_round() -> None:
    assert heard(LAST_TWO, "play ghost_5") == [
        "Ann plays Ghost 5.",
        "Ann has got rid of all cards.",
        "Cid has lost the round.",
        "Bob wins.",
        "Ann wins.",
    ]


def test_a_stopped_round() -> None:
    zones = {"hand.0": ["ghost_2"], "hand.2": ["ghost_4"] * 3, "mansion.2": ["ghost_6"] * 4, "cemetery": ["igor"]}
    zones |= {"mansion.0": [], "hand.1": ["ghost_5"] * 3, "mansion.1": []}
    assert heard(zones, "take", values={"round_turn": 500}) == [
        "Ann takes the cemetery. Cards: 1.",
        "The round has no end: it is stopped.",
        "Cid has lost the round.",
        "Ann wins.",
        "Bob wins.",
    ]


@pytest.mark.parametrize(
    ("values", "end"),
    [
        ({}, ["Bob scores. Points: 2.", "Ann scores. Points: 3.", "Cid takes a BOO! token. Tokens: 1."]),
        (
            {"tokens.2": 1},
            ["Bob scores. Points: 2.", "Ann scores. Points: 3.", "Cid takes a BOO! token. Tokens: 2.", "Ann wins."],
        ),
        (
            {"tokens.2": 1, "points.2": 99},
            ["Bob scores. Points: 2.", "Ann scores. Points: 3.", "Cid takes a BOO! token. Tokens: 2.", "Ann wins."],
        ),
        (
            {"tokens.2": 1, "points.1": 1},
            [
                "Bob scores. Points: 2.",
                "Ann scores. Points: 3.",
                "Cid takes a BOO! token. Tokens: 2.",
                "Ann is level at the top and plays on for the win.",
                "Bob is level at the top and plays on for the win.",
            ],
        ),
    ],
)
def test_the_end_of_a_round_in_a_match(values: dict[str, int], end: list[str]) -> None:
    assert heard(LAST_TWO, "play ghost_5", play="match", values=values)[3:] == end
