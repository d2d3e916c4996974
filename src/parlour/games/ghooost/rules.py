"""The rules of Ghooost!: a function each, with the number of its rule."""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Final

from parlour.games.ghooost import texts
from parlour.games.ghooost.cards import (
    AS_CARDS,
    AS_GHOSTS,
    CERBERUS,
    COPIED,
    GHOST_8,
    GHOST_9,
    IGOR,
    KITTY,
    MISS_COPY,
    SCOOTY,
    SKELETUM,
    TWIST,
)
from parlour.kernel.errors import BadPosition, UnknownName
from parlour.kernel.game import ONE, Game
from parlour.kernel.options import PLAY, TAKE, TRY, VERB, play_set

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from parlour.kernel.chance import Rng
    from parlour.kernel.options import Kind, Option, Seat

HAND: Final = 4
MANSION: Final = (0, 0, 12, 10, 8, 6, 4)
"""GH 2.1: the cards of a mansion, by the number of players."""
QUARTET: Final = 4
LAST_TURN: Final = 500
TOKENS_TO_LOSE: Final = 2
NO_GHOST: Final = -1
"""What is on top of an empty cemetery: lower than any kind."""
Sets = tuple[tuple[tuple["Option", ...], ...], ...]
"""By the cards of a kind and then by the Miss Copies in hand, each 0 to 4: what can be played of it."""


def _sets(kind: Kind, least: int) -> Sets:
    return tuple(
        tuple(
            tuple(
                play_set(kind, one, MISS_COPY, other)
                for one in range(1, count + 1)
                for other in range(copies + 1)
                if one + other >= least
            )
            for copies in range(5)
        )
        for count in range(5)
    )


ALONE: Final[Sets] = (((play_set(KITTY, 1),),) * 5,) * 3
NEVER: Final[Sets] = (((),) * 5,) * 5
SETS: Final = (*(_sets(kind, 1) for kind in range(MISS_COPY)), NEVER, ALONE)
"""GH 3.2, 5.5, 5.7: by kind, what can be played of it where it is legal."""
QUARTETS: Final = (*(_sets(kind, QUARTET) for kind in range(MISS_COPY)), NEVER, NEVER)
"""GH 4.2: by kind, what can be played of it on anything."""


