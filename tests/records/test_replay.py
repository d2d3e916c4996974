"""``parlour replay``: forward and back through a record, from any seat, on a terminal or a pipe."""

from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING

import pytest

from golden import make
from parlour import cli, games, records
from parlour.kernel.events import seen_by
from parlour.kernel.messages import Reader, Told
from parlour.kernel.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from parlour.kernel.spec import GameSpec

SPECS = [games.load(name) for name in games.names()]
SPEC = SPECS[0]
RECORD = make.played(SPEC.setup(3), "replay")
LAST = len(RECORD.decisions)
PLAYERS = ("Anna", "Bert", "Cleo")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.parlour"
    records.save(path, Record(**{**vars(RECORD), "players": PLAYERS}))
    return path


@pytest.fixture
def replayed(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., list[str]]:
    """Replays with some lines typed into a pipe; gives what was shown after each."""

    def replay(typed: str, *arguments: str) -> list[str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        monkeypatch.setenv("COLUMNS", "80")
        assert cli.main(["replay", str(path), *arguments]) == 0
        return capsys.readouterr().out.split(" > ")

    return replay


def places(shown: list[str]) -> list[str]:
    """The line of each page that says which state is shown."""
    lines = [line for page in shown for line in page.splitlines()]
    return [line for line in lines if line.startswith("Decision ")]


def test_it_goes_forward_and_back_and_to_a_number(replayed: Callable[..., list[str]]) -> None:
    shown = places(replayed("n\n\np\n5\np\nq\n"))
    assert shown == [f"Decision {at} of {LAST}, seen by a spectator." for at in (0, 1, 2, 1, 5, 4)]


def test_it_stops_at_both_ends(replayed: Callable[..., list[str]]) -> None:
    shown = places(replayed(f"p\n{LAST}\nn\n"))
    assert shown == [f"Decision {at} of {LAST}, seen by a spectator." for at in (0, 0, LAST, LAST)]


def test_it_shows_any_seat(replayed: Callable[..., list[str]]) -> None:
    shown = places(replayed("seat 2\nspectator\n", "--seat", "1", "--at", "3"))
    assert shown == [f"Decision 3 of {LAST}, seen by {viewer}." for viewer in ("Bert", "Cleo", "a spectator")]


def test_it_tells_what_each_viewer_was_told(replayed: Callable[..., list[str]]) -> None:
    reader = Reader(SPEC, PLAYERS)
    for viewer in (*range(3), None):
        chair = [] if viewer is None else ["--seat", str(viewer)]
        pages = replayed("n\n" * LAST, *chair)
        for page, state in zip(pages, RECORD.states(SPEC), strict=False):
            told = [event for event in seen_by(state, state.journal or (), viewer) if isinstance(event, Told)]
            flat = " ".join(page.split())
            assert all(reader.say(event) in flat for event in told)


def test_a_choice_is_shown_to_its_seat_alone(replayed: Callable[..., list[str]]) -> None:
    first = RECORD.decisions[0]
    chosen = f"{PLAYERS[first.seat]} chose: {first.choice}"
    for seat in range(3):
        assert (chosen in replayed("", "--at", "1", "--seat", str(seat))[0]) == (seat == first.seat)


def test_the_seed_and_its_hash_come_with_the_result(replayed: Callable[..., list[str]]) -> None:
    before, last = replayed("n\n", "--at", str(LAST - 1))[:2]
    assert f"Seed: {RECORD.seed.hex()}\nHash: {RECORD.hash}\n" in last
    assert f"Won by {', '.join(PLAYERS[seat] for seat in RECORD.winners)}.\n" in last
    assert RECORD.seed.hex() not in before


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("dance", "unknown command 'dance': expected one of n, p, a number, seat N, spectator, q"),
        ("seat 3", "unknown seat '3': expected one of 0, 1, 2"),
        ("seat", "unknown seat '': expected one of 0, 1, 2"),
        ("999", f"unknown decision '999': expected one of 0 to {LAST}"),
        ("²", "unknown command '²'"),
        ("٣", "unknown decision '٣'"),
    ],
)
def test_what_it_cannot_do_is_answered_and_asked_again(
    replayed: Callable[..., list[str]], typed: str, answer: str
) -> None:
    shown = replayed(f"{typed}\nn\n")
    assert answer in shown[1]
    assert places(shown)[-1] == f"Decision 1 of {LAST}, seen by a spectator."


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.id)
def test_states_of_every_game_are_shown_to_everybody(
    spec: GameSpec, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.parlour"
    record = make.played(spec.setup(spec.seats[1]), "shown")
    records.save(path, record)
    visited = range(0, len(record.decisions) + 1, 1 + len(record.decisions) // 20)
    typed = [f"{at}\nseat {at % spec.seats[1]}\n" for at in visited]
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(typed)))
    assert cli.main(["replay", str(path)]) == 0
    assert len(places([capsys.readouterr().out])) == 2 * len(typed) + 1


def test_as_json_it_prints_one_view(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["replay", str(path), "--at", "4", "--seat", "1", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    state = list(RECORD.states(SPEC))[4]
    assert json.dumps(shown["view"], separators=(",", ":"), sort_keys=True).encode() == state.view(1).encoded()
    assert (shown["at"], shown["decisions"]) == (4, LAST)


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        (["--at", "999"], f"unknown decision '999': expected one of 0 to {LAST}"),
        (["--at", "-1"], "unknown decision '-1'"),
        (["--seat", "Anna"], "unknown seat 'Anna': expected one of 0, 1, 2"),
    ],
)
def test_a_place_that_is_not_there_is_bad_input(
    path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], answer: str
) -> None:
    assert cli.main(["replay", str(path), *arguments, "--json"]) == 2
    told = capsys.readouterr()
    assert not told.out
    assert told.err.startswith(f"parlour: {answer}")


def test_a_record_that_does_not_hold_is_bad_input(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path.write_text(path.read_text(encoding="utf-8").replace(RECORD.deal, "0" * 16), encoding="utf-8")
    assert cli.main(["replay", str(path)]) == 2
    assert capsys.readouterr().err.startswith(f"parlour: {path}:{RECORD.line(0) - 1}: the deal gives #{RECORD.deal}")
