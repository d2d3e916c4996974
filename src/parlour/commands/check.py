"""Run scenarios and print what does not hold."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from parlour.kernel.errors import ParlourError
from parlour.scenarios.reading import read
from parlour.scenarios.running import play

if TYPE_CHECKING:
    import argparse

    from parlour.scenarios.reading import Scenario


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("paths", metavar="PATH", nargs="+", type=Path, help="a file, or a folder of *.yaml files")
    parser.add_argument("--explain", action="store_true", help="print what is asked at each decision, with all options")


def run(arguments: argparse.Namespace) -> int:
    """Run all scenarios and print a line for each that does not hold; 1 if there is one, 2 for unreadable input."""
    tally = Tally(explain=arguments.explain)
    for path in arguments.paths:
        tally.add(path)
    print(tally)
    return 2 if tally.unreadable else 1 if tally.failed else 0


class Tally:
    """What came of the scenarios run so far.

    Args:
        explain: whether to print what was asked at each decision.

    Attributes:
        held: how many scenarios hold.
        failed: how many don't.
        unreadable: how many files and scenarios could not be read or set up.
    """

    def __init__(self, *, explain: bool) -> None:
        self.held = 0
        self.failed = 0
        self.unreadable = 0
        self._explain = explain

    def __str__(self) -> str:
        unread = f", {self.unreadable} unreadable" if self.unreadable else ""
        return f"scenarios: {self.held} hold, {self.failed} don't{unread}"

    def add(self, path: Path) -> None:
        """Run the scenarios of a file, or of all files in a folder."""
        files = sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
        if not files:
            self._complain(f"{path}: there is no *.yaml file in this folder")
        for file in files:
            for scenario in self._read(file):
                self._run(scenario)

    def _read(self, file: Path) -> list[Scenario]:
        try:
            return read(file)
        except ParlourError as error:
            self._complain(str(error))
        except OSError as error:
            self._complain(f"{file}: {error.strerror}")
        return []

    def _run(self, scenario: Scenario) -> None:
        try:
            played = play(scenario, explain=self._explain)
        except ParlourError as error:
            self._complain(str(error))
            return
        if self._explain:
            print(f"{scenario.at}: {scenario.name}", *played.story, sep="\n")
        for failure in played.failures:
            print(failure)
        self.held += not played.failures
        self.failed += bool(played.failures)

    def _complain(self, message: str) -> None:
        self.unreadable += 1
        print(f"parlour: {message}", file=sys.stderr)
