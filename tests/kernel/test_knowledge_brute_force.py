"""Knowledge against brute force: every world that the whole history allows, kept one by one through random operations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations, islice
from typing import TYPE_CHECKING, Final

import pytest

from contract.worlds import World, admits, ways, world_of
from parlour.kernel import knowledge
from parlour.kernel.chance import Rng
from parlour.kernel.dealing import Deals
from parlour.kernel.knowledge import (
    ABSENT,
    DRAW,
    LOOK,
    MOVE,
    SHOW,
    SHUFFLE,
    Knowledge,
    Op,
    _Tracker,
    follow,
    nothing_known,
)
from support import scaled

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.no_cover

ME: Final = 1
DECK, HAND, OTHER, PILE = range(4)
SEES: Final = (0, 0, 0, ME)
ORDERED: Final = (True, False, False, True)
CARDS: Final = (b"\0\1\2\3\4\5", b"\0\0\1\1\2\3", b"\0\0\0\1\1\1")
Zones = list[bytes]


def packed(zones: Zones) -> World:
    return world_of(dict(enumerate(zones)), ORDERED)


def unpacked(world: World) -> Zones:
    cards = dict(world)
    return [cards.get(zone, b"") for zone in range(len(SEES))]


def taken(cards: bytes, one: bytes) -> bytes:
    return cards.replace(one, b"", 1)


def moved(zones: Zones, zone: int, to: int, places: tuple[int, ...], order: bytes) -> Zones:
    """The zones after the cards at some places of one went on top of another, in this order."""
    after = list(zones)
    after[zone] = bytes(card for place, card in enumerate(zones[zone]) if place not in places)
    after[to] = order + after[to]
    return after


def orders(cards: bytes) -> Iterator[bytes]:
    """All different orders of some cards."""
    if not cards:
        yield b""
    for one in sorted(set(cards)):
        head = bytes((one,))
        yield from (head + rest for rest in orders(taken(cards, head)))


def successors(zones: Zones, op: Op) -> Iterator[Zones]:
    """All that a world may have become by what I saw of an operation; nothing where I saw that it was not this world."""
    code, zone, to, cards, viewers = op
    seen = (viewers | SEES[zone] | SEES[to]) & ME if code in (MOVE, DRAW) else viewers & ME
    if code in (MOVE, DRAW):
        count, size = len(cards), len(zones[zone])
        drawn = code == DRAW and ORDERED[zone]
        chosen = [tuple(range(count))] if drawn else combinations(range(size), count)
        for places in chosen:
            gone = bytes(zones[zone][place] for place in places)
            if count == 1 and zones[zone].index(gone) != places[0]:
                continue
            if not seen or (gone == cards if drawn else sorted(gone) == sorted(cards)):
                for order in [cards] if seen else [gone] if ORDERED[zone] else orders(gone):
                    yield moved(zones, zone, to, places, order)
    elif code == SHUFFLE:
        for order in orders(zones[zone]) if ORDERED[zone] else [zones[zone]]:
            yield [*zones[:zone], order, *zones[zone + 1 :]]
    elif not seen or holds(code, zones[zone], cards):
        yield zones


def holds(code: int, there: bytes, cards: bytes) -> bool:
    if code == LOOK:
        return there[: len(cards)] == cards
    return not Counter(cards) - Counter(there) if code == SHOW else not set(there) & set(cards)


def card_moves(zones: Zones, rng: Rng) -> Op | None:
    zone, to = rng.below(4), rng.below(4)
    if zone == to or not zones[zone]:
        return None
    return (MOVE, zone, to, bytes((zones[zone][rng.below(len(zones[zone]))],)), rng.below(2))


def draws(zones: Zones, rng: Rng) -> Op | None:
    zone, to = (DECK, DECK, DECK, PILE, HAND)[rng.below(5)], rng.below(4)
    if zone == to or not zones[zone]:
        return None
    return (DRAW, zone, to, zones[zone][: 1 + rng.below(2)], rng.below(2) if to == HAND else 0)


def whole_zone_moves(zones: Zones, rng: Rng) -> Op | None:
    zone, to = ((HAND, OTHER), (OTHER, HAND), (DECK, HAND), (HAND, DECK), (PILE, DECK))[rng.below(5)]
    return (MOVE, zone, to, zones[zone], 0) if zones[zone] else None


def shuffles(zones: Zones, rng: Rng) -> Op | None:
    return (SHUFFLE, rng.below(3), 0, b"", 0)


def shows(zones: Zones, rng: Rng) -> Op | None:
    zone = rng.below(3)
    shown = bytes(card for card in zones[zone] if rng.below(2))
    return (SHOW, zone, 0, shown, ME) if shown else None


def looks(zones: Zones, rng: Rng) -> Op | None:
    top = zones[DECK][: 1 + rng.below(2)]
    return (LOOK, DECK, 0, top, ME) if top else None


def denials(zones: Zones, rng: Rng) -> Op | None:
    zone = rng.below(3)
    absent = bytes(kind for kind in range(6) if kind not in zones[zone] and rng.below(2))
    return (ABSENT, zone, 0, absent, ME) if absent else None


def open_moves(zones: Zones, rng: Rng) -> Op | None:
    op = card_moves(zones, rng)
    return None if op is None or op[1] == DECK else (*op[:4], ME)


def hands_pass(zones: Zones, rng: Rng) -> Op | None:
    zone, to = ((HAND, OTHER), (OTHER, HAND))[rng.below(2)]
    return (MOVE, zone, to, zones[zone], 0) if zones[zone] else None


def deck_draws(zones: Zones, rng: Rng) -> Op | None:
    op = draws(zones, rng)
    return None if op is None or op[1] == HAND else op


def deck_shuffles(zones: Zones, rng: Rng) -> Op | None:
    return (SHUFFLE, DECK, 0, b"", 0)


Operation = Callable[[Zones, Rng], "Op | None"]
OPERATIONS: Final[tuple[Operation, ...]] = (card_moves, draws, whole_zone_moves, shuffles, shows, looks, denials)
EXACT: Final[tuple[Operation, ...]] = (open_moves, deck_draws, hands_pass, deck_shuffles, shows, looks, denials)
"""What is done without forgetting: no hidden move of single cards, no shuffle of a hand."""


def carried_out(zones: Zones, op: Op, rng: Rng) -> Zones:
    """The true zones after an operation."""
    code, zone, to, cards, _ = op
    if code in (MOVE, DRAW):
        size = len(zones[zone])
        places = (zones[zone].index(cards),) if len(cards) == 1 and code == MOVE else tuple(range(len(cards)))
        assert len(places) <= size
        return moved(zones, zone, to, places, cards)
    if code == SHUFFLE:
        left = list(zones[zone])
        return [*zones[:zone], bytes(left.pop(rng.below(len(left))) for _ in range(len(left))), *zones[zone + 1 :]]
    return zones


def history(
    cards: bytes, seed: object, length: int, operations: tuple[Operation, ...]
) -> Iterator[tuple[list[Op], Zones]]:
    """Random operations from a deal of three zones, with the zones after each."""
    rng = Rng(seed)
    left = list(cards)
    mixed = bytes(left.pop(rng.below(len(left))) for _ in range(len(left)))
    zones: Zones = [mixed[:3], mixed[3:5], mixed[5:], b""]
    ops: list[Op] = []
    yield ops, zones
    while len(ops) < length:
        op = operations[rng.below(len(operations))](zones, rng)
        if op is not None:
            zones = carried_out(zones, op, rng)
            ops.append(op)
            yield ops, zones


def everything(zones: Zones) -> set[World]:
    """All the deals that there may have been at the start."""
    sizes = [len(cards) for cards in zones]
    found = set()
    for order in orders(bytes(sorted(b"".join(zones)))):
        cut = [order[sum(sizes[:zone]) : sum(sizes[: zone + 1])] for zone in range(4)]
        found.add(packed(cut))
    return found


def hidden(world: World) -> World:
    return tuple((zone, cards) for zone, cards in world if not SEES[zone])


def both_ways(
    cards: bytes, seed: object, operations: tuple[Operation, ...]
) -> Iterator[tuple[list[Op], Knowledge, set[World]]]:
    """After each operation what is known, and all the worlds of the hidden zones that the history allows."""
    known, worlds = Knowledge((), ()), set[World]()
    for ops, zones in history(cards, seed, 8, operations):
        if ops:
            worlds = {packed(after) for world in worlds for after in successors(unpacked(world), ops[-1])}
            known = follow(known, ops[-1:], ME, SEES, ORDERED)
            assert packed(zones) in worlds
            yield ops, known, {hidden(world) for world in worlds}
        else:
            worlds = everything(zones)
            known = nothing_known([(zone, len(zones[zone])) for zone in range(3)], cards)


@pytest.mark.parametrize("cards", CARDS)
def test_every_world_that_the_history_allows_is_admitted(cards: bytes) -> None:
    for number in range(scaled(25)):
        for ops, known, worlds in both_ways(cards, f"sound {cards!r} {number}", OPERATIONS):
            for world in worlds:
                assert admits(known, dict(world), ORDERED), (str(ops), known, world)


@pytest.mark.parametrize("cards", CARDS)
def test_no_other_world_is_admitted_unless_something_was_forgotten(cards: bytes) -> None:
    for number in range(scaled(25)):
        for ops, known, worlds in both_ways(cards, f"exact {cards!r} {number}", EXACT):
            found = ways(known, ORDERED)
            assert found is not None
            assert set(found) == worlds, (str(ops), known)


@pytest.mark.parametrize("cards", CARDS)
def test_all_ways_to_lay_the_cards_are_counted(cards: bytes) -> None:
    for number in range(scaled(25)):
        for ops, known, _ in both_ways(cards, f"ways {cards!r} {number}", EXACT):
            found = ways(known, ORDERED)
            assert found is not None
            deals = Deals([size for _, size in known.blocks], dict(known.groups))
            assert deals.total() == found.total(), (str(ops), known)


def test_the_checker_agrees_with_the_list_of_all_worlds() -> None:
    for number in range(scaled(10)):
        for _, known, _ in both_ways(CARDS[1], f"checker {number}", OPERATIONS):
            found = ways(known, ORDERED)
            assert found is not None
            for order in islice(orders(bytes(sorted(CARDS[1]))), 0, None, 7):
                sizes = Counter({zone: len(cards) for zone, cards in next(iter(found))})
                cuts = [order[sum(sizes[z] for z in range(zone)) :][: sizes[zone]] for zone in range(3)]
                world = world_of(dict(enumerate(cuts)), ORDERED)
                assert admits(known, dict(world), ORDERED) == (world in found)


@pytest.mark.parametrize("cards", CARDS)
def test_what_is_known_does_not_depend_on_when_it_is_worked_out(cards: bytes) -> None:
    for number in range(scaled(100)):
        start, known = Knowledge((), ()), Knowledge((), ())
        for ops, zones in history(cards, f"batch {cards!r} {number}", 8, OPERATIONS):
            if ops:
                known = follow(known, ops[-1:], ME, SEES, ORDERED)
                assert follow(start, ops, ME, SEES, ORDERED) == known, str(ops)
            else:
                start = known = nothing_known([(zone, len(zones[zone])) for zone in range(3)], cards)


@pytest.mark.parametrize("cards", CARDS)
@pytest.mark.parametrize(("where", "shortcut"), [(_Tracker, "_hand_over"), (knowledge, "_one_gone")])
def test_a_short_way_leads_where_the_long_way_does(
    cards: bytes, where: object, shortcut: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def follow_all(series: int) -> list[Knowledge]:
        found = list[Knowledge]()
        for ops, zones in history(cards, f"short {cards!r} {series}", 12, EXACT):
            known = follow(found[-1], ops[-1:], ME, SEES, ORDERED) if ops else nothing_known(sizes(zones), cards)
            found.append(known)
        return found

    def sizes(zones: Zones) -> list[tuple[int, int]]:
        return [(zone, len(zones[zone])) for zone in range(3)]

    def counting(*given: object) -> object:
        found = short(*given)
        taken.append(bool(found))
        return found

    short, taken = getattr(where, shortcut), list[bool]()
    monkeypatch.setattr(where, shortcut, counting)
    found = [follow_all(series) for series in range(scaled(100))]
    assert any(taken)
    monkeypatch.setattr(where, shortcut, lambda *_: None)
    assert found == [follow_all(series) for series in range(scaled(100))]
