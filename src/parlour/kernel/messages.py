"""Sentences as message ids with typed arguments, rendered for each reader in the reader's language.

A template is plain English with typed fields, ``{thief:seat} takes {card:card} from {victim:seat}``: it is the message id
that gettext translates. The types are ``seat``, ``card``, ``number`` and ``option``; ``card.FORM`` asks for a form of the
name that the language's table of names has, such as ``{card:card.accusative}``.
"""

from __future__ import annotations

import gettext
import string
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from parlour.kernel.options import (
    CARD,
    DISCARD,
    LAY,
    LEFT,
    NUMBER,
    PASS,
    PLACE,
    PLAY,
    RIGHT,
    SEAT,
    TAKE,
    TRY,
    USE,
    VERB,
    arg,
    place,
    set_args,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import ModuleType

    from parlour.kernel.spec import GameSpec

DOMAIN: Final = "parlour"
_FIELDS: Final = string.Formatter()


def N_(template: str) -> str:  # noqa: N802 - the name that gettext's tools look for
    """Mark a template for the catalogue."""
    return template


CHOICES: Final = {
    PASS: N_("Pass"),
    PLAY: N_("Play {card:card}"),
    LAY: N_("Lay {card:card}"),
    USE: N_("Use {card:card}"),
    DISCARD: N_("Discard {card:card}"),
    TRY: N_("Try"),
    TAKE: N_("Take"),
    CARD: N_("{card:card}"),
    PLACE: N_("{card:card}, place {place:number}"),
    SEAT: N_("{seat:seat}"),
    LEFT: N_("To the left"),
    RIGHT: N_("To the right"),
    NUMBER: N_("{number:number}"),
}
"""Each sort of option in words; places are counted from 1."""
PLAY_ALIKE: Final = N_("Play {card:card} x{count:number}")
PLAY_WITH: Final = N_("Play {card:card} x{count:number} and {wild:card} x{wilds:number}")


class Message:
    """A sentence that a game can say.

    Args:
        name: its id, unique in the game: part of the stored history.
        template: the English sentence with its typed fields.
    """

    __slots__ = ("fields", "name", "template")

    def __init__(self, name: str, template: str) -> None:
        self.name: str = name
        self.template: str = template
        self.fields: tuple[str, ...] = tuple(name for _, name, _, _ in _FIELDS.parse(template) if name is not None)


def messages_in(texts: ModuleType) -> dict[str, Message]:
    """The messages that a module defines, by their ids."""
    return {value.name: value for value in vars(texts).values() if isinstance(value, Message)}


class Told:
    """A message with its arguments, as the engine says it: seats, card codes, numbers and options are integers."""

    __slots__ = ("args", "message")

    def __init__(self, message: Message, args: tuple[int, ...]) -> None:
        self.message: Message = message
        self.args: tuple[int, ...] = args

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Told) and (self.message.name, self.args) == (other.message.name, other.args)

    def __hash__(self) -> int:
        return hash((self.message.name, self.args))

    def __repr__(self) -> str:
        return f"Told({self.message.name}, {self.args})"


@dataclass(frozen=True)
class Reader:
    """Who reads: the language, and what the seats are called.

    Attributes:
        spec: the game read about.
        seats: the name of each seat.
        language: a language code; card names that it lacks are shown in English.
        translate: from an English template to the reader's.
    """

    spec: GameSpec
    seats: Sequence[str]
    language: str = "en"
    translate: Callable[[str], str] = field(default=gettext.NullTranslations().gettext)

    def say(self, told: Told) -> str:
        """A message as a sentence."""
        return self.text(told.message.template, dict(zip(told.message.fields, told.args, strict=True)))

    def text(self, template: str, args: Mapping[str, int] | None = None) -> str:
        """A template in the reader's language, its fields filled with the arguments of their names."""
        parts = []
        for literal, name, sort, _ in _FIELDS.parse(self.translate(template)):
            parts.append(literal)
            if name is not None:
                parts.append(self.word(sort or "", (args or {})[name]))
        return "".join(parts)

    def word(self, kind: str, value: int) -> str:
        """One argument in words; `kind` is the type of its field."""
        sort, _, form = kind.partition(".")
        if sort == "seat":
            return self.seats[value]
        if sort == "card":
            return self.card(value, form)
        if sort == "option":
            return self.option(value)
        return str(value)

    def option(self, option: int, template: str | None = None) -> str:
        """An option in words, or another template about it: its fields are ``card``, ``seat``, ``number`` and ``place``."""
        if template is None:
            template = _play_set(option) if option & VERB == PLAY else CHOICES[option & VERB]
        value = arg(option)
        args = {"card": value, "seat": value, "number": value, "place": place(option) + 1}
        return self.text(template, {**args, **set_args(option)})

    def card(self, kind: int, form: str = "") -> str:
        """The name of a card, in the form asked for where the language's table has it."""
        names = self.spec.cards[kind].names
        forms = names.get(self.language, names["en"])
        return forms.get(form, forms[""])


def _play_set(option: int) -> str:
    """The template for cards that are played together, or for one."""
    together = set_args(option)
    if together["wilds"]:
        return PLAY_WITH
    return PLAY_ALIKE if together["count"] > 1 else CHOICES[PLAY]
