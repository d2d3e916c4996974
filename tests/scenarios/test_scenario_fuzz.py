"""Whatever a file holds, reading and running it ends in failures or in one clear line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from parlour import games
from parlour.scenarios import BadScenario, read, run
from support import scaled

if TYPE_CHECKING:
    from pathlib import Path

    from hypothesis.strategies import SearchStrategy

    from parlour.kernel.spec import GameSpec

pytestmark = pytest.mark.no_cover

each_game = pytest.mark.parametrize("game", games.names())
WORDS = ["...", "pass", "!0", "!1", "spectator", "roll", "", "~", "true", "1.5", "-1", "99", "play", "seat 1", "<<"]
fuzzed = settings(
    max_examples=scaled(60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def survives(path: Path, data: bytes) -> None:
    """One line that names file and line, or a list of failures: never another exception."""
    path.write_bytes(data)
    lines = said(path)
    assert all(line.startswith(f"{path}:") and line.isprintable() for line in lines)


def said(path: Path) -> list[str]:
    try:
        return [str(failure) for scenario in read(path) for failure in run(scenario)]
    except BadScenario as error:
        return [str(error)]


@fuzzed
@given(
    data=st.binary(max_size=60) | st.text(alphabet="ab:-[]{}&*!|>'\"#%\n \t,?0\\U\ufeff", max_size=60).map(str.encode)
)
def test_any_bytes(tmp_path: Path, data: bytes) -> None:
    survives(tmp_path / "any.yaml", data)


def scenarios(spec: GameSpec) -> SearchStrategy[dict[str, Any]]:
    """Scenarios of a game that are nearly right."""
    setup = spec.setup(spec.seats[0] + 1)
    seat = st.integers(0, setup.seats)
    seat_or_refused = seat | seat.map("!{}".format)
    zone = st.sampled_from([each.name for each in setup.zones])
    card = st.sampled_from([*spec.kinds, "..."])
    cards = st.lists(card, max_size=6)
    zones = st.dictionaries(zone, cards, max_size=5)
    values = st.dictionaries(
        st.sampled_from([*spec.play.start(setup, 0).values(), "day"]), st.integers(-1, 13), max_size=4
    )
    text = st.builds("{}{}".format, st.sampled_from(["play ", "lay ", "use ", "discard ", "seat ", ""]), card | seat)
    decisions = st.lists(st.dictionaries(seat_or_refused, text, min_size=1, max_size=1), max_size=6)
    outcome = (
        st.fixed_dictionaries({"roll": st.integers(0, 13)})
        | st.fixed_dictionaries({"pick": text})
        | st.fixed_dictionaries({"shuffle": cards})
    )
    offer = st.dictionaries(st.sampled_from(["has", "not"]), st.lists(text, max_size=2))
    seen = st.fixed_dictionaries({}, optional={"count": st.integers(-1, 9), "cards": cards})
    expect = st.fixed_dictionaries(
        {},
        optional={
            "zones": zones,
            "values": values,
            "scores": st.dictionaries(seat, st.integers(0, 3), max_size=2),
            "owes": st.lists(seat, max_size=3),
            "options": st.dictionaries(seat, offer, max_size=2),
            "view": st.dictionaries(seat | st.just("spectator"), st.dictionaries(zone, seen, max_size=2), max_size=2),
            "over": st.booleans(),
            "told": st.lists(text, max_size=2),
        },
    )
    position = st.fixed_dictionaries(
        {},
        optional={
            "turn": seat,
            "zones": zones,
            "values": values,
            "known": st.dictionaries(seat, zones, max_size=2),
        },
    )
    return st.fixed_dictionaries(
        {"scenario": st.just("fuzzed"), "game": st.just(spec.id)},
        optional={
            "cites": st.lists(text, max_size=2),
            "seats": st.integers(spec.seats[0] - 1, spec.seats[1] + 1),
            "position": position,
            "seed": st.integers(),
            "chance": st.lists(outcome, max_size=3),
            "play": decisions,
            "expect": expect,
        },
    )


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all values inside a value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(deeper for key, each in inside for deeper in places(each, (*path, key)))]


def replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """A value with another one at a path."""
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = replaced(value[path[0]], path[1:], new)
    return copy


@each_game
@fuzzed
@given(data=st.data())
def test_scenarios_that_are_nearly_right(tmp_path: Path, game: str, data: st.DataObject) -> None:
    scenario = data.draw(scenarios(games.load(game)))
    survives(tmp_path / "near.yaml", yaml.safe_dump(scenario, allow_unicode=True).encode())


@each_game
@fuzzed
@given(data=st.data())
def test_one_value_of_another_sort(tmp_path: Path, game: str, data: st.DataObject) -> None:
    scenario = data.draw(scenarios(games.load(game)))
    path = data.draw(st.sampled_from(places(scenario)))
    scalar = st.sampled_from(WORDS) | st.integers() | st.booleans() | st.none() | st.text(max_size=5)
    new = data.draw(scalar | st.lists(scalar, max_size=2) | st.dictionaries(scalar, scalar, max_size=2))
    survives(tmp_path / "odd.yaml", yaml.safe_dump(replaced(scenario, path, new), allow_unicode=True).encode())
