"""Two servers whose tables differ only in what a viewer can't know: it must be sent the same by both, at the same time."""

from __future__ import annotations

import asyncio
from itertools import count, zip_longest
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self
from zlib import crc32

from contract.swaps import swapped
from leaks.clockwork import quiet
from leaks.sides import STRANGER, Side, Viewer
from parlour.kernel.chance import Rng
from parlour.kernel.options import option_text
from parlour.server.history import Decided
from parlour.server.telling import part
from parlour.web.fragments import Fragments

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AsyncExitStack

    from contract.tables import Table as Series
    from leaks.lines import Frame
    from leaks.sides import Seating
    from parlour.kernel.game import Game
    from parlour.kernel.options import Seat
    from parlour.server.history import Entry

DRAWN: Final = Fragments(), Fragments()
"""What the two servers have drawn: as in servers that run for long, for other tables as well."""
ROUND: Final = 1000
"""More questions than are asked between two beginnings."""


class Parted(Exception):
    """The viewer has learned something in which the tables differ: from here on they may go different ways."""


class Subject(NamedTuple):
    """Whose lines are compared.

    Attributes:
        person: a number of the seating, or the one after it for a guest who watches.
        seats: the seats that the person has.
    """

    person: int
    seats: tuple[Seat, ...]

    @property
    def seat(self) -> Seat | None:
        """What the person looks at first."""
        return self.seats[0] if self.seats else None

    def bits(self, game: Game) -> tuple[int, ...]:
        """The bit numbers of those who know together what this person knows."""
        return self.seats or (game.setup.seats,)


class Twins:
    """Two tables, and who looks at them.

    Attributes:
        here: the server with the game as it is.
        there: the one with its twin.
        subject: whose lines are compared, and those of all who only watch.
        may_part: whether others have chosen by what the subject can't know.
        numbers: for the ids of commands.
    """

    def __init__(self) -> None:
        self.here: Side
        self.there: Side
        self.subject: Subject
        self.may_part: bool = False
        self.numbers: Iterator[int] = count()
        self._round: int = 0
        self._read: list[int] = [0, 0]
        self._compared: list[Viewer] = []

    @classmethod
    async def open(cls, opened: AsyncExitStack, series: Series, seating: Seating) -> Self:
        """Two servers, at whose tables all sit."""
        twins = cls()
        twins.here, twins.there = [await Side.open(opened, series, seating, twins.think, drawn) for drawn in DRAWN]
        for viewer in twins.everybody():
            twins.come(viewer)
        return twins

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both."""
        return self.here, self.there

    def subjects(self) -> list[Subject]:
        """All whose lines can be compared."""
        seating = self.here.seating
        people = range(len(self.here.guests))
        return [Subject(person, tuple(s for s, each in enumerate(seating) if each == person)) for person in people]

    def everybody(self) -> list[Viewer]:
        """A program of each person, and one of somebody without a name."""
        return [*(Viewer(each.person, each.seat) for each in self.subjects()), Viewer(STRANGER, None)]

    # A game begins, and its twin.

    async def begin(self, game: Game, twin: Game, subject: Subject, *languages: str, others: bool = True) -> None:
        """Put a game and its twin on the tables, and look at them; the subject looks last.

        Args:
            game: the game.
            twin: what the subject can't tell from it.
            subject: whose lines are compared.
            languages: of the pages that the subject opens beside its program.
            others: whether all look, else the subject and those who only watch.
        """
        pages = [Viewer(subject.person, subject.seat, language) for language in languages]
        self._compared = list(dict.fromkeys([Viewer(subject.person, subject.seat), *pages, *self.everybody()[-2:]]))
        self.subject, self.may_part = subject, False
        self._round += ROUND
        self._turn_page()
        for side, each in zip(self.sides, (game, twin), strict=True):
            side.put(each, self._round)
            looking = dict.fromkeys([*side.lines, *self.everybody()])
            for viewer in [each for each in looking if others and each not in self._compared] + self._compared:
                side.come(viewer)
        await quiet()
        assert all(len(side.lines[viewer].frames) >= 2 for side in self.sides for viewer in self._compared)
        await self.settle()

    async def alone(self, game: Game, twin: Game, seat: Seat) -> None:
        """Put a game and its twin on the tables, where nobody but the person of a seat is."""
        self._round += ROUND
        for side, each in zip(self.sides, (game, twin), strict=True):
            person = Viewer(next(viewer.person for viewer in self.everybody() if viewer.seat == seat), seat)
            side.come(person)
            await side.hang_up(*(viewer for viewer in side.lines if viewer != person))
            side.put(each, self._round)
        self._compared = []

    async def visit(self, viewer: Viewer) -> None:
        """Somebody comes, whose line is compared from now on."""
        self.come(viewer)
        self._compared = [viewer]
        await quiet()
        assert all(len(side.lines[viewer].frames) >= 2 for side in self.sides)
        self.compare()

    def come(self, viewer: Viewer) -> None:
        """Somebody opens a line to each table; it is not compared."""
        for side in self.sides:
            side.come(viewer)

    async def lose(self, viewer: Viewer) -> list[dict[str, object]]:
        """Somebody whose lines are compared loses one; returns from where they go on."""
        places = [side.lines[viewer].place for side in self.sides]
        self._compared.remove(viewer)
        for side in self.sides:
            await side.hang_up(viewer)
        return places

    def resume(self, viewer: Viewer, places: list[dict[str, object]]) -> None:
        """Somebody who has lost a line has one again."""
        self._compared.append(viewer)
        for side, place in zip(self.sides, places, strict=True):
            side.come(viewer, **place)

    async def leave(self) -> None:
        """Those who read a page go."""
        for side in self.sides:
            await side.hang_up(*(viewer for viewer in side.lines if viewer.language))

    def common(self, seat: Seat) -> list[str]:
        """What a seat can choose at both tables."""
        here, there = (
            [option_text(option, side.game.spec.kinds) for option in side.game.options(seat)] for side in self.sides
        )
        return [text for text in here if text in there]

    async def think(self, game: Game, seat: Seat) -> str:
        """What a bot chooses: the same at both tables if it can; how long it takes depends on what it alone knows."""
        await asyncio.sleep(crc32(b"".join(game.zones)) % 800 / 1000)
        common = self.common(seat) if self._round else []
        if not common:
            self.may_part = True
            common = [option_text(option, game.spec.kinds) for option in game.options(seat)]
        return common[Rng(f"{self._round} {seat} {self.here.state.answered[seat]}").below(len(common))]

    # What is done at both.

    def ask(self, person: int, **message: object) -> None:
        """A message of a person."""
        number = next(self.numbers)
        for side in self.sides:
            side.ask(person, number, **message)

    def choose(self, seat: Seat, choice: str) -> None:
        """A seat's answer to its question."""
        person = self.here.seating[seat]
        assert person is not None
        self.ask(person, do="choose", seat=seat, question=self.here.state.answered[seat], choice=choice)

    async def get(self, viewer: Viewer, path: str, **query: object) -> None:
        """Compare what a request is answered."""
        here, there = [await side.get(viewer, path, **query) for side in self.sides]
        assert here == there, (viewer, path, *_parted(here.body.decode(), there.body.decode()))

    async def settle(self, seconds: float = 0.0) -> None:
        """Let time go by, and compare what has been sent meanwhile.

        Raises:
            Parted: the subject was shown something in which the tables differ.
        """
        await quiet(seconds)
        parting = self._parting()
        self.compare(parting)
        if parting is not None:
            raise Parted

    def compare(self, before: int | None = None) -> None:
        """Compare what has been sent since this was asked last.

        Args:
            before: only until then, in milliseconds.
        """
        sent = [{viewer: line.taken() for viewer, line in side.lines.items()} for side in self.sides]
        for viewer in self._compared:
            here, there = (_before(frames[viewer], before) for frames in sent)
            assert here == there, (viewer, *_difference(here, there))

    def _parting(self) -> int | None:
        """When the subject was shown something in which the tables differ, in milliseconds."""
        here, there = self._turn_page()
        for one, other in zip_longest(here, there):
            if one is None or other is None or self._told(one) != self._told(other):
                assert self.may_part or (one and other and self._shows(one, other)), (one, other)
                return min(entry.time for entry in (one, other) if entry)
        return None

    def _turn_page(self) -> list[list[Entry]]:
        """What has been written at both since this was asked last."""
        news = [side.entries(read) for side, read in zip(self.sides, self._read, strict=True)]
        self._read = [len(side.store.lines[side.table.id]) for side in self.sides]
        return news

    def _told(self, entry: Entry) -> list[Any]:
        """What an entry says, of what it did as much as the subject is told."""
        event = entry.event
        if not isinstance(event, Decided):
            return [entry.time, event]
        told = [part(event.told, bit) for bit in self.subject.bits(self.here.game)]
        return [entry.time, event.seat, event.step, event.choice, event.by, event.winners, told]

    def _shows(self, one: Entry, other: Entry) -> bool:
        """Whether the same choice has first shown cards where it did not do the same at both tables, whoever won by it."""
        (*same, _, here), (*alike, _, there) = self._told(one), self._told(other)
        return same == alike and all(_shows_first(*told) for told in zip(here, there, strict=True))


