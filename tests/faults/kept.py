"""What a server has kept, compared with what its clients know."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

from parlour import games
from parlour.server.database import open_database
from parlour.server.history import Decided, Entry, Meant, record_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from faults.remotes import Remote


async def check(folder: Path, remotes: Sequence[Remote]) -> None:
    """See that all tables have each acknowledged choice once, no other but those that were asked, and a record that holds."""
    database = await asyncio.to_thread(open_database, f"sqlite:///{folder / 'tables.db'}")
    for table in {remote.table for remote in remotes}:
        entries = [Entry.parse(line) for line in await database.store.load(table)]
        check_history(entries, [remote for remote in remotes if remote.table == table])
    await database.close()


def check_history(entries: Sequence[Entry], remotes: Sequence[Remote]) -> None:
    acknowledged = {name for each in remotes for name in each.acknowledged}
    asked = {name for each in remotes for name in each.asked}
    kept = Counter(entry.command for entry in entries if isinstance(entry.event, (Decided, Meant)))
    assert acknowledged <= kept.keys()
    assert set(kept.values()) <= {1}
    assert asked >= {name for name in kept if name.startswith("c")}
    decided = [entry for entry in entries if isinstance(entry.event, Decided)]
    if decided:
        record = record_of(entries)
        assert len(list(record.states(games.load(record.game)))) == len(decided) + 1
