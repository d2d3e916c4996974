"""The same game at two tables where only what people do in secret differs: who answers first, prepares, or looks over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from leaks.clockwork import quiet
from leaks.courses import LANGUAGES, NOTHING, ask_wrongly, doors, one_of
from leaks.sides import WINDOW, Viewer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from contract.tables import Table as Series
    from leaks.sides import Side
    from leaks.twins import Subject, Twins
    from parlour.kernel.chance import Rng
    from parlour.kernel.game import Game
    from parlour.kernel.options import Seat

MOMENTS: Final = 4
"""So many times others do something in secret, until all that is owed is answered."""
MOMENT: Final = 0.23
"""Seconds between two of them."""
GAMES: Final = 10
RARE: Final = 6
"""At one moment in so many the pages that are asked for are compared as well."""
Act = tuple[int, dict[str, Any]]
"""A person, and a message of that person's."""


def secret_questions(series: Series, rng: Rng) -> Iterator[Game]:
    """Positions of random games at which several are asked in secret, or a reaction window opens."""
    for number in range(GAMES):
        game = series.start(f"secrets {rng.state} {number}")
        while game.owes():
            if not game.answers and (len(game.owes()) > 1 or game.step_asked() in game.spec.windows):
                yield game.copy()
            seat = one_of(rng, game.owes())
            game.choose(seat, one_of(rng, game.options(seat)))


class Secrets:
    """A question that is answered at two tables with the same answers, but not in the same way.

    Args:
        twins: the tables.
        subject: who must not notice the ways.
        rng: chance.
    """

    def __init__(self, twins: Twins, subject: Subject, rng: Rng) -> None:
        self._twins: Twins = twins
        self._subject: Subject = subject
        self._rng: Rng = rng
        self._answers: dict[Seat, str] = {}

    async def play(self, game: Game) -> bool:
        """Answer it; says whether anybody but the subject was asked."""
        twins = self._twins
        await twins.begin(game, game, self._subject, one_of(self._rng, LANGUAGES))
        people = [seat for seat in game.owes() if twins.here.seating[seat] is not None]
        self._answers = {seat: one_of(self._rng, twins.common(seat)) for seat in people}
        others = [seat for seat in people if seat not in self._subject.seats]
        if others:
            await self._answer(others)
        return bool(others)

    async def _answer(self, others: list[Seat]) -> None:
        twins = self._twins
        ways = [self._way(side, others) for side in twins.sides]
        for moment in range(MOMENTS + 1):
            for side, way in zip(twins.sides, ways, strict=True):
                for person, message in way[moment]:
                    side.ask(person, next(twins.numbers), **message)
            if moment == 1:
                for seat in self._answers.keys() - others:
                    twins.choose(seat, self._answers[seat])
            if moment < MOMENTS:
                ask_wrongly(twins, self._rng)
            await quiet(MOMENT)
            twins.compare()
            if moment < MOMENTS and not self._rng.below(RARE):
                await self._look_from_outside()
        await quiet(WINDOW)
        twins.compare()

    def _way(self, side: Side, others: list[Seat]) -> list[list[Act]]:
        """For each moment what others do at a table; the last answer comes at the last one."""
        way: list[list[Act]] = [[] for _ in range(MOMENTS + 1)]
        last = one_of(self._rng, others)
        for seat in others:
            moment = MOMENTS if seat == last else self._rng.below(MOMENTS)
            way[self._rng.below(moment + 1)] += self._taken_back(side, seat)
            way[moment] += self._said(side, seat)
            way[self._rng.below(MOMENTS)] += self._vain(side, seat)
        return way

    def _said(self, side: Side, seat: Seat) -> list[Act]:
        """A seat answers; to a reaction window also beforehand, or by saying nothing where it passes."""
        person, choice = side.seating[seat], self._answers[seat]
        assert person is not None
        answer: Act = person, {"do": "choose", "seat": seat, "question": side.state.answered[seat], "choice": choice}
        if not side.state.in_window:
            return [answer]
        beforehand: Act = person, {"do": "stand", "seat": seat, "step": side.game.step_asked(), "choice": choice}
        return one_of(self._rng, [[answer], [beforehand], [] if choice == NOTHING else [answer, beforehand]])

    def _taken_back(self, side: Side, seat: Seat) -> list[Act]:
        """A seat takes back what it has not yet said beforehand."""
        person = side.seating[seat]
        assert person is not None
        steps = [*side.game.spec.windows, *side.game.spec.stops] or ["none such"]
        back: Act = person, {"do": "stand", "seat": seat, "step": one_of(self._rng, steps), "choice": ""}
        return [back] if self._rng.below(2) else []

    def _vain(self, side: Side, seat: Seat) -> list[Act]:
        """A seat does what changes nothing: asks for what can't be, looks over."""
        person = side.seating[seat]
        assert person is not None
        vain: list[dict[str, Any]] = [
            {"do": "choose", "seat": seat, "question": side.state.answered[seat], "choice": "none such"},
            {"do": "look", "seat": one_of(self._rng, [each for each, p in enumerate(side.seating) if p == person])},
        ]
        return [(person, each) for each in vain if self._rng.below(2)]

    async def _look_from_outside(self) -> None:
        language = one_of(self._rng, LANGUAGES)
        viewer = Viewer(self._subject.person, None, language)
        seat = self._rng.below(len(self._twins.here.seating))
        for path, query in doors(self._twins.here.table.id, seat, language):
            await self._twins.get(viewer, path, **query)
