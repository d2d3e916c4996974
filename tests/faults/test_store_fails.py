"""A disk that is full and a database that somebody has locked: what is asked is refused, and nothing is broken by it."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import pytest

from faults.pairs import GAME, pair
from faults.remotes import Hand, until
from faults.servers import Server, bearer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    from faults.pairs import Pair

    Fault = Callable[[Server, Path], AbstractContextManager[None]]


@contextmanager
def full_disk(server: Server, path: Path) -> Iterator[None]:
    """No file of the server's may hold another byte."""
    import resource  # noqa: PLC0415 - there is none on Windows

    assert sys.platform == "linux"
    limits = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, limits[1]))
    yield
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limits)


@contextmanager
def locked(server: Server, path: Path) -> Iterator[None]:
    """Another process writes, and does not come to an end."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("BEGIN EXCLUSIVE")
        yield
        database.execute("ROLLBACK")


FAULTS = [
    pytest.param(full_disk, marks=pytest.mark.skipif(sys.platform != "linux", reason="sets another process' limits")),
    locked,
]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_store_that_can_not_write_refuses_and_then_goes_on(tmp_path: Path, fault: Fault) -> None:
    async def play() -> None:
        with Server(tmp_path, pace=0.1) as server:
            async with pair(server) as one, pair(server) as other:
                for each in (one, other):
                    await each.play(2)
                async with bots(server) as watching:
                    await until(lambda: watching.number)
                    with fault(server, tmp_path / "tables.db"):
                        await refused(server, [one, other])
                        assert not watching.over
                    await done_after_all([one, other])
                    await until(lambda: watching.over)
            assert server.counted("parlour_commands_total", outcome="not_saved") == 4
        assert {line["event"] for line in server.complaints} == {"failed"}

    asyncio.run(play())


def bots(server: Server) -> Hand:
    """Who watches a table of bots."""
    return Hand(server.url, server.table(server.guest("Cleo"), GAME, ["bot random"] * 4), None)


async def refused(server: Server, pairs: list[Pair]) -> None:
    """Nothing can be done, and all who ask are told so; what is there can be seen."""
    for each in pairs * 2:
        player, asked = await each.turn()
        answer = await player.ask(asked)
        assert (answer["refused"], answer["reason"]) == (asked["id"], "not_saved")
        assert "\n" not in answer["word"]
        await each.check()
    for path, data in (("/api/guests", {"name": "Dora"}), ("/api/tables", {"game": "ghooost"})):
        response = server.http.post(path, json=data, headers=bearer(pairs[0].people[0].token))
        assert response.status_code == 503
        assert "\n" not in response.json()["error"]
    assert server.http.get("/", headers=bearer(pairs[0].people[0].token)).status_code == 200


async def done_after_all(pairs: list[Pair]) -> None:
    """What was refused is done when it is sent again, and once; the games go on."""
    for each in pairs:
        player, asked = await each.turn()
        question = player.known["question"]
        for _ in range(2):
            assert await player.ask(asked) == {"accepted": asked["id"]}
        await until(lambda: player.known["question"] == question + 1)  # noqa: B023 - waited for here
        await each.play(30)
        await each.check()
