"""Each line of a scenario holds where it should, and where not it fails with its line and what came instead."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING, Any

import pytest

from parlour import games
from parlour.kernel.errors import IllegalChoice
from parlour.scenarios import read, run
from parlour.scenarios.expectations import fits, is_among

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Running = Callable[[str], list[str]]

THIEF = """\
scenario: Thief
game: get_the_macguffin
seats: 3
position:
  turn: 1
  zones: {hand.0: [vortex], hand.1: [the_thief, the_spy], table.0: [the_crown], table.2: [the_rock], discard: []}
play:
  - 1: play the_thief
  - 1: the_crown
expect:
"""
MERCHANT = """\
scenario: Merchant
game: get_the_macguffin
position:
  zones: {hand.0: [the_merchant, the_spy], table.0: [the_crown], table.1: [the_rock]}
play:
  - 0: play the_merchant
"""


@pytest.fixture
def running(tmp_path: Path) -> Running:
    """Runs a text and gives its failures without file name and scenario."""
    path = tmp_path / "a.yaml"

    def failures(text: str) -> list[str]:
        path.write_text(dedent(text), encoding="utf-8")
        return [
            f"{failure.at.line}: {failure.expected}; {failure.held}"
            for scenario in read(path)
            for failure in run(scenario)
        ]

    return failures


@pytest.mark.parametrize(
    "line",
    [
        "  zones: {hand.1: [the_crown, the_spy], table.0: [], discard: [the_thief]}",
        "  zones: {hand.1: [the_spy, ...], discard: [...], tomb: [...]}",
        "  scores: {0: 0, 2: 0.0}",
        "  owes: [2]",
        "  options: {2: {has: [discard the_rock], not: [pass]}, 0: {has: [], not: [play vortex]}}",
        "  view: {0: {hand.1: {count: 2, cards: [the_crown]}}, 1: {hand.1: {cards: [the_spy, the_crown]}}}",
        "  view: {spectator: {hand.1: {cards: [the_crown]}, hand.2: {count: 5, cards: []}, table.2: {cards: [...]}}}",
        "  over: false",
        "  told: [plays, takes_object]",
    ],
)
def test_what_holds(running: Running, line: str) -> None:
    assert running(THIEF + line) == []


@pytest.mark.parametrize(
    ("line", "failure"),
    [
        ("  zones: {hand.1: [the_crown]}", "hand.1 [the_crown]; [the_crown, the_spy]"),
        ("  zones: {hand.1: [vortex, ...]}", "hand.1 [vortex, ...]; [the_crown, the_spy]"),
        ("  values: {gold: 3}", "gold 3; the values are none"),
        ("  scores: {0: 0.01}", "score 0.01 of seat 0; 0"),
        ("  owes: [1, 2]", "owed by [1, 2]; [2]"),
        ("  owes: []", "owed by []; [2]"),
        ("  options: {1: {has: [play the_spy]}}", "seat 1 has play the_spy; []"),
        ("  view: {0: {hand.1: {cards: []}}}", "seat 0 knows [] in hand.1; [the_crown]"),
        ("  view: {spectator: {hand.1: {count: 3}}}", "3 cards in hand.1 for a spectator; 2"),
        ("  told: [takes_object, plays]", "told [takes_object, plays]; [plays, takes_object]"),
    ],
)
def test_what_does_not_hold(running: Running, line: str, failure: str) -> None:
    assert running(THIEF + line) == [f"11: {failure}"]


def test_options_that_a_seat_must_not_have(running: Running) -> None:
    (failure,) = running(THIEF + "  options:\n    2:\n      not: [discard the_rock]")
    assert failure.startswith("13: seat 2 does not have discard the_rock; [")


def test_an_end_that_has_not_come(running: Running) -> None:
    (failure,) = running(THIEF + "  over: true")
    assert failure.startswith("11: the game is over; <get_the_macguffin turn 2")


def test_every_line_that_does_not_hold_is_told(running: Running) -> None:
    assert len(running(THIEF + "  owes: [0]\n  zones: {table.0: [the_rock], table.2: []}\n  over: false")) == 3


def test_order_counts_where_it_is_kept() -> None:
    assert fits(["a", "b"], ["b", "a"], ordered=False)
    assert not fits(["a", "b"], ["b", "a"], ordered=True)
    assert not fits(["a", "b"], ["a", "b", "b"], ordered=False)


def test_after_dots_there_may_be_more() -> None:
    assert fits(["a", "..."], ["a", "b"], ordered=True)
    assert not fits(["b", "..."], ["a", "b"], ordered=True)
    assert fits(["b", "..."], ["a", "b"], ordered=False)
    assert not fits(["b", "b", "..."], ["a", "b"], ordered=False)
    assert not fits(["a", "..."], [], ordered=True)


def test_one_card_may_be_counted() -> None:
    assert is_among("play ghost_5 x1", ["pass", "play ghost_5"])
    assert not is_among("play ghost_5 x2", ["pass", "play ghost_5"])


def test_a_choice_that_is_refused_ends_the_scenario(running: Running) -> None:
    (failure,) = running(THIEF.replace("the_crown\nexpect", "the_spy\nexpect") + "  owes: [0]")
    assert failure.startswith("9: 1: the_spy is accepted; seat 1 can't choose 'the_spy' at steal: expected one of")


def test_a_seat_that_owes_nothing(running: Running) -> None:
    (failure,) = running(THIEF.replace("1: the_crown", "2: the_crown") + "  owes: [0]")
    assert failure == "9: 2: the_crown is accepted; seat 2 owes no choice: expected seat 1 to move"


def test_what_must_be_refused(running: Running) -> None:
    refused = '  - "!0": play vortex\n  - "!1": play vortex\n  - "!9": pass\n  - 1: play the_thief\n'
    assert running(THIEF.replace("  - 1: play the_thief\n", refused) + "  owes: [2]") == []


def test_what_must_be_refused_but_is_not(running: Running) -> None:
    assert running(THIEF.replace("- 1: the_crown", '- "!1": the_crown') + "  owes: [0]") == [
        "9: 1: the_crown is refused; it was accepted"
    ]


def test_a_refusal_must_change_nothing(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    play = games.load("get_the_macguffin").play

    def refuse(game: Any, seat: int, text: str) -> None:
        game.turns += 1
        raise IllegalChoice(text)

    monkeypatch.setattr(play, "choose_text", refuse)
    assert running(MERCHANT.replace("- 0:", '- "!0":')) == [
        "6: 0: play the_merchant changes nothing; it was refused and changed the game"
    ]


@pytest.mark.parametrize(
    "taken",
    [
        "",
        "  - 0: the_crown\n",
        "  - 0: the_crown\n  - 0: the_rock\n",
        "  - 0: the_rock\n  - 0: the_crown\n",
    ],
)
def test_choices_taken_by_themselves_may_be_written(running: Running, taken: str) -> None:
    assert running(MERCHANT + taken + "expect: {zones: {table.0: [the_rock]}, owes: [1]}") == []


def test_a_choice_taken_by_itself_is_checked(running: Running) -> None:
    (failure,) = running(MERCHANT + "  - 0: the_crown\n  - 0: the_crown\n")
    assert failure.startswith("8: 0: the_crown is accepted; seat 0 owes no choice")
    assert failure.endswith("(0: the_rock was taken by itself)")


BORROWED_THIEF = """\
scenario: Can I Use That? takes the only hand, and the Thief from it could take again
game: get_the_macguffin
position:
  zones: {hand.0: [can_i_use_that], hand.1: [the_thief, the_spy], table.1: [the_rock]}
