"""What the nobles do when they are collected (GU 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.games.guillotine import texts
from parlour.games.guillotine.cards import (
    CAPTAIN_OF_THE_GUARD,
    FAST_NOBLE,
    GENERAL,
    INNOCENT_VICTIM,
    LADY,
    LADY_IN_WAITING,
    LORD,
    RIVAL_EXECUTIONER,
    ROBESPIERRE,
    THE_CLOWN,
)
from parlour.games.guillotine.rules import (
    LINE,
    NOBLE_DECK,
    Effect,
    can_collect,
    collect_front,
    collected,
    discard,
    hand,
    pile,
)
from parlour.kernel.options import CARD, SEAT

if TYPE_CHECKING:
    from parlour.games.guillotine.rules import Guillotine
    from parlour.kernel.options import Option, Seat


def robespierre(game: Guillotine, me: Seat) -> None:
    """GU 4.2: the day is over; what is owed falls away, the draws are made."""
    game.tell(texts.ENDS_ALL, ROBESPIERRE)
    game.robespierre = game.day_over = True


def fast_noble(game: Guillotine, me: Seat) -> None:
    """GU 4.3: collect the noble now in front as well."""
    if can_collect(game):
        collect_front(game, me)


def rival_executioner(game: Guillotine, me: Seat) -> None:
    """GU 4.4: collect the top card of the noble deck as well."""
    if game.zones[NOBLE_DECK] and not game.robespierre:
        collected(game, me, NOBLE_DECK)


def draw_one_more(game: Guillotine, me: Seat) -> None:
    """GU 4.5, 2.7: Lord, Lady and Lady in Waiting."""
    game.tell(texts.DRAWS_MORE, me)
    game.draws[me] += 1


def bring_one(game: Guillotine, me: Seat) -> None:
    """GU 4.6: General and Captain: the top noble of the deck goes to the end of the line."""
    if game.zones[NOBLE_DECK]:
        game.tell(texts.JOINS, game.zones[NOBLE_DECK][0])
        game.shift(NOBLE_DECK, 0, LINE, len(game.zones[LINE]))


def the_clown(game: Guillotine, me: Seat) -> None:
    """GU 4.9: the collector puts him on top of a pile."""
    game.ask_open(me, clown_seats, dress_up)


def clown_seats(game: Guillotine, me: Seat) -> list[Option]:
    """GU 4.9, option `clown`: any player's pile, or another's."""
    return [SEAT | seat for seat in range(game.setup.seats) if seat != me or clown_may_stay(game)]


def clown_may_stay(game: Guillotine) -> bool:
    """GU 4.9, option `clown`."""
    return game.setup.options["clown"] == "any"


def dress_up(game: Guillotine, option: Option, me: Seat) -> None:
    """GU 4.1, 4.9: getting the Clown is not collecting."""
    game.tell(texts.GIVEN, THE_CLOWN, option & 255)
    game.move(THE_CLOWN, pile(me), pile(option & 255))


def innocent_victim(game: Guillotine, me: Seat) -> None:
    """GU 4.10: the collector at once discards one action card of his choice."""
    discard_some(game, me, 1)


def discard_some(game: Guillotine, seat: Seat, count: int) -> None:
    """A seat discards cards of its own choice; all of them where it has no more, as everybody sees (R2)."""
    cards = sorted(game.zones[hand(seat)])
    if len(cards) > count:
        for _ in range(count):
            game.ask(seat, own_cards, discard_own)
    else:
        for kind in cards:
            discard(game, kind, hand(seat), seat)


def own_cards(game: Guillotine, me: Seat) -> list[Option]:
    """The cards in hand, each kind once."""
    return [CARD | kind for kind in sorted(set(game.zones[hand(me)]))]


def discard_own(game: Guillotine, option: Option, me: Seat) -> None:
    """GU 1.4: what is discarded is shown."""
    discard(game, option & 255, hand(me), me)


EFFECTS: Final = {
    ROBESPIERRE: Effect(robespierre),
    FAST_NOBLE: Effect(fast_noble),
    RIVAL_EXECUTIONER: Effect(rival_executioner),
    LORD: Effect(draw_one_more),
    LADY: Effect(draw_one_more),
    LADY_IN_WAITING: Effect(draw_one_more),
    GENERAL: Effect(bring_one),
    CAPTAIN_OF_THE_GUARD: Effect(bring_one),
    THE_CLOWN: Effect(the_clown),
    INNOCENT_VICTIM: Effect(innocent_victim),
}
