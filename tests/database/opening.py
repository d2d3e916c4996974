"""A database that is closed again."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import select

from parlour.server.database import engine_at, open_database
from parlour.server.schema import TABLES

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from parlour.server.database import Database
    from parlour.server.store import Store


class Listed(NamedTuple):
    """A table as a database lists it."""

    id: str
    version: int
    over: bool
    changed: int


def listed(url: str) -> list[Listed]:
    """The tables that a database has, by their ids."""
    columns = (TABLES.c[name] for name in Listed._fields)
    with engine_at(url) as engine, engine.connect() as database:
        return [Listed(*row) for row in database.execute(select(*columns).order_by(TABLES.c.id))]


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
