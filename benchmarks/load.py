"""The load on a server, from a process of its own: `server.py` starts it, tells it what to do line by line, and prints.

It speaks what a browser speaks and parses no more than a player needs: whether a seat owes a choice, and which there are.
Each line that it is told is answered by a line of JSON; it ends with its standard input.
"""

from __future__ import annotations

import asyncio
import re
import resource
import sys
import time
from dataclasses import dataclass, field
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

import msgspec
import uvloop
from websockets.client import ClientProtocol
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping

HOST: Final = "127.0.0.1"
FILES: Final = 8192
AT_ONCE: Final = 32
"""How many tables are set up at once."""
FINISHED: Final = 0.1
"""A closed loop ends when this share of the tables has finished."""
LIMIT: Final = 60.0
"""Seconds after which any step is given up."""


@dataclass
class Tally:
    """What was measured.

    Attributes:
        moves: choices that were accepted.
        refused: choices that were not.
        late: choices that were due when their table was still busy; another table took its turn.
        messages: messages that came to viewers, with their bytes.
        delays: seconds from when a choice was due until a message came to a viewer, all viewers.
        lasts: the longest of these for each choice.
    """

    moves: int = 0
    refused: int = 0
    late: int = 0
    messages: int = 0
    bytes: int = 0
    delays: list[float] = field(default_factory=list)
    lasts: list[float] = field(default_factory=list)


class Line(asyncio.Protocol):
    """A WebSocket connection that does as little as it can.

    Args:
        path: what is asked for, with a slash in front.
        port: where the server listens.
        headers: what else the handshake says.
        heard: takes each message.
    """

    def __init__(self, port: int, path: str, headers: Mapping[str, str], heard: Callable[[bytes], None]) -> None:
        offers = [ClientPerMessageDeflateFactory()]
        self._connection: ClientProtocol = ClientProtocol(
            parse_uri(f"ws://{HOST}:{port}{path}"), extensions=offers, max_size=None
        )
        self._headers: Mapping[str, str] = headers
        self._heard: Callable[[bytes], None] = heard
        self._transport: asyncio.Transport
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def open(self, port: int) -> None:
        """Connect."""
        await asyncio.get_running_loop().create_connection(lambda: self, HOST, port)
        await self._opened

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Shake hands."""
        self._transport = cast(asyncio.Transport, transport)
        request = self._connection.connect()
        request.headers.update(self._headers)
        self._connection.send_request(request)
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Hand on what came."""
        self._connection.receive_data(data)
        for event in self._connection.events_received():
            if not isinstance(event, Frame):
                self._shaken()
            elif event.opcode is Opcode.TEXT:
                self._heard(bytes(event.data))
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        """Say why nothing opened."""
        if not self._opened.done():
            self._opened.set_exception(exc or ConnectionError("the server hung up"))

    def send(self, message: bytes) -> None:
        """Send a message."""
        self._connection.send_text(message)
        self._flush()

    def close(self) -> None:
        """Hang up."""
        self._transport.close()

    def _shaken(self) -> None:
        error = self._connection.handshake_exc
        if error is None:
            self._opened.set_result(None)
        else:
            self._opened.set_exception(error)

    def _flush(self) -> None:
        if data := self._connection.data_to_send():
            self._transport.write(b"".join(data))


