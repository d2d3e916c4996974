"""What the action cards do (GU 5). Cards that are alike are rows of `EFFECTS`: a first step and the values it keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.games.guillotine import texts
from parlour.games.guillotine.cards import (
    AFTER_YOU,
    BLUE,
    BRIBED_GUARDS,
    CALLOUS_GUARDS,
    CHURCH_SUPPORT,
    CIVIC_PRIDE,
    CIVIC_SUPPORT,
    CLERICAL_ERROR,
    CLOTHING_SWAP,
    CONFUSION_IN_LINE,
    DOUBLE_FEATURE,
    ESCAPE,
    EXTRA_CART,
    FAINTING_SPELL,
    FLED_TO_ENGLAND,
    FORCED_BREAK,
    FOREIGN_SUPPORT,
    FORWARD_MARCH,
    FOUNTAIN_OF_BLOOD,
    FRIEND_OF_THE_QUEEN,
    GREEN,
    IGNOBLE_NOBLE,
    INDIFFERENT_PUBLIC,
    INFIGHTING,
    INFORMATION_EXCHANGE,
    LACK_OF_FAITH,
    LACK_OF_SUPPORT,
    LATE_ARRIVAL,
    LET_THEM_EAT_CAKE,
    LIDIOT,
    MAJESTY,
    MARIE_ANTOINETTE,
    MASS_CONFUSION,
    MILITARY_MIGHT,
    MILITARY_SUPPORT,
    MILLING_IN_LINE,
    MISSED,
    MISSING_HEADS,
    OPINIONATED_GUARDS,
    PALACE_GUARD,
    POLITICAL_INFLUENCE,
    PUBLIC_DEMAND,
    PURPLE,
    PUSHED,
    RAIN_DELAY,
    RAT_BREAK,
    RED,
    RUSH_JOB,
    SCARLET_PIMPERNEL,
    STUMBLE,
    SUITS,
    THE_LONG_WALK,
    TIS_A_FAR_BETTER_THING,
    TOUGH_CROWD,
    TRIP,
    TWIST_OF_FATE,
    WAS_THAT_MY_NAME,
)
from parlour.games.guillotine.nobles import bring_one, discard_some, own_cards
from parlour.games.guillotine.rules import (
    ACTION_DECK,
    ACTION_DISCARD,
    HAND_SIZE,
    LINE,
    NOBLE_DECK,
    NOBLE_DISCARD,
    PLAYED,
    Effect,
    confusion_reacts,
    discard,
    hand,
    line_as_found,
    others,
    pile,
    shuffle_line,
    table,
    take_cards,
    take_effect,
    tell_drawn,
)
from parlour.kernel.options import CARD, NUMBER, PLACE, SEAT
from parlour.kernel.options import place as place_of

if TYPE_CHECKING:
    from parlour.games.guillotine.rules import Guillotine
    from parlour.kernel.options import Kind, Option, Seat

ANYBODY: Final = -1
Span = tuple[int, int]


def other_seats(game: Guillotine, me: Seat) -> list[Option]:
    """The other players."""
    return [SEAT | seat for seat in range(game.setup.seats) if seat != me]


def somebody_in_line(game: Guillotine, me: Seat, *_: Kind) -> bool:
    """GU 5.6: whether anybody is in line."""
    return bool(game.zones[LINE])


def everybody_in_line(game: Guillotine, me: Seat) -> list[Option]:
    """All nobles in line."""
    return [PLACE | place << 8 | noble for place, noble in enumerate(game.zones[LINE])]


# Moves in line (GU 5.1, 5.2). A span is the nearest and the farthest move: negative towards the front.


def move_noble(game: Guillotine, me: Seat, span: Span, suit: str = "") -> None:
    """A noble of the player's choice moves."""
    game.ask_open(me, movable, choose_noble, span, suit)


def can_move(game: Guillotine, me: Seat, span: Span, suit: str = "") -> bool:
    """GU 5.6: whether some noble has enough places before or behind it."""
    steps = abs(span[0])
    if not suit:
        return len(game.zones[LINE]) > steps
    return any(SUITS[noble] == suit for noble in line_as_found(game)[steps:])


