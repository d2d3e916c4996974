"""The rules of Guillotine: the table, the turn, the days and the scores. The cards are in `nobles` and `actions`."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from parlour.games.guillotine import texts
from parlour.games.guillotine.cards import (
    ACTION_DECK_CARDS,
    BLUE,
    CALLOUS_GUARDS,
    CHURCH_SUPPORT,
    CIVIC_SUPPORT,
    CONFUSION_IN_LINE,
    COUNT,
    COUNTESS,
    FINAL_PLAYS,
    FOREIGN_SUPPORT,
    FOUNTAIN_OF_BLOOD,
    GRAY,
    GREEN,
    INDIFFERENT_PUBLIC,
    LINE_CARDS,
    MASTER_SPY,
    MILITARY_SUPPORT,
    NOBLE_DECK_CARDS,
    NOBLES,
    PALACE_GUARD,
    POINTS,
    PURPLE,
    RED,
    SUITS,
    TOUGH_CROWD,
    TRAGIC_FIGURE,
    TRIP,
    UNPOPULAR_JUDGE,
)
from parlour.kernel.errors import BadPosition, UnknownName
from parlour.kernel.game import Game
from parlour.kernel.options import DISCARD, PASS, PLAY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from parlour.kernel.options import Kind, Option, Seat

LINE: Final = 0
NOBLE_DECK: Final = 1
NOBLE_DISCARD: Final = 2
ACTION_DECK: Final = 3
ACTION_DISCARD: Final = 4
PLAYED: Final = 5
FIRST_SEAT: Final = 6
TABLES: Final = slice(FIRST_SEAT + 2, None, 3)

LINE_LENGTH: Final = 12
HAND_SIZE: Final = 5
JUDGE: Final = bytes((UNPOPULAR_JUDGE,))
SPY: Final = bytes((MASTER_SPY,))
SUPPORTS: Final = {CHURCH_SUPPORT: BLUE, CIVIC_SUPPORT: GREEN, MILITARY_SUPPORT: RED}


class Effect(NamedTuple):
    """What a card does: its first step, the values that it keeps, and what must hold for it to be played."""

    step: Callable[..., None]
    kept: tuple[object, ...] = ()
    needs: Callable[..., object] | None = None


def hand(seat: Seat) -> int:
    """The zone of a seat's hand."""
    return FIRST_SEAT + 3 * seat


def pile(seat: Seat) -> int:
    """The zone of a seat's heads."""
    return FIRST_SEAT + 3 * seat + 1


def table(seat: Seat) -> int:
    """The zone of the table cards before a seat."""
    return FIRST_SEAT + 3 * seat + 2


