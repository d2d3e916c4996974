"""What the table hears of a turn, and what one seat alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from parlour.games import load
from parlour.kernel.events import seen_by
from parlour.kernel.messages import Reader, Told
from parlour.kernel.position import Position, place

if TYPE_CHECKING:
    from parlour.kernel.game import Game

SPEC = load("guillotine")
SEATS = ("Ann", "Bob", "Cid")


def heard(game: Game, viewer: int | None) -> list[str]:
    """The sentences that a viewer has been told."""
    reader = Reader(game.spec, SEATS[: game.setup.seats])
    return [reader.say(event) for event in seen_by(game, game.journal or (), viewer) if isinstance(event, Told)]


def at(options: dict[str, str] | None = None, **zones: list[str]) -> Game:
    """A turn of Ann; hands that are not named, as ``hand_0``, are empty."""
    named = {"hand_0": [], "hand_1": [], "hand_2": [], **zones}
    position = {re.sub(r"_(\d)$", r".\1", name): cards for name, cards in named.items()}
    return place(SPEC.setup(3, options), Position(turn=0, zones=position), journal=True)


def play(game: Game, *texts: str) -> None:
    for text in texts:
        game.choose_text(game.owes()[0], text)


def test_a_turn_as_it_is_told() -> None:
    game = at(
        line=["duke", "lady", "master_spy", "baron"],
        hand_0=["lidiot"],
        action_deck=["trip", "escape", "..."],
    )
    play(game, "play lidiot", "lady@1")
    assert heard(game, 0) == [
        "Ann plays L'Idiot.",
        "Lady goes from place 2 to place 1.",
        "Master Spy slips away to the end of the line.",
        "Ann collects Lady.",
        "Ann draws one card more this turn.",
        "Ann draws 2 action cards.",
        "It is Trip.",
        "It is Escape!.",
    ]
    assert heard(game, 1) == [sentence for sentence in heard(game, 0) if not sentence.startswith("It is")]


def test_a_day_that_robespierre_ends() -> None:
    game = at(line=["robespierre", "duke"], action_deck=["trip", "..."])
    play(game, "pass")
    assert heard(game, None) == [
        "Ann plays no card.",
        "Ann collects Robespierre.",
        "Robespierre: nobody is collected any more, the day ends with this turn.",
        "Ann draws an action card.",
        "Day 1 is over.",
        "Day 2: a new line. Nobles: 12.",
        "Bob begins the day.",
    ]


def test_a_looked_at_hand_is_told_to_the_one_who_looks() -> None:
    game = at(line=["duke", "baron"], hand_0=["lack_of_support"], hand_1=["stumble", "escape"])
    play(game, "play lack_of_support", "escape")
    assert heard(game, 0)[:5] == [
        "Ann plays Lack of Support.",
        "Ann looks at the hand of Bob.",
        "There is Stumble.",
        "There is Escape!.",
        "Escape! of Bob is discarded.",
    ]
    assert heard(game, 2)[:3] == [
        "Ann plays Lack of Support.",
        "Ann looks at the hand of Bob.",
        "Escape! of Bob is discarded.",
    ]


@pytest.mark.parametrize(
    ("card", "sentence"),
    [
        ("the_long_walk", "The line turns round: last is first."),
        ("escape", "The line is shuffled."),
        ("milling_in_line", "The front of the line is shuffled. Nobles: 5."),
        ("mass_confusion", "The line goes into the deck, and a new one of the same length comes out. Nobles: 6."),
        ("double_feature", "Ann collects two nobles this turn."),
        ("political_influence", "Ann collects nobody this turn and draws three cards more."),
        ("scarlet_pimpernel", "The day ends with this turn."),
        ("rain_delay", "All hands are shuffled into the deck, and everybody gets 5 new cards."),
        ("fountain_of_blood", "Fountain of Blood lies before Ann now."),
    ],
)
def test_what_a_card_does_is_told(card: str, sentence: str) -> None:
    game = at({"confusion": "delayed"}, line=["duke", "baron", "mayor", "sheriff", "bishop", "regent"], hand_0=[card])
    play(game, f"play {card}")
    assert sentence in heard(game, None)
    assert sentence in heard(game, 1)


@pytest.mark.parametrize(
    ("card", "choices", "sentences"),
    [
        (
            "late_arrival",
            ["general"],
            ["Ann looks at the top of the nobles' deck. Cards: 3.", "General joins the end of the line."],
        ),
        ("extra_cart", [], ["Lord joins the end of the line.", "Count joins the end of the line."]),
        ("fled_to_england", ["baron@1"], ["Baron leaves the line and is discarded."]),
        ("clothing_swap", ["baron@1"], ["Baron leaves the line and is discarded.", "Lord takes the empty place."]),
        ("after_you", ["seat 2"], ["Duke goes to the pile of Cid."]),
        ("opinionated_guards", ["duke@0", "mayor@2"], ["Duke stays in place.", "Mayor goes from place 3 to place 2."]),
        ("confusion_in_line", ["seat 1"], ["Before Bob next collects from the line, it is shuffled."]),
        ("rush_job", ["seat 2"], ["Cid may play no action card next turn."]),
        ("rat_break", ["trip"], ["Ann takes Trip out of the discard pile."]),
        ("missing_heads", [], ["The pile of Bob is shuffled.", "Bob loses Regent."]),
        ("missed", [], ["Bob loses Regent."]),
        ("clerical_error", ["regent"], ["Ann takes Regent from the pile of Bob."]),
        ("tough_crowd", ["seat 2"], ["Tough Crowd lies before Cid now."]),
        ("twist_of_fate", [], ["Church Support of Bob is discarded."]),
    ],
)
def test_what_a_card_does_to_whom_is_told(card: str, choices: list[str], sentences: list[str]) -> None:
    game = at(
        {"confusion": "delayed"},
        line=["duke", "baron", "mayor", "sheriff"],
        noble_deck=["lord", "count", "general", "..."],
        hand_0=[card],
        pile_1=["regent"],
        table_1=["church_support"],
        table_0=["tough_crowd"] if card != "tough_crowd" else [],
        action_discard=["trip", "escape"],
    )
    play(game, f"play {card}", *choices)
    told = heard(game, 2)
    assert [sentence for sentence in told if sentence in sentences] == sentences


def test_points_and_winners() -> None:
    setup = SPEC.setup(2, {"days": 1, "final_plays": "off"})
    zones = {"line": ["duke"], "hand.0": [], "hand.1": [], "pile.1": ["baron"]}
    game = place(setup, Position(turn=0, zones=zones), journal=True)
    play(game, "pass")
    assert heard(game, None)[-2:] == ["Ann shares the win with 3 points.", "Bob shares the win with 3 points."]
