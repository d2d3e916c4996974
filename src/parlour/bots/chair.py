"""The place a bot plays from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from parlour.kernel.options import option_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.kernel.chance import Rng
    from parlour.kernel.game import Game
    from parlour.kernel.options import Option, Seat
    from parlour.kernel.spec import Setup
    from parlour.kernel.views import View


class Chair:
    """All that a bot has of a game: what its seat may know of it, as it stands at each call.

    Args:
        game: the game, which stays out of the bot's reach.
        seat: the bot's seat.
    """

    __slots__ = ("__game", "__seat")

    def __init__(self, game: Game, seat: Seat) -> None:
        self.__game = game
        self.__seat = seat

    @property
    def seat(self) -> Seat:
        """The bot's own seat."""
        return self.__seat

    @property
    def setup(self) -> Setup:
        """The table: the game, the seats, the options."""
        return self.__game.setup

    def view(self) -> View:
        """Everything that the seat may know."""
        return self.__game.view(self.__seat)

    def options(self) -> Sequence[Option]:
        """The options of the seat in a stable order, none where it owes no choice."""
        game, seat = self.__game, self.__seat
        return game.options(seat) if seat in game.owes() else ()

    def option_text(self, option: Option) -> str:
        """The stable text of an option."""
        return option_text(option, self.__game.spec.kinds)

    def imagine(self, rng: Rng) -> Game:
        """A full state of its own that the seat can't tell from the real one (information set sampling)."""
        return self.__game.imagine(self.__seat, rng)


class Bot(Protocol):
    """Plays one seat of one game."""

    def choose(self, chair: Chair) -> Option:
        """One of the chair's options; called when there is at least one."""