class Ghooost(Game):
    """A table of Ghooost!

    The zones are ``hand.N``, then ``mansion.N``, then the crypt, the cemetery, the place beside it for Kitty, and what
    has left the game. A Miss Copy in the cemetery has the code of what it has become (see `COPIED`).

    Attributes:
        direction: 1 for clockwise, -1 after a Twist.
        bound: whether a Kitty binds the player to move (GH 5.7).
        ahead: how many players the turn goes on by when it is over: 0 for an extra turn.
        out: the seats that have got rid of their cards, the first one first.
        round_turn: the turns that have begun in this round.
        points: the points of each seat in a match.
        tokens: the BOO! tokens of each seat in a match.
        tied: the seats that were level at the top when the match should have ended, and play on for the win.
    """

    __slots__ = ("ahead", "bound", "direction", "out", "points", "round_turn", "tied", "tokens")
    direction: int
    bound: bool
    ahead: int
    out: bytes
    round_turn: int
    points: tuple[int, ...]
    tokens: tuple[int, ...]
    tied: tuple[Seat, ...]

    def set_up(self) -> None:
        """GH 2.1, 2.2: deal a round; the starter is drawn."""
        self.set_up_match()
        self.clear()
        self.turn = self.roll(self.setup.seats) - 1
        self.zones[2 * self.setup.seats] = self.decks()[0]
        self.deal()

    def set_up_match(self) -> None:
        """GH 6.3: no points, no tokens."""
        self.points = self.tokens = (0,) * self.setup.seats
        self.tied = ()

    def clear(self) -> None:
        """A round that has not begun."""
        self.direction = self.ahead = 1
        self.bound = False
        self.out = b""
        self.round_turn = 0

    def deal(self) -> None:
        """GH 2.1: four cards to each hand, a mansion for each; the rest is the crypt."""
        seats = self.setup.seats
        self.shuffle_zone(2 * seats)
        for seat in range(seats):
            self.draw(2 * seats, seat, HAND)
            self.draw(2 * seats, seats + seat, MANSION[seats])

    def next_turn(self) -> None:
        """GH 3.3, 3.6, 5.6: the turn of the next player who is not helpless begins."""
        if is_helpless(self, self.turn):
            pass_over(self)
        if not self.winners:
            self.round_turn += 1
            self.turns += 1
            self.ask(self.turn, moves, act)

    def scores(self) -> Sequence[float]:
        """GH 6.2, 6.3: points in a match; in a single round the places, 1 for the first to 0 for the last."""
        if is_match(self):
            return self.points
        scores = [0.0] * self.setup.seats
        place = 0
        for group in ranking(self) if self.winners else [[seat] for seat in self.out]:
            for seat in group:
                scores[seat] = 1 - (place + (len(group) - 1) / 2) / (self.setup.seats - 1)
            place += len(group)
        return scores

    def values(self) -> dict[str, int | str]:
        """Direction, Kitty's binding, the number of the turn in the round, who is out; points and tokens of a match."""
        seats = range(self.setup.seats)
        values: dict[str, int | str] = {
            "direction": self.direction,
            "bound": int(self.bound),
            "round_turn": self.round_turn,
            **{f"out.{seat}": self.out.find(seat) + 1 for seat in seats},
        }
        if is_match(self):
            values |= {f"points.{seat}": self.points[seat] for seat in seats}
            values |= {f"tokens.{seat}": self.tokens[seat] for seat in seats}
            values |= {f"tied.{seat}": int(seat in self.tied) for seat in seats}
        return values

    def place_values(self, values: Mapping[str, int], sizes: Mapping[str, int]) -> None:
        """The values by name; what is not named stands as in a first round's first turn.

        Raises:
            UnknownName: the table has no such value.
            BadPosition: a value can't be.
        """
        self.set_up_match()
        self.clear()
        self.check_values(values)
        self.direction = values.get("direction", 1)
        self.bound = bool(values.get("bound", 0))
        self.round_turn = values.get("round_turn", 1) - 1
        self.place_out(self.row(values, "out"))
        self.points = self.row(values, "points")
        self.tokens = self.row(values, "tokens")
        self.tied = tuple(seat for seat, tied in enumerate(self.row(values, "tied")) if tied)
        self.check_tied()

    def row(self, values: Mapping[str, int], name: str) -> tuple[int, ...]:
        """A value of each seat, 0 where it is not named."""
        return tuple(values.get(f"{name}.{seat}", 0) for seat in range(self.setup.seats))

    def check_values(self, values: Mapping[str, int]) -> None:
        """GH 2.2, 5.7, 6: each value alone."""
        known = self.values()
        allowed = {
            "direction": (-1, 1),
            "bound": range(2 if self.setup.options["kitty"] == "match" else 1),
            "round_turn": range(1, LAST_TURN + 1),
            "out": range(self.setup.seats - 1),
            "points": range(10**6),
            "tokens": range(TOKENS_TO_LOSE + 1),
            "tied": range(2),
        }
        for name, number in values.items():
            if name not in known:
                raise UnknownName("value", name, list(known))
            numbers = allowed[name.split(".")[0]]
            if number not in numbers:
                expected = (
                    " or ".join(str(each) for each in numbers) if len(numbers) < 3 else f"{numbers[0]} to {numbers[-1]}"
                )
                raise BadPosition(f"{name} can't be {number}: expected {expected}", name)

    def check_tied(self) -> None:
        """GH 6.3: two or more are tied once somebody has two tokens, and he is none of them."""
        if ends_match(self.tokens) != bool(self.tied):
            about = next((f"tied.{seat}" for seat in self.tied), f"tokens.{self.tokens.index(max(self.tokens))}")
            raise BadPosition("seats are tied once somebody has 2 tokens, and no sooner: expected both or none", about)
        if len(self.tied) == 1:
            name = f"tied.{self.tied[0]}"
            raise BadPosition(f"{name} can't be 1: expected two seats or more that are level", name)
        for seat in self.tied:
            if self.tokens[seat] == TOKENS_TO_LOSE:
                name = f"tied.{seat}"
                raise BadPosition(f"{name} can't be 1: expected 0, for seat {seat} has 2 tokens and can't win", name)

    def place_out(self, places: Sequence[int]) -> None:
        """GH 6.1: the seats that are out, by the places at which they went out."""
        out = sorted((place, seat) for seat, place in enumerate(places) if place)
        for (place, seat), (other_place, other) in pairwise(out):
            if place == other_place:
                name = f"out.{other}"
                raise BadPosition(f"out.{seat} and {name} can't both be {place}: expected one after the other", name)
        self.out = bytes(seat for _, seat in out)

    def placed(self, rng: Rng) -> None:
        """GH 5.7, 6.1: who has no cards is out, in the order of `out.N` and then of the seats.

        Raises:
            BadPosition: a seat that is out has cards, nobody can do anything, there is nothing to match, or a quartet lies.
        """
        seats = range(self.setup.seats)
        for seat in self.out:
            if not is_out(self, seat):
                raise BadPosition(f"seat {seat} can't be out: expected no cards in its hand and mansion", f"out.{seat}")
        self.out += bytes(seat for seat in seats if is_out(self, seat) and seat not in self.out)
        able = [seat for seat in players(self) if not is_helpless(self, seat)]
        if len(self.out) > self.setup.seats - 2 or not able:
            raise BadPosition("the round is over: expected cards with two seats, and one of them able to do something")
        if self.bound and top_ghost(self) == NO_GHOST:
            raise BadPosition("bound can't be 1: expected a ghost in the cemetery to match", "bound")
        if is_quartet(run_on_top(self)):
            raise BadPosition(
                "four alike can't lie on top of the cemetery: expected at most three, for a quartet leaves",
                "cemetery",
            )
        self.turn = able[0]

    def place_turn(self, seat: Seat) -> None:
        """Let `next_turn` begin the turn of a seat."""
        self.turn = seat

    def begins_with(self, seat: Seat) -> bool:
        """GH 5.6, 6.1: a seat that is in has its turn, or is passed over."""
        return seat not in self.out

    def normal_size(self, zone: int) -> int:
        """GH 2.1: four cards in a hand, a mansion of its size."""
        seats = self.setup.seats
        return HAND if zone < seats else MANSION[seats] if zone < 2 * seats else 0

    def decks(self) -> list[bytes]:
        """GH 1.1: four of each number, four Miss Copies, two Kitties; the number that Twist has is there once."""
        absent = GHOST_9 if self.setup.options["twist_value"] == 9 else GHOST_8
        return [bytes(kind for kind in range(KITTY) if kind != absent for _ in range(4)) + ONE[KITTY] * 2]

    def rest_zones(self, deck: int) -> list[int]:
        """What is left lies in the crypt, or has left the game."""
        return [2 * self.setup.seats, 2 * self.setup.seats + 3]

    def fits(self, card: Kind, zone: int) -> bool:
        """GH 5.3, 5.5, 5.7: Kitty lies beside the cemetery, Skeletum never stays, a Miss Copy in it is some ghost."""
        place = zone - 2 * self.setup.seats
        if place == 1:
            return card not in (SKELETUM, MISS_COPY, KITTY, COPIED + SKELETUM)
        return card == KITTY if place == 2 else card < COPIED

    def card_from_text(self, text: str, zone: int) -> Kind:
        """A card, or ``miss_copy=KIND`` for a Miss Copy in the cemetery."""
        copy, equals, ghost = text.partition("=")
        if not equals or self.spec.kind(copy) != MISS_COPY:
            return self.spec.kind(text)
        kind = self.spec.kind(ghost)
        if kind >= MISS_COPY or kind not in self.decks()[0]:
            raise BadPosition(f"{text} can't be: a Miss Copy becomes a ghost of a number that is in the deck", text)
        return COPIED + kind

    @classmethod
    def card_text(cls, card: Kind, zone: int) -> str:  # noqa: ARG003 - the same for all zones
        """A card, or ``miss_copy=KIND``."""
        kinds = cls.spec.kinds
        return kinds[card] if card < COPIED else f"{kinds[MISS_COPY]}={kinds[card - COPIED]}"

    def card_of(self, code: Kind) -> Kind:
        """The card that lies there, whatever it counts as."""
        return AS_CARDS[code]

    def possible(self) -> bool:
        """GH 5.6: who is asked is not helpless."""
        return self.question is None or not is_helpless(self, self.turn)

    def copy(self) -> Ghooost:
        """The same state, independent of this one."""
        new = super().copy()
        new.ahead = self.ahead
        new.bound = self.bound
        new.direction = self.direction
        new.out = self.out
        new.points = self.points
        new.round_turn = self.round_turn
        new.tied = self.tied
        new.tokens = self.tokens
        return new


