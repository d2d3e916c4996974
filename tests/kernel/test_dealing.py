"""Dealing where trial hardly ever succeeds: what a seat knew in a game of Guillotine."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Final

from parlour.kernel.chance import Rng
from parlour.kernel.dealing import Deals
from parlour.kernel.knowledge import Knowledge
from support import scaled

KNOWN: Final = range(8)
FEW: Final = range(8, 24)
MANY: Final = range(24, 58)
SIZES: Final = (8, 9, 2, 6, 2, 9, 2, 9, 11)
LAST: Final = len(SIZES) - 1
CROWDED: Final = Knowledge(
    tuple(enumerate(SIZES)),
    ((1, bytes(KNOWN)), (0b101010110, bytes(FEW)), (0b110101000, bytes(MANY))),
)
"""Of the cards that may lie in the last block nearly all must lie elsewhere: one trial in 17 million succeeds."""


class Counting(Rng):
    """Chance that counts its draws."""

    __slots__ = ("draws",)

    def __init__(self, seed: object) -> None:
        super().__init__(seed)
        self.draws: int = 0

    def below(self, n: int) -> int:
        self.draws += 1
        return super().below(n)


def test_dealing_takes_few_steps() -> None:
    rng = Counting(1)
    for number in range(1, 1 + scaled(20)):
        CROWDED.deal(rng)
        assert rng.draws < number * 100


def test_few_states_are_counted() -> None:
    deals = Deals(SIZES, dict(CROWDED.groups))
    assert deals.total() > 0
    assert len(deals.counted) < 50


def test_a_deal_depends_on_chance_alone() -> None:
    assert CROWDED.deal(Rng(1)) == CROWDED.deal(Rng(1)) != CROWDED.deal(Rng(2))


def test_all_cards_of_a_group_come_into_the_shared_places_alike() -> None:
    rng, found = Rng("shared"), Counter[int]()
    deals = scaled(400)
    for _ in range(deals):
        found.update(CROWDED.deal(rng)[LAST])
    assert found.total() == SIZES[LAST] * deals
    assert misfit(found, FEW, 1 / 16 * deals, deals) < len(FEW) + 5 * sqrt(2 * len(FEW))
    assert misfit(found, MANY, 10 / 34 * deals, deals) < len(MANY) + 5 * sqrt(2 * len(MANY))


def misfit(found: Counter[int], kinds: range, expected: float, deals: int) -> float:
    """About chi-square, with one degree of freedom less than there are kinds."""
    variance = expected * (1 - expected / deals) * len(kinds) / (len(kinds) - 1)
    return sum((found[kind] - expected) ** 2 / variance for kind in kinds)
