"""Make the pictures of the docs from the running product: ``python docs/screenshots.py``."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright
from rich.console import Console

from parlour import games, language, wording
from parlour.terminal.host import Host
from parlour.terminal.screen import Left, Screen
from parlour.terminal.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

IMAGES = Path(__file__).parent / "images"
CHOICES = 9
PRESSES = 4
FONT = re.compile(r"@font-face \{.*?\}", re.DOTALL)
"""What would fetch a font from elsewhere: the reader's own fixed font does as well."""
SERVE = (sys.executable, "-c", "from parlour.cli import main; main()", "serve", "--port", "0", "--pace", "0")
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


def page(game: str) -> bytes:
    """A person's page in the browser in the middle of a game, as PNG."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), chromium_sandbox=False)
        shown = browser.new_page(viewport={"width": 1200, "height": 720}, reduced_motion="reduce")
        shown.goto(url)
        form = shown.locator(f"#game-{game}")
        form.get_by_label("Your name").fill(PLAYERS[0])
        form.get_by_role("button").click()
        for _ in range(PRESSES):
            press(shown)
        return shown.screenshot()


def press(shown: Page) -> None:
    """Press the last button, and wait for the next question."""
    button = shown.locator("#options .option").last
    question = button.get_attribute("data-question")
    button.click()
    shown.locator(f"#options:not(:has([data-question='{question}']))").wait_for()


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Where a server is."""
    command = (*SERVE, "--database", f"sqlite:///{folder / 'tables.db'}")
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:  # noqa: S603 - our own command
        assert server.stderr is not None
        yield str(json.loads(server.stderr.readline())["url"])
        server.terminate()


if __name__ == "__main__":
    IMAGES.mkdir(exist_ok=True)
    (IMAGES / "page.png").write_bytes(page("guillotine"))
    (IMAGES / "table.svg").write_text(table("get_the_macguffin"), encoding="utf-8")
