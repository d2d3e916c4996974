"""What processes that serve the same tables tell each other: that there is something new at a table. Never what it is.

A wake-up may come twice, and it may be lost where a line breaks. Whoever may have missed one is told to read on everywhere,
so a table is never left behind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from parlour.kernel.errors import ParlourError

if TYPE_CHECKING:
    from collections.abc import Callable


class BrokerFailed(ParlourError):
    """The broker can't be used."""


class Broker(Protocol):
    """Carries wake-ups between processes."""

    def listen(self, heard: Callable[[str, str], None]) -> None:
        """Have the wake-ups of other processes heard.

        Args:
            heard: takes a table's id and a note, as `publish` does. Two empty ones say that wake-ups may have been lost, here
                or elsewhere: read on at all tables in memory, and publish again all notes that still hold.
        """

    def publish(self, table_id: str, note: str) -> None:
        """Wake the other processes, soon: what can't be sent at once is sent later.

        Args:
            table_id: the table at which there is something new.
            note: a short text that all may know; empty where there is something to read.
        """

    async def close(self) -> None:
        """Send what waits, and end."""


async def open_broker(url: str) -> Broker | None:
    """Begin to listen to a broker; from here on no wake-up is missed without the listeners being told so.

    Args:
        url: ``redis://host:port``, ``rediss://`` with TLS, or ``unix://path``; empty for one process, which has nobody to wake.

    Returns:
        The broker, None for one process.

    Raises:
        BrokerFailed: it is no URL of a broker, or the broker can't be reached.
    """
    if not url:
        return None
    try:
        from parlour.server.redis_broker import RedisBroker  # noqa: PLC0415 - its driver comes with parlour[many]
    except ImportError as error:
        raise BrokerFailed("a broker needs a driver: expected pip install 'parlour[many]'") from error
    broker = RedisBroker(url)
    await broker.start()
    return broker