# What may be played.


def moves(game: Ghooost, me: Seat) -> list[Option]:
    """GH 3.3, 3.6: play from hand, turn up a card, take the cemetery."""
    zones = game.zones
    crypt = 2 * game.setup.seats
    hand = zones[me]
    copies = hand.count(MISS_COPY)
    sets = playable(game)
    options: list[Option] = []
    for kind in sorted(set(hand)):
        options += sets[kind][hand.count(kind)][copies]
    if may_try(game, me):
        options.append(TRY)
    if zones[crypt + 1] or zones[crypt + 2]:
        options.append(TAKE)
    return options


def playable(game: Ghooost) -> tuple[Sets, ...]:
    """By kind, what can be played of it now; worked out once a table for each ghost on top."""
    state = (top_ghost(game), game.bound)
    memo = game.setup.memo
    if state not in memo:
        memo[state] = tuple((SETS if is_legal(kind, *state) else QUARTETS)[kind] for kind in range(KITTY + 1))
    known: tuple[Sets, ...] = memo[state]
    return known


def top_ghost(game: Ghooost) -> Kind:
    """GH 1.4: the ghost on top of the cemetery; a Kitty beside it changes nothing."""
    cemetery = game.zones[2 * game.setup.seats + 1]
    return AS_GHOSTS[cemetery[0]] if cemetery else NO_GHOST


