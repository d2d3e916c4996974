"""The benchmark of the server still measures: a little of all, with real processes."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from parlour import games

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "server.py"


def test_a_little_of_all_is_measured() -> None:
    command = [sys.executable, str(BENCHMARK), "--quick"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)  # noqa: S603 - our own
    assert (run.returncode, run.stderr) == (0, "")
    for name in [*games.names(), "mixed"]:
        (moves,) = re.findall(rf"^{name} +(\d+) ", run.stdout, re.MULTILINE)
        assert int(moves) > 0
    (seen,) = re.findall(r"^parlour +[\d.]+ +[\d.]+ +[\d.]+ +[\d.]+ +(\d+) ", run.stdout, re.MULTILINE)
    assert int(seen) > 0
    for figure in ("a viewer takes", "rebuilt in", "until it answers /readyz"):
        assert figure in run.stdout
