"""Two servers on one PostgreSQL with a broker between them serve the same tables: to people it is one server."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

import pytest

from database.proxy import Proxy
from faults.remotes import Remote, level
from faults.servers import Server
from faults.test_killed_server import check_history, history
from parlour import games
from parlour.kernel.chance import Rng
from parlour.server.database import open_database

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

NAMES = ("Anna", "Berta")


class Servers(NamedTuple):
    """Two servers, and the lines to the database and the broker that they share."""

    here: Server
    there: Server
    database: Proxy
    broker: Proxy


@asynccontextmanager
async def two_servers(folder: Path, postgres_url: str, redis_url: str) -> AsyncIterator[Servers]:
    async with AsyncExitStack() as opened:
        lines = [await opened.enter_async_context(Proxy(urlsplit(url).port or 0)) for url in (postgres_url, redis_url)]
        urls = [proxied(url, line) for url, line in zip((postgres_url, redis_url), lines, strict=True)]
        servers = []
        for _ in range(2):
            server = await asyncio.to_thread(Server, folder, database=urls[0], broker=urls[1], workers=1)
            opened.push_async_callback(asyncio.to_thread, server.stop)
            servers.append(server)
        yield Servers(*servers, *lines)


def proxied(url: str, line: Proxy) -> str:
    port = f":{urlsplit(url).port}"
    assert url.count(port) == 1
    return url.replace(port, f":{line.port}")


def seated(servers: Servers, game: str, players: tuple[str, ...]) -> list[Remote]:
    """Two people at a new table and a spectator; each may talk to either server."""
    tokens = [servers.here.guest(NAMES[0]), servers.there.guest(NAMES[1])]
    table = servers.here.table(tokens[0], game, list(players))
    answer = servers.there.http.post(
        f"/t/{table}/join", data={"seat": "1"}, headers={"authorization": f"Bearer {tokens[1]}"}
    )
    assert answer.status_code == 303, answer.text
    places = zip((0, 1, None), (*tokens, ""), strict=True)
    return [Remote(table, seat, token, Rng(f"{game} {seat}")) for seat, token in places]


def urls(servers: Servers) -> tuple[str, str, str]:
    """Where the two people and the spectator are."""
    return servers.here.url, servers.there.url, servers.there.url


async def check(remotes: list[Remote], servers: Servers, postgres_url: str) -> None:
    """See that all know the same as newcomers at both servers, and that each decision is kept once."""
    watching = [asyncio.create_task(remote.watch(url)) for remote, url in zip(remotes, urls(servers), strict=True)]
    for server in (servers.here, servers.there):
        await level(server.url, remotes)
    for each in watching:
        each.cancel()
    await check_kept(remotes, postgres_url)


async def check_kept(remotes: list[Remote], postgres_url: str) -> None:
    """See that each decision is kept once."""
    database = await asyncio.to_thread(open_database, postgres_url)
    check_history(await history(database.store, remotes[0].table), remotes)
    await database.close()


@pytest.mark.parametrize("game", games.names())
def test_people_at_two_servers_play_at_one_table(game: str, tmp_path: Path, postgres_url: str, redis_url: str) -> None:
    async def play() -> None:
        async with two_servers(tmp_path, postgres_url, redis_url) as servers:
            remotes = await asyncio.to_thread(seated, servers, game, ("me", "open", "bot random"))
            anna, berta, spectator = remotes
            watching = asyncio.create_task(spectator.watch(servers.there.url))
            await asyncio.gather(anna.play(servers.here.url), berta.play(servers.there.url))
            watching.cancel()
            assert anna.acknowledged
            assert berta.acknowledged
            await check(remotes, servers, postgres_url)

    asyncio.run(play())
