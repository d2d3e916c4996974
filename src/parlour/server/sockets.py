"""A viewer's line: what it is sent, as data or as page, and what it asks."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from parlour.server import protocol
from parlour.server.clock import milliseconds
from parlour.server.commands import Reason, Refused, Sit
from parlour.server.errors import BadMessage, NotYourSeat, StoreFailed
from parlour.server.log import LOGGER, tag
from parlour.server.protocol import AcceptedMessage, Look, RefusedMessage, You, YouMessage
from parlour.server.safety import Bucket

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.types import Message as Packet
    from starlette.types import Receive, Send

    from parlour.kernel.options import Seat
    from parlour.server.commands import Command
    from parlour.server.house import House
    from parlour.server.lobby import Guest
    from parlour.server.scene import Sight
    from parlour.server.streams import Message, Reader
    from parlour.server.table import Table
    from parlour.web.fragments import Fragments

PATIENCE: Final = 50
"""How many messages beyond its rate a client may send before its line is closed; one more each second."""
FLOOD: Final = 1008
FAILED: Final = 1011
GONE: Final = 1006
BROKEN: Final = {1002: "bad_frame", 1007: "bad_message", 1009: "too_long"}
"""What a line is closed for before its messages come here."""
SESSION_ENDED: Final = 4401
PARTING: Final = 1.0
"""Seconds in which a line takes that it is closed."""
JSON: Final = "json"
HTML: Final = "html"


class Lost(Exception):
    """A socket has been closed.

    Args:
        code: why, as the protocol of sockets has it.
    """

    def __init__(self, code: int = GONE) -> None:
        super().__init__(code)
        self.code: int = code


class Channel:
    """An open socket as ASGI has it, and nothing else: it stays for hours, and there are many.

    Args:
        receive: takes a message from it.
        send: gives it one.
    """

    __slots__ = ("_receive", "_send", "open")

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive: Receive = receive
        self._send: Send = send
        self.open: bool = True

    async def accept(self) -> None:
        """Open it.

        Raises:
            Lost: who asked for it has gone.
        """
        await self._receive()
        await self._give({"type": "websocket.accept"})

    async def say(self, text: str) -> None:
        """Send a message.

        Raises:
            Lost: it is closed.
        """
        if not self.open:
            raise Lost
        await self._give({"type": "websocket.send", "text": text})

    async def hear(self) -> str | bytes:
        """The next message.

        Raises:
            Lost: there comes none any more.
        """
        received = await self._receive()
        if received["type"] == "websocket.disconnect":
            raise Lost(received.get("code", GONE))
        return received.get("text") or received.get("bytes") or b""

    async def close(self, code: int) -> None:
        """Close it.

        Raises:
            Lost: it is closed already.
        """
        self.open = False
        await self._give({"type": "websocket.close", "code": code})

    async def _give(self, message: Packet) -> None:
        try:
            await self._send(message)
        except (OSError, RuntimeError) as error:
            raise Lost from error


class Line:
    """A socket at a table.

    Args:
        house: the server.
        channel: the socket, accepted.
        table: the table.
        guest: who it is; None for a stranger, who may watch.
        seat: the seat whose messages it gets, None for those of the spectators.
        language: of the page; None for messages as data.
    """

    __slots__ = (
        *("_bucket", "_channel", "_guest", "_house", "_language", "_patience"),
        *("_seat", "_table", "_telling", "_you"),
    )

    def __init__(  # noqa: PLR0913 - what a line is between
        self,
        house: House,
        channel: Channel,
        table: Table,
        guest: Guest | None,
        *,
        seat: Seat | None,
        language: str | None,
    ) -> None:
        self._house: House = house
        self._channel: Channel = channel
        self._table: Table = table
        self._guest: Guest | None = guest
        self._seat: Seat | None = seat
        self._language: str | None = language
        self._you: dict[str, Any] = {}
        self._telling: asyncio.Task[None] | None = None
        self._bucket: Bucket = Bucket(house.settings.messages, 4 * house.settings.messages)
        self._patience: Bucket = Bucket(1.0, PATIENCE)

    @property
    def _person(self) -> str:
        return self._guest.id if self._guest else ""

    async def stay(self, reader: Reader) -> None:
        """Tell and hear until the line is lost."""
        lines = self._house.lines[self._person]
        lines.add(self)
        self._house.metrics.sockets.inc()
        self._table.arrive(self._person, self._seat)
        self._telling = asyncio.create_task(self._unfailing(self._tell, reader))
        try:
            await self._unfailing(self._hear)
        finally:
            self._telling.cancel()
            self._telling = None  # the task knows this line: without a cycle both go at once
            self._table.depart(self._person, self._seat)
            self._house.metrics.sockets.dec()
            lines.discard(self)
            if not lines:
                self._house.lines.pop(self._person, None)

    async def hang_up(self, code: int = SESSION_ENDED) -> None:
        """Close the line; who does not read is not waited for."""
        with suppress(Lost, TimeoutError):
            async with asyncio.timeout(PARTING):
                await self._channel.close(code)

    async def _unfailing(self, work: Callable[..., Awaitable[None]], *given: object) -> None:
        """Do something until the line is lost; close it where something is wrong with the server."""
        try:
            await work(*given)
        except Lost as lost:
            if lost.code in BROKEN:
                self._house.metrics.commands.labels("message", BROKEN[lost.code]).inc()
        except Exception:  # noqa: BLE001 - what it is stands in the log
            LOGGER.exception("a line failed", extra={"table": tag(self._table.id)})
            await self.hang_up(FAILED)

    # What the viewer is sent.

    async def _tell(self, reader: Reader) -> None:
        while True:
            await self._tell_next(reader, await reader.next())

    async def _tell_next(self, reader: Reader, message: Message) -> None:
        await self._channel.say(self._encoded(message, reader).decode())
        self._house.metrics.sent.inc()
        you = self._house.you(self._table, self._guest)
        if you != self._you:
            await self._send(self._drawn_you(you, reader, self._language) if self._language else YouMessage(You(**you)))
            self._you = you

    def _drawn_you(self, you: dict[str, Any], reader: Reader, language: str) -> dict[str, Any]:
        return {"html": self._house.fragments.you(you, reader.sight.whole(), language)}

    async def _send(self, message: object) -> None:
        await self._channel.say(protocol.encode(message).decode())

    def _encoded(self, message: Message, reader: Reader) -> bytes:
        if self._language is None:
            return message.encoded_as(JSON, lambda: message.encoded)
        language, fragments = self._language, self._house.fragments
        return message.encoded_as(
            language, lambda: protocol.encode(page_message(fragments, message, reader.sight, language))
        )

    # What the viewer asks.

    async def _hear(self) -> None:
        while self._channel.open:
            answer = await self._answer(await self._channel.hear())
            if answer is None:
                await self.hang_up(FLOOD)
            else:
                await self._send(answer)

    async def _answer(self, text: str | bytes) -> AcceptedMessage | RefusedMessage | None:
        """What is answered to a message; None to hang up."""
        if not self._bucket.take():
            refused = self._refused("message", "", Reason.TOO_MANY, "too many messages: wait a moment")
            return refused if self._patience.take() else None
        try:
            asked = protocol.parse(text)
        except BadMessage as error:
            return self._refused("message", error.about, Reason.BAD_MESSAGE, str(error))
        if isinstance(asked, Look):
            return await self._look(asked)
        if self._guest is None:
            word = "who only watches can't do this: expected a guest with a name"
            return self._refused("message", asked.id, Reason.NO_GUEST, word)
        return await self._do(protocol.command_of(asked, self._person))

    async def _do(self, command: Command) -> AcceptedMessage | RefusedMessage:
        answer = await self._house.do(self._table, command)
        if isinstance(answer, Refused):
            return RefusedMessage(answer.id, answer.reason, answer.word)
        if isinstance(command, Sit):
            with suppress(StoreFailed):  # the seat is taken all the same
                await self._house.database.lobby.visited(self._table.id, self._person, milliseconds())
        return AcceptedMessage(answer.id)

    async def _look(self, look: Look) -> AcceptedMessage | RefusedMessage:
        try:
            reader = await self._table.enter(self._person, look.seat)
        except NotYourSeat as error:
            return self._refused("look", look.id, Reason.NOT_YOUR_SEAT, str(error))
        assert self._telling is not None
        self._telling.cancel()
        if look.seat != self._seat:
            self._table.arrive(self._person, look.seat)
            self._table.depart(self._person, self._seat)
            self._seat = look.seat
        self._telling = asyncio.create_task(self._unfailing(self._tell, reader))
        return AcceptedMessage(look.id)

    def _refused(self, do: str, asked: str, reason: Reason, word: str) -> RefusedMessage:
        self._house.metrics.commands.labels(do, reason).inc()
        return RefusedMessage(asked, reason, word)


def page_message(fragments: Fragments, message: Message, sight: Sight, language: str) -> dict[str, Any]:
    """A message to a viewer as parts of the page.

    Args:
        fragments: draws them.
        message: what there is to tell.
        sight: all that the viewer knows now.
        language: the reader's.
    """
    body = message.body
    if "whole" in body:
        html = fragments.whole(body["whole"], language)
        return {"number": message.number, "epoch": body["epoch"], "html": html, "log": [], "flights": []}
    whole, before = sight.whole(), message.before.whole if message.before else None
    drawn = message.change.drawn if message.change else None
    return {
        "number": message.number,
        "html": fragments.changed(whole, body["changed"], language, before, drawn),
        "log": fragments.log(body["events"], whole, language, drawn),
        "flights": fragments.flights(body["events"]),
    }
