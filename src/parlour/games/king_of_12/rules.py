"""The rules of King of 12: a function each, with the number of its rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parlour.games.king_of_12 import texts
from parlour.games.king_of_12.cards import (
    ALCHEMIST,
    BEGINNER,
    BLUE,
    GAMBLER,
    GOLEM,
    KNIGHT,
    LADY,
    MACHINE,
    MERCHANTS,
    NEIGHBOURS,
    ORACLE,
    PARASITE,
    REVERSER,
    TROUBLEMAKERS,
    WIZARD,
)
from parlour.kernel.errors import BadPosition, UnknownName
from parlour.kernel.game import Game
from parlour.kernel.options import CARD, NUMBER, PLAY

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from parlour.kernel.chance import Rng
    from parlour.kernel.options import Kind, Option, Seat
    from parlour.kernel.spec import Value

SET_SIZE: Final = 7
ROUNDS_TO_WIN: Final = 2
LAST_ROUND: Final = 40
OPPOSITE: Final = 13


class KingOf12(Game):
    """A table of King of 12.

    The zones are ``hand.N``, then ``discard.N``, ``under.N`` and ``played.N``, a block for each name.

    Attributes:
        kinds: the seven kinds of the set.
        dice: the face on top of each seat's die; 0 before the first roll.
        points: the points of each seat in this round.
        rounds: the rounds each seat has won.
        round: the number of the round that is played, from 1.
        active: for each seat, whether the card it has played works this turn.
        worth: the value of each seat this turn.
        low: whether low values are better this turn.
        swapped: whether winner and runner-up change places this turn.
    """

    __slots__ = ("active", "dice", "kinds", "low", "points", "round", "rounds", "swapped", "worth")
    kinds: bytes
    dice: list[int]
    points: list[int]
    rounds: list[int]
    round: int
    active: list[bool]
    worth: list[int]
    low: bool
    swapped: bool

    def set_up(self) -> None:
        """K12 1.2, 1.3: the same seven kinds for everybody."""
        self.clear()
        self.draw_set()
        self.tell(texts.THE_SET, *self.kinds)
        self.zones[: self.setup.seats] = self.decks()

    def draw_set(self) -> None:
        """Fix the set."""
        self.kinds = bytes(sorted(self.chosen_set()))

    def decks(self) -> list[bytes]:
        """K12 1.3: all players have the same seven."""
        return [self.kinds] * self.setup.seats

    def clear(self) -> None:
        """Nothing rolled, nothing won."""
        seats = self.setup.seats
        self.dice = [0] * seats
        self.points = [0] * seats
        self.rounds = [0] * seats
        self.round = 0
        self.active = [False] * seats
        self.worth = [0] * seats
        self.low = False
        self.swapped = False

    def chosen_set(self) -> list[Kind]:
        """K12 1.2, 1.3: the kinds of this table's set."""
        chosen = self.setup.options["set"]
        if isinstance(chosen, tuple):
            return [self.spec.kind(name) for name in chosen]
        if chosen == "beginner":
            return [self.spec.kind(name) for name in BEGINNER]
        while True:
            kinds = [KNIGHT, *self.shuffle(bytes(range(1, len(self.spec.cards))))[: SET_SIZE - 1]]
            if enough_blue(kinds):
                return kinds

    def next_turn(self) -> None:
        """K12 2.1, 2.2: roll at the start of a round; then everybody chooses a card in secret."""
        if not any(self.dice):
            self.round += 1
            self.do(roll_all)
        self.turns += 1
        self.ask_all(range(self.setup.seats), characters, reveal)

    @property
    def target(self) -> int:
        """K12 2.5: the points that end a round."""
        return int(str(self.setup.options["target"]))

    def scores(self) -> Sequence[float]:
        """The rounds won by each seat."""
        return self.rounds

    def values(self) -> dict[str, int | str]:
        """The dice once they are rolled, points and rounds won."""
        seats = range(self.setup.seats)
        return {
            "round": self.round,
            **{f"die.{seat}": face for seat, face in enumerate(self.dice) if face},
            **{f"points.{seat}": self.points[seat] for seat in seats},
            **{f"rounds.{seat}": self.rounds[seat] for seat in seats},
        }

    def place_values(self, values: Mapping[str, int], sizes: Mapping[str, int]) -> None:
        """Dice, points and rounds won by name; as many rounds as cards named under a die, where they are left out."""
        seats = range(self.setup.seats)
        self.clear()
        self.draw_set()
        under = {f"rounds.{seat}": sizes[f"under.{seat}"] for seat in seats if f"under.{seat}" in sizes}
        given = {**under, **values}
        self.check_values(given)
        for name, count in under.items():
            if given[name] != count:
                raise BadPosition(
                    f"{name} can't be {given[name]}: expected {count}, one for each card under the die", name
                )
        self.dice = [given.get(f"die.{seat}", 0) for seat in seats]
        self.points = [given.get(f"points.{seat}", 0) for seat in seats]
        self.rounds = [given.get(f"rounds.{seat}", 0) for seat in seats]
        self.round = given.get("round", sum(self.rounds) + 1) - (not any(self.dice))

    def check_values(self, given: Mapping[str, int]) -> None:
        """K12 1.4, 2.5, 2.8: values that can stand while a round is played."""
        won = sum(number for name, number in given.items() if name.startswith("rounds."))
        limits = {
            "round": (won + 1, LAST_ROUND),
            "die": (1, 12),
            "points": (0, self.target - 1),
            "rounds": (0, ROUNDS_TO_WIN - 1),
        }
        each = [f"{name}.{seat}" for name in ("die", "points", "rounds") for seat in range(self.setup.seats)]
        for name, number in given.items():
            if name not in ("round", *each):
                raise UnknownName("value", name, ["round", *each])
            least, most = limits[name.split(".")[0]]
            if not least <= number <= most:
                raise BadPosition(f"{name} can't be {number}: expected {least} to {most}", name)

    def settled_options(self) -> Mapping[str, Value]:
        """K12 1.3: the set stays for the whole game."""
        return {**self.setup.options, "set": tuple(self.spec.kinds[kind] for kind in self.kinds)}

    def placed(self, rng: Rng) -> None:
        """K12 2.5: a turn needs two cards in every hand. Dice not named are rolled, in a round that has begun."""
        for seat in range(self.setup.seats):
            if last_card(self, seat):
                expected = "expected at least 2, or the round is over"
                raise BadPosition(f"too few cards in hand.{seat}: {expected}", f"hand.{seat}")
        if any(self.dice):
            self.dice = [face or rng.below(12) + 1 for face in self.dice]

    def normal_size(self, zone: int) -> int:
        """K12 2.7: as many cards under a die as its player has won rounds."""
        seats = self.setup.seats
        return self.rounds[zone - 2 * seats] if 2 * seats <= zone < 3 * seats else 0

    def rest_zones(self, deck: int) -> list[int]:
        """What is left is in hand, or else discarded."""
        return [deck, self.setup.seats + deck]

    def fits(self, card: Kind, zone: int) -> bool:
        """At the start of a turn nothing has been played."""
        return zone < 3 * self.setup.seats

    def copy(self) -> KingOf12:
        """The same state, independent of this one."""
        new = super().copy()
        new.kinds = self.kinds
        new.dice = self.dice.copy()
        new.points = self.points.copy()
        new.rounds = self.rounds.copy()
        new.round = self.round
        new.active = self.active.copy()
        new.worth = self.worth.copy()
        new.low = self.low
        new.swapped = self.swapped
        return new


