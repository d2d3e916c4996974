"""What the games say of their rules and cards agrees with the rule pages, where these are at hand."""

from __future__ import annotations

import csv
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from parlour import games

if TYPE_CHECKING:
    from parlour.kernel.spec import GameSpec

ROOT = Path(__file__).parents[2]
PAGES = ROOT.parent / "shared" / "rules"
SPECS = [games.load(name) for name in games.names()]
each_game = pytest.mark.parametrize("spec", SPECS, ids=games.names())
pytestmark = pytest.mark.skipif(not PAGES.is_dir(), reason="the rule pages are not at hand")


def rows(spec: GameSpec) -> list[dict[str, str]]:
    """The rows of the card tables of a game."""
    files = sorted(PAGES.glob(f"{spec.id.replace('_', '-')}-*.csv"))
    return [row for file in files for row in csv.DictReader(file.read_text(encoding="utf-8").splitlines())]


def names(row: dict[str, str]) -> dict[str, str]:
    return {column.removeprefix("name_"): name for column, name in row.items() if column.startswith("name_")}


@each_game
def test_the_numbered_rules_are_those_of_the_page(spec: GameSpec) -> None:
    page = (PAGES / f"{spec.id.replace('_', '-')}.md").read_text(encoding="utf-8")
    numbered = (ROOT / "scenarios" / spec.id / "rules.txt").read_text(encoding="utf-8").splitlines()
    assert numbered == re.findall(rf"\b({spec.rule_prefix} \d+\.\d+) (?:\([ABCD]|\*)", page)


@each_game
def test_the_cards_are_those_of_the_table(spec: GameSpec) -> None:
    printed = {card.id: {language: forms[""] for language, forms in card.names.items()} for card in spec.cards}
    assert printed == {row["id"]: names(row) for row in rows(spec)}


COUNTED = [spec for spec in SPECS if any("count" in row for row in rows(spec))]


@pytest.mark.parametrize("spec", COUNTED, ids=[spec.id for spec in COUNTED])
def test_each_card_is_there_as_often_as_the_table_says(spec: GameSpec) -> None:
    copies: Counter[str] = Counter()
    for options in ({}, *({option.name: value} for option in spec.options for value in option.values)):
        decks = spec.play.start(spec.setup(options=options), 0).decks()
        copies |= Counter(spec.kinds[kind] for deck in decks for kind in deck)
    assert copies == {row["id"]: int(row["count"]) for row in rows(spec)}
