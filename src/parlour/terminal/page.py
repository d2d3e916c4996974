"""The page before a choice: the table on top, what happened and what can be done at the bottom, as far as it fits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from parlour.kernel.messages import Reader, Told
    from parlour.terminal.board import Board
    from parlour.terminal.choices import Menu
    from parlour.terminal.screen import Screen

FRAME: Final = 5
"""Lines for the title, the heading of the log, the question, what is typed, and one to spare."""
ROW: Final = 24
DETAILS: Final[tuple[tuple[bool, int | None, int | None, int], ...]] = (
    (False, None, None, 5),
    (True, None, None, 5),
    (True, None, 2, 5),
    (True, None, 1, 5),
    (True, ROW, 1, 3),
    (True, None, 0, 5),
    (True, ROW, 0, 5),
)
"""How much is shown, the fullest first: whether lines of the table are cut, the letters for the cards before a seat, the
lines for each option's explanation, and how many lines of the log are wanted with it."""
MORE: Final = "..."


def story(reader: Reader, told: Sequence[Sequence[Told]]) -> RenderableType:
    """Sentences, a paragraph for each decision."""
    grid = Grid.grid(padding=(0, 1, 0, 0))
    for sentences in told:
        if sentences:
            grid.add_row("-", _named(reader, " ".join(reader.say(each) for each in sentences)))
    return grid


def arrange(screen: Screen, board: Board, menu: Menu, log: RenderableType, heading: str) -> list[RenderableType]:
    """The parts of the page, cut so that they fit the screen.

    Args:
        screen: where it will be shown.
        board: draws the table.
        menu: what can be chosen.
        log: what happened; its end is kept.
        heading: of the log.
    """
    lines = screen.rows(log)
    above, below, room = _fitted(screen, board, menu, len(lines))
    happened: list[RenderableType] = [Rule(heading, align="left", style="dim"), *end_of(lines, room)] if lines else []
    return [
        Rule(board.title(menu.view), align="left", style="dim"),
        above,
        *happened,
        Text(),
        Text(menu.question(), "bold"),
        below,
    ]


def end_of(lines: Sequence[Text], room: int) -> Sequence[Text]:
    """The last of some lines, as many as there is room for; where the first are cut it begins with dots."""
    if len(lines) <= room:
        return lines
    return [Text(MORE), *lines[1 - room :]] if room > 1 else lines[-1:]


def _fitted(screen: Screen, board: Board, menu: Menu, log: int) -> tuple[RenderableType, RenderableType, int]:
    """The table, the options, and how many lines are left for the log."""
    height = screen.height
    for cut, row, lines, wanted in DETAILS:
        width = screen.console.width
        above = board.draw(menu.view, whole=False, width=width if cut else None, row=row)
        below = menu.draw(width, lines)
        if height is None:
            return above, below, log or 1
        room = height - FRAME - len(screen.rows(above)) - len(screen.rows(below))
        if room >= min(wanted, log):
            break
    return above, below, max(1, room)


def _named(reader: Reader, text: str) -> Text:
    """A text with the names of the seats in bold."""
    names = "|".join(re.escape(name) for name in reader.seats)
    named = Text(text)
    named.highlight_regex(rf"(?<!\w)(?:{names})(?!\w)", "bold")
    return named
