from __future__ import annotations

import pytest

from parlour import cli, games


@pytest.mark.parametrize("name", ["the_spy", "The Spy", "La spia", "spy", "MG 4 the_spy"])
def test_a_card_is_found_by_what_it_is_called(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["card", *name.split()]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "Get the MacGuffin: The Spy (action, MG 4 the_spy): Look at the whole hand of another player." in shown


def test_a_rule_is_found_by_its_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["card", "K12", "2.6"]) == 0
    assert "Nobody wins a round with 0 points." in capsys.readouterr().out


def test_names_are_shown_in_a_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["card", "lady", "--language", "de"]) == 0
    assert "Dame" in capsys.readouterr().out


def test_an_unknown_name_is_answered_with_what_comes_near(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["card", "kniggt"]) == 2
    assert capsys.readouterr().err == "parlour: unknown card or rule 'kniggt': expected one of knight\n"


@pytest.mark.parametrize("game", games.names())
def test_every_card_can_be_shown(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    for card in games.load(game).cards:
        assert cli.main(["card", card.id]) == 0
        assert card.rule in " ".join(capsys.readouterr().out.split())


def test_a_card_of_no_sort_shows_its_number_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["card", "golem"]) == 0
    assert "King of 12: Golem (K12 4 golem): Your value is 12" in capsys.readouterr().out
