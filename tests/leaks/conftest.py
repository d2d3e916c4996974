"""Tests that take a `spec` run with all games found and the sample, those that take a `secretive` one with some of them."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest

from contract.tables import Table as Series
from contract.tables import add_game
from leaks.secrets import secret_questions
from parlour import games
from parlour.kernel.chance import Rng

if TYPE_CHECKING:
    from parlour.kernel.spec import GameSpec

SPECS = pytest.StashKey[list["GameSpec"]]()


def pytest_configure(config: pytest.Config) -> None:
    folder = TemporaryDirectory(prefix="parlour-sample-")
    config.add_cleanup(folder.cleanup)
    config.stash[SPECS] = [*map(games.load, games.names()), add_game(Path(folder.name))]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    specs = metafunc.config.stash[SPECS]
    if "spec" in metafunc.fixturenames:
        metafunc.parametrize("spec", specs, ids=lambda spec: spec.id)
    if "secretive" in metafunc.fixturenames:
        metafunc.parametrize("secretive", [spec for spec in specs if asks_in_secret(spec)], ids=lambda spec: spec.id)


def asks_in_secret(spec: GameSpec) -> bool:
    """Whether several are ever asked in secret."""
    return any(secret_questions(Series(spec, spec.seats[1]), Rng(spec.id)))
