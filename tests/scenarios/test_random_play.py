"""Random play of every game, written down as scenarios, holds; with one thing changed it does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import yaml

from parlour import games
from parlour.kernel.chance import Rng
from parlour.kernel.events import Drawn, Taken
from parlour.kernel.options import option_text
from parlour.kernel.position import Position, describe, place
from parlour.scenarios import read, run
from parlour.scenarios.expectations import offered
from support import scaled

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from parlour.kernel.game import Game
    from parlour.kernel.views import View

    Document = dict[str, Any]

each_game = pytest.mark.parametrize("game", games.names())


def at_a_turn(game: str, rng: Rng) -> Game:
    """A game at the start of some turn."""
    spec = games.load(game)
    table = spec.play.start(spec.setup(spec.seats[0] + rng.below(3)), rng.below(1000))
    start = table.copy()
    for _ in range(rng.below(30)):
        turns = table.turns
        decide(table, rng)
        if table.winners:
            break
        if table.turns > turns:
            start = table.copy()
    return start


def decide(table: Game, rng: Rng) -> list[dict[int, str]]:
    """A random choice, and those taken by themselves after it, as lines of `play`."""
    kinds = table.spec.kinds
    done = len(table.journal or ())
    seat = table.owes()[rng.below(len(table.owes()))]
    text = offered(table, seat)[rng.below(len(table.options(seat)))]
    table.choose_text(seat, text)
    taken = [entry for entry in (table.journal or ())[done:] if isinstance(entry, Taken)]
    return [{seat: text}, *({each.seat: option_text(each.option, kinds)} for each in taken if rng.below(2))]


def holding(table: Game) -> Document:
    """All that can be expected of a game as it stands."""
    seats = range(table.setup.seats)
    viewers: dict[object, View] = {"spectator": table.view(None), 1: table.view(1)}
    return {
        "zones": describe(table)["zones"],
        "values": table.values(),
        "scores": dict(enumerate(table.scores())),
        "owes": list(table.owes()),
        "options": {seat: {"has": offered(table, seat), "not": ["fly"]} for seat in seats},
        "view": {
            viewer: {zone.id: {"count": zone.count, "cards": list(zone.cards)} for zone in view.zones}
            for viewer, view in viewers.items()
        },
        "over": bool(table.winners),
    }


def played(game: str, seed: int) -> Document:
    """A scenario of random decisions."""
    rng = Rng(seed)
    start = at_a_turn(game, rng)
    position: Any = describe(start)
    table = place(start.setup, Position(**position, seed=seed), journal=True)
    steps: list[Document] = []
    while not table.winners and len(steps) < 3:
        decisions = decide(table, rng)
        steps.append({"play": decisions, "expect": holding(table)})
    assert table.journal is not None
    return {
        "scenario": f"Random play {seed}",
        "game": game,
        "seats": start.setup.seats,
        "position": position,
        "seed": "unlike the first",
        "chance": [{entry.draw: entry.outcome} for entry in table.journal if isinstance(entry, Drawn)],
        "steps": steps,
    }


def failures(path: Path, document: Document) -> list[str]:
    path.write_text(yaml.dump(document, Dumper=Plain), encoding="utf-8")
    return [str(failure) for scenario in read(path) for failure in run(scenario)]


class Plain(yaml.SafeDumper):
    """Writes everything out, also what stands there twice."""

    def ignore_aliases(self, data: object) -> bool:
        return True


@each_game
def test_what_was_played_holds(tmp_path: Path, game: str) -> None:
    for seed in range(scaled(12)):
        assert failures(tmp_path / "played.yaml", played(game, seed)) == []


def one_card_less(expect: Document) -> None:
    next(cards for cards in expect["zones"].values() if cards).pop()


def another_score(expect: Document) -> None:
    expect["scores"][0] += 1


def one_more_card_seen(expect: Document) -> None:
    next(iter(expect["view"]["spectator"].values()))["count"] += 1


def one_option_less(expect: Document) -> None:
    expect["options"][0]["has"] = ["fly"]


def an_end(expect: Document) -> None:
    expect["over"] = not expect["over"]


@each_game
@pytest.mark.parametrize("change", [one_card_less, another_score, one_more_card_seen, one_option_less, an_end])
def test_one_change_fails_once_and_with_its_line(tmp_path: Path, game: str, change: Callable[[Document], None]) -> None:
    for seed in range(scaled(2)):
        document = played(game, seed)
        change(document["steps"][-1]["expect"])
        (failure,) = failures(tmp_path / "changed.yaml", document)
        assert failure.startswith(f"{tmp_path / 'changed.yaml'}:")
