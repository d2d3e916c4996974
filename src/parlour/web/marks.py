"""Which cards on the table stand for which options, so that a card can be chosen where it lies."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from parlour.kernel.options import PLACE, VERB, arg, place
from parlour.wording import WITH_CARD

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from parlour.kernel.options import Option
    from parlour.kernel.spec import GameSpec
    from parlour.kernel.views import ZoneView

ZONES: Final = 4096
"""For how many zones as they lie it is kept which cards are where."""


def zone_id(name: str) -> str:
    """The id of a zone's element."""
    return f"zone-{name.replace('.', '-')}"


def card_ids(zone: str, cards: Iterable[str]) -> list[str]:
    """The ids of the elements of a zone's cards: by kind and number, so that a card keeps its id when others leave."""
    counts: dict[str, int] = {}
    ids, before = [], zone_id(zone)
    for name in cards:
        kind = kind_of(name)
        number = counts.get(kind, 0)
        ids.append(f"{before}.{kind}.{number}")
        counts[kind] = number + 1
    return ids


def kind_of(name: str) -> str:
    """The kind of a card as positions write it; ``a=b`` is an ``a`` that has become another."""
    return name.partition("=")[0]


def cards_of(options: Sequence[Option], whole: Mapping[str, Any], spec: GameSpec) -> list[list[str]]:
    """For each option the ids of the cards that stand for it: of one zone if all are there, the viewer's own first."""
    verbs = {option & VERB for option in options}
    found = {verb: _marked([o for o in options if o & VERB == verb], whole, spec) for verb in verbs}
    return [found[option & VERB].get(option, []) for option in options]


def _marked(options: Sequence[Option], whole: Mapping[str, Any], spec: GameSpec) -> dict[Option, list[str]]:
    if options[0] & VERB not in WITH_CARD:
        return {}
    zones = [zone for zone in whole["zones"].values() if zone.cards]
    by_zone = []
    for zone in sorted(zones, key=lambda zone: zone.owner is None or zone.owner != whole["viewer"]):
        found = _by_kind(zone.id, zone.cards)
        marked = {option: _standing_for(option, zone, found, spec) for option in options}
        if all(marked.values()):
            return marked
        by_zone.append(marked)
    return {option: [each for marked in by_zone for each in marked[option]] for option in options}


def _standing_for(option: Option, zone: ZoneView, by_kind: Mapping[str, list[str]], spec: GameSpec) -> list[str]:
    kind, at = spec.kinds[arg(option)], place(option)
    found = by_kind.get(kind, [])
    if found and option & VERB == PLACE:
        here = zone.open and at < zone.count and kind_of(zone.cards[at]) == kind
        return [card_ids(zone.id, zone.cards)[at]] if here else []
    return found


@lru_cache(ZONES)
def _by_kind(zone: str, cards: tuple[str, ...]) -> dict[str, list[str]]:
    """The ids of the elements of a zone's cards, by their kinds."""
    found: dict[str, list[str]] = {}
    for each, name in zip(card_ids(zone, cards), cards, strict=True):
        found.setdefault(kind_of(name), []).append(each)
    return found
