"""The rules of Get the MacGuffin: a function each, with the number of its rule."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from parlour.games.get_the_macguffin import texts
from parlour.games.get_the_macguffin.cards import (
    BACKUP_MACGUFFIN,
    CAN_I_USE_THAT,
    GARBAGE_COLLECTOR,
    GRAND_MARSHAL,
    IM_NOT_DEAD_YET,
    OBJECTS,
    THE_ASSASSIN,
    THE_CROWN,
    THE_FIST_OF_DOOM,
    THE_HIPPIE,
    THE_INTERROGATOR,
    THE_MACGUFFIN,
    THE_MERCHANT,
    THE_MONEY,
    THE_PAPER,
    THE_ROCK,
    THE_SCISSORS,
    THE_SHRUGMASTER,
    THE_SPY,
    THE_SWITCHEROO,
    THE_THIEF,
    TOMB_ROBBERS,
    VORTEX,
    WHEEL_OF_FORTUNE,
)
from parlour.kernel.errors import BadPosition
from parlour.kernel.game import ONE, Game
from parlour.kernel.options import CARD, DISCARD, LAY, LEFT, PLAY, RIGHT, SEAT, USE, VERB

if TYPE_CHECKING:
    from collections.abc import Callable

    from parlour.kernel.chance import Rng
    from parlour.kernel.options import Kind, Option, Seat

BEATS: Final = {THE_ROCK: THE_SCISSORS, THE_PAPER: THE_ROCK, THE_SCISSORS: THE_PAPER}


class GetTheMacguffin(Game):
    """A table of Get the MacGuffin.

    The zones are ``hand.N``, then ``table.N``, then the tomb and the discard pile.

    Attributes:
        players: the seats still in, in order (MG 4.3).
    """

    __slots__ = ("players",)
    players: bytes

    def set_up(self) -> None:
        """MG 1.1, 1.2: the same number of cards to everyone, the rest into the tomb; left of a random dealer begins."""
        seats = self.setup.seats
        size = hand_size(seats)
        cards = self.shuffle(self.decks()[0])
        for seat in range(seats):
            self.zones[seat] = cards[seat * size : (seat + 1) * size]
        self.zones[2 * seats] = cards[seats * size :]
        self.turn = self.roll(seats) - 1
        self.players = bytes(range(seats))

    def next_turn(self) -> None:
        """MG 2.5, 2.6, 4.3: see who is out, then the next player still in moves, or the last one in wins."""
        gone = without_cards(self)
        if is_over(self):
            end(self, list(self.players) or gone)
        else:
            self.turn = others(self, self.turn)[0]
            self.turns += 1
            self.ask(self.turn, moves, act)

    def scores(self) -> list[float]:
        """The share of the win of each seat."""
        return [1 / len(self.winners) if seat in self.winners else 0 for seat in range(self.setup.seats)]

    def decks(self) -> list[bytes]:
        """All 23 cards, each different."""
        return [bytes(range(len(self.spec.cards)))]

    def normal_size(self, zone: int) -> int:
        """MG 1.1: a full hand, nothing on the tables."""
        return hand_size(self.setup.seats) if zone < self.setup.seats else 0

    def rest_zones(self, deck: int) -> list[int]:
        """What is left lies in the tomb."""
        return [2 * self.setup.seats, 2 * self.setup.seats + 1]

    def fits(self, card: Kind, zone: int) -> bool:
        """Only Objects lie on a table."""
        return is_object(card) or not self.setup.seats <= zone < 2 * self.setup.seats

    def placed(self, rng: Rng) -> None:
        """MG 2.5: who has no cards is out.

        Raises:
            BadPosition: fewer than two seats have cards.
        """
        self.players = bytes(seat for seat in range(self.setup.seats) if has_cards(self, seat))
        if is_over(self):
            raise BadPosition("fewer than two seats have cards: expected a position in which the game goes on")

    def copy(self) -> GetTheMacguffin:
        """The same state, independent of this one."""
        new = super().copy()
        new.players = self.players
        return new


def hand_size(seats: int) -> int:
    """MG 1.1: the cards dealt to each seat."""
    return min(5, 23 // seats)


# The turn.


def without_cards(game: GetTheMacguffin) -> list[Seat]:
    """MG 2.5: the seats that have just lost their last card; they are out for good."""
    gone = [seat for seat in game.players if not has_cards(game, seat)]
    for seat in gone:
        game.players = game.players.replace(ONE[seat], b"")
        game.tell(texts.OUT, seat)
    return gone


def has_cards(game: GetTheMacguffin, seat: Seat) -> bool:
    """MG 2.3, 2.5: whether a seat has a card in hand or on the table."""
    return bool(game.zones[seat] or game.zones[game.setup.seats + seat])


def is_over(game: GetTheMacguffin) -> bool:
    """MG 2.6: whether one player at most is still in."""
    return len(game.players) < 2


def end(game: GetTheMacguffin, winners: list[Seat]) -> None:
    """MG 2.6: the last one in wins; those who went out together share it."""
    game.winners = tuple(winners)
    for seat in winners:
        game.tell(texts.WINS if len(winners) == 1 else texts.SHARES, seat)


def moves(game: GetTheMacguffin, me: Seat) -> list[Option]:
    """MG 2.1: play an Action, lay, use or discard an Object.

    A hand is sorted, for the order in which its cards came is nobody's business once it goes round.
    """
    options = [FIRST_MOVE[kind] for kind in sorted(game.zones[me])]
    for kind in game.zones[game.setup.seats + me]:
        if POWERS[kind](game, me, kind):
            options.append(USE | kind)
        options.append(DISCARD | kind)
    return options


def act(game: GetTheMacguffin, option: Option, me: Seat) -> None:
    """MG 2.1: what a turn does."""
    verb, kind = option & VERB, option & 255
    seats = game.setup.seats
    if verb == PLAY:
        game.tell(texts.PLAYS, me, kind)
        game.move(kind, me, 2 * seats + 1)
        carry_out(game, me, kind)
    elif verb == LAY:
        game.tell(texts.LAYS, me, kind)
        game.move(kind, me, seats + me)
    elif verb == USE:
        carry_out(game, me, kind)
    else:
        game.tell(texts.DISCARDS, me, kind)
        game.move(kind, seats + me, 2 * seats + 1)


def is_object(kind: Kind) -> bool:
    """MG 2.1, 4 can_i_use_that: Objects are laid on a table, Actions are carried out."""
    return kind < OBJECTS


FIRST_MOVE: Final = tuple(LAY | kind if is_object(kind) else PLAY | kind for kind in range(23))


def carry_out(game: GetTheMacguffin, me: Seat, kind: Kind) -> None:
    """MG 2.1, 2.2: follow an Action that has been discarded, or use an Object."""
    game.card = kind
    EFFECTS[kind](game, me)


# Who and what can be chosen: all of it follows from what everybody sees.


def others(game: GetTheMacguffin, me: Seat) -> list[Seat]:
    """The other players still in, clockwise (MG 4.3)."""
    players = game.players
    return [seat for seat in players if seat > me] + [seat for seat in players if seat < me]


def partners(game: GetTheMacguffin, me: Seat) -> list[Option]:
    """The other players still in."""
    return [SEAT | seat for seat in others(game, me)]


def hands(game: GetTheMacguffin, me: Seat) -> list[Option]:
    """The other players with a hand."""
    return [SEAT | seat for seat in others(game, me) if game.zones[seat]]


def in_play(game: GetTheMacguffin, but: Seat = -1) -> list[Option]:
    """The Objects in play (MG 2.3), not those of one seat."""
    seats = game.setup.seats
    return [CARD | kind for seat in range(seats) if seat != but for kind in game.zones[seats + seat]]


def loot(game: GetTheMacguffin, me: Seat) -> list[Option]:
    """Another player's Object in play, or a random card of another player's hand."""
    return in_play(game, me) + hands(game, me)


def has_target(game: GetTheMacguffin, me: Seat, targets: Callable[[GetTheMacguffin, Seat], list[Option]]) -> bool:
    """MG 2.2: whether anything can be chosen."""
    return bool(targets(game, me))


def aim(game: GetTheMacguffin, me: Seat, targets: Callable[..., list[Option]], then: Callable[..., None]) -> None:
    """MG 2.2: an Action's target is chosen; without one nothing happens."""
    if has_target(game, me, targets):
        game.ask_open(me, targets, then)
    else:
        game.tell(texts.NOTHING)


