"""A server that is new for each test."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.visits import Browser, visiting

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    with visiting(tmp_path) as one:
        yield one
