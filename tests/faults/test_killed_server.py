"""A server that is killed at any moment goes on where it was: nothing acknowledged is missing, nothing is done twice."""

from __future__ import annotations

import asyncio
import pickle
import subprocess
from collections import Counter
from typing import TYPE_CHECKING, Final

from faults.kept import check
from faults.remotes import Remote, level, until
from faults.servers import Server
from parlour import games
from parlour.kernel.chance import Rng
from parlour.server.workers import SIZE_BYTES, WORKER
from support import scaled

if TYPE_CHECKING:
    from pathlib import Path

MOVES: Final = 2000
LONGEST_LIFE: Final = 400
"""Moves that a server lives through at most."""
ONE_EACH: Final = ("me", "open", "bot random")


class Evening:
    """People at tables of all games, and the server they play on.

    Args:
        folder: where the tables are kept.

    Attributes:
        playing: those at tables whose games go on, as far as any of them knows.
        done: those who have played to the end lately.
        lives: how many servers there were.
    """

    def __init__(self, folder: Path) -> None:
        self.rng: Rng = Rng("killed")
        self.playing: list[Remote] = []
        self.done: list[Remote] = []
        self.lives: int = 0
        self._counted: int = 0
        self._games: dict[str, str] = {}
        self._folder: Path = folder
        self._port: int = 0
        self._tokens: list[str] = []

    @property
    def moves(self) -> int:
        """How many choices of people were acknowledged."""
        return self._counted + sum(len(each.acknowledged) for each in self.playing)

    async def live(self) -> None:
        """A life of the server, which ends at a random moment."""
        with await asyncio.to_thread(Server, self._folder, self._port) as server:
            self._port, self.lives = server.port, self.lives + 1
            await check(self._folder, self.playing)
            await asyncio.to_thread(self._open_tables, server)
            goal = self.moves + 1 + self.rng.below(LONGEST_LIFE)
            async with asyncio.TaskGroup() as people:
                for remote in self.playing:
                    people.create_task(self._play(remote, server.url))
                await until(lambda: self.moves >= goal or all(each.over for each in self.playing))
                await asyncio.sleep(self.rng.below(10) / 1000)
                await asyncio.to_thread(server.kill)
        assert server.complaints == []

    async def end(self) -> None:
        """A last life, in which everybody comes back, and knows what newcomers are sent."""
        with await asyncio.to_thread(Server, self._folder, self._port) as server:
            everybody = self.playing + self.done
            tasks = [asyncio.create_task(remote.watch(server.url)) for remote in everybody]
            await level(server.url, everybody)
            for task in tasks:
                task.cancel()

    async def _play(self, remote: Remote, url: str) -> None:
        if remote.seat is None:
            await remote.watch(url)
        elif remote.seat == 0 or await remote.sit(url, "Berta"):
            await remote.play(url)

    def _open_tables(self, server: Server) -> None:
        """See that there are two tables of each game."""
        self._tokens = self._tokens or [server.guest("Anna"), server.guest("Berta"), ""]
        open_tables = {each.table for each in self.playing if not each.over or each.pending}
        self.done = [each for each in self.playing if each.table not in open_tables]
        self._counted += sum(len(each.acknowledged) for each in self.done)
        self.playing = [each for each in self.playing if each.table in open_tables]
        missing = Counter(games.names() * 2) - Counter(self._games[table] for table in open_tables)
        for game in missing.elements():
            table = server.table(self._tokens[0], game, [*ONE_EACH])
            self._games[table] = game
            places = zip((0, 1, None), self._tokens, strict=True)
            self.playing += [Remote(table, seat, token, Rng(f"{table} {seat}")) for seat, token in places]


def test_a_server_that_is_killed_loses_nothing_and_does_nothing_twice(tmp_path: Path) -> None:
    async def play() -> None:
        evening = Evening(tmp_path)
        while evening.moves < scaled(MOVES):
            await evening.live()
        await evening.end()
        assert evening.lives > 1

    asyncio.run(play())


def test_a_process_that_thinks_ends_silently_with_its_server() -> None:
    game = games.load("ghooost").setup()
    asked = pickle.dumps(("random", game.spec.play.start(game, bytes(32)), 0, "chance"))
    with subprocess.Popen(WORKER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as worker:  # noqa: S603 - our own command
        assert worker.stdin is not None
        assert worker.stdout is not None
        assert worker.stderr is not None
        worker.stdout.close()
        worker.stdin.write(len(asked).to_bytes(SIZE_BYTES) + asked)
        worker.stdin.close()
        assert worker.stderr.read() == b""
    assert worker.returncode == 0
