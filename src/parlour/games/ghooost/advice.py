"""How to play Ghooost! well: for people in words, for bots in numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.games.ghooost.cards import CERBERUS, IGOR, KITTY, MISS_COPY, SCOOTY, SKELETUM
from parlour.games.ghooost.rules import top_ghost
from parlour.kernel.messages import N_
from parlour.kernel.options import PLAY, VERB

if TYPE_CHECKING:
    from parlour.games.ghooost.rules import Ghooost
    from parlour.kernel.options import Seat

ADVICE: Final = N_(
    "Get rid of low ghosts early and of several at once: the extra turn is worth more than the cards. Keep Scooty, Kitty "
    "and an Igor for the moment when a red ghost bars the way. Before midnight the crypt is there to try and the cemetery "
    "to collect from: gather sets of three and four for the time after it, when your mansion has to go card by card. Count "
    "the run on top: whoever completes a quartet empties the cemetery and moves on. Don't be left with Miss Copies alone."
)
WORLDS: Final = 4
ESCAPES: Final = {SCOOTY: 0.4, KITTY: 0.4, IGOR: 0.6, SKELETUM: 0.4, CERBERUS: 0.8, MISS_COPY: 0.8}
"""What a card in hand costs that gets one out of a corner, where a plain one of middle value costs 1."""
STUCK: Final = 0.8
"""What each card of the cemetery costs a player who moves next and can play nothing."""
POINT: Final = 4.0
TOKEN: Final = 12.0
"""What the points and tokens of a match weigh beside cards."""
BARRIER: Final = 0.05
"""What a step of height of the ghost on top is worth when another moves next."""


def appraise(game: Ghooost, seat: Seat) -> float:
    """By how much a seat's cards are less of a burden than the lightest of the others'."""
    if game.winners:
        return 100.0 * game.scores()[seat]
    others = [burden(game, other) for other in range(game.setup.seats) if other != seat]
    standing = POINT * game.points[seat] - TOKEN * game.tokens[seat]
    return standing + min(others) - burden(game, seat) - prospect(game, seat)


def prospect(game: Ghooost, seat: Seat) -> float:
    """What the cemetery, as it lies, means for a seat that moves next or has moved."""
    if game.turn != seat:
        return -BARRIER * top_ghost(game)
    can_play = any(option & VERB == PLAY for option in game.options(seat))
    return 0.0 if can_play else STUCK * len(game.zones[2 * game.setup.seats + 1])


def burden(game: Ghooost, seat: Seat) -> float:
    """What a seat's cards cost: low ghosts more than high ones, several of a kind little more than one."""
    hand = game.zones[seat]
    total = 1.0 * len(game.zones[game.setup.seats + seat])
    for kind in set(hand):
        one = ESCAPES.get(kind, 1.3 - 0.05 * kind)
        total += one * (1 + 0.4 * (hand.count(kind) - 1))
    return total
