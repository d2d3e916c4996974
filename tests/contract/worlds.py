"""An independent reading of `Knowledge`: does it admit a world, and which worlds are there, each in how many ways?"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from parlour.kernel.knowledge import GAP

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from parlour.kernel.game import Game
    from parlour.kernel.knowledge import Knowledge

World = tuple[tuple[int, bytes], ...]


def world_of(zones: Mapping[int, bytes], ordered: Sequence[bool]) -> World:
    """Zones as a value: the cards of an ordered one as they lie, of the others sorted, empty ones left out."""
    return tuple(
        sorted((zone, cards if ordered[zone] else bytes(sorted(cards))) for zone, cards in zones.items() if cards)
    )


def hidden_world(game: Game, viewer: int) -> World:
    """The world that lies in the zones which a viewer does not always see."""
    sees = game.setup.sees
    hidden = {zone: cards for zone, cards in enumerate(game.zones) if not sees[zone] >> viewer & 1}
    return world_of(hidden, game.setup.ordered)


def cards_of(knowledge: Knowledge) -> list[tuple[int, int]]:
    """The hidden cards one by one, each as its kind and the mask of the blocks that it may lie in."""
    return [(kind, mask) for mask, kinds in knowledge.groups for kind in kinds]


def looks_alike(game: Game, viewer: int, other: Game) -> bool:
    """Whether another state could be this one as far as a viewer's eyes and knowledge of this one go."""
    for zone, cards in enumerate(game.zones):
        seen = game.setup.sees[zone] >> viewer & 1
        same = cards == other.zones[zone] if game.setup.ordered[zone] else sorted(cards) == sorted(other.zones[zone])
        if (seen and not same) or len(cards) != len(other.zones[zone]):
            return False
    return admits(game.knowledge(viewer), dict(hidden_world(other, viewer)), game.setup.ordered)


def admits(knowledge: Knowledge, zones: Mapping[int, bytes], ordered: Sequence[bool]) -> bool:
    """Whether the cards can be laid into their blocks so that these zones come out."""
    blocks, cards = knowledge.blocks, cards_of(knowledge)
    room = Counter[int]()
    for zone, size in blocks:
        room[zone] += size
    gaps = [mask for kind, mask in cards if kind == GAP]
    if sum(room.values()) - len(gaps) != sum(map(len, zones.values())) or set(zones) - set(room):
        return False
    return any(_fits(knowledge, sizes, zones, ordered) for sizes in _sizes_without(gaps, [size for _, size in blocks]))


def _sizes_without(gaps: list[int], sizes: list[int]) -> set[tuple[int, ...]]:
    """The sizes that blocks may have when each gap has used up one place."""
    reached = {tuple(sizes)}
    for mask in gaps:
        reached = {
            (*left[:block], left[block] - 1, *left[block + 1 :])
            for left in reached
            for block in _bits(mask)
            if left[block]
        }
    return reached


def _fits(knowledge: Knowledge, sizes: tuple[int, ...], zones: Mapping[int, bytes], ordered: Sequence[bool]) -> bool:
    """Whether the cards fill blocks of these sizes and show these zones."""
    demand: dict[int, Counter[int]] = {}
    groups: list[tuple[int, int]] = []
    start = Counter[int]()
    for block, (zone, _) in enumerate(knowledge.blocks):
        groups.append((zone, block if ordered[zone] else -1))
        cards = zones.get(zone, b"")
        if ordered[zone]:
            demand[block] = Counter(cards[start[zone] : start[zone] + sizes[block]])
        start[zone] += sizes[block]
    if any(start[zone] != len(zones.get(zone, b"")) for zone in start):
        return False
    reached = {sizes}
    hidden = cards_of(knowledge)
    for kind in {kind for kind, _ in hidden if kind != GAP} | set(b"".join(zones.values())):
        wanted = {
            (zone, block): demand[block][kind] if block >= 0 else zones.get(zone, b"").count(kind)
            for zone, block in groups
        }
        masks = [mask for other, mask in hidden if other == kind]
        if len(masks) != sum(wanted.values()):
            return False
        reached = {after for left in reached for after in _laid(masks, wanted, left, groups)}
    return bool(reached)


def _laid(
    masks: list[int], wanted: dict[tuple[int, int], int], left: tuple[int, ...], groups: list[tuple[int, int]]
) -> set[tuple[int, ...]]:
    """What is left of the blocks after the cards of one kind are laid, in every way that meets what is wanted."""
    states = {(left, tuple(wanted[group] for group in sorted(wanted)))}
    index = {group: number for number, group in enumerate(sorted(wanted))}
    for mask in sorted(masks, key=int.bit_count):
        states = {
            (_less(sizes, block), _less(due, index[groups[block]]))
            for sizes, due in states
            for block in _bits(mask)
            if sizes[block] and due[index[groups[block]]]
        }
    return {sizes for sizes, _ in states}


def _less(numbers: tuple[int, ...], index: int) -> tuple[int, ...]:
    return (*numbers[:index], numbers[index] - 1, *numbers[index + 1 :])


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def ways(knowledge: Knowledge, ordered: Sequence[bool], most: int = 6000) -> Counter[World] | None:
    """Every world that is admitted, with the number of ways in which the cards can be laid so; None if they are too many.

    The places of a block are told apart, and so are the cards: two copies of a kind are two cards.
    """
    blocks, cards = knowledge.blocks, cards_of(knowledge)
    found = Counter[World]()
    deals = _lay(sorted(cards, key=lambda card: card[1].bit_count()), [[None] * size for _, size in blocks])
    for number, places in enumerate(deals):
        if number == most:
            return None
        zones: dict[int, bytes] = {}
        for (zone, _), kinds in zip(blocks, places, strict=True):
            zones[zone] = zones.get(zone, b"") + bytes(kind for kind in kinds if kind is not None and kind != GAP)
        found[world_of(zones, ordered)] += 1
    return found


def _lay(cards: list[tuple[int, int]], places: list[list[int | None]]) -> Iterator[list[list[int | None]]]:
    if not cards:
        yield places
        return
    (kind, mask), *others = cards
    for block in _bits(mask):
        for place, taken in enumerate(places[block]):
            if taken is None:
                places[block][place] = kind
                yield from _lay(others, places)
                places[block][place] = None
