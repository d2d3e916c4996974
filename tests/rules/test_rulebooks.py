"""Every numbered rule has a text, every game a guide, and all of them can be translated."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from babel.messages.pofile import read_po

from parlour import games, language

if TYPE_CHECKING:
    from parlour.kernel.spec import GameSpec

FOLDER = Path(__file__).parents[2] / "scenarios"
SPECS = [games.load(name) for name in games.names()]
each_game = pytest.mark.parametrize("spec", SPECS, ids=games.names())


def texts(spec: GameSpec) -> list[str]:
    return [*spec.rulebook.values(), *spec.rulings.values(), *spec.guide]


@each_game
def test_the_rulebook_has_every_number_in_order(spec: GameSpec) -> None:
    assert list(spec.rulebook) == (FOLDER / spec.id / "rules.txt").read_text(encoding="utf-8").splitlines()


@each_game
def test_rulings_are_about_rules(spec: GameSpec) -> None:
    assert spec.rulings.keys() <= spec.rulebook.keys()


@each_game
def test_what_a_rule_refers_to_is_there(spec: GameSpec) -> None:
    cited = {rule for text in texts(spec) for rule in re.findall(rf"{spec.rule_prefix} \d+\.\d+", text)}
    assert cited <= spec.rulebook.keys()


@each_game
def test_options_named_in_rules_are_those_of_the_table(spec: GameSpec) -> None:
    named = {option for text in texts(spec) for option in re.findall(r"\b[Oo]ption (\w+)", text)}
    assert named <= {option.name for option in spec.options}


@each_game
def test_the_guide_is_short(spec: GameSpec) -> None:
    assert 8 <= len(spec.guide) <= 12
    assert max(map(len, spec.guide)) <= 140


@each_game
def test_rules_and_guide_are_sentences_in_the_catalogue(spec: GameSpec) -> None:
    with (language.FOLDER / "parlour.pot").open("rb") as template:
        written = {message.id for message in read_po(template)}
    for text in texts(spec):
        assert text.endswith((".", "!"))
        assert text in written, "mark it with N_ and run make messages"
