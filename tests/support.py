"""What all tests share."""

from __future__ import annotations

import os


def scaled(count: int) -> int:
    """A number of random runs, times the one variable that scales them all."""
    return max(1, int(count * float(os.environ.get("PARLOUR_SCALE", "1"))))