def _difference(here: list[Frame], there: list[Frame]) -> tuple[object, object]:
    """Where two courses of messages differ first."""
    one, other = next(pair for pair in zip_longest(here, there) if pair[0] != pair[1])
    if one is None or other is None or one.time != other.time:
        return one, other
    return _parted(one.text, other.text)


def _parted(one: str, other: str) -> tuple[str, str]:
    """What stands where two texts part."""
    places = (number for number, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1])
    start = max(next(places, 0) - 60, 0)
    return one[start : start + 160], other[start : start + 160]


def _before(frames: list[Frame], milliseconds: int | None) -> list[Frame]:
    return [frame for frame in frames if milliseconds is None or int(1000 * frame.time) < milliseconds]


def _shows_first(here: list[dict[str, Any]], there: list[dict[str, Any]]) -> bool:
    """Whether two courses of events part, if they do, where cards are shown: at one of them perhaps none, for want of a reason."""
    deeds = ([deed for deed in told if deed["event"] != "told"] for told in (here, there))
    parting = next((pair for pair in zip_longest(*deeds) if pair[0] != pair[1]), None)
    if parting is None:
        return here == there
    if None in parting:
        return any(deed and deed["event"] == "shown" for deed in parting)
    return all(deed["event"] in {"shown", "looked", "not_there"} or deed.get("cards") for deed in parting)


def twin_of(game: Game, subject: Subject, rng: Rng) -> Game | None:
    """A state that the subject can't tell from another one; None where chance finds none.

    Two cards are swapped, or, where nobody else has given a secret answer, all that is hidden lies anew.
    """
    bits = subject.bits(game)
    if len(bits) > 1 or {seat for seat, _ in game.answers} - set(bits) or rng.below(2):
        return swapped(game, bits[0], rng, *bits[1:])
    twin = game.imagine(bits[0], rng)
    twin.seed, twin.chance, twin.brisk = game.seed, game.chance, game.brisk
    return twin if twin.zones != game.zones else None
