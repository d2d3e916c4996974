"""What a socket has heard waits in order, and whoever listens waits for it."""

from __future__ import annotations

import asyncio

from parlour.server.safety import Inbox


def test_what_was_put_in_first_comes_out_first() -> None:
    async def use() -> None:
        inbox = Inbox()
        for item in range(3):
            inbox.put_nowait(item)
        assert [await inbox.get() for _ in range(3)] == [0, 1, 2]
        assert inbox.empty()

    asyncio.run(use())


def test_who_listens_waits_and_can_give_up() -> None:
    async def use() -> None:
        inbox = Inbox()
        gives_up = asyncio.create_task(inbox.get())
        await asyncio.sleep(0)
        gives_up.cancel()
        await asyncio.gather(gives_up, return_exceptions=True)
        inbox.put_nowait("first")
        assert not inbox.empty()
        assert await inbox.get() == "first"
        listens = asyncio.create_task(inbox.get())
        await asyncio.sleep(0)
        inbox.put_nowait("second")
        assert await listens == "second"

    asyncio.run(use())
