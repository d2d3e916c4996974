"""What the table hears of a turn, and what one seat alone."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from parlour.games import load
from parlour.kernel.events import seen_by
from parlour.kernel.messages import Reader, Told
from parlour.kernel.position import Position, place

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from parlour.kernel.game import Game

KINDS = ["knight", "golem", "machine", "parasite", "lady", "oracle", "wizard"]
SEATS = ("Ann", "Bob", "Cid", "Dot")


def heard(game: Game, viewer: int | None) -> list[str]:
    """The sentences that a viewer has been told."""
    reader = Reader(game.spec, SEATS[: game.setup.seats])
    return [reader.say(event) for event in seen_by(game, game.journal or (), viewer) if isinstance(event, Told)]


def at(
    kinds: Sequence[str],
    *,
    chance: Sequence[tuple[str, object]] = (),
    under: Mapping[int, str] = MappingProxyType({}),
    **values: int,
) -> Game:
    """A table of four with cards under some dice, and values such as ``die_0``."""
    setup = load("king_of_12").setup(4, {"set": kinds})
    named = {name.replace("_", "."): number for name, number in values.items()}
    zones = {f"under.{seat}": [card] for seat, card in under.items()}
    return place(setup, Position(zones=zones, values=named, chance=chance), journal=True)


def play(game: Game, *cards: str) -> None:
    for seat, card in enumerate(cards):
        game.choose_text(seat, card)


def test_the_lady_cancels_each_other_card_once() -> None:
    game = at(["knight", "lady", "golem", "machine", "gambler", "oracle", "wizard"], die_0=3, die_1=4, die_2=4, die_3=9)
    play(game, "play lady", "play golem", "play golem", "play machine")
    assert heard(game, None) == [
        "Ann plays Lady.",
        "Bob plays Golem.",
        "Cid plays Golem.",
        "Dot plays Machine.",
        "Golem of Bob is cancelled.",
        "Golem of Cid is cancelled.",
        "Machine of Dot is cancelled.",
        "Bob has value 4 like another and is cancelled.",
        "Cid has value 4 like another and is cancelled.",
        "Dot is the winner with 9. Points: 2.",
        "Ann is the runner-up with 3. Points: 1.",
    ]


def test_a_die_that_moves_is_told_with_its_card() -> None:
    game = at(
        ["knight", "reverser", "golem", "machine", "merchants", "oracle", "wizard"],
        chance=[("roll", 6)],
        die_0=1,
        die_1=6,
        die_2=3,
        die_3=11,
    )
    play(game, "play merchants", "play reverser", "play wizard", "play oracle")
    game.choose_text(2, "11")
    assert heard(game, 0)[4:] == [
        "Merchants: the die of Ann shows 11.",
        "Merchants: the die of Bob shows 1.",
        "Merchants: the die of Cid shows 6.",
        "Merchants: the die of Dot shows 3.",
        "Reverser: the die of Bob shows 12.",
        "Wizard: the die of Cid shows 11.",
        "Oracle: the die of Dot shows 6.",
        "Ann has value 11 like another and is cancelled.",
        "Cid has value 11 like another and is cancelled.",
        "Bob is the winner with 12. Points: 2.",
        "Dot is the runner-up with 6. Points: 1.",
    ]


def test_only_the_winner_of_a_round_is_told_his_card_under_the_die() -> None:
    game = at(
        KINDS,
        chance=[("roll", 1), ("roll", 2), ("roll", 3), ("roll", 4)],
        die_0=3,
        die_1=4,
        die_2=8,
        die_3=9,
        points_1=6,
    )
    play(game, "play knight", "play parasite", "play machine", "play golem")
    game.choose_text(1, "lady")
    told = heard(game, 1)[6:]
    assert told == [
        "Bob wins round 1. Points: 8.",
        "Bob puts a card under the die.",
        "It is Lady.",
        "Ann rolls 1.",
        "Bob rolls 2.",
        "Cid rolls 3.",
        "Dot rolls 4.",
    ]
    told.remove("It is Lady.")
    for other in (0, 2, 3, None):
        assert heard(game, other)[6:] == told


def test_a_turn_that_nobody_wins() -> None:
    game = at(KINDS, die_0=3, die_1=3, die_2=8, die_3=8)
    play(game, *["play golem"] * 4)
    assert heard(game, None)[-1] == "Nobody wins this turn."


def test_a_round_that_nobody_wins() -> None:
    game = at(KINDS, die_0=3, die_1=4, die_2=8, die_3=9, points_0=7, points_3=6)
    play(game, "play machine", "play parasite", "play parasite", "play golem")
    assert heard(game, None)[6:9] == [
        "Dot is the winner with 12. Points: 2.",
        "Ann is the runner-up with 10. Points: 1.",
        "Nobody wins round 1.",
    ]


def test_the_second_round_won_wins_the_game() -> None:
    game = at(KINDS, die_0=3, die_1=4, die_2=8, die_3=9, points_3=6, under={3: "lady"})
    play(game, "play machine", "play parasite", "play parasite", "play golem")
    assert heard(game, None)[8:] == [
        "Dot wins round 2. Points: 8.",
        "Dot has won two rounds and wins the game.",
    ]


def test_rounds_without_end_end_in_a_shared_win() -> None:
    game = at(KINDS, die_0=3, die_1=4, die_2=8, die_3=9, points_3=6, round=40, under={0: "lady"})
    play(game, "play machine", "play parasite", "play parasite", "play golem")
    assert heard(game, None)[8:] == [
        "Dot wins round 40. Points: 8.",
        "Ann shares the win after 40 rounds.",
        "Dot shares the win after 40 rounds.",
    ]


def test_a_new_table_hears_its_set_and_the_dice() -> None:
    setup = load("king_of_12").setup(2)
    game = setup.spec.play.start(setup, 1, script=[("roll", 5), ("roll", 12)], journal=True)
    assert heard(game, None) == [
        "The set: Knight, Wizard, Oracle, Alchemist, Machine, Parasite and Golem.",
        "Ann rolls 5.",
        "Bob rolls 12.",
    ]
