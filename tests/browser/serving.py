"""A server as a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PARLOUR = [sys.executable, "-c", "import sys; from parlour.cli import main; sys.exit(main())"]


@dataclass
class Serving:
    """A server that runs.

    Attributes:
        url: where.
        log: what it has written so far, a line each.
    """

    url: str
    log: list[dict[str, Any]] = field(default_factory=list)


@contextmanager
def serving(folder: Path, **settings: object) -> Iterator[Serving]:
    """Serve while the context lasts, and let nothing go wrong.

    Args:
        folder: where the tables are kept.
        settings: those that are not as usual.
    """
    given = {"port": 0, "database": f"sqlite:///{folder / 'tables.db'}", "pace": 0, "window": 0, "messages": 1000}
    environment = {f"PARLOUR_{name.upper()}": str(value) for name, value in (given | settings).items()}
    with subprocess.Popen(  # noqa: S603 - our own command
        [*PARLOUR, "serve"], env=os.environ | environment, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        server = Serving(json.loads(process.stderr.readline())["url"])
        reading = threading.Thread(target=_read, args=(process.stderr, server.log))
        reading.start()
        try:
            yield server
        finally:
            process.terminate()
            reading.join()
    assert not [line for line in server.log if line["level"] not in {"info", "debug"}]


def _read(lines: IO[str], log: list[dict[str, Any]]) -> None:
    log.extend(map(json.loads, lines))
