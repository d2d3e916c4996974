"""What the things on a table are called, in a reader's language: for whoever shows a table to people."""

from __future__ import annotations

import string
from dataclasses import dataclass
from itertools import groupby
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any, Final

from parlour.kernel.messages import N_
from parlour.kernel.options import (
    CARD,
    DISCARD,
    LAY,
    NUMBER,
    PLACE,
    PLAY,
    USE,
    VERB,
    arg,
    option_of,
    option_text,
)
from parlour.kernel.spec import ALL

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from parlour.kernel.messages import Reader
    from parlour.kernel.options import Option, Seat
    from parlour.kernel.spec import Card
    from parlour.kernel.views import View, Whereabouts

TURN: Final = N_("turn {number}")
TURN_OF: Final = N_("turn {number}, {name}")
YOU: Final = N_("you")
ONE_OF: Final = N_("{cards}: in one of these: {places}")
WINNER: Final = N_("{seat:seat} wins.")
WINNERS: Final = N_("{names} win.")
AND: Final = N_(" and ")
UNSETTLED: Final = N_("No source settles this.")
UNSETTLED_PART: Final = N_("No source settles this: {ruling}")
BOT_NAME: Final = N_("Bot {letter}")
BOT: Final = "bot "
FIELDS: Final = string.Formatter()
WITH_CARD: Final = (PLAY, LAY, USE, DISCARD, CARD, PLACE)
VERB_NAMES: Final = {CARD: "card", PLACE: "card", NUMBER: "number"}


def is_bot(player: str) -> bool:
    """Whether a player of a record is a bot."""
    return player.startswith(BOT)


def bot_name(player: str) -> str:
    """Which bot a player of a record is."""
    return player.removeprefix(BOT)


def shown(players: Sequence[str | None], bot_template: str = BOT_NAME, nobody: str = "") -> list[str]:
    """What the seats are called at the table: people by their names, bots by letters, an empty seat as `nobody`."""
    letters = iter(ascii_uppercase)
    return [
        nobody if each is None else bot_template.format(letter=next(letters)) if is_bot(each) else each
        for each in players
    ]


def by_zones(found: Iterable[Whereabouts]) -> dict[tuple[str, ...], list[str]]:
    """Cards that are known to lie in one of some zones, by these."""
    cards: dict[tuple[str, ...], list[str]] = {}
    for where in found:
        cards.setdefault(where.zones, []).append(where.card)
    return cards


def family(name: str) -> str:
    """What stands before the seat in the name of a zone or value, such as ``hand.0``."""
    return name.partition(".")[0]


def families(names: Iterable[str]) -> list[str]:
    """What stands before the seat in the names of zones or values of seats, each once."""
    return list(dict.fromkeys(family(name) for name in names if "." in name))


