"""What lies on the table, drawn from a view alone."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final

from rich.console import Group
from rich.table import Table
from rich.text import Text

from parlour.kernel.messages import N_
from parlour.kernel.spec import ALL

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from rich.console import RenderableType

    from parlour.kernel.messages import Reader
    from parlour.kernel.options import Seat
    from parlour.kernel.views import View, ZoneView

TURN: Final = N_("turn {number}")
TURN_OF: Final = N_("turn {number}, {name}")
YOU: Final = N_("you")
ONE_OF: Final = N_("one of these: {places}")
NOTHING: Final = "-"
GAP: Final = 2
MORE: Final = "..."
ASKED: Final = ">"
ONE_COLUMN: Final = 6
"""So many seats are drawn one below the other; more stand in two columns."""


@dataclass(frozen=True)
class Board:
    """Draws views.

    Attributes:
        reader: what things are called.
    """

    reader: Reader

    def title(self, view: View) -> str:
        """The game, the values that belong to no seat but for those that are 0, and whose turn it is."""
        named = {name: value for name, value in view.values.items() if "." not in name and value}
        values = [text for text in (self.named_value(name, value) for name, value in named.items()) if text]
        turn = self.reader.translate(TURN).format(number=view.turns)
        if view.turn is not None:
            turn = self.reader.translate(TURN_OF).format(number=view.turns, name=self.reader.seats[view.turn])
        return " - ".join([self.reader.spec.title, *values, turn])

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

    # What things are called.

    def zone_name(self, name: str) -> str:
        """A zone, without its owner."""
        return self._name(self.reader.spec.zone_names, name)

    def value_name(self, name: str) -> str:
        """A public value, without its seat."""
        return self._name(self.reader.spec.value_names, name)

    def named_value(self, name: str, value: int | str) -> str:
        """A public value with its name, or what this very value is called; empty where people need not see it."""
        names = self.reader.spec.value_names
        if f"{name} {value}" in names:
            return self.reader.translate(names[f"{name} {value}"])
        return f"{self.value_name(name)} {self.value(value)}" if self.value_name(name) else ""

    def card(self, name: str) -> str:
        """A card as positions write it, with what is printed large on it; ``a=b`` is a card that has become another."""
        return " = ".join(self._marked(part) for part in name.split("="))

    def _marked(self, name: str) -> str:
        kind = self.reader.spec.kind(name)
        mark = self.reader.spec.cards[kind].mark
        return f"{self.reader.card(kind)} ({mark})" if mark else self.reader.card(kind)

    def cards(self, names: Iterable[str]) -> str:
        """Cards as they lie, equal neighbours once with their number."""
        rows = [(name, len(list(group))) for name, group in groupby(names)]
        return ", ".join(self.card(name) + (f" x{count}" if count > 1 else "") for name, count in rows)

    def value(self, value: int | str) -> str:
        """A public value: a number, or the name of a card."""
        return self.card(value) if isinstance(value, str) and value in self.reader.spec.kinds else str(value)

    def content(self, zone: ZoneView, *, whole: bool = True) -> str:
        """How many cards lie in a zone and which of them are known; those of a deck by their places, unless `whole`."""
        known = self.cards(zone.cards if whole or zone.open or zone.owner is not None else ())
        if zone.places:
            known = ", ".join(f"{place + 1}. {self.card(name)}" for place, name in zone.places)
        return f"{zone.count}: {known}" if known else str(zone.count)

    def _name(self, names: Mapping[str, str], name: str) -> str:
        family = _family(name)
        return self.reader.translate(names.get(family, family.replace("_", " ").capitalize()))

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
            *self._numbers(view).items(),
            *((self.zone_name(family), [str(zone.count) for zone in zones]) for family, zones in hidden.items()),
            *((self.zone_name(family), self._lists(zones, row)) for family, zones in in_the_open.items()),
        ]

    def _numbers(self, view: View) -> dict[str, list[str]]:
        """The values and the scores of the seats by what they are called, without what is 0 for everybody."""
        seats = range(len(view.scores))
        columns = {
            self.value_name(family): [self.value(view.values[f"{family}.{seat}"]) for seat in seats]
            for family in _families(view.values)
        }
        columns[self.reader.translate(self.reader.spec.score_name)] = [f"{score:.3g}" for score in view.scores]
        return {name: cells for name, cells in columns.items() if name and set(cells) != {"0"}}

    def _lists(self, zones: Sequence[ZoneView], row: int | None) -> list[str]:
        lists = [self.cards(zone.cards) or NOTHING for zone in zones]
        return lists if row is None else [_cut(cards, row) for cards in lists]

    def _owned(self, view: View, *, open_to_all: bool) -> dict[str, list[ZoneView]]:
        """The zones of the seats, seat by seat, by families; without a family that is empty everywhere."""
        names = self._open(view)
        zones = [zone for zone in view.zones if zone.owner is not None and (zone.id in names) == open_to_all]
        families = {
            family: [zone for zone in zones if _family(zone.id) == family] for family in _families(z.id for z in zones)
        }
        return {family: owned for family, owned in families.items() if any(zone.count for zone in owned)}

    def _open(self, view: View) -> set[str]:
        return {zone.name for zone in self.reader.spec.zones(len(view.scores)) if zone.sees == ALL}

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
        for card, places in self._elsewhere(view) if whole else ():
            table.add_row("", card, Text(self.reader.translate(ONE_OF).format(places=places)))
        return table

    def _may_be_cut(self, zone: ZoneView, view: View, row: int | None) -> bool:
        """What lies aside and what is known of others' hands; with rows cut short all that lies there."""
        if zone.owner is None and row is None:
            return _family(zone.id) in self.reader.spec.aside
        return zone.owner != view.viewer or row is not None

    def _owner(self, zone: ZoneView) -> str:
        return "" if zone.owner is None else self.reader.seats[zone.owner]

    def _common(self, view: View) -> list[ZoneView]:
        return [zone for zone in view.zones if zone.owner is None and (zone.count or not zone.open)]

    def _known(self, view: View) -> list[ZoneView]:
        hidden = [zone for zone in view.zones if zone.owner is not None and zone.id not in self._open(view)]
        return [zone for zone in hidden if zone.owner != view.viewer and zone.cards]

    def _own(self, view: View) -> list[ZoneView]:
        own = [zone for zone in view.zones if zone.owner is not None and zone.owner == view.viewer]
        return [zone for zone in own if zone.cards and zone.id not in self._open(view)]

    def _elsewhere(self, view: View) -> list[tuple[str, str]]:
        owners = {zone.id: self._owner(zone) for zone in view.zones}
        return [
            (self.card(where.card), ", ".join(f"{owners[name]} {self.zone_name(name)}".strip() for name in where.zones))
            for where in view.elsewhere
        ]


def _family(name: str) -> str:
    return name.partition(".")[0]


def _families(names: Iterable[str]) -> list[str]:
    """What stands before the seat in names such as ``hand.0``, each once."""
    return list(dict.fromkeys(_family(name) for name in names if "." in name))


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - len(MORE)]}{MORE}"
