"""``parlour verify``: a line a file, exit status 0, 1 where a record does not hold, 2 where one can't be read."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from golden import make
from parlour import cli, games, records

if TYPE_CHECKING:
    from pathlib import Path

SPEC = games.load(games.names()[0])
RECORD = make.played(SPEC.setup(), "verify")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    records.save(tmp_path / "game.parlour", RECORD)
    return tmp_path / "game.parlour"


def edit(path: Path, old: str, new: str) -> None:
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")


def test_a_record_that_holds(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["verify", str(path)]) == 0
    seat = RECORD.winners[0]
    assert capsys.readouterr().out == (
        f"{path}: holds: {SPEC.title}, {len(RECORD.decisions)} decisions, won by bot random (seat {seat}), "
        f"seed matches hash {RECORD.hash}\n"
    )


def test_a_game_that_goes_on_holds_so_far(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = RECORD.text().splitlines()[: RECORD.line(2) - 1]
    path.write_text("\n".join([*lines, "end 2 open\n"]), encoding="utf-8")
    assert cli.main(["verify", str(path)]) == 0
    assert "2 decisions, not over, seed matches" in capsys.readouterr().out


def test_rules_of_another_version_are_mentioned(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(path, f"rules {SPEC.version}", "rules 77")
    assert cli.main(["verify", str(path)]) == 0
    assert "made under version 77 of the rules" in capsys.readouterr().out


def test_an_edited_record_fails_with_the_line_and_what_came(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(path, RECORD.decisions[1].fingerprint, "0" * 16)
    assert cli.main(["verify", str(path)]) == 1
    came = f"the decision gives #{RECORD.decisions[1].fingerprint}, the record has #{'0' * 16}"
    assert capsys.readouterr().out == f"{path}:{RECORD.line(1)}: {came}\n"


def test_a_changed_seed_fails(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(path, RECORD.seed.hex(), "00" * 32)
    assert cli.main(["verify", str(path)]) == 1
    assert "the seed's hash is" in capsys.readouterr().out


@pytest.mark.parametrize(
    "text", ["", "parlour record 1\n", "a song\n", RECORD.text()[:-1], RECORD.text().replace(SPEC.id, "whist")]
)
def test_what_is_no_record_cannot_be_read(path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    path.write_text(text, encoding="utf-8")
    assert cli.main(["verify", str(path)]) == 2
    told = capsys.readouterr()
    assert not told.out
    assert told.err.startswith(f"{path}:")
    assert told.err.count("\n") == 1


def test_each_file_has_its_line_and_the_worst_counts(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = path.parent / "missing.parlour"
    assert cli.main(["verify", str(path), str(missing), str(path)]) == 2
    told = capsys.readouterr()
    assert told.out.count("holds") == 2
    assert told.err == f"{missing}: No such file or directory\n"


def test_names_that_an_old_terminal_cannot_show_do_no_harm(path: Path) -> None:
    edit(path, "seat 0 bot random", "seat 0 Zoë")
    edit(path, "seat 1 bot random", "seat 1 李")
    told = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", "import sys; from parlour.cli import main; sys.exit(main())", "verify", str(path)],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "won by ?" in told.stdout or "won by Zo?" in told.stdout
    assert not told.stderr
