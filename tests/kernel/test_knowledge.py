"""What one viewer knows, case by case. Zones 0 to 2 are hidden: a deck in order, two hands; zone 3 lies open."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Final

import pytest

from contract.worlds import ways, world_of
from parlour.kernel.chance import Rng
from parlour.kernel.knowledge import (
    ABSENT,
    DRAW,
    LOOK,
    MOVE,
    OPEN,
    SHOW,
    SHUFFLE,
    Knowledge,
    Op,
    follow,
    nothing_known,
    side_by_side,
)
from support import scaled

ME: Final = 1
DECK, HAND, OTHER, PILE = range(4)
SEES: Final = (0, 0, 0, ME)
ORDERED: Final = (True, False, False, True)
A, B, C, D, E, F = range(6)


def known(deck: int, hand: int, other: int, cards: bytes, *ops: Op) -> Knowledge:
    """What I know of three hidden zones of these sizes after some ops."""
    return follow(nothing_known([(DECK, deck), (HAND, hand), (OTHER, other)], cards), ops, ME, SEES, ORDERED)


def can_lie(knowledge: Knowledge, kind: int, zone: int) -> bool:
    """Whether some world has a card of a kind in a zone."""
    worlds = ways(knowledge, ORDERED)
    assert worlds is not None
    return any(kind in dict(world).get(zone, b"") for world in worlds)


def test_at_first_every_card_may_be_anywhere() -> None:
    knowledge = known(2, 1, 1, bytes((A, B, C, D)))
    assert all(can_lie(knowledge, kind, zone) for kind in (A, B, C, D) for zone in (DECK, HAND, OTHER))
    assert [knowledge.certain(zone) for zone in (DECK, HAND, OTHER)] == [[], [], []]


def test_a_shown_card_is_known_and_the_rest_is_not() -> None:
    knowledge = known(2, 2, 1, bytes((A, B, C, D, E)), (SHOW, HAND, 0, bytes((C,)), ME))
    assert knowledge.certain(HAND) == [C]
    assert not can_lie(knowledge, C, OTHER)
    assert can_lie(knowledge, A, HAND)


def test_what_others_are_shown_tells_nothing() -> None:
    before = known(2, 2, 1, bytes((A, B, C, D, E)))
    assert known(2, 2, 1, bytes((A, B, C, D, E)), (SHOW, HAND, 0, bytes((C,)), 2)) == before


def test_a_shown_card_that_is_played_leaves_nothing_known() -> None:
    played = (SHOW, HAND, 0, bytes((C,)), ME), (MOVE, HAND, PILE, bytes((C,)), 0)
    knowledge = known(2, 2, 1, bytes((A, B, C, D, E)), *played)
    assert knowledge == known(2, 1, 1, bytes((A, B, D, E)))


def test_a_card_that_is_not_there_is_elsewhere() -> None:
    knowledge = known(1, 2, 1, bytes((A, B, C, D)), (ABSENT, HAND, 0, bytes((A, B)), ME))
    assert sorted(knowledge.certain(HAND)) == [C, D]
    assert can_lie(knowledge, A, DECK)
    assert can_lie(knowledge, A, OTHER)


def test_what_is_known_by_elimination_is_known() -> None:
    shown = (SHOW, DECK, 0, bytes((A,)), ME), (SHOW, HAND, 0, bytes((B,)), ME)
    assert known(1, 1, 1, bytes((A, B, C)), *shown).certain(OTHER) == [C]


def test_a_card_drawn_unseen_may_be_any() -> None:
    knowledge = known(2, 1, 1, bytes((A, B, C, D)), (DRAW, DECK, HAND, bytes((A,)), 0))
    assert knowledge == known(1, 2, 1, bytes((A, B, C, D)))


def test_who_looked_at_the_top_knows_who_drew_it() -> None:
    seen = (LOOK, DECK, 0, bytes((A, B)), ME), (DRAW, DECK, HAND, bytes((A,)), 0)
    knowledge = known(3, 1, 1, bytes((A, B, C, D, E)), *seen)
    assert knowledge.certain(HAND) == [A]
    assert knowledge.placed(DECK) == [(0, B)]


def test_a_shuffle_forgets_the_order_and_not_the_cards() -> None:
    knowledge = known(3, 1, 1, bytes((A, B, C, D, E)), (LOOK, DECK, 0, bytes((A, B)), ME), (SHUFFLE, DECK, 0, b"", 0))
    assert sorted(knowledge.certain(DECK)) == [A, B]
    assert knowledge.placed(DECK) == []


def test_two_hands_shuffled_together_leave_their_cards_in_either() -> None:
    """A's former hand is mine to remember: its card is in one of the two, not in the deck."""
    limbo, mixed = 0, bytes((A, C))
    ops: tuple[Op, ...] = (
        (SHOW, HAND, 0, bytes((A,)), ME),
        (DRAW, DECK, PILE, bytes((B,)), 0),
        (MOVE, HAND, limbo, bytes((A,)), 0),
        (MOVE, OTHER, limbo, bytes((C,)), 0),
        (SHUFFLE, limbo, 0, b"", 0),
        (DRAW, limbo, HAND, mixed[:1], 0),
        (DRAW, limbo, OTHER, mixed[1:], 0),
    )
    knowledge = known(1, 1, 1, bytes((A, B, C)), *ops)
    assert can_lie(knowledge, A, HAND)
    assert can_lie(knowledge, A, OTHER)
    assert not can_lie(knowledge, B, HAND)


