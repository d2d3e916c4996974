"""The golden games and counts are what the rules make of them today."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from golden import make
from parlour import games, records

if TYPE_CHECKING:
    from pathlib import Path

FOLDERS = make.folders()
RECORDS = sorted(make.HERE.glob("*/*.parlour"))


def id_of(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}" if path.suffix else path.name


@pytest.mark.parametrize("path", RECORDS, ids=id_of)
def test_a_golden_game_replays_to_its_end(path: Path) -> None:
    record = records.load(path)
    *_, last = record.states(games.load(path.parent.name))
    assert last.winners == record.winners != ()


@pytest.mark.parametrize("folder", FOLDERS, ids=id_of)
def test_the_same_seeds_make_the_same_games_and_counts(folder: Path) -> None:
    for name, text in make.made(folder).items():
        assert (folder / name).read_text(encoding="utf-8") == text, f"{name}: if it should differ, run {make.__file__}"


def test_there_are_golden_games_of_different_seats_and_each_belongs_to_a_table() -> None:
    for folder in FOLDERS:
        tables = dict(make.tables(folder))
        assert len({setup.seats for setup in tables.values()}) > 2
        assert sorted(tables) == [path.stem for path in RECORDS if path.parent == folder]
    assert FOLDERS
