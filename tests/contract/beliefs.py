"""Brute force over a game: all states that may stand on the table, kept one by one as a viewer sees what happens."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from contract.swaps import answers_stand, in_world
from contract.tables import seat_of
from contract.worlds import hidden_world, ways
from parlour.kernel.events import seen_by

if TYPE_CHECKING:
    from collections.abc import Iterator

    from contract.worlds import World
    from parlour.kernel.game import Game
    from parlour.kernel.options import Option, Seat

MOST_WORLDS = 24
MOST_TRIES = 200
MOST_CARDS = 12


class Branching:
    """Chance that takes every outcome in turn: `path` says which, and grows by a first outcome where it ends."""

    path: list[tuple[int, int]]
    drawn: int

    def below(self, n: int) -> int:
        if self.drawn == len(self.path):
            self.path.append((0, n))
        self.drawn += 1
        return self.path[self.drawn - 1][0]


@cache
def branching(play: type[Game]) -> type[Any]:
    """A game's class with chance that branches."""
    return type("BranchingGame", (Branching, play), {})


def outcomes(game: Game, seat: Seat, option: Option) -> Iterator[Game]:
    """The states after a decision, one for each outcome of chance, each with the journal of the decision."""
    path: list[tuple[int, int]] = []
    while True:
        restored, (_, setup, slots) = game.copy().__reduce__()
        after = restored(branching(type(game)), setup, slots)  # type: ignore[arg-type] # a class has a hash
        after.path, after.drawn, after.journal = path, 0, []
        after.choose(seat, option)
        yield after
        while path and path[-1][0] + 1 == path[-1][1]:
            path.pop()
        if not path:
            return
        path[-1] = (path[-1][0] + 1, path[-1][1])


def first_beliefs(game: Game, viewer: int) -> list[Game] | None:
    """All states that a viewer's knowledge admits; None if they are too many."""
    if sum(map(len, dict(hidden_world(game, viewer)).values())) > MOST_CARDS:
        return None
    worlds = ways(game.knowledge(viewer), game.setup.ordered)
    if worlds is None or len(worlds) > MOST_WORLDS:
        return None
    states = []
    for world in worlds:
        zones = [b"" if not game.setup.sees[n] >> viewer & 1 else cards for n, cards in enumerate(game.zones)]
        for zone, cards in world:
            zones[zone] = cards
        states.append(in_world(game, viewer, zones))
    return [state for state in states if state.possible() and answers_stand(state)]


def next_beliefs(states: list[Game], viewer: int, after: Game, seat: Seat, option: Option) -> list[Game] | None:
    """The states that remain when a viewer has seen what a decision did; None if they are too many.

    Args:
        states: those before it.
        viewer: who watches; of a decision by others only what it did is seen.
        after: the true state after it, with its journal.
        seat: who decided.
        option: what.
    """
    seen = observation(after, viewer)
    found: dict[str, Game] = {}
    tried = 0
    for state in states:
        for choice in [option] if seat == viewer else list(state.options(seat)):
            for outcome in outcomes(state, seat, choice):
                tried += 1
                if observation(outcome, viewer) == seen:
                    plain = game_of(outcome, type(after))
                    found[plain.fingerprint()] = plain
                if tried > MOST_TRIES:
                    return None
    return list(found.values())


def observation(game: Game, viewer: int) -> tuple[bytes, list[object]]:
    """What a viewer sees of a state and of the decision that led to it."""
    seat = seat_of(game, viewer)
    return game.view(seat).encoded(), list(seen_by(game, game.journal or (), seat))


def game_of(state: Game, play: type[Game]) -> Game:
    """The state as one of the game's own class, the cards of hidden unordered zones sorted."""
    restored, (_, setup, slots) = state.copy().__reduce__()
    game: Game = restored(play, setup, slots)
    game.zones = [
        cards if ordered or seen == setup.everyone else bytes(sorted(cards))
        for cards, ordered, seen in zip(game.zones, setup.ordered, setup.sees, strict=True)
    ]
    return game


def worlds_of(states: list[Game], viewer: int) -> set[World]:
    """The hidden cards of some states."""
    return {hidden_world(state, viewer) for state in states}
