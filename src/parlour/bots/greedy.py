"""A bot with sense: it looks to the end of the turn and takes what the game's `appraise` likes best."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.bots.simple import Random
from parlour.kernel.options import PASS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.bots.chair import Chair
    from parlour.kernel.game import Game
    from parlour.kernel.options import Option, Seat

LEAVES: Final = 400
"""How many ends of its turn the bot looks at for one option in one imagined world."""


class Greedy(Random):
    """One ply: each option is tried in imagined worlds, its own further choices of the turn at their best.

    Others answer there with ``pass`` where they can, otherwise at random.
    """

    def choose(self, chair: Chair) -> Option:
        """The option with the best mean over the imagined worlds."""
        options = chair.options()
        if len(options) == 1:
            return options[0]
        spec = chair.setup.spec
        totals = [0.0] * len(options)
        for _ in range(spec.worlds):
            world = chair.imagine(self.rng)
            for index, option in enumerate(options):
                totals[index] += Turn(self, chair.seat, world).worth(world, option)
        return options[self._best(totals)]

    def _best(self, totals: Sequence[float]) -> int:
        """The index of the highest total; of several one at random."""
        most = max(totals)
        return self._any([index for index, total in enumerate(totals) if total == most])

    def _any(self, items: Sequence[int]) -> int:
        return items[self.rng.below(len(items))]

    def reply(self, game: Game, seat: Seat) -> Option:
        """What another seat is taken to choose."""
        options = game.options(seat)
        return PASS if PASS in options else self._any(options)


class Turn:
    """A look to the end of a turn.

    Args:
        bot: whose look it is.
        seat: the bot's seat.
        world: where the turn stands.
    """

    def __init__(self, bot: Greedy, seat: Seat, world: Game) -> None:
        self.bot = bot
        self.seat = seat
        self.turns = world.turns
        self.leaves = LEAVES

    def worth(self, game: Game, option: Option) -> float:
        """What the turn comes to with an option."""
        after = game.copy()
        after.apply(self.seat, option)
        while after.turns == self.turns and (owing := after.owes()):
            if owing == (self.seat,) and self.leaves > 0:
                return max(self.worth(after, each) for each in after.options(self.seat))
            after.apply(owing[0], self.bot.reply(after, owing[0]))
        self.leaves -= 1
        return after.spec.appraise(after, self.seat)
