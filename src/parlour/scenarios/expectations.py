"""What a scenario can expect of a game, one class a line of `expect`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from parlour.kernel.events import Said
from parlour.kernel.options import option_text, same_text
from parlour.kernel.position import FILL, seat_number, zone_number
from parlour.kernel.views import zone_view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.kernel.game import Game
    from parlour.kernel.options import Seat
    from parlour.scenarios.fields import Mark

CLOSE: Final = 0.001


@dataclass(frozen=True)
class Expectation:
    """A line that must hold.

    Attributes:
        at: where it is written.
    """

    at: Mark

    def missed(self, game: Game) -> tuple[str, str] | None:
        """What was expected and what held; None where the line holds.

        Raises:
            UnknownName: it names a seat, zone or card that the game does not have.
        """
        raise NotImplementedError


@dataclass(frozen=True)
class ZoneHolds(Expectation):
    """The cards of a zone: exactly, or with a last ``"..."`` the first of them; any order where order is not kept."""

    zone: str
    cards: tuple[str, ...]

    def missed(self, game: Game) -> tuple[str, str] | None:
        """As `Expectation.missed`."""
        number = zone_number(game.setup, self.zone)
        wanted = [_known_card(game, text, number) for text in self.cards]
        held = [game.card_text(card, number) for card in game.zones[number]]
        if fits(wanted, held, ordered=game.setup.zones[number].ordered):
            return None
        return f"{self.zone} {listed(wanted)}", listed(held)


@dataclass(frozen=True)
class ValueIs(Expectation):
    """A public value."""

    name: str
    value: str

    def missed(self, game: Game) -> tuple[str, str] | None:
        """As `Expectation.missed`."""
        values = game.values()
        if self.name not in values:
            return f"{self.name} {self.value}", f"the values are {', '.join(values) or 'none'}"
        held = str(values[self.name])
        return None if held == self.value else (f"{self.name} {self.value}", held)


@dataclass(frozen=True)
class ScoreIs(Expectation):
    """The score of a seat, to the third place behind the point."""

    seat: Seat
    score: float

    def missed(self, game: Game) -> tuple[str, str] | None:
        """As `Expectation.missed`."""
        held = game.scores()[seat_number(game.setup, self.seat)]
        if abs(held - self.score) < CLOSE:
            return None
        return f"score {self.score:g} of seat {self.seat}", f"{held:g}"


@dataclass(frozen=True)
class Owe(Expectation):
    """The seats that owe a choice."""

    seats: tuple[Seat, ...]

    def missed(self, game: Game) -> tuple[str, str] | None:
        """As `Expectation.missed`."""
        wanted = {seat_number(game.setup, seat) for seat in self.seats}
        held = set(game.owes())
        return None if held == wanted else (f"owed by {listed(sorted(wanted))}", listed(sorted(held)))


@dataclass(frozen=True)
class Offered(Expectation):
    """Options that a seat has, or with `there` false has not."""

    seat: Seat
    texts: tuple[str, ...]
    there: bool

    def missed(self, game: Game) -> tuple[str, str] | None:
        """As `Expectation.missed`."""
        held = offered(game, seat_number(game.setup, self.seat))
        wrong = [text for text in self.texts if is_among(text, held) != self.there]
        if not wrong:
            return None
        return f"seat {self.seat} {'has' if self.there else 'does not have'} {', '.join(wrong)}", listed(held)


@dataclass(frozen=True)
class Seen(Expectation):
    """What a viewer, None for a spectator, knows of a zone: how many cards, and the known ones."""

    viewer: Seat | None
    zone: str
    count: int | None
    cards: tuple[str, ...] | None

    def missed(self, game: Game) -> tuple[str, str] | None:
        """As `Expectation.missed`."""
        number = zone_number(game.setup, self.zone)
        viewer = game.setup.seats if self.viewer is None else seat_number(game.setup, self.viewer)
        view = zone_view(game, number, viewer)
        who = "a spectator" if self.viewer is None else f"seat {self.viewer}"
        if self.count is not None and view.count != self.count:
            return f"{self.count} cards in {self.zone} for {who}", str(view.count)
        wanted = [_known_card(game, text, number) for text in self.cards or ()]
        ordered = view.open and game.setup.zones[number].ordered
        if self.cards is None or fits(wanted, view.cards, ordered=ordered):
            return None
        return f"{who} knows {listed(wanted)} in {self.zone}", listed(view.cards)


@dataclass(frozen=True)
class Over(Expectation):
    """Whether the game is over."""

    over: bool

    def missed(self, game: Game) -> tuple[str, str] | None:
        """As `Expectation.missed`."""
        if bool(game.winners) == self.over:
            return None
        return f"the game is {'' if self.over else 'not '}over", repr(game)


@dataclass(frozen=True)
class Told(Expectation):
    """Messages told in the step, by their ids: these at least, in this order."""

    names: tuple[str, ...]

    def missed(self, game: Game) -> tuple[str, str] | None:
        """As `Expectation.missed`."""
        told = [entry.told.message.name for entry in game.journal or () if isinstance(entry, Said)]
        rest = iter(told)
        if all(name in rest for name in self.names):
            return None
        return f"told {listed(self.names)}", listed(told)


def fits(wanted: Sequence[str], held: Sequence[str], *, ordered: bool) -> bool:
    """Whether cards are those wanted; after a last ``"..."`` there may be more."""
    more = list(wanted[-1:]) == [FILL]
    cards = list(wanted[:-1] if more else wanted)
    if ordered:
        return list(held[: len(cards)] if more else held) == cards
    return Counter(cards) <= Counter(held) if more else Counter(cards) == Counter(held)


def offered(game: Game, seat: Seat) -> list[str]:
    """The texts of the options of a seat, none where it owes no choice."""
    options = game.options(seat) if seat in game.owes() else ()
    return [option_text(option, game.spec.kinds) for option in options]


def is_among(text: str, texts: Sequence[str]) -> bool:
    """Whether one of the texts names the same option."""
    return any(same_text(text, each) for each in texts)


def listed(things: Sequence[object]) -> str:
    """A list in words."""
    return f"[{', '.join(str(thing) for thing in things)}]"


def _known_card(game: Game, text: str, zone: int) -> str:
    return text if text == FILL else game.card_text(game.card_from_text(text, zone), zone)
