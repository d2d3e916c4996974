"""What a decision did, as data: rows of (viewers, event), each viewer's part being the rows of its bit.

An event is a plain mapping with names for everything, so that streams send it and histories keep it: ``{"event":
"moved", "zone", "to", "count", "cards"}`` and likewise for the other events of the kernel; a sentence is ``{"event":
"told", "message", "args"}`` with its arguments by name.
"""

from __future__ import annotations

import string
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from parlour.kernel.events import Arranged, Looked, Moved, NotThere, Shown, Shuffled, parts
from parlour.kernel.messages import Told
from parlour.kernel.options import option_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from parlour.kernel.events import Event
    from parlour.kernel.game import Game
    from parlour.kernel.spec import GameSpec

Deed = dict[str, Any]
Row = list[Any]
"""A mask of viewers, the spectator's bit being the highest, and a deed."""
_NAMES: Final = {
    Moved: "moved",
    Shuffled: "shuffled",
    Arranged: "arranged",
    Shown: "shown",
    Looked: "looked",
    NotThere: "not_there",
}


def rows(game: Game) -> list[Row]:
    """What the journal of a game holds, for all viewers."""
    return [[viewers, deed(event, game.spec)] for entry in game.journal or () for viewers, event in parts(game, entry)]


def part(told: Iterable[Row], bit: int) -> list[Deed]:
    """The part of one viewer: a seat, or for the spectator the number of seats."""
    return [each for viewers, each in told if viewers >> bit & 1]


def deed(event: Event, spec: GameSpec) -> Deed:
    """An event as plain data."""
    if isinstance(event, Told):
        sorts = _sorts(event.message.template)
        args = {name: _plain(sort, value, spec) for (name, sort), value in zip(sorts, event.args, strict=True)}
        return {"event": "told", "message": event.message.name, "args": args}
    slots = {name: getattr(event, name) for name in event.__slots__}
    return {"event": _NAMES[type(event)], **slots}


@cache
def _sorts(template: str) -> list[tuple[str, str]]:
    fields = string.Formatter().parse(template)
    return [(name, (sort or "").partition(".")[0]) for _, name, sort, _ in fields if name is not None]


def _plain(sort: str, value: int, spec: GameSpec) -> int | str:
    if sort == "card":
        return spec.kinds[value]
    return option_text(value, spec.kinds) if sort == "option" else value
