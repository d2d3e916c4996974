"""Who wins when nobody has won two rounds by the end of the fortieth (K12 2.8)."""

from __future__ import annotations

import pytest

from parlour.games import load
from parlour.kernel.position import Position, place

WINNER = ["play golem", "play machine", "play parasite"]
NOBODY = ["play golem", "play golem", "play golem"]


@pytest.mark.parametrize(
    ("under", "round_number", "cards", "winners"),
    [
        ((), 40, NOBODY, (0, 1, 2)),
        ((), 40, WINNER, (0,)),
        ((1,), 40, NOBODY, (1,)),
        ((1,), 40, WINNER, (0, 1)),
        ((1, 2), 40, NOBODY, (1, 2)),
        ((0, 1, 2), 40, WINNER, (0,)),
        ((0, 1, 2), 40, NOBODY, (0, 1, 2)),
        ((0, 1, 2), 39, WINNER, (0,)),
        ((0, 1, 2), 39, NOBODY, ()),
        ((1,), 39, WINNER, ()),
    ],
)
def test_those_with_most_rounds_win(
    under: tuple[int, ...], round_number: int, cards: list[str], winners: tuple[int, ...]
) -> None:
    zones = {f"hand.{seat}": ["golem", card] for seat, card in enumerate(("knight", "machine", "parasite"))}
    buried = {f"under.{seat}": ["wizard"] for seat in under}
    values = {f"die.{seat}": 4 for seat in range(3)} | {f"points.{seat}": 3 for seat in range(3)}
    game = place(load("king_of_12").setup(3), Position(zones=zones | buried, values=values | {"round": round_number}))
    for seat, card in enumerate(cards):
        game.choose_text(seat, card)
    assert game.winners == winners
