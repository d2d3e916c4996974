"""Wake-ups through Redis."""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError

from parlour.server.broker import BrokerFailed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from redis.asyncio.client import PubSub

LOGGER: Final = logging.getLogger(__name__)
EVERYTHING: Final = ("", "")
"""The wake-up of who may have missed some."""
MOST: Final = 10_000
"""How many wake-ups wait for a broker that is away, before they become one for everything."""
QUIET: Final = 5.0
"""Seconds without a message after which the broker is asked whether it is there, and as many for it to answer."""
PAUSE: Final = 0.2
"""Seconds until a broker that is away is tried again."""
PARTING: Final = 0.5
"""Seconds for the last wake-ups."""


class Batch(msgspec.Struct, array_like=True):
    """What is sent at once: the process it comes from, and wake-ups, each a table's id and a note."""

    sender: str
    wakeups: list[tuple[str, str]]


class RedisBroker:
    """Wake-ups through a channel of Redis.

    Args:
        url: where it is.
        channel: the name of the channel, the same for all that serve the same tables.

    Raises:
        BrokerFailed: it is no URL of a broker.
    """

    def __init__(self, url: str, channel: str = "parlour") -> None:
        try:
            self._redis: Redis = Redis.from_url(url, socket_timeout=QUIET, socket_connect_timeout=QUIET)
        except ValueError as error:
            raise BrokerFailed(f"no URL of a broker: {error}") from error
        self._channel: str = channel
        self._name: str = secrets.token_hex(8)
        self._heard: list[Callable[[str, str], None]] = []
        self._unsent: list[tuple[str, str]] = []
        self._something: asyncio.Event = asyncio.Event()
        self._listening: asyncio.Event = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def listen(self, heard: Callable[[str, str], None]) -> None:
        """See `parlour.server.broker.Broker`."""
        self._heard.append(heard)

    async def start(self) -> None:
        """Begin to listen.

        Raises:
            BrokerFailed: the broker can't be reached.
        """
        try:
            await self._redis.ping()
            self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._send())]
            await asyncio.wait_for(self._listening.wait(), QUIET)
        except (RedisError, OSError) as error:
            await self.close()
            raise BrokerFailed(f"the broker can't be reached: {str(error) or 'no answer'}") from error

    def publish(self, table_id: str, note: str) -> None:
        """See `parlour.server.broker.Broker`."""
        self._unsent.append((table_id, note))
        if len(self._unsent) > MOST:
            self._unsent = [EVERYTHING]
        self._something.set()

    async def close(self) -> None:
        """See `parlour.server.broker.Broker`."""
        for task in self._tasks:
            await _ended(task)
        with suppress(RedisError, OSError):
            await asyncio.wait_for(self._deliver(), PARTING)
        await self._redis.aclose()

    async def _send(self) -> None:
        while await self._something.wait():
            with _trying():
                await self._deliver()
            if self._unsent:
                await asyncio.sleep(PAUSE)

    async def _deliver(self) -> None:
        """Send all that waits; if that fails it waits on."""
        batch, self._unsent = self._unsent, []
        try:
            if batch:
                await self._redis.publish(self._channel, msgspec.json.encode(Batch(self._name, batch)))
        except BaseException:
            self._unsent = [*batch, *self._unsent]
            raise
        if not self._unsent:
            self._something.clear()

    async def _listen(self) -> None:
        while True:
            with _trying():
                await self._hear()
            await asyncio.sleep(PAUSE)

    async def _hear(self) -> None:
        async with self._redis.pubsub() as line:
            await line.subscribe(self._channel)
            while True:
                self._take(await _message(line))

    def _take(self, message: dict[str, Any]) -> None:
        """Take in a message; that the line listens, now or again, is one as well."""
        if message["type"] == "subscribe":
            self._tell(*EVERYTHING)
            self.publish(*EVERYTHING)
            self._listening.set()
        elif message["type"] == "message":
            for wakeup in self._read(message["data"]):
                self._tell(*wakeup)

    def _read(self, data: bytes) -> list[tuple[str, str]]:
        """The wake-ups of another process; none in what is none of ours."""
        try:
            batch = msgspec.json.decode(data, type=Batch)
        except msgspec.MsgspecError:
            LOGGER.warning("somebody else speaks in the channel %s of the broker", self._channel)
            return []
        return [] if batch.sender == self._name else batch.wakeups

    def _tell(self, table_id: str, note: str) -> None:
        for heard in self._heard:
            heard(table_id, note)


async def _ended(task: asyncio.Task[None]) -> None:
    """End a task, even if the driver takes a cancellation for something else."""
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=PAUSE)


async def _message(line: PubSub) -> dict[str, Any]:
    """The next message, if only that the broker is there.

    Raises:
        TimeoutError: it is not.
    """
    message = await line.get_message(timeout=QUIET)
    if message is None:
        await line.ping()
        message = await line.get_message(timeout=QUIET)
    if message is None:
        raise TimeoutError("no answer")
    return dict(message)


@contextmanager
def _trying() -> Iterator[None]:
    try:
        yield
    except (RedisError, OSError) as error:
        LOGGER.warning("the broker does not answer: %s", error)
