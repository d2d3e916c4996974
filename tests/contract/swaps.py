"""Hidden swaps: two states that a viewer can't tell apart must go on sending it the same."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from contract.tables import hidden_zones, seat_of
from contract.worlds import looks_alike
from parlour.kernel.chance import Rng
from parlour.kernel.errors import ParlourError
from parlour.kernel.events import Looked, Moved, NotThere, Shown, seen_by
from parlour.kernel.messages import Reader, Told

if TYPE_CHECKING:
    from parlour.kernel.events import Event
    from parlour.kernel.game import Game
    from parlour.kernel.options import Option, Seat

TRIES = 8


class Sent(NamedTuple):
    """All that a viewer is sent of a state and of what led to it."""

    view: bytes
    events: list[Event]
    sentences: list[str]
    errors: list[str]
    options: tuple[Option, ...]


def sent(game: Game, viewer: int) -> Sent:
    """What a viewer is sent after a decision; the journal holds what the decision did."""
    seat = seat_of(game, viewer)
    events = seen_by(game, game.journal or (), seat)
    reader = Reader(game.spec, [f"seat {number}" for number in range(game.setup.seats)])
    return Sent(
        game.view(seat).encoded(),
        events,
        [reader.say(event) for event in events if isinstance(event, Told)],
        [] if seat is None else [refusal(game, seat)],
        tuple(game.options(seat)) if seat is not None and seat in game.owes() else (),
    )


def refusal(game: Game, seat: Seat) -> str:
    """What a seat is told about a choice that it can't make."""
    try:
        game.copy().choose_text(seat, "no such option")
    except ParlourError as error:
        return str(error)
    return ""


def swapped(game: Game, viewer: int, rng: Rng, *others: int) -> Game | None:
    """The state with two different cards swapped that the viewer can't place; None where chance finds no such pair.

    Args:
        game: the state.
        viewer: who can't tell the two states apart.
        rng: chance.
        others: more viewers who can't, not even together with the first one.
    """
    viewers = (viewer, *others)
    zones = [zone for zone in hidden_zones(game, viewer) if not any(game.setup.sees[zone] >> bit & 1 for bit in others)]
    places = [(zone, place) for zone in zones for place in range(len(game.zones[zone]))]
    for _ in range(TRIES if len(places) > 1 else 0):
        (zone, place), (other, there) = (places[rng.below(len(places))] for _ in range(2))
        cards = [bytearray(each) for each in game.zones]
        cards[zone][place], cards[other][there] = cards[other][there], cards[zone][place]
        twin = in_world(game, viewer, [bytes(each) for each in cards], *others)
        alike = twin.zones != game.zones and all(looks_alike(game, each, twin) for each in viewers)
        if alike and twin.possible() and answers_stand(twin):
            return twin
    return None


def in_world(game: Game, viewer: int, zones: list[bytes], *others: int) -> Game:
    """The state in another world; what people know there beside their own cards, but for some, is what everybody knows."""
    viewers, public = (viewer, *others), game.knowledge(game.setup.seats)
    twin = game.copy()
    twin.zones = zones
    twin.known = tuple(game.knowledge(bit) if bit in viewers else public for bit in range(game.setup.seats + 1))
    twin.log = twin.opened_to(game.setup.everyone & ~sum(1 << bit for bit in set(viewers)))
    return twin


def answers_stand(game: Game) -> bool:
    """Whether the secret answers already given are options in this world."""
    return all(option in game.options(seat) for seat, option in game.answers)


def decided(game: Game, seat: Seat, option: Option) -> Game | None:
    """The state after a decision, its journal holding what the decision did; None where it isn't legal."""
    after = game.copy()
    if seat not in after.owes() or option not in after.options(seat):
        return None
    after.journal = []
    after.choose(seat, option)
    return after


def check_swap(game: Game, viewer: int, rng: Rng, seat: Seat, option: Option) -> int:
    """Compare what is sent in a state and in one with a hidden swap, before and after a decision.

    The courses may part only where the viewer is shown a card: what comes first must not differ, nor may anything if no
    card is shown.

    Returns:
        How many comparisons were made: 0 where there is no such swap, 2 where the decision shows the viewer nothing of it.
    """
    twin = swapped(game, viewer, rng)
    if twin is None:
        return 0
    here = game.copy()
    assert sent(here, viewer) == sent(twin, viewer)
    assert viewer != seat or option in twin.options(seat)
    one, other = decided(here, seat, option), decided(twin, seat, option)
    if one is None or other is None:
        return 1
    told, told_other = sent(one, viewer), sent(other, viewer)
    parting = [pair for pair in zip_longest(deeds(told), deeds(told_other)) if pair[0] != pair[1]]
    if parting:
        assert all(reveals(event) for event in parting[0]), parting[0]
        return 1
    assert told == told_other
    assert one.knowledge(viewer) == other.knowledge(viewer)
    return 2


def deeds(told: Sent) -> list[Event]:
    """The events that are no sentences."""
    return [event for event in told.events if not isinstance(event, Told)]


def reveals(event: Event | None) -> bool:
    """Whether an event shows its viewer cards, or that some are not there: from there on courses may part."""
    return isinstance(event, (Shown, Looked, NotThere)) or (isinstance(event, Moved) and bool(event.cards))


def check_imagined(game: Game, viewer: int, rng: Rng) -> None:
    """What is imagined depends on what the viewer knows alone: a hidden swap does not change it."""
    twin = swapped(game, viewer, rng)
    seed = rng.below(1000)
    if twin is not None:
        assert game.imagine(viewer, Rng(seed)) == twin.imagine(viewer, Rng(seed))
