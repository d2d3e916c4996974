"""A person who is alone is waited for where there is a choice: who comes then can't see whether there was one."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Final

import pytest

from contract.swaps import swapped
from contract.tables import Table as Series
from leaks import clockwork
from leaks.clockwork import quiet
from leaks.courses import LANGUAGES, doors, one_of
from leaks.meetings import EACH, seating
from leaks.secrets import secret_questions
from leaks.sides import STRANGER, WINDOW, Viewer
from leaks.twins import Subject, Twins
from parlour import games
from parlour.kernel.chance import Rng
from parlour.kernel.options import PASS
from support import scaled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from parlour.kernel.game import Game
    from parlour.kernel.options import Seat

SEATS: Final = 3
FOUND: Final = 8
TRIES: Final = 40
GUILLOTINE: Final = games.load("guillotine")


def choices(rng: Rng) -> Iterator[tuple[Game, Game, Seat, Subject]]:
    """Open windows with a seat that has a choice, and twins in which it has none, as somebody else can't know."""
    for game in secret_questions(Series(GUILLOTINE, SEATS), rng):
        for seat in game.owes() if game.step_asked() in game.spec.windows else ():
            subject = one_of(rng, [Subject(other, (other,)) for other in range(SEATS) if other != seat] + WATCHING)
            twin = without_choice(game, seat, subject, rng) if len(game.options(seat)) > 1 else None
            if twin is not None and _alike_once_passed(game, twin, subject):
                yield game, twin, seat, subject


def without_choice(game: Game, seat: Seat, subject: Subject, rng: Rng) -> Game | None:
    """A twin in which the seat can only pass."""
    twins = (swapped(game, subject.bits(game)[0], rng) for _ in range(TRIES))
    return next((twin for twin in twins if twin is not None and len(twin.options(seat)) == 1), None)


def _alike_once_passed(game: Game, twin: Game, subject: Subject) -> bool:
    """Whether the game then waits for a person, and shows the subject nothing in which the two differ."""
    here, there = _passed(game), _passed(twin)
    waits = here.step_asked() not in (*here.spec.windows, *here.spec.stops)
    return waits and here.view(subject.seat).encoded() == there.view(subject.seat).encoded()


def _passed(game: Game) -> Game:
    after = game.copy()
    for seat in game.owes():
        after.choose(seat, PASS)
    return after


WATCHING: Final = [Subject(SEATS, ()), Subject(STRANGER, ())]


@pytest.mark.parametrize("moment", [0.0, 0.05, 0.5, 3.0])
def test_who_comes_to_somebody_who_was_alone_sees_no_choice(moment: float) -> None:
    async def meet(language: str, rng: Rng) -> None:
        async with AsyncExitStack() as opened:
            twins = await Twins.open(opened, Series(GUILLOTINE, SEATS), seating(SEATS, EACH))
            for _, (game, twin, seat, subject) in zip(range(FOUND), choices(rng), strict=False):
                await twins.alone(game, twin, seat)
                await quiet(moment)
                await twins.visit(Viewer(subject.person, subject.seat, language))
                await quiet(WINDOW)
                twins.compare()

    for number in range(scaled(2)):
        clockwork.run(meet(one_of(Rng(number), ["", *LANGUAGES]), Rng(f"{moment} {number}")))


@pytest.mark.parametrize("moment", [0.05, 0.5])
def test_who_asks_for_a_page_where_somebody_is_alone_sees_no_choice(moment: float) -> None:
    async def meet(rng: Rng) -> None:
        async with AsyncExitStack() as opened:
            twins = await Twins.open(opened, Series(GUILLOTINE, SEATS), seating(SEATS, EACH))
            pages = doors(twins.here.table.id, 0, "de")
            for (path, query), (game, twin, seat, subject) in zip(pages * scaled(1), choices(rng), strict=False):
                await twins.alone(game, twin, seat)
                await quiet(moment)
                await twins.get(Viewer(subject.person, None, "en"), path, **query)

    clockwork.run(meet(Rng(moment)))
