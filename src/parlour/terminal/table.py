"""A game that is played at this keyboard: its state, its record, and what each decision did.

The true state stays in here. Whoever shows something gets a seat's chair, or the sentences that a viewer may read.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Self

from parlour import bots, records
from parlour.bots import Chair
from parlour.kernel.events import seen_by
from parlour.kernel.messages import Told
from parlour.kernel.options import option_text
from parlour.kernel.record import Record
from parlour.wording import bot_name, is_bot

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from parlour.kernel.events import JournalEntry
    from parlour.kernel.game import Game
    from parlour.kernel.options import Option, Seat
    from parlour.kernel.spec import GameSpec, Setup


class Table:
    """A game, saved after each decision.

    Args:
        record: what was decided so far.
        path: the file that it is saved in.
        game: the state it led to.
        journals: what the deal and then each decision did.
        turns: the numbers of the turns in which that was decided.
    """

    def __init__(
        self, record: Record, path: Path, game: Game, journals: list[list[JournalEntry]], turns: list[int]
    ) -> None:
        self.record: Record = record
        self.path: Path = path
        self._game: Game = game
        self._journals: list[list[JournalEntry]] = journals
        self._turns: list[int] = turns

    @classmethod
    def begin(cls, setup: Setup, players: Sequence[str], seed: bytes, path: Path) -> Self:
        """A game that begins.

        Raises:
            OSError: it can't be saved.
        """
        return cls.resume(Record.begin(setup, players, seed), path)

    @classmethod
    def resume(cls, record: Record, path: Path) -> Self:
        """A game that goes on where its record ends.

        Raises:
            BadRecord: the rules do not follow the record.
            OSError: it can't be saved.
        """
        states = list(record.states(records.spec_of(record)))
        records.save(path, record)
        turns = [0, *(state.turns for state in states[:-1])]
        return cls(record, path, states[-1], [state.journal or [] for state in states], turns)

    @property
    def spec(self) -> GameSpec:
        """The game."""
        return self._game.spec

    @property
    def decisions(self) -> int:
        """How many decisions have been made."""
        return len(self.record.decisions)

    def owes(self) -> tuple[Seat, ...]:
        """The seats that owe a choice; none when the game is over."""
        return self._game.owes()

    def people(self) -> list[Seat]:
        """The seats of people."""
        return [seat for seat, player in enumerate(self.record.players) if not is_bot(player)]

    def chair(self, seat: Seat) -> Chair:
        """What a seat may know."""
        return Chair(self._game, seat)

    def outcome(self) -> tuple[tuple[Seat, ...], tuple[float, ...]]:
        """The winners, none while the game goes on, and the score of each seat."""
        view = self._game.view(None)
        return view.winners, view.scores

    def choose(self, seat: Seat, option: Option) -> None:
        """Decide for a seat, write it down and save it.

        Raises:
            OSError: it can't be saved.
        """
        step = self._game.step_asked() or ""
        journal: list[JournalEntry] = []
        self._game.journal = journal
        self._turns.append(self._game.turns)
        self._game.choose(seat, option)
        self._journals.append(journal)
        self.record.add(self._game, seat, step, option_text(option, self.spec.kinds))
        records.save(self.path, self.record)

    def let_bot_choose(self, seat: Seat) -> None:
        """Let the bot of a seat decide; a game that is resumed has it decide the same."""
        chance = f"{self.record.seed.hex()} {seat} {self.decisions}"
        bot = bots.make(bot_name(self.record.players[seat]), chance)
        self.choose(seat, bot.choose(self.chair(seat)))

    def last_choice(self, seat: Seat) -> int:
        """The number of a seat's last decision, counted from 1; 0 before its first."""
        made = (number for number, decision in enumerate(self.record.decisions, 1) if decision.seat == seat)
        return max(made, default=0)

    def told(self, viewer: Seat | None, since: int = 0) -> list[list[Told]]:
        """What a viewer was told.

        Args:
            viewer: a seat, or None for a spectator.
            since: the deal is 0, the first decision 1.

        Returns:
            The sentences of the deal and of each row of decisions by one seat in one turn.
        """
        seats = [-1, *(decision.seat for decision in self.record.decisions)]
        deciders = list(zip(seats, self._turns, strict=True))
        rows = groupby(range(since, len(self._journals)), key=deciders.__getitem__)
        return [[told for number in numbers for told in self._told(viewer, number)] for _, numbers in rows]

    def _told(self, viewer: Seat | None, number: int) -> list[Told]:
        return [event for event in seen_by(self._game, self._journals[number], viewer) if isinstance(event, Told)]
