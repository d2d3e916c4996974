"""Positions as people write them: named zones, named values, the rest dealt from what is left."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from parlour.kernel.chance import Rng
from parlour.kernel.errors import BadPosition, UnknownName

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from parlour.kernel.game import Game
    from parlour.kernel.options import Kind, Seat
    from parlour.kernel.spec import Setup

FILL: Final = "..."


@dataclass(frozen=True)
class Position:
    """A position at the start of a turn.

    Attributes:
        turn: whose turn it is; None in a game of joint turns, or for seat 0.
        zones: card ids of the named zones, front or top first; a last ``"..."`` fills up to the normal size.
        values: the game's public values by name.
        known: for a seat, the cards that it knows of a hidden zone beyond what its own place tells; with their places
            where they are the first of an ordered zone.
        chance: outcomes of the named draws to come, as (draw, outcome).
        seed: deals what is not named, and all chance after `chance`.
    """

    turn: Seat | None = None
    zones: Mapping[str, Sequence[str]] = field(default_factory=dict)
    values: Mapping[str, int | str] = field(default_factory=dict)
    known: Mapping[Seat, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    chance: Sequence[tuple[str, object]] = ()
    seed: object = 0


def place(setup: Setup, position: Position, *, journal: bool = False) -> Game:
    """A game that stands at a position and waits for its next choice.

    Raises:
        BadPosition: a card is there twice or too often, lies in an impossible place, or a value can't be.
        UnknownName: the game has no such zone, card or value.
    """
    rng = Rng(position.seed)
    game = setup.spec.play.blank(setup, rng.fork())
    if journal:
        game.journal = []
    named = {zone_number(setup, name): (name, list(cards)) for name, cards in position.zones.items()}
    sizes = {name: len(cards) for name, cards in named.values() if FILL not in cards}
    game.place_values(_checked_values(position.values), sizes)
    _lay(game, named, rng)
    game.placed(rng)
    if position.turn is not None:
        game.place_turn(seat_number(setup, position.turn))
    game.script = tuple(position.chance)
    game.forget()
    _show(game, position.known)
    game.run()
    if game.winners:
        raise BadPosition("the game is over in this position: expected one in which somebody has to choose")
    if position.turn is not None and not game.begins_with(position.turn):
        raise BadPosition(
            f"it can't be the turn of seat {position.turn}: expected a seat still in, or none where all move at once",
            "turn",
        )
    return game


def describe(game: Game) -> dict[str, object]:
    """A game at the start of a turn in the form that `place` reads, every zone and value named."""
    setup = game.setup
    zones = {
        zone.name: [game.card_text(kind, number) for kind in game.zones[number]]
        for number, zone in enumerate(setup.zones[:-1])
    }
    turn = {} if game.turn < 0 else {"turn": game.turn}
    return {**turn, "zones": zones, "values": game.values()}


def seat_number(setup: Setup, seat: object) -> Seat:
    """A seat of the table.

    Raises:
        UnknownName: there is no such seat.
    """
    if not isinstance(seat, int) or not 0 <= seat < setup.seats:
        raise UnknownName("seat", seat, list(range(setup.seats)))
    return seat


def zone_number(setup: Setup, name: str) -> int:
    """The number of a zone where cards can lie.

    Raises:
        UnknownName: there is no such zone.
    """
    if name not in setup.number or name == "limbo":
        raise UnknownName("zone", name, [zone.name for zone in setup.zones[:-1]])
    return setup.number[name]


def _checked_values(values: Mapping[str, int | str]) -> dict[str, int]:
    for name, value in values.items():
        if not isinstance(value, int) or isinstance(value, bool):
            raise BadPosition(f"value {name} can't be {value!r}: expected a whole number", name)
    return {name: int(value) for name, value in values.items()}


def _lay(game: Game, named: Mapping[int, tuple[str, list[str]]], rng: Rng) -> None:
    left = [Counter(cards) for cards in game.decks()]
    for number, (name, cards) in named.items():
        game.zones[number] = bytes(_taken(game, left, number, name, text) for text in cards if text != FILL)
        if FILL in cards[:-1]:
            raise BadPosition(f'zone {name}: expected "..." only as the last of its cards', name)
    for deck, counts in enumerate(left):
        spare = _shuffled(bytes(counts.elements()), rng)
        spare = _fill(game, named, deck, spare)
        if spare:
            names = ", ".join(game.spec.kinds[kind] for kind in sorted(spare))
            raise BadPosition(f"{len(spare)} cards are left over: {names}: expected a zone that takes the rest")


def _taken(game: Game, left: list[Counter[Kind]], number: int, name: str, text: str) -> Kind:
    kind = game.card_from_text(text, number)
    deck = left[game.setup.zones[number].deck]
    card = game.card_of(kind)
    if not game.fits(kind, number):
        raise BadPosition(f"{text} can't lie in {name}: expected {_places(game, kind) or 'another card'}", text)
    if not deck[card]:
        total = game.decks()[game.setup.zones[number].deck].count(card)
        raise BadPosition(f"{text} in {name} is one too many: expected at most {total} in all", text)
    deck[card] -= 1
    return kind


def _places(game: Game, kind: Kind) -> str:
    """The zones where a card can lie, for an error."""
    return " or ".join(zone.name for number, zone in enumerate(game.setup.zones[:-1]) if game.fits(kind, number))


def _fill(game: Game, named: Mapping[int, tuple[str, list[str]]], deck: int, spare: bytes) -> bytes:
    """Deal the spare cards of a deck: to each zone up to its normal size, then all that is left to one that takes it."""
    open_zones = [
        number
        for number, zone in enumerate(game.setup.zones[:-1])
        if zone.deck == deck and (number not in named or named[number][1][-1:] == [FILL])
    ]
    for number in open_zones:
        wanted = max(0, game.normal_size(number) - len(game.zones[number]))
        spare = _deal(game, number, wanted, spare)
    for number in game.rest_zones(deck):
        if number in open_zones:
            return _deal(game, number, len(spare), spare)
    return spare


def _deal(game: Game, number: int, count: int, spare: bytes) -> bytes:
    dealt = bytes([kind for kind in spare if game.fits(kind, number)][:count])
    game.zones[number] += dealt
    for kind in dealt:
        spare = spare.replace(bytes((kind,)), b"", 1)
    return spare


def _shuffled(cards: bytes, rng: Rng) -> bytes:
    order = list(cards)
    return bytes(order.pop(rng.below(len(order))) for _ in range(len(order)))


def _show(game: Game, known: Mapping[Seat, Mapping[str, Sequence[str]]]) -> None:
    for seat, zones in known.items():
        viewer = 1 << seat_number(game.setup, seat)
        for name, texts in zones.items():
            number = zone_number(game.setup, name)
            cards = bytes(game.card_from_text(text, number) for text in texts)
            if Counter(cards) - Counter(game.zones[number]):
                raise BadPosition(f"seat {seat} can't know {', '.join(texts)} in {name}: it does not lie there", name)
            _let_know(game, cards, number, viewer)


def _let_know(game: Game, cards: bytes, zone: int, viewer: int) -> None:
    if game.setup.sees[zone] & viewer:
        return
    if game.setup.zones[zone].ordered and game.zones[zone].startswith(cards):
        game.look(zone, len(cards), viewer)
    else:
        game.show(cards, zone, viewer)