chance: [{pick: the_thief}, {pick: the_spy}]
play:
  - 0: play can_i_use_that
  - 0: seat 1
"""


@pytest.mark.parametrize("rest", ["", "  - 0: seat 1\n"])
def test_a_text_that_may_be_both_is_read_as_it_fits(running: Running, rest: str) -> None:
    assert running(BORROWED_THIEF + rest + "expect: {zones: {hand.0: [the_spy], hand.1: []}}") == []


def test_a_text_that_may_be_both_may_be_the_one_taken(running: Running) -> None:
    assert running(BORROWED_THIEF + "expect: {owes: [0], options: {0: {has: [the_rock, seat 1]}}}") == []


def test_a_text_that_fits_neither_way_fails(running: Running) -> None:
    assert running(BORROWED_THIEF + "expect: {zones: {hand.0: [the_rock]}}") == [
        "9: hand.0 [the_rock]; []",
    ]


DICE = """\
scenario: Dice
game: king_of_12
chance: [{roll: 7}, {roll: 12}, {roll: 2}]
steps:
  - expect: {owes: [0, 1], values: {die.0: 7, die.1: 12}}
  - play:
    - 0: play knight
    expect: {owes: [1], view: {1: {hand.0: {count: 7, cards: [...]}}}}
  - play:
    - 1: play oracle
    expect: {owes: [0, 1], values: {die.1: 2, points.0: 1, points.1: 2}}
