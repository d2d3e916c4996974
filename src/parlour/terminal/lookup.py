"""What a card or a rule says, found by what somebody calls it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.columns import Columns
from rich.text import Text

from parlour.terminal.choices import plain
from parlour.wording import Wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType

    from parlour.kernel.messages import Reader
    from parlour.kernel.spec import Card


def cards_called(reader: Reader, name: str) -> list[Card]:
    """The cards that a name fits: by the number of their rule, by their id or a name in any language, or else in part."""
    wanted = plain(name)
    numbered = [card for card in reader.spec.cards if _fits(reader, card.rule, wanted)]
    names = [(card, [plain(each) for each in _names(card)]) for card in reader.spec.cards]
    exact = [card for card, known in names if wanted in known]
    return numbered or exact or [card for card, known in names if wanted and any(wanted in each for each in known)]


def rules_called(reader: Reader, number: str) -> list[str]:
    """The numbers that a number fits: a rule's, with or without the game's letters, or with them that of a section."""
    return [rule for rule in reader.spec.rulebook if _fits(reader, rule, plain(number))]


def is_game(reader: Reader, name: str) -> bool:
    """Whether a name is the game's: its id, its title or the letters of its rules."""
    return plain(name) in {plain(each) for each in (reader.spec.id, reader.spec.title, reader.spec.rule_prefix)}


def about(reader: Reader, name: str) -> list[Text]:
    """What is known under a name: the whole game, or a paragraph for each rule and card that it fits."""
    if is_game(reader, name):
        return [*guide(reader), Text(), *(about_rule(reader, rule) for rule in reader.spec.rulebook)]
    rules = [about_rule(reader, rule) for rule in rules_called(reader, name)]
    return rules + [about_card(reader, card) for card in cards_called(reader, name)]


def guide(reader: Reader) -> list[Text]:
    """The game for a newcomer, a paragraph for each line."""
    return [Text(f"- {reader.translate(line)}") for line in reader.spec.guide]


def about_rule(reader: Reader, rule: str) -> Text:
    """A rule: its number, what it says, and what of it no source settles."""
    said = _paragraph(rule, "", reader.translate(reader.spec.rulebook[rule]))
    remark = Wording(reader).remark(rule)
    return said.append(f" ({remark})", "not bold italic") if remark else said


def about_card(reader: Reader, card: Card) -> Text:
    """A card: its name, its sort and what is printed large on it, its rule, what it does."""
    name = reader.card(reader.spec.kind(card.id))
    facts = ", ".join(fact for fact in (card.sort, card.mark, card.rule) if fact)
    return _paragraph(name, facts, reader.translate(card.text))


def all_cards(reader: Reader) -> RenderableType:
    """The names of all cards."""
    return Columns([reader.card(kind) for kind in range(len(reader.spec.cards))], padding=(0, 2), equal=True)


def _fits(reader: Reader, rule: str, wanted: str) -> bool:
    """Whether a rule has the number that is wanted, or stands in the section of that number."""
    known = plain(rule)
    return f"{known} ".startswith(f"{wanted} ") or known.removeprefix(plain(reader.spec.rule_prefix)).strip() == wanted


def _names(card: Card) -> Iterator[str]:
    yield card.id
    for forms in card.names.values():
        yield from forms.values()


def _paragraph(name: str, facts: str, text: str) -> Text:
    head = Text(name, "bold").append(f" ({facts})" if facts else "", "not bold")
    return head.append(f": {text}" if text else "", "not bold")
