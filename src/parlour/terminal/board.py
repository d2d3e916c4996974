"""What lies on the table, drawn from a view alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.console import Group
from rich.table import Table
from rich.text import Text

from parlour.wording import ONE_OF, YOU, Wording, by_zones, families, family

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from parlour.kernel.options import Seat
    from parlour.kernel.views import View, ZoneView

NOTHING: Final = "-"
GAP: Final = 2
MORE: Final = "..."
ASKED: Final = ">"
ONE_COLUMN: Final = 6
"""So many seats are drawn one below the other; more stand in two columns."""


class Board(Wording):
    """Draws views."""

    def draw(
        self, view: View, *, whole: bool = True, width: int | None = None, row: int | None = None
    ) -> RenderableType:
        """The seats, the zones that belong to nobody, and the cards that the viewer knows.

        Args:
            view: what to draw.
            whole: show all that is known, also of what lies somewhere in a deck or in one of several places.
            width: of a line, to which the zones that lie aside and what is known of others' hands are cut; None cuts
                nothing.
            row: the letters that the cards before a seat may take; with it the viewer's own cards are cut as well.
        """
        seats = range(len(view.scores))
        if len(seats) <= ONE_COLUMN:
            return Group(self._seats(view, seats, row), self._cards(view, whole=whole, width=width, row=row))
        half = (len(seats) + 1) // 2
        pair = Table.grid(padding=(0, 2), expand=True)
        for _ in range(2):
            pair.add_column(ratio=1)
        pair.add_row(self._seats(view, seats[:half], row), self._seats(view, seats[half:], row))
        return Group(pair, self._cards(view, whole=whole, width=width, row=row))

    def content(self, zone: ZoneView, *, whole: bool = True) -> str:
        """How many cards lie in a zone and which of them are known; those of a deck by their places, unless `whole`."""
        known = self.cards(zone.cards if whole or zone.open or zone.owner is not None else ())
        if zone.places:
            known = ", ".join(f"{place + 1}. {self.card(name)}" for place, name in zone.places)
        return f"{zone.count}: {known}" if known else str(zone.count)

    # The seats.

    def _seats(self, view: View, seats: Sequence[Seat], row: int | None) -> Table:
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
        columns = self._columns(view, row)
        table.add_column("", no_wrap=True)
        for name, _ in columns:
            table.add_column(name)
        for seat in seats:
            table.add_row(self._who(view, seat), *(Text(cells[seat]) for _, cells in columns))
        return table

    def _who(self, view: View, seat: Seat) -> Text:
        beside = self.reader.spec.beside(view, seat)
        more = [self.reader.translate(YOU)] if seat == view.viewer else []
        more += [self.reader.translate(beside)] if beside else []
        who = Text(f"{ASKED} " if seat in view.asked else "  ")
        who.append(self.reader.seats[seat], "bold")
        return who.append(f" ({', '.join(more)})" if more else "", "dim")

    def _columns(self, view: View, row: int | None) -> list[tuple[str, list[str]]]:
        """A heading and a cell for each seat: values and scores, numbers of hidden cards, cards in the open."""
        hidden, in_the_open = self._owned(view, open_to_all=False), self._owned(view, open_to_all=True)
        return [
            *self.numbers(view.values, view.scores).items(),
            *((self.zone_name(name), [str(zone.count) for zone in zones]) for name, zones in hidden.items()),
            *((self.zone_name(name), self._lists(zones, row)) for name, zones in in_the_open.items()),
        ]

    def _lists(self, zones: Sequence[ZoneView], row: int | None) -> list[str]:
        lists = [self.cards(zone.cards) or NOTHING for zone in zones]
        return lists if row is None else [_cut(cards, row) for cards in lists]

    def _owned(self, view: View, *, open_to_all: bool) -> dict[str, list[ZoneView]]:
        """The zones of the seats, seat by seat, by families; without a family that is empty everywhere."""
        names = self.open_zones(len(view.scores))
        zones = [zone for zone in view.zones if zone.owner is not None and (zone.id in names) == open_to_all]
        by_name = {name: [zone for zone in zones if family(zone.id) == name] for name in families(z.id for z in zones)}
        return {name: owned for name, owned in by_name.items() if any(zone.count for zone in owned)}

    # The cards.

    def _cards(self, view: View, *, whole: bool, width: int | None, row: int | None) -> Table:
        zones = [*self._common(view), *self._known(view), *self._own(view)]
        owners, names = [self._owner(zone) for zone in zones], [self.zone_name(zone.id) for zone in zones]
        table = Table.grid(padding=(0, GAP, 0, 0))
        for _ in range(2):
            table.add_column(no_wrap=True, style="dim")
        table.add_column()
        room = (width or 0) - max(map(len, owners), default=0) - max(map(len, names), default=0) - 2 * GAP
        for zone, owner, name in zip(zones, owners, names, strict=True):
            own = zone.owner is not None and zone.owner == view.viewer
            content = self.cards(zone.cards) if own else self.content(zone, whole=whole)
            if width is not None and self._may_be_cut(zone, view, row):
                content = _cut(content, room)
            table.add_row(owner, name, Text(content, "bold" if own else ""))
        owned = {zone.id: zone.owner for zone in view.zones}
        for places, cards in self.elsewhere(by_zones(view.elsewhere), owned) if whole else ():
            table.add_row("", "", Text(self.words(ONE_OF, places=places, cards=cards)))
        return table

    def _may_be_cut(self, zone: ZoneView, view: View, row: int | None) -> bool:
        """What lies aside and what is known of others' hands; with rows cut short all that lies there."""
        if zone.owner is None and row is None:
            return family(zone.id) in self.reader.spec.aside
        return zone.owner != view.viewer or row is not None

    def _owner(self, zone: ZoneView) -> str:
        return "" if zone.owner is None else self.reader.seats[zone.owner]

    def _common(self, view: View) -> list[ZoneView]:
        return [zone for zone in view.zones if zone.owner is None and (zone.count or not zone.open)]

    def _known(self, view: View) -> list[ZoneView]:
        hidden = [
            zone for zone in view.zones if zone.owner is not None and zone.id not in self.open_zones(len(view.scores))
        ]
        return [zone for zone in hidden if zone.owner != view.viewer and zone.cards]

    def _own(self, view: View) -> list[ZoneView]:
        own = [zone for zone in view.zones if zone.owner is not None and zone.owner == view.viewer]
        return [zone for zone in own if zone.cards and zone.id not in self.open_zones(len(view.scores))]


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - len(MORE)]}{MORE}"
