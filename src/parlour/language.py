"""The languages Parlour speaks: gettext catalogues in the folder ``locale``, and names of cards.

The template of all catalogues is ``locale/parlour.pot``; ``make messages`` extracts it anew.
"""

from __future__ import annotations

import gettext
from pathlib import Path
from typing import TYPE_CHECKING, Final

from parlour import games
from parlour.kernel.errors import UnknownName
from parlour.kernel.messages import DOMAIN, Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from parlour.kernel.spec import GameSpec

FOLDER: Final = Path(__file__).parent / "locale"
SOURCE: Final = "en"


def languages() -> list[str]:
    """The codes of the languages that have a catalogue or names of cards."""
    names = {code for game in games.names() for card in games.load(game).cards for code in card.names}
    return sorted(translated() | names)


def translated() -> set[str]:
    """The codes of the languages that have a catalogue; English needs none."""
    return {SOURCE, *(path.parent.parent.name for path in FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))}


def preferred() -> str:
    """The first language of the environment that has a catalogue, else English."""
    found = gettext.find(DOMAIN, str(FOLDER))
    return Path(found).parent.parent.name if found else SOURCE


def checked(language: str) -> str:
    """A language code that Parlour knows.

    Raises:
        UnknownName: it knows nothing in this language.
    """
    if language not in languages():
        raise UnknownName("language", language, languages())
    return language


def translator(language: str) -> Callable[[str], str]:
    """From an English template to the one of a language; English where its catalogue has none.

    An empty text stays empty: gettext keeps the head of the catalogue there.
    """
    catalogue = gettext.translation(DOMAIN, str(FOLDER), [language], fallback=True)
    return lambda text: catalogue.gettext(text) if text else ""


def reader(spec: GameSpec, seats: Sequence[str], language: str = SOURCE) -> Reader:
    """Who reads a game in a language.

    Args:
        spec: the game.
        seats: the name of each seat.
        language: a language code.
    """
    return Reader(spec, seats, language, translator(language))
