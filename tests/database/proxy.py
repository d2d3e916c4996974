"""A line to a server that can be cut, taken down, or go silent."""

from __future__ import annotations

import asyncio
from contextlib import closing, suppress
from typing import Self


class Proxy:
    """Passes on what is sent to a local server.

    Attributes:
        port: where it listens.
        silent: whether what is sent is swallowed.
    """

    def __init__(self, to: int) -> None:
        self.port: int = 0
        self.silent: bool = False
        self._to: int = to
        self._server: asyncio.Server
        self._lines: set[asyncio.Task[None]] = set()
        self._ends: set[asyncio.StreamWriter] = set()

    async def __aenter__(self) -> Self:
        await self.up()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.down()

    async def up(self) -> None:
        """Listen, on the same port as before."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def down(self) -> None:
        """Listen no more, and cut all lines."""
        self._server.close()
        await self.cut()
        await self._server.wait_closed()

    async def cut(self) -> None:
        """Cut all lines."""
        for end in self._ends:
            end.close()
        await asyncio.gather(*self._lines)

    def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = asyncio.create_task(self._line(reader, writer))
        self._lines.add(line)
        self._ends.add(writer)
        line.add_done_callback(self._lines.discard)
        line.add_done_callback(lambda _: self._ends.discard(writer))

    async def _line(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
        await asyncio.gather(self._pass(reader, far_writer), self._pass(far_reader, writer))

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on until this end is closed, then close the other."""
        with suppress(OSError), closing(writer):
            while data := await reader.read(65536):
                if not self.silent:
                    writer.write(data)
                    await writer.drain()
