"""Bots, and what a bot may see: a chair at the table, never the table's state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.bots.chair import Bot, Chair
from parlour.bots.greedy import Greedy
from parlour.bots.simple import Passive, Random
from parlour.kernel.chance import Rng
from parlour.kernel.errors import UnknownName

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["BOTS", "Bot", "Chair", "make", "names"]

BOTS: Final[Mapping[str, Callable[[Rng], Bot]]] = {"greedy": Greedy, "passive": Passive, "random": Random}
"""Each bot by its name: called with the bot's own chance, it gives a bot for one seat of one game."""


def names() -> list[str]:
    """The names of all bots."""
    return sorted(BOTS)


def make(name: str, chance: object) -> Bot:
    """A bot for one seat.

    Args:
        name: which one.
        chance: an `Rng` of its own, or any value with a stable ``str`` to seed one.

    Raises:
        UnknownName: there is no such bot.
    """
    if name not in BOTS:
        raise UnknownName("bot", name, names())
    return BOTS[name](chance if isinstance(chance, Rng) else Rng(chance))
