"""The tables that every contract test is played at: all games found and the sample, all seat counts, all option values."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from parlour import games
from parlour.kernel.chance import Rng
from parlour.kernel.spec import NOBODY
from support import scaled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from parlour.kernel.game import Game
    from parlour.kernel.options import Option, Seat
    from parlour.kernel.spec import GameSpec, Setup, Value

SAMPLE = Path(__file__).parent / "sample"


@dataclass(frozen=True, eq=False)
class Table:
    """A game, a number of seats, the options that are not at their default, and a number that makes other games of it."""

    spec: GameSpec
    seats: int
    options: tuple[tuple[str, Value], ...] = ()
    series: int = 0

    def __str__(self) -> str:
        others = [f"{name}={value}" for name, value in self.options] + [f"#{self.series}"] * (self.series > 0)
        return "-".join([self.spec.id, str(self.seats), *others])

    def setup(self) -> Setup:
        """The table."""
        return self.spec.setup(self.seats, dict(self.options))

    def start(self, seed: object) -> Game:
        """A new game with a journal."""
        return self.spec.play.start(self.setup(), f"{self} {seed}", journal=True)


def add_game(folder: Path, name: str = "sample", old: str = "", new: str = "") -> GameSpec:
    """Copy the sample game to a folder and load it as a game of this name.

    Args:
        folder: where the copy goes.
        name: its folder there.
        old: lines of its rules that are replaced.
        new: what stands there instead.
    """
    shutil.copytree(SAMPLE, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    rules = folder / name / "rules.py"
    source = rules.read_text(encoding="utf-8")
    assert old in source, old
    rules.write_text(source.replace(old, new) if old else source, encoding="utf-8")
    games.__path__.append(str(folder))
    try:
        return games.load(name)
    finally:
        games.__path__.remove(str(folder))


def tables(specs: list[GameSpec]) -> list[Table]:
    """Every number of seats with the defaults, and every value of every option with one of these numbers."""
    found = []
    for spec in specs:
        counts = range(spec.seats[0], spec.seats[1] + 1)
        found += [Table(spec, seats) for seats in counts]
        others = [(option.name, value) for option in spec.options for value in option.values if value != option.default]
        found += [Table(spec, counts[index % len(counts)], (other,)) for index, other in enumerate(others)]
    return found


def viewers(game: Game) -> list[int]:
    """The bit numbers of all viewers: the seats, and the spectator last."""
    return list(range(game.setup.seats + 1))


def seat_of(game: Game, viewer: int) -> Seat | None:
    """A viewer as views and events name it."""
    return viewer if viewer < game.setup.seats else None


def decision(game: Game, rng: Rng) -> tuple[Seat, Option]:
    """A random choice of a random seat that owes one."""
    owing = game.owes()
    seat = owing[rng.below(len(owing))]
    options = game.options(seat)
    return seat, options[rng.below(len(options))]


def course(game: Game, rng: Rng) -> Iterator[tuple[Seat, Option]]:
    """Play a game at random to its end, giving each decision before it is applied; the journal starts anew after it."""
    while game.owes():
        seat, option = decision(game, rng)
        yield seat, option
        if game.journal is not None:
            game.journal.clear()
        game.choose(seat, option)


@cache
def positions(table: Table, count: int = 12) -> tuple[Game, ...]:
    """Positions of random games: some in mid-effect, some with secret answers given, the others anywhere."""
    rng = Rng(f"positions {table}")
    pools: dict[str, list[Game]] = {"secret": [], "middle": [], "plain": []}
    for number in range(scaled(2)):
        game = table.start(number)
        for passed, _ in enumerate(course(game, rng), 1):
            pool = pools["secret" if game.answers else "middle" if game.stack else "plain"]
            if len(pool) < scaled(count) // 3:
                pool.append(game.copy())
            elif rng.below(passed) < len(pool):
                pool[rng.below(len(pool))] = game.copy()
    return tuple(position for pool in pools.values() for position in pool)


def hidden_zones(game: Game, viewer: int) -> list[int]:
    """The zones that a viewer does not always see, those that nobody's card can lie in left out."""
    return [
        number
        for number, zone in enumerate(game.setup.zones)
        if not game.setup.sees[number] >> viewer & 1 and (zone.sees != NOBODY or game.zones[number])
    ]