def owner_of(game: GetTheMacguffin, kind: Kind) -> Seat | None:
    """Whose table an Object is on."""
    seats = game.setup.seats
    for seat in range(seats):
        if kind in game.zones[seats + seat]:
            return seat
    return None


# Objects (MG 3): whether the power applies, and what it does.


def is_macguffin(game: GetTheMacguffin, kind: Kind) -> bool:
    """MG 3 backup_macguffin: the Backup is the MacGuffin while the real one is not in play."""
    return kind == THE_MACGUFFIN or owner_of(game, THE_MACGUFFIN) is None


def can_stall(game: GetTheMacguffin, me: Seat, kind: Kind) -> bool:
    """MG 3 the_macguffin: with an empty hand and no other Object of one's own."""
    return not game.zones[me] and len(game.zones[game.setup.seats + me]) == 1 and is_macguffin(game, kind)


def can_pass(game: GetTheMacguffin, me: Seat, kind: Kind) -> bool:
    """MG 3 the_crown: unless a MacGuffin or the Backup is in play, whoever's."""
    return not macguffin_in_play(game)


def can_buy(game: GetTheMacguffin, me: Seat, kind: Kind) -> bool:
    """MG 3 the_money: not without a target."""
    return has_target(game, me, loot)


def can_beat(game: GetTheMacguffin, me: Seat, kind: Kind) -> bool:
    """MG 3 the_rock, the_paper, the_scissors: only where another player has what it beats in play."""
    return owner_of(game, BEATS[kind]) not in (None, me)


