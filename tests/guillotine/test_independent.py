"""Guillotine beside a second reading of the rule page: what may be played, who may move where, what is collected, scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from parlour.games import load
from parlour.kernel.chance import Rng
from parlour.kernel.options import option_text
from support import scaled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from parlour.kernel.game import Game

SPEC = load("guillotine")
LADIES = {"lord", "lady", "lady_in_waiting"}
HEADS = {
    "purple": "king_louis_xvi 5, marie_antoinette 5, regent 4, robespierre 3, duke 3, baron 3, fast_noble 2, count 2, "
    "countess 2, lord 2, lady 2, lady_in_waiting 1, coiffeur 1, royal_cartographer 1, piss_boy 1",
    "blue": "cardinal 5, archbishop 4, bad_nun 3, bishop 2, heretic 2, wealthy_priest 1",
    "green": "governor 4, councilman 3, mayor 3, land_lord 2, tax_collector 2, unpopular_judge 2, rival_executioner 1, "
    "sheriff 1",
    "red": "general 4, master_spy 4, colonel 3, captain_of_the_guard 2, lieutenant 2, palace_guard 0",
    "gray": "hero_of_the_people -3, the_clown -2, innocent_victim -1, martyr -1, tragic_figure 0",
}
POINTS = {name: int(points) for row in HEADS.values() for name, points in (each.split() for each in row.split(", "))}
COLOUR = {each.split()[0]: colour for colour, row in HEADS.items() for each in row.split(", ")}
FORWARD = {
    "stumble": (1, 1, ""),
    "pushed": (2, 2, ""),
    "tis_a_far_better_thing": (3, 3, ""),
    "ignoble_noble": (4, 4, ""),
    "lidiot": (1, 2, ""),
    "was_that_my_name": (1, 3, ""),
    "majesty": (1, 2, "purple"),
    "civic_pride": (1, 2, "green"),
    "military_might": (1, 2, "red"),
}
BACK = {"trip": (1, 1), "friend_of_the_queen": (1, 2), "fainting_spell": (1, 3)}
FREE = """
    political_influence, rush_job, rat_break, lack_of_support, infighting, forced_break, rain_delay, information_exchange,
    scarlet_pimpernel, missing_heads, clerical_error, foreign_support, church_support, civic_support, military_support,
    indifferent_public, fountain_of_blood, tough_crowd, callous_guards, twist_of_fate
"""
"""GU 5.5: what Callous Guards leave free."""
FINAL = {
    "fountain_of_blood",
    "tough_crowd",
    "church_support",
    "civic_support",
    "military_support",
    "indifferent_public",
}


class Sight:
    """Everything that lies on the table, by the names of the cards."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.zones = {
            zone.name: [SPEC.kinds[kind] for kind in cards]
            for zone, cards in zip(game.setup.zones, game.zones, strict=True)
        }
        self.day = game.values()["day"]
        self.seats = range(game.setup.seats)
        self.line = self.zones["line"]
        self.deck = self.zones["noble_deck"]
        self.piles = [self.zones[f"pile.{seat}"] for seat in self.seats]
        self.hands = [self.zones[f"hand.{seat}"] for seat in self.seats]
        self.tables = [self.zones[f"table.{seat}"] for seat in self.seats]

    def is_set(self, name: str, seat: int) -> bool:
        return self.game.values()[f"{name}.{seat}"] == 1

    def asked(self, seat: int) -> set[str]:
        return {option_text(option, SPEC.kinds) for option in self.game.options(seat)}


def far_enough(card: str, line: list[str]) -> dict[str, int]:
    """The nobles that a card can move, as options, with the places that each has before or behind it."""
    if card in BACK:
        room = {f"{noble}@{place}": len(line) - 1 - place for place, noble in enumerate(line)}
        return {noble: places for noble, places in room.items() if places >= BACK[card][0]}
    least, _, colour = FORWARD[card]
    room = {f"{noble}@{place}": place for place, noble in enumerate(line) if colour in ("", COLOUR[noble])}
    return {noble: places for noble, places in room.items() if places >= least}