@dataclass(frozen=True)
class Wording:
    """Words for what lies on a table, what is asked there and what happened.

    Attributes:
        reader: the game, the language and the names of the seats.
    """

    reader: Reader

    def words(self, template: str, **values: object) -> str:
        """A template with plain fields in the reader's language."""
        return self.reader.translate(template).format(**values)

    # The table.

    def title(self, view: View) -> str:
        """The game, the values that belong to no seat but for those that are 0, and whose turn it is."""
        return " - ".join([self.reader.spec.title, *self.common_values(view.values), self.turn(view.turns, view.turn)])

    def turn(self, number: int, seat: Seat | None) -> str:
        """Which turn it is, and whose."""
        if seat is None:
            return self.words(TURN, number=number)
        return self.words(TURN_OF, number=number, name=self.reader.seats[seat])

    def common_values(self, values: Mapping[str, int | str]) -> list[str]:
        """The public values that belong to no seat, but for those that are 0 and those that people need not see."""
        named = (self.named_value(name, value) for name, value in values.items() if "." not in name and value)
        return [text for text in named if text]

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

    def value(self, value: int | str) -> str:
        """A public value: a number, or the name of a card."""
        return self.card(value) if isinstance(value, str) and value in self.reader.spec.kinds else str(value)

    @property
    def score_name(self) -> str:
        """What a score counts; empty where that goes without saying."""
        return self.reader.translate(self.reader.spec.score_name)

    def score(self, score: float) -> str:
        """A score, to three digits."""
        return f"{score:.3g}"

    def numbers(self, values: Mapping[str, int | str], scores: Sequence[float]) -> dict[str, list[str]]:
        """The values and the scores of the seats by what they are called, without what is 0 for everybody."""
        columns = {
            self.value_name(name): [self.value(values[f"{name}.{seat}"]) for seat in range(len(scores))]
            for name in families(values)
        }
        columns[self.score_name] = [self.score(score) for score in scores]
        return {name: cells for name, cells in columns.items() if name and set(cells) != {"0"}}

    def _name(self, names: Mapping[str, str], name: str) -> str:
        first = family(name)
        return self.reader.translate(names.get(first, first.replace("_", " ").capitalize()))

    def open_zones(self, seats: int) -> set[str]:
        """The names of the zones that everybody sees."""
        return {zone.name for zone in self.reader.spec.zones(seats) if zone.sees == ALL}

    def elsewhere(
        self, found: Mapping[tuple[str, ...], Sequence[str]], owners: Mapping[str, Seat | None]
    ) -> list[tuple[str, str]]:
        """Zones in one of which some cards are known to lie, with those cards.

        Args:
            found: what `by_zones` has found.
            owners: whose the zones are, by their ids.
        """
        names = {zone: self._with_owner(zone, owner) for zone, owner in owners.items()}
        return [(", ".join([names[zone] for zone in zones]), self.cards(cards)) for zones, cards in found.items()]

    def _with_owner(self, zone: str, owner: Seat | None) -> str:
        """A zone with its owner."""
        return self.zone_name(zone) if owner is None else f"{self.reader.seats[owner]} {self.zone_name(zone)}"

    def winners(self, seats: Sequence[Seat]) -> str:
        """Who has won."""
        if len(seats) == 1:
            return self.reader.text(WINNER, {"seat": seats[0]})
        return self.words(WINNERS, names=self.words(AND).join(self.reader.seats[seat] for seat in seats))

    # Cards.

    def card(self, name: str) -> str:
        """A card as positions write it, with what is printed large on it; ``a=b`` is a card that has become another."""
        return " = ".join(self._marked(part) for part in name.split("="))

    def _marked(self, name: str) -> str:
        card = self.kind(name)
        called = self.card_name(name)
        return f"{called} ({card.mark})" if card.mark else called

    def card_name(self, name: str) -> str:
        """The name of a card."""
        return self.reader.card(self.reader.spec.kind(name))

    def kind(self, name: str) -> Card:
        """A kind of card by its id."""
        return self.reader.spec.cards[self.reader.spec.kind(name)]

    def cards(self, names: Iterable[str]) -> str:
        """Cards as they lie, equal neighbours once with their number."""
        rows = [(name, len(list(group))) for name, group in groupby(names)]
        return ", ".join(self.card(name) + (f" x{count}" if count > 1 else "") for name, count in rows)

    # Rules.

    def remark(self, rule: str) -> str:
        """What of a rule no source settles, by its number; empty if all of it is settled."""
        ruling = self.reader.spec.rulings.get(rule)
        if ruling is None:
            return ""
        remark = UNSETTLED if ruling == self.reader.spec.rulebook[rule] else UNSETTLED_PART
        return self.words(remark, ruling=self.reader.translate(ruling))

    # Questions and their options.

    def question(self, step: str, card: str | None) -> str:
        """What a step asks, and the card that asks it."""
        return self.reader.text(self.reader.spec.prompt(step, card))

    def hint(self, step: str | None, option: Option) -> str:
        """What an option does, if its words don't say it."""
        return self.effect(step, option) or self.text(option)

    def effect(self, step: str | None, option: Option) -> str:
        """What such an option does at a step, whatever its card; empty where the card says it."""
        template = self.reader.spec.hints.get(f"{step} {self._verb(option)}")
        return "" if template is None else self.reader.option(option, template)

    def text(self, option: Option) -> str:
        """What the card of an option says, if it has one."""
        has_card = option & VERB in WITH_CARD
        return self.reader.translate(self.reader.spec.cards[arg(option)].text) if has_card else ""

    def _verb(self, option: Option) -> str:
        text = option_text(option, self.reader.spec.kinds)
        return VERB_NAMES.get(option & VERB) or text.partition(" ")[0]

    # What happened.

    def said(self, message: str, args: Mapping[str, Any]) -> str:
        """A sentence of the game.

        Args:
            message: the id of its message.
            args: its arguments by name, cards by their ids and options by their texts.
        """
        template = self.reader.spec.messages[message].template
        fields = FIELDS.parse(template)
        codes = {name: self._code((sort or "").partition(".")[0], args[name]) for _, name, sort, _ in fields if name}
        return self.reader.text(template, codes)

    def _code(self, sort: str, value: Any) -> int:
        if sort == "card":
            return self.reader.spec.kind(value)
        code: int = option_of(value, self.reader.spec.kinds) if sort == "option" else value
        return code
