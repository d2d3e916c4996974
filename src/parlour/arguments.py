"""Arguments that several commands take: which game, how many seats, which table options."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from parlour import games
from parlour.kernel.errors import BadSetup

if TYPE_CHECKING:
    from collections.abc import Iterable

    from parlour.kernel.spec import Setup


def add_table(parser: argparse.ArgumentParser) -> None:
    """Take ``GAME --seats N --option KEY=VALUE``."""
    parser.add_argument("game", metavar="GAME", help="as `parlour games` lists it")
    parser.add_argument("--seats", type=int, metavar="N", help="how many; the fewest where it is left out")
    parser.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", help="a table option; may be repeated"
    )


def add_database(parser: argparse.ArgumentParser) -> None:
    """Take ``--database URL``."""
    parser.add_argument(
        "--database",
        metavar="URL",
        help="sqlite:///PATH or postgresql://USER@HOST/NAME; PARLOUR_DATABASE or the file of this computer's user if left out",
    )


def table(arguments: argparse.Namespace) -> Setup:
    """The table that was asked for.

    Raises:
        UnknownName: there is no such game, or it has no such option.
        BadSetup: the game has no such number of seats, or an option can't have the value.
    """
    return games.load(arguments.game).setup(arguments.seats, pairs(arguments.option))


def count(text: str) -> int:
    """A number of games, for ``type=``.

    Raises:
        argparse.ArgumentTypeError: it is none.
    """
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of games: expected 1 or more")
    return int(text)


def pairs(texts: Iterable[str]) -> dict[str, str]:
    """``KEY=VALUE`` texts as a mapping.

    Raises:
        BadSetup: a text has no ``=``, or a key comes twice.
    """
    given: dict[str, str] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not (key and equals):
            raise BadSetup(f"{text!r} is no table option: expected KEY=VALUE")
        if key in given:
            raise BadSetup(f"option {key} is given twice: expected it once")
        given[key] = value
    return given
