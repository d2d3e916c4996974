"""A database that is closed again."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from parlour.server.database import open_database

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from parlour.server.database import Database
    from parlour.server.store import Store


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Database]:
    """Use a database."""
    database = open_database(url)
    try:
        yield database
    finally:
        await database.close()


@asynccontextmanager
async def opened_store(url: str) -> AsyncIterator[Store]:
    """Use the histories of a database."""
    async with opened(url) as database:
        yield database.store