def enough_blue(kinds: Iterable[Kind]) -> bool:
    """K12 1.3: at least two blue among the seven."""
    return sum(kind in BLUE for kind in kinds) >= 2


# A turn.


def roll_all(game: KingOf12) -> None:
    """K12 2.1: everybody rolls."""
    for seat in range(game.setup.seats):
        game.dice[seat] = game.roll(12)
        game.tell(texts.ROLLS, seat, game.dice[seat])


def characters(game: KingOf12, me: Seat) -> list[Option]:
    """K12 2.2: the cards in hand."""
    return [PLAY | kind for kind in sorted(game.zones[me])]


def reveal(game: KingOf12, picks: dict[Seat, Option]) -> None:
    """K12 2.2, 3.1: reveal all cards, then the effects in their order."""
    seats = game.setup.seats
    cards = [picks[seat] & 255 for seat in range(seats)]
    for seat, kind in enumerate(cards):
        game.tell(texts.REVEALS, seat, kind)
        game.move(kind, seat, 3 * seats + seat)
    game.active = [not is_equal(cards, kind) for kind in cards]
    game.low = game.swapped = False
    for seat, kind in enumerate(cards):
        if not game.active[seat]:
            game.tell(texts.CANCELLED, kind, seat)
    schedule(game, cards, DICE_ORDER)
    game.do(read_dice)
    schedule(game, cards, VALUE_ORDER)
    game.do(compare)
    game.do(end_turn)


def schedule(game: KingOf12, cards: Sequence[Kind], order: Sequence[Kind]) -> None:
    """K12 3.1: the effects of the cards played, in their order."""
    for kind in order:
        if kind in cards:
            game.do(take_effect, kind)