def is_legal(kind: Kind, top: Kind, bound: bool) -> bool:
    """GH 3.1, 5.1, 5.2, 5.7: whether a ghost may be played on another."""
    if is_fearless(kind) or top == NO_GHOST:
        return True
    if bound:
        return kind == top
    return is_high_enough(kind, top) and (is_scary(kind) or not is_scary(top))


def is_high_enough(kind: Kind, top: Kind) -> bool:
    """GH 3.1: equal or higher; the codes have the order of the values."""
    return kind >= top


def is_fearless(kind: Kind) -> bool:
    """GH 5.1, 5.7: Scooty and Kitty are legal on anything."""
    return kind in (SCOOTY, KITTY)


def is_scary(kind: Kind) -> bool:
    """GH 5.2: on Cerberus and Igor only the scary ones dare."""
    return kind in (CERBERUS, IGOR)


def is_quartet(number: int) -> bool:
    """GH 4.2: four or more of the same value."""
    return number >= QUARTET


def may_try(game: Ghooost, me: Seat) -> bool:
    """GH 3.3 b, 3.6 d: from the crypt before midnight, from the mansion after it and with an empty hand."""
    return not is_midnight(game) or not game.zones[me]


def is_midnight(game: Ghooost) -> bool:
    """GH 3.5: the last card has left the crypt."""
    return not game.zones[2 * game.setup.seats]


def is_helpless(game: Ghooost, seat: Seat) -> bool:
    """GH 5.6: nothing but Miss Copies in hand, nothing to take and nothing to try."""
    zones = game.zones
    crypt = 2 * game.setup.seats
    if zones[crypt] or zones[crypt + 1] or zones[crypt + 2]:
        return False
    hand = zones[seat]
    return bool(hand) and hand.count(MISS_COPY) == len(hand)


# A turn.


def act(game: Ghooost, option: Option, me: Seat) -> None:
    """GH 3.3, 3.6: what a turn does."""
    verb = option & VERB
    game.ahead = 1
    if verb == PLAY:
        play(game, me, option & 255, option >> 8 & 15, option >> 12 & 15)
    elif verb == TRY:
        try_luck(game, me)
    else:
        take(game, me)
    end_turn(game, me)


