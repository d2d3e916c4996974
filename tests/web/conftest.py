"""Every test that takes a `setup` runs at the smallest and the largest table of every game found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour import games

if TYPE_CHECKING:
    import pytest


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "setup" in metafunc.fixturenames:
        setups = [spec.setup(seats) for spec in map(games.load, games.names()) for seats in spec.seats]
        metafunc.parametrize("setup", setups, ids=lambda setup: f"{setup.spec.id}-{setup.seats}")
