"""Many games played by bots, and what they show in figures.

Everything follows from one seed: game number `i` has the fast chance of ``SEED/i``, its bots that of ``SEED/i/SEAT``. So
the figures are the same on any machine, and a game is the same whatever is played before it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from parlour import bots
from parlour.bots import Chair
from parlour.kernel.errors import BadSetup
from parlour.kernel.events import Said

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from parlour.bots import Bot
    from parlour.kernel.game import Game
    from parlour.kernel.options import Seat
    from parlour.kernel.spec import Setup


@dataclass(frozen=True, slots=True)
class Series:
    """A row of games.

    Attributes:
        setup: the table.
        players: the name of the bot at each seat.
        seed: what all chance follows from.
    """

    setup: Setup
    players: tuple[str, ...]
    seed: int

    def start(self, number: int, play: type[Game], *, journal: bool = False) -> Game:
        """A game of the series, played by `play`."""
        game = play.start(self.setup, f"{self.seed}/{number}", journal=journal)
        game.brisk = not journal
        return game

    def bots(self, number: int) -> list[Bot]:
        """The bots of a game of the series.

        Raises:
            UnknownName: there is no such bot.
        """
        return [bots.make(name, f"{self.seed}/{number}/{seat}") for seat, name in enumerate(self.players)]

    def games(self, count: int, play: type[Game] | None = None, *, journal: bool = False) -> Iterator[tuple[Game, int]]:
        """Play the first games of the series; gives each when it is over, with the number of its decisions."""
        for number in range(count):
            game = self.start(number, play or self.setup.spec.play, journal=journal)
            yield game, play_out(game, self.bots(number))


def seated(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """A bot's name for each seat: one name is for all.

    Raises:
        BadSetup: there are neither one name nor as many as seats.
    """
    if len(names) not in (1, seats):
        raise BadSetup(f"{len(names)} bots can't sit on {seats} seats: expected 1 for all or {seats}")
    return tuple(names) * (seats // len(names))


def play_out(game: Game, players: Sequence[Bot]) -> int:
    """Let a bot for each seat play a game to its end.

    Returns:
        The number of decisions: answers where at least two options were open.

    Raises:
        IllegalChoice: a bot chose what it can't.
    """
    chairs = [Chair(game, seat) for seat in range(game.setup.seats)]
    decisions = 0
    while not game.winners:
        for seat in game.owes():
            options = game.options(seat)
            option = players[seat].choose(chairs[seat])
            decisions += len(options) > 1
            if option not in options:
                game.choose(seat, option)
            game.apply(seat, option)
    return decisions


def first_ranked(game: Game) -> list[Seat]:
    """The winners of a game with the most score: more than one where the first rank is shared."""
    scores = game.scores()
    most = max(scores[seat] for seat in game.winners)
    return [seat for seat in game.winners if scores[seat] == most]


class Tally:
    """The figures of a row of games."""

    def __init__(self, seats: int) -> None:
        self.games = 0
        self.decisions: Counter[int] = Counter()
        self.turns: Counter[int] = Counter()
        self.scores = [0.0] * seats
        self.wins = [0.0] * seats
        self.winner_scores = 0.0
        self.winners: Counter[int] = Counter()
        self.messages: Counter[str] = Counter()

    def add(self, game: Game, decisions: int) -> None:
        """Count a game that is over."""
        scores, winners = game.scores(), first_ranked(game)
        self.decisions[decisions] += 1
        self.turns[game.turns] += 1
        self.scores = [total + score for total, score in zip(self.scores, scores, strict=True)]
        self.winner_scores += sum(scores[seat] for seat in winners) / len(winners)
        self.winners[len(winners)] += 1
        for seat in winners:
            self.wins[seat] += 1 / len(winners)
        self.messages.update(entry.told.message.name for entry in game.journal or () if isinstance(entry, Said))
        self.games += 1

    def figures(self) -> dict[str, object]:
        """The figures by name; needs at least one game. Those of seats are lists."""
        games = self.games
        return {
            "games": games,
            "decisions_mean": _mean(self.decisions),
            "decisions_max": max(self.decisions),
            "turns_mean": _mean(self.turns),
            "turns_max": max(self.turns),
            "score_mean": sum(self.scores) / games / len(self.scores),
            "winner_score_mean": self.winner_scores / games,
            "shared_win_share": (games - self.winners[1]) / games,
            "winners_max": max(self.winners),
            "seat_score_means": [total / games for total in self.scores],
            "seat_win_shares": [total / games for total in self.wins],
            "message_means": {name: count / games for name, count in sorted(self.messages.items())},
        }


def _mean(counts: Counter[int]) -> float:
    return sum(value * count for value, count in counts.items()) / counts.total()
