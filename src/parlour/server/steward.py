"""Who looks after a table: answers for bots, closes reaction windows, passes stops as was said beforehand."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parlour.server.table import Table
    from parlour.server.workers import Thinkers


class Steward:
    """Looks after a table while somebody uses it.

    Args:
        table: the table.
        thinkers: who thinks for bots.
        pace: how many seconds a bot takes to answer.
    """

    def __init__(self, table: Table, thinkers: Thinkers, pace: float = 0.0) -> None:
        self._table: Table = table
        self._thinkers: Thinkers = thinkers
        self._pace: float = pace

    def stop(self) -> None:
        """Leave the table as it is."""
