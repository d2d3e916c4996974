"""Counts for who runs the server, in the Prometheus format, and its log: a JSON object a line, without a secret in it."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Final

import msgspec
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

if TYPE_CHECKING:
    from collections.abc import Callable

LOGGER: Final = logging.getLogger("parlour")
_PLAIN: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}
_SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


class Metrics:
    """The counts of one server.

    Args:
        tables: how many tables are in memory now.
        failures: how often a bot has failed to answer.
    """

    def __init__(self, tables: Callable[[], float], failures: Callable[[], float]) -> None:
        self._registry: CollectorRegistry = CollectorRegistry()
        self.sockets: Gauge = Gauge("parlour_sockets", "Open sockets", registry=self._registry)
        self.commands: Counter = Counter(
            "parlour_commands",
            "Commands by what was asked and what came of it",
            ("do", "outcome"),
            registry=self._registry,
        )
        self.seconds: Histogram = Histogram(
            "parlour_command_seconds", "From a command to its answer", buckets=_SECONDS, registry=self._registry
        )
        self.sent: Counter = Counter("parlour_messages_sent", "Messages to viewers", registry=self._registry)
        self.requests: Counter = Counter(
            "parlour_requests", "Requests by their status", ("status",), registry=self._registry
        )
        Gauge("parlour_tables_in_memory", "Tables in memory", registry=self._registry).set_function(tables)
        failed = Gauge("parlour_bot_failures", "Times that a bot failed to answer", registry=self._registry)
        failed.set_function(failures)

    def text(self) -> bytes:
        """All counts, as Prometheus reads them."""
        return generate_latest(self._registry)


class _Lines(logging.Formatter):
    """A JSON object a line: the time, the level, what happened, and what else was said of it."""

    def format(self, record: logging.LogRecord) -> str:
        more = {name: value for name, value in vars(record).items() if name not in _PLAIN}
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {"time": f"{moment}.{int(record.msecs):03}Z", "level": record.levelname.lower()}
        if record.exc_info:
            more["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode({**line, "event": record.getMessage(), **more}, enc_hook=str).decode()


def log_lines() -> None:
    """Write the log of Parlour and of the libraries below it to the standard error stream."""
    handler = logging.StreamHandler()
    handler.setFormatter(_Lines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    LOGGER.setLevel(logging.INFO)


def tag(table_id: str) -> str:
    """How a table is named in the log: enough to find it again, too little to get in."""
    return table_id[:6]