class Guillotine(Game):
    """A table of Guillotine.

    Attributes:
        day: the number of the day, from 1.
        starter: who began the day.
        owed: the nobles still to be collected this turn.
        draws: the cards each seat draws at the end of this turn.
        day_over: whether Robespierre or the Scarlet Pimpernel has ended the day.
        robespierre: whether nothing more is collected this turn.
        rushed: the seats that may play no card in their next own turn, as a mask.
        confused: the seats before whose next collection the line is shuffled, as a mask.
        returned: whether an action card has gone from the open back into a hand or the deck, so that all have seen
            more of the hidden cards than how many there are.
    """

    __slots__ = ("confused", "day", "day_over", "draws", "owed", "returned", "robespierre", "rushed", "starter")
    day: int
    starter: Seat
    owed: int
    draws: list[int]
    day_over: bool
    robespierre: bool
    rushed: int
    confused: int
    returned: bool

    def set_up(self) -> None:
        """GU 1.1, 1.2, 1.3: a first player drawn, five action cards each, twelve nobles in line."""
        self.clear()
        self.starter = self.roll(self.setup.seats) - 1
        self.place_turn(self.starter)
        self.zones[NOBLE_DECK] = self.shuffle(NOBLE_DECK_CARDS)
        self.zones[ACTION_DECK] = self.shuffle(ACTION_DECK_CARDS)
        for seat in range(self.setup.seats):
            self.lay(ACTION_DECK, hand(seat), HAND_SIZE)
        self.lay(NOBLE_DECK, LINE, LINE_LENGTH)
        self.tell(texts.BEGINS, self.starter)

    def lay(self, zone: int, to: int, count: int) -> None:
        """Lay out cards before anybody has seen anything."""
        self.zones[to], self.zones[zone] = self.zones[zone][:count], self.zones[zone][count:]

    def clear(self) -> None:
        """The first day, nothing owed."""
        self.day = 1
        self.starter = 0
        self.owed = 0
        self.draws = [0] * self.setup.seats
        self.day_over = self.robespierre = self.returned = False
        self.rushed = self.confused = 0

    def next_turn(self) -> None:
        """GU 2.1: play, collect, draw; turns go to the left."""
        me = self.turn = (self.turn + 1) % self.setup.seats
        self.turns += 1
        self.owed = 1
        self.draws[me] = 1
        offer_play(self, me)
        self.do(collect, me)
        self.do(finish_turn, me)

    def scores(self) -> list[int]:
        """GU 6.1: the points of each seat."""
        return [score(self.zones[pile(seat)], self.zones[table(seat)]) for seat in range(self.setup.seats)]

    def values(self) -> dict[str, int | str]:
        """The day, who began it, and for seats whether a Rush Job or a Confusion in Line waits for them."""
        seats = range(self.setup.seats)
        return {
            "day": self.day,
            "starter": self.starter,
            **{f"rush_job.{seat}": self.rushed >> seat & 1 for seat in seats},
            **{f"confusion.{seat}": self.confused >> seat & 1 for seat in seats},
        }

    def copy(self) -> Guillotine:
        """The same state, independent of this one."""
        new = super().copy()
        new.day = self.day
        new.starter = self.starter
        new.owed = self.owed
        new.draws = self.draws.copy()
        new.day_over = self.day_over
        new.robespierre = self.robespierre
        new.rushed = self.rushed
        new.confused = self.confused
        new.returned = self.returned
        return new

    def decks(self) -> list[bytes]:
        """The nobles and the action cards."""
        return [NOBLE_DECK_CARDS, ACTION_DECK_CARDS]

    def place_values(self, values: Mapping[str, int], sizes: Mapping[str, int]) -> None:
        """The day, its starter, and for seats ``rush_job.N`` and, where it may be delayed, ``confusion.N``."""
        self.clear()
        seats = range(self.setup.seats)
        for name, number in values.items():
            if name not in self.values():
                raise UnknownName("value", name, list(self.values()))
            least, most = self.limits(name.partition(".")[0])
            if not least <= number <= most:
                raise BadPosition(f"{name} can't be {number}: expected {least} to {most}", name)
        self.day = values.get("day", 1)
        self.starter = values.get("starter", 0)
        self.rushed = sum(values.get(f"rush_job.{seat}", 0) << seat for seat in seats)
        self.confused = sum(values.get(f"confusion.{seat}", 0) << seat for seat in seats)

    def limits(self, name: str) -> tuple[int, int]:
        """The least and the most that a value can be, by the first part of its name."""
        most = {
            "day": int(str(self.setup.options["days"])),
            "starter": self.setup.seats - 1,
            "confusion": 0 if confusion_reacts(self) else 1,
        }
        return (1 if name == "day" else 0), most.get(name, 1)

    def normal_size(self, zone: int) -> int:
        """GU 1.1, 1.2."""
        if zone == LINE:
            return LINE_LENGTH
        return HAND_SIZE if zone >= FIRST_SEAT and (zone - FIRST_SEAT) % 3 == 0 else 0

    def rest_zones(self, deck: int) -> list[int]:
        """What is left is in the deck, or else discarded."""
        return [ACTION_DECK, ACTION_DISCARD] if deck else [NOBLE_DECK, NOBLE_DISCARD]

    def fits(self, card: Kind, zone: int) -> bool:
        """Nobles and action cards have their own zones; only some cards stay on a table."""
        noble = card < len(NOBLES)
        if zone < FIRST_SEAT:
            return zone != PLAYED and noble == (zone <= NOBLE_DISCARD)
        part = (zone - FIRST_SEAT) % 3
        return noble == (part == 1) and (part != 2 or SUITS[card] == "table")


