"""What a program and the server say to each other through the socket: `docs/protocol.md` in types.

Messages are JSON objects. What a client asks has ``do`` and an ``id`` that it made up; it is answered with ``accepted`` or
``refused`` and that id. Everything else comes by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, NotRequired, TypedDict

import msgspec

from parlour.server import commands
from parlour.server.errors import BadMessage

if TYPE_CHECKING:
    from collections.abc import Callable

LARGEST: Final = 16_384
"""The bytes that a message of a client may have."""

Id = Annotated[
    str, msgspec.Meta(min_length=1, max_length=64, description="made up by the client, another one each time")
]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=63, description="seats are counted from 0")]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Text = Annotated[str, msgspec.Meta(max_length=400)]


class _Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=str.lower):
    """What a client asks."""

    id: Id


class Join(_Asked, frozen=True):
    """Come to the table, or take another name there."""

    name: Name


class Leave(_Asked, frozen=True):
    """Go; before the deal this frees one's seats."""


class Sit(_Asked, frozen=True):
    """Take a seat, put a bot on it (``bot NAME``), or somebody who plays at this screen."""

    seat: SeatNumber
    player: Annotated[str, msgspec.Meta(max_length=40)] = ""


class Choose(_Asked, frozen=True):
    """Answer a question: its number is the ``question`` of the seat's view, the choice one of its ``options``."""

    seat: SeatNumber
    question: Annotated[int, msgspec.Meta(ge=0)]
    choice: Text


class Stand(_Asked, frozen=True):
    """Answer beforehand what a reaction window or a stop will ask; with an empty choice, be asked again."""

    seat: SeatNumber
    step: Text
    choice: Text = ""


class Look(_Asked, frozen=True):
    """Go over to the messages of another seat of one's own, or with None to those of the spectators."""

    seat: SeatNumber | None


Asked = Join | Leave | Sit | Choose | Stand | Look


class WindowOpen(TypedDict):
    """A reaction window: the step that asks, and the seconds after which it closes."""

    step: str
    seconds: float


class Zone(TypedDict):
    """A zone as the viewer knows it: `parlour.kernel.views.ZoneView`."""

    id: str
    owner: int | None
    count: int
    cards: list[str]
    open: bool
    places: list[tuple[int, str]]


class Elsewhere(TypedDict):
    """A card known to lie in one of some zones: `parlour.kernel.views.Whereabouts`."""

    card: str
    zones: list[str]


class _Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="event"):
    """Something that a viewer saw happen: `parlour.kernel.events`."""


class _Cards(_Event, frozen=True):
    zone: str
    cards: list[str]


class Moved(_Event, frozen=True, tag="moved"):
    """Cards went from a zone to another; ``cards`` is empty where the viewer doesn't know them."""

    zone: str
    to: str
    count: int
    cards: list[str]


class Shuffled(_Event, frozen=True, tag="shuffled"):
    """A zone was shuffled."""

    zone: str


class Arranged(_Cards, frozen=True, tag="arranged"):
    """The cards of an open zone lie in a new order."""


class Shown(_Cards, frozen=True, tag="shown"):
    """Cards of a zone were shown to the viewer; they stay there."""


class Looked(_Cards, frozen=True, tag="looked"):
    """The viewer saw the top cards of a zone, in this order."""


class NotThere(_Cards, frozen=True, tag="not_there"):
    """The viewer learned that no card of these kinds is in a zone."""


class Told(_Event, frozen=True, tag="told"):
    """A sentence: the id of its message, and its arguments by name."""

    message: str
    args: dict[str, int | str]


Event = Moved | Shuffled | Arranged | Shown | Looked | NotThere | Told


class Whole(TypedDict):
    """All that a viewer may know; without a game (before the deal, or frozen) the parts of its view are not there.

    ``question`` is the number that the viewer's next answer must carry. The parts from ``turn`` on are those of
    `parlour.kernel.views.View`.
    """

    game: str
    setup: dict[str, Any]
    viewer: int | None
    people: list[str]
    players: list[str | None]
    present: list[bool]
    watching: int
    frozen: str
    seed_hash: str
    question: int | None
    standing: dict[str, str]
    meant: str | None
    window: WindowOpen | None
    log: NotRequired[list[Told]]
    turn: NotRequired[int | None]
    turns: NotRequired[int]
    zones: NotRequired[dict[str, Zone]]
    elsewhere: NotRequired[list[Elsewhere]]
    values: NotRequired[dict[str, int | str]]
    asked: NotRequired[list[int]]
    step: NotRequired[str | None]
    card: NotRequired[str | None]
    options: NotRequired[list[str]]
    scores: NotRequired[list[float]]
    winners: NotRequired[list[int]]


class WholeMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole view: the first message of a stream, and what comes in place of messages that are gone."""

    number: int
    epoch: str
    whole: Whole


class ChangedMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a decision changed for the viewer, and what it saw happen.

    ``changed`` has those entries of `Whole` that are new, of the zones only those that changed.
    """

    number: int
    changed: dict[str, Any]
    events: list[Event]


class AcceptedMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was asked is done, and will outlive any crash."""

    accepted: str


class RefusedMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was asked changed nothing: why, for programs and in words. The id is empty where none could be read."""

    refused: str
    reason: str
    word: str


class You(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who the server takes the client for: a name, the own seats, and of several those that owe an answer."""

    name: str
    seats: list[int]
    asked: list[int]


class YouMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sent after the first whole view and whenever it is new."""

    you: You


Said = WholeMessage | ChangedMessage | AcceptedMessage | RefusedMessage | YouMessage

_decode: Final = msgspec.json.Decoder(Asked).decode
encode: Final[Callable[[object], bytes]] = msgspec.json.Encoder().encode
_COMMANDS: Final[dict[type, type]] = {
    Join: commands.Join,
    Leave: commands.Leave,
    Sit: commands.Sit,
    Choose: commands.Choose,
    Stand: commands.Stand,
}


def parse(text: str | bytes) -> Asked:
    """What a client asks.

    Raises:
        BadMessage: it is no message of the protocol; ``about`` is its id, if it has one.
    """
    try:
        return _decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadMessage(f"not a message of the protocol: {error}"[:200], _id_of(text)) from error


def _id_of(text: str | bytes) -> str:
    try:
        return msgspec.json.decode(text, type=_Identified).id[:64]
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ""


class _Identified(msgspec.Struct):
    id: str = ""


def command_of(asked: Asked, person: str) -> commands.Command:
    """The command that a person gives with a message; `Look` is none."""
    made: commands.Command = _COMMANDS[type(asked)](person=person, **msgspec.structs.asdict(asked))
    return made


def schema() -> dict[str, Any]:
    """The JSON schema of all messages: ``$defs`` with `Asked` (from a client) and `Said` (from the server)."""
    sides = {"Asked": Asked, "Said": Said}
    components: dict[str, Any] = {}
    for side, union in sides.items():
        members = union.__args__
        roots, parts = msgspec.json.schema_components(members, ref_template="#/$defs/{name}")
        components.update(parts)
        components[side] = {"anyOf": list(roots)}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": components}
