"""The tables of the database, as the newest migration leaves them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, LargeBinary, MetaData, Table, Text

METADATA: Final = MetaData()

TABLES: Final = Table(
    "tables",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Index("tables_by_change", "over", "changed"),
    sqlite_with_rowid=False,
)
ENTRIES: Final = Table(
    "entries",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("line", Text, nullable=False),
    sqlite_with_rowid=False,
)
SETTINGS: Final = Table(
    "settings",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
GUESTS: Final = Table(
    "guests",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("token_hash", LargeBinary, unique=True),
    Column("name", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)
OPENINGS: Final = Table(
    "openings",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("guest_id", Text, nullable=False, index=True),
    Column("time", BigInteger, nullable=False),
)
VISITS: Final = Table(
    "visits",
    METADATA,
    Column("guest_id", Text, primary_key=True),
    Column("table_id", Text, primary_key=True),
    Column("time", BigInteger, nullable=False),
)
LOBBY: Final = (SETTINGS, GUESTS, OPENINGS, VISITS)