def others(game: Guillotine, me: Seat) -> list[Seat]:
    """The other seats, from the left."""
    seats = game.setup.seats
    return [(me + step) % seats for step in range(1, seats)]


# The play step.


def offer_play(game: Guillotine, me: Seat) -> None:
    """GU 2.1: play at most one action card; before that the owner of Callous Guards may discard them."""
    stop(game)
    game.ask(me, plays, play)


def plays(game: Guillotine, me: Seat) -> list[Option]:
    """GU 2.1: pass, or one of the cards in hand that can be played."""
    if is_rushed(game, me) or judge_in_front(game):
        return [PASS]
    held = sorted(set(game.zones[hand(me)]))
    if is_guarded(game):
        held = [kind for kind in held if kind not in LINE_CARDS]
    return [PASS, *[PLAY | kind for kind in held if can_play(game, me, kind)]]


def can_play(game: Guillotine, me: Seat, kind: Kind) -> object:
    """GU 5.6, R3: a card with no legal target can't be played: something true if there is one."""
    _, kept, needs = game.spec.effects[kind]
    return needs is None or needs(game, me, *kept)


def is_rushed(game: Guillotine, me: Seat) -> bool:
    """GU 5 rush_job: no action card in one's own turn."""
    return bool(game.rushed >> me & 1)


def judge_in_front(game: Guillotine) -> bool:
    """GU 4.8: nobody can play an action card."""
    return game.zones[LINE][:1] == JUDGE


def is_guarded(game: Guillotine) -> bool:
    """GU 5 callous_guards, 5.5: while they lie on a table nobody can play a card that changes the line."""
    return CALLOUS_GUARDS in b"".join(game.zones[TABLES])


def stop(game: Guillotine) -> None:
    """GU 5 callous_guards: their owner alone may discard them between effects; known to all."""
    if is_guarded(game):
        owner = next(seat for seat in range(game.setup.seats) if CALLOUS_GUARDS in game.zones[table(seat)])
        game.ask(owner, guard_options, guard)


def guard_options(game: Guillotine, me: Seat) -> list[Option]:
    """Keep them or discard them."""
    return [PASS, DISCARD | CALLOUS_GUARDS]


def guard(game: Guillotine, option: Option, me: Seat) -> None:
    """GU 5 callous_guards: discarding them is not playing a card (GU 4.7)."""
    if option != PASS:
        discard(game, CALLOUS_GUARDS, table(me), me)


def play(game: Guillotine, option: Option, me: Seat) -> None:
    """GU 2.1: a card, or none."""
    if option == PASS:
        game.tell(texts.NO_CARD, me)
        return
    start_card(game, option & 255, me)
    game.do(end_play, option & 255, me)


def end_play(game: Guillotine, kind: Kind, me: Seat) -> None:
    """GU 2.3: Trip lets its player play one more; GU 5 callous_guards: a stop, if none comes before a collection."""
    finish_card(game, kind)
    if kind == TRIP:
        offer_play(game, me)
    elif not is_owed(game):
        stop(game)


def start_card(game: Guillotine, kind: Kind, me: Seat) -> None:
    """GU 2.2: a played card is read and carried out."""
    game.tell(texts.PLAYS, me, kind)
    game.move(kind, hand(me), PLAYED)
    if spy_moves_first(game):
        move_spy(game)
    do_effect(game, kind, me)


def do_effect(game: Guillotine, kind: Kind, me: Seat) -> None:
    """Do the first step of a card."""
    step, kept, _ = game.spec.effects[kind]
    game.card = kind
    step(game, me, *kept)


def finish_card(game: Guillotine, kind: Kind) -> None:
    """GU 2.2: only now it reaches the discard pile; GU 4.7: a Master Spy goes to the end."""
    if kind in game.zones[PLAYED]:
        game.move(kind, PLAYED, ACTION_DISCARD)
    if not spy_moves_first(game):
        move_spy(game)


def spy_moves_first(game: Guillotine) -> bool:
    """GU 4.7, option `master_spy`."""
    return game.setup.options["master_spy"] == "before"


