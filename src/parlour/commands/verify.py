"""Replay records and check that they hold."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from parlour import records
from parlour.kernel.errors import BadRecord

if TYPE_CHECKING:
    import argparse

    from parlour.kernel.record import Record
    from parlour.kernel.spec import GameSpec

HOLDS = 0
FAILS = 1
UNREADABLE = 2


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a record")


def run(arguments: argparse.Namespace) -> int:
    """Print a line for each file; returns 1 where one does not hold, 2 where one can't be read."""
    return max([verify(path) for path in arguments.files])


def verify(path: Path) -> int:
    """Print whether a record holds; returns the exit status."""
    try:
        record = records.load(path)
        spec = records.spec_of(record)
    except BadRecord as error:
        print(error, file=sys.stderr)
        return UNREADABLE
    except OSError as error:
        print(f"{path}: {error.strerror}", file=sys.stderr)
        return UNREADABLE
    try:
        for _ in record.states(spec):
            pass
    except BadRecord as error:
        print(error)
        return FAILS
    print(f"{path}: holds: {summary(record, spec)}")
    return HOLDS


def summary(record: Record, spec: GameSpec) -> str:
    """What a record that holds is about: the game, its length, its result, and the seed's hash that was checked."""
    won = (
        f"won by {', '.join(f'{record.players[seat]} (seat {seat})' for seat in record.winners)}"
        if record.winners
        else "not over"
    )
    rules = f", made under version {record.version} of the rules" if record.version != spec.version else ""
    return f"{spec.title}, {len(record.decisions)} decisions, {won}{rules}, seed matches hash {record.hash}"
