"""The figures of many games mean what they say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from parlour import bots, games
from parlour.kernel.errors import BadSetup, IllegalChoice
from parlour.kernel.options import NUMBER
from parlour.simulation import Series, Tally, play_out, seated
from support import scaled

if TYPE_CHECKING:
    from collections.abc import Callable

    from parlour.bots import Bot, Chair
    from parlour.kernel.game import Game
    from parlour.kernel.options import Option

MACGUFFIN = games.load("get_the_macguffin")
KING = games.load("king_of_12")


class Witness:
    """A bot that remembers how many options it had each time."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.open: list[int] = []

    def choose(self, chair: Chair) -> Option:
        self.open.append(len(chair.options()))
        return self.bot.choose(chair)


class Cheat:
    """A bot that takes what is not offered."""

    def choose(self, chair: Chair) -> Option:
        return NUMBER | 99


def random_series(seats: int = 3, seed: int = 1) -> Series:
    return Series(MACGUFFIN.setup(seats), ("random",) * seats, seed)


def figures(series: Series, count: int) -> tuple[list[Game], dict[str, object]]:
    tally = Tally(series.setup.seats)
    played = []
    for game, decisions in series.games(count):
        tally.add(game, decisions)
        played.append(game)
    return played, tally.figures()


@pytest.mark.parametrize("seats", [2, 4, 11])
def test_a_decision_is_an_answer_where_at_least_two_options_were_open(seats: int) -> None:
    game = MACGUFFIN.play.start(MACGUFFIN.setup(seats), "count")
    players = [Witness(bots.make("random", seat)) for seat in range(seats)]
    decisions = play_out(game, players)
    opened = [number for player in players for number in player.open]
    assert decisions == sum(number > 1 for number in opened)
    assert len(opened) > decisions > 0


def test_a_bot_that_takes_what_is_not_offered_is_refused() -> None:
    game = KING.play.start(KING.setup(2), "cheat")
    with pytest.raises(IllegalChoice, match="seat 0 can't choose '99' at reveal"):
        play_out(game, [Cheat(), Cheat()])


def test_the_figures_are_those_of_the_games() -> None:
    played, shown = figures(random_series(), scaled(100))
    count = len(played)
    assert shown["games"] == count
    assert shown["turns_mean"] == pytest.approx(sum(game.turns for game in played) / count)
    assert shown["turns_max"] == max(game.turns for game in played)
    assert shown["score_mean"] == pytest.approx(1 / 3)
    shared = sum(len(game.winners) > 1 for game in played)
    assert 0 < shared < count
    assert shown["shared_win_share"] == shared / count
    assert shown["winner_score_mean"] == pytest.approx(sum(max(game.scores()) for game in played) / count)


def test_the_figures_of_seats_add_up() -> None:
    played, shown = figures(Series(KING.setup(2), ("random", "passive"), 4), scaled(30))
    seats, wins = shown["seat_score_means"], shown["seat_win_shares"]
    assert isinstance(seats, list)
    assert isinstance(wins, list)
    assert seats == pytest.approx([sum(game.scores()[seat] for game in played) / len(played) for seat in (0, 1)])
    assert sum(wins) == pytest.approx(1)
    assert 2 * float(str(shown["score_mean"])) == pytest.approx(sum(seats))


def test_a_game_is_the_same_whatever_is_played_before_it() -> None:
    series = random_series(seats=4)
    *_, (last, decisions) = series.games(5)
    alone = series.start(4, MACGUFFIN.play)
    assert play_out(alone, series.bots(4)) == decisions
    assert alone.fingerprint() == last.fingerprint()


@pytest.mark.parametrize("other", [lambda: random_series(seed=2), lambda: random_series(seats=4)])
def test_another_seed_or_table_gives_other_games(other: Callable[[], Series]) -> None:
    assert figures(random_series(), 20)[1] != figures(other(), 20)[1]


def test_what_games_say_is_counted_where_a_journal_is_kept() -> None:
    tally = Tally(2)
    for game, decisions in Series(KING.setup(2), ("random",) * 2, 0).games(20, journal=True):
        tally.add(game, decisions)
    means = tally.figures()["message_means"]
    assert isinstance(means, dict)
    assert means["the_set"] == 1
    assert means["wins_turn"] + means["no_winner"] == pytest.approx(tally.figures()["turns_mean"])


def test_one_bot_sits_on_all_seats_or_each_on_its_own() -> None:
    assert seated(["random"], 3) == ("random", "random", "random")
    assert seated(["random", "passive"], 2) == ("random", "passive")
    with pytest.raises(BadSetup, match="2 bots can't sit on 3 seats: expected 1 for all or 3"):
        seated(["random", "passive"], 3)


@pytest.mark.parametrize("name", games.names())
def test_random_games_end_within_the_bound(name: str) -> None:
    spec = games.load(name)
    for seats in range(spec.seats[0], spec.seats[1] + 1):
        setup = spec.setup(seats)
        _, shown = figures(Series(setup, ("random",) * seats, seats), scaled(5))
        assert int(str(shown["turns_max"])) <= spec.bound(seats, setup.options)


def test_only_a_shared_first_rank_is_a_shared_win() -> None:
    ghooost = games.load("ghooost")
    played, shown = figures(Series(ghooost.setup(4), ("greedy",) * 4, 6), 2)

    assert [len(game.winners) for game in played] == [3, 3]
    assert shown["shared_win_share"] == 0