def test_hands_that_change_places_take_along_what_is_known() -> None:
    swap: tuple[Op, ...] = (
        (SHOW, HAND, 0, bytes((A,)), ME),
        (ABSENT, OTHER, 0, bytes((B,)), ME),
        (MOVE, HAND, DECK, bytes((A, C)), 0),
        (MOVE, OTHER, HAND, bytes((D,)), 0),
        (MOVE, DECK, OTHER, bytes((A, C)), 0),
    )
    knowledge = known(0, 2, 1, bytes((A, C, D)), *swap)
    assert knowledge.certain(OTHER) == [A]
    knowledge = known(0, 2, 1, bytes((A, B, C)), *swap)
    assert sorted(knowledge.certain(OTHER)) == [A, B]


def test_a_card_taken_unseen_may_be_the_one_that_was_known() -> None:
    stolen = (SHOW, HAND, 0, bytes((A,)), ME), (MOVE, HAND, OTHER, bytes((B,)), 0)
    knowledge = known(1, 2, 1, bytes((A, B, C, D)), *stolen)
    assert can_lie(knowledge, A, HAND)
    assert can_lie(knowledge, A, OTHER)
    assert not can_lie(knowledge, A, DECK)


def test_a_card_that_comes_out_of_either_of_two_places_leaves_a_gap() -> None:
    """A stolen card is in the other hand; when a card is played from there, the stolen one may be it."""
    ops: tuple[Op, ...] = (
        (SHOW, HAND, 0, bytes((A, B)), ME),
        (MOVE, HAND, OTHER, bytes((B,)), 0),
        (MOVE, OTHER, PILE, bytes((C,)), 0),
    )
    knowledge = known(1, 2, 1, bytes((A, B, C, D)), *ops)
    assert knowledge.certain(DECK) == [D]
    assert can_lie(knowledge, A, OTHER)
    assert can_lie(knowledge, B, OTHER)


def test_of_two_copies_the_known_one_is_played() -> None:
    ops = (SHOW, HAND, 0, bytes((A,)), ME), (MOVE, HAND, PILE, bytes((A,)), 0)
    assert known(2, 2, 1, bytes((A, A, B, C, D)), *ops) == known(2, 1, 1, bytes((A, B, C, D)))


def test_a_copy_shown_later_may_be_another_one() -> None:
    """One A went from the hand to the other one perhaps; the A that is shown there may be the other A all the same."""
    ops: tuple[Op, ...] = (
        (SHOW, HAND, 0, bytes((A,)), ME),
        (MOVE, HAND, OTHER, bytes((B,)), 0),
        (SHOW, OTHER, 0, bytes((A,)), ME),
    )
    knowledge = known(1, 2, 1, bytes((A, A, B, C)), *ops)
    assert knowledge.certain(OTHER) == [A]
    assert can_lie(knowledge, A, HAND)


