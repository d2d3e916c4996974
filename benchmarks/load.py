"""The load on a server, from a process of its own: `server.py` starts it, tells it what to do line by line, and prints.

It speaks what a browser speaks and parses no more than a player needs: whether a seat owes a choice, and which there are.
Each line that it is told is answered by a line of JSON; it ends with its standard input.
"""

from __future__ import annotations

import asyncio
import html
import random
import re
import resource
import sys
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

import httpx2
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
CALM: Final = 0.5
"""Seconds in which the server comes to rest between two steps."""
LIMIT: Final = 300.0
"""Seconds after which any step is given up."""


@dataclass
class Tally:
    """What was measured.

    Attributes:
        moves: choices that were accepted.
        refused: choices that were not.
        late: choices that were due when a table was still busy; the next one that was not took its turn.
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
        self._closed: bool = False
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
        """Nobody hangs up but this side."""
        if not self._opened.done():
            self._opened.set_exception(exc or ConnectionError("the server hung up"))
        elif not self._closed:
            sys.exit("the server hung up on a viewer")

    def send(self, message: bytes) -> None:
        """Send a message."""
        self._connection.send_text(message)
        self._flush()

    def close(self) -> None:
        """Hang up."""
        self._closed = True
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


class Table(ABC):
    """A table with its viewers; at most one choice is under way.

    Args:
        port: where the server listens.
        tally: where what happens is counted.

    Attributes:
        port: see above.
        over: whether its game is.
        busy: whether a choice is under way.
        left: how many choices are still to be sent, each as soon as the last one is through.
        name: the table's id.
        lines: those of the viewers.
    """

    def __init__(self, port: int, tally: Tally) -> None:
        self.over: bool = False
        self.busy: bool = False
        self.left: int = 0
        self.name: str = ""
        self.lines: list[Line] = []
        self.port: int = port
        self._tally: Tally = tally
        self._due: float = 0.0
        self._last: float = 0.0

    @abstractmethod
    async def open(self, game: str, number: int) -> None:
        """Set it up and connect all viewers."""

    @abstractmethod
    def ready(self) -> bool:
        """Whether somebody owes a choice."""

    @abstractmethod
    def choose(self) -> None:
        """Send a choice for somebody who owes one."""

    def close(self) -> None:
        """Disconnect all."""
        for line in self.lines:
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
        if self.left and not self.busy and not self.over and self.ready():
            self.left -= 1
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
        if self._due:
            self._last = time.perf_counter() - self._due
            self._tally.delays.append(self._last)

    async def connect(self, line: Line) -> None:
        """Open the line of a viewer."""
        await line.open(self.port)
        self.lines.append(line)


class Match(Table):
    """A match of six on boardgame.io's server, through its socket.io transport."""

    SEATS: ClassVar[int] = 6
    UPDATE: ClassVar[re.Pattern[bytes]] = re.compile(rb'"currentPlayer":"(\d+)".*?"_stateID":(\d+)')

    def __init__(self, port: int, tally: Tally) -> None:
        super().__init__(port, tally)
        self._players: list[Player] = []
        self._mover: int = 0

    async def open(self, game: str, number: int) -> None:
        """See `Table`; who comes first makes the match."""
        self.name = f"match-{number}-{time.monotonic_ns()}"
        for seat in range(self.SEATS):
            player = Player(self, seat, self.port)
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
        player.emit("update", {"type": "MAKE_MOVE", "payload": payload}, player.state, self.name, seat)

    def synced(self, player: Player) -> None:
        """Ask for the whole state."""
        player.emit("sync", self.name, str(player.seat), None, self.SEATS)

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


