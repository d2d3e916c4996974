"""A terminal or a pipe: showing, asking for a line, a fresh page."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import RenderableType

QUIT: Final = ("q", "quit", "save and quit", "exit")


class Left(Exception):
    """Whoever types has left the table."""


class Screen:
    """Where people read and type.

    Args:
        console: where it is shown; standard output where it is left out.
        typed: gives the next line typed; raises `EOFError` where there is none.
        echo: whether to show what was typed, because whoever types does not see it.
    """

    def __init__(self, console: Console | None = None, typed: Callable[[], str] = input, *, echo: bool = False) -> None:
        self.console: Console = console or Console(highlight=False, markup=False, emoji=False)
        self.typed: Callable[[], str] = typed
        self.echo: bool = echo

    @property
    def height(self) -> int | None:
        """The lines that are seen at once; None on a pipe."""
        return self.console.height if self.console.is_terminal else None

    def show(self, *parts: RenderableType) -> None:
        """Print parts one below the other, without spaces at the ends of lines."""
        for part in parts:
            self.console.print(*(self.rows(part) or [Text()]), sep="\n")

    def fresh(self) -> None:
        """Begin on an empty screen; on a pipe, after an empty line."""
        if self.console.is_terminal:
            self.console.clear()
        else:
            self.console.print()

    def hidden(self) -> AbstractContextManager[object]:
        """A screen of its own that leaves nothing to scroll back to."""
        return self.console.screen(hide_cursor=False) if self.console.is_terminal else nullcontext()

    def line(self, prompt: str) -> str:
        """What is typed after a prompt, without spaces around it.

        Raises:
            Left: the input has ended.
        """
        self.console.print(Text(prompt, "bold"), end=" ")
        try:
            typed = "".join(letter for letter in self.typed() if letter.isprintable()).strip()
        except EOFError as error:
            raise Left from error
        if self.echo:
            self.console.print(Text(typed))
        return typed

    def ask(self, prompt: str) -> str:
        """What is typed after a prompt, if it isn't to leave.

        Raises:
            Left: it was, or the input has ended.
        """
        typed = self.line(prompt)
        if typed.casefold() in QUIT:
            raise Left
        return typed

    def page(self, part: RenderableType, more: str) -> None:
        """Show something long, a screenful at a time; anything typed after `more` but Enter ends it."""
        lines = self.rows(part)
        step = len(lines) + 1 if self.height is None else max(1, self.height - 2)
        for start in range(0, len(lines), step):
            if start and self.line(more):
                return
            self.show(*lines[start : start + step])

    def rows(self, part: RenderableType) -> list[Text]:
        """The lines that something takes; none for nothing."""
        lines = [
            Text.assemble(*((segment.text, segment.style or "") for segment in line))
            for line in self.console.render_lines(part, pad=False)
        ]
        for line in lines:
            line.rstrip()
        return lines if any(line.plain for line in lines) else []
