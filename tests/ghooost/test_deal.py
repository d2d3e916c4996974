"""How the cards are dealt."""

from __future__ import annotations

from parlour.games import load
from parlour.kernel.position import describe

SPEC = load("ghooost")


def test_the_cards_lie_as_they_were_shuffled_hand_and_mansion_seat_by_seat() -> None:
    setup = SPEC.setup(6)
    kinds = [SPEC.kinds[kind] for kind in SPEC.play.start(setup, 0).decks()[0]]
    order = kinds[::-1]
    dealt = describe(SPEC.play.start(setup, 0, script=[("roll", 2), ("shuffle", order)]))
    assert dealt["turn"] == 1
    assert dealt["zones"] == {
        **{f"hand.{seat}": order[8 * seat : 8 * seat + 4] for seat in range(6)},
        **{f"mansion.{seat}": order[8 * seat + 4 : 8 * seat + 8] for seat in range(6)},
        "crypt": order[48:],
        "cemetery": [],
        "beside": [],
        "removed": [],
    }


def test_every_table_is_shuffled_differently() -> None:
    games = [SPEC.play.start(SPEC.setup(2), seed) for seed in range(20)]
    assert len({game.zones[4] for game in games}) == 20
    assert {game.turn for game in games} == {0, 1}
