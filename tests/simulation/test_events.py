"""A referee outside can set each game up from the file of events and follow it to the end."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from parlour import games
from parlour.cli import main
from parlour.kernel.events import Drawn, Taken
from parlour.kernel.options import option_text
from parlour.kernel.position import Position, describe, place
from parlour.referee import Watched, watched
from parlour.simulation import Series
from support import scaled

if TYPE_CHECKING:
    from pathlib import Path

    from parlour.kernel.game import Game

pytestmark = pytest.mark.no_cover

Line = dict[str, Any]
TABLES = [
    (name, seats, {option.name: value})
    for name in games.names()
    for spec in [games.load(name)]
    for option in spec.options
    for value in option.values[-2:]
    for seats in spec.seats_for({option.name: value})
] + [(name, seats, {}) for name in games.names() for seats in games.load(name).seats]


def written(tmp_path: Path, name: str, seats: int, options: dict[str, Any]) -> list[list[Line]]:
    """The lines of some games, game by game, as the command writes them."""
    file = tmp_path / "events.jsonl"
    given = [text for key, value in options.items() for text in ("--option", f"{key}={value}")]
    arguments = ["simulate", name, "--seats", str(seats), "--games", str(scaled(4)), "--seed", "5", *given]
    assert main([*arguments, "--json", "--events", str(file)]) == 0
    played: list[list[Line]] = []
    for text in file.read_text(encoding="utf-8").splitlines():
        line = json.loads(text)
        if "deal" in line:
            played.append([])
        played[-1].append(line)
    return played


class Referee:
    """Sets a game up from its deal and draws, and plays the decisions."""

    def __init__(self, lines: list[Line], monkeypatch: pytest.MonkeyPatch) -> None:
        deal, *self.lines = lines
        spec = games.load(deal["game"])
        self.between: list[dict[str, object]] = []
        self.watch(spec.play, monkeypatch)
        chance = [(line["draw"], line["outcome"]) for line in self.lines if "draw" in line]
        setup = spec.setup(deal["seats"], deal["options"])
        self.game = place(setup, Position(**deal["deal"], chance=chance), journal=True)

    def watch(self, play: type[Game], monkeypatch: pytest.MonkeyPatch) -> None:
        """Note how things stand between the turns."""
        next_turn = play.next_turn

        def noted(game: Game) -> None:
            self.between.append(describe(game))
            next_turn(game)

        monkeypatch.setattr(play, "next_turn", noted)

    def follow(self) -> None:
        for line in self.lines:
            if "seat" in line and not line.get("taken"):
                assert self.game.step_asked() == line["step"]
                self.game.choose_text(line["seat"], line["choice"])

    def taken(self) -> list[Line]:
        kinds = self.game.spec.kinds
        return [
            {"seat": entry.seat, "step": entry.step, "choice": option_text(entry.option, kinds), "taken": True}
            for entry in self.game.journal or ()
            if isinstance(entry, Taken)
        ]


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_a_game_is_rebuilt_from_its_lines(
    name: str, seats: int, options: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = written(tmp_path, name, seats, options)
    assert len(played) == scaled(4)
    for lines in played:
        with monkeypatch.context() as patch:
            referee = Referee(lines, patch)
            referee.follow()
        game = referee.game
        turns = [line for line in lines if "turn" in line]
        assert game.winners
        assert game.script == ()
        assert [line["turn"] for line in turns] == list(range(1, game.turns + 1))
        assert turns[-1]["scores"] == list(game.scores())
        between = [*referee.between[1:], describe(game)][: len(turns)]
        assert [line["zones"] for line in turns] == [each["zones"] for each in between]
        assert [line["values"] for line in turns] == [each["values"] for each in between]
        assert [line for line in lines if line.get("taken")] == referee.taken()


@pytest.mark.parametrize("name", games.names())
def test_every_line_is_of_one_sort_and_the_deal_comes_first(name: str, tmp_path: Path) -> None:
    for lines in written(tmp_path, name, games.load(name).seats[0], {}):
        sorts = [[key for key in ("deal", "seat", "draw", "turn") if key in line] for line in lines]
        assert all(len(sort) == 1 for sort in sorts[1:])
        assert lines[0].keys() == {"game", "seats", "options", "deal"}
        assert ["deal"] not in sorts[1:]
        assert sorts[-1] == ["turn"]


@pytest.mark.parametrize("name", games.names())
def test_being_watched_changes_nothing(name: str) -> None:
    spec = games.load(name)
    seats = spec.seats[1]
    series = Series(spec.setup(seats), ("random",) * seats, 8)
    plain = [(game.fingerprint(), decisions) for game, decisions in series.games(3)]
    followed = [
        (game.fingerprint(), decisions) for game, decisions in series.games(3, watched(spec.play), journal=True)
    ]
    assert plain == followed


def test_draws_stand_between_the_decisions_they_came_between() -> None:
    spec = games.load("king_of_12")
    only_first_rolls = spec.setup(2, {"set": "knight,alchemist,machine,parasite,golem,gambler,lady"})
    ((game, _),) = Series(only_first_rolls, ("random", "random"), 2).games(1, watched(spec.play), journal=True)
    assert isinstance(game, Watched)
    sorts = ["draw" if "draw" in line else "turn" if "turn" in line else "other" for line in game.lines[:6]]
    assert sorts == ["other", "draw", "draw", "other", "other", "turn"]
    rolls = [entry.outcome for entry in game.journal or () if isinstance(entry, Drawn)]
    assert [line["outcome"] for line in game.lines if "draw" in line] == rolls


def test_a_game_imagined_by_a_bot_is_not_written_down() -> None:
    spec = games.load("get_the_macguffin")
    game = watched(spec.play).start(spec.setup(2), "dream", journal=True)
    before = len(game.lines)
    world = game.copy()
    while not world.winners:
        world.choose(world.owes()[0], world.options(world.owes()[0])[0])
    assert len(game.lines) == before
    assert world.journal is None
