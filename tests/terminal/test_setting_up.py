from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from parlour import cli, games, records

if TYPE_CHECKING:
    from pathlib import Path

    from parlour.kernel.record import Record


def play(monkeypatch: pytest.MonkeyPatch, typed: str, *arguments: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return cli.main(["terminal", *arguments])


def saved(shelf: Path) -> Record:
    (path,) = shelf.iterdir()
    return records.load(path)


def test_enter_at_every_question_sets_up_a_game(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert play(monkeypatch, "\n" * 4) == 0
    record = saved(shelf)
    assert record.game == games.names()[0]
    assert record.players == ("Player", "bot greedy")


def test_every_question_can_be_answered(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert play(monkeypatch, "King of 12\n3\nAnna\nbot:passive\nBert\ntarget=6 set=random\n") == 0
    record = saved(shelf)
    assert (record.game, record.players) == ("king_of_12", ("Anna", "bot passive", "Bert"))
    assert record.options == {"set": "random", "target": "6"}


def test_a_bad_answer_is_asked_again(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play(
        monkeypatch,
        f"chess\n9\nking_of_12\n9\nfour\n{'9' * 5000}\n2\nAnna\nanna\nbot:deep\nBert\ntarget=99\ntarget\n\n",
    )
    shown = capsys.readouterr().out
    for wrong in (
        "chess",
        "game '9': expected one of 1, 2, 3, 4, Get the MacGuffin,",
        "9 seats",
        "'four'",
        "called anna",
        "'deep'",
        "99",
        "'target'",
    ):
        assert wrong in shown
    assert saved(shelf).players == ("Anna", "Bert")


@pytest.mark.parametrize("answered", ["", "king_of_12\n", "king_of_12\n2\n", "king_of_12\n2\nAnna\nBert\n"])
def test_setting_up_can_be_left_at_every_question(
    answered: str, shelf: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(monkeypatch, f"{answered}q\n") == 0
    assert "Hash" not in capsys.readouterr().out
    assert not list(shelf.iterdir())


def test_arguments_leave_nothing_to_ask(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = ("--seat", "0=bot:random", "--seat", "1=bot:passive")
    assert play(monkeypatch, "", "king_of_12", *seats, "--option", "target=4", "--seed", "ab" * 32) == 0
    record = saved(shelf)
    assert record.players == ("bot random", "bot passive")
    assert record.options["target"] == "4"
    assert record.seed == bytes([0xAB]) * 32
    assert record.winners


def test_only_what_is_missing_is_asked(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play(monkeypatch, "Bert\n", "king_of_12", "--seats", "2", "--seat", "0=Anna")
    assert saved(shelf).players == ("Anna", "Bert")


def test_a_game_never_overwrites_another(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        play(monkeypatch, "", "king_of_12", "--seat", "0=Anna", "--seat", "1=Bert", "--seed", "00" * 32)
    assert sorted(path.name for path in shelf.iterdir()) == [f"king_of_12-000{n}.txt" for n in (1, 2, 3)]


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (["chess"], "unknown game 'chess'"),
        (["king_of_12", "--seats", "9"], "can't be played with 9 seats: expected 2 to 4"),
        (["king_of_12", "--seat", "Anna"], "'Anna' seats nobody: expected SEAT=NAME"),
        (["king_of_12", "--seat", "0=Anna", "--seat", "0=Bert"], "seat 0 is taken by Anna"),
        (["king_of_12", "--seat", "0=Anna", "--seat", "1=anna"], "two people can't both be called anna"),
        (["king_of_12", "--seats", "2", "--seat", "2=Anna"], "there is no seat 2: expected 0 to 1"),
        (["king_of_12", "--seat", "0=bot:deep"], "unknown bot 'deep'"),
        (["king_of_12", "--seat", "0=" + "A" * 30], "expected a name of 1 to 20 letters"),
        (["king_of_12", "--seat", "0=7"], "nobody can be called '7'"),
        (["king_of_12", "--seat", "9" * 5000 + "=Anna"], "seats counted from 0"),
        (["king_of_12", "--option", "target=99"], "option target can't be '99'"),
        (["king_of_12", "--seats", "2", "--option", "target"], "expected KEY=VALUE"),
        (["king_of_12", "--seats", "2", "--option", "speed=9"], "unknown option of king_of_12 'speed'"),
        (["king_of_12", "--seed", "xyz"], "'xyz' is no seed: expected 64 hexadecimal digits"),
        (["king_of_12", "--resume"], "a game that goes on can't be set up anew"),
        (["--resume", "nowhere.txt"], "nowhere.txt: No such file"),
        (["--language", "xx"], "unknown language 'xx'"),
    ],
)
def test_bad_arguments_are_answered_in_one_line(
    arguments: list[str],
    wrong: str,
    shelf: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert play(monkeypatch, "", *arguments) == 2
    error = capsys.readouterr().err
    assert wrong in error
    assert error.count("\n") == 1
    assert not list(shelf.iterdir())
