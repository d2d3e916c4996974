"""Setting a table up: what was not said on the command line is asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeVar

from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from parlour import bots, games
from parlour.arguments import pairs
from parlour.kernel.errors import BadSetup, ParlourError, UnknownName
from parlour.kernel.messages import N_
from parlour.terminal.seating import check_names, player

if TYPE_CHECKING:
    from collections.abc import Callable

    from parlour.kernel.options import Seat
    from parlour.kernel.spec import GameSpec, Setup, TableOption
    from parlour.terminal.screen import Screen

Answer = TypeVar("Answer")
GAMES: Final = N_("The games")
WHICH: Final = N_("Which game? [1]")
HOW_MANY: Final = N_("How many seats, {fewest} to {most}? [{fewest}]")
WHO: Final = N_("Seat {seat}: a name, or one of {bots}? [{usual}]")
PLAYER: Final = N_("Player")
SEATS: Final = N_("{fewest} to {most} seats")
CHANGES: Final = N_("Change options (KEY=VALUE ...)? [no]")
USUAL_BOT: Final = "bot:greedy"


@dataclass
class Setting:
    """A table that is set up.

    Attributes:
        screen: where what is missing is asked.
        translate: from an English template to the language of the one who answers.
        game: the id of the game, if it is said.
        seats: how many, if it is said.
        players: who sits where, as far as it is said.
        options: table options as texts, as far as they are said.
    """

    screen: Screen
    translate: Callable[[str], str]
    game: str | None = None
    seats: int | None = None
    players: dict[Seat, str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)

    def complete(self) -> tuple[Setup, list[str]]:
        """The table, and who sits on each seat.

        Raises:
            UnknownName: what was said names a game, bot or option that does not exist.
            BadSetup: what was said can't be.
            Left: whoever was asked has left.
        """
        check_names(self.players.values())
        spec = games.load(self.game) if self.game else self._ask_game()
        spec.setup(self.seats, self.options)  # before anything is asked
        setup = spec.setup(self._count(spec), self.options)
        for seat in self.players:
            if seat >= setup.seats:
                raise BadSetup(f"there is no seat {seat}: expected 0 to {setup.seats - 1}")
        for seat in range(setup.seats):
            if seat not in self.players:
                self.players[seat] = self._ask_player(seat)
        if self.game is None and not self.options and spec.options:
            setup = self._ask_options(setup)
        return setup, [self.players[seat] for seat in range(setup.seats)]

    def _count(self, spec: GameSpec) -> int:
        if self.seats is not None:
            return self.seats
        fewest, most = spec.seats
        if set(self.players) == set(range(len(self.players))) and fewest <= len(self.players) <= most:
            return len(self.players)
        prompt = self.translate(HOW_MANY).format(fewest=fewest, most=most)
        return self._ask(prompt, lambda typed: spec.setup(_number(typed, fewest)).seats)

    def _ask_game(self) -> GameSpec:
        specs = [games.load(name) for name in games.names()]
        grid = Grid.grid(padding=(0, 2, 0, 0))
        for number, spec in enumerate(specs, 1):
            fewest, most = spec.seats
            seats = self.translate(SEATS).format(fewest=fewest, most=most)
            grid.add_row(str(number), Text(spec.title, "bold"), Text(seats))
        self.screen.show(Rule(self.translate(GAMES), align="left"), grid)
        return self._ask(self.translate(WHICH), lambda typed: _chosen(specs, typed))

    def _ask_player(self, seat: Seat) -> str:
        usual = USUAL_BOT if self.players else self.translate(PLAYER)
        known = ", ".join(f"bot:{name}" for name in bots.names())
        prompt = self.translate(WHO).format(seat=seat, bots=known, usual=usual)
        return self._ask(prompt, lambda typed: self._new_player(typed or usual))

    def _new_player(self, text: str) -> str:
        name = player(text)
        check_names([*self.players.values(), name])
        return name

    def _ask_options(self, setup: Setup) -> Setup:
        grid = Grid.grid(padding=(0, 2, 0, 0))
        for option in setup.spec.options:
            grid.add_row(Text(_assigned(option), "bold"), Text(_values(option)), Text(self.translate(option.text)))
        self.screen.show(grid)
        return self._ask(self.translate(CHANGES), lambda typed: setup.spec.setup(setup.seats, pairs(typed.split())))

    def _ask(self, prompt: str, answer: Callable[[str], Answer]) -> Answer:
        """Ask until what is typed is an answer; what was wrong with it is said."""
        while True:
            try:
                return answer(self.screen.ask(prompt))
            except ParlourError as error:
                self.screen.show(Text(str(error)))


def _number(typed: str, usual: int) -> int:
    """A number that was typed.

    Raises:
        BadSetup: it is none.
    """
    try:
        return int(typed or usual)
    except ValueError as error:
        raise BadSetup(f"{typed!r} is no number: expected one such as {usual}") from error


def _chosen(specs: list[GameSpec], typed: str) -> GameSpec:
    """A game by its number in the list, or by its id or title.

    Raises:
        UnknownName: there is none.
    """
    for number, spec in enumerate(specs, 1):
        if typed.casefold() in (str(number), spec.id, spec.title.casefold()) or not typed:
            return spec
    raise UnknownName("game", typed, [*range(1, len(specs) + 1), *(spec.title for spec in specs)])


def _assigned(option: TableOption) -> str:
    return f"{option.name}={option.default}"


def _values(option: TableOption) -> str:
    return "/".join(str(value) for value in option.values)
