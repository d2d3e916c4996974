"""What a viewer imagines: it can't tell it from the table, and it holds nothing that the viewer doesn't know."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from contract.swaps import answers_stand, check_imagined, swapped
from contract.tables import course, positions, seat_of, viewers
from contract.worlds import looks_alike
from parlour.kernel.chance import Rng
from parlour.kernel.game import ASK_OPEN

if TYPE_CHECKING:
    from contract.tables import Table
    from parlour.kernel.game import Game

pytestmark = pytest.mark.no_cover


def test_its_view_is_the_same_byte_for_byte(table: Table) -> None:
    rng = Rng(table)
    for game in positions(table):
        for viewer in viewers(game):
            world = game.imagine(viewer, rng)
            seat = seat_of(game, viewer)
            assert world.view(seat).encoded() == game.view(seat).encoded()
            assert looks_alike(game, viewer, world)


def test_what_all_know_every_seat_knows(table: Table) -> None:
    rng = Rng(table)
    for game in positions(table):
        for seat in range(table.seats):
            assert looks_alike(game, table.seats, game.imagine(seat, rng))


def test_its_cards_are_those_of_the_table(table: Table) -> None:
    rng = Rng(table)
    for game in positions(table):
        for viewer in viewers(game):
            world = game.imagine(viewer, rng)
            assert [len(cards) for cards in world.zones] == [len(cards) for cards in game.zones]
            assert cards_of_decks(world) == cards_of_decks(game)


def cards_of_decks(game: Game) -> dict[int, Counter[int]]:
    """How many cards of each kind every deck has."""
    found: dict[int, Counter[int]] = {}
    for number, zone in enumerate(game.setup.zones):
        found.setdefault(zone.deck, Counter()).update(map(game.card_of, game.zones[number]))
    return {deck: cards for deck, cards in found.items() if cards}


def test_what_is_asked_in_it_can_be_answered(table: Table) -> None:
    rng = Rng(table)
    for game in positions(table):
        for viewer in viewers(game):
            world = game.imagine(viewer, rng)
            assert world.asked() == game.asked()
            if viewer in game.owes():
                assert list(world.options(viewer)) == list(game.options(viewer))
            for _, decision in zip(range(12), course(world, rng), strict=False):
                assert decision[1] in world.options(decision[0])


def test_a_choice_taken_by_itself_follows_from_public_knowledge(table: Table) -> None:
    rng = Rng(table)
    for game in positions(table, 24):
        if game.question is not None and game.question[0] == ASK_OPEN:
            (seat,) = game.owes()
            for viewer in viewers(game):
                assert list(game.imagine(viewer, rng).options(seat)) == list(game.options(seat))


def test_it_depends_on_what_the_viewer_knows_and_on_chance_alone(table: Table) -> None:
    for number, game in enumerate(positions(table)):
        for viewer in viewers(game):
            twice = game.imagine(viewer, Rng("first")).imagine(viewer, Rng(number))
            assert twice == game.imagine(viewer, Rng(number))
            check_imagined(game, viewer, Rng(f"{table} {number}"))


def test_its_chance_is_not_that_of_the_table(table: Table) -> None:
    for game in positions(table):
        other = game.copy()
        other.chance, other.seed = 7, bytes(32)
        assert other.imagine(0, Rng(1)) == game.imagine(0, Rng(1))


def test_its_answers_are_the_viewers_own(table: Table) -> None:
    for game in positions(table):
        for viewer in viewers(game):
            world = game.imagine(viewer, Rng(viewer))
            assert world.answers == tuple(answer for answer in game.answers if answer[0] == viewer)
            assert answers_stand(world)


def test_every_unknown_card_moves(table: Table) -> None:
    rng = Rng(f"moves {table}")
    for game in positions(table)[::4]:
        viewer = rng.below(game.setup.seats + 1)
        twin = swapped(game, viewer, rng)
        if twin is not None:
            pairs = zip(game.zones, twin.zones, strict=True)
            zone = min((n for n, (one, other) in enumerate(pairs) if one != other), key=lambda n: len(game.zones[n]))
            worlds = [game.imagine(viewer, rng).zones[zone] for _ in range(150)]
            assert any(world != game.zones[zone] for world in worlds)
