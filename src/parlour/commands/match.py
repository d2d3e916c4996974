"""Let bots play against each other, seats exchanged."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

from parlour import bots
from parlour.arguments import add_table, count, table
from parlour.kernel.errors import BadSetup
from parlour.match import Match, summary
from parlour.progress import shown
from parlour.simulation import seated

if TYPE_CHECKING:
    import argparse

    from parlour.kernel.spec import Setup


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add_table(parser)
    parser.add_argument("--bots", required=True, metavar="A,B", help=f"one a seat: {', '.join(bots.names())}")
    parser.add_argument("--games", type=count, default=200, metavar="K", help="how many at least (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="all chance follows from it (%(default)s)")
    parser.add_argument("--json", action="store_true", help="as one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Play and print; what is done by then if Ctrl-C ends it."""
    names = arguments.bots.split(",")
    if arguments.seats is None:
        arguments.seats = _enough(len(names), table(arguments))
    setup = table(arguments)
    match = Match(setup, seated(names, setup.seats), arguments.seed)
    for name in match.players:
        bots.make(name, 0)
    began = time.perf_counter()
    deals: list[list[float]] = []
    wanted = -(-arguments.games // setup.seats)
    status = 0
    try:
        deals.extend(shown(match.deals(wanted), wanted))
    except KeyboardInterrupt:
        status = 130
    if deals:
        _print(match, deals, time.perf_counter() - began, as_json=arguments.json)
    return status


def _enough(count: int, smallest: Setup) -> int:
    """A number of bots, if it is enough for the smallest table.

    Raises:
        BadSetup: it is not.
    """
    if count < smallest.seats:
        bots_word = "bot" if count == 1 else "bots"
        raise BadSetup(
            f"{count} {bots_word} can't play a match of {smallest.spec.title}: expected at least {smallest.seats}, "
            "one a seat, or --seats and one for all"
        )
    return count


def _print(match: Match, deals: list[list[float]], seconds: float, *, as_json: bool) -> None:
    figures = summary(match.players, deals)
    games = len(deals) * match.setup.seats
    if as_json:
        shares = {
            name: {
                "win_share": round(figure.win_share, 4),
                "win_share_interval": [round(end, 4) for end in figure.interval],
            }
            for name, figure in figures.items()
        }
        at = {"game": match.setup.spec.id, "seats": match.setup.seats, "options": match.setup.options}
        played = {"seed": match.seed, "games": games, "bots": shares, "seconds": round(seconds, 3)}
        print(json.dumps({**at, **played}, indent=2))
        return
    print(f"{match.setup.spec.title}, {games} games")
    for name, figure in figures.items():
        low, high = figure.interval
        print(f"{name:18} {figure.win_share:.1%} of the wins (95 % interval {low:.1%} to {high:.1%})")
