"""Ghooost!, by Richard Garfield: get rid of hand and mansion; the last one with cards loses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.games.ghooost import advice, rulebook, rules, texts
from parlour.games.ghooost.cards import CARDS
from parlour.kernel.messages import N_, messages_in
from parlour.kernel.spec import ALL, NOBODY, OWNER, GameSpec, TableOption, Zone

if TYPE_CHECKING:
    from collections.abc import Mapping

    from parlour.kernel.spec import Value


def zones(seats: int) -> list[Zone]:
    """A hand and a mansion for each seat, the crypt, the cemetery, the place beside it, and what has left the game."""
    return [
        *(Zone(f"hand.{seat}", OWNER, seat) for seat in range(seats)),
        *(Zone(f"mansion.{seat}", NOBODY, seat, ordered=True) for seat in range(seats)),
        Zone("crypt", NOBODY, ordered=True),
        Zone("cemetery", ALL, ordered=True),
        Zone("beside", ALL),
        Zone("removed", ALL),
    ]


def bound(seats: int, options: Mapping[str, Value]) -> int:
    """GH 6.3, 6.4: the turns within which a random game ends: a token a round, and some rounds to break a tie."""
    return rules.LAST_TURN * (1 if options["play"] == "single" else seats + 20)


SPEC = GameSpec(
    id="ghooost",
    title="Ghooost!",
    rule_prefix="GH",
    version=1,
    seats=(2, 6),
    options=(
        TableOption("twist_value", 9, (9, 8), N_("The value of Twist; the ghost of this value stays in the box.")),
        TableOption(
            "kitty",
            "match",
            ("match", "stay"),
            N_(
                "After a Kitty: the player after the skipped one has to match the ghost on top, or the usual test stays."
            ),
        ),
        TableOption(
            "play",
            "single",
            ("single", "match"),
            N_("A single round, or for 3 and more a match of several, until somebody has two BOO! tokens."),
            fewest={"match": 3},
        ),
    ),
    cards=CARDS,
    play=rules.Ghooost,
    zones=zones,
    bound=bound,
    effects=rules.EFFECTS,
    predicates=rules.PREDICATES,
    prompts=texts.PROMPTS,
    messages=messages_in(texts),
    advice=advice.ADVICE,
    appraise=advice.appraise,
    worlds=advice.WORLDS,
    guide=rulebook.GUIDE,
    rulebook=rulebook.RULES,
    rulings=rulebook.RULINGS,
    zone_names=texts.ZONES,
    value_names=texts.VALUES,
    aside=("removed",),
    score_name=texts.SCORE,
    hints=texts.HINTS,
    beside=texts.beside,
)
rules.Ghooost.spec = SPEC
