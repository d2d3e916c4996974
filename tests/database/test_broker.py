"""Wake-ups reach the other processes, or they are told to read on everywhere."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from secrets import token_hex
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
import redis

from database.proxy import Proxy
from parlour.server import redis_broker
from parlour.server.broker import BrokerFailed, open_broker
from parlour.server.redis_broker import EVERYTHING, RedisBroker

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

Wakeup = tuple[str, str]


class Listener:
    """What a process has heard."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[Wakeup] = asyncio.Queue()

    def __call__(self, table_id: str, note: str) -> None:
        self.heard.put_nowait((table_id, note))

    async def next(self) -> Wakeup:
        return await asyncio.wait_for(self.heard.get(), 20)

    async def until(self, *wakeups: Wakeup) -> list[Wakeup]:
        """What was heard until all of these were, in this order."""
        before, wanted = list[Wakeup](), list(wakeups)
        while wanted:
            before.append(await self.next())
            if before[-1] == wanted[0]:
                wanted.pop(0)
        return before


@asynccontextmanager
async def broker(url: str, channel: str) -> AsyncIterator[tuple[RedisBroker, Listener]]:
    """A process's end of the channel."""
    here, listener = RedisBroker(url, channel), Listener()
    here.listen(listener)
    await here.start()
    try:
        yield here, listener
    finally:
        await here.close()


def port(url: str) -> int:
    return urlsplit(url).port or 6379


def proxied(url: str, proxy: Proxy) -> str:
    return f"redis://127.0.0.1:{proxy.port}{urlsplit(url).path}"


@pytest.fixture
def channel() -> str:
    """A channel that nobody else hears."""
    return f"parlour-test-{token_hex(8)}"


def test_wakeups_reach_the_others_in_order_and_never_who_sent_them(redis_url: str, channel: str) -> None:
    async def use() -> None:
        async with broker(redis_url, channel) as (one, first), broker(redis_url, channel) as (two, second):
            sent = [("t", ""), ("t", '{"here": 1}'), ("u", "\N{SNOWMAN}"), ("t", "")]
            for wakeup in sent:
                one.publish(*wakeup)
            two.publish("back", "")
            assert [each for each in await second.until(*sent) if each != EVERYTHING] == sent
            assert ("t", "") not in await first.until(("back", ""))

    asyncio.run(use())


def test_who_begins_and_those_who_are_there_read_on_everywhere(redis_url: str, channel: str) -> None:
    async def use() -> None:
        async with broker(redis_url, channel) as (_, first):
            assert await first.next() == EVERYTHING
            async with broker(redis_url, channel) as (_, second):
                assert await first.next() == EVERYTHING
                assert await second.next() == EVERYTHING

    asyncio.run(use())


def test_after_a_broken_line_all_read_on_everywhere_and_hear_again(redis_url: str, channel: str) -> None:
    async def use() -> None:
        async with (
            Proxy(port(redis_url)) as proxy,
            broker(proxied(redis_url, proxy), channel) as (one, first),
            broker(redis_url, channel) as (two, second),
        ):
            await first.until(EVERYTHING, EVERYTHING)
            await second.until(EVERYTHING)
            await proxy.cut()
            await asyncio.gather(first.until(EVERYTHING), second.until(EVERYTHING))
            one.publish("t", "")
            await second.until(("t", ""))
            two.publish("u", "")
            await first.until(("u", ""))

    asyncio.run(use())


def test_while_the_broker_is_away_wakeups_wait(
    redis_url: str, channel: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(redis_broker, "PAUSE", 0.01)

    async def use() -> None:
        async with (
            Proxy(port(redis_url)) as proxy,
            broker(proxied(redis_url, proxy), channel) as (one, first),
            broker(redis_url, channel) as (_, second),
        ):
            await first.until(EVERYTHING, EVERYTHING)
            await proxy.down()
            for table in "abc":
                one.publish(table, "")
                await asyncio.sleep(0.05)
            await proxy.up()
            await second.until(("a", ""), ("b", ""), ("c", ""))
            await first.until(EVERYTHING)

    asyncio.run(use())
    assert "the broker does not answer" in caplog.text


def test_a_line_that_has_gone_silent_is_noticed(redis_url: str, channel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_broker, "QUIET", 0.1)

    async def use() -> None:
        async with (
            Proxy(port(redis_url)) as proxy,
            broker(proxied(redis_url, proxy), channel) as (_, first),
            broker(redis_url, channel) as (two, second),
        ):
            await first.until(EVERYTHING, EVERYTHING)
            await second.until(EVERYTHING)
            proxy.silent = True
            two.publish("lost", "")
            await asyncio.sleep(0.5)
            proxy.silent = False
            await asyncio.gather(first.until(EVERYTHING), second.until(EVERYTHING))
            two.publish("found", "")
            await first.until(("found", ""))

    asyncio.run(use())


def test_a_quiet_line_is_no_lost_one(redis_url: str, channel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_broker, "QUIET", 0.1)

    async def use() -> None:
        async with broker(redis_url, channel) as (_, first), broker(redis_url, channel) as (two, _):
            await first.until(EVERYTHING, EVERYTHING)
            await asyncio.sleep(0.5)
            two.publish("t", "")
            assert await first.next() == ("t", "")

    asyncio.run(use())


def test_too_many_that_wait_become_one_for_everything(redis_url: str, channel: str) -> None:
    async def use() -> None:
        async with Proxy(port(redis_url)) as proxy, broker(proxied(redis_url, proxy), channel) as (one, first):
            await first.next()
            await proxy.down()
            for number in range(redis_broker.MOST + 3):
                one.publish(f"t{number}", "")
            assert one._unsent[0] == EVERYTHING
            assert len(one._unsent) <= 4

    asyncio.run(use())


def test_what_was_said_last_is_sent_at_the_end(redis_url: str, channel: str) -> None:
    async def use() -> None:
        async with broker(redis_url, channel) as (_, second):
            async with broker(redis_url, channel) as (one, _):
                one.publish("t", "bye")
            await second.until(("t", "bye"))

    asyncio.run(use())


def test_what_others_say_in_the_channel_harms_nobody(redis_url: str, channel: str) -> None:
    async def use() -> None:
        async with broker(redis_url, channel) as (one, _), broker(redis_url, channel) as (_, second):
            with redis.Redis.from_url(redis_url) as other:
                for said in (b"hello", b"\xff", b"[]", b'["x", [["t"]]]', b'{"sender": 1}'):
                    other.publish(channel, said)
            one.publish("t", "")
            assert [each for each in await second.until(("t", "")) if each != EVERYTHING] == [("t", "")]

    asyncio.run(use())


def test_one_process_needs_no_broker() -> None:
    assert asyncio.run(open_broker("")) is None


@pytest.mark.parametrize(("url", "word"), [("redis://:hidden@127.0.0.1:1", "reached"), ("http://127.0.0.1", "no URL")])
def test_a_broker_that_is_not_there_is_told_in_a_line(url: str, word: str) -> None:
    with pytest.raises(BrokerFailed, match=word) as failed:
        asyncio.run(open_broker(url))
    assert "\n" not in str(failed.value)
    assert "hidden" not in str(failed.value)