def has_a_target(card: str, me: int, here: Sight) -> bool:
    """GU 5.6, by what each card needs."""
    line, others = here.line, [seat for seat in here.seats if seat != me]
    handed, headed = any(here.hands[seat] for seat in others), any(here.piles[seat] for seat in others)
    if card in BACK or card in FORWARD:
        before = here.game.setup.options["master_spy"] == "before" and "master_spy" in line
        moved = [noble for noble in line if noble != "master_spy"] + ["master_spy"]
        return bool(far_enough(card, moved if before else line))
    twisted = here.seats if here.game.setup.options["twist_of_fate"] == "any" else others
    needed = {
        "public_demand": bool(line),
        "fled_to_england": bool(line),
        "after_you": bool(line),
        "lack_of_faith": any(COLOUR[noble] == "blue" for noble in line),
        "forward_march": "palace_guard" in line,
        "let_them_eat_cake": "marie_antoinette" in line,
        "late_arrival": bool(here.deck),
        "extra_cart": bool(here.deck),
        "clothing_swap": bool(here.deck and line),
        "confusion_in_line": here.game.setup.options["confusion"] == "delayed",
        "rat_break": bool(here.zones["action_discard"]),
        "lack_of_support": handed or len(here.hands[me]) > 1,
        "infighting": handed,
        "missing_heads": headed,
        "missed": any(here.piles),
        "clerical_error": headed,
        "twist_of_fate": any(here.tables[seat] for seat in twisted),
    }
    return needed.get(card, True)


def playable(me: int, here: Sight) -> set[str]:
    """GU 2.1, 4.8, 5 rush_job, 5.5: the options of the play step."""
    if here.is_set("rush_job", me) or here.line[:1] == ["unpopular_judge"]:
        return {"pass"}
    guarded = any("callous_guards" in table for table in here.tables)
    free = set(FREE.replace(",", " ").split()) if guarded else set(here.hands[me])
    cards = {card for card in here.hands[me] if card in free and has_a_target(card, me, here)}
    return {"pass", *(f"play {card}" for card in cards)}


def points(heads: list[str], table: list[str]) -> int:
    """GU 4.11, 6.1."""
    worth = dict(POINTS)
    worth["palace_guard"] = heads.count("palace_guard")
    worth["tragic_figure"] = -sum(COLOUR[head] == "gray" for head in heads)
    if {"count", "countess"} <= set(heads):
        worth |= {"count": 4, "countess": 4}
    if "indifferent_public" in table:
        worth |= {head: 1 for head in worth if COLOUR[head] == "gray"}
    supported = {"church_support": "blue", "civic_support": "green", "military_support": "red"}
    liked = [colour for support, colour in supported.items() if support in table]
    extra = 2 * table.count("fountain_of_blood") - 2 * table.count("tough_crowd")
    return sum(worth[head] + (COLOUR[head] in liked) for head in heads) + extra


class Collected:
    """What one collection from the line brings, with everything that it sets off, and the cards then in hand."""

    def __init__(self, me: int, here: Sight) -> None:
        self.line, self.deck, self.heads = list(here.line), list(here.deck), list(here.piles[me])
        self.hand, self.draws, self.over = len(here.hands[me]), 1, False
        owed = [self.line]
        while owed and not self.over:
            if source := owed.pop():
                noble = source.pop(0)
                self.heads.insert(0, noble)
                self.hand += COLOUR[noble] == "purple" and "foreign_support" in here.tables[me]
                self.hand -= noble == "innocent_victim" and self.hand > 0
                self.draws += noble in LADIES
                self.over = noble == "robespierre"
                owed += {"fast_noble": [self.line], "rival_executioner": [self.deck]}.get(noble, [])
                if noble in ("general", "captain_of_the_guard"):
                    self.line += self.deck[:1]
                    del self.deck[:1]
        self.hand += self.draws


