"""Bots that do not think."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.kernel.options import PASS

if TYPE_CHECKING:
    from parlour.bots.chair import Chair
    from parlour.kernel.chance import Rng
    from parlour.kernel.options import Option


class Random:
    """Takes each option equally often.

    Args:
        rng: its chance.
    """

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def choose(self, chair: Chair) -> Option:
        """Any option."""
        options = chair.options()
        return options[self.rng.below(len(options))] if len(options) > 1 else options[0]


class Passive(Random):
    """Passes wherever that is offered; chooses at random where it is not."""

    def choose(self, chair: Chair) -> Option:
        """``pass``, or any option."""
        return PASS if PASS in chair.options() else super().choose(chair)
