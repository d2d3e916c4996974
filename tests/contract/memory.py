"""What a viewer remembers of the events it was sent: a bookkeeping of its own, plainer than the kernel's.

A fact, that some kinds lie in a zone or that some don't, holds until cards go in or out unseen; places of an ordered zone
until anything is taken out of it or it is shuffled.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from parlour.kernel.events import Looked, Moved, NotThere, Shown, Shuffled

if TYPE_CHECKING:
    from collections.abc import Iterable

    from parlour.kernel.events import Event
    from parlour.kernel.game import Game


class Memory:
    """What one viewer remembers.

    Attributes:
        sizes: the number of cards in each zone.
        there: the kinds that are at least in a zone.
        absent: the kinds that are not in it; None stands for all.
        top: what lies on top of an ordered zone that the viewer does not see, None where that is not known.
    """

    def __init__(self, game: Game, viewer: int) -> None:
        self.names = [zone.name for zone in game.setup.zones]
        self.ids = set(game.spec.kinds)
        self.sizes = {name: len(cards) for name, cards in zip(self.names, game.zones, strict=True)}
        self.there: dict[str, Counter[str]] = {name: Counter() for name in self.names}
        self.absent: dict[str, set[str]] = {name: set() if self.sizes[name] else set(self.ids) for name in self.names}
        self.top: dict[str, list[str | None]] = {name: [] for name in self.names}
        self.decks = {
            zone.name
            for zone, seen in zip(game.setup.zones, game.setup.sees, strict=True)
            if zone.ordered and not seen >> viewer & 1
        }

    def follow(self, events: Iterable[Event]) -> None:
        """Take in some events, oldest first."""
        for event in events:
            if isinstance(event, Moved):
                self._move(event)
            elif isinstance(event, Shuffled):
                self.top[event.zone] = []
            elif isinstance(event, Shown):
                self.there[event.zone] |= Counter(event.cards)
                self.absent[event.zone] -= set(event.cards)
            elif isinstance(event, Looked):
                self.there[event.zone] |= Counter(event.cards)
                self.top[event.zone] = [*event.cards, *self.top[event.zone][len(event.cards) :]]
            elif isinstance(event, NotThere):
                self.absent[event.zone] |= set(event.cards)

    def _move(self, event: Moved) -> None:
        zone, to, count = event.zone, event.to, event.count
        gone = Counter(event.cards) if event.cards else self._taken(zone, count)
        empty = not self.sizes[to]
        news = self.ids - set(event.cards) if event.cards else self.absent[zone]
        self.absent[to] = set(news) if empty else self.absent[to] & news
        self.there[to] += gone if event.cards or count == self.sizes[zone] else Counter()
        self.there[zone] = self._left(zone, gone, count, seen=bool(event.cards))
        if to in self.decks:
            self.top[to] = [*(event.cards if count == 1 and event.cards else [None] * count), *self.top[to]]
        self.top[zone] = []
        self.sizes[zone] -= count
        self.sizes[to] += count
        if not self.sizes[zone]:
            self.absent[zone] = set(self.ids)

    def _taken(self, zone: str, count: int) -> Counter[str]:
        """What is known to be among cards that left unseen: all that was known of the zone, if it left whole."""
        return Counter(self.there[zone]) if count == self.sizes[zone] else Counter()

    def _left(self, zone: str, gone: Counter[str], count: int, *, seen: bool) -> Counter[str]:
        if seen or count == self.sizes[zone]:
            return self.there[zone] - gone
        return Counter({kind: number - count for kind, number in self.there[zone].items() if number > count})

    def contradiction(self, world: Game) -> str:
        """A fact that a world contradicts, in words; empty where there is none."""
        for name, cards in zip(self.names, world.zones, strict=True):
            ids = [world.spec.kinds[world.card_of(kind)] for kind in cards]
            if len(ids) != self.sizes[name]:
                return f"{name} has {len(ids)} cards instead of {self.sizes[name]}"
            if self.there[name] - Counter(ids):
                return f"{name} has {ids} without {dict(self.there[name])}"
            if self.absent[name] & set(ids):
                return f"{name} has {ids} in spite of {self.absent[name]}"
            if any(known not in (None, card) for known, card in zip(self.top[name], ids, strict=False)):
                return f"{name} has {ids} instead of {self.top[name]} on top"
        return ""