def move_spy(game: Guillotine) -> None:
    """GU 4.7: a Master Spy in line goes to the end."""
    line = game.zones[LINE]
    if MASTER_SPY in line[:-1]:
        game.tell(texts.SPY_MOVES, MASTER_SPY)
        game.put(MASTER_SPY, LINE, LINE, len(line) - 1)


def line_as_found(game: Guillotine) -> bytes:
    """GU 4.7, option `master_spy`: the line as a card will find it that is played now."""
    line = game.zones[LINE]
    return line.replace(SPY, b"") + SPY if SPY in line and spy_moves_first(game) else line


def discard(game: Guillotine, kind: Kind, zone: int, owner: Seat) -> None:
    """GU 1.4: an action card of a seat goes to the discard pile, for all to see."""
    game.tell(texts.DISCARDS, kind, owner)
    game.move(kind, zone, ACTION_DISCARD)


# The collect step.


def collect(game: Guillotine, me: Seat) -> None:
    """GU 2.5: the collections owed, one after the other."""
    if is_owed(game):
        game.owed -= 1
        collect_front(game, me)
        if game.owed:
            game.do(collect, me)


def is_owed(game: Guillotine) -> bool:
    """GU 2.5: whether a collection follows in this turn."""
    return bool(game.owed) and can_collect(game)


def can_collect(game: Guillotine) -> bool:
    """GU 2.6, 4.2: somebody is in line, and Robespierre has not put an end to collecting."""
    return bool(game.zones[LINE]) and not game.robespierre


def collect_front(game: Guillotine, me: Seat) -> None:
    """GU 2.4: take the noble in front; the stop and the window for Confusion in Line come before it."""
    stop(game)
    game.do(open_window, me)


def open_window(game: Guillotine, me: Seat) -> None:
    """GU 5 confusion_in_line: who may hold it is asked, in secret; or one that waits for the collector works now."""
    if game.confused >> me & 1:
        game.confused &= ~(1 << me)
        shuffle_line(game)
    seats = suspects(game, me) if window_opens(game) else []
    if seats:
        game.ask_all(seats, interruptions, interrupt)
        game.do(collected, me, LINE)
    else:
        collected(game, me, LINE)


def suspects(game: Guillotine, me: Seat) -> list[Seat]:
    """GU 5.7: the other seats that are asked for Confusion in Line."""
    return [seat for seat in range(game.setup.seats) if seat != me and is_suspect(game, seat)]


def confusion_reacts(game: Guillotine) -> bool:
    """GU 5 confusion_in_line, option `confusion`: played out of turn, or on the own turn with delay."""
    return game.setup.options["confusion"] == "reaction"


def window_opens(game: Guillotine) -> bool:
    """GU 5 confusion_in_line: not with fewer than two in line, a Judge in front or Callous Guards on a table."""
    return (
        confusion_reacts(game)
        and CONFUSION_IN_LINE not in game.zones[ACTION_DISCARD]
        and len(game.zones[LINE]) > 1
        and not judge_in_front(game)
        and not is_guarded(game)
    )


def is_suspect(game: Guillotine, seat: Seat) -> bool:
    """GU 5.7: whether a seat may hold Confusion in Line as far as all have seen, never whether it does.

    A brisk game asks nobody for whom passing is the only choice. Until a card has come back from the open all hidden
    cards look the same to everybody; from then on only what the spectator knows can tell.
    """
    if game.brisk:
        return CONFUSION_IN_LINE in game.zones[hand(seat)]
    if not game.returned:
        return bool(game.zones[hand(seat)])
    known = game.knowledge(game.setup.seats)
    here = known.zone_mask(hand(seat))
    return any(mask & here and CONFUSION_IN_LINE in kinds for mask, kinds in known.groups)


def interruptions(game: Guillotine, me: Seat) -> list[Option]:
    """Pass, or the card if it is in hand."""
    return [PASS, PLAY | CONFUSION_IN_LINE] if CONFUSION_IN_LINE in game.zones[hand(me)] else [PASS]


