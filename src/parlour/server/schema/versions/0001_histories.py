"""Histories; a file that was made before there were migrations has them already."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables of histories."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
        if_not_exists=True,
    )
    op.create_index("tables_by_change", "tables", ["over", "changed"], if_not_exists=True)
    op.create_table(
        "entries",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("line", sa.Text, nullable=False),
        sqlite_with_rowid=False,
        if_not_exists=True,
    )