def stall(game: GetTheMacguffin, me: Seat) -> None:
    """MG 3 the_macguffin, backup_macguffin: picked up and laid down again."""
    game.tell(texts.STALLS, me, game.card)


def pass_turn(game: GetTheMacguffin, me: Seat) -> None:
    """MG 3 the_crown: pass."""
    game.tell(texts.PASSES, me)


def buy(game: GetTheMacguffin, me: Seat) -> None:
    """MG 3 the_money: discard it, then take as the Thief does."""
    game.tell(texts.PAYS, me, game.card)
    discard_object(game, game.card)
    game.ask_open(me, loot, steal)


def beat(game: GetTheMacguffin, me: Seat) -> None:
    """MG 3 the_rock, the_paper, the_scissors: the beaten Object is discarded."""
    beaten = BEATS[game.card]
    game.tell(texts.USES, me, game.card, owner_in_play(game, beaten), beaten)
    discard_object(game, beaten)


def owner_in_play(game: GetTheMacguffin, kind: Kind) -> Seat:
    """Whose table an Object in play is on."""
    owner = owner_of(game, kind)
    assert owner is not None
    return owner


def discard_object(game: GetTheMacguffin, kind: Kind) -> None:
    """An Object in play goes to the discard pile."""
    seats = game.setup.seats
    game.move(kind, seats + owner_in_play(game, kind), 2 * seats + 1)


# Actions (MG 4).


def the_merchant(game: GetTheMacguffin, me: Seat) -> None:
    """MG 4 the_merchant: of two or more owners of Objects two swap; else one other than oneself gives one."""
    if is_swap(game):
        game.ask_open(me, first_to_swap, swap_first)
    else:
        aim(game, me, others_objects, move_object)


