"""What the viewers of a table are sent: a stream for each seat, and one for all spectators.

A stream numbers its messages without a gap and counts nothing else. Its latest messages are kept: they are the queue of
each reader, and what a client that lost its line resumes from. Whoever needs an older one, because it is slow, was away for
long, or knew the stream from before a restart, gets one whole view instead. So a stream of which nobody has read as many as
are kept sleeps: it is not followed, and whoever reads it again finds a new epoch. A decision that changes nothing for a viewer
sends it nothing: so a secret answer, or how many choices somebody made in secret, is not told by a number or a pause.
"""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.kernel.chance import seed_hash
from parlour.server.room import Room
from parlour.server.telling import part

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from parlour.kernel.options import Seat
    from parlour.server.state import State
    from parlour.server.telling import Row

KEPT: Final = 16
"""How many messages of a stream are kept: as many together are about as long as a whole view."""
DRAWN: Final = 1
"""How many of them keep their encodings, which are large; whoever is further behind has them made anew."""

EMPTY: Final = Room()


@dataclass(frozen=True)
class Message:
    """A message to a viewer.

    Attributes:
        number: how many messages the stream has sent, this one among them; a whole view does not count.
        body: ``{"whole", "epoch"}`` with everything the viewer may know, as `whole` has it, and in it the ``log``, the last
            sentences that the viewer was told; or ``{"changed", "events"}`` with those entries of it that are new, of the
            zones only those that changed, and with what happened.
        kept: other encodings of the message, for whoever makes them: all readers of a stream share it.
    """

    number: int
    body: dict[str, Any]
    kept: dict[str, bytes] = field(default_factory=dict, compare=False)

    @cached_property
    def encoded(self) -> bytes:
        """The message as JSON."""
        return msgspec.json.encode({"number": self.number, **self.body})

    def forget(self) -> None:
        """Keep no encoding."""
        self.kept.clear()
        vars(self).pop("encoded", None)


def whole(state: State, viewer: Seat | None, room: Room = EMPTY) -> dict[str, Any]:
    """All that a viewer may know of a table.

    Returns:
        ``game``, ``setup`` (the table options), ``viewer``, ``people``, ``players`` (one a seat, None where it is empty),
        ``present`` (for each seat whether its player is connected), ``watching`` (how many spectators are), ``frozen``,
        ``seed_hash``, ``question``: the number that the viewer's next answer must carry, ``standing``: what the viewer
        has said beforehand, by steps, ``meant``: what it has answered to the reaction window that is open, and
        ``window``: that window's step and seconds. While there is a game also the parts of its `View` by their names,
        the zones by theirs.
    """
    setup, game = state.setup, state.game
    assert setup is not None
    table = {
        "game": setup.spec.id,
        "setup": setup.options,
        "viewer": viewer,
        "people": list(state.people.values()),
        "players": [sitter and sitter.player for sitter in state.sitters],
        "present": room.present(state),
        "watching": room.watching,
        "frozen": state.frozen,
        "seed_hash": seed_hash(state.seed) if state.seed else "",
        "question": None if viewer is None else state.answered[viewer],
        "standing": {} if viewer is None else state.standing[viewer],
        "meant": None if viewer is None else state.meant.get(viewer),
        "window": room.asked(state),
    }
    if game is None:
        return table
    view = game.view(viewer, state.common)
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
        new_epoch: gives an id that no other stream has.
        state: the table.
        room: who is connected to it.
        viewer: a seat, or None for the spectators.

    Attributes:
        epoch: the stream's id.
        viewer: see above.
        number: how many messages it has sent.
    """

    def __init__(self, new_epoch: Callable[[], str], state: State, room: Room, viewer: Seat | None) -> None:
        self._new_epoch: Callable[[], str] = new_epoch
        self.epoch: str = new_epoch()
        self.viewer: Seat | None = viewer
        self.number: int = 0
        self._state: State = state
        self._room: Room = room
        self._bit: int = len(state.sitters) if viewer is None else viewer
        self._whole: dict[str, Any] = whole(state, viewer, room)
        self._kept: deque[Message] = deque(maxlen=KEPT)
        self._unread: int = 0
        self._sleeps: bool = False
        self._bell: asyncio.Event = asyncio.Event()

    def follow(self, told: Iterable[Row] = ()) -> None:
        """Send what is new to the viewer, if anything is.

        Args:
            told: what was done.
        """
        if self._unread > KEPT:
            self._sleeps = True
        if not self._sleeps:
            self._send(told)

    def wake(self) -> None:
        """Somebody reads."""
        self._unread = 0
        if self._sleeps:
            self._sleeps = False
            self._whole = whole(self._state, self.viewer, self._room)
            self._kept.clear()
            self.epoch = self._new_epoch()

    def _send(self, told: Iterable[Row]) -> None:
        now = whole(self._state, self.viewer, self._room)
        changed = changes(self._whole, now)
        events = part(told, self._bit)
        if changed or events:
            self._whole = now
            self.number += 1
            self._unread += 1
            self._kept.append(Message(self.number, {"changed": changed, "events": events}))
            if len(self._kept) > DRAWN:
                self._kept[-1 - DRAWN].forget()
            self._bell.set()
            self._bell = asyncio.Event()

    def now(self) -> Message:
        """The whole view."""
        log = list(self._state.logs[self._bit])
        return Message(self.number, {"whole": {**self._whole, "log": log}, "epoch": self.epoch})

    def after(self, number: int | None) -> Message | None:
        """The message after one of a number: the whole view if it isn't kept, None if it isn't there yet."""
        if number == self.number:
            return None
        first = self.number - len(self._kept)
        return self._kept[number - first] if number is not None and first <= number < self.number else self.now()

    @property
    def whole(self) -> dict[str, Any]:
        """All that the viewer has been told or is about to be, as `whole` has it."""
        return self._whole

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
        self._epoch: str = epoch
        self._number: int | None = number

    @property
    def whole(self) -> dict[str, Any]:
        """All that the viewer may know now."""
        return self._stream.whole

    def ready(self) -> Message | None:
        """The next message, None if it isn't there yet."""
        self._stream.wake()
        message = self._stream.after(self._number if self._epoch == self._stream.epoch else None)
        if message is not None:
            self._epoch, self._number = self._stream.epoch, message.number
        return message

    async def next(self) -> Message:
        """The next message, as soon as it is there."""
        while (message := self.ready()) is None:
            await self._stream.more()
        return message
