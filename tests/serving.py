"""A server as a process of its own, which can be killed and started again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from typing import IO, TYPE_CHECKING, Any, Final, Self

import httpx2
from prometheus_client.parser import text_string_to_metric_families

from support import scaled

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from types import TracebackType

PARLOUR: Final = (sys.executable, "-c", "import sys; from parlour.cli import main; sys.exit(main())", "serve")
TOKEN: Final = "counts"  # noqa: S105 - it opens /metrics alone
USUAL: Final = {
    "pace": 0,
    "window": 0,
    "messages": 1000,
    "joins": 10_000,
    "tables_each": 10_000,
    "metrics_token": TOKEN,
}
PATIENCE: Final = float(max(60, scaled(60)))
"""Seconds after which something that should happen has not; in a long form more happens at once."""


class Server:
    """A server that runs; as a context it is stopped at the end, and has had nothing to complain of.

    Args:
        folder: where the tables are kept.
        port: where it listens; 0 takes a free one.
        command: what starts it.
        settings: those that are not as usual.

    Attributes:
        url: where it is.
        port: where it listens.
        process: it.
        log: the lines that it wrote.
        http: asks it.
    """

    def __init__(self, folder: Path, port: int = 0, command: Sequence[str] = PARLOUR, **settings: object) -> None:
        given = {**USUAL, "port": port, "database": f"sqlite:///{folder / 'tables.db'}", **settings}
        environment = {f"PARLOUR_{name.upper()}": str(value) for name, value in given.items()}
        self.process: subprocess.Popen[str] = subprocess.Popen(  # noqa: S603 - our own command
            command, env=os.environ | environment, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stderr is not None
        started = json.loads(self.process.stderr.readline())
        self.url: str = started["url"]
        self.port: int = started["port"]
        self.log: list[dict[str, Any]] = []
        self.http: httpx2.Client = httpx2.Client(
            base_url=f"http://localhost:{self.port}", trust_env=False, timeout=PATIENCE
        )
        self._reading: threading.Thread = threading.Thread(
            target=_read, args=(self.process.stderr, self.log), daemon=True
        )
        self._reading.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        status = self.stop() if self.process.poll() is None else 0
        if error is None:
            assert not self.unexpected, self.complaints
            assert status == 0

    @property
    def complaints(self) -> list[dict[str, Any]]:
        """The lines of the log that somebody should look at."""
        return [line for line in self.log if line["level"] not in {"info", "debug"}]

    @property
    def unexpected(self) -> list[dict[str, Any]]:
        """The complaints that it should not have had."""
        return self.complaints

    def stop(self) -> int:
        """Ask it to end, and wait for that; returns the exit status."""
        self.process.terminate()
        return self._ended()

    def kill(self) -> None:
        """End it at once."""
        self.process.kill()
        self._ended()

    def _ended(self) -> int:
        status = self.process.wait(PATIENCE)
        self._reading.join(PATIENCE)
        assert self.process.stderr is not None
        self.process.stderr.close()
        self.http.close()
        return status

    def guest(self, name: str) -> str:
        """A new guest's token."""
        answer = self.http.post("/api/guests", json={"name": name}).raise_for_status()
        token: str = answer.json()["token"]
        return token

    def table(self, token: str, game: str, players: list[str], **more: object) -> str:
        """The id of a new table."""
        asked = {"game": game, "seats": max(2, len(players)), "players": players, **more}
        answer = self.http.post("/api/tables", json=asked, headers=bearer(token)).raise_for_status()
        table: str = answer.json()["table"]
        return table

    def counted(self, name: str, **labels: str) -> float:
        """A count of `/metrics`, the sum over all labels that are not given."""
        text = self.http.get("/metrics", headers=bearer(TOKEN)).raise_for_status().text
        samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
        return sum(each.value for each in samples if each.name == name and labels.items() <= each.labels.items())

    @property
    def resident(self) -> int:
        """The bytes of memory that it uses."""
        with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as numbers:  # noqa: PTH123 - no file
            return int(numbers.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def bearer(token: str) -> dict[str, str]:
    """What says who asks."""
    return {"authorization": f"Bearer {token}"}


def _read(lines: IO[str], log: list[dict[str, Any]]) -> None:
    log.extend(map(json.loads, lines))
