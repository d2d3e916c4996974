"""What one viewer knows of the cards that lie face down.

The cards hidden from a viewer fill *blocks*: a block is a number of places in one zone that this viewer can't tell apart.
Every hidden card has a set of blocks it may lie in, written as a mask; cards with the same mask are a *group*. A card known
for certain has the blocks of one zone; "not there" is a mask without them; "somewhere in these hands" is a mask of several
zones. A card that leaves a zone openly when it might have lain in either of two blocks leaves a *gap*: a card of kind ``GAP``
that uses up one place of either block, so that nothing is forgotten.

In an ordered zone the blocks lie in order, the first on top, so that who has looked at the top cards of a deck goes on
knowing them. What a viewer knows changes only by what is done to zones (see `Op`). It forgets at a shuffle and at a hidden
move, no sooner.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Final, NamedTuple

from parlour.kernel.dealing import Deals

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from parlour.kernel.chance import Rng
    from parlour.kernel.options import Kind

GAP: Final = 255

MOVE: Final = 0
SHUFFLE: Final = 1
SHOW: Final = 2
ABSENT: Final = 3
OPEN: Final = 4
DRAW: Final = 5
LOOK: Final = 6
ARRANGE: Final = 7

Op = tuple[int, int, int, bytes, int]
"""What is done to zones, cards front or top first; viewers are masks.

