"""How fast the engine is, on one thread: states and their copies, views and imagined worlds, random play.

Run it as ``make bench``. Random play is measured beside OpenSpiel's `crazy_eights(players=4)`, played at random through
its Python API, in turns within the same run; the figure to look at is the ratio, for it does not depend on the machine.
"""

from __future__ import annotations

import importlib
import platform
import random
import sys
import time
from functools import partial
from statistics import median
from timeit import repeat
from typing import TYPE_CHECKING, Any, Final

from parlour import games
from parlour.kernel.chance import Rng

if TYPE_CHECKING:
    from collections.abc import Callable

    from parlour.kernel.game import Game
    from parlour.kernel.spec import Setup

SEATS: Final = 4
STATES: Final = 100
ROUNDS: Final = 7
SLICE: Final = 0.5
SHARED: Final = ("setup", "known", "log")


def main() -> None:
    """Measure and print."""
    print(f"{platform.python_implementation()} {platform.python_version()} on {platform.platform()}, one thread")
    tables = [games.load(name).setup(SEATS) for name in games.names()]
    print(f"\nStates in the middle of random games, {SEATS} seats (medians of {STATES}; us: microseconds)")
    print("own: the bytes of one copy; log: those of the moves not yet worked into knowledge, shared by copies")
    print(f"{'':20}{'copy us':>9}{'own':>7}{'log':>7}{'settle us':>11}{'view us':>9}{'imagine us':>12}")
    for setup in tables:
        print_states(setup)
    print(f"\nRandom play, {SEATS} seats (decisions a second, medians of {ROUNDS} rounds in turns)")
    print_play(tables)


def print_states(setup: Setup) -> None:
    """The costs of one game's states."""
    states = [halfway(setup, seed) for seed in range(STATES)]
    figures = (
        median(copy_time(state) for state in states),
        median(memory(state) for state in states),
        median(size(state.log, set()) for state in states),
        median(timed(state.settle) for state in states),
        median(timed(partial(state.view, 0)) for state in states),
        median(timed(partial(state.imagine, 0, Rng(1))) for state in states),
    )
    print("{:20}{:9.2f}{:7.0f}{:7.0f}{:11.0f}{:9.0f}{:12.0f}".format(setup.spec.id, *figures))


def halfway(setup: Setup, seed: int) -> Game:
    """A game after half of its decisions."""
    decisions = play(setup.spec.play.start(setup, seed), Rng(seed))
    game = setup.spec.play.start(setup, seed)
    play(game, Rng(seed), decisions // 2)
    return game


def play(game: Game, rng: Rng, most: int = sys.maxsize) -> int:
    """Play at random, to the end or for at most so many decisions; returns how many it were."""
    decisions = 0
    while not game.winners and decisions < most:
        seat = game.owes()[0]
        options = game.options(seat)
        game.apply(seat, options[rng.below(len(options))])
        decisions += 1
    return decisions


def timed(call: Callable[[], object]) -> float:
    """The microseconds of one call."""
    began = time.perf_counter()
    call()
    return (time.perf_counter() - began) * 1e6


def copy_time(state: Game, calls: int = 200) -> float:
    """The microseconds of one copy, at the machine's best."""
    return min(repeat(state.copy, number=calls, repeat=5)) / calls * 1e6


def memory(state: Game) -> int:
    """The bytes of a copy of a state, without what copies share."""
    slots = [name for each in type(state).__mro__ for name in getattr(each, "__slots__", ()) if name not in SHARED]
    seen: set[int] = set()
    return sys.getsizeof(state) + sum(size(getattr(state, name), seen) for name in slots)


def size(value: object, seen: set[int]) -> int:
    """The bytes of a value and what it holds, each object once."""
    if id(value) in seen or callable(value) or value is None or (isinstance(value, int) and abs(value) < 256):
        return 0
    seen.add(id(value))
    held = value if isinstance(value, (list, tuple)) else ()
    return sys.getsizeof(value) + sum(size(each, seen) for each in held)


def print_play(tables: list[Setup]) -> None:
    """Decisions a second of each game, beside OpenSpiel's."""
    rates: dict[str, list[float]] = {"open_spiel": [], **{setup.spec.id: [] for setup in tables}}
    yardstick = crazy_eights()
    for number in range(ROUNDS):
        rates["open_spiel"].append(rate(yardstick))
        for setup in tables:
            rates[setup.spec.id].append(rate(random_games(setup, number)))
    base = median(rates["open_spiel"])
    for name, each in rates.items():
        print(f"{name:20}{median(each):9.0f}   {median(each) / base:.2f} of open_spiel")


def rate(game: Callable[[], int]) -> float:
    """Decisions a second of whole games, played for a moment; `game` plays one and returns its decisions."""
    began = time.perf_counter()
    decisions = 0
    while (spent := time.perf_counter() - began) < SLICE:
        decisions += game()
    return decisions / spent


def random_games(setup: Setup, seed: int) -> Callable[[], int]:
    """Random games of ours, one a call, brisk as in simulation and search."""
    rng = Rng(seed)

    def one() -> int:
        game = setup.spec.play.start(setup, rng.fork())
        game.brisk = True
        return play(game, rng)

    return one


def crazy_eights() -> Callable[[], int]:
    """Random games of OpenSpiel's, one a call."""
    game = importlib.import_module("pyspiel").load_game(f"crazy_eights(players={SEATS})")
    rng = random.Random(1)

    def one() -> int:
        state: Any = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return one


if __name__ == "__main__":
    main()
