"""The time, as histories and lists have it."""

from __future__ import annotations

import time


def milliseconds() -> int:
    """Now, in milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000
