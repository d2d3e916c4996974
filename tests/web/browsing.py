"""Viewers at a table who are sent the page, and keep up with it as a browser does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parlour.server.commands import Accepted
from server.clients import MemoryStore, clients, outside, owing, read_all, seated, whole_of
from web.dom import Element, fragment

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from parlour.kernel.chance import Rng
    from parlour.kernel.options import Seat
    from parlour.kernel.spec import Setup
    from parlour.server.table import Table
    from parlour.web.fragments import Fragments


class Page:
    """The page of a viewer.

    Attributes:
        table: where.
        viewer: whose page it is.
        dom: the table on it.
    """

    def __init__(self, table: Table, viewer: Seat | None, fragments: Fragments, language: str = "en") -> None:
        self.table: Table = table
        self.viewer: Seat | None = viewer
        self.dom: Element = Element("", {})
        self._fragments: Fragments = fragments
        self._language: str = language
        self._reader = table.listen(f"person {viewer}", viewer)
        self._before: dict[str, Any] = self.whole
        self.read()

    @property
    def whole(self) -> dict[str, Any]:
        return whole_of(self.table, self.viewer)

    def read(self) -> None:
        """Take in all that was sent."""
        while (message := self._reader.ready()) is not None:
            body = message.body
            if "whole" in body:
                drawn = self._fragments.whole(body["whole"], self._language)
                self.dom = fragment(drawn["table"])
                continue
            parts = self._fragments.changed(self.whole, body["changed"], self._language, self._knew)
            for part in parts.values():
                new = fragment(part)
                if new.id == "table":
                    self.dom = new
                else:
                    self.dom.replace(new)
            lines = self._fragments.log(body["events"], self.whole, self._language)
            self.dom.by_id("log").children.extend(map(fragment, lines))
        self._before = self.whole

    def _knew(self) -> dict[str, Any]:
        return self._before

    def fresh(self, fragments: Fragments) -> Element:
        """The page as one who comes now gets it."""
        message = self.table.listen(f"person {self.viewer}", self.viewer).ready()
        assert message is not None
        return fragment(fragments.whole(message.body["whole"], self._language)["table"])


def log_of(dom: Element) -> list[Element | str]:
    """What stands in the log, taken out of the page."""
    log = dom.by_id("log")
    lines, log.children = log.children, []
    return lines


async def evening(setup: Setup, rng: Rng, decisions: int) -> AsyncIterator[Table]:
    """A table at which a random game is played, as it is after each decision."""
    table = await seated(MemoryStore(), setup, outside(f"web {rng.below(10**6)}"))
    players = clients(table)
    yield table
    for number in range(decisions):
        asked = owing(players)
        if not asked:
            return
        player = asked[rng.below(len(asked))]
        assert await table.do(player.choose(rng, number)) == Accepted(str(number))
        read_all(players)
        yield table
