"""Options: what a seat may choose, as small integers with stable texts.

An option packs a verb and up to three bytes: ``verb << 24 | extra << 16 | place << 8 | arg``. The integer is for the
engine and the search; people, records and scenarios use the text (``play the_spy``, ``seat 2``, ``duke@3``).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from parlour.kernel.errors import UnknownName

if TYPE_CHECKING:
    from collections.abc import Sequence

Option = int
Seat = int
Kind = int

PASS: Final = 0 << 24
PLAY: Final = 1 << 24
LAY: Final = 2 << 24
USE: Final = 3 << 24
DISCARD: Final = 4 << 24
TRY: Final = 5 << 24
TAKE: Final = 6 << 24
CARD: Final = 7 << 24
PLACE: Final = 8 << 24
SEAT: Final = 9 << 24
LEFT: Final = 10 << 24
RIGHT: Final = 11 << 24
NUMBER: Final = 12 << 24

VERB: Final = 255 << 24
_ONE: Final = re.compile(r" x1\b")
_BARE: Final = {PASS: "pass", TRY: "try", TAKE: "take", LEFT: "left", RIGHT: "right"}
_WITH_CARD: Final = {PLAY: "play ", LAY: "lay ", USE: "use ", DISCARD: "discard ", CARD: ""}
_FORMS: Final = (
    *_BARE.values(),
    *(f"{verb}KIND" for verb in _WITH_CARD.values()),
    "play KIND xCOUNT + KIND xCOUNT",
    "KIND@PLACE",
    "seat NUMBER",
    "NUMBER",
)
_BYTE: Final = "[0-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5]"
_COUNT: Final = "[1-9]|1[0-5]"
_NUMBER: Final = re.compile(rf"(seat )?({_BYTE})")
_SET: Final = re.compile(rf"play (\w+)(?: x({_COUNT}))?(?: \+ (\w+)(?: x({_COUNT}))?)?")
_CARD: Final = re.compile(rf"(lay |use |discard )?(\w+)|(\w+)@({_BYTE})")


def arg(option: Option) -> int:
    """The card kind, seat or number that an option carries."""
    return option & 255


def place(option: Option) -> int:
    """The place that a ``KIND@PLACE`` option carries, counted from 0 at the front or top."""
    return option >> 8 & 255


def play_set(kind: Kind, count: int, wild: Kind = 0, wilds: int = 0) -> Option:
    """The option that plays several cards together: `count` of a kind, and `wilds` of a wild kind with them.

    Each number is at most 15; the text is ``play KIND xCOUNT + WILD xWILDS``, a single card of the kind without count.
    """
    return PLAY | wild << 16 | wilds << 12 | count << 8 | kind


def set_args(option: Option) -> dict[str, int]:
    """What `play_set` packed beside the kind: ``count``, ``wild`` and ``wilds``."""
    return {"count": option >> 8 & 15, "wild": option >> 16 & 255, "wilds": option >> 12 & 15}


def option_text(option: Option, kinds: Sequence[str]) -> str:
    """The stable text of an option, as records and scenarios write it.

    Args:
        option: the packed option.
        kinds: the game's card ids, by code.
    """
    verb = option & VERB
    if verb in _BARE:
        return _BARE[verb]
    if verb == PLAY and option >> 8 & 255:
        return _set_text(option, kinds)
    if verb in _WITH_CARD:
        return _WITH_CARD[verb] + kinds[arg(option)]
    if verb == PLACE:
        return f"{kinds[arg(option)]}@{place(option)}"
    return f"seat {arg(option)}" if verb == SEAT else str(arg(option))


def option_of(text: str, kinds: Sequence[str]) -> Option:
    """The option that a text names, whether or not anybody may choose it.

    Raises:
        UnknownName: no option has a text of this form, or the game has no such card.
    """
    for verb, word in _BARE.items():
        if text == word:
            return verb
    if number := _NUMBER.fullmatch(text):
        return (SEAT if number[1] else NUMBER) | int(number[2])
    if played := _SET.fullmatch(text):
        return _set_of(played, kinds)
    if card := _CARD.fullmatch(text):
        return _card_of(card, kinds)
    raise UnknownName("choice", text, _FORMS)


def _set_of(played: re.Match[str], kinds: Sequence[str]) -> Option:
    kind, count, wild, wilds = played.groups()
    if wild:
        return play_set(_kind(kind, kinds), int(count or 1), _kind(wild, kinds), int(wilds or 1))
    return play_set(_kind(kind, kinds), int(count)) if count else PLAY | _kind(kind, kinds)


def _card_of(card: re.Match[str], kinds: Sequence[str]) -> Option:
    word, kind, placed, at = card.groups()
    if placed:
        return PLACE | int(at) << 8 | _kind(placed, kinds)
    verb = next(verb for verb, each in _WITH_CARD.items() if each == (word or ""))
    return verb | _kind(kind, kinds)


def _kind(name: str, kinds: Sequence[str]) -> Kind:
    if name not in kinds:
        raise UnknownName("card", name, kinds)
    return kinds.index(name)


def same_text(text: str, other: str) -> bool:
    """Whether two texts name the same option: ``play ghost_5 x1`` is ``play ghost_5``."""
    return text == other or _ONE.sub("", text) == _ONE.sub("", other)


def _set_text(option: Option, kinds: Sequence[str]) -> str:
    count, wild, wilds = set_args(option).values()
    text = f"play {kinds[arg(option)]}" + (f" x{count}" if count > 1 else "")
    return f"{text} + {kinds[wild]} x{wilds}" if wilds else text
