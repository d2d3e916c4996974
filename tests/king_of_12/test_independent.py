"""King of 12 beside a second referee, written from the rule page alone: every turn of random games must agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from parlour.games import load
from parlour.kernel.chance import Rng
from parlour.kernel.events import Drawn
from parlour.kernel.options import option_text
from support import scaled

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from parlour.kernel.game import Game

NEIGHBOURS = {
    1: {2, 4, 5, 6, 10},
    2: {1, 4, 7, 8, 10},
    3: {4, 6, 8, 11, 12},
    4: {1, 2, 3, 6, 8},
    5: {1, 6, 9, 10, 11},
    6: {1, 3, 4, 5, 11},
    7: {2, 8, 9, 10, 12},
    8: {2, 3, 4, 7, 12},
    9: {5, 7, 10, 11, 12},
    10: {1, 2, 5, 7, 9},
    11: {3, 5, 6, 9, 12},
    12: {3, 7, 8, 9, 11},
}
VALUES: dict[str | None, Callable[[int], int]] = {
    "alchemist": lambda face: 2 * face,
    "machine": lambda face: face + 7,
    "parasite": lambda face: face - 7,
    "golem": lambda face: 1 if face == 12 else 12,
}
BEGINNER = {"knight", "wizard", "oracle", "alchemist", "machine", "parasite", "golem"}
BLUE = {"wizard", "oracle", "reverser"}
Kept = list[str | None]


def kept(cards: Sequence[str]) -> Kept:
    """The cards that still work: equal ones cancel, then the Lady cancels the others."""
    left: Kept = [card if cards.count(card) == 1 else None for card in cards]
    return [card if card == "lady" else None for card in left] if "lady" in left else left


def moved(left: Kept, dice: Sequence[int]) -> list[int]:
    """The dice after Merchants, Troublemakers and Reverser."""
    if "merchants" in left:
        dice = [dice[-1], *dice[:-1]]
    if "troublemakers" in left:
        dice = [13 - face for face in dice]
    return [13 - face if card == "reverser" else face for card, face in zip(left, dice, strict=True)]


def rewards(left: Kept, dice: Sequence[int]) -> list[int]:
    """The points of a turn, from the final faces."""
    values = [VALUES.get(card, int)(face) for card, face in zip(left, dice, strict=True)]
    single = sorted((value for value in values if values.count(value) == 1), reverse="knight" not in left)
    points = dict(zip(single, (1, 2) if "gambler" in left else (2, 1), strict=False))
    return [points.get(value, 0) for value in values]


def winner_of_round(totals: Sequence[int]) -> int | None:
    single = [total for total in totals if total > 0 and totals.count(total) == 1]
    return totals.index(max(single)) if single else None


class Referee:
    """Follows a game by what is chosen and rolled, and says what must hold."""

    def __init__(self, game: Game, seed: int) -> None:
        seats = range(game.setup.seats)
        self.game = game
        self.rng = Rng(("choices", seed))
        self.target = int(str(game.setup.options["target"]))
        self.hands = [self.seen(seat)[0] for seat in seats]
        self.discards: list[list[str]] = [[] for _ in seats]
        self.under: list[list[str]] = [[] for _ in seats]
        self.rounds = [0 for _ in seats]
        self.round = 0
        self.rolls: list[int] = []
        self.begin_round()

    def seen(self, seat: int) -> tuple[set[str], list[str], list[str]]:
        """The hand, discards and cards under the die of a seat, as it sees them itself."""
        cards = {zone.id: zone.cards for zone in self.game.view(seat).zones}
        return set(cards[f"hand.{seat}"]), list(cards[f"discard.{seat}"]), list(cards[f"under.{seat}"])

    def rolled(self, count: int) -> list[int]:
        """The next rolls of a die."""
        journal = self.game.journal
        assert journal is not None
        self.rolls += [
            int(str(entry.outcome)) for entry in journal if isinstance(entry, Drawn) and entry.draw == "roll"
        ]
        journal.clear()
        taken, self.rolls = self.rolls[:count], self.rolls[count:]
        assert len(taken) == count
        assert all(1 <= face <= 12 for face in taken)
        return taken

    def begin_round(self) -> None:
        self.round += 1
        self.points = [0] * len(self.hands)
        self.dice = self.rolled(len(self.hands))

    def choose(self, seat: int, allowed: set[str]) -> str:
        """Let a seat choose at random, out of exactly what it must be offered."""
        assert seat in self.game.owes()
        assert {option_text(option, self.game.spec.kinds) for option in self.game.options(seat)} == allowed
        text = sorted(allowed)[self.rng.below(len(allowed))]
        self.game.choose_text(seat, text)
        return text

    def turn(self) -> None:
        cards = [self.play(seat) for seat in range(len(self.hands))]
        left = kept(cards)
        self.dice = self.turned(left, moved(left, self.dice))
        self.points = [old + new for old, new in zip(self.points, rewards(left, self.dice), strict=True)]
        for discard, card in zip(self.discards, cards, strict=True):
            discard.insert(0, card)
        if max(self.points) >= self.target or min(map(len, self.hands)) == 1:
            self.end_round()
        self.check()

    def play(self, seat: int) -> str:
        assert self.game.owes() == tuple(range(seat, len(self.hands)))
        card = self.choose(seat, {f"play {card}" for card in self.hands[seat]}).removeprefix("play ")
        self.hands[seat].remove(card)
        return card

    def turned(self, left: Kept, dice: list[int]) -> list[int]:
        """The dice after Wizard and Oracle; the Wizard is asked now."""
        if "wizard" in left:
            wizard = left.index("wizard")
            dice[wizard] = int(self.choose(wizard, {str(face) for face in NEIGHBOURS[dice[wizard]]}))
        if "oracle" in left:
            (dice[left.index("oracle")],) = self.rolled(1)
        return dice

    def end_round(self) -> None:
        winner = winner_of_round(self.points)
        for hand, discard in zip(self.hands, self.discards, strict=True):
            hand.update(discard)
            discard.clear()
        if winner is not None:
            self.rounds[winner] += 1
        if not self.is_over():
            if winner is not None:
                self.bury(winner)
            self.begin_round()

    def bury(self, seat: int) -> None:
        assert self.game.owes() == (seat,)
        card = self.choose(seat, self.hands[seat])
        self.hands[seat].remove(card)
        self.under[seat].append(card)

    def is_over(self) -> bool:
        return 2 in self.rounds or self.round == 40

    def check(self) -> None:
        """Every card and value is where this referee has it, and nothing was rolled between turns."""
        most = max(self.rounds)
        assert self.game.winners == tuple(
            seat for seat, won in enumerate(self.rounds) if self.is_over() and won == most
        )
        for seat, own in enumerate(zip(self.hands, self.discards, self.under, strict=True)):
            assert self.seen(seat) == own
        assert self.rolls == []
        assert list(self.game.scores()) == self.rounds
        assert self.is_over() or self.game.values() == self.values()

    def values(self) -> dict[str, int]:
        named = {"die": self.dice, "points": self.points, "rounds": self.rounds}
        each = {f"{name}.{seat}": number for name, row in named.items() for seat, number in enumerate(row)}
        return {"round": self.round, **each}


def referee(seats: int, chosen_set: str, target: int, seed: int) -> Referee:
    setup = load("king_of_12").setup(seats, {"set": chosen_set, "target": target})
    return Referee(setup.spec.play.start(setup, seed, journal=True), seed)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("chosen_set", ["beginner", "random"])
def test_two_referees_agree_after_every_turn(seats: int, chosen_set: str) -> None:
    for seed in range(scaled(60)):
        table = referee(seats, chosen_set, 4 + seed % 9, seed)
        while not table.game.winners:
            table.turn()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_sets_are_the_same_for_all_and_as_the_rules_want(seats: int) -> None:
    assert referee(seats, "beginner", 8, 0).hands == [BEGINNER] * seats
    for seed in range(scaled(100)):
        first, *others = referee(seats, "random", 8, seed).hands
        assert others == [first] * (seats - 1)
        assert len(first) == 7
        assert "knight" in first
        assert len(first & BLUE) >= 2


def test_faces_that_touch_are_neighbours_of_each_other_and_never_opposite() -> None:
    for face, faces in NEIGHBOURS.items():
        assert len(faces) == 5
        assert not faces & {face, 13 - face}
        assert all(face in NEIGHBOURS[other] for other in faces)
        assert NEIGHBOURS[13 - face] == {13 - other for other in faces}
