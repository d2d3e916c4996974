"""Who does not read is sent one whole view instead of all that was missed, and costs the server little."""

from __future__ import annotations

import asyncio
import json
import socket
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from websockets.exceptions import ConnectionClosed

from faults.remotes import Hand, Remote, level, until
from faults.servers import Server
from parlour.kernel.chance import Rng
from support import scaled

if TYPE_CHECKING:
    from pathlib import Path

    from websockets.asyncio.client import ClientConnection

GAME: Final = "ghooost"
TURNS: Final = 500
"""After how many turns it ends, which is nearly always if nobody plays well."""
TABLES: Final = 4
PAGES: Final = 10
"""Browsers at a table that do not read; a program does not either."""
SMALL: Final = 4096
"""Bytes that this machine keeps for who does not read, as far as it lets one say so."""
ROOM: Final = 15_000_000
"""Bytes that a table may take with all that is drawn of it, and who does not read."""


class Slow(Remote):
    """Who connects, and reads nothing until told to.

    Attributes:
        count: how many messages came.
        lost: how often the line was lost, with what had come and was not read.
    """

    def __init__(self, table: str) -> None:
        super().__init__(table, None, "", Rng("slow"))
        self.socket: ClientConnection
        self.count: int = 0
        self.lost: int = 0

    async def come(self, server: Server, encoding: str) -> None:
        """Connect, with as little room for messages on the way as can be had."""
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SMALL // 4)
        line.connect(("127.0.0.1", server.port))
        line.setblocking(False)
        self.socket = await self.line(server.url, encoding=encoding, sock=line, max_queue=1)

    async def read_on(self, server: Server) -> None:
        """Read; who did not answer pings has lost the line at some time, and comes back."""
        while True:
            with suppress(ConnectionClosed):
                async for text in self.socket:
                    self.count += 1
                    self.hear(json.loads(text))
            self.lost += 1
            await self.come(server, "json")


class Evening:
    """A table where two people play, and many look on and do not read.

    Args:
        server: where.
        number: of the table.
    """

    def __init__(self, server: Server, number: int) -> None:
        tokens = [server.guest(f"{name} {number}") for name in ("Anna", "Berta")]
        table = server.table(tokens[0], GAME, ["me", "open"])
        self.players: list[Remote] = [Remote(table, seat, tokens[seat], Rng(f"{seat}")) for seat in range(2)]
        self.watching: Hand = Hand(server.url, table, None)
        self.slow: list[Slow] = [Slow(table) for _ in range(PAGES + 1)]
        self._server: Server = server

    async def play(self) -> None:
        """Play the game to its end."""
        for number, each in enumerate(self.slow):
            await each.come(self._server, "html" if number else "json")
        async with self.watching:
            assert await self.players[1].sit(self._server.url, "Berta")
            await asyncio.gather(*(player.play(self._server.url) for player in self.players))
            await until(lambda: self.watching.over)

    async def end(self) -> bool:
        """Who has not read reads now, and in the end knows the same; returns whether there was less to read than was sent.

        A short game is over before more has been sent than this machine keeps for who does not read.
        """
        program = self.slow[0]
        reading = asyncio.create_task(program.read_on(self._server))
        await level(self._server.url, [program])
        assert self.watching.number
        overtaken = program.count < self.watching.number
        assert overtaken or self.watching.number < TURNS
        assert overtaken <= (program.wholes > 1 or program.lost > 0)
        reading.cancel()
        await asyncio.wait([reading])
        return overtaken

    def leave(self) -> None:
        """Everybody goes."""
        for each in self.slow:
            each.socket.transport.abort()


def test_who_does_not_read_is_sent_one_view_in_the_end(tmp_path: Path) -> None:
    async def play() -> None:
        with Server(tmp_path) as server:
            before, evenings = server.resident, [Evening(server, each) for each in range(scaled(TABLES))]
            await asyncio.gather(*(each.play() for each in evenings))
            assert server.resident < before + ROOM * len(evenings)
            overtaken = [await each.end() for each in evenings]
            assert any(overtaken)
            for each in evenings:
                each.leave()
            await until(lambda: not server.counted("parlour_sockets"))

    asyncio.run(play())
