"""King of 12, by Rita Modl: equal characters cancel each other, and so do equal values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.games.king_of_12 import advice, rulebook, rules, texts
from parlour.games.king_of_12.cards import CARDS
from parlour.kernel.messages import N_, messages_in
from parlour.kernel.spec import ALL, OWNER, GameSpec, TableOption, Zone

if TYPE_CHECKING:
    from collections.abc import Mapping

    from parlour.kernel.spec import Value


def zones(seats: int) -> list[Zone]:
    """A hand, a discard pile, the cards under the die and the card played this turn, for each seat."""
    return [
        *(Zone(f"hand.{seat}", OWNER, seat, deck=seat) for seat in range(seats)),
        *(Zone(f"discard.{seat}", ALL, seat, ordered=True, deck=seat) for seat in range(seats)),
        *(Zone(f"under.{seat}", OWNER, seat, deck=seat) for seat in range(seats)),
        *(Zone(f"played.{seat}", ALL, seat, deck=seat) for seat in range(seats)),
    ]


def bound(seats: int, options: Mapping[str, Value]) -> int:
    """K12 2.5, 2.8: 40 rounds of at most 6 turns."""
    return rules.LAST_ROUND * (rules.SET_SIZE - 1)


def seven_kinds(value: object) -> tuple[str, ...]:
    """K12, options: a list of seven kinds with the Knight.

    Raises:
        ValueError: it is not such a list.
    """
    names = value.replace(" ", "").split(",") if isinstance(value, str) else value
    known = [card.id for card in CARDS]
    expected = ValueError(f"a list of seven different kinds with the knight out of {', '.join(known)}")
    if not isinstance(names, (list, tuple)) or not all(name in known for name in names):
        raise expected
    if len(names) != rules.SET_SIZE or len(set(names)) != rules.SET_SIZE or "knight" not in names:
        raise expected
    return tuple(sorted(names, key=known.index))


SPEC = GameSpec(
    id="king_of_12",
    title="King of 12",
    rule_prefix="K12",
    version=1,
    seats=(2, 4),
    options=(
        TableOption(
            "set",
            "beginner",
            ("beginner", "random"),
            N_("The seven characters: the beginner's set, the Knight and six drawn at random, or a list of your own."),
            seven_kinds,
        ),
        TableOption("target", 8, tuple(range(4, 13)), N_("The points that end a round.")),
    ),
    cards=CARDS,
    play=rules.KingOf12,
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
    score_name=texts.VALUES["rounds"],
)
rules.KingOf12.spec = SPEC