def play(game: Ghooost, me: Seat, kind: Kind, count: int, copies: int) -> None:
    """GH 3.2, 5.5: identical ghosts from hand, Miss Copies with them."""
    place = 2 * game.setup.seats + (2 if kind == KITTY else 1)
    if count == 1:
        game.tell(texts.PLAYS, me, kind)
    else:
        game.tell(texts.PLAYS_SEVERAL, me, kind, count)
    for _ in range(count):
        game.move(kind, me, place)
    if copies:
        EFFECTS[MISS_COPY](game, me, kind, copies)
    appear(game, me, kind, count + copies)


def miss_copy(game: Ghooost, me: Seat, kind: Kind, copies: int) -> None:
    """GH 5.5: Miss Copies from hand become the ghost that they are played with."""
    cemetery = 2 * game.setup.seats + 1
    for _ in range(copies):
        game.move(MISS_COPY, me, cemetery)
    game.zones[cemetery] = ONE[COPIED + kind] * copies + game.zones[cemetery][copies:]
    game.tell(texts.COPIES, MISS_COPY, kind, copies)


def try_luck(game: Ghooost, me: Seat) -> None:
    """GH 3.3 b, 3.6 d, 3.8: the crypt's or the mansion's top card is played if it is legal, else taken with the rest."""
    seats = game.setup.seats
    pile = seats + me if is_midnight(game) else 2 * seats
    kind = game.zones[pile][0]
    legal = stands_alone(kind) and is_legal(kind, top_ghost(game), game.bound)
    game.tell(texts.OPENS if is_midnight(game) else texts.TRIES, me, kind)
    take_off(game, pile, 2 * seats + (2 if kind == KITTY else 1), 1)
    if legal:
        appear(game, me, kind, 1)
    else:
        game.tell(texts.FAILS)
        take(game, me)


def stands_alone(kind: Kind) -> bool:
    """GH 5.5: a Miss Copy is nothing without another ghost."""
    return kind != MISS_COPY


def take(game: Ghooost, me: Seat) -> None:
    """GH 3.3 c, 5.7: the whole cemetery into the hand, a Kitty beside it too."""
    cemetery = 2 * game.setup.seats + 1
    game.bound = False
    game.tell(texts.TAKES, me, len(game.zones[cemetery]) + len(game.zones[cemetery + 1]))
    clear_cemetery(game, me)


def clear_cemetery(game: Ghooost, to: int) -> None:
    """GH 5.5, 5.7: the cemetery and a Kitty beside it go to a zone; Miss Copies are themselves again."""
    cemetery = 2 * game.setup.seats + 1
    game.zones[cemetery] = game.zones[cemetery].translate(AS_CARDS)
    game.move_all(cemetery, to)
    game.move_all(cemetery + 1, to)


def appear(game: Ghooost, me: Seat, kind: Kind, number: int) -> None:
    """GH 3.8, 4: what some identical ghosts do that have just been played."""
    game.bound = False
    if number > 1:
        game.ahead = 0
    if is_quartet(run_on_top(game)):
        quartet(game, kind)
    elif kind in EFFECTS:
        EFFECTS[kind](game, me, number)


def run_on_top(game: Ghooost) -> int:
    """GH 1.4: how many of the same value lie on top of the cemetery."""
    ghosts = game.zones[2 * game.setup.seats + 1].translate(AS_GHOSTS)
    return len(ghosts) - len(ghosts.lstrip(ghosts[:1]))


def quartet(game: Ghooost, kind: Kind) -> None:
    """GH 4.2, 4.3: the cemetery leaves the game; one more turn, and nothing else."""
    game.tell(texts.QUARTET, kind)
    clear_cemetery(game, 2 * game.setup.seats + 3)
    game.ahead = 0


def skeletum(game: Ghooost, me: Seat, number: int) -> None:
    """GH 5.3: the cemetery leaves the game; one more turn."""
    game.tell(texts.EMPTIED, SKELETUM)
    clear_cemetery(game, 2 * game.setup.seats + 3)
    game.ahead = 0