- ``(MOVE, from, to, cards, viewers)``: cards go from anywhere in a zone to the top of another; these viewers see them.
- ``(DRAW, from, to, cards, viewers)``: they go from the top of a zone.
- ``(SHUFFLE, zone, 0, b"", 0)``.
- ``(SHOW, zone, 0, cards, viewers)``: the viewers see that these are among the cards of the zone.
- ``(LOOK, zone, 0, cards, viewers)``: the viewers see that these lie on top of it.
- ``(ABSENT, zone, 0, kinds, viewers)``: the viewers see that no card of these kinds is in it.
- ``(ARRANGE, zone, 0, cards, 0)``: the cards of a zone that all see lie in this order; it tells nothing new.
- ``(OPEN, zone, 0, all its cards, viewers)``: from now on the viewers always see it.
"""


class Knowledge(NamedTuple):
    """A value: the blocks hidden from a viewer as ``(zone, places)``, the groups as ``(mask of blocks, kinds)``, all sorted."""

    blocks: tuple[tuple[int, int], ...]
    groups: tuple[tuple[int, bytes], ...]

    def zone_mask(self, zone: int) -> int:
        """The blocks of one zone."""
        return sum(1 << index for index, (where, _) in enumerate(self.blocks) if where == zone)

    def certain(self, zone: int) -> list[Kind]:
        """The kinds that lie in a zone for certain, each as often as it does."""
        reach = self.reach()
        here = b"".join([kinds for mask, kinds in self.groups if reach[mask] == (zone,)])
        return [kind for kind in sorted(here) if kind != GAP]

    def placed(self, zone: int) -> list[tuple[int, Kind]]:
        """The places of an ordered zone, from 0 on top, whose kind is certain, with the kind."""
        places = []
        top = 0
        alone = dict(self.groups)
        gaps = reduce(or_, [mask for mask, kinds in self.groups if GAP in kinds], 0)
        for block, (where, size) in enumerate(self.blocks):
            if where != zone:
                continue
            if gaps >> block & 1:
                break
            kinds = alone.get(1 << block, b"")
            if len(kinds) == size and len(set(kinds)) == 1:
                places += [(top + place, kinds[0]) for place in range(size)]
            top += size
        return places

    def reach(self) -> dict[int, tuple[int, ...]]:
        """For the mask of each group the zones that it touches, in order."""
        zones = [zone for zone, _ in self.blocks]
        return {mask: tuple(dict.fromkeys([zones[block] for block in _bits(mask)])) for mask, _ in self.groups}

    def deal(self, rng: Rng) -> dict[int, bytes]:
        """Lay the hidden cards at random, every way that agrees with what is known equally likely."""
        return self._collect(Deals([size for _, size in self.blocks], dict(self.groups)).draw(rng))

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
    return Knowledge(blocks, ((everywhere, bytes(sorted(kinds))),) if kinds else ())


def side_by_side(parts: Sequence[Knowledge]) -> Knowledge:
    """Knowledge of several decks that never mix, as one."""
    blocks: list[tuple[int, int]] = []
    groups: list[tuple[int, bytes]] = []
    for part in parts:
        groups += [(mask << len(blocks), kinds) for mask, kinds in part.groups]
        blocks += part.blocks
    return Knowledge(tuple(blocks), tuple(groups))


def follow(
    knowledge: Knowledge, ops: Iterable[Op], viewer: int, sees: Sequence[int], ordered: Sequence[bool]
) -> Knowledge:
    """What a viewer knows after some ops.

    Args:
        knowledge: what the viewer knew before.
        ops: what was done, oldest first.
        viewer: the bit of the viewer, ``1 << seat``.
        sees: for each zone the viewers that always see it.
        ordered: for each zone whether its order is kept.
    """
    for op in ops:
        if _concerns(op, viewer, sees):
            knowledge = _one_gone(knowledge, op, viewer, sees) or _followed(knowledge, op, viewer, sees, ordered)
    return knowledge


def _followed(knowledge: Knowledge, op: Op, viewer: int, sees: Sequence[int], ordered: Sequence[bool]) -> Knowledge:
    tracker = _Tracker(knowledge, ordered)
    _follow_one(tracker, op, viewer, sees)
    return tracker.settled()


def _one_gone(knowledge: Knowledge, operation: Op, viewer: int, sees: Sequence[int]) -> Knowledge | None:
    """What `_followed` comes to in the commonest case: one card leaves a hidden zone for where the viewer sees it.

    None where there is more to it: a zone has several blocks, the card may be of several groups or is the last one of its
    zone, or something can be counted out then.
    """
    op, zone, to, cards, _ = operation
    if op not in (MOVE, DRAW) or len(cards) != 1 or not sees[to] & viewer:
        return None
    blocks, groups = knowledge
    zones = [where for where, _ in blocks]
    at = zones.index(zone)
    size = blocks[at][1]
    holding = [number for number, (mask, kinds) in enumerate(groups) if mask >> at & 1 and cards in kinds]
    if size == 1 or len(holding) > 1 or len(set(zones)) < len(zones):
        return None
    (number,) = holding
    mask, kinds = groups[number]
    left = kinds.replace(cards, b"", 1)
    after = Knowledge(
        (*blocks[:at], (zone, size - 1), *blocks[at + 1 :]),
        (*groups[:number], *([(mask, left)] if left else ()), *groups[number + 1 :]),
    )
    return after if _countable([size for _, size in after.blocks], dict(after.groups)) is None else None


def _concerns(operation: Op, viewer: int, sees: Sequence[int]) -> bool:
    """Whether an op does anything to zones hidden from the viewer, or shows the viewer something of them."""
    op, zone, to, _, viewers = operation
    if op in (MOVE, DRAW):
        return not sees[zone] & sees[to] & viewer
    return bool(viewers & viewer) or (op == SHUFFLE and not sees[zone] & viewer)


def _follow_one(tracker: _Tracker, operation: Op, viewer: int, sees: Sequence[int]) -> None:
    op, zone, to, cards, viewers = operation
    if op in (MOVE, DRAW):
        hidden, hides = not sees[zone] & viewer, not sees[to] & viewer
        if hidden and hides and not viewers & viewer:
            tracker.hide(zone, to, len(cards), drawn=op == DRAW)
        else:
            tracker.carry(cards, zone if hidden else None, to if hides else None, drawn=op == DRAW)
    elif op == SHUFFLE:
        tracker.merge(zone)
    else:
        _follow_sight(tracker, op, zone, cards)


def _follow_sight(tracker: _Tracker, op: int, zone: int, cards: bytes) -> None:
    if op == SHOW:
        tracker.show(cards, zone)
    elif op == LOOK:
        tracker.look(cards, zone)
    elif op == ABSENT:
        tracker.absent(cards, zone)
    else:
        tracker.carry(cards, zone, None)


class _Tracker:
    """Knowledge while it is worked on.

    Attributes:
        zones: the zone of each block.
        sizes: its number of places.
        order: the blocks, those of one zone from the top.
        groups: by mask of blocks the kinds of the hidden cards that may lie in these, sorted.
    """

    def __init__(self, knowledge: Knowledge, ordered: Sequence[bool]) -> None:
        self.zones = [zone for zone, _ in knowledge.blocks]
        self.sizes = [size for _, size in knowledge.blocks]
        self.order = list(range(len(self.zones)))
        self.groups = dict(knowledge.groups)
        self.ordered = ordered

    def at(self, zone: int) -> int:
        """The blocks of a zone."""
        return sum([1 << index for index, where in enumerate(self.zones) if where == zone])

    def blocks(self, zone: int) -> list[int]:
        """The blocks of a zone from the top."""
        return [block for block in self.order if self.zones[block] == zone]

    def gaps(self, zone: int) -> int:
        """The number of gaps in a zone."""
        here = self.at(zone)
        return sum([kinds.count(GAP) for mask, kinds in self.groups.items() if mask & here])

    def count(self, zone: int) -> int:
        """How many cards lie in a zone."""
        places = [size for size, where in zip(self.sizes, self.zones, strict=True) if where == zone]
        return sum(places) - self.gaps(zone)

    def block(self, zone: int, size: int) -> int:
        """A new block on top of a zone."""
        self.zones.append(zone)
        self.sizes.append(size)
        self.order.insert(0, len(self.zones) - 1)
        return len(self.zones) - 1

    def split(self, block: int, count: int) -> int:
        """Make the top places of a block one of their own; returns it."""
        new = self.block(self.zones[block], count)
        self.order.remove(new)
        self.order.insert(self.order.index(block), new)
        self.sizes[block] -= count
        self.regroup(lambda mask: mask | 1 << new if mask >> block & 1 else mask)
        return new

    def lift(self, blocks: Sequence[int], to: int) -> None:
        """Put blocks on top of another zone, in their order."""
        self.order = [*blocks, *(block for block in self.order if block not in blocks)]
        for block in blocks:
            self.zones[block] = to

    def carry(self, cards: bytes, zone: int | None, to: int | None, *, drawn: bool = False) -> None:
        """Cards that the viewer sees go from a zone to another; None stands for one that the viewer sees whole."""
        if zone is not None:
            for kind in cards:
                self.leave(kind, self.top(zone) if drawn else self.front(kind, zone))
        if to is not None:
            for kind in reversed(cards):
                self.enter(kind, to)

    def top(self, zone: int) -> int:
        """The block on top of a zone; where it has no order, or gaps leave that open, all of them."""
        self._close_gaps()
        if self.gaps(zone) or not self.ordered[zone]:
            return self.at(zone)
        return 1 << next(block for block in self.blocks(zone) if self.sizes[block])

    def front(self, kind: Kind, zone: int) -> int:
        """The blocks that the card of a kind nearest the top of a zone may lie in."""
        here = 0
        for block in self.blocks(zone):
            here |= 1 << block
            if self.ordered[zone] and kind in self.groups.get(1 << block, b""):
                break
        return here

    def enter(self, kind: Kind, zone: int) -> None:
        """A card that the viewer sees goes on top of a hidden zone."""
        blocks = self.blocks(zone)
        block = blocks[0] if blocks and not self.ordered[zone] else self.block(zone, 0)
        self.sizes[block] += 1
        self.add(bytes((kind,)), 1 << block)

    def leave(self, kind: Kind, here: int) -> None:
        """A card that the viewer sees comes out of one of some blocks."""
        found = self._found(kind, self._best_known(kind, here), here)
        if found & found - 1:
            self.add(bytes((GAP,)), found)
        else:
            self.sizes[found.bit_length() - 1] -= 1

    def hide(self, zone: int, to: int, count: int, *, drawn: bool) -> None:
        """Cards the viewer doesn't see go from one hidden zone to another."""
        if drawn and self._hand_over(zone, to, count):
            return
        self._close_gaps()
        whole = count == self.count(zone)
        in_order = self.ordered[zone] or not self.ordered[to]
        if not in_order or not (whole or (drawn and self.ordered[zone] and not self.gaps(zone))):
            self.merge(zone)
        if whole:
            self.lift(self.blocks(zone), to)
            return
        drawn_blocks = []
        for block in self.blocks(zone):
            if count:
                drawn_blocks.append(block if self.sizes[block] <= count else self.split(block, count))
                count -= self.sizes[drawn_blocks[-1]]
        self.lift(drawn_blocks, to)

    def _hand_over(self, zone: int, to: int, count: int) -> bool:
        """Let places on top of an ordered zone join those of another, if each has one block and no card tells these apart.

        It is what `split`, `lift` and `settled` come to. Returns whether it was so simple.
        """
        if not self.ordered[zone] or self.ordered[to] or self.zones.count(zone) != 1 or self.zones.count(to) != 1:
            return False
        block, other = self.zones.index(zone), self.zones.index(to)
        both = 1 << block | 1 << other
        told_apart = any(
            mask & both and (mask & both != both or GAP in kinds)
            for mask, kinds in self.groups.items()
            if mask != 1 << other
        )
        if told_apart or self.sizes[block] <= count:
            return False
        self.sizes[block] -= count
        self.sizes[other] += count
        return True

    def merge(self, zone: int) -> None:
        """Make one block of a zone's; the gaps in it close."""
        blocks = self.blocks(zone)
        for other in blocks[1:]:
            self._join(blocks[0], other)
        self._close_gaps()

    def show(self, cards: bytes, zone: int) -> None:
        """The viewer sees that these cards are among those of a zone."""
        here = self.at(zone)
        shown: list[tuple[Kind, int]] = []
        for kind in cards:
            mask = self._best_known(kind, here)
            if mask & ~here:
                shown.append((kind, self._found(kind, mask, here)))
            else:
                self.remove(kind, mask, 1)
                shown.append((kind, mask))
        for kind, mask in shown:
            self.add(bytes((kind,)), mask)

    def look(self, cards: bytes, zone: int) -> None:
        """The viewer sees that these cards lie on top of a zone, in this order."""
        if self.gaps(zone):
            self.show(cards, zone)
            return
        top = 0
        for kind in cards:
            while not self.sizes[self.blocks(zone)[top]]:
                top += 1
            block = self.blocks(zone)[top]
            single = 1 << (block if self.sizes[block] == 1 else self.split(block, 1))
            self.add(bytes((kind,)), self._found(kind, self._best_known(kind, single), single))
            top += 1

    def absent(self, kinds: bytes, zone: int) -> None:
        """The viewer sees that no card of these kinds is in a zone."""
        here = self.at(zone)
        for kind in kinds:
            for mask in self._holding(kind, here):
                self.change(kind, mask, mask & ~here)

    def settled(self) -> Knowledge:
        """The value, with what can be counted out worked in and blocks that nothing tells apart made one."""
        self._close_gaps()
        several = self._neighbours()
        while self._count_out() | (bool(several) and self._join_alike(several)):
            several = self._neighbours()
        if several:
            self._gather()
        return self._packed()

    def add(self, kinds: bytes, mask: int) -> None:
        """Put cards into the group of a mask."""
        here = self.groups.get(mask)
        self.groups[mask] = kinds if here is None else bytes(sorted(here + kinds))

    def remove(self, kind: Kind, mask: int, count: int = -1) -> int:
        """Take cards of a kind, all or so many, out of the group of a mask; returns how many there were to take."""
        kinds = self.groups.pop(mask)
        left = kinds.replace(bytes((kind,)), b"", count)
        if left:
            self.groups[mask] = left
        return len(kinds) - len(left)

    def change(self, kind: Kind, mask: int, to: int) -> None:
        """Give all cards of a kind in the group of a mask another mask."""
        self.add(bytes((kind,)) * self.remove(kind, mask), to)

    def regroup(self, changed: Callable[[int], int]) -> None:
        """Give every group another mask."""
        groups, self.groups = self.groups, {}
        for mask, kinds in groups.items():
            self.add(kinds, changed(mask))

    def _holding(self, kind: Kind, here: int) -> list[int]:
        """The masks of the groups with a card of a kind that may be here."""
        return [mask for mask, kinds in self.groups.items() if mask & here and kind in kinds]

    def _best_known(self, kind: Kind, here: int) -> int:
        """The mask of a card of a kind that may be here, of one that may be in the fewest other blocks."""
        masks = self._holding(kind, here)
        return masks[0] if len(masks) == 1 else min(masks, key=lambda mask: (mask.bit_count(), mask))

    def _found(self, kind: Kind, mask: int, here: int) -> int:
        """Take a card of a mask that is here off the list; returns the blocks of these in which it may have been.

        If it was here for certain, and which of its copies it was makes no difference, it may as well have been this one.
        Otherwise it may have been any copy that can be here, and that copy is then where this one is.
        """
        self.remove(kind, mask, 1)
        found = mask & here
        if not self._is_one(mask, here):
            for other in self._holding(kind, here):
                found |= other & here
                self.change(kind, other, other | mask)
        return found

    def _is_one(self, mask: int, here: int) -> bool:
        """Whether a card is here for certain, in blocks whose places are all the same to whoever sees a copy there."""
        return not mask & ~here and (here & here - 1 == 0 or not self.ordered[self.zones[here.bit_length() - 1]])

    def _join(self, block: int, other: int) -> None:
        self.sizes[block] += self.sizes[other]
        self.sizes[other] = 0
        old = 1 << other
        self.regroup(lambda mask: mask & ~old | 1 << block if mask & old else mask)

    def _close_gaps(self) -> bool:
        """Drop each gap whose block is certain, and its place."""
        closed = [mask for mask, kinds in self.groups.items() if mask & mask - 1 == 0 and GAP in kinds]
        for mask in closed:
            self.sizes[mask.bit_length() - 1] -= self.remove(GAP, mask)
        return bool(closed)

    def _count_out(self) -> bool:
        """If some cards fill all their blocks nobody else is there; if a block has no card to spare all of them are there."""
        narrowed = _countable(self.sizes, self.groups)
        if narrowed is None:
            return False
        left = {mask: mask for mask in self.groups} | narrowed
        for block, size in enumerate(self.sizes):
            bit = 1 << block
            holders = [card for card, mask in left.items() if mask & bit]
            if size == 0:
                left = left | {card: left[card] & ~bit for card in holders}
            elif holders != [bit] and sum([len(self.groups[card]) for card in holders]) == size:
                left = left | dict.fromkeys(holders, bit)
        self.regroup(left.__getitem__)
        self._close_gaps()
        return True

    def _join_alike(self, blocks: Sequence[int]) -> bool:
        """Join blocks that nothing tells apart; returns whether gaps closed by that, so that more may be alike now."""
        first: dict[tuple[int, int], int] = {}
        above: dict[int, int] = {}
        holders = self._holders()
        for block in blocks:
            zone, held = self.zones[block], holders[block]
            twin = first.setdefault((zone, held), block)
            if twin != block and (not self.ordered[zone] or above[zone] == twin):
                self._join(twin, block)
            else:
                first[zone, held] = above[zone] = block
        return self._close_gaps()

    def _neighbours(self) -> list[int]:
        """The blocks of zones that have several, those without places left out."""
        sizes = self.sizes
        blocks = [block for block in self.order if sizes[block]]
        zones = list(map(self.zones.__getitem__, blocks))
        if len(set(zones)) == len(zones):
            return []
        return [block for block, zone in zip(blocks, zones, strict=True) if zones.count(zone) > 1]

    def _holders(self) -> list[int]:
        """For each block which masks hold it, as a mask of masks.

        In a zone without order, cards that are in a block for certain don't make it another one.
        """
        holders = [0] * len(self.sizes)
        for number, mask in enumerate(self.groups):
            blocks = _bits(mask)
            if len(blocks) != 1 or self.ordered[self.zones[blocks[0]]]:
                for block in blocks:
                    holders[block] |= 1 << number
        return holders

    def _gather(self) -> None:
        """In a zone without order all that is there for certain fills places of the first block."""
        first: dict[int, int] = {}
        for block in self._neighbours():
            zone = self.zones[block]
            if not self.ordered[zone] and first.setdefault(zone, block) != block:
                certain = self.groups.pop(1 << block, b"")
                if certain:
                    self.add(certain, 1 << first[zone])
                    self.sizes[first[zone]] += len(certain)
                    self.sizes[block] -= len(certain)

    def _packed(self) -> Knowledge:
        zones, sizes = self.zones, self.sizes
        kept = sorted([block for block in self.order if sizes[block]], key=zones.__getitem__)
        if kept != list(range(len(zones))):
            number = {block: 1 << index for index, block in enumerate(kept)}
            self.regroup(lambda mask: sum([number[block] for block in _bits(mask)]))
        return Knowledge(tuple([(zones[block], sizes[block]) for block in kept]), tuple(sorted(self.groups.items())))