def is_swap(game: GetTheMacguffin) -> bool:
    """MG 4 the_merchant: whether two or more players have Objects in play."""
    seats = game.setup.seats
    return sum(1 for table in game.zones[seats : 2 * seats] if table) > 1


def others_objects(game: GetTheMacguffin, me: Seat) -> list[Option]:
    """The Objects in play of other players."""
    return in_play(game, me)


def move_object(game: GetTheMacguffin, option: Option, me: Seat) -> None:
    """MG 4 the_merchant: an Object moves to one's own table."""
    kind, seats = option & 255, game.setup.seats
    owner = owner_in_play(game, kind)
    game.tell(texts.GIVES, kind, owner, me)
    game.move(kind, seats + owner, seats + me)


def first_to_swap(game: GetTheMacguffin, me: Seat) -> list[Option]:
    """The Objects in play; of a single pair one, for then nothing is left to choose."""
    options = in_play(game)
    return options if len(options) > 2 else options[:1]


def swap_first(game: GetTheMacguffin, option: Option, me: Seat) -> None:
    """MG 4 the_merchant: one of the two Objects."""
    game.ask_open(me, second_to_swap, swap_second, option & 255)


def second_to_swap(game: GetTheMacguffin, me: Seat, first: Kind) -> list[Option]:
    """The Objects in play of the players who don't own the first."""
    return in_play(game, owner_in_play(game, first))


def swap_second(game: GetTheMacguffin, option: Option, me: Seat, first: Kind) -> None:
    """MG 4 the_merchant: two Objects swap, table to table."""
    second, seats = option & 255, game.setup.seats
    owner, other = owner_in_play(game, first), owner_in_play(game, second)
    game.tell(texts.SWAPS, owner, other, first, second)
    game.move(first, seats + owner, seats + other)
    game.move(second, seats + other, seats + owner)


def the_thief(game: GetTheMacguffin, me: Seat) -> None:
    """MG 4 the_thief: take another player's Object in play or a random card of another player's hand."""
    aim(game, me, loot, steal)


def steal(game: GetTheMacguffin, option: Option, me: Seat) -> None:
    """MG 3 the_money, MG 4 the_thief: into one's own hand."""
    if option & VERB == SEAT:
        take_random(game, me, option & 255)
    else:
        take_object(game, me, option & 255)


def take_object(game: GetTheMacguffin, me: Seat, kind: Kind) -> None:
    """MG 4.1: an Object taken from a table into a hand stays known to all."""
    owner = owner_in_play(game, kind)
    game.tell(texts.TAKES_OBJECT, me, kind, owner)
    game.move(kind, game.setup.seats + owner, me)


def take_random(game: GetTheMacguffin, me: Seat, victim: Seat) -> None:
    """MG 4.1: a random card taken from a hand is known to taker and victim only."""
    kind = game.pick_card(game.zones[victim])
    game.tell(texts.TAKES_CARD, me, victim)
    game.tell_some(1 << me | 1 << victim, texts.CARD_TAKEN, kind)
    game.move(kind, victim, me)


def garbage_collector(game: GetTheMacguffin, me: Seat) -> None:
    """MG 4 garbage_collector: look through the discard pile, take one card, show it, into hand."""
    aim(game, me, garbage, collect_garbage)


def garbage(game: GetTheMacguffin, me: Seat) -> list[Option]:
    """The discard pile without the Garbage Collector itself."""
    return [CARD | kind for kind in game.zones[2 * game.setup.seats + 1] if is_garbage(kind)]


def is_garbage(kind: Kind) -> bool:
    """MG 4 garbage_collector: any card but itself."""
    return kind != GARBAGE_COLLECTOR


def collect_garbage(game: GetTheMacguffin, option: Option, me: Seat) -> None:
    """MG 4 garbage_collector: the card is shown and goes to the hand."""
    game.tell(texts.COLLECTS, me, option & 255)
    game.move(option & 255, 2 * game.setup.seats + 1, me)