def twist(game: Ghooost, me: Seat, number: int) -> None:
    """GH 5.4: each turns the direction round; with two players left it does nothing."""
    if has_direction(game) and number % 2:
        game.direction = -game.direction
        game.tell(texts.TURNED)


def has_direction(game: Ghooost) -> bool:
    """GH 5.4: with two players left the other one is always next."""
    return len(game.out) < game.setup.seats - 2


def kitty(game: Ghooost, me: Seat, number: int) -> None:
    """GH 5.7: the next player is skipped; the one after has to match the ghost on top, if there is one."""
    game.ahead = 2
    game.bound = game.setup.options["kitty"] == "match" and top_ghost(game) != NO_GHOST


def end_turn(game: Ghooost, me: Seat) -> None:
    """GH 3.4, 4.1, 6.1: out, or draw; then it is the next player's turn, or once more one's own."""
    if is_out(game, me):
        go_out(game, me)
    else:
        draw(game, me)
    if is_last(game):
        end_round(game)
    elif is_endless(game.round_turn):
        stop_round(game)
    else:
        go_on(game)


def is_out(game: Ghooost, seat: Seat) -> bool:
    """GH 6.1: hand and mansion are empty."""
    return not (game.zones[seat] or game.zones[game.setup.seats + seat])


def go_out(game: Ghooost, me: Seat) -> None:
    """GH 6.1: out at once, even if an extra turn was due."""
    game.out += ONE[me]
    game.ahead = max(1, game.ahead)
    game.tell(texts.OUT, me)


def is_last(game: Ghooost) -> bool:
    """GH 6.2: only one player has cards."""
    return len(game.out) == game.setup.seats - 1


def draw(game: Ghooost, me: Seat) -> None:
    """GH 3.4, 3.5: up to four cards in hand, as far as the crypt lasts; midnight may strike."""
    crypt = 2 * game.setup.seats
    missing = HAND - len(game.zones[me])
    if missing > 0 and not is_midnight(game):
        count = min(missing, len(game.zones[crypt]))
        game.tell(texts.DRAWS, me, count)
        take_off(game, crypt, me, count)


def take_off(game: Ghooost, pile: int, to: int, count: int) -> None:
    """GH 3.5: cards leave the top of the crypt or of a mansion; with the crypt's last one midnight strikes."""
    before = is_midnight(game)
    game.draw(pile, to, count)
    if is_midnight(game) and not before:
        game.tell(texts.MIDNIGHT)


def go_on(game: Ghooost) -> None:
    """GH 2.2, 4.1, 5.7: on to the next player, past one that a Kitty skips, or nowhere for an extra turn."""
    if game.ahead:
        game.turn = following(game, game.turn)
        if game.ahead == 2:
            skip(game)


def skip(game: Ghooost) -> None:
    """GH 5.7: past the next player; the one after may be bound."""
    game.tell(texts.SKIPPED, game.turn)
    game.turn = following(game, game.turn)
    if game.bound:
        game.tell(texts.MUST_MATCH, game.turn, top_ghost(game))


def following(game: Ghooost, seat: Seat) -> Seat:
    """GH 2.2, 5.4: the next player still in, in the direction of play."""
    while True:
        seat = (seat + game.direction) % game.setup.seats
        if seat not in game.out:
            return seat


def pass_over(game: Ghooost) -> None:
    """GH 5.6, 6.4: helpless players show their Miss Copies and are skipped; if all are helpless, the round is stopped."""
    for _ in players(game):
        if not is_helpless(game, game.turn):
            return
        game.tell(texts.HELPLESS, game.turn, MISS_COPY)
        game.show(game.zones[game.turn], game.turn, game.setup.everyone)
        game.turn = following(game, game.turn)
    stop_round(game)


def players(game: Ghooost) -> list[Seat]:
    """The seats still in."""
    return [seat for seat in range(game.setup.seats) if seat not in game.out]


# The end of a round.


def is_endless(turns: int) -> bool:
    """GH 6.4: the turns after which a round is stopped."""
    return turns >= LAST_TURN


def is_match(game: Ghooost) -> bool:
    """GH 6.3: several rounds are played."""
    return game.setup.options["play"] == "match"


