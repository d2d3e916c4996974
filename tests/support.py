"""What all tests share."""

from __future__ import annotations

import gc
import os
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

Found = TypeVar("Found")


def scaled(count: int) -> int:
    """A number of random runs, times the one variable that scales them all."""
    return max(1, int(count * float(os.environ.get("PARLOUR_SCALE", "1"))))


@contextmanager
def without_collector() -> Iterator[None]:
    """What is part of a cycle stays, so that a test finds it; whatever was there before is gone."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def require_service(name: str, found: Found | None) -> Found:
    """What a test needs beside Python: where it is not there the test is skipped, in CI, which brings it, it fails.

    Args:
        name: what it is, for the reader of the report.
        found: it, or None if it is not there.
    """
    if found is None:
        without = pytest.fail if "PARLOUR_CI" in os.environ else pytest.skip
        without(f"needs {name}, which is not there")
    return found


def program(*names: str) -> str | None:
    """Where the first program is that this machine has of some names."""
    return next(filter(None, map(shutil.which, names)), None)
