from __future__ import annotations

import pytest

from parlour import cli, games


def shown(capsys: pytest.CaptureFixture[str], *name: str) -> str:
    """What the command prints for a name."""
    assert cli.main(["card", *name]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("name", ["the_spy", "The Spy", "La spia", "spy", "MG 4 the_spy"])
def test_a_card_is_found_by_what_it_is_called(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["card", *name.split()]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "Get the MacGuffin: The Spy (action, MG 4 the_spy): Look at the whole hand of another player." in shown


@pytest.mark.parametrize("name", ["K12 2.4", "k12 2.4"])
def test_a_rule_is_found_by_its_number(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert " ".join(shown(capsys, *name.split()).split()) == (
        "King of 12: K12 2.4: The highest value left is the winner and gets 2 points; the next is the runner-up and gets 1. "
        "There may be no runner-up, or no winner either."
    )


def test_a_number_without_letters_is_looked_for_in_all_games(capsys: pytest.CaptureFixture[str]) -> None:
    found = shown(capsys, "2.4")
    assert [line[:12] for line in found.splitlines() if ": " in line[:30]] == [
        "Get the MacG",
        "Guillotine: ",
        "King of 12: ",
    ]


def test_a_section_has_its_rules_and_cards(capsys: pytest.CaptureFixture[str]) -> None:
    found = shown(capsys, "MG", "4")
    assert found.index("MG 4.1") < found.index("MG 4.3") < found.index("MG 4 the_merchant")
    assert "MG 2" not in found.replace("MG 2.5)", "")


def test_what_no_source_settles_is_marked(capsys: pytest.CaptureFixture[str]) -> None:
    assert "No source settles" not in shown(capsys, "K12 2.4")
    assert shown(capsys, "K12 3.1").endswith("(No source settles this.)\n")
    part = "(No source settles this: Nobody wins a round with 0 points.)"
    assert part in " ".join(shown(capsys, "K12 2.6").split())


@pytest.mark.parametrize("game", games.names())
def test_a_game_is_its_guide_and_all_its_rules(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    spec = games.load(game)
    found = shown(capsys, game)
    lines = [line.partition(": ")[0] for line in found.splitlines() if line.startswith(f"{spec.rule_prefix} ")]
    assert [line for line in lines if line in spec.rulebook] == list(spec.rulebook)
    assert " ".join(found.split()).startswith("- " + " - ".join(spec.guide))
    assert shown(capsys, spec.rule_prefix.lower()) == shown(capsys, *spec.title.split()) == found


def test_names_are_shown_in_a_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["card", "lady", "--language", "de"]) == 0
    assert "Dame" in capsys.readouterr().out


def test_an_unknown_name_is_answered_with_what_comes_near(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["card", "kniggt"]) == 2
    assert capsys.readouterr().err == "parlour: unknown card or rule 'kniggt': expected one of knight\n"


@pytest.mark.parametrize("number", ["K12 9.9", "K12 5"])
def test_an_unknown_rule_is_answered_with_where_the_rules_are(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["card", *number.split()]) == 2
    known = "expected one of those that parlour card K12 lists"
    assert capsys.readouterr().err == f"parlour: unknown rule '{number}': {known}\n"


@pytest.mark.parametrize("game", games.names())
def test_every_card_can_be_shown(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    for card in games.load(game).cards:
        assert cli.main(["card", card.id]) == 0
        assert card.rule in " ".join(capsys.readouterr().out.split())


def test_a_card_of_no_sort_shows_its_number_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["card", "golem"]) == 0
    assert "King of 12: Golem (K12 4 golem): Your value is 12" in capsys.readouterr().out
