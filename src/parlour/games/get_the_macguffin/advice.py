"""How to play Get the MacGuffin well: for people in words, for bots in numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.games.get_the_macguffin.cards import BACKUP_MACGUFFIN, OBJECTS, THE_CROWN, THE_MACGUFFIN
from parlour.kernel.messages import N_

if TYPE_CHECKING:
    from parlour.kernel.game import Game
    from parlour.kernel.options import Seat

ADVICE: Final = N_(
    "The last one with cards wins, so cards are time: lay and use Objects before you spend Actions, and take a card "
    "rather than destroy one. Whoever has only a MacGuffin on the table can wait for ever: get there, or break it with the "
    "Assassin, the Fist of Doom, the Thief or the Merchant. Keep I'm Not Dead Yet! for the very end."
)
WORLDS: Final = 4
STALLS: Final = {THE_MACGUFFIN: 8.0, BACKUP_MACGUFFIN: 3.0, THE_CROWN: 3.0}
"""The turns that a card which can wait is taken to be worth beyond its own."""
LAYING: Final = 0.5
"""The turns that an Object in hand is worth beyond its own: it is laid before it is discarded, if nobody takes it."""


def appraise(game: Game, seat: Seat) -> float:
    """The turns a seat can last beyond the one of the others that lasts longest."""
    if game.winners:
        return 100.0 * game.scores()[seat]
    others = [turns_left(game, other) for other in range(game.setup.seats) if other != seat]
    return turns_left(game, seat) - max(others)


def turns_left(game: Game, seat: Seat) -> float:
    """A guess at the turns that a seat's cards last."""
    hand, table = game.zones[seat], game.zones[game.setup.seats + seat]
    total = len(hand) + LAYING * sum(kind < OBJECTS for kind in hand) + len(table)
    return total + sum(STALLS.get(kind, 0) for kind in hand + table)
