"""Show what a card or a rule says, and its number."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from parlour import games, language
from parlour.kernel.errors import UnknownName
from parlour.terminal import lookup

if TYPE_CHECKING:
    import argparse


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "name", nargs="+", metavar="NAME", help="a card's id or name, or a rule's number such as MG 2.5"
    )
    parser.add_argument("--language", metavar="CODE", help="the environment's if left out")


def run(arguments: argparse.Namespace) -> int:
    """Print every card and rule of that name, in all games."""
    speech = language.checked(arguments.language) if arguments.language else language.preferred()
    name = " ".join(arguments.name)
    readers = [language.reader(games.load(each), (), speech) for each in games.names()]
    found = [(reader.spec.title, text) for reader in readers for text in lookup.about(reader, name)]
    if not found:
        known = [card.id for reader in readers for card in reader.spec.cards]
        raise UnknownName("card or rule", name, get_close_matches(name, known) or "the ids, names and rules of cards")
    console = Console(highlight=False, markup=False, emoji=False)
    for title, text in found:
        console.print(Text.assemble((f"{title}: ", "dim"), text))
    return 0
