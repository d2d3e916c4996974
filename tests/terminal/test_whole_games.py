from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from parlour import games, records
from parlour.kernel.chance import seed_hash
from terminal.evening import SEED, Evening, anything, leaves_after, pipe, table_of, terminal

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("Anna", "Bert", "Clara", "Dora", "Emil", "Fritz", "Gina", "Hans", "Ida", "Jo", "Karl")


TABLES = [(game, seats) for game in games.names() for seats in games.load(game).seats]


def is_result(text: str) -> bool:
    return " wins.\n" in text or " win.\n" in text


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_one_person_plays_bots_to_the_end(game: str, seats: int, tmp_path: Path) -> None:
    table = table_of(game, ["Anna", *["bot random"] * (seats - 1)], tmp_path / "game.txt")
    text = Evening(table, anything()).play()
    assert is_result(text)
    assert "Press Enter when only" not in text
    assert table.record.winners


@pytest.mark.parametrize("game", games.names())
def test_two_people_play_to_the_end_with_the_hash_shown_at_the_start_and_the_seed_after_it(
    game: str, tmp_path: Path
) -> None:
    evening = Evening(table_of(game, ["Anna", "Bert"], tmp_path / "game.txt"), anything())
    assert is_result(evening.play())
    before, after = evening.text[: evening.read_to], evening.text[evening.read_to :]
    assert seed_hash(SEED) in evening.stretches[0][1]
    assert SEED.hex() not in before
    assert SEED.hex() in after


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_keyboard_goes_round(game: str, seats: int, tmp_path: Path) -> None:
    table = table_of(game, NAMES[:seats], tmp_path / "game.txt")
    text = Evening(table, leaves_after(3 * seats, anything())).play()
    assert all(f"Press Enter when only {name} sees the screen" in text for name in NAMES[:seats])


@pytest.mark.parametrize("game", games.names())
def test_bots_alone_need_nobody(game: str, tmp_path: Path) -> None:
    seats = games.load(game).seats[0]
    table = table_of(game, ["bot random"] * seats, tmp_path / "game.txt")
    evening = Evening(table, anything())
    assert "Hash of the seed" in evening.play()
    assert not evening.stretches


@pytest.mark.parametrize("game", games.names())
def test_what_was_played_is_saved_after_each_decision(game: str, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    table = table_of(game, ["Anna", "bot random"], path)
    choose = anything()

    def pick(evening: Evening) -> str:
        assert records.load(path) == table.record
        return choose(evening)

    Evening(table, leaves_after(20, pick)).play()
    assert records.load(path) == table.record
    assert len(list(records.load(path).states(table.spec))) == table.decisions + 1


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_page_fits_a_screen_of_24_lines(game: str, seats: int, tmp_path: Path) -> None:
    table = table_of(game, ["Anna", *["bot random"] * (seats - 1)], tmp_path / "game.txt")
    evening = Evening(table, leaves_after(30, anything()), terminal())
    evening.play()
    for _, shown in evening.stretches:
        page = shown.rpartition("\x1b[H")[2]
        assert page.count("\n") < 24, page


def test_a_pipe_gets_plain_text(tmp_path: Path) -> None:
    table = table_of("get_the_macguffin", ["Anna", "Bert"], tmp_path / "game.txt")
    assert "\x1b" not in Evening(table, anything(), pipe()).play()


def test_no_colour_is_used_where_none_is_wanted(tmp_path: Path) -> None:
    table = table_of("get_the_macguffin", ["Anna", "Bert"], tmp_path / "game.txt")
    text = Evening(table, anything(), terminal(no_color=True)).play()
    assert not any(f"\x1b[{colour}m" in text for colour in range(30, 50))


def test_who_plays_alone_is_not_asked_where_nothing_but_passing_is_open(tmp_path: Path) -> None:
    table = table_of("guillotine", ["Anna", "bot random"], tmp_path / "game.txt")
    evening = Evening(table, leaves_after(20, anything()))
    evening.play()
    assert "pass" in [decision.choice for decision in table.record.decisions if decision.seat == 0]
    assert "1  Pass\nYour choice" not in evening.text
    assert "1 Pass\nYour choice" not in evening.text
