"""The line between a browser and the servers of this machine: a SOCKS proxy that can be cut."""

from __future__ import annotations

import asyncio
import threading
from asyncio import StreamReader, StreamWriter
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

NO_PASSWORD = b"\x05\x00"
CONNECTED = b"\x05\x00\x00\x01" + bytes(6)
BY_NAME = 3
IP_LENGTH = {1: 4, 4: 16}


class Line:
    """Carries what a browser and this machine's servers tell each other.

    Attributes:
        url: the proxy's, for the browser.
    """

    def __init__(self) -> None:
        self.url: str = ""
        self._up: bool = True
        self._ends: set[StreamWriter] = set()
        self._carrying: set[asyncio.Task[None]] = set()
        self._loop: asyncio.AbstractEventLoop
        self._closing: asyncio.Event

    @contextmanager
    def open(self) -> Iterator[Line]:
        """Carry until the context ends."""
        ready: Future[str] = Future()
        thread = threading.Thread(target=lambda: asyncio.run(self._serve(ready)))
        thread.start()
        self.url = ready.result()
        try:
            yield self
        finally:
            self._loop.call_soon_threadsafe(self._closing.set)
            thread.join()

    @contextmanager
    def cut(self) -> Iterator[None]:
        """Break all connections, and refuse new ones until the context ends."""
        self._up = False
        self._loop.call_soon_threadsafe(self._hang_up)
        try:
            yield
        finally:
            self._up = True

    def _hang_up(self) -> None:
        for end in self._ends:
            end.transport.abort()

    async def _serve(self, ready: Future[str]) -> None:
        self._loop, self._closing = asyncio.get_running_loop(), asyncio.Event()
        async with await asyncio.start_server(self._came, "127.0.0.1", 0) as server:
            ready.set_result(f"socks5://127.0.0.1:{server.sockets[0].getsockname()[1]}")
            await self._closing.wait()
            self._hang_up()
            await asyncio.gather(*self._carrying)

    def _came(self, reader: StreamReader, writer: StreamWriter) -> None:
        task = asyncio.create_task(self._carry(reader, writer))
        self._carrying.add(task)
        task.add_done_callback(self._carrying.discard)

    async def _carry(self, reader: StreamReader, writer: StreamWriter) -> None:
        with suppress(OSError, EOFError), self._end(writer):
            if self._up:
                await self._connect(reader, writer)

    async def _connect(self, reader: StreamReader, writer: StreamWriter) -> None:
        port = await _asked_port(reader, writer)
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", port)
        with self._end(far_writer):
            writer.write(CONNECTED)
            await asyncio.gather(_pump(reader, far_writer), _pump(far_reader, writer))

    @contextmanager
    def _end(self, writer: StreamWriter) -> Iterator[None]:
        self._ends.add(writer)
        try:
            yield
        finally:
            self._ends.discard(writer)
            writer.transport.abort()


async def _asked_port(reader: StreamReader, writer: StreamWriter) -> int:
    """The port that the browser asks for; whatever the host is called, it is this machine."""
    _, ways = await reader.readexactly(2)
    await reader.readexactly(ways)
    writer.write(NO_PASSWORD)
    *_, kind = await reader.readexactly(4)
    length = (await reader.readexactly(1))[0] if kind == BY_NAME else IP_LENGTH[kind]
    await reader.readexactly(length)
    return int.from_bytes(await reader.readexactly(2))


async def _pump(reader: StreamReader, writer: StreamWriter) -> None:
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()
    writer.close()
