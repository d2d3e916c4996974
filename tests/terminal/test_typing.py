"""What people type at a question, and what they are answered."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from parlour import games, language
from parlour.kernel.options import LEFT, NUMBER, PASS, PLACE, PLAY, SEAT, play_set
from parlour.kernel.position import Position, place
from parlour.terminal.board import Board
from parlour.terminal.choices import Menu
from terminal.evening import Evening, anything, leaves_after, pipe, table_of, terminal

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from parlour.kernel.options import Option


def menu_of(game: str, options: Sequence[Option], path: Path) -> Menu:
    evening = Evening(table_of(game, ["Anna", "bot random"], path), anything())
    return Menu(options, evening.table.chair(0).view(), evening.host.reader)


def typing(path: Path, *lines: str) -> str:
    """What is shown after Anna types some lines at her first question."""
    left = list(lines)

    def pick(evening: Evening) -> str:
        if not left:
            raise EOFError
        return left.pop(0)

    evening = Evening(table_of("get_the_macguffin", ["Anna", "bot random"], path), pick)
    evening.play()
    return "".join(shown for _, shown in evening.stretches[2:])


@pytest.mark.parametrize("typed", ["2", "play the_spy", "Play The Spy", "the spy", "THE_SPY"])
def test_an_option_is_found_by_number_text_words_or_card(typed: str, tmp_path: Path) -> None:
    macguffin = table_of("get_the_macguffin", ["Anna", "bot random"], tmp_path / "other.txt").spec
    spy = PLAY | macguffin.kind("the_spy")
    options = [PLAY | macguffin.kind("vortex"), spy]
    assert menu_of("get_the_macguffin", options, tmp_path / "game.txt").find(typed) == spy


def test_what_fits_two_options_or_none_is_not_guessed(tmp_path: Path) -> None:
    one, three = play_set(4, 1), play_set(4, 3)
    menu = menu_of("ghooost", [one, three], tmp_path / "game.txt")
    assert menu.find("ghost 5") is None
    assert menu.find("play ghost_5 x3") == three
    assert menu.find("vortex") is None
    assert menu.find("?!") is None


def test_numbers_that_are_asked_for_stand_for_themselves(tmp_path: Path) -> None:
    menu = menu_of("king_of_12", [NUMBER | 3, NUMBER | 1, PASS], tmp_path / "game.txt")
    assert menu.labels() == ["3", "1", "pass"]
    assert menu.find("1") == NUMBER | 1


def test_options_are_read_in_words(tmp_path: Path) -> None:
    reader = menu_of("ghooost", [], tmp_path / "game.txt").reader
    kind, wild = reader.spec.kind("ghost_5"), reader.spec.kind("miss_copy")
    options = [PASS, SEAT | 1, LEFT, PLACE | 2 << 8 | kind, play_set(kind, 2), play_set(kind, 2, wild, 1)]
    assert [reader.option(option) for option in options] == [
        "Pass",
        "Bot A",
        "To the left",
        "Ghost 5, place 3",
        "Play Ghost 5 x2",
        "Play Ghost 5 x2 and Miss Copy x1",
    ]


def test_what_can_not_be_chosen_is_answered_with_what_can(tmp_path: Path) -> None:
    shown = typing(tmp_path / "game.txt", "9", "the moon")
    assert "'9' can't be chosen: expected 1, 2, 3, 4, 5 or the words beside it" in shown
    assert "'the moon' can't be chosen" in shown


def test_a_question_mark_explains_a_card_a_rule_a_number_or_lists_all(tmp_path: Path) -> None:
    assert "The Spy (action, MG 4 the_spy): Look at the whole hand" in typing(tmp_path / "1.txt", "? spy")
    assert "MG 2.5: Who has no card in hand" in typing(tmp_path / "2.txt", "?2.5")
    assert "MG 2.5: Who has no card in hand" in typing(tmp_path / "6.txt", "? MG 2.5")
    assert "(object, MG 3 the_money)" in typing(tmp_path / "3.txt", "?1")
    assert "Garbage Collector" in typing(tmp_path / "4.txt", "?")
    assert "There is no card or rule 'moon'" in typing(tmp_path / "5.txt", "? moon")


def test_a_question_mark_and_the_letters_of_the_rules_list_them_after_the_guide(tmp_path: Path) -> None:
    shown = typing(tmp_path / "game.txt", "? mg")
    assert shown.index("Be the last player who has cards.") < shown.index("MG 1.1: ") < shown.index("MG 4.3: ")


def test_help_teaches_the_game_first_then_advises_then_says_where_the_rules_are(tmp_path: Path) -> None:
    shown = typing(tmp_path / "game.txt", "help")
    order = ["Be the last player who has cards.", "cards are time", "? MG lists all rules", "save and quit"]
    assert sorted(order, key=shown.index) == order


def test_help_log_and_table_answer_and_the_question_stays(tmp_path: Path) -> None:
    assert "save and quit" in typing(tmp_path / "1.txt", "help")
    assert "Bot A" in typing(tmp_path / "2.txt", "1", "LOG")
    assert "Tomb  13" in typing(tmp_path / "3.txt", "table")


def test_enter_shows_the_page_again(tmp_path: Path) -> None:
    shown = typing(tmp_path / "game.txt", "", "")
    first, second, rest = shown.split("Your choice (? for cards, help for more): ")
    assert first == second
    assert not rest


@pytest.mark.parametrize("asked", ["?1", "? {text}", "?{words}"])
def test_asking_about_a_card_does_not_play_it(asked: str, tmp_path: Path) -> None:
    def pick(evening: Evening) -> str:
        if len(evening.stretches) > 2:
            raise EOFError
        option = evening.chair().options()[0]
        text = evening.chair().option_text(option)
        return asked.format(text=text, words=evening.host.reader.option(option))

    table = table_of("get_the_macguffin", ["Anna", "bot random"], tmp_path / "game.txt")
    Evening(table, pick).play()
    assert 0 not in [decision.seat for decision in table.record.decisions]


def test_something_long_comes_a_screen_at_a_time(tmp_path: Path) -> None:
    lines = iter(["help"])

    def pick(evening: Evening) -> str:
        if (line := next(lines, None)) is None:
            raise EOFError
        return line

    evening = Evening(table_of("king_of_12", ["Anna", "bot random"], tmp_path / "game.txt"), pick, terminal())
    evening.play()
    assert all(shown.rpartition("\x1b[H")[2].count("\n") < 24 for _, shown in evening.stretches)


def test_names_are_shown_as_they_are(tmp_path: Path) -> None:
    table = table_of("king_of_12", ["[red]Zoë:smile:", "bot random"], tmp_path / "game.txt")
    assert "[red]Zoë:smile: plays" in Evening(table, leaves_after(2, anything())).play()


def test_a_title_stands_beside_the_name(tmp_path: Path) -> None:
    table = table_of("get_the_macguffin", ["Anna", "Bert"], tmp_path / "game.txt")

    def crowning(evening: Evening) -> str:
        texts = [evening.chair().option_text(option) for option in evening.chair().options()]
        return "lay the_crown" if "lay the_crown" in texts else texts[0]

    text = Evening(table, crowning).play()
    assert ("Your Majesty)" in text) == ("lays The Crown on the table" in text)


def test_the_title_leaves_out_what_is_nought(tmp_path: Path) -> None:
    table = table_of("ghooost", ["Anna", "Bert"], tmp_path / "game.txt")
    reader = menu_of("ghooost", [], tmp_path / "other.txt").reader
    view = table.chair(0).view()
    assert view.values["bound"] == 0
    assert Board(reader).title(view).startswith("Ghooost! - turn 1, ")
    bound = replace(view, values={**view.values, "bound": 1})
    assert Board(reader).title(bound).startswith("Ghooost! - The ghost on top has to be matched - turn 1, ")


def test_ghooost_says_which_way_it_goes_and_who_is_out() -> None:
    spec = games.load("ghooost")
    out: dict[str, list[str]] = {"hand.1": [], "mansion.1": []}
    values = {"direction": -1, "points.2": 3, "tokens.0": 1}
    game = place(spec.setup(3, {"play": "match"}), Position(turn=0, zones=out, values=values))
    board = Board(language.reader(spec, ["Anna", "Bert", "Cid"]))
    assert board.title(game.view(0)).startswith("Ghooost! - Play goes to the right - turn 1, Anna")
    console = pipe()
    with console.capture() as shown:
        console.print(board.draw(game.view(0)))
    heading, _, bert, cid = shown.get().splitlines()[:4]
    assert heading.split() == ["BOO!", "tokens", "Score", "Hand", "Mansion"]
    assert bert.split() == ["Bert", "(out", "first)", "0", "0", "0", "0"]
    assert cid.split()[:3] == ["Cid", "0", "3"]
