"""The commands of `parlour`: each is a module of `parlour.commands`, found by listing that folder."""

from __future__ import annotations

import argparse
import importlib
import io
import os
import pkgutil
import sys
from importlib.metadata import version
from typing import TYPE_CHECKING, NoReturn

from parlour import commands
from parlour.kernel.errors import ParlourError

if TYPE_CHECKING:
    from collections.abc import Sequence


class Parser(argparse.ArgumentParser):
    """Says what was wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """Leave with exit status 2."""
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def parser(only: str = "") -> Parser:
    """The parser of all commands, or where that is one, of one alone: the others need not be loaded."""
    top = Parser(prog="parlour", description="Card games of hidden information, played properly.")
    top.add_argument("--version", action="version", version=f"parlour {version('parlour')}")
    subparsers = top.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=Parser)
    modules = {module.name.rstrip("_"): module.name for module in pkgutil.iter_modules(commands.__path__)}
    for name in [only] if only in modules else sorted(modules):
        command = importlib.import_module(f"{commands.__name__}.{modules[name]}")
        text = (command.__doc__ or "").splitlines()[0]
        sub = subparsers.add_parser(name, help=text, description=text)
        command.arguments(sub)
        sub.set_defaults(run=command.run)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command, or print the help where none is named; returns the exit status: 0, 1 for a failed check, 2 for bad input."""
    _let_streams_bear_anything()
    words = (sys.argv[1:] if argv is None else argv) or ["--help"]
    arguments = parser(words[0]).parse_args(words)
    try:
        status: int = arguments.run(arguments)
    except ParlourError as error:
        print(f"parlour: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"parlour: {where}{error.strerror or error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return status


def _let_streams_bear_anything() -> None:
    """Letters that a pipe or an old terminal can't carry become question marks."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