def movable(game: Guillotine, me: Seat, span: Span, suit: str = "") -> list[Option]:
    """GU 5.1, 5.2: the nobles with enough places before or behind them."""
    places = range(len(game.zones[LINE]))
    nobles = everybody_in_line(game, me)
    return [nobles[place] for place in places if place + span[0] in places and suit in ("", SUITS[nobles[place] & 255])]


def choose_noble(game: Guillotine, option: Option, me: Seat, span: Span, suit: str) -> None:
    """GU 5.2: then how many places, where there is a choice."""
    game.ask_open(me, distances, move_by, place_of(option), span)


def distances(game: Guillotine, me: Seat, place: int, span: Span) -> list[Option]:
    """GU 5.2: never past the end."""
    nearest, farthest = span
    room = place if nearest < 0 else len(game.zones[LINE]) - 1 - place
    return [NUMBER | count for count in range(abs(nearest), min(abs(farthest), room) + 1)]


def move_by(game: Guillotine, option: Option, me: Seat, place: int, span: Span) -> None:
    """GU 5.1, 5.2: the noble moves."""
    count = option & 255
    move_in_line(game, place, place - count if span[0] < 0 else place + count)


def move_in_line(game: Guillotine, old: int, new: int) -> None:
    """One noble changes places, the others close up; places are told counted from 1."""
    noble = game.zones[LINE][old]
    if new == old:
        game.tell(texts.STAYS, noble)
    else:
        game.tell(texts.MOVES, noble, old + 1, new + 1)
        game.shift(LINE, old, LINE, new)


def choose_to_front(game: Guillotine, me: Seat, kind: Kind) -> None:
    """GU 5 public_demand, forward_march, let_them_eat_cake: a noble, any or one of a kind, goes to the front."""
    game.ask_open(me, frontable, to_front, kind)


def frontable(game: Guillotine, me: Seat, kind: Kind) -> list[Option]:
    """GU 5.3: one that stands in front already is allowed."""
    return [option for option in everybody_in_line(game, me) if kind in (ANYBODY, option & 255)]


def to_front(game: Guillotine, option: Option, me: Seat, kind: Kind) -> None:
    """The noble goes to the front."""
    move_in_line(game, place_of(option), 0)


def is_in_line(game: Guillotine, me: Seat, kind: Kind) -> bool:
    """GU 5.6: whether a noble of a kind is in line."""
    return kind in game.zones[LINE]


def lack_of_faith(game: Guillotine, me: Seat) -> None:
    """GU 5 lack_of_faith: the blue noble nearest the front goes to the front."""
    suits = [SUITS[noble] for noble in game.zones[LINE]]
    move_in_line(game, suits.index(BLUE), 0)


def blue_in_line(game: Guillotine, me: Seat) -> bool:
    """GU 5.6: whether a blue noble is in line."""
    return any(SUITS[noble] == BLUE for noble in game.zones[LINE])


def bribed_guards(game: Guillotine, me: Seat) -> None:
    """GU 5 bribed_guards: the front noble to the end."""
    if game.zones[LINE]:
        move_in_line(game, 0, len(game.zones[LINE]) - 1)


# Other cards that change the line.


def the_long_walk(game: Guillotine, me: Seat) -> None:
    """GU 5 the_long_walk: the line is reversed."""
    game.tell(texts.REVERSED)
    game.arrange(LINE, game.zones[LINE][::-1])


def late_arrival(game: Guillotine, me: Seat) -> None:
    """GU 5 late_arrival: look alone at the top 3 nobles of the deck; one of them goes to the end of the line."""
    limbo = len(game.zones) - 1
    game.draw(NOBLE_DECK, limbo, 3)
    nobles = game.zones[limbo]
    game.look(limbo, len(nobles), 1 << me)
    game.tell(texts.LOOKS_DECK, me, len(nobles))
    for noble in nobles:
        game.tell_some(1 << me, texts.SEES, noble)
    if len(nobles) > 1:
        game.ask(me, arrivals, arrive)
    else:
        arrive(game, CARD | nobles[0], me)


def arrivals(game: Guillotine, me: Seat) -> list[Option]:
    """The nobles looked at, each kind once."""
    return [CARD | noble for noble in dict.fromkeys(game.zones[-1])]


