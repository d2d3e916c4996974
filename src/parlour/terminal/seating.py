"""Who sits where: people by their names, bots by theirs."""

from __future__ import annotations

import re
from string import ascii_uppercase
from typing import TYPE_CHECKING, Final

from parlour import bots
from parlour.kernel.errors import BadSetup, UnknownName
from parlour.kernel.messages import N_

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from parlour.kernel.options import Seat

BOT: Final = "bot "
LONGEST_NAME: Final = 20
NUMBER: Final = re.compile(r"[0-9]{1,9}")
BOT_NAME: Final = N_("Bot {letter}")


def is_bot(player: str) -> bool:
    """Whether a player of a record is a bot."""
    return player.startswith(BOT)


def bot_name(player: str) -> str:
    """Which bot a player of a record is."""
    return player.removeprefix(BOT)


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


def shown(players: Sequence[str], bot_template: str = BOT_NAME) -> list[str]:
    """What the seats are called at the table: people by their names, bots by letters."""
    letters = iter(ascii_uppercase)
    return [bot_template.format(letter=next(letters)) if is_bot(each) else each for each in players]