def take_effect(game: KingOf12, kind: Kind) -> None:
    """K12 2.2: whoever has kept his card carries it out."""
    player = player_of(game, kind)
    if player is not None:
        game.card = kind
        EFFECTS[kind](game, player)


def is_equal(cards: Sequence[Kind], kind: Kind) -> bool:
    """K12 2.2, 4.3: two or more of the same card are cancelled."""
    return cards.count(kind) > 1


def player_of(game: KingOf12, kind: Kind) -> Seat | None:
    """The seat whose card of this kind works this turn."""
    seats = game.setup.seats
    for seat in range(seats):
        if game.active[seat] and game.zones[3 * seats + seat][0] == kind:
            return seat
    return None


def lady(game: KingOf12, me: Seat) -> None:
    """K12 4 lady: all other cards are cancelled."""
    seats = game.setup.seats
    for seat in range(seats):
        if seat != me and game.active[seat]:
            game.active[seat] = False
            game.tell(texts.CANCELLED, game.zones[3 * seats + seat][0], seat)


# Effects on dice (K12 4.1: they last for the rest of the round).


def set_die(game: KingOf12, seat: Seat, face: int) -> None:
    """Turn a die."""
    game.dice[seat] = face
    game.tell(texts.DIE, game.card, seat, face)


def merchants(game: KingOf12, me: Seat) -> None:
    """K12 4 merchants, 4.5: everybody passes his die to the next seat."""
    dice = game.dice
    for seat, face in enumerate(dice[-1:] + dice[:-1]):
        set_die(game, seat, face)


def troublemakers(game: KingOf12, me: Seat) -> None:
    """K12 4 troublemakers: everybody turns his die to the opposite face."""
    for seat, face in enumerate(game.dice):
        set_die(game, seat, OPPOSITE - face)


def reverser(game: KingOf12, me: Seat) -> None:
    """K12 4 reverser: turn the own die to the opposite face."""
    set_die(game, me, OPPOSITE - game.dice[me])


def wizard(game: KingOf12, me: Seat) -> None:
    """K12 4 wizard: turn the own die to a neighbour of the face on top; chosen now, all cards in the open."""
    game.ask_open(me, faces, turn_die)


def faces(game: KingOf12, me: Seat) -> list[Option]:
    """K12 1.4: the five neighbours of the face on top."""
    return [NUMBER | face for face in NEIGHBOURS[game.dice[me]]]


def turn_die(game: KingOf12, option: Option, me: Seat) -> None:
    """K12 4 wizard: must turn."""
    set_die(game, me, option & 255)


def oracle(game: KingOf12, me: Seat) -> None:
    """K12 4 oracle: roll the own die again; last of all die effects (K12 4.6)."""
    set_die(game, me, game.roll(12))


# Values and points.


def read_dice(game: KingOf12) -> None:
    """K12 2.3, 4.1: values are read off the final faces; the die of a cancelled card competes."""
    game.worth = game.dice.copy()


def alchemist(game: KingOf12, me: Seat) -> None:
    """K12 4 alchemist: doubled."""
    game.worth[me] *= 2


def machine(game: KingOf12, me: Seat) -> None:
    """K12 4 machine: plus 7."""
    game.worth[me] += 7


def parasite(game: KingOf12, me: Seat) -> None:
    """K12 4 parasite: minus 7."""
    game.worth[me] -= 7


def golem(game: KingOf12, me: Seat) -> None:
    """K12 4 golem: 12, but 1 where the die shows 12."""
    game.worth[me] = 1 if game.dice[me] == 12 else 12


def knight(game: KingOf12, me: Seat) -> None:
    """K12 4 knight: low values are better, for everyone."""
    game.low = True


def gambler(game: KingOf12, me: Seat) -> None:
    """K12 4 gambler: winner and runner-up change places."""
    game.swapped = True


def compare(game: KingOf12) -> None:
    """K12 2.4, 4.4: 2 points for the highest value left, 1 for the next."""
    places = [seat for seat in ranked(game) if not is_tied(game.worth, game.worth[seat])]
    for seat in range(game.setup.seats):
        if seat not in places:
            game.tell(texts.EQUAL, seat, game.worth[seat])
    if not places:
        game.tell(texts.NO_WINNER)
    rewards = (1, 2) if game.swapped else (2, 1)
    for seat, points, message in zip(places, rewards, (texts.WINS_TURN, texts.RUNNER_UP), strict=False):
        game.points[seat] += points
        game.tell(message, seat, game.worth[seat], points)


def ranked(game: KingOf12) -> list[Seat]:
    """K12 2.4, 4 knight: the seats, the best value first."""
    return sorted(range(game.setup.seats), key=game.worth.__getitem__, reverse=not game.low)


