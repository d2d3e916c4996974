"""Where servers keep things for a test: in memory, so that nothing waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.server.lobby import Guest, Lobby, TableLine
from server.clients import MemoryStore

if TYPE_CHECKING:
    from parlour.server.store import Append


class Store(MemoryStore):
    """Histories, and what lists show of them.

    Attributes:
        changed: when each table changed last, as its writer says.
        over: whether its game is over.
    """

    def __init__(self) -> None:
        super().__init__()
        self.changed: dict[str, int] = {}
        self.over: dict[str, bool] = {}

    async def append(self, append: Append) -> None:
        await super().append(append)
        self.changed[append.table], self.over[append.table] = append.time, append.over


class Known(Lobby):
    """Guests and which tables they know, as the lobby has them."""

    def __init__(self, store: Store) -> None:
        self._store: Store = store
        self._by_token: dict[bytes, Guest] = {}
        self._tables: dict[str, str] = {}
        self._visits: set[tuple[str, str]] = set()

    async def secret(self) -> bytes:
        return bytes(32)

    async def add_guest(self, name: str, token_hash: bytes, now: int) -> Guest:
        guest = Guest(f"guest {len(self._by_token)}", name, now)
        self._by_token[token_hash] = guest
        return guest

    async def guest(self, token_hash: bytes) -> Guest | None:
        return self._by_token.get(token_hash)

    async def opened(self, table_id: str, game: str, creator_guest_id: str, now: int) -> None:
        self._tables[table_id] = game
        self._visits.add((creator_guest_id, table_id))

    async def visited(self, table_id: str, guest_id: str, now: int) -> None:
        self._visits.add((guest_id, table_id))

    async def tables_of(self, guest_id: str, most: int) -> list[TableLine]:
        own = [table for table in self._tables if (guest_id, table) in self._visits]
        lines = [TableLine(each, self._tables[each], self._store.over[each], self._store.changed[each]) for each in own]
        return sorted(lines, key=lambda line: (-line.changed, line.table))[:most]

    async def counts(self, guest_id: str) -> tuple[int, int]:
        return 0, 0

    async def ping(self) -> None:
        """It answers."""