"""


def test_steps_with_what_holds_after_each(running: Running) -> None:
    assert running(DICE) == []


def test_told_means_in_this_step(running: Running) -> None:
    told = DICE.replace("expect: {owes: [1],", "expect: {told: [rolls],").replace(
        "{owes: [0, 1], v", "{told: [rolls], v"
    )
    assert [failure.split(":")[0] for failure in running(told)] == ["8", "11"]


def test_chance_that_can_t_be_fails_where_it_stands(running: Running) -> None:
    late = DICE.replace("[{roll: 7}, {roll: 12}, {roll: 2}]", "\n  - roll: 7\n  - roll: 12\n  - pick: wizard")
    (failure,) = running(late)
    assert failure.startswith("6: this chance; chance can't be {pick: wizard} here: expected {roll: one of 1, 2,")


def test_chance_that_can_t_be_is_told_where_a_choice_should_have_been_refused(running: Running) -> None:
    late = DICE.replace("{roll: 2}]", "{roll: 13}]")
    (failure,) = running(late.replace("    - 1: play oracle", '    - "!1": play oracle'))
    assert failure.startswith("3: this chance; chance can't be {roll: 13}")


def test_after_the_chance_that_is_written_the_seed_goes_on(running: Running) -> None:
    text = "scenario: a\ngame: king_of_12\nseed: {}\nchance: [{{roll: 7}}]\nexpect: {{values: {{die.0: 7, die.1: 0}}}}"
    failures = {failure for seed in range(30) for failure in running(text.format(seed))}
    assert {f"5: die.1 0; {face}" for face in (1, 12)} < failures


def test_the_seed_deals_what_is_not_named(running: Running) -> None:
    text = (
        MERCHANT.replace("play:", "seed: {}\nplay:")
        .replace("zones: {", "zones: {{")
        .replace("[the_rock]}", "[the_rock]}}")
    )
    expected = text + "expect: {{view: {{1: {{hand.1: {{cards: [the_thief, ...]}}}}}}}}"
    held = [running(expected.format(seed)) == [] for seed in range(20)]
    assert True in held
    assert False in held
    assert held == [running(expected.format(seed)) == [] for seed in range(20)]


def test_without_a_position_a_new_game_begins(running: Running) -> None:
    cards = [card.id for card in games.load("get_the_macguffin").cards]
    assert (
        running(f"""\
        scenario: New
        game: get_the_macguffin
        seats: 4
        chance: [{{shuffle: [{", ".join(cards)}]}}, {{roll: 3}}]
        expect:
          zones: {{hand.0: [{", ".join(cards[:5])}], tomb: [{", ".join(cards[20:])}]}}
          owes: [3]
        """)
        == []
    )


def test_known_cards_are_known_to_that_seat_alone(running: Running) -> None:
    assert (
        running("""\
        scenario: Known
        game: get_the_macguffin
        seats: 3
        position:
          zones: {hand.0: [the_spy, ...]}
          known: {1: {hand.0: [the_spy]}}
        expect:
          view:
            1: {hand.0: {count: 5, cards: [the_spy]}}
            2: {hand.0: {count: 5, cards: []}}
        """)
        == []
    )


def test_rules_that_are_changed_are_noticed(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = games.load("get_the_macguffin")
    monkeypatch.setitem(spec.effects, spec.kind("the_thief"), lambda *_: None)
    (failure,) = running(THIEF + "  over: false")
    assert failure.startswith("9: 1: the_crown is accepted;")
