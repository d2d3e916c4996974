"""Simulated clients at sockets: each knows what it was sent, plays at random, and goes on after a lost line."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Self
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

from faults.servers import PATIENCE, bearer
from parlour.kernel.chance import Rng
from parlour.server.state import LOG
from server.clients import Client

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from parlour.kernel.options import Seat
    from parlour.server.commands import Choose

LOST: Final = (ConnectionClosed, InvalidMessage, OSError, EOFError)
"""What a client is told when its server goes."""
CUTS: Final = 30
"""Of so many choices, one is the last thing to pass before the line is lost."""


class Remote(Client):
    """Who plays on a seat of a table, or with None watches.

    Args:
        table: the table's id.
        seat: the seat.
        token: says who it is; empty for a stranger.
        rng: what it chooses by.

    Attributes:
        pending: the message without an answer.
        asked: the ids of all choices that were sent.
        acknowledged: the ids of those that were accepted.
        refused: the reasons of those that were not.
        you: who the server takes it for.
        lines: how many lines it had.
    """

    def __init__(self, table: str, seat: Seat | None, token: str, rng: Rng) -> None:
        super().__init__(seat)
        self.table: str = table
        self.token: str = token
        self.pending: dict[str, Any] | None = None
        self.asked: set[str] = set()
        self.acknowledged: set[str] = set()
        self.refused: list[str] = []
        self.you: dict[str, Any] = {}
        self.lines: int = 0
        self._answered: int = -1
        self._rng: Rng = rng

    @property
    def over(self) -> bool:
        """Whether it knows who has won."""
        return bool(self.known.get("winners"))

    def line(self, url: str, seat: Seat | str | None = None, encoding: str = "json", **more: Any) -> connect:
        """A line to the table, from the last message on.

        Args:
            url: of the server.
            seat: whose messages they are, if not those of its own seat.
            encoding: of the messages.
            more: how to connect.
        """
        own = "none" if self.seat is None else self.seat
        query = {
            "as": encoding,
            "seat": own if seat is None else seat,
            "epoch": self.epoch,
            "number": "" if self.number is None else self.number,
        }
        address = f"ws{url.removeprefix('http')}/t/{self.table}/socket?{urlencode(query)}"
        headers = bearer(self.token) if self.token else {}
        return connect(address, additional_headers=headers, proxy=None, compression=None, ping_interval=None, **more)

    async def sit(self, url: str, name: str) -> bool:
        """Come to the table and take the seat; returns whether it is known to be done."""
        with suppress(*LOST):
            async with self.line(url, "none") as socket:
                await self.do(socket, {"do": "join", "id": "join", "name": name})
                await self.do(socket, {"do": "sit", "id": "sit", "seat": self.seat})
                return True
        return False

    async def do(self, socket: ClientConnection, asked: dict[str, Any]) -> None:
        """Ask something that can't be refused, and wait for the answer."""
        await socket.send(json.dumps(asked))
        async for text in socket:
            if (answer := json.loads(text)).get("accepted", answer.get("refused")) == asked["id"]:
                assert "accepted" in answer, answer
                return
        await socket.recv()

    async def play(self, url: str) -> None:
        """Play until the game is over or the server is lost; now and then the line is lost alone."""
        with suppress(*LOST):
            while not self.over or self.pending:
                self.lines += 1
                async with self.line(url) as socket:
                    if self.pending is not None:
                        await socket.send(json.dumps(self.pending))
                    await self._play_on(socket)

    async def _play_on(self, socket: ClientConnection) -> None:
        while not self.over or self.pending:
            self.hear(json.loads(await socket.recv()))
            if self._decides():
                await socket.send(json.dumps(self.pending))
                if not self._rng.below(CUTS):
                    socket.transport.abort()
                    return

    async def watch(self, url: str) -> None:
        """Read until the line is lost."""
        self.lines += 1
        with suppress(*LOST):
            async with self.line(url) as socket:
                async for text in socket:
                    self.hear(json.loads(text))

    def hear(self, message: dict[str, Any]) -> None:
        """Take in whatever comes."""
        if "you" in message:
            self.you = message["you"]
        elif "accepted" in message:
            assert self.pending is not None
            assert message["accepted"] == self.pending["id"]
            self.acknowledged.add(message["accepted"])
            self._answered, self.pending = self.pending["question"], None
        elif "refused" in message:
            self.refused.append(message["reason"])
            self.pending = None
        else:
            self.take(message)

    def take(self, message: dict[str, Any]) -> None:
        """Take in a message of the stream; the log is kept up too."""
        log = self.known.get("log", [])
        super().take(message)
        told = [event for event in message.get("events", ()) if event["event"] == "told"]
        if "whole" not in message:
            self.known["log"] = [*log, *told][-LOG:]

    def _decides(self) -> bool:
        """Think of a choice, if one is owed that it has not made."""
        ready = self.pending is None and bool(self.known.get("options")) and self.known["question"] > self._answered
        if ready:
            self.pending = self.choice(f"c{self._rng.below(1 << 62)}")
            self.asked.add(self.pending["id"])
        return ready

    def choice(self, name: str) -> dict[str, Any]:
        """A message that chooses one of the options."""
        return message_of(self.choose(self._rng, name))


