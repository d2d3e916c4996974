"""A small game for the tests: hidden hands, an ordered deck, a shuffle, and a choice made by all in secret."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.kernel.messages import N_, messages_in
from parlour.kernel.spec import ALL, NOBODY, OWNER, GameSpec, TableOption, Zone

from . import rules, texts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from parlour.kernel.spec import Value


def zones(seats: int) -> list[Zone]:
    """A hand for each seat, the stock and the heap."""
    hands = (Zone(f"hand.{seat}", OWNER, seat) for seat in range(seats))
    return [*hands, Zone("stock", NOBODY, ordered=True), Zone("heap", ALL, ordered=True)]


def bound(seats: int, options: Mapping[str, Value]) -> int:
    """SA 3: a turn lays a card on the heap, and only one storm brings the heap back."""
    return 2 * len(rules.DECK)


SPEC = GameSpec(
    id=__name__.rpartition(".")[2],
    title="Sample",
    rule_prefix="SA",
    version=1,
    seats=(2, 3),
    options=(TableOption("hand", 3, (2, 3), N_("The cards dealt to each player.")),),
    cards=texts.CARDS,
    play=rules.Sample,
    zones=zones,
    bound=bound,
    effects=rules.EFFECTS,
    predicates={},
    prompts=texts.PROMPTS,
    messages=messages_in(texts),
)
rules.Sample.spec = SPEC
