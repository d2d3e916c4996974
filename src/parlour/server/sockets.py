"""A viewer's line: what it is sent, as data or as page, and what it asks."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

from starlette.websockets import WebSocketDisconnect, WebSocketState

from parlour.server import protocol
from parlour.server.clock import milliseconds
from parlour.server.commands import Reason, Refused, Sit
from parlour.server.errors import BadMessage, NotYourSeat, StoreFailed
from parlour.server.log import LOGGER, tag
from parlour.server.protocol import AcceptedMessage, Look, RefusedMessage, You, YouMessage
from parlour.server.safety import Bucket

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.websockets import WebSocket

    from parlour.kernel.options import Seat
    from parlour.server.commands import Command
    from parlour.server.house import House
    from parlour.server.lobby import Guest
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


class Line:
    """A socket at a table.

    Args:
        house: the server.
        socket: the socket, accepted.
        table: the table.
        guest: who it is; None for a stranger, who may watch.
        seat: the seat whose messages it gets, None for those of the spectators.
        language: of the page; None for messages as data.
    """

    def __init__(  # noqa: PLR0913 - what a line is between
        self,
        house: House,
        socket: WebSocket,
        table: Table,
        guest: Guest | None,
        *,
        seat: Seat | None,
        language: str | None,
    ) -> None:
        self._house: House = house
        self._socket: WebSocket = socket
        self._table: Table = table
        self._guest: Guest | None = guest
        self._person: str = guest.id if guest else ""
        self._seat: Seat | None = seat
        self._language: str | None = language
        self._you: dict[str, Any] = {}
        self._telling: asyncio.Task[None] | None = None
        self._bucket: Bucket = Bucket(house.settings.messages, 4 * house.settings.messages)
        self._patience: Bucket = Bucket(1.0, PATIENCE)

    async def stay(self, reader: Reader) -> None:
        """Tell and hear until the line is lost."""
        lines = self._house.lines[self._person]
        lines.add(self)
        self._house.metrics.sockets.inc()
        self._table.arrive(self._person, self._seat)
        self._telling = asyncio.create_task(self._tell(reader))
        try:
            async with self._failing():
                await self._hear()
        except WebSocketDisconnect as lost:
            if lost.code in BROKEN:
                self._house.metrics.commands.labels("message", BROKEN[lost.code]).inc()
        finally:
            self._telling.cancel()
            self._table.depart(self._person, self._seat)
            self._house.metrics.sockets.dec()
            lines.discard(self)
            if not lines:
                self._house.lines.pop(self._person, None)

    async def hang_up(self, code: int = SESSION_ENDED) -> None:
        """Close the line; who does not read is not waited for."""
        with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            async with asyncio.timeout(PARTING):
                await self._socket.close(code)

    @asynccontextmanager
    async def _failing(self) -> AsyncIterator[None]:
        """Close the line where something is wrong with the server."""
        try:
            yield
        except WebSocketDisconnect:
            raise
        except Exception:  # noqa: BLE001 - what it is stands in the log
            LOGGER.exception("a line failed", extra={"table": tag(self._table.id)})
            await self.hang_up(FAILED)

    # What the viewer is sent.

    async def _tell(self, reader: Reader) -> None:
        with suppress(WebSocketDisconnect):
            async with self._failing():
                while True:
                    message = await reader.next()
                    await self._say(self._encoded(message, reader))
                    self._house.metrics.sent.inc()
                    await self._tell_you(reader)

    async def _tell_you(self, reader: Reader) -> None:
        you = self._house.you(self._table, self._guest)
        if you != self._you:
            await self._send(self._drawn_you(you, reader, self._language) if self._language else YouMessage(You(**you)))
            self._you = you

    def _drawn_you(self, you: dict[str, Any], reader: Reader, language: str) -> dict[str, Any]:
        return {"html": self._house.fragments.you(you, reader.whole, language)}

    async def _send(self, message: object) -> None:
        await self._say(protocol.encode(message).decode())

    async def _say(self, text: str) -> None:
        try:
            await self._socket.send_text(text)
        except RuntimeError as error:  # the line has been closed
            raise WebSocketDisconnect(GONE) from error

    def _encoded(self, message: Message, reader: Reader) -> str:
        if self._language is None:
            return message.encoded.decode()
        if self._language not in message.kept:
            drawn = page_message(self._house.fragments, message, reader.whole, self._language)
            message.kept[self._language] = protocol.encode(drawn)
        return message.kept[self._language].decode()

    # What the viewer asks.

    async def _hear(self) -> None:
        while self._socket.application_state is WebSocketState.CONNECTED:
            received = await self._socket.receive()
            if received["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(received.get("code", GONE))
            answer = await self._answer(received.get("text") or received.get("bytes") or "")
            if answer is None:
                await self.hang_up(FLOOD)
                return
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
        self._telling = asyncio.create_task(self._tell(reader))
        return AcceptedMessage(look.id)

    def _refused(self, do: str, asked: str, reason: Reason, word: str) -> RefusedMessage:
        self._house.metrics.commands.labels(do, reason).inc()
        return RefusedMessage(asked, reason, word)


def page_message(fragments: Fragments, message: Message, whole: dict[str, Any], language: str) -> dict[str, Any]:
    """A message to a viewer as parts of the page.

    Args:
        fragments: draws them.
        message: what there is to tell.
        whole: all that the viewer knows now.
        language: the reader's.
    """
    body = message.body
    if "whole" in body:
        html = fragments.whole(body["whole"], language)
        return {"number": message.number, "epoch": body["epoch"], "html": html, "log": [], "flights": []}
    return {
        "number": message.number,
        "html": fragments.changed(whole, body["changed"], language),
        "log": fragments.log(body["events"], whole, language),
        "flights": fragments.flights(body["events"]),
    }
