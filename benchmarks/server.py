"""How the server does under load, beside boardgame.io's server with a small game of our own writing.

Run it as ``make bench``, or ``python benchmarks/server.py``; ``--quick`` only shows that everything works. Each server and the
load (`load.py`) are processes of their own, on this machine alone. The database lies in a temporary folder.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import platform
import resource
import shutil
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory, TemporaryFile
from typing import TYPE_CHECKING, Any, Final, Self

from parlour import games

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import TracebackType

HERE: Final = Path(__file__).parent
MATCHES: Final = HERE / "boardgame"
HOST: Final = "127.0.0.1"
PATIENCE: Final = 60.0
"""Seconds after which a process that does not start or end is given up."""
TICKS: Final = os.sysconf("SC_CLK_TCK")
PAGE: Final = os.sysconf("SC_PAGE_SIZE")
BUSY: Final = 0.7
"""The share of its core that the load may use: beyond it the load would be what is measured."""
UNBOUND: Final = {f"PARLOUR_{name}": "100000000" for name in ("MESSAGES", "JOINS", "TABLES_EACH", "TABLES")}
AT_ONCE: Final = {"PARLOUR_PACE": "0", "PARLOUR_WINDOW": "0"}


@dataclass(frozen=True)
class Sizes:
    """How much is measured.

    Attributes:
        tables: of a closed loop.
        seconds: of a closed loop, at most.
        rounds: how often the loops take turns.
        crowd: tables of an open loop.
        rate: choices a second of an open loop.
        spell: its seconds.
        long: tables with a long history.
        decisions: of each of them.
        starts: how often the server is started.
    """

    tables: int = 50
    seconds: float = 4.0
    rounds: int = 3
    crowd: int = 500
    rate: float = 150.0
    spell: float = 20.0
    long: int = 20
    decisions: int = 200
    starts: int = 5


QUICK: Final = Sizes(tables=4, seconds=0.5, rounds=1, crowd=4, rate=20.0, spell=0.5, long=1, decisions=20, starts=1)


class Process:
    """A process that ends with the block.

    Args:
        command: what runs.
        environment: variables beside those of this process.
        pipes: whether it is spoken with.
    """

    def __init__(
        self, command: Sequence[str | Path], environment: Mapping[str, str] | None = None, *, pipes: bool = False
    ) -> None:
        self._said = TemporaryFile("w+")  # noqa: SIM115 - closed with the process
        talk = subprocess.PIPE if pipes else subprocess.DEVNULL
        self._process: subprocess.Popen[str] = subprocess.Popen(  # noqa: S603 - our own commands
            command, env={**os.environ, **(environment or {})}, stdin=talk, stdout=talk, stderr=self._said, text=True
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.terminate()
        self._process.communicate(timeout=PATIENCE)
        self._said.close()

    def fail(self) -> None:
        """End this program, and the process, with what the process said last."""
        self._process.terminate()
        self._said.seek(0)
        sys.exit(f"{self._process.args!r} failed:\n{self._said.read()[-2000:]}")


class Server(Process):
    """A server.

    Args:
        command: what runs, without the port.
        path: what it answers once it can be used.
        environment: variables beside those of this process.

    Attributes:
        port: where it listens.
        start: the seconds until it could be used.
    """

    def __init__(self, command: Sequence[str | Path], path: str, environment: Mapping[str, str] | None = None) -> None:
        began = time.perf_counter()
        self.port: int = free_port()
        super().__init__([str(each).replace("PORT", str(self.port)) for each in command], environment)
        while not self._answers(path):
            if self._process.poll() is not None or time.perf_counter() > began + PATIENCE:
                self.fail()
            time.sleep(0.005)
        self.start: float = time.perf_counter() - began

    def spent(self) -> float:
        """The processor seconds it has spent."""
        numbers = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(numbers[11]) + int(numbers[12])) / TICKS

    def memory(self) -> float:
        """The kilobytes it has in memory."""
        return int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]) * PAGE / 1000

    def _answers(self, path: str) -> bool:
        line = http.client.HTTPConnection(HOST, self.port, timeout=PATIENCE)
        try:
            line.request("GET", path)
            return line.getresponse().status < http.client.INTERNAL_SERVER_ERROR
        except OSError:
            return False
        finally:
            line.close()


class Load(Process):
    """The load on a server, told what to do.

    Args:
        kind: of the server, as `load.py` names it.
        server: it.
    """

    def __init__(self, kind: str, server: Server) -> None:
        super().__init__([sys.executable, HERE / "load.py", kind, str(server.port)], pipes=True)
        self._server: Server = server

    def do(self, what: str, **how: object) -> dict[str, Any]:
        """Do something; returns what came of it, with ``spent``: the processor seconds of the server."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        spent = self._server.spent()
        print(json.dumps({"do": what, **how}), file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if not line:
            self.fail()
        return {**json.loads(line), "spent": max(self._server.spent() - spent, 1 / TICKS)}


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def ours(folder: Path, name: str = "tables") -> Server:
    """Parlour's server: no waiting, no limits, a database in a folder."""
    parlour = Path(sys.executable).with_name("parlour")
    command = [str(parlour), "serve", "--port", "PORT", "--database", f"sqlite:///{folder}/{name}.db"]
    return Server(command, "/readyz", UNBOUND | AT_ONCE)


def theirs(*folder: Path) -> Server:
    """boardgame.io's server; in memory, or in files where a folder is named."""
    command = ["node", str(MATCHES / "server.js"), "PORT", *map(str, folder)]
    return Server(command, "/", {"NODE_ENV": "production"})


def can_compare(*, install: bool) -> bool:
    """Whether boardgame.io is there; it is installed if npm is there and `install` is set."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        return False
    if install and not (MATCHES / "node_modules").exists():
        subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=MATCHES, check=True)  # noqa: S607 - npm of the machine
    return (MATCHES / "node_modules").exists()


@dataclass
class Loop:
    """A closed loop that is played round after round.

    Attributes:
        name: of what plays.
        load: what plays it.
        games: that are played.
        rounds: what came of each round.
    """

    name: str
    load: Load
    games: Sequence[str]
    rounds: list[dict[str, Any]] = field(default_factory=list)

    def play(self, sizes: Sizes) -> None:
        """One round."""
        self.load.do("open", tables=sizes.tables, games=self.games)
        self.rounds.append(self.load.do("closed", seconds=sizes.seconds))
        self.load.do("close")

    def rate(self) -> float:
        """Moves a second, the median of the rounds."""
        return median([float(each["moves"] / each["seconds"]) for each in self.rounds])

    def processor_rate(self) -> float:
        """Moves a processor second of the server, the median of the rounds."""
        return median([float(each["through"] / each["spent"]) for each in self.rounds])

    def each(self, what: str) -> float:
        """So much of something a move."""
        return float(sum(each[what] for each in self.rounds) / sum(each["moves"] for each in self.rounds))


def print_closed(folder: Path, sizes: Sizes, *, compare: bool) -> None:
    """Moves a second where every table plays as fast as it is answered."""
    names = games.names()
    with ExitStack() as opened:
        load = opened.enter_context(Load("parlour", opened.enter_context(ours(folder))))
        loops = [*(Loop(name, load, [name]) for name in names), Loop("mixed", load, names)]
        for name, files in (("in memory", ()), ("in files", (folder / "matches",))) if compare else ():
            load = opened.enter_context(Load("boardgame", opened.enter_context(theirs(*files))))
            loops.append(Loop(f"boardgame.io {name}", load, ["cards"]))
        Loop("warming up", loops[0].load, names).play(sizes)
        for _ in range(sizes.rounds):
            for loop in loops:
                loop.play(sizes)
    print(f"\nClosed loop: {sizes.tables} tables with 6 viewers each, medians of {sizes.rounds} rounds in turns")
    print(f"{'':24}{'moves/s':>9}{'per CPU s':>11}{'messages':>10}{'kB a move':>11}{'refused':>9}{'load':>7}")
    for loop in loops:
        print_loop(loop)
    mixed, base = loops[len(names)], loops[-2:]
    print(f"mixed: {judged(mixed.rate(), 500, 1000)} moves a second")
    for loop in base if compare else ():
        ratios = mixed.rate() / loop.rate(), mixed.processor_rate() / loop.processor_rate()
        print(f"mixed is {ratios[0]:.2f} of {loop.name}, {ratios[1]:.2f} in processor time")


def print_loop(loop: Loop) -> None:
    """A line of the table."""
    busy = max(each["busy"] for each in loop.rounds)
    print(
        f"{loop.name:24}{loop.rate():9.0f}{loop.processor_rate():11.0f}{loop.each('messages'):10.1f}"
        f"{loop.each('bytes') / 1000:11.1f}{sum(each['refused'] for each in loop.rounds):9}{used(busy):>7}"
    )


def used(busy: float) -> str:
    """The share of its core that the load used, marked where it is too much."""
    return f"{busy:.0%}{'!' if busy > BUSY else ''}"


def judged(value: float, bar: float, mark: float) -> str:
    """A figure beside its bar and its mark; where the mark is the smaller one, less is better."""
    sign = 1 if mark > bar else -1
    word = (
        "below the bar"
        if sign * value < sign * bar
        else "mark reached"
        if sign * value >= sign * mark
        else "bar reached"
    )
    return f"{value:.1f} (bar {bar:.0f}, mark {mark:.0f}: {word})"


def print_open(folder: Path, sizes: Sizes, *, compare: bool) -> None:
    """How soon viewers see a move while many tables play at a steady pace, and what a viewer takes in memory."""
    print(f"\nOpen loop: {sizes.crowd} tables with 6 viewers each, {sizes.rate:.0f} moves a second for {sizes.spell} s")
    print("ms from when a choice was due until a viewer, and until the last viewer, saw what came of it")
    print(
        f"{'':24}{'p50':>9}{'p99':>9}{'last: p50':>11}{'p99':>9}{'moves':>8}{'late':>7}{'server':>8}{'load':>7}{'kB a viewer':>13}"
    )
    with ours(folder, "crowd") as server:
        last, memory = print_crowd("parlour", server, games.names(), sizes)
    if compare:
        with theirs() as server:
            print_crowd("boardgame", server, ["cards"], sizes)
    print(
        f"p99 until the last viewer: {judged(last, 50, 15)} ms; a viewer takes {judged(memory, 40, 40)} kB with its share of the table"
    )


def print_crowd(kind: str, server: Server, names: Sequence[str], sizes: Sizes) -> tuple[float, float]:
    """A line of the table; returns the p99 of the last viewers, and the memory of a viewer."""
    with Load(kind, server) as load:
        Loop("warming up", load, names).play(replace(sizes, tables=8, seconds=1.0))
        before = server.memory()
        viewers = load.do("open", tables=sizes.crowd, games=names)["viewers"]
        memory = (server.memory() - before) / viewers
        found = load.do("rated", rate=sizes.rate, seconds=sizes.spell)
    delays, lasts = ([1000 * percentile(found[each], share) for share in (50, 99)] for each in ("delays", "lasts"))
    print(
        f"{kind:24}{delays[0]:9.1f}{delays[1]:9.1f}{lasts[0]:11.1f}{lasts[1]:9.1f}{found['moves']:8}{found['late']:7}"
        f"{found['spent'] / found['seconds']:8.0%}{used(found['busy']):>7}{memory:13.1f}"
    )
    return lasts[1], memory


def percentile(values: Sequence[float], share: int) -> float:
    """The value that so many of a hundred don't exceed."""
    return quantiles(values, n=100, method="inclusive")[share - 1]


def print_rebuilding(folder: Path, sizes: Sizes) -> None:
    """What it takes to bring back a table with a long history: the first visitor after a restart beside the second one."""
    with ours(folder, "long") as server, Load("parlour", server) as load:
        names = load.do("open", tables=sizes.long, games=["ghooost"])["names"]
        load.do("closed", seconds=PATIENCE, moves=sizes.decisions)
    with ours(folder, "long") as server, Load("parlour", server) as load:
        Loop("warming up", load, ["ghooost"]).play(replace(sizes, tables=2, seconds=0.5))
        memory, times = [server.memory()], []
        for _ in range(2):
            times.append(1000 * median(load.do("visit", names=names)["seconds"]))
            memory.append(server.memory())
    size = (memory[1] - memory[0] - (memory[2] - memory[1])) / sizes.long
    print(
        f"\nA table of {sizes.decisions} decisions after a restart: seen after {times[0]:.1f} ms, when it is there {times[1]:.1f} ms"
    )
    print(f"rebuilt in {judged(times[0] - times[1], 50, 50)} ms; it takes {size:.0f} kB")


def print_starts(folder: Path, sizes: Sizes) -> None:
    """How long the server takes to start."""
    times: dict[str, list[float]] = {"a new database": [], "a used one": []}
    for number in range(sizes.starts):
        for each in times.values():
            with ours(folder, f"start-{number}") as server:
                each.append(1000 * server.start)
    figures = ", ".join(f"{median(each):.0f} ms with {name}" for name, each in times.items())
    print(f"\nFrom the start of the process until it answers /readyz: {figures}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="little of all, to see that it works")
    quick = parser.parse_args().quick
    sizes = QUICK if quick else Sizes()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(
        f"{platform.python_implementation()} {platform.python_version()} on {platform.platform()}, {os.cpu_count()} cores"
    )
    compare = can_compare(install=not quick)
    if not compare:
        print("boardgame.io is left out: it needs node and npm, and `npm ci` in benchmarks/boardgame")
    with TemporaryDirectory() as folder:
        print_closed(Path(folder), sizes, compare=compare)
        print_open(Path(folder), sizes, compare=compare)
        print_rebuilding(Path(folder), sizes)
        print_starts(Path(folder), sizes)


if __name__ == "__main__":
    main()
