"""Who sits where: people by their names, bots by theirs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from parlour import bots
from parlour.kernel.errors import BadSetup, UnknownName
from parlour.wording import BOT, is_bot

if TYPE_CHECKING:
    from collections.abc import Iterable

    from parlour.kernel.options import Seat

LONGEST_NAME: Final = 20
NUMBER: Final = re.compile(r"[0-9]{1,9}")


def player(text: str) -> str:
    """A player as records name it, from ``Anna``, ``bot:random`` or ``bot random``.

    Raises:
        UnknownName: there is no such bot.
        BadSetup: nobody can be called so.
    """
    name = " ".join(text.split())
    if name.casefold().startswith(("bot:", BOT)):
        bot = name[len(BOT) :].strip().casefold()
        if bot not in bots.names():
            raise UnknownName("bot", bot, bots.names())
        return BOT + bot
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or name.isdecimal():
        raise BadSetup(f"nobody can be called {name!r}: expected a name of 1 to {LONGEST_NAME} letters, or bot:NAME")
    return name


def seated(texts: Iterable[str]) -> dict[Seat, str]:
    """The players of ``SEAT=PLAYER`` texts, by seat.

    Raises:
        BadSetup: a text has another form, or a seat is there twice.
        UnknownName: there is no such bot.
    """
    seats: dict[Seat, str] = {}
    for text in texts:
        seat, equals, name = text.partition("=")
        if not equals or not NUMBER.fullmatch(seat):
            raise BadSetup(f"{text!r} seats nobody: expected SEAT=NAME or SEAT=bot:NAME, seats counted from 0")
        if int(seat) in seats:
            raise BadSetup(f"seat {seat} is taken by {seats[int(seat)]}: expected each seat once")
        seats[int(seat)] = player(name)
    return seats


def check_names(players: Iterable[str]) -> None:
    """See that no two people have the same name.

    Raises:
        BadSetup: two have.
    """
    taken: set[str] = set()
    for name in players:
        if not is_bot(name) and name.casefold() in taken:
            raise BadSetup(f"two people can't both be called {name}: expected different names")
        taken.add(name.casefold())
