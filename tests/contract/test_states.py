"""States are values: copies never leak into each other, and all that a state holds can be copied, pickled and printed."""

from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING

from contract.tables import course, decision, positions
from parlour.kernel.chance import Rng
from support import scaled

if TYPE_CHECKING:
    from contract.tables import Table
    from parlour.kernel.game import Game


def test_every_earlier_copy_stays_as_it_was(table: Table) -> None:
    for number in range(scaled(1)):
        game = table.start(f"copies {number}")
        kept = [(game.copy(), game.fingerprint(), str(game.state())) for _ in course(game, Rng(number))]
        for other, fingerprint, state in kept:
            assert other.fingerprint() == fingerprint
            assert str(other.state()) == state


def test_a_copy_played_on_leaves_the_original_alone(table: Table) -> None:
    for game in positions(table):
        fingerprint = game.fingerprint()
        for twin in (game.copy(), copy.deepcopy(game), copy.copy(game)):
            played_on(twin, 10)
        assert game.fingerprint() == fingerprint


def test_copies_pickles_and_deep_copies_are_equal_and_go_on_alike(table: Table) -> None:
    for game in positions(table):
        for twin in (game.copy(), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):  # noqa: S301 - our own
            assert twin == game
            assert twin.fingerprint() == game.fingerprint()
            assert played_on(twin, 5) == played_on(game.copy(), 5)


def played_on(game: Game, count: int) -> Game:
    """The state after some decisions, the same ones for equal states."""
    rng = Rng("on")
    for _ in range(count):
        if game.owes():
            game.choose(*decision(game, rng))
    return game


def test_a_state_differs_from_the_next(table: Table) -> None:
    game = table.start("next")
    before = game.copy()
    for _ in course(game, Rng("next")):
        if before.answers != game.answers or before.stack != game.stack or before.question != game.question:
            assert before != game
        before = game.copy()


def test_what_frames_keep_is_plain_and_prints(table: Table) -> None:
    for game in positions(table, 24):
        frames = [*game.stack, *([game.question] if game.question else [])]
        for how, seats, step, options_of, card, kept in frames:
            assert is_plain((how, seats, card, kept))
            assert is_found_by_name(step)
            assert options_of is None or is_found_by_name(options_of)
            assert eval(repr(kept)) == kept  # noqa: S307 - plain values print as they are written
        assert str(len(game.stack)) in repr(game)


def is_plain(value: object) -> bool:
    """Whether a value is a number, text, bytes, or a tuple of these."""
    if isinstance(value, tuple):
        return all(is_plain(each) for each in value)
    return value is None or isinstance(value, (bool, int, bytes, str))


def is_found_by_name(step: object) -> bool:
    """Whether a step pickles: a function of a module, by its name."""
    return pickle.loads(pickle.dumps(step)) is step  # noqa: S301 - our own


def test_a_state_holds_no_cards_but_those_of_its_decks(table: Table) -> None:
    game = table.start("cards")
    total = sum(map(len, game.zones))
    assert total == sum(len(deck) for deck in game.decks())
    for _ in course(game, Rng("cards")):
        found = sorted(game.card_of(kind) for cards in game.zones for kind in cards)
        assert found == sorted(b"".join(game.decks()))
