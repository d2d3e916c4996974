"""Choices: each once, in a stable order, always one for who must choose; and games end."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import pytest

from contract.tables import course, positions, viewers
from parlour.kernel.chance import Rng
from parlour.kernel.errors import IllegalChoice, NothingOwed
from parlour.kernel.options import option_text
from support import scaled

if TYPE_CHECKING:
    from contract.tables import Table
    from parlour.kernel.game import Game
    from parlour.kernel.options import Option, Seat


def test_options_are_there_each_once_with_a_text_of_its_own(table: Table) -> None:
    game = table.start("options")
    for _ in course(game, Rng("options")):
        for seat in game.owes():
            options = list(game.options(seat))
            texts = [option_text(option, game.spec.kinds) for option in options]
            assert options
            assert len(set(options)) == len(options) == len(set(texts))
            assert all(text == text.strip() and text.isprintable() for text in texts)


def test_options_keep_their_order(table: Table) -> None:
    for game in positions(table):
        for seat in game.owes():
            options = list(game.options(seat))
            pickled = pickle.loads(pickle.dumps(game))  # noqa: S301 - our own
            assert options == list(game.options(seat)) == list(game.copy().options(seat))
            assert options == list(pickled.options(seat))


def test_looking_changes_nothing(table: Table) -> None:
    for game in positions(table):
        fingerprint, chance = game.fingerprint(), game.chance
        for viewer in viewers(game):
            game.imagine(viewer, Rng(1))
        for seat in game.owes():
            game.options(seat)
        assert (game.fingerprint(), game.chance) == (fingerprint, chance)


def test_a_choice_by_its_text_is_the_same_choice(table: Table) -> None:
    for game in positions(table):
        for seat in game.owes():
            for option in game.options(seat):
                one, other = game.copy(), game.copy()
                one.choose(seat, option)
                assert other.choose_text(seat, option_text(option, game.spec.kinds)) == option
                assert one == other


def test_a_wrong_choice_is_refused_and_changes_nothing(table: Table) -> None:
    for game in positions(table):
        before = game.copy()
        for seat in range(game.setup.seats):
            with pytest.raises(IllegalChoice if seat in game.owes() else NothingOwed, match=str(seat)):
                game.choose_text(seat, "no such option")
        assert game == before


def test_a_brisk_game_leaves_out_nothing_but_questions_with_one_answer(table: Table) -> None:
    for game in positions(table):
        brisk = game.copy()
        brisk.brisk = True
        assert real_decisions(game.copy(), 20) == real_decisions(brisk, 20)


def real_decisions(game: Game, count: int) -> list[tuple[Seat, str | None, tuple[Option, ...]]]:
    """Play on at random; the decisions with more than one option, as seat, step and options."""
    rng = Rng("real")
    found: list[tuple[Seat, str | None, tuple[Option, ...]]] = []
    while game.owes() and len(found) < count:
        seat = game.owes()[0]
        options = tuple(game.options(seat))
        if len(options) > 1:
            found.append((seat, game.step_asked(), options))
        game.choose(seat, options[rng.below(len(options)) if len(options) > 1 else 0])
    return found


def test_games_end_within_the_bound_and_have_winners(table: Table) -> None:
    for number in range(scaled(3)):
        game = table.start(f"bound {number}")
        for _ in course(game, Rng(number)):
            assert game.turns <= game.spec.bound(table.seats, game.setup.options)
        assert game.winners
        assert set(game.winners) <= set(range(table.seats))
        assert len(game.scores()) == table.seats
        with pytest.raises(NothingOwed, match="the game is over"):
            game.choose_text(0, "pass")
