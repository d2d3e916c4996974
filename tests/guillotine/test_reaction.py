"""Who is asked for Confusion in Line follows from what all have seen, and never from who holds it (GU 5.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from parlour.games import load
from parlour.kernel.chance import Rng
from parlour.kernel.options import PASS, PLAY
from parlour.kernel.position import Position, place
from support import scaled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from parlour.kernel.game import Game

SPEC = load("guillotine")
CONFUSION = SPEC.kind("confusion_in_line")


def cards(game: Game, zone: str) -> list[str]:
    return [SPEC.kinds[kind] for kind in game.zones[game.setup.number[zone]]]


def holder(game: Game) -> int | None:
    """Who holds Confusion in Line."""
    return next((seat for seat in range(game.setup.seats) if "confusion_in_line" in cards(game, f"hand.{seat}")), None)


def turns(seats: int, seed: int) -> Iterator[Game]:
    """The beginnings of turns of a random game at which the next collection may have a window."""
    rng = Rng(("reaction", seats, seed))
    game = SPEC.play.start(SPEC.setup(seats), seed)
    while game.owes():
        line = cards(game, "line")
        if game.step_asked() == "play" and len(line) > 1 and line[0] != "unpopular_judge" and not is_guarded(game):
            yield game.copy()
        seat = game.owes()[0]
        options = game.options(seat)
        game.apply(seat, options[rng.below(len(options))])


def is_guarded(game: Game) -> bool:
    return any("callous_guards" in cards(game, f"table.{seat}") for seat in range(game.setup.seats))


def asked(game: Game) -> tuple[int, ...]:
    """Who is asked before the collection of a turn without a card."""
    game.apply(game.owes()[0], PASS)
    return game.owes() if game.step_asked() == "interrupt" else ()


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_whoever_may_hold_it_the_same_are_asked_and_its_holder_is_among_them(seats: int) -> None:
    held = nobody = 0
    for seed in range(scaled(4)):
        rng = Rng(seed)
        for number, game in enumerate(turns(seats, seed)):
            if number % 3:
                continue
            me = game.owes()[0]
            worlds = [game.copy(), *(game.imagine(seats, rng) for _ in range(5))]
            holders = {holder(world) for world in worlds} - {None, me}
            for world in worlds:
                world.brisk = False
            seen = {asked(world) for world in worlds}
            assert len(seen) == 1
            assert holders <= set(seen.pop())
            held += len(holders)
            nobody += not holders
    assert held
    assert nobody


def test_who_is_asked_could_hold_it() -> None:
    """Each one asked holds it in some of the worlds that go with what all have seen."""
    for seed in range(scaled(3)):
        rng = Rng(seed)
        for game in list(turns(3, seed))[::9]:
            after = game.copy()
            for seat in asked(after):
                assert any(holder(game.imagine(3, rng)) == seat for _ in range(300))


def test_in_a_brisk_game_only_its_holder_is_asked() -> None:
    game = place(SPEC.setup(4), Position(turn=0, zones={"hand.2": ["confusion_in_line", "stumble"]}))
    slow = game.copy()
    game.brisk = True
    assert asked(slow) == (1, 2, 3)
    assert asked(game) == (2,)
    assert list(game.options(2)) == [PASS, PLAY | CONFUSION]


def test_in_a_brisk_game_nobody_is_asked_in_vain() -> None:
    for seed in range(scaled(5)):
        rng = Rng(seed)
        game = SPEC.play.start(SPEC.setup(4), seed)
        game.brisk = True
        while game.owes():
            seat = game.owes()[0]
            options = game.options(seat)
            assert game.step_asked() != "interrupt" or len(options) == 2
            game.apply(seat, options[rng.below(len(options))])


def test_a_secret_pass_tells_nobody_anything() -> None:
    game = place(SPEC.setup(3), Position(turn=0, zones={"hand.1": ["confusion_in_line"]}), journal=True)
    game.choose_text(0, "pass")
    before = [game.view(viewer).encoded() for viewer in (0, 2, None)]
    assert game.journal is not None
    game.journal.clear()
    game.choose_text(1, "pass")
    assert [game.view(viewer).encoded() for viewer in (0, 2, None)] == before
    assert game.journal == []
