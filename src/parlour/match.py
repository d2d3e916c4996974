"""Bots against each other, seats exchanged.

Every deal is played once with each bot at each seat, so that neither the cards nor the seats favour anybody; a deal with all
its exchanges is one observation, and the interval is that of the mean over deals.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from parlour import bots
from parlour.simulation import first_ranked, play_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from parlour.kernel.spec import Setup

NORMAL: Final = 1.96
"""Standard deviations on either side that hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays at what table.

    Attributes:
        setup: the table.
        players: the name of the bot that begins at each seat.
        seed: what all chance follows from.
    """

    setup: Setup
    players: tuple[str, ...]
    seed: int

    def deals(self, count: int) -> Iterator[list[float]]:
        """Play the first deals; gives for each the mean share of the win of each player."""
        for number in range(count):
            shares = [self._play(number, turned) for turned in range(self.setup.seats)]
            yield [sum(each) / len(shares) for each in zip(*shares, strict=True)]

    def _play(self, number: int, turned: int) -> list[float]:
        """One deal with everybody `turned` seats on; the share of the win of each player."""
        seats = self.setup.seats
        at = [(player + turned) % seats for player in range(seats)]
        game = self.setup.spec.play.start(self.setup, f"{self.seed}/{number}")
        game.brisk = True
        players = [
            bots.make(self.players[at.index(seat)], f"{self.seed}/{number}/{turned}/{seat}") for seat in range(seats)
        ]
        play_out(game, players)
        first = first_ranked(game)
        return [1 / len(first) if seat in first else 0.0 for seat in at]


@dataclass(frozen=True, slots=True)
class Figure:
    """How a bot has done.

    Attributes:
        win_share: its mean share of the win, from 0 to 1.
        interval: the ends of the 95 % interval of that mean.
    """

    win_share: float
    interval: tuple[float, float]


def summary(players: Sequence[str], deals: Sequence[Sequence[float]]) -> dict[str, Figure]:
    """How each bot has done; bots of one name are taken together.

    Args:
        players: the name of the bot of each player.
        deals: for each deal the mean share of each player; at least one.
    """
    return {
        name: _figure(
            [sum(share for other, share in zip(players, deal, strict=True) if other == name) for deal in deals]
        )
        for name in players
    }


def _figure(shares: Sequence[float]) -> Figure:
    """The mean and Wilson's interval (JASA 22, 1927); what a deal comes to varies at most as a single game does."""
    count = len(shares)
    mean = sum(shares) / count
    weight = NORMAL**2 / count
    middle = (mean + weight / 2) / (1 + weight)
    spread = NORMAL * math.sqrt(mean * (1 - mean) / count + weight / count / 4) / (1 + weight)
    return Figure(mean, (max(0.0, middle - spread), min(1.0, middle + spread)))
