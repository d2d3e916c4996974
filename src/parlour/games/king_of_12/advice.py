"""How to play King of 12 well: for people in words, for bots in numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.kernel.messages import N_

if TYPE_CHECKING:
    from parlour.games.king_of_12.rules import KingOf12
    from parlour.kernel.options import Seat

ADVICE: Final = N_(
    "Play what nobody else will: equal cards and equal values cancel. Watch the discards, for every card comes once a "
    "round. A low die wants the Knight, the Golem or the Machine, a high one the Alchemist; keep the Parasite for the turn "
    "in which you expect a Knight. Second place in every turn beats one win."
)
WORLDS: Final = 24
ROUND: Final = 12.0
"""What a round won is worth in points."""


def appraise(game: KingOf12, seat: Seat) -> float:
    """The points, with rounds won, by which a seat is ahead of the best of the others."""
    totals = [points + ROUND * rounds for points, rounds in zip(game.points, game.rounds, strict=True)]
    return totals[seat] - max(total for other, total in enumerate(totals) if other != seat)