def tomb_robbers(game: GetTheMacguffin, me: Seat) -> None:
    """MG 4 tomb_robbers: a random card of the tomb into hand, unseen by the others."""
    if is_robbed(game):
        game.tell(texts.NOTHING)
    else:
        rob(game, me)


def is_robbed(game: GetTheMacguffin) -> bool:
    """MG 4 tomb_robbers: whether the tomb is empty."""
    return not game.zones[2 * game.setup.seats]


def rob(game: GetTheMacguffin, me: Seat) -> None:
    """MG 4 tomb_robbers: only the robber sees the card."""
    tomb = 2 * game.setup.seats
    kind = game.pick_card(game.zones[tomb])
    game.tell(texts.ROBS, me)
    game.tell_some(1 << me, texts.CARD_TAKEN, kind)
    game.move(kind, tomb, me)


def the_spy(game: GetTheMacguffin, me: Seat) -> None:
    """MG 4 the_spy: look at another player's whole hand."""
    aim(game, me, hands, spy)


def spy(game: GetTheMacguffin, option: Option, me: Seat) -> None:
    """MG 4 the_spy: only the spy sees it."""
    victim = option & 255
    game.tell(texts.SPIES, me, victim)
    for kind in sorted(game.zones[victim]):
        game.tell_some(1 << me, texts.SEES, victim, kind)
    game.show(game.zones[victim], victim, 1 << me)


def the_interrogator(game: GetTheMacguffin, me: Seat) -> None:
    """MG 4 the_interrogator: the MacGuffin is shown, or where that can't be the Backup; else nothing."""
    if macguffin_in_play(game):
        game.tell(texts.NOTHING)
    elif not confesses(game, me, THE_MACGUFFIN):
        confesses(game, me, BACKUP_MACGUFFIN)


def macguffin_in_play(game: GetTheMacguffin) -> bool:
    """MG 4 the_interrogator: the MacGuffin, or the Backup instead of it, is in play."""
    return owner_of(game, THE_MACGUFFIN) is not None or owner_of(game, BACKUP_MACGUFFIN) is not None


def confesses(game: GetTheMacguffin, me: Seat, kind: Kind) -> bool:
    """MG 4 the_interrogator: who holds the card in hand must show it; that nobody has to is known to all."""
    everyone = game.setup.everyone
    for seat in others(game, me):
        if kind in game.zones[seat]:
            game.tell(texts.CONFESSES, seat, kind)
            game.show(ONE[kind], seat, everyone)
            return True
    game.tell(texts.DENIES, kind)
    for seat in others(game, me):
        game.rule_out(ONE[kind], seat, everyone)
    return False


def the_assassin(game: GetTheMacguffin, me: Seat) -> None:
    """MG 4 the_assassin: a Crown in play is discarded, one's own as well; else any Object or a random card."""
    if crown_in_play(game):
        lose_object(game, THE_CROWN)
    else:
        aim(game, me, prey, destroy)


def crown_in_play(game: GetTheMacguffin) -> bool:
    """MG 4 the_assassin: whoever's it is."""
    return owner_of(game, THE_CROWN) is not None


def prey(game: GetTheMacguffin, me: Seat) -> list[Option]:
    """Any Object in play, or a random card of another player's hand."""
    return in_play(game) + hands(game, me)


def destroy(game: GetTheMacguffin, option: Option, me: Seat) -> None:
    """MG 4 the_assassin, the_fist_of_doom: an Object, or a random card of a hand, is discarded."""
    if option & VERB == SEAT:
        victim = option & 255
        kind = game.pick_card(game.zones[victim])
        game.tell(texts.LOSES_CARD, victim, kind)
        game.move(kind, victim, 2 * game.setup.seats + 1)
    else:
        lose_object(game, option & 255)


def lose_object(game: GetTheMacguffin, kind: Kind) -> None:
    """An Object in play is discarded by an Action."""
    game.tell(texts.LOSES_OBJECT, kind, owner_in_play(game, kind))
    discard_object(game, kind)