def ranking(game: Ghooost) -> list[list[Seat]]:
    """GH 6.2, 6.4: the seats by place, the first place first; those with equally many cards left share one."""

    def cards(seat: Seat) -> int:
        return len(game.zones[seat]) + len(game.zones[game.setup.seats + seat])

    left = sorted(players(game), key=cards)
    return [*([seat] for seat in game.out), *(list(group) for _, group in groupby(left, cards))]


def stop_round(game: Ghooost) -> None:
    """GH 6.4: the round ends though several still have cards."""
    game.tell(texts.STOPPED)
    end_round(game)


def end_round(game: Ghooost) -> None:
    """GH 6.2, 6.3: the last one with cards has lost; a match may go on."""
    places = ranking(game)
    if len(places[-1]) == 1:
        game.tell(texts.LOSES, places[-1][0])
    if is_match(game):
        award(game, places)
        end_match(game)
    else:
        win(game, [seat for group in places[:-1] or places for seat in group])


def win(game: Ghooost, winners: list[Seat]) -> None:
    """GH 6.2, 6.3: the game is over."""
    game.winners = tuple(sorted(winners))
    for seat in winners:
        game.tell(texts.WINS, seat)


def award(game: Ghooost, places: list[list[Seat]]) -> None:
    """GH 6.3, 6.4: points for all but the last; a token for a single last one. While some are tied only they get points."""
    points = list(game.points)
    for place, group in enumerate(places[:-1]):
        for seat in group:
            if not game.tied or seat in game.tied:
                gain = 1 + (place == 0) + 2 * (place == len(places) - 2)
                points[seat] += gain
                game.tell(texts.POINTS, seat, gain)
    game.points = tuple(points)
    if len(places[-1]) == 1 and not game.tied:
        take_token(game, places[-1][0])


def take_token(game: Ghooost, loser: Seat) -> None:
    """GH 6.3: a BOO! token for the loser."""
    game.tokens = tuple(tokens + (seat == loser) for seat, tokens in enumerate(game.tokens))
    game.tell(texts.BOO, loser, game.tokens[loser])


def end_match(game: Ghooost) -> None:
    """GH 6.3: after a second token whoever leads the others wins; those level at the top play on for it."""
    rivals = game.tied or [seat for seat in range(game.setup.seats) if game.tokens[seat] < TOKENS_TO_LOSE]
    most = max(game.points[seat] for seat in rivals)
    leaders = [seat for seat in rivals if game.points[seat] == most]
    if ends_match(game.tokens) and len(leaders) == 1:
        win(game, leaders)
        return
    if ends_match(game.tokens) and not game.tied:
        game.tied = tuple(leaders)
        for seat in leaders:
            game.tell(texts.TIED, seat)
    next_round(game)


def ends_match(tokens: Sequence[int]) -> bool:
    """GH 6.3: somebody has two tokens."""
    return max(tokens) >= TOKENS_TO_LOSE


def next_round(game: Ghooost) -> None:
    """GH 2.1, 2.2: all cards are dealt again; the first one out of the last round begins."""
    seats = game.setup.seats
    crypt = 2 * seats
    game.turn = game.out[0] if game.out else game.roll(seats) - 1
    game.clear()
    clear_cemetery(game, crypt)
    for zone in (*range(crypt), crypt + 3):
        game.move_all(zone, crypt)
    game.deal()


EFFECTS: Final[dict[Kind, Callable[..., None]]] = {MISS_COPY: miss_copy, TWIST: twist, SKELETUM: skeletum, KITTY: kitty}
PREDICATES: Final = {
    "GH 3.1": "is_high_enough",
    "GH 3.3": "may_try",
    "GH 3.5": "is_midnight",
    "GH 3.6": "may_try",
    "GH 4.2": "is_quartet",
    "GH 5.1": "is_fearless",
    "GH 5.2": "is_scary",
    "GH 5.4": "has_direction",
    "GH 5.5": "stands_alone",
    "GH 5.6": "is_helpless",
    "GH 6.1": "is_out",
    "GH 6.2": "is_last",
    "GH 6.3": "ends_match",
    "GH 6.4": "is_endless",
}
"""Rule number to the function that decides it."""