class Table:
    """A table with its viewers; at most one choice is under way.

    Args:
        port: where the server listens.
        tally: where what happens is counted.

    Attributes:
        over: whether its game is.
        eager: whether the next choice is sent as soon as the last one is through.
    """

    def __init__(self, port: int, tally: Tally) -> None:
        self.over: bool = False
        self.eager: bool = False
        self.busy: bool = False
        self._port: int = port
        self._tally: Tally = tally
        self._lines: list[Line] = []
        self._due: float = 0.0
        self._last: float = 0.0

    async def open(self, game: str, number: int) -> None:
        """Set it up and connect all viewers."""
        raise NotImplementedError

    def ready(self) -> bool:
        """Whether somebody owes a choice."""
        raise NotImplementedError

    def choose(self) -> None:
        """Send a choice for somebody who owes one."""
        raise NotImplementedError

    def close(self) -> None:
        """Disconnect all."""
        for line in self._lines:
            line.close()

    def move(self, due: float) -> None:
        """Send a choice that was due at a time."""
        self.settle()
        self.busy, self._due = True, due
        self.choose()

    def settle(self) -> None:
        """Count the last choice as come to all."""
        if self._last:
            self._tally.lasts.append(self._last)
        self._last = 0.0

    def go_on(self) -> None:
        """Send the next choice, if that is how it is played."""
        if self.eager and not self.busy and not self.over and self.ready():
            self.move(time.perf_counter())

    def done(self, *, accepted: bool = True) -> None:
        """The choice is through."""
        self.busy = False
        if accepted:
            self._tally.moves += 1
        else:
            self._tally.refused += 1

    def came(self, size: int) -> None:
        """A message came to a viewer."""
        self._tally.messages += 1
        self._tally.bytes += size
        self._last = time.perf_counter() - self._due
        self._tally.delays.append(self._last)

    async def connect(self, line: Line) -> None:
        """Open the line of a viewer."""
        await line.open(self._port)
        self._lines.append(line)


class Match(Table):
    """A match of six on boardgame.io's server, through its socket.io transport."""

    SEATS: ClassVar[int] = 6
    UPDATE: ClassVar[re.Pattern[bytes]] = re.compile(rb'"currentPlayer":"(\d+)".*?"_stateID":(\d+)')

    def __init__(self, port: int, tally: Tally) -> None:
        super().__init__(port, tally)
        self._players: list[Player] = []
        self._mover: int = 0
        self._name: str = ""

    async def open(self, game: str, number: int) -> None:
        """See `Table`; who comes first makes the match."""
        self._name = f"match-{number}-{time.monotonic_ns()}"
        for seat in range(self.SEATS):
            player = Player(self, seat, self._port)
            self._players.append(player)
            await self.connect(player.line)
            await player.synced

    def ready(self) -> bool:
        """See `Table`: whether the one whose turn it is has been told."""
        return any(player.current == player.seat for player in self._players)

    def choose(self) -> None:
        """See `Table`: the first card of the hand."""
        player = next(player for player in self._players if player.current == player.seat)
        self._mover = player.seat
        seat = str(player.seat)
        payload = {"type": "play", "args": [0], "playerID": seat, "credentials": None}
        player.emit("update", {"type": "MAKE_MOVE", "payload": payload}, player.state, self._name, seat)

    def synced(self, player: Player) -> None:
        """Ask for the whole state."""
        player.emit("sync", self._name, str(player.seat), None, self.SEATS)

    def told(self, player: Player, data: bytes) -> None:
        """Take in a new state."""
        self.came(len(data))
        if self.busy and player.seat == self._mover:
            self.done()
        self.go_on()


class Player:
    """One client of a match.

    Attributes:
        current: whose turn it is, as far as this one knows.
        state: the number of the state.
        synced: done once the whole state has come.
    """

    def __init__(self, match: Match, seat: int, port: int) -> None:
        self.seat: int = seat
        self.current: int = -1
        self.state: int = 0
        self.line: Line = Line(port, "/socket.io/?EIO=4&transport=websocket", {}, self.heard)
        self.synced: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._match: Match = match

    def emit(self, *event: object) -> None:
        """Send an event of socket.io."""
        self.line.send(b"42/cards," + msgspec.json.encode(event))

    def heard(self, data: bytes) -> None:
        """Take in a packet."""
        if data == b"2":
            self.line.send(b"3")
        elif data.startswith(b"0"):
            self.line.send(b"40/cards,")
        elif data.startswith(b"40/cards,"):
            self._match.synced(self)
        else:
            self._event(data)

    def _event(self, data: bytes) -> None:
        if b'gameover"' in data:
            self._match.over = True
        elif found := Match.UPDATE.search(data):
            self.current, self.state = int(found[1]), int(found[2])
        else:
            return
        if self.synced.done():
            self._match.told(self, data)
        else:
            self.synced.set_result(None)


