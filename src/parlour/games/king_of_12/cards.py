"""The twelve characters of King of 12; each player has one of each that is in the set."""

from __future__ import annotations

from typing import Final

from parlour.kernel.messages import N_
from parlour.kernel.spec import Card


def _character(name: str, english: str, german: str, stone: str, text: str) -> Card:
    return Card(name, {"en": {"": english}, "de": {"": german}}, f"K12 4 {name}", text, stone)


CARDS: Final = (
    _character("knight", "Knight", "Ritter", "", N_("Low values are better this turn, for everyone.")),
    _character(
        "wizard", "Wizard", "Zauberer", "blue", N_("Turn your die to one of the five faces next to the top one.")
    ),
    _character("oracle", "Oracle", "Orakel", "blue", N_("Roll your die again, after everything else has moved dice.")),
    _character(
        "reverser", "Reverser", "Umkehrer", "blue", N_("Turn your die to the opposite face: 13 less what it shows.")
    ),
    _character("alchemist", "Alchemist", "Alchemist", "", N_("Your value is twice what your die shows.")),
    _character("machine", "Machine", "Maschine", "", N_("Your value is 7 more than your die shows.")),
    _character(
        "parasite", "Parasite", "Parasit", "", N_("Your value is 7 less than your die shows; it may be negative.")
    ),
    _character("golem", "Golem", "Golem", "", N_("Your value is 12, but 1 if your die shows 12.")),
    _character(
        "gambler",
        "Gambler",
        "Spieler",
        "",
        N_("Winner and runner-up change places: 1 point for the winner, 2 for the runner-up."),
    ),
    _character("lady", "Lady", "Dame", "", N_("All other cards are cancelled.")),
    _character(
        "merchants", "Merchants", "Kaufleute", "grey", N_("All pass their die to the left, before anything else moves.")
    ),
    _character(
        "troublemakers", "Troublemakers", "Unruhestifter", "grey", N_("All turn their die to the opposite face.")
    ),
)

(
    KNIGHT,
    WIZARD,
    ORACLE,
    REVERSER,
    ALCHEMIST,
    MACHINE,
    PARASITE,
    GOLEM,
    GAMBLER,
    LADY,
    MERCHANTS,
    TROUBLEMAKERS,
) = range(12)

BEGINNER: Final = ("knight", "wizard", "oracle", "alchemist", "machine", "parasite", "golem")
BLUE: Final = (WIZARD, ORACLE, REVERSER)

NEIGHBOURS: Final = (
    (),
    (2, 4, 5, 6, 10),
    (1, 4, 7, 8, 10),
    (4, 6, 8, 11, 12),
    (1, 2, 3, 6, 8),
    (1, 6, 9, 10, 11),
    (1, 3, 4, 5, 11),
    (2, 8, 9, 10, 12),
    (2, 3, 4, 7, 12),
    (5, 7, 10, 11, 12),
    (1, 2, 5, 7, 9),
    (3, 5, 6, 9, 12),
    (3, 7, 8, 9, 11),
)
"""K12 1.4: the five faces next to each face of the die."""
