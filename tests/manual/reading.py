"""The pages of the manual, taken apart."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def page(name: str) -> str:
    """The text of a page of `docs/`."""
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def blocks(text: str, kind: str = r"\w*") -> list[str]:
    """The code blocks of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def rows(text: str, head: str) -> list[list[str]]:
    """The rows of all tables whose first column has this head."""
    tables = re.findall(rf"^\| {re.escape(head)} \|.*\n\|[- |]+\|\n((?:\|.*\n)+)", text, re.MULTILINE)
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for table in tables for row in table.splitlines()]


def named(text: str, head: str) -> list[str]:
    """What stands as code in the first column of these tables."""
    return [name for row in rows(text, head) for name in re.findall("`([^`]+)`", row[0])]