@lru_cache(4096)
def _bits(mask: int) -> tuple[int, ...]:
    return tuple(index for index in range(mask.bit_length()) if mask >> index & 1)


def _countable(sizes: Sequence[int], groups: Mapping[int, bytes]) -> dict[int, int] | None:
    """What `_narrowed` says where something can be counted out; None where nothing can.

    Nothing can where only one group spans blocks, and finds a place in each of them.

    Args:
        sizes: the places of each block.
        groups: the kinds of each mask.
    """
    wide = {mask: len(kinds) for mask, kinds in groups.items() if mask & mask - 1}
    if not wide:
        return None
    free = {1 << block: sizes[block] - len(groups.get(1 << block, b"")) for block in _bits(reduce(or_, wide))}
    if len(wide) == 1 and all(free.values()):
        return None
    narrowed = _narrowed(wide, free)
    return narrowed if narrowed or _some_short(wide, free) else None


def _narrowed(wide: Mapping[int, int], free: Mapping[int, int]) -> dict[int, int]:
    """Of masks with several blocks what others leave that fill all their blocks; where they do.

    Args:
        wide: the masks with the numbers of their cards.
        free: for the bits of their blocks the places that no card fills which is there for certain.
    """
    full = [bit for bit, places in free.items() if not places]
    full += [mask for mask in wide if _inside(mask, wide) == _room(mask, free)]
    left: dict[int, int] = {}
    for mask in full:
        for each in wide:
            rest = left.get(each, each)
            if rest & mask and rest & ~mask:
                left[each] = rest & ~mask
    return left


def _some_short(wide: Mapping[int, int], free: Mapping[int, int]) -> bool:
    """Whether a block has no card to spare; arguments as for `_narrowed`."""
    return any(sum([count for mask, count in wide.items() if mask & bit]) == places for bit, places in free.items())


def _inside(mask: int, cards: Mapping[int, int]) -> int:
    """How many cards, given as a count of masks, can lie in no other blocks than a mask's."""
    return sum([count for other, count in cards.items() if other | mask == mask])


def _room(mask: int, places: Mapping[int, int]) -> int:
    return sum([count for bit, count in places.items() if mask & bit])