def the_fist_of_doom(game: GetTheMacguffin, me: Seat) -> None:
    """MG 4 the_fist_of_doom: any Object in play; only if there is none, a random card of another player's hand."""
    aim(game, me, doomed, destroy)


def doomed(game: GetTheMacguffin, me: Seat) -> list[Option]:
    """Any Object in play, only if there is none the other players with a hand."""
    return in_play(game) if object_in_play(game) else hands(game, me)


def object_in_play(game: GetTheMacguffin) -> bool:
    """MG 4 the_fist_of_doom: whether anybody, oneself as well, has an Object in play."""
    seats = game.setup.seats
    return any(game.zones[seats : 2 * seats])


def wheel_of_fortune(game: GetTheMacguffin, me: Seat) -> None:
    """MG 4 wheel_of_fortune: all pass their whole hand to the neighbour; with two players there is no choice."""
    game.ask_open(me, directions, pass_hands)


def directions(game: GetTheMacguffin, me: Seat) -> list[Option]:
    """The ways that hands can go."""
    return [LEFT, RIGHT] if has_two_ways(game) else [LEFT]


def has_two_ways(game: GetTheMacguffin) -> bool:
    """MG 4 wheel_of_fortune: with two players the hands are swapped either way."""
    return len(game.players) > 2


def pass_hands(game: GetTheMacguffin, option: Option, me: Seat) -> None:
    """MG 4 wheel_of_fortune: clockwise is left."""
    game.tell(texts.PASS_LEFT if option == LEFT else texts.PASS_RIGHT)
    circle = [me, *others(game, me)]
    if option == LEFT:
        circle.reverse()
    limbo = len(game.zones) - 1
    game.move_all(circle[0], limbo)
    for taker, giver in pairwise(circle):
        game.move_all(giver, taker)
    game.move_all(limbo, circle[-1])


def vortex(game: GetTheMacguffin, me: Seat) -> None:
    """MG 4 vortex: all hands are shuffled together and dealt back one by one, clockwise, beginning with the player."""
    game.tell(texts.WHIRLS)
    limbo = len(game.zones) - 1
    circle = [me, *others(game, me)]
    for seat in circle:
        game.move_all(seat, limbo)
    game.shuffle_zone(limbo)
    cards = game.zones[limbo]
    dealt = [cards[place :: len(circle)] for place in range(len(circle))]
    game.zones[limbo] = b"".join(dealt)
    for seat, hand in zip(circle, dealt, strict=True):
        game.draw(limbo, seat, len(hand))


def the_switcheroo(game: GetTheMacguffin, me: Seat) -> None:
    """MG 4 the_switcheroo: swap hands with another player; either or both may be empty."""
    game.ask_open(me, partners, swap_hands)


def swap_hands(game: GetTheMacguffin, option: Option, me: Seat) -> None:
    """MG 4 the_switcheroo: the hands change places."""
    other, limbo = option & 255, len(game.zones) - 1
    game.tell(texts.SWAPS_HANDS, me, other)
    game.move_all(me, limbo)
    game.move_all(other, me)
    game.move_all(limbo, other)


def can_i_use_that(game: GetTheMacguffin, me: Seat) -> None:
    """MG 4 can_i_use_that: a random card of another player's hand is played at once as one's own."""
    aim(game, me, hands, borrow)


def borrow(game: GetTheMacguffin, option: Option, me: Seat) -> None:
    """MG 4 can_i_use_that: an Object is laid on one's own table; an Action is carried out."""
    victim, seats = option & 255, game.setup.seats
    kind = game.pick_card(game.zones[victim])
    game.tell(texts.BORROWS, me, victim, kind)
    if is_object(kind):
        game.move(kind, victim, seats + me)
    else:
        game.move(kind, victim, 2 * seats + 1)
        carry_out(game, me, kind)


