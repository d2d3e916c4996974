"""The two generators: the same numbers on any machine, uniform, and unrelated where they have to be."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Final

import pytest

from parlour.kernel.chance import SEED_BYTES, Rng, fast_below, fast_next, fast_seed, new_seed, sealed_below, seed_hash
from support import scaled

SEED: Final = bytes(range(32))
FAST: Final = [959, 579, 269, 486, 916, 72, 739, 568]
SEALED: Final = [0, 5, 2, 168, 239413, 1, 2, 37]
HASH: Final = "f326760f35c9e6ec1ee1a951d31049f3ad192c7cdbf2a7a7a70a3b8efda5e2c1"


def test_the_fast_generator_gives_the_same_numbers_on_any_machine() -> None:
    rng = Rng("parlour")
    assert [rng.below(1000) for _ in range(8)] == FAST
    assert fast_seed(1) == fast_seed("1") != fast_seed(2)


def test_the_sealed_stream_gives_the_same_numbers_on_any_machine() -> None:
    block, found = 0, []
    for n in (2, 6, 52, 1000, 10**6, 2, 12, 62):
        value, block = sealed_below(SEED, block, n)
        found.append(value)
    assert found == SEALED
    assert seed_hash(SEED) == HASH


def test_a_draw_of_one_is_certain() -> None:
    assert Rng(1).below(1) == 0
    assert Rng(1).below_any(1) == 0
    assert sealed_below(SEED, 0, 1)[0] == 0


def test_an_outcome_that_would_be_favoured_is_drawn_again() -> None:
    """Of 2^64 values, those above three quarters would come twice for n = 3 * 2^62: a quarter of the blocks is left out."""
    n = 3 << 62
    block, values = 0, []
    for _ in range(scaled(400)):
        value, block = sealed_below(SEED, block, n)
        values.append(value)
    assert all(0 <= value < n for value in values)
    assert 1.2 < block / len(values) < 1.5


@pytest.mark.parametrize("n", [2, 7, 12, 62])
def test_all_are_uniform(n: int) -> None:
    draws = scaled(400) * n
    rng = Rng(n)
    fast = Counter(rng.below(n) for _ in range(draws))
    sealed = Counter(sealed_below(SEED, block, n)[0] for block in range(draws))
    any_size = Counter(rng.below_any(n) for _ in range(draws))
    huge = Counter(rng.below_any(n * 10**60) // 10**60 for _ in range(draws))
    for found in (fast, sealed, any_size, huge):
        assert set(found) == set(range(n))
        statistic = sum((count - draws / n) ** 2 / (draws / n) for count in found.values())
        assert statistic < n - 1 + 5 * (2 * (n - 1)) ** 0.5


def test_successive_numbers_are_not_related() -> None:
    rng = Rng("pairs")
    numbers = [rng.below(4) for _ in range(scaled(8000))]
    pairs = Counter(pairwise(numbers))
    expected = (len(numbers) - 1) / 16
    assert sum((pairs[a, b] - expected) ** 2 / expected for a in range(4) for b in range(4)) < 60


def test_near_seeds_give_unrelated_numbers() -> None:
    first = Counter(Rng(seed).below(10) for seed in range(scaled(2000)))
    assert max(first.values()) < 1.4 * min(first.values())


def test_states_stay_in_range_for_ever() -> None:
    state = fast_seed("range")
    for _ in range(scaled(2000)):
        state = fast_next(state)
        assert 0 < state >> 31 < 2147483563
        assert 0 < state & 0x7FFFFFFF < 2147483399
        assert 0 <= fast_below(state, 62) < 62


def test_a_fork_goes_its_own_way() -> None:
    rng = Rng("fork")
    fork = rng.fork()
    ours = [rng.below(100) for _ in range(20)]
    theirs = []
    for _ in range(20):
        fork = fast_next(fork)
        theirs.append(fast_below(fork, 100))
    assert ours != theirs


def test_seeds_of_tables_are_fresh_and_hashed() -> None:
    one, other = new_seed(), new_seed()
    assert len(one) == SEED_BYTES
    assert one != other
    assert seed_hash(one) != seed_hash(other)
    assert one.hex() not in seed_hash(one)