def interrupt(game: Guillotine, picks: dict[Seat, Option]) -> None:
    """GU 5 confusion_in_line: the line is shuffled, then a Master Spy goes to the end."""
    for seat, option in picks.items():
        if option != PASS:
            start_card(game, CONFUSION_IN_LINE, seat)
            game.do(finish_card, CONFUSION_IN_LINE)


def shuffle_line(game: Guillotine) -> None:
    """The whole line is shuffled."""
    game.tell(texts.SHUFFLED)
    game.arrange(LINE, game.shuffle(game.zones[LINE]))


def collected(game: Guillotine, me: Seat, zone: int) -> None:
    """GU 2.4, 4.1: the first noble of a zone goes on top of the collector's pile, and its effect resolves."""
    noble = game.zones[zone][0]
    game.tell(texts.COLLECTS, me, noble)
    game.draw(zone, pile(me), 1)
    take_effect(game, me, noble)


def take_effect(game: Guillotine, me: Seat, noble: Kind) -> None:
    """GU 5 foreign_support, GU 4: what collecting a noble sets off."""
    if FOREIGN_SUPPORT in game.zones[table(me)] and SUITS[noble] == PURPLE:
        draw(game, me, 1)
    if noble in game.spec.effects:
        do_effect(game, noble, me)


# The draw step and the end of a turn.


def finish_turn(game: Guillotine, me: Seat) -> None:
    """GU 2.7, 3.1: the draws of this turn, of its player first; then the day may end."""
    for seat in (me, *others(game, me)):
        if game.draws[seat]:
            draw(game, seat, game.draws[seat])
            game.draws[seat] = 0
    game.rushed &= ~(1 << me)
    if day_ends(game):
        end_day(game, me)
    game.robespierre = game.day_over = False


def draw(game: Guillotine, seat: Seat, count: int) -> None:
    """GU 2.8: draw action cards, as far as there are any."""
    drawn = take_cards(game, seat, count)
    if len(drawn) == 1:
        game.tell(texts.DRAWS_ONE, seat)
    elif drawn:
        game.tell(texts.DRAWS, seat, len(drawn))
    tell_drawn(game, seat, drawn)
    if len(drawn) < count:
        game.tell(texts.NONE_LEFT)


def take_cards(game: Guillotine, seat: Seat, count: int) -> bytes:
    """GU 2.8: action cards go from the deck, made new where it is empty, to a hand; returns which."""
    drawn = b""
    while len(drawn) < count and renew_deck(game):
        cards = game.zones[ACTION_DECK][: count - len(drawn)]
        game.draw(ACTION_DECK, hand(seat), len(cards))
        drawn += cards
    return drawn


def tell_drawn(game: Guillotine, seat: Seat, cards: bytes) -> None:
    """What a seat drew, to it alone."""
    for kind in cards:
        game.tell_some(1 << seat, texts.DRAWN, kind)


def renew_deck(game: Guillotine) -> bool:
    """GU 2.8: whether there is a card to draw; an empty deck is made of the discard pile."""
    if not game.zones[ACTION_DECK] and game.zones[ACTION_DISCARD]:
        game.returned = True
        game.tell(texts.RESHUFFLED)
        game.move_all(ACTION_DISCARD, ACTION_DECK)
        game.shuffle_zone(ACTION_DECK)
    return bool(game.zones[ACTION_DECK])


# Days.


def day_ends(game: Guillotine) -> bool:
    """GU 3.1: nobody is in line, or Robespierre or the Scarlet Pimpernel has ended the day."""
    return game.day_over or not game.zones[LINE]


def end_day(game: Guillotine, me: Seat) -> None:
    """GU 3.1, 3.3: what is left in line is discarded; a new day, or the end."""
    game.tell(texts.DAY_ENDS, game.day)
    game.move_all(LINE, NOBLE_DISCARD)
    if is_last_day(game):
        end_game(game, me)
    else:
        new_day(game)


def is_last_day(game: Guillotine) -> bool:
    """GU 3.3: after the last day, or with no nobles for a new one."""
    return game.day == game.setup.options["days"] or not game.zones[NOBLE_DECK]