def im_not_dead_yet(game: GetTheMacguffin, me: Seat) -> None:
    """MG 4 im_not_dead_yet: if it was one's last card of any kind."""
    if was_last_card(game, me):
        aim(game, me, lifelines, steal)
    else:
        game.tell(texts.NOTHING)


def was_last_card(game: GetTheMacguffin, me: Seat) -> bool:
    """MG 4 im_not_dead_yet, MG 4.2: whether its player has no other card, in hand or on the table."""
    return not has_cards(game, me)


def lifelines(game: GetTheMacguffin, me: Seat) -> list[Option]:
    """A player with a hand; only if nobody has one, an Object in play that is no MacGuffin."""
    macguffins = (CARD | THE_MACGUFFIN, CARD | BACKUP_MACGUFFIN)
    return hands(game, me) or [option for option in in_play(game) if option not in macguffins]


def the_shrugmaster(game: GetTheMacguffin, me: Seat) -> None:
    """MG 4 the_shrugmaster: shrug."""
    game.tell(texts.SHRUGS, me)


def the_hippie(game: GetTheMacguffin, me: Seat) -> None:
    """MG 4 the_hippie: the peace sign."""
    game.tell(texts.PEACE, me)


def grand_marshal(game: GetTheMacguffin, me: Seat) -> None:
    """MG 4 grand_marshal: wave."""
    game.tell(texts.WAVES, me)


POWERS: Final = {
    THE_MACGUFFIN: can_stall,
    BACKUP_MACGUFFIN: can_stall,
    THE_CROWN: can_pass,
    THE_MONEY: can_buy,
    THE_ROCK: can_beat,
    THE_PAPER: can_beat,
    THE_SCISSORS: can_beat,
}
EFFECTS: Final = {
    THE_MACGUFFIN: stall,
    BACKUP_MACGUFFIN: stall,
    THE_CROWN: pass_turn,
    THE_MONEY: buy,
    THE_ROCK: beat,
    THE_PAPER: beat,
    THE_SCISSORS: beat,
    THE_MERCHANT: the_merchant,
    THE_THIEF: the_thief,
    GARBAGE_COLLECTOR: garbage_collector,
    TOMB_ROBBERS: tomb_robbers,
    THE_SPY: the_spy,
    THE_INTERROGATOR: the_interrogator,
    THE_ASSASSIN: the_assassin,
    THE_FIST_OF_DOOM: the_fist_of_doom,
    WHEEL_OF_FORTUNE: wheel_of_fortune,
    VORTEX: vortex,
    THE_SWITCHEROO: the_switcheroo,
    CAN_I_USE_THAT: can_i_use_that,
    IM_NOT_DEAD_YET: im_not_dead_yet,
    THE_SHRUGMASTER: the_shrugmaster,
    THE_HIPPIE: the_hippie,
    GRAND_MARSHAL: grand_marshal,
}
PREDICATES: Final = {
    "MG 2.1": "is_object",
    "MG 2.2": "has_target",
    "MG 2.5": "has_cards",
    "MG 2.6": "is_over",
    "MG 3 the_macguffin": "can_stall",
    "MG 3 backup_macguffin": "is_macguffin",
    "MG 3 the_crown": "can_pass",
    "MG 3 the_money": "can_buy",
    "MG 3 the_rock": "can_beat",
    "MG 3 the_paper": "can_beat",
    "MG 3 the_scissors": "can_beat",
    "MG 4 the_merchant": "is_swap",
    "MG 4 garbage_collector": "is_garbage",
    "MG 4 tomb_robbers": "is_robbed",
    "MG 4 the_interrogator": "macguffin_in_play",
    "MG 4 the_assassin": "crown_in_play",
    "MG 4 the_fist_of_doom": "object_in_play",
    "MG 4 wheel_of_fortune": "has_two_ways",
    "MG 4 can_i_use_that": "is_object",
    "MG 4 im_not_dead_yet": "was_last_card",
    "MG 4.2": "was_last_card",
}
"""Rule number to the function that decides it."""
