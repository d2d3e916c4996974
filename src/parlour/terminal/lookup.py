"""What a card or a rule says, found by what somebody calls it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.columns import Columns
from rich.text import Text

from parlour.terminal.choices import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from parlour.kernel.messages import Reader
    from parlour.kernel.spec import Card


def cards_called(reader: Reader, name: str) -> list[Card]:
    """The cards that a name fits: exactly, by their id, a name in any language or the rule number, or else in part."""
    wanted = plain(name)
    names = [(card, [plain(each) for each in _names(card)]) for card in reader.spec.cards]
    exact = [card for card, known in names if wanted in known]
    return exact or [card for card, known in names if wanted and any(wanted in each for each in known)]


def rules_called(reader: Reader, number: str) -> list[str]:
    """The numbers of the rulings that a number fits, with or without the game's letters."""
    wanted = plain(number)
    prefix = plain(reader.spec.rule_prefix)
    return [rule for rule in reader.spec.rulings if wanted in (plain(rule), plain(rule).removeprefix(prefix).strip())]


def about(reader: Reader, name: str) -> list[Text]:
    """What is known under a name: a paragraph for each card or rule that it fits."""
    rules = [_paragraph(rule, "", reader.translate(reader.spec.rulings[rule])) for rule in rules_called(reader, name)]
    return rules + [about_card(reader, card) for card in cards_called(reader, name)]


def about_card(reader: Reader, card: Card) -> Text:
    """A card: its name, its sort and what is printed large on it, its rule, what it does."""
    name = reader.card(reader.spec.kind(card.id))
    facts = ", ".join(fact for fact in (card.sort, card.mark, card.rule) if fact)
    return _paragraph(name, facts, reader.translate(card.text))


def all_cards(reader: Reader) -> RenderableType:
    """The names of all cards."""
    return Columns([reader.card(kind) for kind in range(len(reader.spec.cards))], padding=(0, 2), equal=True)


def _names(card: Card) -> Iterator[str]:
    yield card.id
    yield card.rule
    for forms in card.names.values():
        yield from forms.values()


def _paragraph(name: str, facts: str, text: str) -> Text:
    head = Text(name, "bold").append(f" ({facts})" if facts else "", "not bold")
    return head.append(f": {text}" if text else "", "not bold")
