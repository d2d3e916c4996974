"""Files of scenarios as typed values, each with the line it came from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from parlour.kernel.position import Position
from parlour.scenarios.expectations import Offered, Over, Owe, ScoreIs, Seen, Told, ValueIs, ZoneHolds
from parlour.scenarios.fields import BadScenario, Field, Mark, documents, mapped

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from parlour.kernel.options import Seat
    from parlour.scenarios.expectations import Expectation

PARTS: Final = (
    "scenario",
    "cites",
    "game",
    "seats",
    "options",
    "position",
    "seed",
    "chance",
    "play",
    "expect",
    "steps",
)
DRAWS: Final = ("roll", "pick", "shuffle")
SPECTATOR: Final = "spectator"
REFUSED: Final = "!"


@dataclass(frozen=True)
class Decision:
    """A line of `play`.

    Attributes:
        at: where it is written.
        seat: who decides.
        text: the option's text.
        refused: whether it must be refused.
    """

    at: Mark
    seat: Seat
    text: str
    refused: bool

    def __str__(self) -> str:
        return f"{REFUSED if self.refused else ''}{self.seat}: {self.text}"


@dataclass(frozen=True)
class Step:
    """Decisions, and what holds after all of them."""

    decisions: tuple[Decision, ...]
    expectations: tuple[Expectation, ...]


@dataclass(frozen=True)
class Scenario:
    """A position, decisions and what must hold.

    Attributes:
        at: where it begins.
        name: what it shows.
        cites: the rules and cards it is about, such as ``MG 2.5``.
        game: the game's id.
        seats: how many; None for the fewest.
        options: the table options that are named.
        position: where it starts, with the chance to come; None of its zones are named in a new game.
        new: whether it starts with a new game, because no position is given.
        steps: what is played and expected.
        parts: its parts as written, for the lines of errors.
    """

    at: Mark
    name: str
    cites: tuple[str, ...]
    game: str
    seats: int | None
    options: Mapping[str, object]
    position: Position
    new: bool
    steps: tuple[Step, ...]
    parts: Mapping[str, Field]

    def where(self, part: str, text: str = "") -> Mark:
        """The line of a text in one of its parts, or of the part, or where all of it begins."""
        return self.parts[part].where(text) if part in self.parts else self.at


def read(path: Path) -> list[Scenario]:
    """The scenarios of a file.

    Raises:
        BadScenario: it is not a file of scenarios; with the line.
        OSError: it can't be read.
    """
    scenarios = [_scenario(document) for document in documents(path)]
    if not scenarios:
        raise BadScenario(Mark(str(path), 1), "nothing is written here: expected a scenario")
    return scenarios


def _scenario(document: Field) -> Scenario:
    parts = document.parts(PARTS, needed=("scenario", "game"))
    return Scenario(
        at=document.mark,
        name=parts["scenario"].text(),
        cites=parts["cites"].texts() if "cites" in parts else (),
        game=parts["game"].text(),
        seats=parts["seats"].integer() if "seats" in parts else None,
        options=_options(parts["options"]) if "options" in parts else {},
        position=_position(parts),
        new="position" not in parts,
        steps=tuple(_steps(parts)),
        parts=parts,
    )


def _options(field: Field) -> dict[str, object]:
    return {name: value.texts() if value.is_list() else value.text() for name, value in mapped(field).items()}


def _position(parts: Mapping[str, Field]) -> Position:
    fields = mapped(parts["position"]) if "position" in parts else {}
    known = fields["known"].pairs() if "known" in fields else ()
    return Position(
        turn=fields["turn"].integer() if "turn" in fields else None,
        zones=_cards(fields["zones"]) if "zones" in fields else {},
        values=_counters(parts["position"]) if "position" in parts else {},
        known={seat.integer(): _cards(zones) for seat, zones in known},
        chance=[_outcome(item) for item in parts["chance"].items()] if "chance" in parts else (),
        seed=parts["seed"].text() if "seed" in parts else 0,
    )


def _counters(position: Field) -> dict[str, int]:
    counters: dict[str, int] = {}
    for name, value in _counted(position):
        if name.text() in counters:
            raise name.wrong("each counter once")
        counters[name.text()] = value.integer()
    return counters


def _counted(position: Field) -> Iterator[tuple[Field, Field]]:
    for key, value in position.pairs():
        if key.text() == "values":
            yield from value.pairs()
        elif key.text() not in ("turn", "zones", "known"):
            if not value.is_single():
                raise key.wrong("one of turn, zones, values, known, or a counter and its number")
            yield key, value


def _cards(field: Field) -> dict[str, tuple[str, ...]]:
    return {zone: cards.texts() for zone, cards in mapped(field).items()}


def _outcome(item: Field) -> tuple[str, object]:
    draw, outcome = item.pair("one draw, as {roll: 7}, {pick: duke} or {shuffle: [...]}")
    if draw.text() not in DRAWS:
        raise draw.wrong(f"one of {', '.join(DRAWS)}")
    return draw.text(), list(outcome.texts()) if draw.text() == "shuffle" else outcome.text()


def _steps(parts: Mapping[str, Field]) -> Iterator[Step]:
    if "steps" not in parts:
        yield _step(parts)
        return
    for name in ("play", "expect"):
        if name in parts:
            raise BadScenario(parts[name].mark, f"{name} stands beside steps: expected it inside a step")
    for item in parts["steps"].items():
        yield _step(item.parts(("play", "expect")))


def _step(parts: Mapping[str, Field]) -> Step:
    decisions = [_decision(item) for item in parts["play"].items()] if "play" in parts else ()
    return Step(tuple(decisions), tuple(_expected(parts["expect"])) if "expect" in parts else ())


def _decision(item: Field) -> Decision:
    seat, choice = item.pair("a seat and its choice, as {0: pass}")
    text = seat.text()
    number = text.removeprefix(REFUSED)
    if not number.isdecimal() or not number.isascii() or len(number) > 2:
        raise seat.wrong('a seat, as 0, or "!0" where the choice must be refused')
    return Decision(item.mark, int(number), choice.text(), refused=text != number)


def _expected(field: Field) -> Iterator[Expectation]:
    for name, part in field.parts(tuple(EXPECTED)).items():
        yield from EXPECTED[name](part)


def _zones(field: Field) -> Iterator[Expectation]:
    for zone, cards in field.pairs():
        yield ZoneHolds(zone.mark, zone.text(), cards.texts())


def _values(field: Field) -> Iterator[Expectation]:
    for name, value in field.pairs():
        yield ValueIs(name.mark, name.text(), value.text())


def _scores(field: Field) -> Iterator[Expectation]:
    for seat, score in field.pairs():
        yield ScoreIs(seat.mark, seat.integer(), score.number())


def _owes(field: Field) -> Iterator[Expectation]:
    yield Owe(field.mark, tuple(item.integer() for item in field.items()))


def _offers(field: Field) -> Iterator[Expectation]:
    for seat, offer in field.pairs():
        for word, texts in offer.parts(("has", "not")).items():
            yield Offered(texts.mark, seat.integer(), texts.texts(), there=word == "has")


def _views(field: Field) -> Iterator[Expectation]:
    for viewer, zones in field.pairs():
        seat = None if viewer.text() == SPECTATOR else viewer.integer()
        for zone, seen in zones.pairs():
            parts = seen.parts(("count", "cards"))
            count = parts["count"].integer() if "count" in parts else None
            cards = parts["cards"].texts() if "cards" in parts else None
            yield Seen(zone.mark, seat, zone.text(), count, cards)


def _over(field: Field) -> Iterator[Expectation]:
    yield Over(field.mark, field.flag())


def _told(field: Field) -> Iterator[Expectation]:
    yield Told(field.mark, field.texts())


EXPECTED: Final = {
    "zones": _zones,
    "values": _values,
    "scores": _scores,
    "owes": _owes,
    "options": _offers,
    "view": _views,
    "over": _over,
    "told": _told,
}