def arrive(game: Guillotine, option: Option, me: Seat) -> None:
    """GU 5 late_arrival: the others go back on top in the same order."""
    limbo = len(game.zones) - 1
    game.tell(texts.JOINS, option & 255)
    game.put(option & 255, limbo, LINE, len(game.zones[LINE]))
    game.move_all(limbo, NOBLE_DECK)


def extra_cart(game: Guillotine, me: Seat) -> None:
    """GU 5 extra_cart: the top 3 of the noble deck face up to the end of the line."""
    for _ in range(3):
        bring_one(game, me)


def deck_left(game: Guillotine, me: Seat) -> bool:
    """GU 5.4: whether the noble deck has a card."""
    return bool(game.zones[NOBLE_DECK])


def fled_to_england(game: Guillotine, me: Seat) -> None:
    """GU 5 fled_to_england: one noble of the line to the noble discard pile."""
    game.ask_open(me, everybody_in_line, flee)


def flee(game: Guillotine, option: Option, me: Seat) -> None:
    """GU 5 fled_to_england."""
    game.tell(texts.LEAVES, option & 255)
    game.shift(LINE, place_of(option), NOBLE_DISCARD, 0)


def clothing_swap(game: Guillotine, me: Seat) -> None:
    """GU 5 clothing_swap: one noble of the line to the discard pile; the top card of the deck takes its very place."""
    game.ask_open(me, everybody_in_line, swap_clothes)


def can_swap_clothes(game: Guillotine, me: Seat) -> bool:
    """GU 5.4: not with an empty noble deck."""
    return bool(game.zones[LINE] and game.zones[NOBLE_DECK])


def swap_clothes(game: Guillotine, option: Option, me: Seat) -> None:
    """GU 5 clothing_swap."""
    flee(game, option, me)
    game.tell(texts.REPLACES, game.zones[NOBLE_DECK][0])
    game.shift(NOBLE_DECK, 0, LINE, place_of(option))


def after_you(game: Guillotine, me: Seat) -> None:
    """GU 5 after_you: the front noble on top of another player's pile."""
    game.ask_open(me, other_seats, give_front)


def give_front(game: Guillotine, option: Option, me: Seat) -> None:
    """GU 4.1: getting a noble so is not collecting."""
    game.tell(texts.GIVEN, game.zones[LINE][0], option & 255)
    game.shift(LINE, 0, pile(option & 255), 0)


def opinionated_guards(game: Guillotine, me: Seat) -> None:
    """GU 5 opinionated_guards: the first 4 nobles in any order, asked place by place from the front."""
    arrange_from(game, me, 0)


def arrange_from(game: Guillotine, me: Seat, place: int) -> None:
    """The next place to be filled, while there is a choice."""
    if place < min(4, len(game.zones[LINE])) - 1:
        game.ask_open(me, arrangeable, arrange_next, place)


def arrangeable(game: Guillotine, me: Seat, place: int) -> list[Option]:
    """The nobles that have no place yet, each kind once."""
    first: dict[Kind, Option] = {}
    for option in everybody_in_line(game, me)[place:4]:
        first.setdefault(option & 255, option)
    return list(first.values())


def arrange_next(game: Guillotine, option: Option, me: Seat, place: int) -> None:
    """GU 5 opinionated_guards: one of them."""
    move_in_line(game, place_of(option), place)
    arrange_from(game, me, place + 1)


def milling_in_line(game: Guillotine, me: Seat) -> None:
    """GU 5 milling_in_line: the first 5 nobles are shuffled."""
    line = game.zones[LINE]
    game.tell(texts.FRONT_SHUFFLED, min(5, len(line)))
    game.arrange(LINE, game.shuffle(line[:5]) + line[5:])


def confusion_in_line(game: Guillotine, me: Seat) -> None:
    """GU 5 confusion_in_line: a reaction shuffles at once; a delayed one is played on another player."""
    if confusion_reacts(game):
        shuffle_line(game)
    else:
        game.ask_open(me, other_seats, confuse)


def can_confuse(game: Guillotine, me: Seat) -> bool:
    """GU 5 confusion_in_line: on the own turn only as `delayed`."""
    return not confusion_reacts(game)


