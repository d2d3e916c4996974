"""A server that is killed at any moment has kept each decision that it acknowledged, and has none of them twice."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path
from queue import Empty, Queue
from typing import TYPE_CHECKING, Any, Final

from parlour import games
from parlour.kernel.chance import Rng
from parlour.server.database import open_database
from parlour.server.history import Decided, Entry, record_of
from server.clients import Client, outside, owing, seated
from support import scaled

if TYPE_CHECKING:
    from parlour.server.commands import Choose

VICTIM: Final = Path(__file__).parent / "victim.py"
KILLS: Final = 4
ROUNDS: Final = 12
"""Rounds of decisions, one a table, that a server may live through at most."""
WAIT: Final = 20.0


class Server:
    """A server in a process of its own."""

    def __init__(self, path: Path) -> None:
        command, pipe = [sys.executable, str(VICTIM), str(path)], subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)  # noqa: S603 - our own script
        self.answers: Queue[dict[str, Any]] = Queue()
        self.reading = threading.Thread(target=self._read, daemon=True)
        self.reading.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.endswith("\n"):
                self.answers.put(json.loads(line))

    def ask(self, asked: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()

    def kill(self) -> None:
        """Kill it; what it still said can be read."""
        self.process.kill()
        self.end()

    def end(self) -> None:
        self.process.wait(WAIT)
        self.reading.join(WAIT)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()


class Players:
    """Those at one table; the answer to their last command may not have come.

    Attributes:
        table: its id.
        clients: one on each seat.
        pending: the command without an answer.
        acknowledged: the ids of those that were accepted.
    """

    def __init__(self, table: str, seats: int) -> None:
        self.table: str = table
        self.clients: list[Client] = [Client(seat) for seat in range(seats)]
        self.pending: Choose | None = None
        self.acknowledged: list[str] = []

    def request(self, ref: int) -> dict[str, Any]:
        """The pending command, if there is one, and what the clients have read."""
        asked = self.pending
        choose = asked and [asked.id, asked.seat, asked.question, asked.choice]
        listen = [[client.seat, client.epoch, client.number] for client in self.clients]
        return {"ref": ref, "table": self.table, "choose": choose, "listen": listen}

    def take(self, answer: dict[str, Any]) -> None:
        """Read an answer."""
        for client, messages in zip(self.clients, answer["messages"], strict=True):
            for message in messages:
                client.take(message)
        if self.pending is not None:
            assert answer["answer"] == "accepted"
            self.acknowledged.append(self.pending.id)
            self.pending = None

    def decide(self, rng: Rng) -> None:
        """Think of a command, unless one is pending."""
        ready = owing(self.clients)
        if self.pending is None and ready:
            self.pending = ready[rng.below(len(ready))].choose(rng, f"c{rng.below(1 << 30)}")


def live(path: Path, tables: list[Players], rng: Rng, rounds: int) -> None:
    """A life of the server: first what was pending or missed, then some rounds, the last of which may be cut anywhere."""
    server = Server(path)
    for number in range(rounds):
        for ref, players in enumerate(tables):
            server.ask(players.request(ref))
        for _ in tables if number < rounds - 1 else range(rng.below(len(tables))):
            answer = server.answers.get(timeout=WAIT)
            tables[answer["ref"]].take(answer)
        for players in tables if number < rounds - 1 else ():
            players.decide(rng)
    threading.Event().wait(rng.below(8) / 1000)
    server.kill()
    take_rest(server, tables)


def take_rest(server: Server, tables: list[Players]) -> None:
    """What a killed server had still said."""
    while True:
        try:
            answer = server.answers.get_nowait()
        except Empty:
            return
        tables[answer["ref"]].take(answer)


async def made(path: Path) -> list[Players]:
    """A table of each game, with the fewest seats."""
    store = open_database(f"sqlite:///{path}").store
    setups = [spec.setup() for spec in map(games.load, games.names())]
    tables = [Players((await seated(store, setup, outside(setup.spec.id))).id, setup.seats) for setup in setups]
    await store.close()
    return tables


async def check(path: Path, tables: list[Players]) -> None:
    """The histories have each acknowledged decision once; nothing else but what was asked; the records hold."""
    store = open_database(f"sqlite:///{path}").store
    for players in tables:
        history = [Entry.parse(line) for line in await store.load(players.table)]
        kept = Counter(entry.command for entry in history if isinstance(entry.event, Decided))
        asked = {*players.acknowledged, *([players.pending.id] if players.pending else [])}
        assert set(players.acknowledged) <= set(kept) <= asked
        assert set(kept.values()) <= {1}
        record = record_of(history)
        assert len(list(record.states(games.load(record.game)))) == len(kept) + 1
    await store.close()


def test_no_acknowledged_decision_is_lost_or_done_twice(tmp_path: Path) -> None:
    path, rng = tmp_path / "tables.db", Rng("killed")
    tables = asyncio.run(made(path))
    for _ in range(scaled(KILLS)):
        live(path, tables, rng, 2 + rng.below(ROUNDS - 1))
        asyncio.run(check(path, tables))
    assert all(players.acknowledged for players in tables)
    catch_up_and_end(path, tables)


def catch_up_and_end(path: Path, tables: list[Players]) -> None:
    """All clients resume, and know what newcomers are sent; the server ends when nothing more is asked."""
    server = Server(path)
    for round_of in (tables, fresh := [Players(each.table, len(each.clients)) for each in tables]):
        for ref, players in enumerate(round_of):
            server.ask(players.request(ref))
        for _ in round_of:
            answer = server.answers.get(timeout=WAIT)
            round_of[answer["ref"]].take(answer)
    for players, newcomers in zip(tables, fresh, strict=True):
        assert [each.known for each in players.clients] == [each.known for each in newcomers.clients]
    assert server.process.stdin is not None
    server.process.stdin.close()
    server.end()
    assert server.process.returncode == 0