def new_day(game: Guillotine) -> None:
    """GU 3.2: twelve nobles, or what the deck still has."""
    game.day += 1
    if not next_player_begins(game):
        game.turn = game.starter
    game.starter = (game.turn + 1) % game.setup.seats
    game.draw(NOBLE_DECK, LINE, LINE_LENGTH)
    game.tell(texts.NEW_DAY, game.day, len(game.zones[LINE]))
    game.tell(texts.BEGINS, game.starter)


def next_player_begins(game: Guillotine) -> bool:
    """GU 3.2, option `next_day`: the player after the one whose turn ended the day, or left of the day's starter."""
    return game.setup.options["next_day"] == "next_player"


def end_game(game: Guillotine, me: Seat) -> None:
    """GU 3.4: the final plays, once round from the next player; then the result."""
    if final_plays_on(game):
        for seat in (*others(game, me), me):
            game.do(offer_final, seat)
    game.do(name_winners)


def final_plays_on(game: Guillotine) -> bool:
    """GU 3.4, option `final_plays`."""
    return game.setup.options["final_plays"] == "on"


def offer_final(game: Guillotine, me: Seat) -> None:
    """GU 3.4: a seat with cards may play as many as it likes."""
    if game.zones[hand(me)]:
        game.ask(me, final_options, final_play)


def final_options(game: Guillotine, me: Seat) -> list[Option]:
    """GU 3.4: pass, or one of the six cards; nothing hinders them."""
    return [PASS, *(PLAY | kind for kind in sorted(set(game.zones[hand(me)])) if kind in FINAL_PLAYS)]


def final_play(game: Guillotine, option: Option, me: Seat) -> None:
    """GU 3.4: the card, which stays on a table, then perhaps another."""
    if option != PASS:
        start_card(game, option & 255, me)
        game.do(offer_final, me)


def name_winners(game: Guillotine) -> None:
    """GU 3.5: most points; equal points share the win."""
    points = game.scores()
    game.winners = tuple(seat for seat, total in enumerate(points) if total == max(points))
    for seat in game.winners:
        game.tell(texts.WINS if len(game.winners) == 1 else texts.SHARES, seat, points[seat])


# Scores.


def score(heads: bytes, cards: bytes) -> int:
    """GU 6.1: a pile with the table cards before its owner."""
    total = sum(head_values(heads, indifferent=INDIFFERENT_PUBLIC in cards))
    for support, suit in SUPPORTS.items():
        if support in cards:
            total += sum(SUITS[head] == suit for head in heads)
    return total + 2 * (FOUNTAIN_OF_BLOOD in cards) - 2 * (TOUGH_CROWD in cards)


def head_values(heads: bytes, *, indifferent: bool) -> Iterator[int]:
    """GU 4.11, 6.1: what each head of a pile is worth; with Indifferent Public each gray card counts +1."""
    counts = Counter(heads)
    for head in heads:
        if SUITS[head] == GRAY and indifferent:
            yield 1
        elif head == PALACE_GUARD:
            yield counts[PALACE_GUARD]
        elif head in (COUNT, COUNTESS):
            yield 4 if counts[COUNT] and counts[COUNTESS] else 2
        elif head == TRAGIC_FIGURE:
            yield -sum(SUITS[other] == GRAY for other in heads)
        else:
            yield POINTS[head]


PREDICATES: Final = {
    "GU 2.5": "is_owed",
    "GU 2.6": "can_collect",
    "GU 3.1": "day_ends",
    "GU 3.2": "next_player_begins",
    "GU 3.3": "is_last_day",
    "GU 3.4": "final_plays_on",
    "GU 4.7": "spy_moves_first",
    "GU 4.8": "judge_in_front",
    "GU 4.9": "clown_may_stay",
    "GU 5.5": "is_guarded",
    "GU 5.6": "can_play",
    "GU 5.7": "is_suspect",
    "GU 5 confusion_in_line": "confusion_reacts",
    "GU 5 rush_job": "is_rushed",
    "GU 5 clerical_error": "errors_are_collected",
    "GU 5 twist_of_fate": "may_twist_own",
    "GU 5 callous_guards": "is_guarded",
}
"""Rule number to the function that decides it."""
