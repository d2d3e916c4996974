from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING

import pytest

from parlour import cli, games, language, records
from parlour.terminal.table import Table
from support import scaled
from terminal.evening import SEED, Evening, anything, as_recorded, leaves_after, table_of

if TYPE_CHECKING:
    from pathlib import Path

PLAYERS = {2: ["Anna", "Bert"], 3: ["Anna", "bot random", "Bert"]}


def resumed(path: Path) -> Table:
    return Table.resume(records.load(path), path)


@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("seats", [2, 3])
def test_a_game_left_anywhere_goes_on_as_if_nobody_had_left(game: str, seats: int, tmp_path: Path) -> None:
    whole = table_of(game, PLAYERS[seats], tmp_path / "whole.txt")
    Evening(whole, leaves_after(24, anything())).play()
    choices = [decision.choice for decision in whole.record.decisions]
    for choices_made in range(0, len(choices), max(1, len(choices) // scaled(6))):
        path = tmp_path / f"{choices_made}.txt"
        left = Evening(table_of(game, PLAYERS[seats], path), leaves_after(choices_made, as_recorded(choices)))
        left.play()
        again = Evening(resumed(path), as_recorded(choices))
        again.play()
        assert again.table.record == whole.record


def test_whoever_goes_on_sees_what_happened_since_the_last_choice(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    left = Evening(table_of("get_the_macguffin", ["Anna", "bot random"], path), leaves_after(2, anything()))
    left.play()
    again = Evening(resumed(path), leaves_after(0, anything()))
    again.play()
    assert again.stretches[-1] == left.stretches[-1]


def test_the_next_turn_of_who_has_just_answered_is_told_by_itself(tmp_path: Path) -> None:
    """In a window for Confusion in Line the other player answers last, and then has a turn."""
    path = tmp_path / "game.txt"
    Evening(table_of("guillotine", ["Anna", "bot passive"], path), leaves_after(1, anything())).play()
    table = resumed(path)
    reader = language.reader(table.spec, ["Anna", "Bot"])
    rows = [[reader.say(told) for told in row] for row in table.told(0)]
    (collection,) = (row for row in rows if any(said.startswith("Anna collects") for said in row))
    assert not any(said.startswith("Bot") for said in collection)
    assert any(said.startswith("Bot collects") for row in rows for said in row)


def play(monkeypatch: pytest.MonkeyPatch, typed: str, *arguments: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return cli.main(["terminal", *arguments])


SETTING = ("king_of_12", "--seat", "0=Anna", "--seat", "1=bot:random", "--seed", SEED.hex())


def test_leaving_saves_and_resume_goes_on_with_the_game_saved_last(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(monkeypatch, "\n1\nsave and quit\n", *SETTING) == 0
    assert "parlour terminal --resume" in capsys.readouterr().out
    path = shelf / "king_of_12-0001.txt"
    made = len(records.load(path).decisions)
    assert made == 2
    assert play(monkeypatch, "\n1\n", "--resume") == 0
    assert len(records.load(path).decisions) > made
    assert [each.name for each in shelf.iterdir()] == [path.name]


def test_a_named_file_goes_on(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play(monkeypatch, "\n1\n", *SETTING)
    play(monkeypatch, "\n", *SETTING)
    first, second = sorted(shelf.iterdir())
    os.utime(second, (2e9, 2e9))
    play(monkeypatch, "\n1\n", "--resume", str(first))
    assert len(records.load(first).decisions) > 2
    assert not records.load(second).decisions


def test_an_interrupt_leaves_as_well(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.setattr("parlour.commands.terminal.Screen", lambda **_: screen_typing(interrupted))
    assert cli.main(["terminal", *SETTING]) == 0
    assert records.load(next(shelf.iterdir())).players == ("Anna", "bot random")


def screen_typing(typed: object) -> object:
    from parlour.terminal.screen import Screen  # noqa: PLC0415 - the name is patched where it is used

    return Screen(typed=typed)  # type: ignore[arg-type]


def test_a_game_that_is_over_does_not_go_on(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play(monkeypatch, "", "get_the_macguffin", "--seat", "0=bot:random", "--seat", "1=bot:random")
    path = next(shelf.iterdir())
    assert play(monkeypatch, "", "--resume", str(path)) == 2
    assert f"the game in {path} is over" in capsys.readouterr().err
    assert play(monkeypatch, "", "--resume") == 2
    assert "no game to go on with" in capsys.readouterr().err


def test_a_file_that_is_no_record_is_passed_over(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play(monkeypatch, "\n1\n", *SETTING)
    notes = shelf / "notes.txt"
    notes.write_text("buy dice\n")
    os.utime(notes, (2e9, 2e9))
    assert play(monkeypatch, "\n", "--resume") == 0
    assert notes.read_text() == "buy dice\n"


def test_a_record_that_was_edited_is_refused_and_kept(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play(monkeypatch, "\n1\n", *SETTING)
    path = next(shelf.iterdir())
    text = path.read_text().replace("play knight", "play wizard", 1)
    path.write_text(text)
    assert play(monkeypatch, "\n", "--resume") == 2
    assert str(path) in capsys.readouterr().err
    assert path.read_text() == text


def test_a_bot_that_is_not_there_is_named_before_the_game_goes_on(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play(monkeypatch, "\n1\n", *SETTING)
    path = next(shelf.iterdir())
    path.write_text(path.read_text().replace("bot random", "bot deep", 1))
    text = path.read_text()
    capsys.readouterr()
    assert play(monkeypatch, "\n", "--resume") == 2
    assert capsys.readouterr() == ("", "parlour: unknown bot 'deep': expected one of greedy, passive, random\n")
    assert path.read_text() == text