def confuse(game: Guillotine, option: Option, me: Seat) -> None:
    """GU 5 confusion_in_line: the line is shuffled just before that player's next collection from it."""
    game.tell(texts.CONFUSED, option & 255)
    game.confused |= 1 << (option & 255)


def mass_confusion(game: Guillotine, me: Seat) -> None:
    """GU 5 mass_confusion: the line goes into the noble deck, all shuffled, a new line of the same length."""
    length = len(game.zones[LINE])
    game.move_all(LINE, NOBLE_DECK)
    game.shuffle_zone(NOBLE_DECK)
    game.draw(NOBLE_DECK, LINE, length)
    game.tell(texts.NEW_LINE, length)


def escape(game: Guillotine, me: Seat) -> None:
    """GU 5 escape: 2 random nobles of the line to the discard pile, the rest shuffled."""
    for _ in range(min(2, len(game.zones[LINE]))):
        noble = game.pick_card(game.zones[LINE])
        game.tell(texts.LEAVES, noble)
        game.move(noble, LINE, NOBLE_DISCARD)
    shuffle_line(game)


def double_feature(game: Guillotine, me: Seat) -> None:
    """GU 2.5: the front noble and the next."""
    game.tell(texts.COLLECTS_TWO, me)
    game.owed = 2


# Cards about hands and turns.


def political_influence(game: Guillotine, me: Seat) -> None:
    """GU 2.5, 2.7: collect nobody; draw 3 more."""
    game.tell(texts.COLLECTS_NOBODY, me)
    game.owed = 0
    game.draws[me] += 3


def rush_job(game: Guillotine, me: Seat) -> None:
    """GU 5 rush_job: another player may play no action card in his next own turn."""
    game.ask_open(me, other_seats, rush)


def rush(game: Guillotine, option: Option, me: Seat) -> None:
    """GU 5 rush_job: not cumulative."""
    game.tell(texts.RUSHED, option & 255)
    game.rushed |= 1 << (option & 255)


def rat_break(game: Guillotine, me: Seat) -> None:
    """GU 5 rat_break: any one card of the action discard pile into hand."""
    game.ask_open(me, discarded, fetch)


def something_discarded(game: Guillotine, me: Seat) -> bool:
    """GU 5.6: whether an action card is discarded."""
    return bool(game.zones[ACTION_DISCARD])


def discarded(game: Guillotine, me: Seat) -> list[Option]:
    """The action discard pile, each kind once."""
    return [CARD | kind for kind in dict.fromkeys(game.zones[ACTION_DISCARD])]


def fetch(game: Guillotine, option: Option, me: Seat) -> None:
    """GU 5 rat_break: all see which."""
    game.returned = True
    game.tell(texts.FETCHES, me, option & 255)
    game.move(option & 255, ACTION_DISCARD, hand(me))


def lack_of_support(game: Guillotine, me: Seat) -> None:
    """GU 5 lack_of_support: look at a player's hand, choose one card of it."""
    game.ask_open(me, with_cards, inspect)


def can_inspect(game: Guillotine, me: Seat) -> bool:
    """GU 5 lack_of_support: another player has a card, or oneself has another one."""
    return len(game.zones[hand(me)]) > 1 or bool(others_with_cards(game, me))


def with_cards(game: Guillotine, me: Seat) -> list[Option]:
    """The players with a card left, oneself included."""
    return [SEAT | seat for seat in range(game.setup.seats) if game.zones[hand(seat)]]


def inspect(game: Guillotine, option: Option, me: Seat) -> None:
    """GU 5 lack_of_support: only its player sees the hand."""
    victim = option & 255
    cards = bytes(sorted(game.zones[hand(victim)]))
    game.tell(texts.LOOKS, me, victim)
    for kind in cards:
        game.tell_some(1 << me, texts.SEES, kind)
    game.show(cards, hand(victim), 1 << me)
    if len(cards) > 1:
        game.ask(me, their_cards, discard_theirs, victim)
    else:
        discard_theirs(game, CARD | cards[0], me, victim)


def their_cards(game: Guillotine, me: Seat, victim: Seat) -> list[Option]:
    """The cards of the hand looked at, each kind once."""
    return own_cards(game, victim)


