"""The 17 kinds of Ghooost!: one of ghost_8 and ghost_9 stays in the box, for Twist has its value."""

from __future__ import annotations

from typing import Final

from parlour.kernel.messages import N_
from parlour.kernel.spec import Card


def _ghost(name: str, english: str, mark: str, group: str, text: str) -> Card:
    return Card(name, {"en": {"": english}}, f"GH 1 {name}", text, group, mark)


def _common(number: int) -> Card:
    text = N_("No power: legal on its own value or a lower one.")
    return _ghost(f"ghost_{number}", f"Ghost {number}", "", "common", text)


CARDS: Final = (
    _ghost("scooty", "Scooty", "1", "fearless", N_("Value 1. Legal on anything; then a 1 is on top.")),
    _common(2),
    _ghost(
        "cerberus",
        "Cerberus",
        "3",
        "scary",
        N_("Value 3. Only a 3, Igor, Scooty, Kitty or a quartet may be played on it."),
    ),
    _common(4),
    _common(5),
    _common(6),
    _common(7),
    _common(8),
    _ghost(
        "twist",
        "Twist",
        "9 or 8",
        "special",
        N_("Value 9 or 8, as the table is set. The direction of play turns round, once for each that is played."),
    ),
    _common(9),
    _common(10),
    _ghost(
        "skeletum",
        "Skeletum",
        "11",
        "special",
        N_("Value 11. The cemetery leaves the game, this card and a Kitty beside it too; you have another turn."),
    ),
    _ghost("igor", "Igor", "12", "scary", N_("Value 12. Only a 12, Scooty, Kitty or a quartet may be played on it.")),
    _common(13),
    _common(14),
    _ghost(
        "miss_copy",
        "Miss Copy",
        "X",
        "special",
        N_("Played with ghosts of a number from your hand, it is one more of them and stays so in the cemetery."),
    ),
    _ghost(
        "kitty",
        "Kitty",
        "",
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
