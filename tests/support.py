"""What all tests share."""

from __future__ import annotations

import os
import shutil
from typing import TypeVar

import pytest

Found = TypeVar("Found")


def scaled(count: int) -> int:
    """A number of random runs, times the one variable that scales them all."""
    return max(1, int(count * float(os.environ.get("PARLOUR_SCALE", "1"))))


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
