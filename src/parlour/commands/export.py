"""Write tables with their whole histories to a file, also while a server runs."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from parlour import records
from parlour.arguments import add_database
from parlour.server import transfer
from parlour.server.database import default_url, engine_at

if TYPE_CHECKING:
    import argparse


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="where to; standard output if left out")
    parser.add_argument("--table", default="", metavar="ID", help="nothing but this table")
    parser.add_argument("--check", action="store_true", help="say which games part from the rules of now, and where")
    add_database(parser)


def run(arguments: argparse.Namespace) -> int:
    """Export, and say what it was."""
    target = nullcontext(sys.stdout) if arguments.file == "-" else records.replacing(Path(arguments.file))
    with engine_at(arguments.database or default_url(), make=False) as engine, target as file:
        tally = transfer.export(engine, file.write, arguments.table)
        for table, where in transfer.parted(engine, arguments.table) if arguments.check else ():
            print(f"{table} is frozen: {where}", file=sys.stderr)
    print(f"exported: {tally}", file=sys.stderr)
    return 0