class Hand(Remote):
    """A client that does what it is told, and reads meanwhile.

    Args:
        url: of the server.
        table: the table's id.
        seat: the seat.
        token: says who it is; empty for a stranger.

    Attributes:
        answers: what was answered, by the ids of what was asked.
        closed: the code with which the server closed the line.
    """

    def __init__(self, url: str, table: str, seat: Seat | None, token: str = "") -> None:
        super().__init__(table, seat, token, Rng(f"{table} {seat}"))
        self.answers: dict[str, dict[str, Any]] = {}
        self.socket: ClientConnection
        self._url: str = url
        self._reading: asyncio.Task[None]

    async def __aenter__(self) -> Self:
        self.socket = await self.line(self._url)
        self._reading = asyncio.create_task(self._read())
        await until(lambda: self.you or not self.token)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.socket.close()
        await self._reading

    async def _read(self) -> None:
        with suppress(ConnectionClosed):
            async for text in self.socket:
                self.hear(json.loads(text))

    def hear(self, message: dict[str, Any]) -> None:
        """Take in whatever comes."""
        name = message.get("accepted", message.get("refused"))
        if name is None:
            super().hear(message)
            return
        self.answers[name] = message
        if message.get("accepted") in self.asked:
            self.acknowledged.add(name)

    async def ask(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Ask something and wait for the answer; it is empty if the line is lost."""
        self.answers.pop(asked["id"], None)
        if asked.get("do") == "choose":
            self.asked.add(asked["id"])
        await self.socket.send(json.dumps(asked))
        await until(lambda: asked["id"] in self.answers or self.socket.close_code is not None)
        return self.answers.get(asked["id"], {})


def message_of(choose: Choose) -> dict[str, Any]:
    """A choice as it is sent."""
    named = {name: getattr(choose, name) for name in ("id", "seat", "question", "choice")}
    return {"do": "choose", **named}


async def until(condition: Callable[[], object], patience: float = PATIENCE) -> None:
    """Wait for something to become true."""
    async with asyncio.timeout(patience):
        while not condition():  # noqa: ASYNC110 - all kinds of things are waited for
            await asyncio.sleep(0.004)


async def level(url: str, remotes: list[Remote]) -> None:
    """Wait until clients that stay know what newcomers in their places are sent."""
    for remote in remotes:
        fresh = Remote(remote.table, remote.seat, remote.token, remote._rng)
        watching = asyncio.create_task(fresh.watch(url))
        try:
            await until(lambda: fresh.known and fresh.known == remote.known)  # noqa: B023 - waited for here
        except TimeoutError:
            assert remote.known == fresh.known
        finally:
            watching.cancel()
