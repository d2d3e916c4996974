"""What a decision did: typed, and for each viewer only the part it may know.

While a game keeps a journal it holds the ops of `parlour.kernel.knowledge` as they were done and the entries below. The
journal is the referee's; a viewer is sent what `seen_by` makes of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from parlour.kernel.knowledge import ARRANGE, DRAW, LOOK, MOVE, SHOW, SHUFFLE, Op
from parlour.kernel.messages import Told

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from parlour.kernel.game import Game
    from parlour.kernel.options import Option, Seat
    from parlour.kernel.spec import Setup


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence for some viewers."""

    viewers: int
    told: Told


@dataclass(frozen=True, slots=True)
class Drawn:
    """A chance outcome, for the referee alone: the draw's name and what came, as scenarios write it."""

    draw: str
    outcome: object


@dataclass(frozen=True, slots=True)
class Taken:
    """A choice that public knowledge forced, taken without asking."""

    seat: Seat
    step: str
    option: Option


JournalEntry = Op | Said | Drawn | Taken


@dataclass(frozen=True, slots=True)
class Moved:
    """Cards went from a zone to another; `cards` are their ids, empty where the viewer doesn't know them.

    They stand front or top first where the viewer sees the order of either zone, else sorted.
    """

    zone: str
    to: str
    count: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A zone was shuffled."""

    zone: str


@dataclass(frozen=True, slots=True)
class Arranged:
    """The cards of an open zone lie in a new order."""

    zone: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """Cards of a zone were shown to the viewer; they stay there."""

    zone: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Looked:
    """The viewer saw the top cards of a zone, in this order."""

    zone: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NotThere:
    """The viewer learned that no card of these kinds is in a zone."""

    zone: str
    cards: tuple[str, ...]


Event = Moved | Shuffled | Arranged | Shown | Looked | NotThere | Told


def seen_by(game: Game, journal: Iterable[JournalEntry], viewer: Seat | None) -> list[Event]:
    """The events of a journal as one viewer gets them.

    Args:
        game: any state of the table, for its zones.
        journal: what was done, oldest first.
        viewer: a seat, or None for a spectator.
    """
    bit = 1 << (game.setup.seats if viewer is None else viewer)
    return [event for entry in journal for viewers, event in parts(game, entry) if viewers & bit]


def parts(game: Game, entry: JournalEntry) -> list[tuple[int, Event]]:
    """What an entry was to see: each event once, with the mask of the viewers that get it, the first viewer's first."""
    if isinstance(entry, Said):
        return [(entry.viewers, entry.told)]
    if isinstance(entry, (Drawn, Taken)):
        return []
    ways = [way for way in _ways_to_see(game, entry) if way[0]]
    if len(ways) == 1:
        return ways
    found: dict[Event, int] = {}
    for viewers, event in ways:
        found[event] = found.get(event, 0) | viewers
    return sorted([(viewers, event) for event, viewers in found.items()], key=lambda part: part[0] & -part[0])


def _ways_to_see(game: Game, entry: Op) -> Sequence[tuple[int, Event]]:
    op, zone, to, cards, viewers = entry
    setup = game.setup
    name = setup.zones[zone].name
    ids = tuple([setup.spec.kinds[kind] for kind in cards])
    if op in (MOVE, DRAW):
        return _ways_to_see_move(setup, zone, to, ids, viewers)
    if op == SHUFFLE:
        return ((setup.everyone, Shuffled(name)),)
    if op == ARRANGE:
        return ((setup.everyone, Arranged(name, ids)),)
    if op == LOOK:
        return ((viewers, Looked(name, ids)),)
    known = tuple(sorted(ids))
    return ((viewers, Shown(name, known) if op == SHOW else NotThere(name, known)),)


def _ways_to_see_move(
    setup: Setup, zone: int, to: int, ids: tuple[str, ...], viewers: int
) -> Sequence[tuple[int, Event]]:
    name, other, count = setup.zones[zone].name, setup.zones[to].name, len(ids)
    seen = viewers | setup.sees[zone] | setup.sees[to]
    in_order = (setup.sees[zone] if setup.ordered[zone] else 0) | (setup.sees[to] if setup.ordered[to] else 0)
    ways = ((in_order, ids), (seen & ~in_order, tuple(sorted(ids))), (setup.everyone & ~seen, ()))
    return [(mask, Moved(name, other, count, cards)) for mask, cards in ways if mask]
