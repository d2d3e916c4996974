"""Makes the golden games and counts anew: ``python tests/golden/make.py``, then look at the diff.

A game's folder holds ``tables.txt`` (a table a line: name, seats, options), from it a record a table, NAME.parlour, and
``counts.txt``: how many sequences of decisions of each depth begin at some places of the records.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Final

from parlour import bots, games
from parlour.kernel.options import option_text
from parlour.kernel.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from parlour.kernel.game import Game
    from parlour.kernel.spec import Setup

HERE: Final = Path(__file__).parent
ENOUGH: Final = 2000
DEEPEST: Final = 6


def folders() -> list[Path]:
    """The folder of each game that has golden games; its name is the game's id."""
    return sorted(path.parent for path in HERE.glob("*/tables.txt"))


def tables(folder: Path) -> Iterator[tuple[str, Setup]]:
    """The tables that a folder names."""
    for line in (folder / "tables.txt").read_text(encoding="utf-8").splitlines():
        name, seats, *options = line.split()
        yield name, games.load(folder.name).setup(int(seats), dict(option.split("=") for option in options))


def played(setup: Setup, name: str) -> Record:
    """A whole game between random bots, the same for the same name."""
    seed = hashlib.blake2b(name.encode(), digest_size=32).digest()
    record = Record.begin(setup, ["bot random"] * setup.seats, seed)
    game = record.start(setup.spec)
    players = [bots.make("random", f"{name} {seat}") for seat in range(setup.seats)]
    while game.owes():
        seat, step = game.owes()[0], game.step_asked()
        option = players[seat].choose(bots.Chair(game, seat))
        game.choose(seat, option)
        record.add(game, seat, step or "", option_text(option, setup.spec.kinds))
    return record


def counts(name: str, record: Record, setup: Setup) -> Iterator[str]:
    """Lines ``NAME after DECISIONS: COUNT...``, a count a depth, for the beginning, the middle and the end of a game."""
    states = list(record.states(setup.spec))
    for place in (0, len(states) // 2, len(states) - 3):
        yield f"{name} after {place}: {' '.join(map(str, by_depth(states[place])))}"


def by_depth(game: Game) -> Iterator[int]:
    """How many sequences of 1, 2, ... decisions there are, until they are many or none goes on."""
    for depth in range(1, DEEPEST + 1):
        count = sequences(game, depth)
        yield count
        if not 0 < count < ENOUGH:
            return


def sequences(game: Game, depth: int) -> int:
    """How many sequences of so many decisions there are; of seats that choose in secret the first decides first."""
    if not depth:
        return 1
    return sum(sequences(after, depth - 1) for after in followers(game))


def followers(game: Game) -> Iterator[Game]:
    """The states after each option of the seat to decide."""
    for seat in game.owes()[:1]:
        for option in game.options(seat):
            after = game.copy()
            after.apply(seat, option)
            yield after


def made(folder: Path) -> dict[str, str]:
    """The text of each file of a folder that is made from its tables."""
    texts: dict[str, str] = {}
    lines: list[str] = []
    for name, setup in tables(folder):
        record = played(setup, f"{folder.name} {name}")
        texts[f"{name}.parlour"] = record.text()
        lines += counts(name, record, setup)
    return {**texts, "counts.txt": "\n".join(lines) + "\n"}


def main() -> None:
    """Write all files."""
    for folder in folders():
        for name, text in made(folder).items():
            (folder / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
