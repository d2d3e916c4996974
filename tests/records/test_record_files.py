"""A record's file is whole at every moment."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

import pytest

from golden import make
from parlour import games, records
from parlour.kernel.errors import BadRecord

if TYPE_CHECKING:
    from pathlib import Path

SPEC = games.load(games.names()[0])
RECORD = make.played(SPEC.setup(), "files")
OLDER = make.played(SPEC.setup(), "older")


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "game.parlour"
    records.save(path, RECORD)
    assert records.load(path) == RECORD
    assert records.load(path).source == str(path)
    assert records.spec_of(RECORD) is SPEC


def test_it_replaces_what_was_there_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "game.parlour"
    records.save(path, OLDER)
    records.save(path, RECORD)
    assert records.load(path) == RECORD
    assert list(tmp_path.iterdir()) == [path]


def test_a_disk_that_fails_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.parlour"
    records.save(path, OLDER)

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        records.save(path, RECORD)
    assert records.load(path) == OLDER
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such modes")
def test_others_on_the_machine_cannot_read_the_seed(tmp_path: Path) -> None:
    records.save(tmp_path / "game.parlour", RECORD)
    assert stat.S_IMODE((tmp_path / "game.parlour").stat().st_mode) == 0o600


def test_line_ends_of_another_system_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "game.parlour"
    path.write_bytes(RECORD.text().replace("\n", "\r\n").encode())
    assert records.load(path) == RECORD


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cards.png"
    path.write_bytes(b"\x89PNG")
    with pytest.raises(BadRecord, match=r"cards.png: byte 0 is no text"):
        records.load(path)


def test_an_unknown_game_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "game.parlour"
    path.write_text(RECORD.text().replace(SPEC.id, "whist"), encoding="utf-8")
    with pytest.raises(BadRecord, match=f"game.parlour:2: unknown game 'whist': expected one of .*{SPEC.id}"):
        records.spec_of(records.load(path))
