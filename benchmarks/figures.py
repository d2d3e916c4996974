"""What random games of King of 12 and Get the MacGuffin look like, 20,000 of each table; one thread, a few minutes."""

from __future__ import annotations

import argparse
import platform
from typing import TYPE_CHECKING

from parlour import games
from parlour.simulation import Series, Tally

if TYPE_CHECKING:
    from parlour.kernel.spec import Setup


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, metavar="K", help="of each table (%(default)s)")
    count = parser.parse_args().games
    print(f"{platform.python_implementation()} {platform.python_version()}, {count} random games of each table")
    print_king(count)
    print_macguffin(count)


def print_king(count: int) -> None:
    """King of 12: rounds, and turns in which all who could have won cancelled each other."""
    spec = games.load("king_of_12")
    print(
        f"\n{spec.title}: turns and rounds a game, share of turns without a winner, longest game and its bound in turns"
    )
    for chosen in ("beginner", "random"):
        for seats in (2, 3, 4):
            setup = spec.setup(seats, {"set": chosen})
            tally = tallied(setup, count, journal=True)
            turns = sum(length * times for length, times in tally.turns.items())
            rounds = (tally.messages["wins_round"] + tally.messages["no_round"]) / count
            print(
                f"{chosen:9}{seats:3} seats{turns / count:8.2f} turns{rounds:7.2f} rounds"
                f"{tally.messages['no_winner'] / turns:8.2%} without a winner   {longest(setup, tally)}"
            )


def print_macguffin(count: int) -> None:
    """Get the MacGuffin: shared wins, and the longest game (MG 5)."""
    spec = games.load("get_the_macguffin")
    print(f"\n{spec.title}: turns a game, share of games with a shared win, most winners, longest game and its bound")
    for seats in range(spec.seats[0], spec.seats[1] + 1):
        setup = spec.setup(seats)
        tally = tallied(setup, count)
        shown = tally.figures()
        print(
            f"{seats:3} seats{shown['turns_mean']:8.2f} turns{shown['shared_win_share']:8.2%} shared"
            f"{shown['winners_max']:4} winners   {longest(setup, tally)}"
        )


def tallied(setup: Setup, count: int, *, journal: bool = False) -> Tally:
    """The figures of random games at a table."""
    tally = Tally(setup.seats)
    for game, decisions in Series(setup, ("random",) * setup.seats, 1).games(count, journal=journal):
        tally.add(game, decisions)
    return tally


def longest(setup: Setup, tally: Tally) -> str:
    """The longest game beside the bound that the game declares."""
    return f"{max(tally.turns)} of {setup.spec.bound(setup.seats, setup.options)} turns at most"


if __name__ == "__main__":
    main()
