"""What can be asked of a table, and what it answers.

A command has an id that its client made up, another one for each command of its author: whoever is unsure whether a command
arrived sends it again, and it is done once.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parlour.kernel.options import Seat


@dataclass(frozen=True, slots=True)
class Join:
    """A person comes to the table, or takes another name."""

    id: str
    person: str
    name: str


@dataclass(frozen=True, slots=True)
class Leave:
    """A person goes."""

    id: str
    person: str


@dataclass(frozen=True, slots=True)
class Sit:
    """A person takes a seat, or puts somebody on it.

    Attributes:
        id: the command's.
        person: who asks.
        seat: the seat.
        player: who plays there, as records name it: the person where it is left out, a ``bot NAME``, or another one at
            the same screen.
    """

    id: str
    person: str
    seat: Seat
    player: str = ""


@dataclass(frozen=True, slots=True)
class Choose:
    """A decision.

    Attributes:
        id: the command's.
        person: who asks; for a seat that is not this person's the command is refused.
        seat: who decides.
        question: the number of the question that is answered: how many the seat has answered before.
        choice: the option's text.
        by: who decides in place of the seat's person, such as ``clock``, or the bot that sits there; only the server
            itself may say so.
    """

    id: str
    person: str
    seat: Seat
    question: int
    choice: str
    by: str = ""


@dataclass(frozen=True, slots=True)
class Stand:
    """A seat says beforehand what it will answer whenever it is asked something.

    Attributes:
        id: the command's.
        person: who asks.
        seat: the seat.
        step: which question, one of the game's reaction windows or stops.
        choice: the option's text; empty to be asked again.
    """

    id: str
    person: str
    seat: Seat
    step: str
    choice: str


Command = Join | Leave | Sit | Choose | Stand


def author(command: Command) -> str:
    """Whose command it is: a person's, or of who decides in place of a player."""
    return (command.by if isinstance(command, Choose) else "") or command.person


class Reason(StrEnum):
    """Why a command is refused."""

    STALE_QUESTION = "stale_question"
    NOT_YOUR_SEAT = "not_your_seat"
    UNKNOWN_CHOICE = "unknown_choice"
    UNKNOWN_STEP = "unknown_step"
    NOTHING_OWED = "nothing_owed"
    NOT_BEGUN = "not_begun"
    OVER = "over"
    FROZEN = "frozen"
    NOT_SAVED = "not_saved"
    NOT_HERE = "not_here"
    UNKNOWN_SEAT = "unknown_seat"
    SEAT_TAKEN = "seat_taken"
    BAD_NAME = "bad_name"
    BAD_MESSAGE = "bad_message"
    TOO_MANY = "too_many"
    NO_GUEST = "no_guest"


@dataclass(frozen=True, slots=True)
class Accepted:
    """The command was done, now or when it came first."""

    id: str


@dataclass(frozen=True, slots=True)
class Refused:
    """The command changed nothing; it may be sent again with the same id.

    Attributes:
        id: the command's.
        reason: why, for programs.
        word: why, for people: one line.
    """

    id: str
    reason: Reason
    word: str


Answer = Accepted | Refused