def discard_theirs(game: Guillotine, option: Option, me: Seat, victim: Seat) -> None:
    """GU 5 lack_of_support: the card goes to the action discard pile."""
    discard(game, option & 255, hand(victim), victim)


def infighting(game: Guillotine, me: Seat) -> None:
    """GU 5 infighting: another player discards 2 action cards of his own choice."""
    game.ask_open(me, others_with_cards, weaken)


def others_with_cards(game: Guillotine, me: Seat) -> list[Option]:
    """The other players with a card."""
    return [option for option in other_seats(game, me) if game.zones[hand(option & 255)]]


def weaken(game: Guillotine, option: Option, me: Seat) -> None:
    """GU 5 infighting: or the one he has."""
    discard_some(game, option & 255, 2)


def forced_break(game: Guillotine, me: Seat) -> None:
    """GU 5 forced_break: every other player discards 1 random action card."""
    for seat in others(game, me):
        if game.zones[hand(seat)]:
            discard(game, game.pick_card(game.zones[hand(seat)]), hand(seat), seat)


def rain_delay(game: Guillotine, me: Seat) -> None:
    """GU 5 rain_delay: all hands and the action deck shuffled together, 5 cards to each, from the player's left."""
    game.tell(texts.RAINS, HAND_SIZE)
    for seat in range(game.setup.seats):
        game.move_all(hand(seat), ACTION_DECK)
    game.shuffle_zone(ACTION_DECK)
    for _ in range(HAND_SIZE):
        for seat in (*others(game, me), me):
            tell_drawn(game, seat, take_cards(game, seat, 1))


def information_exchange(game: Guillotine, me: Seat) -> None:
    """GU 5 information_exchange: swap the remaining hand with another player's."""
    game.ask_open(me, other_seats, trade_hands)


def trade_hands(game: Guillotine, option: Option, me: Seat) -> None:
    """GU 5 information_exchange: either may be empty."""
    other, limbo = option & 255, len(game.zones) - 1
    game.tell(texts.SWAPS_HANDS, me, other)
    game.move_all(hand(me), limbo)
    game.move_all(hand(other), hand(me))
    game.move_all(limbo, hand(other))


def scarlet_pimpernel(game: Guillotine, me: Seat) -> None:
    """GU 5 scarlet_pimpernel: this turn is finished, then the day ends."""
    game.tell(texts.ENDS_DAY)
    game.day_over = True


# Cards about piles.


def others_with_noble(game: Guillotine, me: Seat) -> list[Option]:
    """The other players with a noble."""
    return [option for option in other_seats(game, me) if game.zones[pile(option & 255)]]


def missing_heads(game: Guillotine, me: Seat) -> None:
    """GU 5 missing_heads: another player's pile is shuffled and loses its top noble."""
    game.ask_open(me, others_with_noble, behead)


def behead(game: Guillotine, option: Option, me: Seat) -> None:
    """GU 5 missing_heads: the pile keeps the shuffled order, face up."""
    victim = option & 255
    game.tell(texts.PILE_SHUFFLED, victim)
    game.arrange(pile(victim), game.shuffle(game.zones[pile(victim)]))
    game.tell(texts.LOSES_HEAD, victim, game.zones[pile(victim)][0])
    game.shift(pile(victim), 0, NOBLE_DISCARD, 0)


def missed(game: Guillotine, me: Seat) -> None:
    """GU 5 missed: a player's top noble to the end of the line."""
    game.ask_open(me, with_noble, miss)


def with_noble(game: Guillotine, me: Seat) -> list[Option]:
    """The players with a noble, oneself allowed."""
    return [SEAT | seat for seat in range(game.setup.seats) if game.zones[pile(seat)]]


def miss(game: Guillotine, option: Option, me: Seat) -> None:
    """GU 5 missed."""
    victim = option & 255
    game.tell(texts.LOSES_HEAD, victim, game.zones[pile(victim)][0])
    game.shift(pile(victim), 0, LINE, len(game.zones[LINE]))


def clerical_error(game: Guillotine, me: Seat) -> None:
    """GU 5 clerical_error: with another player who has a noble."""
    game.ask_open(me, others_with_noble, exchange_with)


