"""Counts for who runs the server, in the Prometheus format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

if TYPE_CHECKING:
    from collections.abc import Callable

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
