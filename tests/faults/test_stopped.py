"""A server that is asked to stop says so to all who are connected, and stops soon; what it acknowledged is there again."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack, suppress
from itertools import count
from typing import TYPE_CHECKING, Final

from websockets.exceptions import ConnectionClosed

from faults.kept import check
from faults.remotes import Hand, until
from faults.servers import Server
from parlour import games

if TYPE_CHECKING:
    from pathlib import Path

WATCHING: Final = 11
"""At each of four tables; with two players each that makes 52 people."""
LONG: Final = 10.0
"""Seconds that a stop may take on a machine that is busy; it is to take less than 2."""
COMES_BACK: Final = 1012
NUMBERS: Final = count()


def players(server: Server) -> list[Hand]:
    """Two at a table of each game, one of them at this screen twice."""
    token = server.guest("Anna")
    tables = [server.table(token, game, ["me", "Berta"]) for game in games.names()]
    return [Hand(server.url, table, seat, token) for table in tables for seat in range(2)]


async def play_on(player: Hand) -> None:
    """Choose as fast as can be, until the line is closed."""
    with suppress(ConnectionClosed):
        while player.socket.close_code is None:
            if player.known["options"]:
                await player.ask(player.choice(f"c{player.seat}-{next(NUMBERS)}"))
            await asyncio.sleep(0.001)


def test_a_stop_is_told_to_all_and_loses_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        with Server(tmp_path) as server:
            people = players(server)
            watching = [Hand(server.url, player.table, None) for player in people[::2] for _ in range(WATCHING)]
            async with AsyncExitStack() as opened:
                for each in (*people, *watching):
                    await opened.enter_async_context(each)
                playing = [asyncio.create_task(play_on(player)) for player in people]
                await until(lambda: all(len(each.acknowledged) > 2 for each in people))
                began = time.monotonic()
                status = await asyncio.to_thread(server.stop)
                took = time.monotonic() - began
                await asyncio.gather(*playing)
            assert status == 0
            assert {each.socket.close_code for each in (*people, *watching)} == {COMES_BACK}
        assert took < LONG, f"{len(people) + len(watching)} people were told, and it stopped, in {took:.2f} s"
        with Server(tmp_path) as server:
            await check(tmp_path, people)
            assert server.http.get("/readyz").status_code == 200

    asyncio.run(play())
