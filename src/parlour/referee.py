"""Games written down for a referee outside: with everything in the open, and every chance outcome.

A line is a plain mapping: ``{"game", "seats", "options", "deal"}`` first, ``{"seat", "step", "choice"}`` for a decision
(with ``"taken": true`` where public knowledge forced it and nobody was asked), ``{"draw", "outcome"}`` for chance, and
``{"turn", "zones", "values", "scores"}`` after each turn, `turn` being its number from 1. The options, the deal and the
draws set the game up again through `parlour.kernel.position`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.kernel.events import Drawn, JournalEntry, Taken
from parlour.kernel.game import Game
from parlour.kernel.options import option_text
from parlour.kernel.position import describe

if TYPE_CHECKING:
    from parlour.kernel.options import Option, Seat

Line = dict[str, object]


class Watched(Game):
    """What `watched` adds to a game's class. What was drawn for the deal is not told: the deal shows it.

    Attributes:
        lines: what has happened so far.
        read: how much of the journal is in the lines.
    """

    lines: list[Line]
    read: int

    def set_up(self) -> None:
        """Lay the cards out."""
        self.lines = []
        self.read = 0
        super().set_up()

    def apply(self, seat: Seat, option: Option) -> None:
        """Write the decision down, and what it leads to."""
        if self.journal is None:
            super().apply(seat, option)
            return
        self._read_journal()
        self.lines.append(self._decision(seat, str(self.step_asked()), option))
        super().apply(seat, option)
        self._read_journal()
        if self.winners and self.lines[-1].get("turn") != self.turns:
            self.lines.append(self._turn_line(self.turns, describe(self)))

    def next_turn(self) -> None:
        """Write down the deal before the first turn, and how things stand after each."""
        if self.journal is None:
            super().next_turn()
        elif self.turns:
            self._read_journal()
            ended, here, position = self.turns, len(self.lines), describe(self)
            super().next_turn()
            self.lines.insert(here, self._turn_line(ended, position))
        else:
            super().next_turn()
            self.lines.append(self._deal_line())
            self.read = len(self.journal)

    def _deal_line(self) -> Line:
        setup = self.setup
        options = dict(self.settled_options())
        return {"game": setup.spec.id, "seats": setup.seats, "options": options, "deal": describe(self)}

    def _turn_line(self, ended: int, position: Line) -> Line:
        here = {"zones": position["zones"], "values": position["values"]}
        return {"turn": ended, **here, "scores": list(self.scores())}

    def _decision(self, seat: Seat, step: str, option: Option) -> Line:
        return {"seat": seat, "step": step, "choice": option_text(option, self.spec.kinds)}

    def _read_journal(self) -> None:
        journal = self.journal or []
        self.lines += [line for entry in journal[self.read :] for line in self._entry_lines(entry)]
        self.read = len(journal)

    def _entry_lines(self, entry: JournalEntry) -> list[Line]:
        if isinstance(entry, Drawn):
            return [{"draw": entry.draw, "outcome": entry.outcome}]
        if isinstance(entry, Taken):
            return [{**self._decision(entry.seat, entry.step, entry.option), "taken": True}]
        return []


def watched(play: type[Game]) -> type[Watched]:
    """A game's class, made to write down what happens as long as it keeps a journal."""
    return type(play.__name__, (Watched, play), {})
