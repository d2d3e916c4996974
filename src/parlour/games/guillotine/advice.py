"""How to play Guillotine well: for people in words, for bots in numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.games.guillotine.rules import LINE, hand, pile, score, table
from parlour.kernel.messages import N_
from parlour.kernel.spec import ahead

if TYPE_CHECKING:
    from parlour.games.guillotine.rules import Guillotine
    from parlour.kernel.options import Seat

ADVICE: Final = N_(
    "Count two places ahead: what you take decides what the next one gets. Bring a strong noble to the front, or send a "
    "gray one there for the next player. End the day while you lead. Collect guards together or not at all, and attack "
    "the leader, not your neighbour."
)
WORLDS: Final = 2
NEXT: Final = (0.7, 0.5, 0.3)
"""How sure it is that the first nobles in line go to the next players as they stand."""
CARD: Final = 0.7
"""What an action card in hand is worth in points."""


def appraise(game: Guillotine, seat: Seat) -> float:
    """The points by which a seat leads, with what waits in line for the next players and the cards it can still play."""
    lead = ahead(game, seat)
    if game.winners:
        return 10.0 * lead
    return lead + CARD * len(game.zones[hand(seat)]) + prospect(game, seat)


def prospect(game: Guillotine, seat: Seat) -> float:
    """What the nobles in front bring to those who collect next, for or against a seat."""
    seats = game.setup.seats
    first = game.turn
    total = 0.0
    for place, weight in enumerate(NEXT[: len(game.zones[LINE])]):
        taker = (first + place) % seats
        total += weight * gain(game, taker, place) * (1 if taker == seat else -1)
    return total


def gain(game: Guillotine, seat: Seat, place: int) -> int:
    """The points that the noble at a place of the line adds to a seat's pile."""
    heads, cards = game.zones[pile(seat)], game.zones[table(seat)]
    return score(game.zones[LINE][place : place + 1] + heads, cards) - score(heads, cards)
