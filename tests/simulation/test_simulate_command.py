"""`parlour simulate`: its arguments, what it prints, and what it does when it is cut short."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from parlour import games
from parlour.cli import main
from parlour.simulation import Tally

if TYPE_CHECKING:
    from parlour.kernel.game import Game

NAMED = {
    "game",
    "seats",
    "games",
    "decisions_mean",
    "turns_mean",
    "score_mean",
    "winner_score_mean",
    "shared_win_share",
    "seconds",
}
FEW = ["simulate", "get_the_macguffin", "--seats", "3", "--games", "6", "--seed", "9"]


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main([*arguments, "--json"]) == 0
    figures: dict[str, Any] = json.loads(capsys.readouterr().out)
    return figures


def stop_after(monkeypatch: pytest.MonkeyPatch, games: int) -> None:
    """Let Ctrl-C be pressed after some games."""
    add = Tally.add

    def interrupted(tally: Tally, game: Game, decisions: int) -> None:
        if tally.games == games:
            raise KeyboardInterrupt
        add(tally, game, decisions)

    monkeypatch.setattr(Tally, "add", interrupted)


def test_one_json_object_holds_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    figures = shown(capsys, *FEW)
    assert figures.keys() >= NAMED
    assert (figures["game"], figures["seats"], figures["games"], figures["seed"]) == ("get_the_macguffin", 3, 6, 9)
    assert figures["bots"] == ["random"] * 3


def test_the_page_about_simulation_names_every_figure(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "simulate.md").read_text(encoding="utf-8")
    told = {"game", "seats", "games", "seed", "bots", "options"}
    assert [name for name in shown(capsys, *FEW).keys() - told if f"`{name}`" not in page] == []


def test_the_table_shows_the_same_figures(capsys: pytest.CaptureFixture[str]) -> None:
    figures = shown(capsys, *FEW)
    assert main(FEW) == 0
    lines = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    assert lines.keys() == figures.keys()
    assert lines["turns_mean"] == f"{figures['turns_mean']:.4g}"
    assert lines["bots"] == "random, random, random"


def test_the_same_seed_gives_the_same_figures_whatever_the_hash_seed() -> None:
    outputs = []
    for salt in ("1", "2"):
        run = subprocess.run(  # noqa: S603 - our own command
            [sys.executable, "-c", "from parlour.cli import main; main()", *FEW, "--json"],
            env={**os.environ, "PYTHONHASHSEED": salt},
            capture_output=True,
            check=True,
            text=True,
        )
        assert run.stderr == ""
        outputs.append({key: value for key, value in json.loads(run.stdout).items() if key != "seconds"})
    assert outputs[0] == outputs[1]


def test_bots_are_named_for_all_seats_or_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, *FEW, "--bot", "passive")["bots"] == ["passive"] * 3
    assert shown(capsys, *FEW, "--bot", "passive,random,passive")["bots"] == ["passive", "random", "passive"]
    repeated = ("--bot", "random", "--bot", "random", "--bot", "passive")
    assert shown(capsys, *FEW, *repeated)["bots"] == ["random", "random", "passive"]


def test_options_set_the_table_up(capsys: pytest.CaptureFixture[str]) -> None:
    king = ("simulate", "king_of_12", "--games", "20")
    short = shown(capsys, *king, "--option", "target=4", "--option", "set=random")
    assert short["options"] == {"set": "random", "target": 4}
    assert short["turns_mean"] < shown(capsys, *king)["turns_mean"]


def test_what_games_say_is_counted_on_demand(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, *FEW)["message_means"] == {}
    assert shown(capsys, *FEW, "--messages")["message_means"]["wins"] > 0


def test_ctrl_c_shows_what_is_done_and_leaves_whole_games(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stop_after(monkeypatch, 2)
    file = tmp_path / "events.jsonl"
    assert main([*FEW, "--json", "--events", str(file)]) == 130
    assert json.loads(capsys.readouterr().out)["games"] == 2
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert sum("deal" in line for line in lines) == 3
    assert sum(lines[-1]["scores"]) == pytest.approx(1)


def test_ctrl_c_before_the_first_game_is_over_shows_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_after(monkeypatch, 0)
    assert main([*FEW, "--json"]) == 130
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["bridge"], "unknown game 'bridge': expected one of"),
        (["king_of_12", "--seats", "9"], "can't be played with 9 seats: expected 2 to 4"),
        (["king_of_12", "--seats", "two"], "invalid int value: 'two'"),
        (["king_of_12", "--option", "target"], "'target' is no table option: expected KEY=VALUE"),
        (["king_of_12", "--option", "=4"], "'=4' is no table option: expected KEY=VALUE"),
        (["king_of_12", "--option", "speed=4"], "unknown option of king_of_12 'speed': expected one of"),
        (["king_of_12", "--option", "target=99"], "option target can't be '99': expected 4 or 5"),
        (["king_of_12", "--option", "target=4", "--option", "target=5"], "option target is given twice"),
        (["king_of_12", "--bot", "clever"], "unknown bot 'clever': expected one of greedy, passive, random"),
        (["king_of_12", "--bot", "random,,passive"], "3 bots can't sit on 2 seats: expected 1 for all or 2"),
        (["king_of_12", "--games", "0"], "'0' is no number of games: expected 1 or more"),
        (["king_of_12", "--games", "many"], "'many' is no number of games: expected 1 or more"),
    ],
)
def test_bad_input_is_one_clear_line_and_nothing_is_written(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "events.jsonl"
    file.write_text("kept")
    try:
        status = main(["simulate", *arguments, "--events", str(file)])
    except SystemExit as left:
        status = int(str(left.code))
    output = capsys.readouterr()
    assert status == 2
    assert said in output.err
    assert output.err.count("\n") == 1
    assert output.out == ""
    assert file.read_text() == "kept"


def test_events_are_not_mixed_with_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([*FEW, "--events", "-"])
    assert "'-' is no file: expected the name of one" in capsys.readouterr().err


def test_without_a_command_the_help_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([])
    assert left.value.code == 0
    assert "simulate" in capsys.readouterr().out


def test_a_file_that_cannot_be_written_is_one_clear_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "events.jsonl"
    assert main([*FEW, "--events", str(file)]) == 2
    output = capsys.readouterr()
    assert str(file) in output.err
    assert output.err.count("\n") == 1


def test_a_full_disk_is_said_in_a_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def full(_: str) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(sys.stdout, "write", full)
        assert main(["games"]) == 2
    assert capsys.readouterr().err == "parlour: No space left on device\n"


def test_the_list_of_games_names_seats_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--json"]) == 0
    listed = {game["game"]: game for game in json.loads(capsys.readouterr().out)["games"]}
    assert sorted(listed) == games.names()
    for name, game in listed.items():
        spec = games.load(name)
        assert game["seats"] == list(range(spec.seats[0], spec.seats[1] + 1))
        assert {option["name"]: option["default"] for option in game["options"]} == spec.setup().options


def test_the_list_of_games_is_readable_without_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    printed = capsys.readouterr().out
    assert "king_of_12: King of 12, 2 to 4 seats\n" in printed
    assert "  target=8 (4, 5, 6, 7, 8, 9, 10, 11, 12): " in printed
