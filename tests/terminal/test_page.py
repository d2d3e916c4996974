"""What a page of 80 columns and 24 lines leaves out, and in which order."""

from __future__ import annotations

from typing import Any

import pytest
from rich.text import Text

from parlour import games, language
from parlour.kernel.position import Position, place
from parlour.terminal.board import Board
from parlour.terminal.choices import Menu
from parlour.terminal.page import arrange, end_of
from parlour.terminal.screen import Screen
from terminal.evening import terminal

LINE = ["duke", "baron", "count", "countess", "mayor", "archbishop", "bishop", "cardinal", "lord", "lady", "colonel"]
HAND = ["trip", "stumble", "pushed", "friend_of_the_queen", "escape"]
PILES = [["tax_collector", "martyr", "sheriff"], ["governor", "regent", "robespierre"], ["coiffeur", "lieutenant"]]


def page(hand: list[str], log: int) -> list[str]:
    """Guillotine for three with a long line and long rows of heads, and a log of so many lines."""
    spec = games.load("guillotine")
    zones: dict[str, Any] = {"line": LINE, "hand.0": hand, **{f"pile.{seat}": pile for seat, pile in enumerate(PILES)}}
    game = place(spec.setup(3), Position(turn=0, zones=zones))
    reader = language.reader(spec, ["Anna", "Bert", "Cid"])
    screen = Screen(terminal())
    menu = Menu(game.options(0), game.view(0), reader)
    story = Text("\n".join(f"Sentence {number}." for number in range(log)))
    parts = arrange(screen, Board(reader), menu, story, "Since your last choice")
    return [line.plain for part in parts for line in screen.rows(part) or [Text()]]


def test_rows_of_cards_are_cut_before_explanations_go() -> None:
    lines = page(HAND, 30)
    assert len(lines) < 24
    assert any(line.startswith("4  Play Trip") and "Move a noble back" in line for line in lines)
    (line,) = (line for line in lines if "Line  " in line)
    assert line.endswith("...")
    assert "Duke" in line


def test_a_log_that_is_cut_begins_with_dots() -> None:
    lines = page(HAND, 30)
    start = next(number for number, line in enumerate(lines) if line.startswith("Since your last choice"))
    assert lines[start + 1] == "..."
    assert lines[start + 2].startswith("Sentence 2")
    assert "Sentence 29." in lines


def test_nothing_is_cut_where_all_fits() -> None:
    lines = page(HAND[:1], 1)
    assert not any(line.endswith("...") for line in lines)


@pytest.mark.parametrize(("room", "kept"), [(4, "abcd"), (3, "...cd"), (2, "...d"), (1, "d")])
def test_the_end_of_the_log_is_kept(room: int, kept: str) -> None:
    assert "".join(line.plain for line in end_of([Text(each) for each in "abcd"], room)) == kept
