"""What the viewers of a table are sent: a stream for each seat, and one for all spectators.

A stream numbers its messages without a gap and counts nothing else. Its latest messages are kept: they are the queue of
each reader, and what a client that lost its line resumes from. Whoever needs an older one, because it is slow, was away for
long, or knew the stream from before a restart, gets one whole view instead. A decision that changes nothing for a viewer
sends it nothing: so a secret answer, or how many choices somebody made in secret, is not told by a number or a pause.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from parlour.kernel.chance import seed_hash
from parlour.server.telling import part

if TYPE_CHECKING:
    from collections.abc import Iterable

    from parlour.kernel.options import Seat
    from parlour.kernel.views import Whereabouts, ZoneView
    from parlour.server.state import State
    from parlour.server.telling import Row

KEPT: Final = 16
"""How many messages of a stream are kept: as many together are about as long as a whole view."""


@dataclass(frozen=True)
class Message:
    """A message to a viewer.

    Attributes:
        number: how many messages the stream has sent, this one among them; a whole view does not count.
        body: ``{"whole", "epoch"}`` with everything the viewer may know, as `whole` has it; or ``{"changed", "events"}``
            with those entries of it that are new, of the zones only those that changed, and with what happened.
    """

    number: int
    body: dict[str, Any]

    @cached_property
    def encoded(self) -> bytes:
        """The message as JSON."""
        return json.dumps({"number": self.number, **self.body}, default=_fields, separators=(",", ":")).encode()


def _fields(part: ZoneView | Whereabouts) -> dict[str, object]:
    return {name: getattr(part, name) for name in part.__slots__}


def whole(state: State, viewer: Seat | None) -> dict[str, Any]:
    """All that a viewer may know of a table.

    Returns:
        ``game``, ``setup`` (the table options), ``viewer``, ``people``, ``players`` (one a seat, None where it is empty),
        ``frozen``, ``seed_hash``, and ``question``: the number that the viewer's next answer must carry. While there is a
        game also the parts of its `View` by their names, the zones by theirs.
    """
    setup, game = state.setup, state.game
    assert setup is not None
    table = {
        "game": setup.spec.id,
        "setup": setup.options,
        "viewer": viewer,
        "people": list(state.people.values()),
        "players": [sitter and sitter.player for sitter in state.sitters],
        "frozen": state.frozen,
        "seed_hash": seed_hash(state.seed) if state.seed else "",
        "question": None if viewer is None else state.answered[viewer],
    }
    if game is None:
        return table
    view = game.view(viewer)
    parts = {name: getattr(view, name) for name in view.__slots__}
    return {**table, **parts, "zones": {zone.id: zone for zone in view.zones}}


def changes(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """What is new in a whole view, of the zones those that changed."""
    changed = {name: value for name, value in new.items() if name not in old or old[name] != value}
    if "zones" in changed:
        before = old.get("zones", {})
        changed["zones"] = {name: zone for name, zone in new["zones"].items() if before.get(name) != zone}
    return changed


class Stream:
    """The messages to one viewer.

    Args:
        epoch: an id that no other stream has.
        state: the table as it is.
        viewer: a seat, or None for the spectators.
    """

    def __init__(self, epoch: str, state: State, viewer: Seat | None) -> None:
        self.epoch: str = epoch
        self.viewer: Seat | None = viewer
        self.number: int = 0
        self._whole: dict[str, Any] = whole(state, viewer)
        self._kept: deque[Message] = deque(maxlen=KEPT)
        self._bell: asyncio.Event = asyncio.Event()

    def follow(self, state: State, told: Iterable[Row]) -> None:
        """Send what is new to the viewer, if anything is.

        Args:
            state: the table after an entry of its history.
            told: what the entry did.
        """
        now = whole(state, self.viewer)
        changed = changes(self._whole, now)
        events = part(told, len(state.sitters) if self.viewer is None else self.viewer)
        if changed or events:
            self._whole = now
            self.number += 1
            self._kept.append(Message(self.number, {"changed": changed, "events": events}))
            self._bell.set()
            self._bell = asyncio.Event()

    def now(self) -> Message:
        """The whole view."""
        return Message(self.number, {"whole": self._whole, "epoch": self.epoch})

    def after(self, number: int | None) -> Message | None:
        """The message after one of a number: the whole view if it isn't kept, None if it isn't there yet."""
        if number == self.number:
            return None
        first = self.number - len(self._kept)
        return self._kept[number - first] if number is not None and first <= number < self.number else self.now()

    async def more(self) -> None:
        """Wait for the next message."""
        await self._bell.wait()


class Reader:
    """A place in a stream: the messages from there on, one after another.

    Args:
        stream: what is read.
        epoch: of the stream that was read before.
        number: of the last message received; None for a new reader.
    """

    def __init__(self, stream: Stream, epoch: str = "", number: int | None = None) -> None:
        self._stream: Stream = stream
        self._number: int | None = number if epoch == stream.epoch else None

    def ready(self) -> Message | None:
        """The next message, None if it isn't there yet."""
        message = self._stream.after(self._number)
        if message is not None:
            self._number = message.number
        return message

    async def next(self) -> Message:
        """The next message, as soon as it is there."""
        while (message := self.ready()) is None:
            await self._stream.more()
        return message
