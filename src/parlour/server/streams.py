"""What the viewers of a table are sent: a stream for each seat, and one for all spectators.

A stream numbers its messages without a gap and counts nothing else. Its latest messages are kept: they are the queue of
each reader, and what a client that lost its line resumes from. Whoever needs an older one, because it is slow, was away for
long, or knew the stream from before a restart, gets one whole view instead. So a stream of which nobody has read as many as
are kept sleeps: it is not followed, and whoever reads it again finds a new epoch. A decision that changes nothing for a viewer
sends it nothing: so a secret answer, or how many choices somebody made in secret, is not told by a number or a pause.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.server.telling import part
from parlour.web.fragments import Drawn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from parlour.kernel.options import Seat
    from parlour.server.scene import Scene, Sight
    from parlour.server.telling import Row

KEPT: Final = 16
"""How many messages of a stream are kept: as many together are about as long as a whole view."""


@dataclass(frozen=True, slots=True)
class Change:
    """What happened at a table at one time.

    Attributes:
        told: what was done, for all viewers.
        drawn: what has been drawn of it that all see alike, so that it is drawn once.
    """

    told: Sequence[Row] = ()
    drawn: Drawn = field(default_factory=Drawn)


@dataclass(slots=True, eq=False)
class Message:
    """A message to a viewer.

    Attributes:
        number: how many messages the stream has sent, this one among them; a whole view does not count.
        body: ``{"whole", "epoch"}`` with everything the viewer may know, as `Sight.whole` has it, and in it the ``log``, the
            last sentences that the viewer was told; or ``{"changed", "events"}`` with those entries of it that are new, of
            the zones only those that changed, and with what happened.
        change: what it tells of, as long as that is at hand.
        readers: how many waited for it.
        before: what the viewer knew before it, as long as that is at hand.
        kept: its encodings, by what they are called, as long as several readers may want them.
    """

    number: int
    body: dict[str, Any]
    change: Change | None = None
    readers: int = 0
    before: Sight | None = None
    kept: dict[str, bytes] = field(default_factory=dict)

    @property
    def encoded(self) -> bytes:
        """The message as JSON."""
        return msgspec.json.encode({"number": self.number, **self.body})

    def encoded_as(self, name: str, encode: Callable[[], bytes]) -> bytes:
        """An encoding, made once for all who waited; where only one did, `before` and `change` are let go of as well."""
        if name in self.kept:
            return self.kept[name]
        encoding = encode()
        if self.readers > 1:
            self.kept[name] = encoding
        else:
            self.before = self.change = None
        return encoding

    def forget(self) -> None:
        """Keep only what is needed to encode it anew: who is behind is seldom followed by others."""
        self.before = self.change = None
        self.kept.clear()


class Stream:
    """The messages to one viewer.

    Args:
        new_epoch: gives an id that no other stream has.
        scene: the table.
        viewer: a seat, or None for the spectators.

    Attributes:
        epoch: the stream's id.
        number: how many messages it has sent.
        sight: all that the viewer has been told or is about to be.
    """

    def __init__(self, new_epoch: Callable[[], str], scene: Scene, viewer: Seat | None) -> None:
        self.epoch: str = new_epoch()
        self.number: int = 0
        self.sight: Sight = scene.sight(viewer)
        self._new_epoch: Callable[[], str] = new_epoch
        self._scene: Scene = scene
        self._viewer: Seat | None = viewer
        self._kept: list[Message] = []
        self._unread: int = 0
        self._sleeps: bool = False
        self._waiting: dict[asyncio.Future[None], None] = {}

    def follow(self, change: Change) -> None:
        """Send what is new to the viewer, if anything is."""
        if self._unread > KEPT:
            self._sleeps = True
        if not self._sleeps:
            self._send(change)

    def wake(self) -> None:
        """Somebody reads."""
        self._unread = 0
        if self._sleeps:
            self._sleeps = False
            self.sight = self._scene.sight(self._viewer)
            self._kept.clear()
            self.epoch = self._new_epoch()

    def _send(self, change: Change) -> None:
        now = self._scene.sight(self._viewer)
        changed = now.since(self.sight)
        events = part(change.told, self._scene.bit(self._viewer))
        if changed or events:
            if self._kept:
                self._kept[-1].forget()
            self.number += 1
            self._unread += 1
            body = {"changed": changed, "events": events}
            self._kept.append(Message(self.number, body, change, len(self._waiting), self.sight))
            del self._kept[:-KEPT]
            self.sight = now
            for waiter in self._waiting:
                if not waiter.done():
                    waiter.set_result(None)

    def now(self) -> Message:
        """The whole view."""
        whole = {**self.sight.whole(), "log": self._scene.log(self._viewer)}
        return Message(self.number, {"whole": whole, "epoch": self.epoch})

    def after(self, number: int | None) -> Message | None:
        """The message after one of a number: the whole view if it isn't kept, None if it isn't there yet."""
        if number == self.number:
            return None
        first = self.number - len(self._kept)
        return self._kept[number - first] if number is not None and first <= number < self.number else self.now()

    async def more(self) -> None:
        """Wait for the next message."""
        waiter = asyncio.get_running_loop().create_future()
        self._waiting[waiter] = None
        try:
            await waiter
        finally:
            del self._waiting[waiter]


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
    def sight(self) -> Sight:
        """All that the viewer may know now."""
        return self._stream.sight

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
