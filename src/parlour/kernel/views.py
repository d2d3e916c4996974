"""What a viewer may know of a table, written from its knowledge alone."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from parlour.kernel.knowledge import GAP
from parlour.kernel.options import option_text
from parlour.kernel.position import seat_number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from parlour.kernel.game import Game
    from parlour.kernel.knowledge import Knowledge
    from parlour.kernel.options import Kind, Seat
    from parlour.kernel.spec import Setup

MANY: Final = 8192
"""How many parts of views are kept to be shown again: most of a table stays as it is from one decision to the next."""
FEW: Final = 1024
"""For how many viewers what they know is kept in words, which is larger; it seldom stays for long."""


@dataclass(frozen=True, slots=True)
class ZoneView:
    """A zone as a viewer knows it.

    Attributes:
        id: its name, such as ``hand.0``.
        owner: the seat it belongs to, or None.
        count: how many cards lie in it.
        cards: the cards known to lie in it, as positions write them: front or top first where it is ordered and `open`, else sorted.
        places: in an ordered zone that is not `open`, pairs of place from the top and card for the places known.
        open: whether the viewer sees it whole.
    """

    id: str
    owner: Seat | None
    count: int
    cards: tuple[str, ...]
    open: bool
    places: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """A card known to lie in one of some zones, or known not to lie in the others."""

    card: str
    zones: tuple[str, ...]


class Shown(Protocol):
    """What of a view anybody may know: the public values, and zones by their names."""

    @property
    def values(self) -> Mapping[str, int | str]:
        """The values by their names."""

    def zone(self, name: str) -> ZoneView:
        """One zone by its name."""


@dataclass(frozen=True, slots=True)
class View:
    """Everything a viewer may know, and nothing else.

    Attributes:
        game: the game's id.
        viewer: the seat, or None for a spectator.
        turn: whose turn it is, or None in a game of joint turns.
        turns: how many turns have begun.
        zones: all zones, in the game's order.
        elsewhere: what is known of cards beyond single zones.
        values: the game's public values by name: numbers, or names of cards.
        asked: the seats that owe a choice as far as the viewer may know: a secret answer given shows only to its giver.
        step: the question they are asked.
        card: the card that asks it, or None.
        options: the viewer's own options as texts.
        scores: the score of each seat.
        winners: the seats that have won; empty until the game is over.
    """

    game: str
    viewer: Seat | None
    turn: Seat | None
    turns: int
    zones: tuple[ZoneView, ...]
    elsewhere: tuple[Whereabouts, ...]
    values: dict[str, int | str]
    asked: tuple[Seat, ...]
    step: str | None
    card: str | None
    options: tuple[str, ...]
    scores: tuple[float, ...]
    winners: tuple[Seat, ...]

    def encoded(self) -> bytes:
        """The view as JSON, the same bytes for the same view."""
        return json.dumps(self, default=_fields, separators=(",", ":"), sort_keys=True).encode()

    def zone(self, name: str) -> ZoneView:
        """One zone by its name."""
        return next(zone for zone in self.zones if zone.id == name)


def _fields(part: ZoneView | Whereabouts | View) -> dict[str, object]:
    return {name: getattr(part, name) for name in part.__slots__}


class _Known(NamedTuple):
    """Knowledge in words: by zone the cards that lie there for certain, and where; and what is known beyond single zones."""

    certain: dict[int, tuple[str, ...]]
    places: dict[int, tuple[tuple[int, str], ...]]
    elsewhere: tuple[Whereabouts, ...]


class Common(NamedTuple):
    """What all viewers see alike: see `View`.

    Three are not as in a view. Of `zones` those that not everybody sees are here as they look to who sees none of their cards
    and knows none. `asked` has all who were asked: a view leaves out its viewer, if that has answered. `owed` are the seats
    that have yet to answer, which only each of these may know of itself.
    """

    turn: Seat | None
    turns: int
    zones: tuple[ZoneView, ...]
    values: dict[str, int | str]
    asked: tuple[Seat, ...]
    owed: tuple[Seat, ...]
    step: str | None
    card: str | None
    scores: tuple[float, ...]
    winners: tuple[Seat, ...]


def common(game: Game) -> Common:
    """What all viewers of a game see alike, for who makes several views of one state."""
    question, kinds = game.question, game.setup.spec.kinds
    return Common(
        turn=game.turn if game.turn >= 0 else None,
        turns=game.turns,
        zones=tuple(
            [
                _closed(zone.name, zone.owner, len(game.zones[number])) if secret else _opened(game, number)
                for number, (zone, secret) in enumerate(zip(game.setup.zones, game.setup.secret[:-1], strict=False))
            ]
        ),
        values=game.values(),
        asked=game.asked(),
        owed=game.owes(),
        step=game.step_asked(),
        card=kinds[question[4]] if question is not None and question[4] >= 0 else None,
        scores=tuple(game.scores()),
        winners=game.winners,
    )


class Own(NamedTuple):
    """In what the views of a state differ: see `View`."""

    zones: tuple[ZoneView, ...]
    elsewhere: tuple[Whereabouts, ...]
    asked: tuple[Seat, ...]
    options: tuple[str, ...]


def own(game: Game, viewer: Seat | None, shared: Common) -> Own:
    """What a viewer sees of a game in its own way.

    Args:
        game: the state.
        viewer: who looks, a seat or with None a spectator.
        shared: what `common` says of this state.

    Raises:
        UnknownName: there is no such seat.
    """
    setup, asked = game.setup, shared.asked
    bit = setup.seats if viewer is None else seat_number(setup, viewer)
    known, owes = _in_words(game.knowledge(bit), setup), viewer is not None and viewer in shared.owed
    return Own(
        _zones(game, bit, known, shared.zones),
        known.elsewhere,
        asked if owes or viewer not in asked else tuple(seat for seat in asked if seat != viewer),
        _options(game, viewer) if viewer is not None and owes else (),
    )


def view(game: Game, viewer: Seat | None) -> View:
    """What a seat, or with None a spectator, may know of a game.

    Raises:
        UnknownName: there is no such seat.
    """
    shared = common(game)
    seen = own(game, viewer, shared)
    return View(
        game=game.setup.spec.id,
        viewer=viewer,
        turn=shared.turn,
        turns=shared.turns,
        zones=seen.zones,
        elsewhere=seen.elsewhere,
        values=shared.values,
        asked=seen.asked,
        step=shared.step,
        card=shared.card,
        options=seen.options,
        scores=shared.scores,
        winners=shared.winners,
    )


def _options(game: Game, seat: Seat) -> tuple[str, ...]:
    return tuple([option_text(option, game.setup.spec.kinds) for option in game.options(seat)])


def zone_view(game: Game, number: int, bit: int) -> ZoneView:
    """One zone as the viewer of bit number `bit` knows it."""
    return _zones(game, bit, _in_words(game.knowledge(bit), game.setup), common(game).zones)[number]


def _zones(game: Game, bit: int, known: _Known, shown: Sequence[ZoneView]) -> tuple[ZoneView, ...]:
    """All zones; those of `shown`, but for what this viewer sees or knows beyond that."""
    zones = list(shown)
    for number, (each, secret, sees) in enumerate(zip(shown, game.setup.secret, game.setup.sees, strict=False)):
        if secret and sees >> bit & 1:
            zones[number] = _opened(game, number)
        elif number in known.certain:
            places = known.places.get(number, ())
            zones[number] = _closed(each.id, each.owner, each.count, known.certain[number], places)
    return tuple(zones)


def _opened(game: Game, number: int) -> ZoneView:
    zone = game.setup.zones[number]
    return _open(type(game).card_text, number, zone.name, zone.owner, game.zones[number], zone.ordered)


@lru_cache(MANY)
def _open(  # noqa: PLR0913, PLR0917 - it is kept under all these
    text: Callable[[Kind, int], str], number: int, name: str, owner: Seat | None, cards: bytes, ordered: bool
) -> ZoneView:
    kinds = cards if ordered else bytes(sorted(cards))
    return ZoneView(name, owner, len(cards), tuple(text(kind, number) for kind in kinds), open=True)


@lru_cache(MANY)
def _closed(
    name: str,
    owner: Seat | None,
    count: int,
    certain: tuple[str, ...] = (),
    places: tuple[tuple[int, str], ...] = (),
) -> ZoneView:
    return ZoneView(name, owner, count, certain, open=False, places=places)


@lru_cache(FEW)
def _in_words(known: Knowledge, setup: Setup) -> _Known:
    """What lies in one zone is certain; in all hidden zones of a deck it may lie anyway; in several of them it is elsewhere."""
    ids, zones, reach = setup.spec.kinds, setup.zones, known.reach()
    hidden = [zones[number].deck for number in {number for number, _ in known.blocks}]
    certain: dict[int, bytes] = {}
    several: dict[int, tuple[str, ...]] = {}
    elsewhere: list[tuple[Kind, int]] = []
    for mask, cards in known.groups:
        numbers = reach[mask]
        if len(numbers) == 1:
            certain[numbers[0]] = certain.get(numbers[0], b"") + cards.replace(bytes((GAP,)), b"")
        elif len(numbers) < hidden.count(zones[numbers[0]].deck):
            several[mask] = tuple([zones[number].name for number in numbers])
            elsewhere += [(kind, mask) for kind in cards]
    return _Known(
        {number: tuple([ids[kind] for kind in sorted(cards)]) for number, cards in certain.items()},
        {
            number: tuple([(place, ids[kind]) for place, kind in known.placed(number)])
            for number in certain
            if zones[number].ordered
        },
        tuple([_whereabouts(ids[kind], several[mask]) for kind, mask in sorted(elsewhere)]),
    )


_whereabouts = lru_cache(MANY)(Whereabouts)