class Game(Table):
    """A table of Parlour's with six viewers, half of whom read English and half German; who sits nowhere watches."""

    VIEWERS: ClassVar[int] = 6
    SEATS: ClassVar[int] = 5
    MOST: ClassVar[Mapping[str, int]] = {"king_of_12": 4}

    def __init__(self, port: int, tally: Tally) -> None:
        super().__init__(port, tally)
        self._viewers: list[Viewer] = []
        self._mover: Viewer
        self._rng: random.Random = random.Random()
        self._waiting: set[str] = set()

    async def open(self, game: str, number: int) -> None:
        """See `Table`; all seats are taken through the socket, by guests who come from the link."""
        self._rng.seed(number)
        seats = min(self.SEATS, self.MOST.get(game, self.SEATS))
        async with httpx2.AsyncClient(base_url=f"http://{HOST}:{self.port}", timeout=LIMIT) as http:
            tokens = [await welcome(http, f"Player {seat}") for seat in range(seats)]
            request = {"game": game, "seats": seats, "players": ["open"] * seats}
            self.name = (await asked(http, "/api/tables", request, tokens[0]))["table"]
        for place, token in enumerate(tokens):
            await self._seat(place, token)
        for place, token in enumerate(tokens + [""] * (self.VIEWERS - seats)):
            viewer = Viewer(self, place, token)
            self._viewers.append(viewer)
            await self.connect(viewer.line)
            await viewer.told.wait()

    async def _seat(self, place: int, token: str) -> None:
        guest = Viewer(self, place, token, watching=True)
        await guest.line.open(self.port)
        await guest.ask(do="join", name=f"Player {place}")
        await guest.ask(do="sit", seat=place)
        guest.line.close()

    async def visit(self, name: str) -> float:
        """Seconds until a spectator who comes to a table sees it."""
        self.name = name
        viewer = Viewer(self, 0, "")
        began = time.perf_counter()
        await self.connect(viewer.line)
        await viewer.told.wait()
        return time.perf_counter() - began

    def ready(self) -> bool:
        """See `Table`."""
        return any(viewer.options for viewer in self._viewers)

    def choose(self) -> None:
        """See `Table`: any of the options."""
        self._mover = next(viewer for viewer in self._viewers if viewer.options)
        self._waiting = {"answer", "view"}
        self._mover.choose(self._rng)

    def answered(self, *, accepted: bool) -> None:
        """The choice is accepted, or refused."""
        self._waiting -= {"answer"} if accepted else {"answer", "view"}
        self._through(accepted=accepted)

    def told(self, viewer: Viewer, size: int) -> None:
        """A viewer was told what is new."""
        self.came(size)
        if self.busy and viewer is self._mover and "view" in self._waiting:
            self._waiting.discard("view")
            self._through(accepted=True)
        self.go_on()

    def _through(self, *, accepted: bool) -> None:
        if not self._waiting:
            self.done(accepted=accepted)
            self.go_on()


class Html(msgspec.Struct):
    """The parts of the page that show options."""

    table: str = ""
    prompt: str = ""


class Said(msgspec.Struct):
    """What a player reads of a message."""

    number: int | None = None
    accepted: str = ""
    refused: str = ""
    word: str = ""
    html: Html = msgspec.field(default_factory=Html)


