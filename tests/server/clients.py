"""Simulated clients: each knows what it was sent, and nothing else."""

from __future__ import annotations

import asyncio
import hashlib
import json
from itertools import count
from typing import TYPE_CHECKING, Any

from parlour.server import scene
from parlour.server.commands import Accepted, Choose, Join, Sit
from parlour.server.errors import Conflict, StoreFailed
from parlour.server.state import LOG
from parlour.server.table import Outside, Table

if TYPE_CHECKING:
    from parlour.kernel.chance import Rng
    from parlour.kernel.options import Seat
    from parlour.kernel.spec import Setup
    from parlour.server.store import Append, Store
    from parlour.server.streams import Reader


def outside(seed: object) -> Outside:
    """A clock that ticks at every look, ids that count, and seeds that follow from one."""
    times, ids, seeds = count(1000), count(), count()
    return Outside(
        now=lambda: next(times),
        new_id=lambda: f"{seed}-{next(ids)}",
        new_seed=lambda: hashlib.blake2b(f"{seed}/{next(seeds)}".encode(), digest_size=32).digest(),
    )


class MemoryStore:
    """A store that forgets with the process, and fails when it is told to.

    Attributes:
        lines: the histories.
        full: whether it refuses to write.
        mute: whether it fails after it has written, so that nobody knows.
    """

    def __init__(self) -> None:
        self.lines: dict[str, list[str]] = {}
        self.full: bool = False
        self.mute: bool = False

    async def append(self, append: Append) -> None:
        if self.full:
            raise StoreFailed("no room")
        history = self.lines.setdefault(append.table, [])
        if len(history) != append.version:
            raise Conflict("another version")
        history += append.lines
        await asyncio.sleep(0)
        if self.mute:
            raise StoreFailed("no answer")

    async def load(self, table: str, after: int = 0) -> list[str]:
        return self.lines.get(table, [])[after:]

    async def close(self) -> None:
        """Nothing is open."""


class Client:
    """Who plays on a seat, or with None watches.

    Attributes:
        seat: the seat.
        reader: where its messages come from.
        epoch: of its stream.
        number: of the last message.
        known: the whole view, kept up with what changed.
        events: all that happened, as it was told.
        wholes: how many whole views came.
        received: all messages.
    """

    def __init__(self, seat: Seat | None, table: Table | None = None) -> None:
        self.seat: Seat | None = seat
        self.reader: Reader
        self.epoch: str = ""
        self.number: int | None = None
        self.known: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.wholes: int = 0
        self.received: list[bytes] = []
        if table is not None:
            self.connect(table)

    @property
    def person(self) -> str:
        return f"person {self.seat}"

    def connect(self, table: Table) -> None:
        """Listen from the last message on."""
        self.reader = table.listen(self.person, self.seat, self.epoch, self.number)
        self.read()

    def read(self) -> int:
        """Take in all that has been sent; returns how many messages it was."""
        for number in count():
            message = self.reader.ready()
            if message is None:
                return number
            self.received.append(message.encoded)
            self.take(json.loads(message.encoded))
        raise AssertionError

    def take(self, message: dict[str, Any]) -> None:
        """Take in one message."""
        if "whole" in message:
            self.epoch, self.known = message["epoch"], message["whole"]
            self.wholes += 1
        else:
            assert self.number is not None
            assert message["number"] == self.number + 1
            changed = message["changed"]
            zones = self.known.get("zones", {}) | changed.pop("zones", {})
            told = [event for event in message["events"] if event["event"] == "told"]
            changed["log"] = (self.known["log"] + told)[-LOG:]
            self.known |= changed | ({"zones": zones} if zones else {})
            self.events += message["events"]
        self.number = message["number"]

    def choose(self, rng: Rng, name: object) -> Choose:
        """A random one of the options it was sent."""
        options = self.known["options"]
        return self.says(options[rng.below(len(options))], name)

    def says(self, choice: str, name: object) -> Choose:
        """A choice for the question that it was sent."""
        assert self.seat is not None
        return Choose(str(name), self.person, self.seat, self.known["question"], choice)


async def seated(store: Store, setup: Setup, out: Outside) -> Table:
    """A table at which the game has begun: person 0 to person N."""
    table = await Table.create(store, setup, "person 0", out)
    for seat in range(setup.seats):
        person = f"person {seat}"
        assert await table.do(Join("join", person, f"Anna {seat}")) == Accepted("join")
        assert await table.do(Sit("sit", person, seat)) == Accepted("sit")
    return table


def clients(table: Table) -> list[Client]:
    """A client on each seat, and a spectator last."""
    watching = Client(None, table)
    return [*(Client(seat, table) for seat in range(len(watching.known["players"]))), watching]


def whole_of(table: Table, viewer: Seat | None) -> dict[str, Any]:
    """All that a viewer may know now, made anew."""
    return scene.look(table.state, viewer, table.room)


def owing(players: list[Client]) -> list[Client]:
    """Those who know that they owe a choice."""
    return [player for player in players if player.known["options"]]


def read_all(players: list[Client]) -> None:
    for player in players:
        player.read()
