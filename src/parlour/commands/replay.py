"""Step through a record and look at it from any seat."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.text import Text

from parlour import language, records, wording
from parlour.kernel.errors import ParlourError, UnknownName
from parlour.kernel.events import seen_by
from parlour.kernel.messages import N_, Told
from parlour.terminal.board import Board
from parlour.terminal.screen import Left, Screen

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from parlour.kernel.game import Game
    from parlour.kernel.messages import Reader
    from parlour.kernel.options import Seat
    from parlour.kernel.record import Record

WHERE: Final = N_("Decision {at} of {last}, seen by {viewer}.")
CHOSEN: Final = N_("{player} chose: {choice}")
ASKED: Final = N_("{players}: {question}")
WON: Final = N_("Won by {players}.")
SEED: Final = N_("Seed: {seed}")
HASH: Final = N_("Hash: {hash}")
SPECTATOR: Final = N_("a spectator")
KEYS: Final = N_("n next, p previous, a number, seat N, spectator, q quit >")
COMMANDS: Final = ("n", "p", "a number", "seat N", "spectator", "q")


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a record")
    parser.add_argument("--at", default="0", metavar="N", help="after how many decisions to begin; 0 is the deal")
    parser.add_argument("--seat", metavar="S", help="whose view to show; a spectator's where it is left out")
    parser.add_argument("--json", action="store_true", help="print this one view as a JSON object, and ask nothing")


def run(arguments: argparse.Namespace) -> int:
    """Show the record; commands are read until ``q`` or the end of the input."""
    record = records.load(arguments.file)
    spec = records.spec_of(record)
    replay = Replay(
        record, list(record.states(spec)), language.reader(spec, wording.shown(record.players), language.preferred())
    )
    replay.go(arguments.at)
    if arguments.seat is not None:
        replay.sit(arguments.seat)
    if arguments.json:
        print(json.dumps(replay.data(), indent=2, ensure_ascii=False))
    else:
        replay.follow(Screen(echo=not sys.stdin.isatty()))
    return 0


@dataclass
class Replay:
    """A place in a record and whoever looks at it.

    Attributes:
        record: what is shown.
        states: the deal, then the state after each decision.
        reader: what things are called.
        at: after how many decisions.
        viewer: a seat, or None for a spectator.
    """

    record: Record
    states: list[Game]
    reader: Reader
    at: int = 0
    viewer: Seat | None = None

    def follow(self, screen: Screen) -> None:
        """Show where it stands and obey what is typed, until it is ``q`` or the input ends."""
        self.show(screen)
        try:
            while (typed := screen.line(self.reader.translate(KEYS))) != "q":
                self.obey(typed, screen)
        except Left:
            screen.show()

    def obey(self, typed: str, screen: Screen) -> None:
        """Do a command and show what it led to, or say why it can't be."""
        try:
            self.move(typed)
        except ParlourError as error:
            screen.show(Text(str(error)))
        else:
            self.show(screen)

    def move(self, typed: str) -> None:
        """Do a command; an empty one goes to the next state.

        Raises:
            UnknownName: there is no such command, seat or state.
        """
        verb, _, seat = typed.partition(" ")
        if typed in ("", "n"):
            self.at = min(self.at + 1, len(self.states) - 1)
        elif typed == "p":
            self.at = max(self.at - 1, 0)
        elif typed == "spectator":
            self.viewer = None
        elif verb == "seat":
            self.sit(seat)
        elif typed.isdecimal():
            self.go(typed)
        else:
            raise UnknownName("command", typed, COMMANDS)

    def go(self, number: str) -> None:
        """Go to the state after so many decisions.

        Raises:
            UnknownName: there are not so many.
        """
        numbers = [str(at) for at in range(len(self.states))]
        if number not in numbers:
            raise UnknownName("decision", number, f"0 to {numbers[-1]}")
        self.at = int(number)

    def sit(self, seat: str) -> None:
        """Look from a seat.

        Raises:
            UnknownName: there is no such seat.
        """
        seats = [str(each) for each in range(len(self.reader.seats))]
        if seat not in seats:
            raise UnknownName("seat", seat, seats)
        self.viewer = int(seat)

    def data(self) -> dict[str, object]:
        """The state as the viewer knows it: ``at``, ``decisions``, ``said`` and ``view``."""
        view = asdict(self.states[self.at].view(self.viewer))
        return {"at": self.at, "decisions": len(self.states) - 1, "said": list(self.said()), "view": view}

    def show(self, screen: Screen) -> None:
        """Print the state: the table, what the decision did, what is asked."""
        board, view = Board(self.reader), self.states[self.at].view(self.viewer)
        screen.fresh()
        screen.show(Text(board.title(view), "bold"), board.draw(view))
        screen.show(*map(Text, (*self.said(), *self.asked(), *self.over(), self.where())))

    def said(self) -> Iterator[str]:
        """What the viewer decided and was told on the way to this state."""
        decision = self.record.decisions[self.at - 1] if self.at else None
        if decision is not None and decision.seat == self.viewer:
            player = self.reader.seats[decision.seat]
            yield self.reader.translate(CHOSEN).format(player=player, choice=decision.choice)
        game = self.states[self.at]
        for event in seen_by(game, game.journal or (), self.viewer):
            if isinstance(event, Told):
                yield self.reader.say(event)

    def asked(self) -> Iterator[str]:
        """Who is asked what."""
        view = self.states[self.at].view(self.viewer)
        if view.step is not None:
            question = self.reader.text(self.reader.spec.prompt(view.step, view.card))
            yield self.reader.translate(ASKED).format(players=self.players(view.asked), question=question)

    def over(self) -> Iterator[str]:
        """The result, and the seed, once the game is over."""
        winners = self.states[self.at].winners
        if winners:
            yield self.reader.translate(WON).format(players=self.players(winners))
            yield self.reader.translate(SEED).format(seed=self.record.seed.hex())
            yield self.reader.translate(HASH).format(hash=self.record.hash)

    def where(self) -> str:
        """Which state this is, and whose view."""
        viewer = self.reader.translate(SPECTATOR) if self.viewer is None else self.reader.seats[self.viewer]
        last = len(self.states) - 1
        return self.reader.translate(WHERE).format(at=self.at, last=last, viewer=viewer)

    def players(self, seats: tuple[Seat, ...]) -> str:
        """The names of some seats."""
        return ", ".join(self.reader.seats[seat] for seat in seats)
