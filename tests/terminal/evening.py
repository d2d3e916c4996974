"""People at one keyboard, for tests: a function stands for what they choose."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.console import Console

from parlour import games, language, wording
from parlour.kernel.chance import Rng
from parlour.terminal.host import CHOOSE, Host
from parlour.terminal.screen import Left, Screen
from parlour.terminal.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from parlour.bots import Chair
    from parlour.kernel.messages import Reader
    from parlour.kernel.options import Seat

SEED = bytes(range(32))
NOBODY = -1
Pick = Callable[["Evening"], str]


class Evening(Screen):
    """A screen whose people type Enter at every pause, and what `pick` says at every question.

    Attributes:
        stretches: whoever sat at the keyboard, and what was shown until the next thing was typed.
    """

    def __init__(self, table: Table, pick: Pick, console: Console | None = None, reader: Reader | None = None) -> None:
        super().__init__(console or pipe(), self.answer)
        self.pick = pick
        self.out = io.StringIO()
        self.console.file = self.out
        self.prompt = ""
        self.read_to = 0
        self.stretches: list[tuple[Seat, str]] = []
        reader = reader or language.reader(table.spec, wording.shown(table.record.players))
        self.host = Host(table, self, reader)

    @property
    def table(self) -> Table:
        return self.host.table

    @property
    def text(self) -> str:
        """All that was shown."""
        return self.out.getvalue()

    def chair(self) -> Chair:
        """The place of whoever is asked."""
        return self.table.chair(self.host.sitting)

    def line(self, prompt: str) -> str:
        self.prompt = prompt
        return super().line(prompt)

    def answer(self) -> str:
        between = self.prompt.startswith(("Press Enter when only", "Enter to begin"))
        self.out.seek(self.read_to)
        self.stretches.append((NOBODY if between else self.host.sitting, self.out.read()))
        self.read_to = self.out.tell()
        return self.pick(self) if self.prompt == CHOOSE else ""

    def play(self) -> str:
        """Play until the end or until somebody leaves; returns all that was shown."""
        try:
            self.host.play()
        except Left:
            self.console.print("[somebody left]")
        return self.text


def pipe() -> Console:
    return Console(highlight=False, markup=False, emoji=False, width=80, force_terminal=False)


def terminal(*, no_color: bool = True) -> Console:
    return Console(
        highlight=False, markup=False, emoji=False, width=80, height=24, force_terminal=True, no_color=no_color
    )


def anything(seed: object = 1) -> Pick:
    """An option, by its text: rather one that plays a card, so that every game comes to its end."""
    rng = Rng(seed)

    def pick(evening: Evening) -> str:
        chair = evening.chair()
        texts = [chair.option_text(option) for option in chair.options()]
        plays = [text for text in texts if text.startswith("play ")] or texts
        return plays[rng.below(len(plays))]

    return pick


def leaves_after(choices: int, pick: Pick) -> Pick:
    """As `pick`, but the input ends after some choices."""
    left = [choices]

    def picks(evening: Evening) -> str:
        if not left[0]:
            raise EOFError
        left[0] -= 1
        return pick(evening)

    return picks


def as_recorded(choices: Sequence[str]) -> Pick:
    """The choices of a game that was played before; then the input ends."""

    def pick(evening: Evening) -> str:
        if evening.table.decisions == len(choices):
            raise EOFError
        return choices[evening.table.decisions]

    return pick


def table_of(game: str, players: Sequence[str], path: Path, options: Mapping[str, object] | None = None) -> Table:
    return Table.begin(games.load(game).setup(len(players), options), players, SEED, path)
