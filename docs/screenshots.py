"""Make the pictures of the docs from the running product: ``python docs/screenshots.py``."""

from __future__ import annotations

import io
import re
import tempfile
from pathlib import Path

from rich.console import Console

from parlour import games, language, wording
from parlour.terminal.host import Host
from parlour.terminal.screen import Left, Screen
from parlour.terminal.table import Table

IMAGES = Path(__file__).parent / "images"
CHOICES = 9
FONT = re.compile(r"@font-face \{.*?\}", re.DOTALL)
"""What would fetch a font from elsewhere: the reader's own fixed font does as well."""
PLAYERS = ("Anna", "bot greedy", "bot greedy", "bot greedy")


def table(game: str) -> str:
    """The page of a person's choice in the middle of a game, as SVG."""
    console = Console(
        record=True, width=92, height=30, file=io.StringIO(), force_terminal=True, highlight=False, markup=False
    )
    pages: list[str] = []

    def typed() -> str:
        pages.append(FONT.sub("", console.export_svg(title="parlour terminal", clear=True)))
        if len(pages) > CHOICES:
            raise EOFError
        return "" if len(pages) == 1 else "1"

    with tempfile.TemporaryDirectory() as folder:
        setup = games.load(game).setup(len(PLAYERS))
        begun = Table.begin(setup, PLAYERS, bytes(range(32)), Path(folder) / "table.record")
        reader = language.reader(setup.spec, wording.shown(begun.record.players), "en")
        try:
            Host(begun, Screen(console, typed), reader).play()
        except Left:
            return pages[-1]
    return pages[-1]


if __name__ == "__main__":
    IMAGES.mkdir(exist_ok=True)
    (IMAGES / "table.svg").write_text(table("get_the_macguffin"), encoding="utf-8")
