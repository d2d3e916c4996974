"""What one viewer knows of the cards that lie face down.

The cards hidden from a viewer fill *blocks*: a block is a number of places in one zone that this viewer can't tell apart.
Every hidden card has a set of blocks it may lie in, written as a mask. A card known for certain has the blocks of one
zone; "not there" is a mask without them; "somewhere in these hands" is a mask of several zones. A card that leaves a zone
openly when it might have lain in either of two blocks leaves a *gap*: a card of kind ``GAP`` that uses up one place of
either block, so that nothing is forgotten.

What a viewer knows changes only by four things that are done to a zone (see `Op`): cards move, a zone is shuffled, cards
are shown, a kind is seen not to be there. It forgets at a shuffle and at a hidden move, no sooner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from parlour.kernel.chance import Rng
    from parlour.kernel.options import Kind

GAP: Final = 255

MOVE: Final = 0
SHUFFLE: Final = 1
SHOW: Final = 2
ABSENT: Final = 3
OPEN: Final = 4

Op = tuple[int, int, int, bytes, int]
"""``(MOVE, from, to, cards, viewers who saw them)``, ``(SHUFFLE, zone, 0, b"", 0)``, ``(SHOW, zone, 0, cards, viewers)``,
``(ABSENT, zone, 0, kinds, viewers)``, ``(OPEN, zone, 0, its cards, viewers who always see it)``."""


class Knowledge(NamedTuple):
    """A value: the blocks hidden from a viewer as ``(zone, places)``, the hidden cards as ``(kind, mask of blocks)``."""

    blocks: tuple[tuple[int, int], ...]
    cards: tuple[tuple[Kind, int], ...]

    def zone_mask(self, zone: int) -> int:
        """The blocks of one zone."""
        return sum(1 << index for index, (where, _) in enumerate(self.blocks) if where == zone)

    def certain(self, zone: int) -> list[Kind]:
        """The kinds that lie in a zone for certain, each as often as it does."""
        mask = self.zone_mask(zone)
        return [kind for kind, blocks in self.cards if not blocks & ~mask and kind != GAP]

    def zones_of(self, mask: int) -> tuple[int, ...]:
        """The zones that a mask of blocks touches, in order."""
        return tuple(sorted({self.blocks[index][0] for index in _bits(mask)}))

    def deal(self, rng: Rng) -> dict[int, bytes]:
        """Lay the hidden cards at random, every way that agrees with what is known equally likely.

        Cards are laid one by one, those with the fewest places first, each on one of the places that are free for it. A
        draw past those places throws the deal away, which leaves every full deal equally likely.
        """
        plan = self._plan()
        while True:
            places = self._try_deal(plan, rng)
            if places is not None:
                return self._collect(places)

    def _plan(self) -> list[tuple[Kind, int, int]]:
        """The cards in the order they are laid, each with the most places that can be free for it by then."""
        sizes = [size for _, size in self.blocks]
        order = sorted((_room(mask, sizes), mask, kind) for kind, mask in self.cards)
        plan = []
        laid: list[int] = []
        for room, mask, kind in order:
            plan.append((kind, mask, room - sum(1 for other in laid if not other & ~mask)))
            laid.append(mask)
        return plan

    def _try_deal(self, plan: list[tuple[Kind, int, int]], rng: Rng) -> list[list[Kind]] | None:
        free = [list(range(size)) for _, size in self.blocks]
        places = [[GAP] * size for _, size in self.blocks]
        for kind, mask, most in plan:
            draw = rng.below(most)
            for block in _bits(mask):
                if draw < len(free[block]):
                    places[block][free[block].pop(draw)] = kind
                    break
                draw -= len(free[block])
            else:
                return None
        return places

    def _collect(self, places: list[list[Kind]]) -> dict[int, bytes]:
        zones: dict[int, bytes] = {}
        for (zone, _), kinds in zip(self.blocks, places, strict=True):
            zones[zone] = zones.get(zone, b"") + bytes(kind for kind in kinds if kind != GAP)
        return zones


def nothing_known(zones: Iterable[tuple[int, int]], kinds: bytes) -> Knowledge:
    """Kinds that may lie in any of some zones.

    Args:
        zones: pairs of zone and number of its cards.
        kinds: all that lies in them together.
    """
    blocks = tuple((zone, size) for zone, size in zones if size)
    everywhere = (1 << len(blocks)) - 1
    return Knowledge(blocks, tuple((kind, everywhere) for kind in sorted(kinds)))


def side_by_side(parts: Sequence[Knowledge]) -> Knowledge:
    """Knowledge of several decks that never mix, as one."""
    blocks: list[tuple[int, int]] = []
    cards: list[tuple[Kind, int]] = []
    for part in parts:
        cards += [(kind, mask << len(blocks)) for kind, mask in part.cards]
        blocks += part.blocks
    return Knowledge(tuple(blocks), tuple(sorted(cards)))


def follow(knowledge: Knowledge, ops: Iterable[Op], viewer: int, sees: Sequence[int]) -> Knowledge:
    """What a viewer knows after some ops.

    Args:
        knowledge: what the viewer knew before.
        ops: what was done, oldest first.
        viewer: the bit of the viewer, ``1 << seat``.
        sees: for each zone the viewers that always see it.
    """
    ops = list(ops)
    if not ops:
        return knowledge
    tracker = _Tracker(knowledge)
    for op, zone, to, cards, viewers in ops:
        if op == MOVE:
            hidden, hides = not sees[zone] & viewer, not sees[to] & viewer
            if hidden and hides and not viewers & viewer:
                tracker.hide(zone, to, len(cards))
            else:
                tracker.carry(cards, zone if hidden else None, to if hides else None)
        elif op == SHUFFLE:
            tracker.merge(zone)
        elif viewers & viewer:
            _follow_sight(tracker, op, zone, cards)
    return tracker.settled()


def _follow_sight(tracker: _Tracker, op: int, zone: int, cards: bytes) -> None:
    if op == SHOW:
        tracker.show(cards, zone)
    elif op == ABSENT:
        tracker.absent(cards, zone)
    else:
        tracker.carry(cards, zone, None)


class _Tracker:
    """Knowledge while it is worked on."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.zones = [zone for zone, _ in knowledge.blocks]
        self.sizes = [size for _, size in knowledge.blocks]
        self.kinds = [kind for kind, _ in knowledge.cards]
        self.masks = [mask for _, mask in knowledge.cards]

    def at(self, zone: int) -> int:
        """The blocks of a zone."""
        return sum(1 << index for index, where in enumerate(self.zones) if where == zone)

    def block(self, zone: int, size: int) -> int:
        """A new block."""
        self.zones.append(zone)
        self.sizes.append(size)
        return len(self.zones) - 1

    def carry(self, cards: bytes, zone: int | None, to: int | None) -> None:
        """Cards that the viewer sees go from a zone to another; None stands for one that the viewer sees whole."""
        for kind in cards:
            if zone is not None:
                self.leave(kind, zone)
            if to is not None:
                self.enter(kind, to)

    def enter(self, kind: Kind, zone: int) -> None:
        """A card that the viewer sees goes into a hidden zone."""
        blocks = list(_bits(self.at(zone)))
        block = blocks[0] if blocks else self.block(zone, 0)
        self.sizes[block] += 1
        self.kinds.append(kind)
        self.masks.append(1 << block)

    def leave(self, kind: Kind, zone: int) -> None:
        """A card that the viewer sees comes out of a hidden zone."""
        here = self.at(zone)
        mask = self._found(self._best_known(kind, here), here)
        self.kinds.append(GAP)
        self.masks.append(mask)

    def hide(self, zone: int, to: int, count: int) -> None:
        """Cards the viewer doesn't see go from one hidden zone to another."""
        if count == self.count(zone):
            self.zones = [to if where == zone else where for where in self.zones]
            return
        block = self.merge(zone)
        self.sizes[block] -= count
        new = 1 << self.block(to, count)
        self.masks = [mask | new if mask >> block & 1 else mask for mask in self.masks]

    def count(self, zone: int) -> int:
        """How many cards lie in a zone."""
        here = self.at(zone)
        gaps = sum(1 for kind, mask in zip(self.kinds, self.masks, strict=True) if kind == GAP and mask & here)
        return _room(here, self.sizes) - gaps

    def merge(self, zone: int) -> int:
        """Make one block of a zone's; the gaps in it close. Returns the block."""
        blocks = list(_bits(self.at(zone)))
        first = blocks[0] if blocks else self.block(zone, 0)
        for other in blocks[1:]:
            self._join(first, other)
        self._close_gaps()
        return first

    def show(self, cards: bytes, zone: int) -> None:
        """The viewer sees that these cards are among those of a zone."""
        here = self.at(zone)
        shown: list[int] = []
        for kind in cards:
            index = self._best_known(kind, here, shown)
            self.masks.append(self._found(index, here))
            self.kinds.append(kind)
            shown = [other - (other > index) for other in shown] + [len(self.masks) - 1]

    def absent(self, kinds: bytes, zone: int) -> None:
        """The viewer sees that no card of these kinds is in a zone."""
        here = self.at(zone)
        for index, kind in enumerate(self.kinds):
            if kind in kinds:
                self.masks[index] &= ~here

    def settled(self) -> Knowledge:
        """The value, with what can be counted out worked in and blocks that nothing tells apart made one."""
        self._close_gaps()
        while self._count_out() | self._close_gaps():
            pass
        self._join_alike()
        return self._packed()

    def _best_known(self, kind: Kind, here: int, but: Sequence[int] = ()) -> int:
        """Of the cards of a kind that may be here, the one that may be in the fewest other blocks."""
        fits = [
            index
            for index, other in enumerate(self.kinds)
            if other == kind and self.masks[index] & here and index not in but
        ]
        return min(fits, key=lambda index: (self.masks[index].bit_count(), index))

    def _found(self, index: int, here: int) -> int:
        """Take a card that is here off the list: another that might have been it may be where this one was."""
        kind, mask = self.kinds.pop(index), self.masks.pop(index)
        for other, name in enumerate(self.kinds):
            if name == kind and self.masks[other] & here:
                self.masks[other] |= mask
        return mask & here

    def _join(self, block: int, other: int) -> None:
        self.sizes[block] += self.sizes[other]
        self.sizes[other] = 0
        old = 1 << other
        self.masks = [mask & ~old | 1 << block if mask & old else mask for mask in self.masks]

    def _close_gaps(self) -> bool:
        """Drop each gap whose block is certain, and its place."""
        closed = [
            i
            for i, (kind, mask) in enumerate(zip(self.kinds, self.masks, strict=True))
            if kind == GAP and mask & mask - 1 == 0
        ]
        for index in reversed(closed):
            del self.kinds[index]
            self.sizes[self.masks.pop(index).bit_length() - 1] -= 1
        return bool(closed)

    def _count_out(self) -> bool:
        """If some cards fill all their blocks nobody else is there; if a block has no card to spare all of them are there."""
        before = list(self.masks)
        for mask in set(before):
            if sum(1 for other in self.masks if not other & ~mask) == _room(mask, self.sizes):
                self.masks = [other & ~mask or other for other in self.masks]
        for block, size in enumerate(self.sizes):
            bit = 1 << block
            if size == 0:
                self.masks = [mask & ~bit for mask in self.masks]
            elif sum(1 for mask in self.masks if mask & bit) == size:
                self.masks = [bit if mask & bit else mask for mask in self.masks]
        return self.masks != before

    def _join_alike(self) -> None:
        first: dict[tuple[int, int], int] = {}
        for block, zone in enumerate(self.zones):
            holders = sum(1 << index for index, mask in enumerate(self.masks) if mask >> block & 1)
            if self.sizes[block] and first.setdefault((zone, holders), block) != block:
                self._join(first[zone, holders], block)
        self._close_gaps()

    def _packed(self) -> Knowledge:
        kept = [block for block, size in enumerate(self.sizes) if size]
        number = {block: index for index, block in enumerate(kept)}
        masks = [sum(1 << number[block] for block in _bits(mask)) for mask in self.masks]
        blocks = tuple((self.zones[block], self.sizes[block]) for block in kept)
        return Knowledge(blocks, tuple(sorted(zip(self.kinds, masks, strict=True))))


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _room(mask: int, sizes: Sequence[int]) -> int:
    return sum(sizes[block] for block in _bits(mask))
