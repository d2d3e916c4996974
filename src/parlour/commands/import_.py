"""Take in tables that were exported: all of them, or none."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from parlour.arguments import add_database
from parlour.server import transfer
from parlour.server.database import default_url, engine_at

if TYPE_CHECKING:
    import argparse


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("file", metavar="FILE", help="what was exported; - for standard input")
    add_database(parser)


def run(arguments: argparse.Namespace) -> int:
    """Import, and say what came of it."""
    with ExitStack() as opened:
        file = sys.stdin.buffer if arguments.file == "-" else opened.enter_context(Path(arguments.file).open("rb"))
        engine = opened.enter_context(engine_at(arguments.database or default_url()))
        tally = transfer.import_(engine, file)
    print(f"imported: {tally}; tables that were there already: {tally.known}")
    if tally.strange:
        print("the database has a secret of its own: guests who were imported are not known by their old cookies")
    return 0
