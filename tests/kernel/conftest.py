"""The kernel's own tests play the sample game of the contract tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from contract.tables import add_game

if TYPE_CHECKING:
    from parlour.kernel.spec import GameSpec


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> GameSpec:
    return add_game(tmp_path_factory.mktemp("games"), "sample_for_the_kernel")
