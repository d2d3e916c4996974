"""The two generators behind every draw: a small fast one, and one that can't be foretold.

Both are functions of plain integers, so the state of chance is one integer inside the game. The fast generator is
L'Ecuyer's combined multiplicative congruential generator (Communications of the ACM 31, 1988; period about 2.3e18): its
products stay below 2^62, which compiled integers hold unboxed. The sealed one is a stream of BLAKE2b blocks keyed with a
256-bit seed: what players see tells nothing about what comes.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

_M1: Final = 2147483563
_M2: Final = 2147483399
_LOW: Final = 0x7FFFFFFF
SEED_BYTES: Final = 32


def fast_seed(seed: object) -> int:
    """A state of the fast generator from any value with a stable ``str``; near values give unrelated states."""
    digest = hashlib.blake2b(str(seed).encode(), digest_size=16).digest()
    first = int.from_bytes(digest[:8], "big") % (_M1 - 1) + 1
    second = int.from_bytes(digest[8:], "big") % (_M2 - 1) + 1
    return first << 31 | second


def fast_next(state: int) -> int:
    """The state after this one."""
    return (state >> 31) * 40014 % _M1 << 31 | (state & _LOW) * 40692 % _M2


def fast_below(state: int, n: int) -> int:
    """The number in ``0..n-1`` that a state stands for (bias below n / 2^31)."""
    return ((state >> 31) - (state & _LOW)) % (_M1 - 1) % n


class Rng:
    """A fast generator of its own, for bots, imagination and simulation.

    Args:
        seed: any value with a stable ``str``.
    """

    __slots__ = ("state",)

    def __init__(self, seed: object) -> None:
        self.state: int = fast_seed(seed)

    def below(self, n: int) -> int:
        """A number in ``0..n-1``, each equally likely."""
        self.state = state = fast_next(self.state)
        return fast_below(state, n)

    def below_any(self, n: int) -> int:
        """A number in ``0..n-1``, each equally likely, where n may be of any size (bias below 2^-31)."""
        drawn, outcomes = 0, 1
        while outcomes < n << 31:
            drawn, outcomes = drawn * (_M1 - 1) + self.below(_M1 - 1), outcomes * (_M1 - 1)
        return drawn * n // outcomes

    def fork(self) -> int:
        """The state of another fast generator, unrelated to what this one goes on to give."""
        return self.below(_M1 - 1) + 1 << 31 | self.below(_M2 - 1) + 1


def new_seed() -> bytes:
    """A fresh 256-bit seed from the system's generator."""
    return secrets.token_bytes(SEED_BYTES)


def seed_hash(seed: bytes) -> str:
    """What is published of a seed before the game is over, in hexadecimal."""
    return hashlib.blake2b(seed, digest_size=32, person=b"parlour seed").hexdigest()


def sealed_below(seed: bytes, block: int, n: int) -> tuple[int, int]:
    """Draw from the sealed stream.

    Args:
        seed: the 256-bit key.
        block: the number of the next unused block.
        n: how many outcomes there are.

    Returns:
        The outcome in ``0..n-1``, exactly uniform, and the number of the next unused block.
    """
    limit = (1 << 64) // n * n
    while True:
        digest = hashlib.blake2b(block.to_bytes(8, "big"), key=seed, digest_size=8).digest()
        block += 1
        value = int.from_bytes(digest, "big")
        if value < limit:
            return value % n, block
