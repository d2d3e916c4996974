"""Leads the people at one keyboard through a game."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Final

from rich.console import Group
from rich.rule import Rule
from rich.text import Text

from parlour.kernel.messages import N_
from parlour.kernel.options import PASS
from parlour.terminal import lookup, pages
from parlour.terminal.board import Board
from parlour.terminal.choices import Menu
from parlour.terminal.page import arrange, end_of, story
from parlour.terminal.pages import words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rich.console import RenderableType

    from parlour.kernel.messages import Reader
    from parlour.kernel.options import Option, Seat
    from parlour.terminal.screen import Screen
    from parlour.terminal.table import Table

BEGIN: Final = N_("Enter to begin:")
SINCE: Final = N_("Since your last choice")
SO_FAR: Final = N_("So far")
HAPPENED: Final = N_("What happened")
CHOOSE: Final = N_("Your choice (? for cards, help for more):")
EXPECTED: Final = N_("'{typed}' can't be chosen: expected {labels} or the words beside it; help says what else.")
NOBODY: Final = N_("There is no card or rule '{name}'; ? alone lists the cards.")
WHOSE: Final = N_("{seat:seat}, it is your choice.")
ALONE: Final = N_("Press Enter when only {seat:seat} sees the screen:")
PRIVATE: Final = N_("For {seat:seat} alone:")
READ: Final = N_("Press Enter when you have read it:")
MORE: Final = N_("Enter for more, anything else ends it:")
NOBODY_SITS: Final = -1
AROUND_NEWS: Final = 6
"""Lines of a page beside the news on it."""


class Host:
    """Shows the table, asks, and hands the keyboard over.

    Args:
        table: the game.
        screen: where the people sit.
        reader: what things are called.
    """

    def __init__(self, table: Table, screen: Screen, reader: Reader) -> None:
        self.table: Table = table
        self.screen: Screen = screen
        self.reader: Reader = reader
        self.board: Board = Board(reader)
        self.people: list[Seat] = table.people()
        self.sitting: Seat = self.people[0] if len(self.people) == 1 else NOBODY_SITS
        self.commands: dict[str, Callable[[Menu], None]] = {
            "": self.show_page,
            "help": self.show_help,
            "log": self.show_log,
            "table": self.show_table,
        }

    def play(self) -> None:
        """From the welcome to the result.

        Raises:
            Left: whoever types has left; the game is saved.
            OSError: the game can't be saved.
        """
        with self.screen.hidden() if len(self.people) > 1 else nullcontext():
            if self.people:
                self.screen.fresh()
                self.screen.show(pages.welcome(self.table, self.reader))
                self.screen.ask(words(self.reader, BEGIN))
            while self.table.owes():
                self.next_choice()
            if len(self.people) > 1:
                self.show_private(self.sitting)
        self.show_result()

    def next_choice(self) -> None:
        """Have a seat choose: rather the person who chose last, so that the keyboard changes hands less often."""
        owing = self.table.owes()
        last = max(self.people, key=self.table.last_choice, default=NOBODY_SITS)
        seat = last if last in owing else owing[0]
        if seat in self.people:
            self.table.choose(seat, self.choice_of(seat))
        else:
            self.table.let_bot_choose(seat)

    def choice_of(self, seat: Seat) -> Option:
        """What the person on a seat chooses; who plays alone need not pass where nothing else can be done."""
        if seat != self.sitting:
            self.hand_over(seat)
        menu = self.menu(seat)
        if tuple(menu.options) == (PASS,) and len(self.people) == 1:
            return PASS
        self.show_page(menu)
        option = None
        while option is None:
            option = self.answer(menu, self.screen.ask(words(self.reader, CHOOSE)))
        return option

    def menu(self, seat: Seat) -> Menu:
        """What a seat can choose."""
        chair = self.table.chair(seat)
        return Menu(chair.options(), chair.view(), self.reader)

    def answer(self, menu: Menu, typed: str) -> Option | None:
        """The option that was typed; or None when something else was, which is done or refused."""
        command = self.commands.get(typed.casefold())
        if command is not None:
            command(menu)
            return None
        if typed.startswith("?"):
            self.explain(menu, typed.removeprefix("?").strip())
            return None
        option = menu.find(typed)
        if option is None:
            labels = ", ".join(menu.labels())
            self.screen.show(Text(words(self.reader, EXPECTED, typed=typed, labels=labels)))
        return option

    # From one person to the next.

    def hand_over(self, seat: Seat) -> None:
        """Let another person sit down: what the last one was told in private is shown first, then nobody's cards."""
        self.show_private(self.sitting)
        self.screen.fresh()
        self.screen.show(*self.news(None, self.last_choice()))
        self.screen.show(Text(self.reader.text(WHOSE, {"seat": seat}), "bold"))
        self.screen.ask(self.reader.text(ALONE, {"seat": seat}))
        self.sitting = seat

    def show_private(self, seat: Seat) -> None:
        """What came of a person's choice, if not everybody was told the same."""
        if seat not in self.people:
            return
        since = self.table.last_choice(seat)
        if self.table.told(seat, since) != self.table.told(None, since):
            self.screen.fresh()
            self.screen.show(Text(self.reader.text(PRIVATE, {"seat": seat}), "bold"), *self.news(seat, since))
            self.screen.ask(words(self.reader, READ))

    def last_choice(self) -> int:
        """The number of the last decision that a person made."""
        return max((self.table.last_choice(seat) for seat in self.people), default=0)

    def news(self, viewer: Seat | None, since: int) -> Iterable[RenderableType]:
        """What a viewer was told since a decision, as far as it fits."""
        log = self.screen.rows(story(self.reader, self.table.told(viewer, since)))
        room = len(log) if self.screen.height is None else max(1, self.screen.height - AROUND_NEWS)
        heading = Rule(words(self.reader, HAPPENED), align="left", style="dim")
        return [heading, *end_of(log, room), Text()] if log else []

    # What the one who sits may see.

    def show_page(self, menu: Menu) -> None:
        """The table, what happened, and the choices."""
        since = self.table.last_choice(self.sitting)
        log = story(self.reader, self.table.told(self.sitting, since))
        heading = words(self.reader, SINCE if since else SO_FAR)
        self.screen.fresh()
        self.screen.show(*arrange(self.screen, self.board, menu, log, heading))

    def show_help(self, menu: Menu) -> None:
        """What can be typed, and how to play well."""
        self.show_long(pages.manual(self.reader))

    def show_log(self, menu: Menu) -> None:
        """All that the seat was told since the deal."""
        self.show_long(story(self.reader, self.table.told(self.sitting)))

    def show_table(self, menu: Menu) -> None:
        """All that the seat knows of the table."""
        self.show_long(self.board.draw(menu.view))

    def explain(self, menu: Menu, name: str) -> None:
        """A card or a rule; all cards where none is named."""
        if not name:
            self.show_long(lookup.all_cards(self.reader))
            return
        found = lookup.about(self.reader, menu.card_labelled(name) or name)
        self.show_long(Group(*found or [Text(words(self.reader, NOBODY, name=name))]))

    def show_long(self, part: RenderableType) -> None:
        """Show something, a screenful at a time."""
        self.screen.page(part, words(self.reader, MORE))

    def show_result(self) -> None:
        """How it ended."""
        viewer = self.people[0] if len(self.people) == 1 else None
        self.screen.fresh()
        self.screen.show(*self.news(viewer, self.last_choice()), pages.result(self.table, self.reader))
