"""Bots against each other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parlour import games
from parlour.cli import main
from parlour.match import Match, summary
from support import scaled

KING = games.load("king_of_12")


def test_one_deal_is_played_with_everybody_at_every_seat() -> None:
    deals = list(Match(KING.setup(3), ("random", "random", "random"), 5).deals(4))

    assert [sum(deal) for deal in deals] == pytest.approx([1, 1, 1, 1])


def test_a_match_is_the_same_for_the_same_seed() -> None:
    match = Match(KING.setup(2), ("passive", "random"), 7)

    assert list(match.deals(3)) == list(match.deals(3))


def test_bots_of_one_name_share_a_figure() -> None:
    figures = summary(("greedy", "random", "random"), [[0.5, 0.25, 0.25], [1, 0, 0]])

    assert figures["greedy"].win_share == 0.75
    assert figures["random"].win_share == 0.25
    assert figures["greedy"].interval[0] < 0.75 < figures["greedy"].interval[1] <= 1


def test_the_interval_is_wilsons() -> None:
    """By hand for 8 wins of 10: (0.8 + 1.92 / 10 +- 1.96 sqrt(0.016 + 0.0096)) / 1.384."""
    figure = summary(("greedy", "random"), [[1, 0]] * 8 + [[0, 1]] * 2)["greedy"]

    assert figure.interval == pytest.approx((0.4902, 0.9433), abs=0.0001)


def test_winning_all_is_no_certainty() -> None:
    assert summary(("greedy", "random"), [[1, 0]] * 10)["greedy"].interval == pytest.approx((0.7225, 1), abs=0.0001)


def test_the_command_gives_a_share_and_an_interval_for_each_bot(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "king_of_12", "--bots", "greedy,random", "--games", "6", "--seed", "3", "--json"]) == 0

    shown = json.loads(capsys.readouterr().out)
    assert shown["games"] == 6
    assert shown["bots"]["greedy"]["win_share"] + shown["bots"]["random"]["win_share"] == pytest.approx(1)
    assert len(shown["bots"]["greedy"]["win_share_interval"]) == 2


def test_a_match_needs_a_bot_for_each_of_the_fewest_seats(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "king_of_12", "--bots", "random"]) == 2
    assert "1 bot can't play a match of King of 12: expected at least 2, one a seat" in capsys.readouterr().err
    assert main(["match", "ghooost", "--option", "play=match", "--bots", "random,random"]) == 2
    assert "2 bots can't play a match of Ghooost!: expected at least 3" in capsys.readouterr().err


def test_the_page_about_simulation_names_what_a_match_gives(capsys: pytest.CaptureFixture[str]) -> None:
    page = (
        (Path(__file__).parents[2] / "docs" / "simulate.md").read_text(encoding="utf-8").partition("parlour match")[2]
    )
    assert main(["match", "king_of_12", "--bots", "greedy,random", "--games", "2", "--json"]) == 0

    shown = json.loads(capsys.readouterr().out)
    assert [name for name in (*shown, *shown["bots"]["greedy"]) if f"`{name}`" not in page] == []


def test_a_bot_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "king_of_12", "--bots", "greedy,nobody"]) == 2

    assert "unknown bot 'nobody'" in capsys.readouterr().err


@pytest.mark.no_cover
@pytest.mark.parametrize("game", games.names())
def test_greedy_beats_random(game: str) -> None:
    """The full figures are in the notes; by chance this fails less than once in a million runs."""
    spec = games.load(game)
    players = ("greedy", "random")
    deals = list(Match(spec.setup(2), players, 1).deals(scaled(30)))

    assert summary(players, deals)["greedy"].win_share > 0.5
