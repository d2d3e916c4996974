"""The 17 kinds of Ghooost!: one of ghost_8 and ghost_9 stays in the box, for Twist has its value."""

from __future__ import annotations

from typing import Final

from parlour.kernel.messages import N_
from parlour.kernel.spec import Card

COMMON_TEXT: Final = N_("No power: legal on its own value or a lower one.")


def _ghost(name: str, english: str, group: str, text: str = COMMON_TEXT) -> Card:
    return Card(name, {"en": {"": english}}, f"GH 1 {name}", text, group)


CARDS: Final = (
    _ghost("scooty", "Scooty", "fearless", N_("Value 1. Legal on anything; then a 1 is on top.")),
    _ghost("ghost_2", "Ghost 2", "common"),
    _ghost(
        "cerberus",
        "Cerberus",
        "scary",
        N_("Value 3. Only a 3, Igor, Scooty, Kitty or a quartet may be played on it."),
    ),
    _ghost("ghost_4", "Ghost 4", "common"),
    _ghost("ghost_5", "Ghost 5", "common"),
    _ghost("ghost_6", "Ghost 6", "common"),
    _ghost("ghost_7", "Ghost 7", "common"),
    _ghost("ghost_8", "Ghost 8", "common"),
    _ghost(
        "twist",
        "Twist",
        "special",
        N_("Value 9 or 8, as the table is set. The direction of play turns round, once for each that is played."),
    ),
    _ghost("ghost_9", "Ghost 9", "common"),
    _ghost("ghost_10", "Ghost 10", "common"),
    _ghost(
        "skeletum",
        "Skeletum",
        "special",
        N_("Value 11. The cemetery leaves the game, this card and a Kitty beside it too; you have another turn."),
    ),
    _ghost("igor", "Igor", "scary", N_("Value 12. Only a 12, Scooty, Kitty or a quartet may be played on it.")),
    _ghost("ghost_13", "Ghost 13", "common"),
    _ghost("ghost_14", "Ghost 14", "common"),
    _ghost(
        "miss_copy",
        "Miss Copy",
        "special",
        N_("Played with ghosts of a number from your hand, it is one more of them and stays so in the cemetery."),
    ),
    _ghost(
        "kitty",
        "Kitty",
        "fearless",
        N_(
            "Legal on anything, always alone; it lies beside the cemetery. The next player is skipped, and the one after "
            "has to match the ghost on top, if the table is set so."
        ),
    ),
)

(
    SCOOTY,
    GHOST_2,
    CERBERUS,
    GHOST_4,
    GHOST_5,
    GHOST_6,
    GHOST_7,
    GHOST_8,
    TWIST,
    GHOST_9,
    GHOST_10,
    SKELETUM,
    IGOR,
    GHOST_13,
    GHOST_14,
    MISS_COPY,
    KITTY,
) = range(17)
"""Codes below `MISS_COPY` have a number and are ordered by it: ghost_8 and ghost_9 are never in one deck with each other."""

COPIED: Final = 32
"""``COPIED + kind`` is a Miss Copy in the cemetery that has become a ghost of that kind."""
AS_GHOSTS: Final = bytes(code - COPIED if COPIED <= code < COPIED + MISS_COPY else code for code in range(256))
"""Translates the cemetery's codes to the ghosts that its cards count as."""
AS_CARDS: Final = bytes(MISS_COPY if COPIED <= code < COPIED + MISS_COPY else code for code in range(256))
"""Translates the cemetery's codes to the cards that they are."""
