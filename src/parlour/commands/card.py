"""Show what a card or a rule says, and its number; or a whole game."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from rich.text import Text

from parlour import games, language
from parlour.kernel.errors import UnknownName
from parlour.terminal import lookup
from parlour.terminal.screen import Screen

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from parlour.kernel.messages import Reader


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "name",
        nargs="+",
        metavar="NAME",
        help="a card's id or name, a rule's number such as MG 2.5, its section MG 2; or a game, for how it is played",
    )
    parser.add_argument("--language", metavar="CODE", help="the environment's if left out")


def run(arguments: argparse.Namespace) -> int:
    """Print every card and rule of that name, in all games; all rules of a game if the name is a game's."""
    speech = language.checked(arguments.language) if arguments.language else language.preferred()
    name = " ".join(arguments.name)
    readers = [language.reader(games.load(each), (), speech) for each in games.names()]
    readers = [reader for reader in readers if lookup.is_game(reader, name)] or readers
    found = [(reader, text) for reader in readers for text in lookup.about(reader, name)]
    if not found:
        raise _unknown(readers, name)
    screen = Screen()
    for reader, text in found:
        title = "" if lookup.is_game(reader, name) else f"{reader.spec.title}: "
        screen.show(Text.assemble((title, "dim"), text))
    return 0


def _unknown(readers: Sequence[Reader], name: str) -> UnknownName:
    """What to say of a name that fits nothing: where the rules are if it looks like one's number, else what comes near."""
    for prefix in (reader.spec.rule_prefix for reader in readers):
        if name.casefold().startswith(f"{prefix.casefold()} "):
            return UnknownName("rule", name, f"those that parlour card {prefix} lists")
    known = [card.id for reader in readers for card in reader.spec.cards] + games.names()
    return UnknownName("card or rule", name, get_close_matches(name, known) or "the ids, names and rules of cards")