class Load:
    """All tables, and what can be done with them.

    Args:
        port: where the server listens.
        kind: what a table there is.
    """

    def __init__(self, port: int, kind: type[Table]) -> None:
        self._port: int = port
        self._kind: type[Table] = kind
        self._tally: Tally = Tally()
        self._tables: list[Table] = []

    async def open(self, tables: int, games: Iterable[str]) -> dict[str, Any]:
        """Set up tables, of these games in turn, with all their viewers."""
        turn = asyncio.Semaphore(AT_ONCE)

        async def one(number: int, game: str) -> Table:
            async with turn:
                table = self._kind(self._port, self._tally)
                await table.open(game, number)
                return table

        named = zip(range(tables), cycle(games), strict=False)
        self._tables = await asyncio.gather(*(one(number, game) for number, game in named))
        await asyncio.sleep(0.5)
        return {"tables": tables}

    async def closed(self, seconds: float) -> dict[str, Any]:
        """Every table plays as fast as it is answered, for a time or until some have finished."""

        async def play() -> None:
            for table in self._tables:
                table.eager = True
                table.go_on()
            while time.perf_counter() < end and sum(table.over for table in self._tables) < finished:
                await asyncio.sleep(0.005)

        finished = max(1, FINISHED * len(self._tables))
        end = time.perf_counter() + seconds
        return await self._measured(play)

    async def rated(self, rate: float, seconds: float) -> dict[str, Any]:
        """Choices at a steady rate, whatever the server does; the tables take turns."""

        async def play() -> None:
            began, turns = time.perf_counter(), cycle(self._tables)
            for number in range(int(rate * seconds)):
                due = began + number / rate
                await asyncio.sleep(due - time.perf_counter())
                self._move_one(turns, due)

        return await self._measured(play)

    async def close(self) -> dict[str, Any]:
        """Disconnect all viewers."""
        for table in self._tables:
            table.close()
        self._tables = []
        await asyncio.sleep(0.5)
        return {}

    def _move_one(self, turns: Iterator[Table], due: float) -> None:
        for table in islice(turns, len(self._tables)):
            if not table.busy and not table.over and table.ready():
                table.move(due)
                return
            self._tally.late += table.busy

    async def _measured(self, play: Callable[[], Awaitable[None]]) -> dict[str, Any]:
        """What a play came to; the choices under way at its end are waited for, and not counted."""
        vars(self._tally).update(vars(Tally()))
        began, spent = time.perf_counter(), time.process_time()
        await play()
        seconds, spent = time.perf_counter() - began, time.process_time() - spent
        moves, messages, size = self._tally.moves, self._tally.messages, self._tally.bytes
        await self._settle()
        counts = {"moves": moves, "messages": messages, "bytes": size, "seconds": seconds, "busy": spent / seconds}
        times = {"delays": self._tally.delays, "lasts": self._tally.lasts}
        return {**counts, "refused": self._tally.refused, "late": self._tally.late, **times}

    async def _settle(self) -> None:
        for table in self._tables:
            table.eager = False
        while any(table.busy and not table.over for table in self._tables):
            await asyncio.sleep(0.01)
        for table in self._tables:
            table.settle()


async def obey(load: Load) -> None:
    """Do what standard input says until it ends."""
    while line := await asyncio.to_thread(sys.stdin.buffer.readline):
        asked = msgspec.json.decode(line)
        async with asyncio.timeout(LIMIT):
            answer = await getattr(load, asked.pop("do"))(**asked)
        print(msgspec.json.encode(answer).decode(), flush=True)


async def main() -> None:
    """Be the load on a server: ``load.py KIND PORT``."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(FILES, most), most))
    await obey(Load(int(sys.argv[2]), {"parlour": Match, "boardgame": Match}[sys.argv[1]]))


if __name__ == "__main__":
    uvloop.run(main())
