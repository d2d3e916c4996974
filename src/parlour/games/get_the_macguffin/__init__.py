"""Get the MacGuffin, by Andrew Looney: the last player who has cards wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.games.get_the_macguffin import advice, rulebook, rules, texts
from parlour.games.get_the_macguffin.cards import CARDS
from parlour.kernel.messages import N_, messages_in
from parlour.kernel.spec import ALL, NOBODY, OWNER, GameSpec, Zone

if TYPE_CHECKING:
    from collections.abc import Mapping

    from parlour.kernel.options import Seat
    from parlour.kernel.spec import Value
    from parlour.kernel.views import Shown


def zones(seats: int) -> list[Zone]:
    """A hand and a table for each seat, the tomb and the discard pile."""
    return [
        *(Zone(f"hand.{seat}", OWNER, seat) for seat in range(seats)),
        *(Zone(f"table.{seat}", ALL, seat) for seat in range(seats)),
        Zone("tomb", NOBODY),
        Zone("discard", ALL, ordered=True),
    ]


def bound(seats: int, options: Mapping[str, Value]) -> int:
    """MG 5: the turns within which a random game ends."""
    return 150


def majesty(view: Shown, seat: Seat) -> str:
    """MG 3 the_crown: what its owner is called."""
    return texts.MAJESTY if "the_crown" in view.zone(f"table.{seat}").cards else ""


SPEC = GameSpec(
    id="get_the_macguffin",
    title="Get the MacGuffin",
    rule_prefix="MG",
    version=1,
    seats=(2, 11),
    options=(),
    cards=CARDS,
    play=rules.GetTheMacguffin,
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
    aside=("discard",),
    score_name=N_("Share of the win"),
    hints=texts.HINTS,
    beside=majesty,
)
rules.GetTheMacguffin.spec = SPEC
