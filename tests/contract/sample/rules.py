"""The rules: draw a card, play a card; the first one without cards wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.kernel.game import ONE, Game
from parlour.kernel.options import CARD, PLAY, SEAT, arg

from . import texts
from .texts import LANTERN, MIRROR, QUESTION, STONE, STORM, THIEF, TRADE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from parlour.kernel.options import Kind, Option, Seat

DECK: Final = bytes((STONE,) * 4 + (LANTERN, MIRROR, QUESTION, TRADE, THIEF) * 2 + (STORM,))


class Sample(Game):
    """A table of the sample game; the zones are ``hand.N``, the stock and the heap.

    Attributes:
        played: how many cards have been played.
    """

    __slots__ = ("played",)
    played: int

    def set_up(self) -> None:
        """SA 1.1: the same number of cards to everyone, the rest is the stock."""
        seats, size = self.setup.seats, self.hand_size()
        cards = self.shuffle(DECK)
        self.zones[:seats] = [cards[seat * size : (seat + 1) * size] for seat in range(seats)]
        self.zones[seats] = cards[seats * size :]
        self.played = 0
        self.turn = self.roll(seats) - 1

    def next_turn(self) -> None:
        """SA 1.2: draw a card, then play one; who has none wins."""
        self.turn = turn = (self.turn + 1) % self.setup.seats
        self.draw_card(turn)
        if not self.zones[turn]:
            self.tell(texts.WINS, turn)
            self.winners = (turn,)
            return
        self.turns += 1
        self.ask(turn, to_play, play)

    def draw_card(self, seat: Seat) -> None:
        """SA 1.2: the top card of the stock, if there is one."""
        top = self.zones[self.setup.seats][:1]
        if top:
            self.tell(texts.DRAWS, seat)
            self.draw(self.setup.seats, seat, 1)
            self.tell_some(1 << seat, texts.DRAWN, top[0])

    def hand_size(self) -> int:
        """SA 1.1: the cards dealt to each player."""
        return int(str(self.setup.options["hand"]))

    def scores(self) -> list[float]:
        """1 for the winner."""
        return [float(seat in self.winners) for seat in range(self.setup.seats)]

    def values(self) -> dict[str, int | str]:
        """The number of cards played."""
        return {"played": self.played}

    def decks(self) -> list[bytes]:
        """All cards."""
        return [DECK]

    def place_values(self, values: Mapping[str, int], sizes: Mapping[str, int]) -> None:
        """The number of cards played, 0 where it is left out."""
        self.played = values.get("played", 0)
        super().place_values({name: value for name, value in values.items() if name != "played"}, sizes)

    def normal_size(self, zone: int) -> int:
        """SA 1.1: full hands."""
        return self.hand_size() if zone < self.setup.seats else 0

    def rest_zones(self, deck: int) -> list[int]:
        """What is left lies in the stock, or else on the heap."""
        return [self.setup.seats, self.setup.seats + 1]

    def copy(self) -> Sample:
        """The same state, independent of this one."""
        new = super().copy()
        new.played = self.played
        return new


def to_play(game: Sample, me: Seat) -> list[Option]:
    """SA 1.2: the cards in hand."""
    return [PLAY | kind for kind in sorted(set(game.zones[me]))]


def play(game: Sample, option: Option, me: Seat) -> None:
    """SA 1.2: lay a card on the heap and do what it says."""
    kind = arg(option)
    game.tell(texts.PLAYS, me, kind)
    game.move(kind, me, game.setup.seats + 1)
    game.played += 1
    game.card = kind
    EFFECTS[kind](game, me)


def other_hands(game: Sample, me: Seat) -> list[Option]:
    """The other players with a hand."""
    return [SEAT | seat for seat in range(game.setup.seats) if seat != me and game.zones[seat]]


def stone(game: Sample, me: Seat) -> None:
    """SA 2 stone: nothing."""


def lantern(game: Sample, me: Seat) -> None:
    """SA 2 lantern: look at the two top cards of the stock."""
    game.tell(texts.LOOKS, me)
    game.look(game.setup.seats, 2, 1 << me)


def mirror(game: Sample, me: Seat) -> None:
    """SA 2 mirror: look at another hand."""
    game.ask_open(me, other_hands, mirrored)


def mirrored(game: Sample, option: Option, me: Seat) -> None:
    """SA 2 mirror: only its player sees the hand."""
    victim = arg(option)
    game.tell(texts.MIRRORS, me, victim)
    game.show(game.zones[victim], victim, 1 << me)


def question(game: Sample, me: Seat) -> None:
    """SA 2 question: name a card."""
    game.ask_open(me, names, answered)


def names(game: Sample, me: Seat) -> list[Option]:
    """SA 2 question: every kind of card."""
    return [CARD | kind for kind in range(len(game.spec.cards))]


def answered(game: Sample, option: Option, me: Seat) -> None:
    """SA 2 question: the next player shows it to all, or all know that he has none."""
    kind, victim = arg(option), (me + 1) % game.setup.seats
    if kind in game.zones[victim]:
        game.tell(texts.SHOWS, victim, kind)
        game.show(ONE[kind], victim, game.setup.everyone)
    else:
        game.tell(texts.LACKS, victim, kind)
        game.rule_out(ONE[kind], victim, game.setup.everyone)


def trade(game: Sample, me: Seat) -> None:
    """SA 2 trade: all who have a card choose one in secret."""
    seats = [seat for seat in range(game.setup.seats) if game.zones[seat]]
    if len(seats) > 1:
        game.tell(texts.TRADES)
        game.ask_all(seats, own_cards, traded)


def own_cards(game: Sample, me: Seat) -> list[Option]:
    """SA 2 trade: the cards in hand."""
    return [CARD | kind for kind in sorted(set(game.zones[me]))]


def traded(game: Sample, picks: dict[Seat, Option]) -> None:
    """SA 2 trade: each card goes to the next one of those who give."""
    givers, limbo = list(picks), len(game.zones) - 1
    for seat in givers:
        game.move(arg(picks[seat]), seat, limbo)
    for giver in range(len(givers) - 1, -1, -1):
        game.draw(limbo, givers[(giver + 1) % len(givers)], 1)


def thief(game: Sample, me: Seat) -> None:
    """SA 2 thief: another player with a hand."""
    game.ask_open(me, other_hands, robbed)


def robbed(game: Sample, option: Option, me: Seat) -> None:
    """SA 2 thief: only the two see the card."""
    victim = arg(option)
    kind = game.pick_card(game.zones[victim])
    game.tell(texts.STEALS, me, victim)
    game.move(kind, victim, me)


def storm(game: Sample, me: Seat) -> None:
    """SA 2 storm: the rest of the heap is shuffled into the stock."""
    stock, heap, limbo = game.setup.seats, game.setup.seats + 1, len(game.zones) - 1
    game.tell(texts.STORMS)
    game.draw(heap, limbo, 1)
    game.move_all(heap, stock)
    game.shuffle_zone(stock)
    game.draw(limbo, heap, 1)


EFFECTS: Final[dict[Kind, Callable[[Sample, Seat], None]]] = {
    STONE: stone,
    LANTERN: lantern,
    MIRROR: mirror,
    QUESTION: question,
    TRADE: trade,
    THIEF: thief,
    STORM: storm,
}
