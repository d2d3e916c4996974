"""A question's options, numbered, in words, and found again by what somebody types."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.table import Table
from rich.text import Text

from parlour.kernel.options import NUMBER, VERB, arg, option_text
from parlour.wording import WITH_CARD, Wording

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from parlour.kernel.messages import Reader
    from parlour.kernel.options import Option
    from parlour.kernel.views import View

LEAST_HINT: Final = 30
BETWEEN: Final = "   "


@dataclass(frozen=True)
class Menu:
    """The options of a seat that is asked.

    Attributes:
        options: what it may choose.
        view: what the seat may know.
        reader: what things are called.
    """

    options: Sequence[Option]
    view: View
    reader: Reader

    @property
    def wording(self) -> Wording:
        """What things are called."""
        return Wording(self.reader)

    def question(self) -> str:
        """What is asked."""
        return self.wording.question(self.view.step or "", self.view.card)

    def labels(self) -> list[str]:
        """What to type for each option: a number asked for stands for itself, the others are counted from 1."""
        if any(option & VERB == NUMBER for option in self.options):
            return [option_text(option, self.reader.spec.kinds) for option in self.options]
        return [str(number) for number in range(1, len(self.options) + 1)]

    def find(self, typed: str) -> Option | None:
        """The option that was meant: by its label, its text, its words, or the name of the only card."""
        wanted = plain(typed)
        for names in (self.labels(), self._texts(), self._words(), self._cards()):
            fits = [option for option, name in zip(self.options, names, strict=True) if plain(name) == wanted]
            if wanted and len(fits) == 1:
                return fits[0]
        return None

    def card_labelled(self, label: str) -> str | None:
        """The id of the card of the option with a label; None where there is none."""
        for option, each in zip(self.options, self.labels(), strict=True):
            if each == label and option & VERB in WITH_CARD:
                return self.reader.spec.kinds[arg(option)]
        return None

    def draw(self, width: int, lines: int | None) -> RenderableType:
        """The options one below the other, each with what it does; in rows where there is nothing more to say of them.

        Args:
            width: of the screen.
            lines: how many lines each explanation may have; None for all it needs.
        """
        labels, words = self.labels(), self._words()
        hints = [self.wording.hint(self.view.step, option) for option in self.options]
        if lines == 0 or not any(hints):
            items = [label if label == word else f"{label} {word}" for label, word in zip(labels, words, strict=True)]
            return Text(_in_rows(items, width), "bold")
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(justify="right", style="bold", no_wrap=True)
        table.add_column(style="bold")
        table.add_column()
        room = max(LEAST_HINT, width - max(map(len, words)) - max(map(len, labels)) - 4)
        for label, word, hint in zip(labels, words, hints, strict=True):
            table.add_row(label, word, Text(_cut(hint, room, lines)))
        return table

    def _texts(self) -> list[str]:
        return [option_text(option, self.reader.spec.kinds) for option in self.options]

    def _words(self) -> list[str]:
        return [self.reader.option(option) for option in self.options]

    def _cards(self) -> list[str]:
        return [self.reader.card(arg(option)) if option & VERB in WITH_CARD else "" for option in self.options]


def plain(text: str) -> str:
    """A text as it is compared: without capitals, marks and spaces that people leave out or type otherwise."""
    kept = "".join(letter if letter.isalnum() or letter == "@" else " " for letter in text.casefold().replace("'", ""))
    return " ".join(kept.split())


def _in_rows(items: Sequence[str], width: int) -> str:
    """Items side by side, as many as a line of the width holds; none is broken."""
    lines = [""]
    for item in items:
        longer = f"{lines[-1]}{BETWEEN}{item}" if lines[-1] else item
        if len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(item)
    return "\n".join(lines)


def _cut(text: str, width: int, lines: int | None) -> str:
    if lines is None or len(textwrap.wrap(text, width)) <= lines:
        return text
    kept = textwrap.wrap(text, width, max_lines=lines, placeholder=" ...")
    return "\n".join(kept)
