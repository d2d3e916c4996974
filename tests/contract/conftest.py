"""Every test that takes a `table` runs at all tables, every test that takes a `spec` with all games found and the sample."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest

from contract.tables import Table, add_game, tables
from parlour import games

if TYPE_CHECKING:
    from parlour.kernel.spec import GameSpec

SPECS = pytest.StashKey[list["GameSpec"]]()
TABLES = pytest.StashKey[list[Table]]()


def pytest_configure(config: pytest.Config) -> None:
    folder = TemporaryDirectory(prefix="parlour-sample-")
    config.add_cleanup(folder.cleanup)
    config.stash[SPECS] = [*map(games.load, games.names()), add_game(Path(folder.name))]
    config.stash[TABLES] = tables(config.stash[SPECS])


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    specs, played = metafunc.config.stash[SPECS], metafunc.config.stash[TABLES]
    if "table" in metafunc.fixturenames:
        metafunc.parametrize("table", played, ids=str)
    if "spec" in metafunc.fixturenames:
        metafunc.parametrize("spec", specs, ids=lambda spec: spec.id)
