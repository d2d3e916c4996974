"""Every game's scenarios hold, leave out no rule and no card, and notice each rule that does not work."""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from parlour import games
from parlour.scenarios import read, run

if TYPE_CHECKING:
    from collections.abc import Callable

    from parlour.kernel.spec import GameSpec
    from parlour.scenarios import Scenario

FOLDER = Path(__file__).parents[2] / "scenarios"
SPECS = [games.load(name) for name in games.names()]
EFFECTS = [pytest.param(spec, kind, id=spec.cards[kind].rule) for spec in SPECS for kind in spec.effects]
NEEDS = [
    pytest.param(spec, kind, id=spec.cards[kind].rule)
    for spec in SPECS
    for kind, effect in spec.effects.items()
    if getattr(effect, "needs", None)
]
PREDICATES = [pytest.param(spec, rule, id=rule) for spec in SPECS for rule in spec.predicates]
each_game = pytest.mark.parametrize("spec", SPECS, ids=games.names())


@cache
def scenarios(game: str) -> tuple[Scenario, ...]:
    files = sorted((FOLDER / game).glob("*.yaml"))
    return tuple(scenario for file in files for scenario in read(file))


def rules(spec: GameSpec) -> set[str]:
    """The numbered rules and the rows of cards."""
    numbered = (FOLDER / spec.id / "rules.txt").read_text(encoding="utf-8").splitlines()
    return {*numbered, *(card.rule for card in spec.cards)}


def holds(scenario: Scenario) -> bool:
    with suppress(Exception):
        return not run(scenario)
    return False


def hold(spec: GameSpec, rule: str) -> bool:
    """Whether all scenarios of a game hold; those that cite a rule come first."""
    return all(holds(each) for each in sorted(scenarios(spec.id), key=lambda each: rule not in each.cites))


def nothing(*_: object) -> None:
    """A step that does nothing."""


def changed(effect: Any, step: Callable[..., None]) -> Any:
    """A row of a table of effects, be it a step, a step and values or a named tuple, with another step."""
    if callable(effect):
        return step
    return effect._replace(step=step) if hasattr(effect, "_replace") else (step, *effect[1:])


def opposite(predicate: Callable[..., bool]) -> Callable[..., bool]:
    return lambda *args: not predicate(*args)


@each_game
def test_scenarios_hold(spec: GameSpec) -> None:
    assert [str(failure) for scenario in scenarios(spec.id) for failure in run(scenario)] == []


@each_game
def test_every_rule_and_card_has_a_scenario(spec: GameSpec) -> None:
    cited = {rule for scenario in scenarios(spec.id) for rule in scenario.cites}
    assert sorted(rules(spec) - cited) == [], "without a scenario"
    assert sorted(cited - rules(spec)) == [], "no such rule"


@each_game
def test_predicates_belong_to_rules(spec: GameSpec) -> None:
    assert sorted(set(spec.predicates) - rules(spec)) == []


@pytest.mark.parametrize(("spec", "kind"), EFFECTS)
def test_a_card_that_does_nothing_is_noticed(spec: GameSpec, kind: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(spec.effects, kind, changed(spec.effects[kind], nothing))
    assert not hold(spec, spec.cards[kind].rule)


@pytest.mark.parametrize(("spec", "kind"), NEEDS)
def test_what_a_card_needs_turned_round_is_noticed(spec: GameSpec, kind: int, monkeypatch: pytest.MonkeyPatch) -> None:
    effect = spec.effects[kind]
    monkeypatch.setitem(spec.effects, kind, effect._replace(needs=opposite(effect.needs)))
    assert not hold(spec, spec.cards[kind].rule)


def modules(spec: GameSpec) -> list[Any]:
    """The modules of a game."""
    package = spec.play.__module__.rpartition(".")[0]
    return [module for name, module in sys.modules.items() if name.startswith(f"{package}.")]


@pytest.mark.parametrize(("spec", "rule"), PREDICATES)
def test_a_rule_turned_round_is_noticed(spec: GameSpec, rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name = spec.predicates[rule]
    places: list[Any] = [module for module in modules(spec) if hasattr(module, name)]
    predicate = getattr(places[0], name)
    for module in places:
        monkeypatch.setattr(module, name, opposite(predicate))
        for table in [value for value in vars(module).values() if isinstance(value, dict)]:
            for key in [key for key, value in table.items() if value is predicate]:
                monkeypatch.setitem(table, key, opposite(predicate))
    assert not hold(spec, rule)
