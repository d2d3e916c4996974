"""The history of a table: typed events with number, time and author. The table is rebuilt from it, and so is the record.

An entry is one line of JSON. Beside the deal and each decision stands what it did, as rows of `parlour.server.telling`:
a finished game can be shown from them to any of its viewers even if the rules have changed since.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Self

import msgspec

from parlour.kernel.chance import seed_hash
from parlour.kernel.record import Decision, Record
from parlour.server.errors import BadHistory

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from parlour.kernel.options import Seat
    from parlour.server.telling import Row


@dataclass(frozen=True, slots=True)
class Created:
    """A table was set up: a game, the version of its rules, and the table options as records write them."""

    game: str
    rules: int
    seats: int
    options: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Joined:
    """The author came to the table, under a name."""

    name: str


@dataclass(frozen=True, slots=True)
class Left:
    """The author went; before the deal this frees the author's seats."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A player, as records name it, took a seat; `person` decides for it, nobody where it is empty."""

    seat: Seat
    player: str
    person: str


@dataclass(frozen=True, slots=True)
class Begun:
    """The cards were dealt.

    Attributes:
        seed: the 256-bit seed of all chance, in hexadecimal.
        deal: the fingerprint of the state.
        told: what the deal did.
    """

    seed: str
    deal: str
    told: Sequence[Row] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Decided:
    """A seat chose.

    Attributes:
        seat: the seat.
        step: the name of the step that asked.
        choice: the option's text.
        fingerprint: of the state that followed.
        by: who decided where it was not the seat's player, such as ``clock``.
        winners: the seats that have won by it.
        told: what it did.
    """

    seat: Seat
    step: str
    choice: str
    fingerprint: str
    by: str = ""
    winners: Sequence[Seat] = ()
    told: Sequence[Row] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Stood:
    """A seat said beforehand what it answers at a step; an empty choice takes it back."""

    seat: Seat
    step: str
    choice: str


@dataclass(frozen=True, slots=True)
class Meant:
    """A seat answered a reaction window that is still open; it counts, unless another one follows, when it closes."""

    seat: Seat
    choice: str


Event = Created | Joined | Left | Seated | Begun | Decided | Stood | Meant
_KINDS: Final[Mapping[str, type[Event]]] = {
    "created": Created,
    "joined": Joined,
    "left": Left,
    "seated": Seated,
    "begun": Begun,
    "decided": Decided,
    "stood": Stood,
    "meant": Meant,
}
_NAMES: Final = {kind: name for name, kind in _KINDS.items()}
_PLACE: Final = ("number", "time", "author", "command")


@dataclass(frozen=True, slots=True)
class Entry:
    """An event in its place.

    Attributes:
        number: its place in the history, from 1; after it the table has this version.
        time: milliseconds since 1970, UTC.
        author: the person whose command it was, or who decided in place of a player, such as ``clock``.
        command: the id that the author gave it.
        event: what happened.
    """

    number: int
    time: int
    author: str
    command: str
    event: Event

    def line(self) -> str:
        """The entry as one line of JSON."""
        event = {name: getattr(self.event, name) for name in self.event.__slots__}
        place = {name: getattr(self, name) for name in _PLACE}
        return msgspec.json.encode({**place, "event": _NAMES[type(self.event)], **event}).decode()

    @classmethod
    def parse(cls, line: str) -> Self:
        """Read an entry.

        Raises:
            BadHistory: it is none.
        """
        try:
            data = json.loads(line)
            place, kind = {name: data.pop(name) for name in _PLACE}, data.pop("event")
            return cls(**place, event=_KINDS[kind](**data))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise BadHistory(f"{line[:60]!r} is no entry of a history: {error!r}") from error


def record_of(history: Iterable[Entry]) -> Record:
    """The record of the game that was played.

    Raises:
        BadHistory: no game has begun.
    """
    record, created, players = None, None, dict[int, str]()
    for entry in history:
        event = entry.event
        if isinstance(event, Created):
            created = event
        elif isinstance(event, Seated):
            players[event.seat] = event.player
        elif isinstance(event, Begun) and created is not None:
            record = _begun(created, players, event)
        elif isinstance(event, Decided) and record is not None:
            record.decisions.append(Decision(event.seat, event.step, event.choice, event.fingerprint, event.by))
            record.winners = tuple(event.winners)
    if record is None:
        raise BadHistory("no record of a game that has not begun: expected one whose cards are dealt")
    return record


def _begun(created: Created, players: Mapping[Seat, str], begun: Begun) -> Record:
    seed = bytes.fromhex(begun.seed)
    return Record(
        game=created.game,
        version=created.rules,
        options=dict(created.options),
        players=tuple(players[seat] for seat in range(created.seats)),
        seed=seed,
        hash=seed_hash(seed),
        deal=begun.deal,
    )
