"""What is compared at pairs of tables: each meeting is a pair, with a game, a number of seats, options, and people."""

from __future__ import annotations

from contextlib import AsyncExitStack
from itertools import islice
from typing import TYPE_CHECKING, Final

from contract.tables import tables
from leaks import clockwork
from leaks.courses import LANGUAGES, Course, one_of
from leaks.secrets import Secrets, secret_questions
from leaks.twins import Twins
from parlour.kernel.chance import Rng

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator
    from typing import Any

    from contract.tables import Table as Series
    from leaks.sides import Seating
    from parlour.kernel.game import Game
    from parlour.kernel.spec import GameSpec

    Meeting = Callable[[Series, Seating, Rng], Coroutine[Any, Any, int]]

EACH: Final = "each_at_a_screen"
SHARED: Final = "two_at_one_screen"
BOT: Final = "with_a_bot"
SEATINGS: Final = EACH, SHARED, BOT
MOST_SEATS: Final = 6
SELDOM: Final = 6
"""One position in so many is looked at where all are looked at by everybody."""
POSITIONS: Final = 20
QUESTIONS: Final = 6


def seating(seats: int, how: str) -> Seating:
    """Who sits where."""
    if how == SHARED:
        return (0, *range(seats - 1))
    return tuple(None if how == BOT and seat == seats - 1 else seat for seat in range(seats))


def compared(meeting: Meeting, spec: GameSpec, how: str, least: int) -> int:
    """Meet at tables with all numbers of seats that are not too many, and with all options.

    Args:
        meeting: what is done at a pair of tables.
        spec: the game.
        how: who sits where.
        least: how many positions are to be compared at least.

    Returns:
        How many were.
    """
    found = [table for table in tables([spec]) if table.seats <= MOST_SEATS]
    rng, positions = Rng(f"{meeting.__name__} {spec.id} {how}"), 0
    while positions < least:
        series = one_of(rng, found)
        positions += clockwork.run(meeting(series, seating(series.seats, how), rng))
    return positions


async def play(series: Series, people: Seating, rng: Rng) -> int:
    """Play with a twin; the lines of everybody are compared in turn."""
    async with AsyncExitStack() as opened:
        twins = await Twins.open(opened, series, people)
        course, game = Course(twins, rng), series.start(rng.fork())
        for subject in twins.subjects():
            game = await course.play(game if game.owes() else series.start(rng.fork()), subject)
        return course.positions


async def imagine(series: Series, people: Seating, rng: Rng) -> int:
    """Look at positions of a game, and at those that each viewer imagines."""
    async with AsyncExitStack() as opened:
        twins, positions = await Twins.open(opened, series, people), 0
        for game in islice(_positions(series.start(rng.fork()), rng), POSITIONS):
            for subject in twins.subjects():
                (bit,) = subject.bits(game)
                await twins.begin(game, game.imagine(bit, rng), subject, one_of(rng, LANGUAGES), others=False)
                positions += 1
        return positions


def _positions(game: Game, rng: Rng) -> Iterator[Game]:
    while game.owes():
        if not rng.below(SELDOM):
            yield game.copy()
        seat = one_of(rng, game.owes())
        game.choose(seat, one_of(rng, game.options(seat)))


async def answer(series: Series, people: Seating, rng: Rng) -> int:
    """Answer secret questions in other ways at both tables."""
    async with AsyncExitStack() as opened:
        twins, asked = await Twins.open(opened, series, people), 0
        for game in secret_questions(series, rng):
            asked += await Secrets(twins, one_of(rng, twins.subjects()), rng).play(game)
            await twins.leave()
            if asked == QUESTIONS:
                break
        return asked