def tables() -> Iterator[tuple[int, dict[str, str]]]:
    for seats in (2, 3, 4, 5):
        yield seats, {}
        yield seats, {"edition": "english"}
    yield 3, {"master_spy": "before"}
    yield 4, {"confusion": "delayed", "clerical_error": "collect", "clown": "another"}


each_table = pytest.mark.parametrize(("seats", "options"), list(tables()))


def course(seats: int, options: dict[str, str], seed: int) -> Iterator[tuple[Game, int, str]]:
    """A random game before each decision, with who decides and the step; whoever reads it may decide instead."""
    rng = Rng((seats, options, seed))
    game = SPEC.play.start(SPEC.setup(seats, options), seed)
    while game.owes():
        question, seat = game.question, game.owes()[0]
        yield game, seat, game.step_asked() or ""
        if game.question is question:
            choices = game.options(seat)
            game.apply(seat, choices[rng.below(len(choices))])


@each_table
def test_what_may_be_played_and_scores_agree(seats: int, options: dict[str, str]) -> None:
    for seed in range(scaled(12)):
        for game, seat, step in course(seats, options, seed):
            here = Sight(game)
            assert list(game.scores()) == [points(here.piles[each], here.tables[each]) for each in here.seats]
            if step == "play":
                assert here.asked(seat) == playable(seat, here)
            elif step == "final_play":
                assert here.asked(seat) == {"pass", *(f"play {card}" for card in FINAL & set(here.hands[seat]))}
        best = max(game.scores())
        assert game.winners == tuple(each for each in here.seats if game.scores()[each] == best)


@each_table
def test_who_may_move_and_how_far_agree(seats: int, options: dict[str, str]) -> None:
    chosen = ""
    for seed in range(scaled(12)):
        for game, seat, step in course(seats, options, seed):
            here = Sight(game)
            card = SPEC.kinds[game.question[4]] if game.question else ""
            if step == "choose_noble":
                assert here.asked(seat) == set(far_enough(card, here.line))
            elif step == "move_by":
                assert game.question is not None
                place = game.question[5][0]
                chosen = f"{here.line[place]}@{place}"
                least, most = BACK[card] if card in BACK else FORWARD[card][:2]
                reach = range(least, min(most, far_enough(card, here.line)[chosen]) + 1)
                assert here.asked(seat) == set(map(str, reach))
    assert chosen


@each_table
def test_what_a_turn_without_a_card_collects_agrees(seats: int, options: dict[str, str]) -> None:
    compared = 0
    for seed in range(scaled(12)):
        for game, seat, step in course(seats, options, seed):
            here = Sight(game)
            plenty = len(here.zones["action_deck"]) > 5
            if step == "play" and game.turns % 2 and plenty and not here.is_set("confusion", seat):
                compared += 1
                wanted = Collected(seat, here)
                finish_turn(game)
                check_turn(wanted, seat, here, Sight(game))
    assert compared > scaled(50)


def finish_turn(game: Game) -> None:
    """Pass wherever that can be, and take the first option elsewhere, until the turn is over."""
    turns = game.turns
    while game.owes() and game.turns == turns and game.step_asked() != "final_play":
        seat = game.owes()[0]
        game.apply(seat, game.options(seat)[0])


def check_turn(wanted: Collected, me: int, here: Sight, there: Sight) -> None:
    assert without_clown(there.piles[me]) == without_clown(wanted.heads)
    assert len(there.hands[me]) == wanted.hand
    if wanted.line and not wanted.over:
        assert (there.line, there.deck) == (wanted.line, wanted.deck)
    else:
        assert there.zones["noble_discard"] == wanted.line + here.zones["noble_discard"]
        assert there.line == ([] if here.day == int(str(there.game.setup.options["days"])) else wanted.deck[:12])


def without_clown(heads: list[str]) -> list[str]:
    return [head for head in heads if head != "the_clown"]