def exchange_with(game: Guillotine, option: Option, me: Seat) -> None:
    """GU 5 clerical_error, option `clerical_error`: at the same time and in secret, or one after the other."""
    partner = option & 255
    if errors_are_collected(game):
        game.ask_open(me, nobles_of, take_noble, partner)
    else:
        takers = [me, partner] if game.zones[pile(me)] else [me]
        game.ask_all(sorted(takers), nobles_across, exchange, me, partner)


def errors_are_collected(game: Guillotine) -> bool:
    """GU 5 clerical_error, option `clerical_error`."""
    return game.setup.options["clerical_error"] == "collect"


def nobles_of(game: Guillotine, me: Seat, owner: Seat) -> list[Option]:
    """The nobles of a pile, each kind once."""
    return [CARD | noble for noble in dict.fromkeys(game.zones[pile(owner)])]


def nobles_across(game: Guillotine, seat: Seat, me: Seat, partner: Seat) -> list[Option]:
    """The nobles of the other's pile, each kind once."""
    return nobles_of(game, seat, me if seat == partner else partner)


def exchange(game: Guillotine, picks: dict[Seat, Option], me: Seat, partner: Seat) -> None:
    """GU 5 clerical_error, 4.1: each lays the gained one on top of his own pile; this is not collecting."""
    take(game, picks[me] & 255, partner, me)
    if partner in picks:
        take(game, picks[partner] & 255, me, partner, spared=1)


def take(game: Guillotine, noble: Kind, owner: Seat, taker: Seat, spared: int = 0) -> None:
    """The topmost noble of a kind goes from a pile to another; so many on top of the pile are out of reach."""
    game.tell(texts.TAKES, taker, noble, owner)
    game.shift(pile(owner), game.zones[pile(owner)].index(noble, spared), pile(taker), 0)


def take_noble(game: Guillotine, option: Option, me: Seat, partner: Seat) -> None:
    """GU 5 clerical_error `collect`: the player first, with the effect; then the other."""
    noble = option & 255
    take(game, noble, partner, me)
    game.do(take_effect, me, noble)
    game.do(offer_return, partner, me, noble)


def offer_return(game: Guillotine, me: Seat, owner: Seat, gained: Kind) -> None:
    """GU 5 clerical_error `collect`: the other takes one as well."""
    game.ask_open(me, returnable, take_back, owner, gained)


def returnable(game: Guillotine, me: Seat, owner: Seat, gained: Kind) -> list[Option]:
    """GU 5 clerical_error `collect`: he can't take back that very card; another copy of it he can."""
    heads = game.zones[pile(owner)].replace(bytes((gained,)), b"", 1)
    return [CARD | noble for noble in dict.fromkeys(heads)]


def take_back(game: Guillotine, option: Option, me: Seat, owner: Seat, gained: Kind) -> None:
    """GU 5 clerical_error `collect`: and resolves the effect himself; no noble with an effect has a copy."""
    noble = option & 255
    take(game, noble, owner, me, spared=noble == gained)
    take_effect(game, me, noble)


# Table cards.


def lay(game: Guillotine, me: Seat) -> None:
    """GU 2.2: a table card stays before its player."""
    lay_before(game, game.card, me)


def lay_before(game: Guillotine, kind: Kind, seat: Seat) -> None:
    """A table card lies before a seat."""
    game.tell(texts.LAYS, kind, seat)
    game.move(kind, PLAYED, table(seat))


def tough_crowd(game: Guillotine, me: Seat) -> None:
    """GU 5 tough_crowd: before another player."""
    game.ask_open(me, other_seats, boo)


def boo(game: Guillotine, option: Option, me: Seat) -> None:
    """GU 5 tough_crowd."""
    lay_before(game, TOUGH_CROWD, option & 255)


def twist_of_fate(game: Guillotine, me: Seat) -> None:
    """GU 5 twist_of_fate: one table card to the action discard pile."""
    game.ask_open(me, table_cards, untable)


def table_cards(game: Guillotine, me: Seat) -> list[Option]:
    """GU 5 twist_of_fate: only before other players, or before any."""
    seats = range(game.setup.seats)
    return [CARD | kind for seat in seats if seat != me or may_twist_own(game) for kind in game.zones[table(seat)]]


def may_twist_own(game: Guillotine) -> bool:
    """GU 5 twist_of_fate, option `twist_of_fate`."""
    return game.setup.options["twist_of_fate"] == "any"


