"""Processes in which bots think, so that a server goes on serving meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parlour.kernel.game import Game
    from parlour.kernel.options import Seat


class Thinkers:
    """Some processes that think; they start when they are first needed.

    Args:
        count: how many.
    """

    def __init__(self, count: int = 1) -> None:
        self._count: int = count

    async def choose(self, bot: str, game: Game, seat: Seat, chance: str) -> str:
        """What a bot chooses, as the option's text.

        Args:
            bot: its name.
            game: the game.
            seat: its seat, which owes a choice.
            chance: what its chance follows from.
        """
        raise NotImplementedError

    async def close(self) -> None:
        """End the processes, whatever they think about."""
