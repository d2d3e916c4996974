"""The lobby: guests, who opened which table and who was there, and what the server keeps for itself."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables of the lobby."""
    op.create_table(
        "settings",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "guests",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("token_hash", sa.LargeBinary, unique=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "openings",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("guest_id", sa.Text, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_openings_guest_id", "openings", ["guest_id"])
    op.create_table(
        "visits",
        sa.Column("guest_id", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("time", sa.BigInteger, nullable=False),
    )