def untable(game: Guillotine, option: Option, me: Seat) -> None:
    """GU 5 twist_of_fate: each table card is there once."""
    kind = option & 255
    owner = next(seat for seat in range(game.setup.seats) if kind in game.zones[table(seat)])
    discard(game, kind, table(owner), owner)


EFFECTS: Final = {
    STUMBLE: Effect(move_noble, ((-1, -1),), can_move),
    PUSHED: Effect(move_noble, ((-2, -2),), can_move),
    LIDIOT: Effect(move_noble, ((-1, -2),), can_move),
    TIS_A_FAR_BETTER_THING: Effect(move_noble, ((-3, -3),), can_move),
    WAS_THAT_MY_NAME: Effect(move_noble, ((-1, -3),), can_move),
    IGNOBLE_NOBLE: Effect(move_noble, ((-4, -4),), can_move),
    MAJESTY: Effect(move_noble, ((-1, -2), PURPLE), can_move),
    CIVIC_PRIDE: Effect(move_noble, ((-1, -2), GREEN), can_move),
    MILITARY_MIGHT: Effect(move_noble, ((-1, -2), RED), can_move),
    PUBLIC_DEMAND: Effect(choose_to_front, (ANYBODY,), somebody_in_line),
    LACK_OF_FAITH: Effect(lack_of_faith, needs=blue_in_line),
    FORWARD_MARCH: Effect(choose_to_front, (PALACE_GUARD,), is_in_line),
    LET_THEM_EAT_CAKE: Effect(choose_to_front, (MARIE_ANTOINETTE,), is_in_line),
    TRIP: Effect(move_noble, ((1, 1),), can_move),
    FRIEND_OF_THE_QUEEN: Effect(move_noble, ((1, 2),), can_move),
    FAINTING_SPELL: Effect(move_noble, ((1, 3),), can_move),
    BRIBED_GUARDS: Effect(bribed_guards),
    THE_LONG_WALK: Effect(the_long_walk),
    LATE_ARRIVAL: Effect(late_arrival, needs=deck_left),
    EXTRA_CART: Effect(extra_cart, needs=deck_left),
    FLED_TO_ENGLAND: Effect(fled_to_england, needs=somebody_in_line),
    CLOTHING_SWAP: Effect(clothing_swap, needs=can_swap_clothes),
    AFTER_YOU: Effect(after_you, needs=somebody_in_line),
    OPINIONATED_GUARDS: Effect(opinionated_guards),
    MILLING_IN_LINE: Effect(milling_in_line),
    CONFUSION_IN_LINE: Effect(confusion_in_line, needs=can_confuse),
    MASS_CONFUSION: Effect(mass_confusion),
    ESCAPE: Effect(escape),
    DOUBLE_FEATURE: Effect(double_feature),
    POLITICAL_INFLUENCE: Effect(political_influence),
    RUSH_JOB: Effect(rush_job),
    RAT_BREAK: Effect(rat_break, needs=something_discarded),
    LACK_OF_SUPPORT: Effect(lack_of_support, needs=can_inspect),
    INFIGHTING: Effect(infighting, needs=others_with_cards),
    FORCED_BREAK: Effect(forced_break),
    RAIN_DELAY: Effect(rain_delay),
    INFORMATION_EXCHANGE: Effect(information_exchange),
    SCARLET_PIMPERNEL: Effect(scarlet_pimpernel),
    MISSING_HEADS: Effect(missing_heads, needs=others_with_noble),
    MISSED: Effect(missed, needs=with_noble),
    CLERICAL_ERROR: Effect(clerical_error, needs=others_with_noble),
    FOREIGN_SUPPORT: Effect(lay),
    CHURCH_SUPPORT: Effect(lay),
    CIVIC_SUPPORT: Effect(lay),
    MILITARY_SUPPORT: Effect(lay),
    INDIFFERENT_PUBLIC: Effect(lay),
    FOUNTAIN_OF_BLOOD: Effect(lay),
    TOUGH_CROWD: Effect(tough_crowd),
    CALLOUS_GUARDS: Effect(lay),
    TWIST_OF_FATE: Effect(twist_of_fate, needs=table_cards),
}