def is_tied(values: Sequence[int], value: int) -> bool:
    """K12 2.2, 2.6: equal values, and equal point totals, cancel each other."""
    return values.count(value) > 1


def end_turn(game: KingOf12) -> None:
    """K12 2.2: the played cards are discarded, face up; then see whether the round is over."""
    seats = game.setup.seats
    for seat in range(seats):
        game.move_all(3 * seats + seat, seats + seat)
    if is_round_over(game):
        end_round(game)


# A round.


def is_round_over(game: KingOf12) -> bool:
    """K12 2.5: somebody has one card left, or the points that end a round."""
    return max(game.points) >= game.target or any(last_card(game, seat) for seat in range(game.setup.seats))


def last_card(game: KingOf12, seat: Seat) -> bool:
    """K12 2.5: no more than one card left in a hand."""
    return len(game.zones[seat]) <= 1


def end_round(game: KingOf12) -> None:
    """K12 2.6, 2.7: the winner of the round, the discards back, a card under the die unless the game is over."""
    winner = round_winner(game.points)
    tell_round(game, winner)
    clear_away(game)
    if winner is not None:
        game.rounds[winner] += 1
    if is_over(game):
        end_game(game)
    elif winner is not None:
        game.ask(winner, own_cards, bury)


def clear_away(game: KingOf12) -> None:
    """K12 2.7: everybody takes back the discards; points go back, and dice wait to be rolled."""
    seats = game.setup.seats
    for seat in range(seats):
        game.move_all(seats + seat, seat)
    game.points = [0] * seats
    game.dice = [0] * seats


def round_winner(points: Sequence[int]) -> Seat | None:
    """K12 2.6: most points among those that no other has; never with none."""
    left = [seat for seat, total in enumerate(points) if not is_tied(points, total) and scores_round(total)]
    return max(left, key=points.__getitem__, default=None)


def scores_round(points: int) -> bool:
    """K12 2.6: 0 points never win a round."""
    return points > 0


def tell_round(game: KingOf12, winner: Seat | None) -> None:
    """Say who has won the round."""
    if winner is None:
        game.tell(texts.NO_ROUND, game.round)
    else:
        game.tell(texts.WINS_ROUND, winner, game.round, game.points[winner])


def own_cards(game: KingOf12, me: Seat) -> list[Option]:
    """K12 2.7: all one's own cards but those under the die."""
    return [CARD | kind for kind in sorted(game.zones[me])]


def bury(game: KingOf12, option: Option, me: Seat) -> None:
    """K12 2.7: one card of his choice face down under the die; the others don't learn which."""
    game.tell(texts.BURIES, me)
    game.tell_some(1 << me, texts.BURIED, option & 255)
    game.move(option & 255, me, 2 * game.setup.seats + me)


def is_over(game: KingOf12) -> bool:
    """K12 2.8: somebody has won two rounds, or the last round has been played."""
    return ROUNDS_TO_WIN in game.rounds or game.round == LAST_ROUND


def end_game(game: KingOf12) -> None:
    """K12 2.8: most rounds win; after the last round all who have them share the win, also with none."""
    most = max(game.rounds)
    game.winners = tuple(seat for seat, won in enumerate(game.rounds) if won == most)
    for seat in game.winners:
        if most == ROUNDS_TO_WIN:
            game.tell(texts.WINS, seat)
        else:
            game.tell(texts.SHARES, seat, game.round)


DICE_ORDER: Final = (LADY, MERCHANTS, TROUBLEMAKERS, REVERSER, WIZARD, ORACLE)
"""K12 3.1: what moves dice, after the Lady."""
VALUE_ORDER: Final = (ALCHEMIST, MACHINE, PARASITE, GOLEM, KNIGHT, GAMBLER)
"""K12 3.1: what changes values and places."""
EFFECTS: Final = {
    KNIGHT: knight,
    WIZARD: wizard,
    ORACLE: oracle,
    REVERSER: reverser,
    ALCHEMIST: alchemist,
    MACHINE: machine,
    PARASITE: parasite,
    GOLEM: golem,
    GAMBLER: gambler,
    LADY: lady,
    MERCHANTS: merchants,
    TROUBLEMAKERS: troublemakers,
}
PREDICATES: Final = {
    "K12 1.3": "enough_blue",
    "K12 2.2": "is_tied",
    "K12 2.5": "is_round_over",
    "K12 2.6": "scores_round",
    "K12 2.8": "is_over",
    "K12 4.3": "is_equal",
}
"""The rules that are decided by a yes or no, each with its function."""
