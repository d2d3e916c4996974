"""`parlour check` runs files and folders, says what does not hold and what can't be read, and leaves with a status."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from parlour.cli import main

if TYPE_CHECKING:
    from pathlib import Path

HOLDS = "scenario: It holds\ngame: king_of_12\nexpect: {owes: [0, 1]}\n"
FAILS = "scenario: It fails\ngame: king_of_12\nexpect:\n  over: false\n  owes: [0]\n"
UNREADABLE = "scenario: It can't be read\ngame: king_of_12\nexpect: {owed: [0]}\n"
NO_POSITION = "scenario: It can't be set up\ngame: king_of_12\nposition:\n  turn: 1\n"
EXPLAINED = """\
scenario: Explained
game: king_of_12
options: {set: [knight, wizard, oracle, alchemist, machine, parasite, golem]}
chance: [{roll: 1}, {roll: 12}]
play:
  - 0: play wizard
  - "!0": play wizard
  - 1: play golem
"""
EXPLANATION = """\
a.yaml:1: Explained
  chance: {roll: 1}
  chance: {roll: 12}
  seat 0 is asked: Choose a character; all are revealed together. [reveal]
    play knight
    play wizard
    play oracle
    play alchemist
    play machine
    play parasite
    play golem
  seat 1 is asked: Choose a character; all are revealed together. [reveal]
    play knight
    play wizard
    play oracle
    play alchemist
    play machine
    play parasite
    play golem
  line 6: 0: play wizard
  seat 1 is asked: Choose a character; all are revealed together. [reveal]
    play knight
    play wizard
    play oracle
    play alchemist
    play machine
    play parasite
    play golem
  line 7: !0: play wizard
  seat 1 is asked: Choose a character; all are revealed together. [reveal]
    play knight
    play wizard
    play oracle
    play alchemist
    play machine
    play parasite
    play golem
  line 8: 1: play golem
  seat 0 is asked: Turn your die to which face? [turn_die]
    2
    4
    5
    6
    10
scenarios: 1 hold, 0 don't
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_all_hold(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.yaml").write_text(HOLDS + "---\n" + HOLDS, encoding="utf-8")
    assert main(["check", "a.yaml"]) == 0
    assert capsys.readouterr() == ("scenarios: 2 hold, 0 don't\n", "")


def test_one_line_fails(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.yaml").write_text(HOLDS + "---\n" + FAILS, encoding="utf-8")
    assert main(["check", "a.yaml"]) == 1
    assert capsys.readouterr() == (
        "a.yaml:9: It fails: expected owed by [0], but: [0, 1]\nscenarios: 1 hold, 1 don't\n",
        "",
    )


def test_folders_are_searched(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "deep" / "er" / "a.yaml").write_text(HOLDS, encoding="utf-8")
    (folder / "deep" / "b.yaml").write_text(HOLDS, encoding="utf-8")
    (folder / "deep" / "notes.txt").write_text("none", encoding="utf-8")
    assert main(["check", "deep"]) == 0
    assert capsys.readouterr().out == "scenarios: 2 hold, 0 don't\n"


def test_what_can_t_be_read_leaves_the_others_running(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.yaml").write_text(UNREADABLE, encoding="utf-8")
    (folder / "b.yaml").write_text(NO_POSITION + "---\n" + FAILS, encoding="utf-8")
    (folder / "c.yaml").write_text(HOLDS, encoding="utf-8")
    assert main(["check", ".", "d.yaml"]) == 2
    out, err = capsys.readouterr()
    assert out.splitlines()[-1] == "scenarios: 1 hold, 1 don't, 3 unreadable"
    first, second, third = err.splitlines()
    assert first.startswith("parlour: a.yaml:3: 'owed': expected one of zones,")
    assert second.startswith("parlour: b.yaml:4: it can't be the turn of seat 1")
    assert third == "parlour: d.yaml: No such file or directory"


def test_a_folder_without_scenarios(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "empty").mkdir()
    assert main(["check", "empty"]) == 2
    assert capsys.readouterr().err == "parlour: empty: there is no *.yaml file in this folder\n"


def test_what_is_asked_is_explained(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.yaml").write_text(EXPLAINED, encoding="utf-8")
    assert main(["check", "--explain", "a.yaml"]) == 0
    assert capsys.readouterr().out == EXPLANATION


def test_a_choice_taken_by_itself_is_explained(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.yaml").write_text(
        "scenario: Taken\ngame: get_the_macguffin\n"
        "position: {zones: {hand.0: [wheel_of_fortune, the_spy]}}\nplay: [0: play wheel_of_fortune]\n",
        encoding="utf-8",
    )
    assert main(["check", "--explain", "a.yaml"]) == 0
    assert "  line 4: 0: play wheel_of_fortune\n  taken by itself: 0: left\n" in capsys.readouterr().out
