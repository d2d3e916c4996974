"""Games played at a table and at its twin, with all that people do meanwhile, wrong things as well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from leaks.sides import PACE, STRANGER, WINDOW, Viewer
from leaks.twins import Parted, twin_of
from parlour.kernel.options import PASS, option_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leaks.sides import Side
    from leaks.twins import Subject, Twins
    from parlour.kernel.chance import Rng
    from parlour.kernel.game import Game
    from parlour.kernel.options import Seat

NOTHING: Final = option_text(PASS, ())
LANGUAGES: Final = "en", "de"
STRETCH: Final = 24
"""Positions until somebody else's lines are compared."""
RARE: Final = 120
"""Before one decision in so many the pages that are asked for are compared as well."""
Some = TypeVar("Some")


def one_of(rng: Rng, some: Sequence[Some]) -> Some:
    """One of several, each equally likely."""
    return some[rng.below(len(some))]


class Course:
    """Random games at twin tables.

    Args:
        twins: the tables.
        rng: chance.

    Attributes:
        positions: how many positions have been compared.
    """

    def __init__(self, twins: Twins, rng: Rng) -> None:
        self.positions: int = 0
        self._twins: Twins = twins
        self._rng: Rng = rng

    async def play(self, game: Game, subject: Subject) -> Game:
        """Play a stretch of a game, with a new twin whenever the two have parted; somebody else reads the page as well.

        Returns:
            The game as it stands then.
        """
        await self._twins.leave()
        page = one_of(self._rng, LANGUAGES)
        other = one_of(self._rng, self._twins.subjects())
        self._twins.come(Viewer(other.person, other.seat, page))
        last = self.positions + STRETCH
        while self.positions < last and game.owes():
            twin = twin_of(game, subject, self._rng)
            if twin is None:
                self._advance(game)
                continue
            await self._twins.begin(game, twin, subject, page)
            self.positions += 1
            await self._side_by_side(last)
            game = self._twins.here.game.copy()
        return game

    def _advance(self, game: Game) -> None:
        seat = one_of(self._rng, game.owes())
        game.choose(seat, one_of(self._rng, game.options(seat)))

    async def _side_by_side(self, last: int) -> None:
        try:
            while self.positions < last and self._twins.here.game.owes():
                await self._disturb()
                await self._decide()
                self.positions += 1
        except Parted:
            pass

    async def _decide(self) -> None:
        """Who owes an answer gives it, or what comes by itself comes."""
        twins, here = self._twins, self._twins.here
        people = [seat for seat in here.game.owes() if here.seating[seat] is not None]
        if here.state.in_window:
            await self._react(people)
        elif people:
            choices = [(seat, text) for seat in people for text in twins.common(seat)]
            if not choices:
                raise Parted
            twins.choose(*one_of(self._rng, choices))
            await twins.settle()
        else:
            await twins.settle(PACE)

    async def _react(self, people: list[Seat]) -> None:
        """Some say something while a reaction window is open, until it closes."""
        twins = self._twins
        for seat in people:
            if self._rng.below(2):
                await twins.settle(self._rng.below(300) / 1000)
                twins.choose(seat, one_of(self._rng, twins.common(seat)))
        await twins.settle()
        twins.may_part = twins.may_part or reactions(twins.here) != reactions(twins.there)
        await twins.settle(WINDOW)

    # What else people do.

    async def _disturb(self) -> None:
        """Now and then somebody asks for what can't be, says something beforehand, looks elsewhere, or reloads the page."""
        choice = self._rng.below(RARE)
        if choice == 0:
            await self._look_from_outside()
        elif choice < RARE // 20:
            await self._lose_the_line()
        elif choice < RARE // 3:
            ask_wrongly(self._twins, self._rng)
        elif choice < RARE // 2:
            self._stand()
        elif choice < RARE * 2 // 3 and self._twins.subject.seats:
            self._twins.ask(self._twins.subject.person, do="look", seat=one_of(self._rng, self._twins.subject.seats))

    async def _lose_the_line(self) -> None:
        """The subject's program misses what happens, and is told of it afterwards."""
        program = Viewer(self._twins.subject.person, self._twins.subject.seat)
        places = await self._twins.lose(program)
        for _ in range(1 + self._rng.below(3)):
            await self._decide()
        self._twins.resume(program, places)

    def _stand(self) -> None:
        """Somebody says beforehand what to answer, whether or not the card is there."""
        here = self._twins.here
        steps = [*here.game.spec.windows.items(), *here.game.spec.stops.items()]
        seats = [(seat, person) for seat, person in enumerate(here.seating) if person is not None]
        if steps:
            (step, choices), (seat, person) = one_of(self._rng, steps), one_of(self._rng, seats)
            choice = one_of(self._rng, ["", *choices])
            self._twins.ask(person, do="stand", seat=seat, step=step, choice=choice)

    async def _look_from_outside(self) -> None:
        subject, table = self._twins.subject, self._twins.here.table.id
        seat, language = self._rng.below(len(self._twins.here.seating)), one_of(self._rng, LANGUAGES)
        viewer = Viewer(one_of(self._rng, [subject.person, STRANGER]), None, language)
        for path, query in doors(table, seat, language):
            await self._twins.get(viewer, path, **query)


def ask_wrongly(twins: Twins, rng: Rng) -> None:
    """Ask for what is refused, whatever the subject may not know."""
    answered = twins.here.state.answered
    own, other = twins.subject.seat or 0, rng.below(len(answered))
    wrong: list[dict[str, Any]] = [
        {"do": "choose", "seat": own, "question": answered[own], "choice": "none such"},
        {"do": "choose", "seat": own, "question": answered[own] - 1, "choice": NOTHING},
        {"do": "choose", "seat": own, "question": answered[own] + 1, "choice": NOTHING},
        {"do": "stand", "seat": own, "step": "none such", "choice": NOTHING},
        {"do": "none such"},
    ]
    if other not in twins.subject.seats:
        wrong += [
            {"do": "choose", "seat": other, "question": answered[other], "choice": NOTHING},
            {"do": "stand", "seat": other, "step": "none such", "choice": NOTHING},
            {"do": "look", "seat": other},
            {"do": "sit", "seat": other},
        ]
    twins.ask(one_of(rng, [twins.subject.person, STRANGER]), **one_of(rng, wrong))


def doors(table: str, seat: Seat, language: str) -> list[tuple[str, dict[str, object]]]:
    """All that can be asked for about a table."""
    return [
        (f"/t/{table}", {"language": language}),
        (f"/t/{table}", {"seat": seat}),
        (f"/t/{table}/replay", {"step": 3, "seat": seat}),
        (f"/t/{table}/record", {}),
        (f"/api/tables/{table}", {}),
        (f"/api/tables/{table}", {"seat": seat}),
        (f"/api/tables/{table}/record", {}),
        ("/api/me", {}),
        ("/", {"language": language}),
        ("/metrics", {}),
        ("/healthz", {}),
        ("/readyz", {}),
    ]


def reactions(side: Side) -> list[str]:
    """What the people will have chosen when the reaction window closes."""
    return [_reaction(side, seat) for seat in side.game.owes() if side.seating[seat] is not None]


def _reaction(side: Side, seat: Seat) -> str:
    state, game = side.state, side.game
    standing = state.standing[seat].get(str(game.step_asked()), "")
    options = [option_text(option, game.spec.kinds) for option in game.options(seat)]
    return state.meant.get(seat) or (standing if standing in options else NOTHING)
