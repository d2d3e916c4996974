"""Positions: what is named lies there, what is not is dealt, and what a seat knows it knows with its place."""

from __future__ import annotations

from parlour import games
from parlour.kernel.position import Position, describe, place


def test_dots_fill_a_zone_to_its_normal_size() -> None:
    setup = games.load("get_the_macguffin").setup(3)
    zones = {"hand.0": ["the_spy", "..."], "hand.1": ["the_thief"], "hand.2": ["..."]}
    table = place(setup, Position(zones=zones))
    assert [len(cards) for cards in table.zones[:3]] == [5, 1, 5]
    assert table.card_text(table.zones[0][0], 0) == "the_spy"


def test_dots_leave_the_size_to_the_values() -> None:
    setup = games.load("king_of_12").setup(2)
    table = place(setup, Position(zones={"under.1": ["..."]}, values={"rounds.1": 1}))
    assert [len(table.zones[setup.number[name]]) for name in ("under.0", "under.1", "hand.1")] == [0, 1, 6]


def test_the_same_seed_deals_the_same() -> None:
    setup = games.load("get_the_macguffin").setup(3)
    deals = [describe(place(setup, Position(seed=seed))) for seed in (1, 1, 2)]
    assert deals[0] == deals[1] != deals[2]


def test_the_top_of_a_deck_is_known_with_its_places() -> None:
    setup = games.load("guillotine").setup(2)
    top = ["robespierre", "duke"]
    table = place(setup, Position(zones={"noble_deck": [*top, "..."]}, known={1: {"noble_deck": top}}))
    assert table.view(1).zone("noble_deck").places == ((0, "robespierre"), (1, "duke"))
    assert table.view(0).zone("noble_deck").places == ()


def test_other_cards_of_a_deck_are_known_to_be_in_it() -> None:
    setup = games.load("guillotine").setup(2)
    zones = {"action_deck": ["trip", "stumble", "..."]}
    table = place(setup, Position(zones=zones, known={1: {"action_deck": ["stumble"]}}))
    assert table.view(1).zone("action_deck").cards == ("stumble",)
    assert table.view(1).zone("action_deck").places == ()