class Viewer:
    """A browser at a table of Parlour's.

    Args:
        table: where.
        place: the seat, or any further number for a spectator.
        token: of the guest; empty for a spectator.
        watching: whether who has a token watches as well.

    Attributes:
        options: what can be chosen, with the number of the question; empty while nothing is asked.
        told: set once the viewer has been told anything.
    """

    OPTION: ClassVar[re.Pattern[str]] = re.compile(r'class="option" data-choice="([^"]*)" data-question="(\d+)"')
    OVER: ClassVar[str] = 'class="result"'

    def __init__(self, table: Game, place: int, token: str, *, watching: bool = False) -> None:
        seat = place if token and not watching else "none"
        path = f"/t/{table.name}/socket?as=html&seat={seat}&language={'en' if place % 2 else 'de'}"
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.options: list[tuple[str, str]] = []
        self.told: asyncio.Event = asyncio.Event()
        self.line: Line = Line(table.port, path, headers, self.heard)
        self._table: Game = table
        self._place: int = place
        self._answered: asyncio.Event = asyncio.Event()
        self._last: int = -1

    async def ask(self, **asked: object) -> None:
        """Ask for something on the way to a seat."""
        self._answered.clear()
        self.line.send(msgspec.json.encode({"id": f"ask-{asked['do']}", **asked}))
        await self._answered.wait()

    def choose(self, rng: random.Random) -> None:
        """Choose any of the options."""
        choice, question = rng.choice(self.options)
        self.options, self._last = [], int(question)
        asked = {"do": "choose", "id": f"choose-{question}-{choice}"[:64], "seat": self._place, "question": self._last}
        self.line.send(msgspec.json.encode({**asked, "choice": html.unescape(choice)}))

    def heard(self, data: bytes) -> None:
        """Take in a message."""
        said = self._decode(data)
        if said.number is not None:
            self._look(said.html.prompt or said.html.table)
            self.told.set()
            self._table.told(self, len(data))
        elif said.accepted.startswith("ask-"):
            self._answered.set()
        elif said.accepted or said.refused.startswith("choose-"):
            self._table.answered(accepted=bool(said.accepted))
        elif said.refused:
            sys.exit(f"refused: {said.word}")

    _decode = staticmethod(msgspec.json.Decoder(Said).decode)

    def _look(self, page: str) -> None:
        if page:
            found = self.OPTION.findall(page)
            self.options = found if found and int(found[0][1]) > self._last else []
            self._table.over |= self.OVER in page


async def welcome(http: httpx2.AsyncClient, name: str) -> str:
    """The token of a new guest."""
    token: str = (await asked(http, "/api/guests", {"name": name}))["token"]
    return token


async def asked(http: httpx2.AsyncClient, path: str, body: object, token: str = "") -> dict[str, Any]:
    """The answer to a request."""
    answer = await http.post(path, json=body, headers={"Authorization": f"Bearer {token}"} if token else {})
    answer.raise_for_status()
    found: dict[str, Any] = answer.json()
    return found


KINDS: Final[Mapping[str, Callable[[int, Tally], Table]]] = {"parlour": Game, "boardgame": Match}


class Load:
    """All tables, and what can be done with them.

    Args:
        port: where the server listens.
        kind: what a table there is.
    """

    def __init__(self, port: int, kind: Callable[[int, Tally], Table]) -> None:
        self._port: int = port
        self._kind: Callable[[int, Tally], Table] = kind
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
        await asyncio.sleep(CALM)
        viewers = sum(len(table.lines) for table in self._tables)
        return {"viewers": viewers, "names": [table.name for table in self._tables]}

    async def closed(self, seconds: float, moves: int = 0) -> dict[str, Any]:
        """Every table plays as fast as it is answered: for a time or until some have finished, or so many moves."""

        async def play() -> None:
            for table in self._tables:
                table.left = moves or sys.maxsize
                table.go_on()
            while time.perf_counter() < end and self._finished() < finished:  # noqa: ASYNC110 - cheaper than an event a move
                await asyncio.sleep(0.005)

        finished = len(self._tables) if moves else max(1, FINISHED * len(self._tables))
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
        await asyncio.sleep(CALM)
        return {}

    async def visit(self, names: Iterable[str]) -> dict[str, Any]:
        """Seconds until somebody sees each of some tables of Parlour's, one after another."""
        visitor = Game(self._port, self._tally)
        self._tables = [*self._tables, visitor]
        return {"seconds": [await visitor.visit(name) for name in names]}

    def _move_one(self, turns: Iterator[Table], due: float) -> None:
        waited = False
        for table in islice(turns, len(self._tables)):
            if not table.busy and not table.over and table.ready():
                table.move(due)
                break
            waited |= table.busy
        self._tally.late += waited

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
        counts["through"] = self._tally.moves
        return {**counts, "refused": self._tally.refused, "late": self._tally.late, **times}

    def _finished(self) -> int:
        return sum(table.over or not table.left for table in self._tables)

    async def _settle(self) -> None:
        for table in self._tables:
            table.left = 0
        while any(table.busy and not table.over for table in self._tables):  # noqa: ASYNC110 - as above
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
    await obey(Load(int(sys.argv[2]), KINDS[sys.argv[1]]))


if __name__ == "__main__":
    uvloop.run(main())
