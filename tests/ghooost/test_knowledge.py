"""What the course of play tells of hidden cards."""

from __future__ import annotations

from parlour.games import load
from parlour.kernel.chance import Rng
from parlour.kernel.position import Position, place
from support import scaled

SPEC = load("ghooost")


def test_who_is_asked_after_midnight_with_nothing_to_take_holds_more_than_miss_copies() -> None:
    zones = {
        "hand.0": ["ghost_4", "ghost_6"],
        "hand.1": ["miss_copy", "ghost_5"],
        "mansion.1": ["miss_copy"],
        "mansion.0": [],
        "cemetery": ["ghost_13"],
        "crypt": [],
    }
    game = place(SPEC.setup(2), Position(turn=0, zones=zones))
    game.choose_text(0, "take")
    rng = Rng("worlds")
    worlds = [game.imagine(0, rng) for _ in range(scaled(60))]
    assert all(world.options(1) for world in worlds)
    assert len({bytes(sorted(world.zones[1])) for world in worlds}) == 1


def test_a_hand_that_was_taken_stays_known_until_it_is_played() -> None:
    zones = {
        "hand.0": ["ghost_2"],
        "hand.1": ["ghost_4", "ghost_5"],
        "cemetery": ["miss_copy=igor", "igor"],
        "crypt": [],
    }
    game = place(SPEC.setup(2), Position(turn=0, zones=zones))
    game.choose_text(0, "take")
    assert game.view(1).zone("hand.0").cards == ("igor", "miss_copy")
    game.choose_text(1, "play ghost_4")
    game.choose_text(0, "play igor + miss_copy x1")
    assert game.view(1).zone("hand.0").cards == ()
    assert game.view(1).zone("hand.0").count == 1


def test_nobody_knows_anything_of_a_new_deal() -> None:
    zones = {"hand.0": ["ghost_5"], "mansion.0": [], "hand.1": [], "mansion.1": [], "hand.2": ["ghost_2"], "crypt": []}
    game = place(SPEC.setup(3, {"play": "match"}), Position(turn=0, zones=zones))
    game.choose_text(0, "play ghost_5")
    for seat in range(3):
        view = game.view(seat)
        assert [zone.count for zone in view.zones] == [4, 4, 4, 10, 10, 10, 20, 0, 0, 0]
        assert [zone.id for zone in view.zones if zone.cards] == [f"hand.{seat}"]
