"""Cards laid at random on places that are open to them, every way equally likely.

Cards with the same mask of blocks are a *group*; free places that are open to the same groups are a *room*. Groups are laid
one after another, each room by room. How many cards of a group go to a room is drawn in proportion to the ways to lay all
that is left then: the recursive method of Nijenhuis and Wilf (Combinatorial Algorithms, second edition, 1978), here for
tables of groups and rooms whose sums are given. Rooms that only the groups laid so far told apart become one, so that there
are few states to count.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from math import comb, factorial, prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from parlour.kernel.chance import Rng
    from parlour.kernel.options import Kind

Places = dict[int, list[tuple[int, int]]]
"""The free places of each room as pairs of block and place; a room is the mask of the groups that it is open to."""
Rooms = tuple[tuple[int, int], ...]
"""The rooms, the highest mask first, each with its number of free places."""


class Deals:
    """All the ways to lay some cards on places.

    They are counted from states: the number of the group that is laid, how many of its cards are left, and the rooms; groups
    with lower numbers come after it. Each state is counted once.

    Args:
        sizes: the number of places of each block, together as many as there are cards.
        groups: by mask of the blocks that they may lie in the kinds of the cards.

    Attributes:
        counted: for each state that was met the ways to choose places for each group that is left.
    """

    def __init__(self, sizes: Sequence[int], groups: Mapping[int, bytes]) -> None:
        self.counted: dict[tuple[int, int, Rooms], int] = {}
        self._sizes = sizes
        self._masks = _widest_first(groups, sizes)
        self._groups = [groups[mask] for mask in self._masks]

    def total(self) -> int:
        """How many there are; two cards of a kind are two."""
        rooms = _rooms(_places(self._sizes, self._masks))
        return self._ways(len(self._groups), 0, rooms) * prod(factorial(len(group)) for group in self._groups)

    def draw(self, rng: Rng) -> list[list[Kind]]:
        """One of them at random, all equally likely; there must be one.

        Returns:
            The kinds in each block, place by place.
        """
        laid = [[0] * size for size in self._sizes]
        free = _places(self._sizes, self._masks)
        for number, group in reversed(list(enumerate(self._groups))):
            places = self._choose(number, free, rng)
            for kind in group:
                block, place = places.pop(rng.below(len(places)))
                laid[block][place] = kind
        return laid

    def _choose(self, number: int, free: Places, rng: Rng) -> list[tuple[int, int]]:
        """Take places for a group out of those that are free."""
        chosen: list[tuple[int, int]] = []
        for room in sorted([room for room in free if room >> number], reverse=True):
            share = self._share(number, len(self._groups[number]) - len(chosen), _rooms(free), rng)
            places = free.pop(room)
            if share < len(places):
                chosen += [places.pop(rng.below(len(places))) for _ in range(share)]
                free.setdefault(_closed(room, number), []).extend(places)
            else:
                chosen += places
        return chosen

    def _share(self, number: int, left: int, rooms: Rooms, rng: Rng) -> int:
        """How many cards of a group go to the first room."""
        shares = _shares(number, left, rooms)
        if len(shares) == 1:
            return shares[0]
        bounds = list(accumulate(self._ways_by_share(number, left, rooms)))
        return shares[bisect_right(bounds, rng.below_any(bounds[-1]))]

    def _ways(self, number: int, left: int, rooms: Rooms) -> int:
        state = number, left, rooms
        if state not in self.counted:
            self.counted[state] = self._count(number, left, rooms)
        return self.counted[state]

    def _count(self, number: int, left: int, rooms: Rooms) -> int:
        if rooms and rooms[0][0] >> number:
            return sum(self._ways_by_share(number, left, rooms))
        if left:
            return 0
        return self._ways(number - 1, len(self._groups[number - 1]), rooms) if number else 1

    def _ways_by_share(self, number: int, left: int, rooms: Rooms) -> list[int]:
        size = rooms[0][1]
        return [
            comb(size, share) * self._ways(number, left - share, _after(rooms, number, share))
            for share in _shares(number, left, rooms)
        ]


def _widest_first(masks: Iterable[int], sizes: Sequence[int]) -> list[int]:
    """The masks of blocks, those with the most places first."""
    room = {mask: sum([size for block, size in enumerate(sizes) if mask >> block & 1]) for mask in masks}
    return sorted(room, key=lambda mask: (room[mask], mask), reverse=True)


def _places(sizes: Sequence[int], masks: Sequence[int]) -> Places:
    found: Places = {}
    for block, size in enumerate(sizes):
        room = sum([1 << number for number, mask in enumerate(masks) if mask >> block & 1])
        found.setdefault(room, []).extend([(block, place) for place in range(size)])
    return found


def _rooms(free: Places) -> Rooms:
    return tuple(sorted([(room, len(places)) for room, places in free.items()], reverse=True))


def _shares(number: int, left: int, rooms: Rooms) -> range:
    """How many cards of a group may go to the first room, so that the others and only they find places elsewhere."""
    (room, size), *others = rooms
    elsewhere = sum([places for other, places in others if other >> number])
    return range(size if room == 1 << number else max(0, left - elsewhere), min(left, size) + 1)


def _after(rooms: Rooms, number: int, share: int) -> Rooms:
    """The rooms when some cards of a group lie in the first and no more of them come there."""
    (room, size), *others = rooms
    if size == share:
        return rooms[1:]
    left, room = dict(others), _closed(room, number)
    left[room] = left.get(room, 0) + size - share
    return tuple(sorted(left.items(), reverse=True))


def _closed(room: int, number: int) -> int:
    """The room when it is not open any more to the group of a number."""
    return room & ~(1 << number)
