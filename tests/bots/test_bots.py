"""Bots play from a chair, and the chair shows what their seat may know."""

from __future__ import annotations

from inspect import ismethod
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from parlour import bots, games
from parlour.bots import Chair
from parlour.kernel.chance import Rng
from parlour.kernel.errors import UnknownName
from parlour.kernel.options import PASS, PLAY, option_text
from parlour.kernel.position import Position, place

if TYPE_CHECKING:
    from parlour.kernel.game import Game

MACGUFFIN = games.load("get_the_macguffin")
KING = games.load("king_of_12")


class StandIn(Chair):
    """A chair with the options of a test."""

    def __init__(self, options: list[int]) -> None:
        self.given = options

    def options(self) -> list[int]:
        return self.given


@pytest.fixture
def game() -> Game:
    return MACGUFFIN.play.start(MACGUFFIN.setup(3), "a table", journal=True)


def test_a_chair_shows_what_its_seat_sees(game: Game) -> None:
    seat = game.owes()[0]
    chair = Chair(game, seat)
    assert chair.seat == seat
    assert chair.view() == game.view(seat)
    assert chair.options() == game.options(seat)
    assert [chair.option_text(option) for option in chair.options()] == list(chair.view().options)


def test_a_chair_follows_the_game(game: Game) -> None:
    seat = game.owes()[0]
    chair = Chair(game, seat)
    while not game.winners and game.owes() == (seat,):
        game.choose(seat, chair.options()[0])
    assert chair.options() == ()
    assert chair.view().turns == game.turns == 2


def test_a_chair_of_another_seat_has_no_options(game: Game) -> None:
    waiting = [seat for seat in range(3) if seat not in game.owes()]
    assert [Chair(game, seat).options() for seat in waiting] == [(), ()]


def test_a_secret_answer_given_leaves_no_options() -> None:
    game = KING.play.start(KING.setup(2), "secret")
    chair = Chair(game, 0)
    game.choose(0, chair.options()[0])
    assert chair.options() == ()


def test_a_chair_imagines_from_what_its_seat_knows_and_the_chance_given(game: Game) -> None:
    chair = Chair(game, 1)
    world = chair.imagine(Rng("dream"))
    assert world.view(1) == chair.view()
    assert world == game.imagine(1, Rng("dream"))
    assert world.zones != game.zones


def reachable(chair: Chair) -> list[object]:
    """All that public attributes lead to, and what the methods without arguments give."""
    found: list[object] = []
    waiting: list[object] = [chair, chair.view(), chair.options(), chair.imagine(Rng(1))]
    while waiting:
        item = waiting.pop()
        if any(item is each for each in found) or isinstance(item, (int, str, bytes, type)):
            continue
        found.append(item)
        waiting += [getattr(item, name, None) for name in dir(item) if not name.startswith("_")]
        waiting += list(item) if isinstance(item, (list, tuple)) else []
        waiting += [item.__self__] if ismethod(item) else []
    return found


def test_no_public_attribute_leads_to_the_game(game: Game) -> None:
    hidden = [game, game.zones, game.stack, game.log, game.journal]
    found = reachable(Chair(game, 0))
    assert len(found) > 50
    assert not any(item is secret for item in found for secret in hidden)


def test_the_search_for_leaks_finds_one(game: Game) -> None:
    class Leaky(Chair):
        table = game

    assert any(item is game for item in reachable(Leaky(game, 0)))


def test_random_takes_each_option_equally_often() -> None:
    chair, bot = StandIn([PASS, PLAY | 1, PLAY | 2]), bots.make("random", "often")
    counts = dict.fromkeys(chair.options(), 0)
    for _ in range(3000):
        counts[bot.choose(chair)] += 1
    assert all(900 < count < 1100 for count in counts.values())


def test_passive_passes_wherever_it_may() -> None:
    bot = bots.make("passive", 1)
    assert {bot.choose(StandIn([PLAY | 1, PASS, PLAY | 2])) for _ in range(50)} == {PASS}


def test_passive_chooses_at_random_where_it_must() -> None:
    bot = bots.make("passive", 1)
    assert {bot.choose(StandIn([PLAY | 1, PLAY | 2])) for _ in range(50)} == {PLAY | 1, PLAY | 2}


@pytest.mark.parametrize("name", bots.names())
def test_the_same_chance_gives_the_same_choices(name: str) -> None:
    hand = ["the_thief", "the_spy", "vortex", "the_crown"]
    game = place(MACGUFFIN.setup(2), Position(turn=0, zones={"hand.0": hand}))
    one, two, own = bots.make(name, "7"), bots.make(name, 7), bots.make(name, Rng(7))
    choices = [[bot.choose(Chair(game, 0)) for _ in range(20)] for bot in (one, two, own)]
    assert choices[0] == choices[1] == choices[2]
    assert {option_text(option, MACGUFFIN.kinds) for option in choices[0]} <= set(game.view(0).options)


def test_an_unknown_bot_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(UnknownName, match="unknown bot 'clever': expected one of greedy, passive, random"):
        bots.make("clever", 1)


def test_the_page_about_bots_plays_a_game() -> None:
    page = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    exec(page.split("```python\n")[1].split("```")[0], names)  # noqa: S102 - our own page
    assert names["game"].winners