def test_a_hand_that_had_no_order_has_none_on_top_of_a_deck() -> None:
    """A known card of a hand that is put on a deck face down may lie at any of its places there."""
    ops = (SHOW, HAND, 0, bytes((A,)), ME), (MOVE, HAND, DECK, bytes((A, B)), 0)
    knowledge = known(1, 2, 0, bytes((A, B, C)), *ops)
    worlds = ways(knowledge, ORDERED)
    assert worlds is not None
    assert {dict(world)[DECK].index(A) for world in worlds} == {0, 1}


def test_of_two_copies_in_a_deck_the_upper_one_is_taken() -> None:
    ops = (LOOK, DECK, 0, bytes((A, B, A)), ME), (MOVE, DECK, PILE, bytes((A,)), 0)
    assert known(4, 1, 0, bytes((A, A, B, C, D)), *ops).placed(DECK) == [(0, B), (1, A)]


def test_a_zone_that_is_opened_is_no_longer_unknown() -> None:
    knowledge = known(1, 2, 1, bytes((A, B, C, D)), (OPEN, HAND, 0, bytes((B, C)), ME))
    assert {zone for zone, _ in knowledge.blocks} == {DECK, OTHER}
    assert sorted(b"".join(kinds for _, kinds in knowledge.groups)) == [A, D]


def test_decks_that_never_mix_stay_apart() -> None:
    knowledge = side_by_side([nothing_known([(HAND, 1), (OTHER, 1)], bytes((A, B))), nothing_known([(DECK, 1)], b"\5")])
    assert knowledge.certain(DECK) == [F]
    assert not can_lie(knowledge, A, DECK)


FOUR: Final = bytes((A, B, C, D))
GAP_LEFT: Final = (
    (SHOW, HAND, 0, bytes((A,)), ME),
    (MOVE, HAND, OTHER, bytes((B,)), 0),
    (MOVE, OTHER, PILE, bytes((C,)), 0),
)
SHARED: Final = (ABSENT, HAND, 0, bytes((A, B, C)), ME), (ABSENT, OTHER, 0, bytes((D, E, F)), ME)
"""Two groups of three cards share the deck and have a hand each."""


@pytest.mark.parametrize(
    "knowledge",
    [
        known(1, 2, 1, FOUR),
        known(1, 2, 1, FOUR, (SHOW, HAND, 0, bytes((A,)), ME)),
        known(1, 2, 1, FOUR, (ABSENT, HAND, 0, bytes((A, B)), ME)),
        known(1, 2, 1, FOUR, (SHOW, HAND, 0, bytes((A,)), ME), (MOVE, HAND, OTHER, bytes((A,)), 0)),
        known(1, 2, 1, FOUR, (LOOK, DECK, 0, bytes((A,)), ME), (ABSENT, OTHER, 0, bytes((C,)), ME)),
        known(1, 2, 1, FOUR, *GAP_LEFT),
        known(2, 2, 2, bytes((A, B, C, D, E, F)), *SHARED),
        known(2, 2, 2, bytes((A, A, C, D, D, D)), *SHARED),
        known(2, 3, 2, bytes((A, B, C, D, E, F, F)), SHARED[0]),
    ],
    ids=["nothing", "shown", "absent", "stolen", "looked", "gap", "shared", "copies", "spare"],
)
def test_each_way_to_lay_the_cards_is_equally_likely(knowledge: Knowledge) -> None:
    expected = ways(knowledge, ORDERED)
    assert expected is not None
    draws = scaled(100) * len(expected)
    rng = Rng(str(knowledge))
    found = Counter(world_of(knowledge.deal(rng), ORDERED) for _ in range(draws))
    assert set(found) == set(expected)
    shares = {world: draws * count / expected.total() for world, count in expected.items()}
    statistic = sum((found[world] - share) ** 2 / share for world, share in shares.items())
    assert statistic < critical(len(expected) - 1)


def critical(freedom: int) -> float:
    """What chi-square exceeds with a probability of 1e-4, by the approximation of Wilson and Hilferty."""
    spread = 2 / (9 * max(1, freedom))
    return max(1, freedom) * (1 - spread + 3.719 * sqrt(spread)) ** 3
