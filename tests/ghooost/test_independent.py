"""Ghooost! beside a second referee, written from the rule page alone: every turn of random games must agree."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING

import pytest

from parlour.games import load
from parlour.kernel.chance import Rng
from parlour.kernel.options import option_text
from parlour.kernel.position import Position, describe, place
from support import scaled

if TYPE_CHECKING:
    from parlour.kernel.game import Game
    from parlour.kernel.spec import Setup

pytestmark = pytest.mark.no_cover

NUMBERS = {"scooty": 1, "cerberus": 3, "skeletum": 11, "igor": 12} | {f"ghost_{number}": number for number in range(15)}
SCARY = {"cerberus", "igor"}
PLAY = re.compile(r"play (\w+?)(?: x(\d))?(?: \+ miss_copy x(\d))?$")


class Referee:
    """Follows a game by what is chosen, from the deal on, and says what must hold.

    The players still in form a circle whose first one is to move; the cemetery is a list of (card, what it counts as), the
    top last.
    """

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.seats = range(game.setup.seats)
        self.options = game.setup.options
        self.numbers = NUMBERS | {"twist": int(str(self.options["twist_value"]))}
        self.rng = Rng(("choices", seed))
        self.points = dict.fromkeys(self.seats, 0)
        self.tokens = dict.fromkeys(self.seats, 0)
        self.tied: list[int] = []
        self.winners: list[int] = []
        self.ranks: list[list[int]] = []
        self.begun = game.turns - 1
        self.deal(game.turn)

    def deal(self, starter: int) -> None:
        """Read how the cards were dealt."""
        zones = describe(self.game)["zones"]
        assert isinstance(zones, dict)
        self.hands: list[Counter[str]] = [Counter(zones[f"hand.{seat}"]) for seat in self.seats]
        self.mansions = [list(zones[f"mansion.{seat}"]) for seat in self.seats]
        self.crypt = list(zones["crypt"])
        self.cemetery: list[tuple[str, str]] = []
        self.kitties = 0
        self.gone = len(zones["removed"])
        self.circle = [*self.seats[starter:], *self.seats[:starter]]
        self.turned = False
        self.matching = False
        self.out: list[int] = []
        self.turns = 0
        everything = Counter(
            chain(*(hand.elements() for hand in self.hands), *self.mansions, self.crypt, zones["removed"])
        )
        assert sorted(everything.values()) == [2, *[4] * 15]

    def fits(self, ghost: str, cards: int) -> bool:
        if cards >= 4 or ghost in ("scooty", "kitty") or not self.cemetery:
            return True
        top = self.cemetery[-1][1]
        if self.matching:
            return ghost == top
        if top in SCARY and ghost not in SCARY:
            return False
        return self.numbers[ghost] >= self.numbers[top]

    def sets(self, hand: Counter[str]) -> set[str]:
        """What can be played from a hand."""
        texts = {"play kitty"} if hand["kitty"] else set()
        for ghost in hand.keys() & self.numbers.keys():
            for count in range(1, hand[ghost] + 1):
                for copies in range(hand["miss_copy"] + 1):
                    if self.fits(ghost, count + copies):
                        several = f" x{count}" if count > 1 else ""
                        texts.add(f"play {ghost}{several}" + (f" + miss_copy x{copies}" if copies else ""))
        return texts

    def allowed(self) -> set[str]:
        hand = self.hands[self.circle[0]]
        blind = {"try"} if self.crypt or not hand.total() else set()
        return self.sets(hand) | blind | ({"take"} if self.cemetery or self.kitties else set())

    def turn(self) -> None:
        me = self.circle[0]
        self.turns += 1
        allowed = self.allowed()
        assert self.game.owes() == (me,)
        assert self.game.turn == me
        assert self.game.turns == self.begun + 1
        self.begun += 1
        offered = [option_text(option, self.game.spec.kinds) for option in self.game.options(me)]
        assert sorted(offered) == sorted(allowed)
        text = self.pick(allowed)
        self.game.choose_text(me, text)
        self.done(me, self.act(me, text))
        self.check()

    def pick(self, allowed: set[str]) -> str:
        """A choice at random, mostly one that gets rid of cards."""
        plays = sorted(text for text in allowed if text.startswith("play"))
        texts = plays if plays and self.rng.below(8) else sorted(allowed)
        return texts[self.rng.below(len(texts))]

    def act(self, me: int, text: str) -> int:
        """Returns how many players the turn goes on by."""
        if text == "take":
            return self.take(me)
        if text == "try":
            return self.turn_up(me, self.crypt or self.mansions[me])
        play = PLAY.match(text)
        assert play
        ghost, count, copies = play[1], int(play[2] or 1), int(play[3] or 0)
        self.hands[me] -= Counter({ghost: count, "miss_copy": copies})
        return self.lay(ghost, [ghost] * count + ["miss_copy"] * copies)

    def take(self, me: int) -> int:
        self.hands[me].update(card for card, _ in self.cemetery)
        self.hands[me].update(["kitty"] * self.kitties)
        self.cemetery, self.kitties, self.matching = [], 0, False
        return 1

    def turn_up(self, me: int, pile: list[str]) -> int:
        card = pile.pop(0)
        if card != "miss_copy" and self.fits(card, 1):
            return self.lay(card, [card])
        self.hands[me][card] += 1
        return self.take(me)

    def lay(self, ghost: str, cards: list[str]) -> int:
        self.matching = False
        if ghost == "kitty":
            self.kitties += 1
            self.matching = self.options["kitty"] == "match" and bool(self.cemetery)
            return 2
        self.cemetery += [(card, ghost) for card in cards]
        if len(self.cemetery) >= 4 and {counts for _, counts in self.cemetery[-4:]} == {ghost}:
            return self.empty()
        if ghost == "skeletum":
            return self.empty()
        if ghost == "twist" and len(self.circle) > 2:
            for _ in cards:
                self.circle[1:] = self.circle[:0:-1]
                self.turned = not self.turned
        return 1 if len(cards) == 1 else 0

    def empty(self) -> int:
        self.gone += len(self.cemetery) + self.kitties
        self.cemetery, self.kitties = [], 0
        return 0

    def done(self, me: int, steps: int) -> None:
        if not self.hands[me].total() and not self.mansions[me]:
            self.out.append(me)
            self.circle.pop(0)
            steps = max(0, steps - 1)
        else:
            while self.hands[me].total() < 4 and self.crypt:
                self.hands[me][self.crypt.pop(0)] += 1
        self.circle = self.circle[steps % len(self.circle) :] + self.circle[: steps % len(self.circle)]
        if len(self.circle) == 1 or self.turns == 500:
            self.end_round()
        else:
            self.skip_helpless()

    def skip_helpless(self) -> None:
        if all(self.is_helpless(seat) for seat in self.circle):
            self.end_round()
        else:
            while self.is_helpless(self.circle[0]):
                self.circle.append(self.circle.pop(0))

    def is_helpless(self, seat: int) -> bool:
        nothing = not self.crypt and not self.cemetery and not self.kitties
        return nothing and self.hands[seat].keys() == {"miss_copy"}

    def end_round(self) -> None:
        left = {seat: self.hands[seat].total() + len(self.mansions[seat]) for seat in self.circle}
        shared = [[seat for seat in sorted(left) if left[seat] == cards] for cards in sorted(set(left.values()))]
        self.ranks = [[seat] for seat in self.out] + shared
        if self.options["play"] == "single":
            self.winners = sorted(chain(*(self.ranks[:-1] or self.ranks)))
        else:
            self.score()

    def score(self) -> None:
        for rank in self.ranks[:-1]:
            gain = 1 + (rank is self.ranks[0]) + 2 * (rank is self.ranks[-2])
            for seat in rank:
                self.points[seat] += gain if seat in self.tied or not self.tied else 0
        if len(self.ranks[-1]) == 1 and not self.tied:
            self.tokens[self.ranks[-1][0]] += 1
        if 2 in self.tokens.values():
            rivals = self.tied or [seat for seat in self.seats if self.tokens[seat] < 2]
            best = [seat for seat in rivals if self.points[seat] == max(self.points[rival] for rival in rivals)]
            self.winners = best if len(best) == 1 else []
            self.tied = self.tied or best
        if not self.winners:
            self.deal(self.out[0] if self.out else self.game.turn)

    def scores(self) -> dict[int, float]:
        """Points, or in a single round the mean of the places that are shared."""
        if self.options["play"] == "match":
            return {seat: float(points) for seat, points in self.points.items()}
        order = list(chain(*self.ranks))
        places = {seat: [order.index(other) for other in rank] for rank in self.ranks for seat in rank}
        return {seat: 1 - sum(each) / len(each) / (len(self.seats) - 1) for seat, each in places.items()}

    def check(self) -> None:
        """Every card and value is where this referee has it."""
        assert list(self.game.winners) == self.winners
        if self.winners:
            assert dict(enumerate(self.game.scores())) == pytest.approx(self.scores())
            return
        zones = describe(self.game)["zones"]
        assert isinstance(zones, dict)
        assert [Counter(zones[f"hand.{seat}"]) for seat in self.seats] == self.hands
        assert [zones[f"mansion.{seat}"] for seat in self.seats] == self.mansions
        assert zones["crypt"] == self.crypt
        tops = [card if card == counts else f"{card}={counts}" for card, counts in reversed(self.cemetery)]
        assert zones["cemetery"] == tops
        assert zones["beside"] == ["kitty"] * self.kitties
        assert len(zones["removed"]) == self.gone
        assert self.game.values() == self.values()

    def values(self) -> dict[str, int]:
        rows: dict[str, dict[int, int]] = {
            "out": {seat: (0, *self.out).index(seat, 1) if seat in self.out else 0 for seat in self.seats}
        }
        if self.options["play"] == "match":
            rows |= {
                "points": self.points,
                "tokens": self.tokens,
                "tied": {seat: int(seat in self.tied) for seat in self.seats},
            }
        each = {f"{name}.{seat}": number for name, row in rows.items() for seat, number in row.items()}
        return {"direction": -1 if self.turned else 1, "bound": self.matching, "round_turn": self.turns + 1, **each}


TABLES = [
    (seats, twist_value, kitty, play)
    for seats in range(2, 7)
    for twist_value, kitty in ((9, "match"), (9, "stay"), (8, "match"))
    for play in ("single", "match")
    if play == "single" or seats > 2
]


def late(setup: Setup, seed: object) -> Game:
    """A position near the end of a round: few cards in hands, mansions and crypt, the others gone."""
    rng = Rng(seed)
    deck = [setup.spec.kinds[kind] for kind in setup.spec.play.start(setup, 0).decks()[0]]
    mixed = [deck.pop(rng.below(len(deck))) for _ in range(len(deck))]
    most = {"hand": 3, "mansion": 2}
    names = [f"{name}.{seat}" for name in most for seat in range(setup.seats)]
    zones = {name: [mixed.pop() for _ in range(1 + rng.below(most[name.split(".")[0]]))] for name in names}
    crypt = [mixed.pop() for _ in range(rng.below(4))]
    return place(setup, Position(turn=rng.below(setup.seats), zones={**zones, "crypt": crypt}, seed=seed))


@pytest.mark.parametrize(("seats", "twist_value", "kitty", "play"), TABLES)
def test_two_referees_agree_after_every_turn(seats: int, twist_value: int, kitty: str, play: str) -> None:
    setup = load("ghooost").setup(seats, {"twist_value": twist_value, "kitty": kitty, "play": play})
    for seed in range(scaled(2 if play == "single" else 1)):
        table = Referee(setup.spec.play.start(setup, f"{seats} {kitty} {seed}"), seed)
        while not table.game.winners:
            table.turn()


@pytest.mark.parametrize(("seats", "twist_value", "kitty", "play"), [table for table in TABLES if table[3] == "single"])
def test_two_referees_agree_near_the_end_of_a_round(seats: int, twist_value: int, kitty: str, play: str) -> None:
    setup = load("ghooost").setup(seats, {"twist_value": twist_value, "kitty": kitty, "play": play})
    for seed in range(scaled(25)):
        table = Referee(late(setup, f"late {seats} {kitty} {seed}"), seed)
        while not table.game.winners:
            table.turn()
