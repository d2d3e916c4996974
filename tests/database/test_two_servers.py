"""Two servers on one PostgreSQL with a broker between them serve the same tables: to people it is one server."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from database.proxy import Proxy
from faults.kept import check_history
from faults.remotes import Hand, Remote, level, until
from faults.servers import Server
from parlour import games
from parlour.kernel.chance import Rng
from parlour.server.database import open_database
from parlour.server.history import Entry
from support import scaled

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
        database = await opened.enter_async_context(Proxy(urlsplit(postgres_url).port or 0))
        broker = await opened.enter_async_context(Proxy(urlsplit(redis_url).port or 0))
        given: dict[str, Any] = {"database": proxied(postgres_url, database), "broker": proxied(redis_url, broker)}
        here, there = await asyncio.gather(*(asyncio.to_thread(Server, folder, **given) for _ in range(2)))
        for server in (here, there):
            opened.push_async_callback(stopped, server)
        yield Servers(here, there, database, broker)


async def stopped(server: Server) -> None:
    """Stop a server that was not killed; it met nothing that it did not expect."""
    if server.process.poll() is None:
        assert await asyncio.to_thread(server.stop) == 0
    assert not [line for line in server.log if "trace" in line]


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
    await ended(watching)
    await check_kept(remotes, postgres_url)


async def ended(tasks: list[asyncio.Task[None]]) -> None:
    """End tasks; none of them has failed."""
    for task in tasks:
        task.cancel()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]


async def check_kept(remotes: list[Remote], postgres_url: str) -> None:
    """See that each decision is kept once."""
    check_history(await entries(remotes[0].table, postgres_url), remotes)


async def entries(table: str, postgres_url: str) -> list[Entry]:
    """What a table's history has."""
    database = await asyncio.to_thread(open_database, postgres_url)
    lines = await database.store.load(table)
    await database.close()
    return [Entry.parse(line) for line in lines]


async def play_some(remotes: list[Remote], servers: Servers, moves: int) -> None:
    """Let the people play, each at a server of their own, until so many choices more are acknowledged."""
    before = counted(remotes)
    tasks = [asyncio.create_task(remote.play(url)) for remote, url in zip(remotes[:2], urls(servers), strict=False)]
    tasks.append(asyncio.create_task(remotes[2].watch(servers.there.url)))
    await until(lambda: counted(remotes) >= before + moves or all(task.done() for task in tasks[:2]))
    await ended(tasks)


def counted(remotes: list[Remote]) -> int:
    return sum(len(remote.acknowledged) for remote in remotes)


def test_people_at_two_servers_play_at_the_same_tables(tmp_path: Path, postgres_url: str, redis_url: str) -> None:
    async def play() -> None:
        async with two_servers(tmp_path, postgres_url, redis_url) as servers:
            await asyncio.gather(*(play_one(servers, game) for game in games.names()))

    async def play_one(servers: Servers, game: str) -> None:
        remotes = await asyncio.to_thread(seated, servers, game, ("me", "open", "bot random"))
        await play_some(remotes, servers, scaled(30))
        assert all(remote.acknowledged for remote in remotes[:2])
        await check(remotes, servers, postgres_url)

    asyncio.run(play())


def test_of_choices_at_two_servers_at_once_one_is_taken(tmp_path: Path, postgres_url: str, redis_url: str) -> None:
    async def play() -> None:
        async with two_servers(tmp_path, postgres_url, redis_url) as servers:
            anna, berta, _ = await asyncio.to_thread(seated, servers, "get_the_macguffin", ("me", "open"))
            playing = asyncio.create_task(berta.play(servers.there.url))
            hands = [Hand(url, anna.table, 0, anna.token) for url in urls(servers)[:2]]
            async with hands[0], hands[1]:
                accepted = [await at_once(hands, number) for number in range(scaled(10))]
            await ended([playing])
            await check_kept([berta], postgres_url)
            kept = [entry.command for entry in await entries(anna.table, postgres_url)]
            assert [name for name in kept if name.startswith(("a", "b"))] == [name for name in accepted if name]

    asyncio.run(play())


async def at_once(hands: list[Hand], number: int) -> str:
    """One person says two things in two places: the same is done once, of two choices one is taken; which it was."""
    await until(lambda: hands[0].over or (all(hand.known["options"] for hand in hands) and same_question(hands)))
    if hands[0].over:
        return ""
    first = hands[0].choice(f"a{number}")
    second = first if number % 2 else first | {"id": f"b{number}"}
    answers = await asyncio.gather(hands[0].ask(first), hands[1].ask(second))
    taken = {answer["accepted"] for answer in answers if "accepted" in answer}
    assert len(taken) == 1
    assert {answer["reason"] for answer in answers if "refused" in answer} <= {"stale_question", "nothing_owed", "over"}
    assert [*answers].count({"accepted": first["id"]}) == 2 or number % 2 == 0
    await until(lambda: all(hand.known["question"] > first["question"] for hand in hands))
    return str(taken.pop())


def same_question(hands: list[Hand]) -> bool:
    return len({hand.known["question"] for hand in hands}) == 1


def test_cut_lines_and_a_server_that_is_killed_lose_nothing(tmp_path: Path, postgres_url: str, redis_url: str) -> None:
    async def play() -> None:
        async with two_servers(tmp_path, postgres_url, redis_url) as servers:
            remotes = await asyncio.to_thread(seated, servers, "guillotine", ("me", "open", "bot random"))
            for line in (servers.broker, servers.database, servers.broker):
                await play_some(remotes, servers, scaled(10))
                await line.cut()
            await check(remotes, servers, postgres_url)
            await asyncio.to_thread(servers.here.kill)
            moved = servers._replace(here=servers.there)
            await play_some(remotes, moved, scaled(10))
            await check(remotes, moved, postgres_url)

    asyncio.run(play())
