"""Let bots play many games, and show the figures."""

from __future__ import annotations

import argparse
import json
import platform
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from parlour import bots
from parlour.arguments import add_table, count, table
from parlour.progress import shown
from parlour.referee import Watched, watched
from parlour.simulation import Series, Tally, seated

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

    from parlour.kernel.game import Game


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add_table(parser)
    parser.add_argument("--games", type=count, default=1000, metavar="K", help="how many games (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="all chance follows from it (%(default)s)")
    parser.add_argument(
        "--bot",
        action="append",
        metavar="NAME",
        help=f"one for all seats (random), or one a seat, repeated or with commas: {', '.join(bots.names())}",
    )
    parser.add_argument("--messages", action="store_true", help="count what the games say, by message id")
    parser.add_argument(
        "--events", type=_file, metavar="FILE", help="write everything that happens, for a referee: JSON lines"
    )
    parser.add_argument("--json", action="store_true", help="as one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Play and print; what is done by then if Ctrl-C ends it."""
    setup = table(arguments)
    names = ",".join(arguments.bot or ["random"]).split(",")
    series = Series(setup, seated(names, setup.seats), arguments.seed)
    series.bots(0)
    tally = Tally(setup.seats)
    began = time.perf_counter()
    status = 0
    try:
        for game, decisions in shown(_played(series, arguments), arguments.games):
            tally.add(game, decisions)
    except KeyboardInterrupt:
        status = 130
    if tally.games:
        _print(_figures(series, tally, time.perf_counter() - began), as_json=arguments.json)
    return status


def _file(name: str) -> str:
    """The name of a file, for ``type=``: not ``-``, for the figures go to standard output.

    Raises:
        argparse.ArgumentTypeError: it is ``-``.
    """
    if name == "-":
        raise argparse.ArgumentTypeError("'-' is no file: expected the name of one, for the figures go to the output")
    return name


def _played(series: Series, arguments: argparse.Namespace) -> Iterator[tuple[Game, int]]:
    """The games, each written to the file of events as soon as it is over: the file only ever holds whole games."""
    play = series.setup.spec.play
    with ExitStack() as stack:
        file: TextIO | None = None
        if arguments.events is not None:
            play = watched(play)
            file = stack.enter_context(Path(arguments.events).open("w", encoding="utf-8"))
        for game, decisions in series.games(arguments.games, play, journal=arguments.messages or file is not None):
            if file is not None and isinstance(game, Watched):
                file.write("".join(json.dumps(line) + "\n" for line in game.lines))
            yield game, decisions


def _figures(series: Series, tally: Tally, seconds: float) -> dict[str, object]:
    setup = series.setup
    return {
        "game": setup.spec.id,
        "seats": setup.seats,
        "seed": series.seed,
        "bots": series.players,
        "options": setup.options,
        **tally.figures(),
        "seconds": round(seconds, 3),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def _print(figures: dict[str, object], *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(figures, indent=2))
        return
    for name, value in figures.items():
        print(f"{name:18} {_text(value)}")


def _text(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_text(each)}" for key, each in value.items()) or "-"
    if isinstance(value, (list, tuple)):
        return ", ".join(_text(each) for each in value)
    return f"{value:.4g}" if isinstance(value, float) else str(value)
