"""A record is the game: what is written comes back, replays to the same states, and tells where it does not hold."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from golden import make
from parlour import games
from parlour.kernel.chance import seed_hash
from parlour.kernel.errors import BadRecord, BadSetup
from parlour.kernel.record import Record

if TYPE_CHECKING:
    from parlour.kernel.spec import GameSpec, Setup

TABLES = [
    pytest.param(spec.setup(seats), id=f"{spec.id}-{seats}")
    for spec in map(games.load, games.names())
    for seats in {spec.seats[0], sum(spec.seats) // 2, spec.seats[1]}
]
SPEC = games.load(games.names()[0])
FINISHED = make.played(SPEC.setup(), "finished")


def cut(record: Record, count: int) -> Record:
    """The record as it was saved after so many decisions."""
    return dataclasses.replace(record, decisions=record.decisions[:count], winners=())


@pytest.mark.parametrize("setup", TABLES)
def test_a_record_is_read_as_it_was_written(setup: Setup) -> None:
    record = make.played(setup, "read")
    assert Record.parse(record.text()) == record
    assert record.setup(setup.spec) == setup


@pytest.mark.parametrize("spec", [games.load(name) for name in games.names()], ids=games.names())
def test_every_option_value_comes_back(spec: GameSpec) -> None:
    for option in spec.options:
        for value in option.values:
            setup = spec.setup(options={option.name: value})
            record = Record.begin(setup, ["Anna"] * setup.seats, bytes(32))
            assert Record.parse(record.text()).setup(spec).options == setup.options


@pytest.mark.parametrize("setup", TABLES)
def test_replay_goes_through_the_very_states_of_the_game(setup: Setup) -> None:
    record = make.played(setup, "states")
    game = record.start(setup.spec)
    journal = list(game.journal or ())
    states = list(record.states(setup.spec))
    for decision in record.decisions:
        game.choose_text(decision.seat, decision.choice)
    assert states[-1] == game
    assert [state.fingerprint() for state in states[1:]] == [decision.fingerprint for decision in record.decisions]
    assert journal == states[0].journal
    assert [entry for state in states for entry in state.journal or ()] == game.journal


@pytest.mark.parametrize("setup", TABLES)
def test_a_game_left_after_any_decision_goes_on_as_if_it_had_not_been_left(setup: Setup) -> None:
    whole = make.played(setup, "left")
    for count in range(0, len(whole.decisions), 1 + len(whole.decisions) // 8):
        record = Record.parse(cut(whole, count).text())
        *_, game = record.states(setup.spec)
        for decision in whole.decisions[count:]:
            step = game.step_asked() or ""
            game.choose_text(decision.seat, decision.choice)
            record.add(game, decision.seat, step, decision.choice)
        assert record == whole


def test_secret_answers_may_come_in_any_order() -> None:
    spec = next(spec for spec in map(games.load, games.names()) if len(spec.play.start(spec.setup(), 1).owes()) > 1)
    record = Record.begin(spec.setup(), ["Anna", "Bert"], bytes(32))
    game = record.start(spec)
    for seat in reversed(game.owes()):
        step, choice = game.step_asked() or "", game.view(seat).options[0]
        game.choose_text(seat, choice)
        record.add(game, seat, step, choice, "clock")
    assert [decision.seat for decision in record.decisions] == [1, 0]
    *_, last = Record.parse(record.text()).states(spec)
    assert last == game


def test_it_says_who_decided_for_an_absent_player() -> None:
    record = cut(FINISHED, 0)
    game = record.start(SPEC)
    seat, step = game.owes()[0], game.step_asked() or ""
    choice = game.view(seat).options[0]
    game.choose_text(seat, choice)
    record.add(game, seat, step, choice, by="bot passive")
    assert record.decisions[0].text().endswith(" by bot passive")
    assert Record.parse(record.text()).decisions[0].by == "bot passive"


@pytest.mark.parametrize(
    "name", ["", " ", " Anna", "Anna\n", "An\nna", "Anna\x1b[2J", "An  na", "An\ud800na", "An\u2028na"]
)
def test_a_player_needs_a_printable_name(name: str) -> None:
    with pytest.raises(BadSetup, match="can't be called"):
        Record.begin(SPEC.setup(2), ["Anna", name], bytes(32))


def test_a_name_may_have_letters_of_any_language_and_what_else_a_line_may_hold() -> None:
    for name in ("Zoë", "Иван #2", "李", "by #0123456789abcdef", "won 1", "می‌خواهم", "👩‍🚀"):
        record = Record.begin(SPEC.setup(2), ["Anna", name], bytes(32))
        assert Record.parse(record.text()).players == ("Anna", name)


@pytest.mark.parametrize(("players", "seed"), [(["Anna"], bytes(32)), (["Anna", "Bert"], b"short")])
def test_a_record_needs_a_player_a_seat_and_a_whole_seed(players: list[str], seed: bytes) -> None:
    with pytest.raises(BadSetup, match="expected"):
        Record.begin(SPEC.setup(2), players, seed)


def test_every_cut_is_noticed() -> None:
    text = FINISHED.text()
    for length in range(len(text)):
        with pytest.raises(BadRecord, match=r"cut short|expected 'parlour record 1'"):
            Record.parse(text[:length])


def test_a_cut_is_reported_at_the_last_line_there_is() -> None:
    lines = FINISHED.text().splitlines(keepends=True)
    with pytest.raises(BadRecord, match=r"^record:4: the record was cut short"):
        Record.parse("".join(lines[:4]))
    with pytest.raises(BadRecord, match=r"^record:5: the record was cut short"):
        Record.parse("".join(lines[:4]) + lines[4][:3])


@pytest.mark.parametrize("extra", ["\n", "by hand", "by hand\n", "end 0 open\n"])
def test_nothing_stands_behind_the_last_line(extra: str) -> None:
    line = FINISHED.line(LAST + 2)
    with pytest.raises(BadRecord, match=rf"^record:{line}: .*: expected nothing after the last line 'end "):
        Record.parse(FINISHED.text() + extra)


def test_a_value_that_an_option_can_not_have_is_reported_at_its_line() -> None:
    spec = games.load("guillotine")
    record = Record.begin(spec.setup(2), ["Anna", "Bert"], bytes(32))
    edited = Record.parse(record.text().replace("option master_spy after", "option master_spy never"))
    line = record.text()[: record.text().index("option master_spy")].count("\n") + 1
    with pytest.raises(BadRecord, match=rf"^record:{line}: option master_spy can't be 'never'"):
        edited.setup(spec)


def with_decision(index: int, **changes: object) -> Record:
    decisions = list(FINISHED.decisions)
    decisions[index] = dataclasses.replace(decisions[index], **changes)  # type: ignore[arg-type]
    return dataclasses.replace(FINISHED, decisions=decisions)


OTHER_SEED = bytes(32)
LAST = len(FINISHED.decisions) - 1
EDITED = {
    "another choice": (with_decision(2, choice="dance"), FINISHED.line(2), "can't choose 'dance' .*: expected one of"),
    "another step": (
        with_decision(2, step="dance"),
        FINISHED.line(2),
        f"step dance: expected {FINISHED.decisions[2].step}",
    ),
    "another seat": (with_decision(2, seat=9), FINISHED.line(2), "seat 9 owes no choice: expected seat"),
    "another state": (
        with_decision(LAST, fingerprint="0" * 16),
        FINISHED.line(LAST),
        f"the decision gives #{FINISHED.decisions[LAST].fingerprint}, the record has #{'0' * 16}",
    ),
    "a decision left out": (
        dataclasses.replace(FINISHED, decisions=FINISHED.decisions[1:]),
        FINISHED.line(0),
        "",
    ),
    "a decision too many": (
        dataclasses.replace(FINISHED, decisions=FINISHED.decisions * 2),
        FINISHED.line(LAST + 1),
        "expected nothing, the game is over",
    ),
    "another seed": (dataclasses.replace(FINISHED, seed=OTHER_SEED), FINISHED.line(0) - 2, "the seed's hash is"),
    "another seed and its hash": (
        dataclasses.replace(FINISHED, seed=OTHER_SEED, hash=seed_hash(OTHER_SEED)),
        FINISHED.line(0) - 1,
        f"the deal gives #.* the record has #{FINISHED.deal}",
    ),
    "another winner": (
        dataclasses.replace(FINISHED, winners=(0, 1)),
        FINISHED.line(LAST + 1),
        "the game is won by seat ., but won by seat 0, seat 1 in the record",
    ),
    "no winner": (
        dataclasses.replace(FINISHED, winners=()),
        FINISHED.line(LAST + 1),
        "the game is won by seat ., but not over in the record",
    ),
    "an option the game lacks": (
        dataclasses.replace(FINISHED, options={"wind": "east"}),
        4,
        "unknown option of .*: expected none",
    ),
    "too many players": (
        dataclasses.replace(FINISHED, players=("Anna",) * 99),
        2,
        "can't be played with 99 seats: expected 2 to",
    ),
}


@pytest.mark.parametrize(("record", "line", "words"), EDITED.values(), ids=EDITED.keys())
def test_an_edited_record_does_not_hold(record: Record, line: int, words: str) -> None:
    written = Record.parse(record.text(), "game.parlour")
    with pytest.raises(BadRecord, match=f"^game.parlour:{line}: .*{words}"):
        list(written.states(SPEC))


MISPRINTED = {
    "no record": ("parlour record", "a song", 1, "expected 'parlour record 1'"),
    "a later format": ("record 1", "record 2", 1, "format 2 of records: expected 1"),
    "a game in capitals": ("game ", "game A", 2, "expected 'game ID'"),
    "no version": ("rules 1", "rules one", 3, "'rules one': expected 'rules VERSION'"),
    "an option twice": ("seat 0", "option a 1\noption a 2\nseat 0", FINISHED.line(0) - 4, "option a is there twice"),
    "seats out of order": ("seat 1", "seat 7", FINISHED.line(0) - 4, "seat 7: expected seat 1"),
    "a short hash": ("hash ", "hash 0", FINISHED.line(0) - 3, "expected 'hash' and 64 hexadecimal digits"),
    "a long seed": ("seed ", "seed 0", FINISHED.line(0) - 2, "expected 'seed' and 64 hexadecimal digits"),
    "no deal": ("deal #", "dealt ", FINISHED.line(0) - 1, "expected 'deal #FINGERPRINT'"),
    "no fingerprint": (
        f" #{FINISHED.decisions[0].fingerprint}",
        "",
        FINISHED.line(0),
        "expected a decision 'SEAT STEP",
    ),
    "an empty line": ("\nend ", "\n\nend ", FINISHED.line(LAST + 1), "'': expected a decision"),
    "doubled spaces": ("seat 1 ", "seat 1  ", FINISHED.line(0) - 4, "expected 'seat NUMBER PLAYER', single spaces"),
    "a nameless option": ("seat 0", "option\u0020\nseat 0", FINISHED.line(0) - 5, "expected 'option NAME VALUE'"),
    "a line behind the end": ("\nend ", "\nend 0 open\nend ", FINISHED.line(LAST + 2), "nothing after the last line"),
    "another count": (f"end {LAST + 1}", "end 5", FINISHED.line(LAST + 1), f"5 decisions: expected {LAST + 1}"),
}


@pytest.mark.parametrize(("old", "new", "line", "words"), MISPRINTED.values(), ids=MISPRINTED.keys())
def test_a_line_that_is_not_as_expected_is_named(old: str, new: str, line: int, words: str) -> None:
    assert old in FINISHED.text()
    with pytest.raises(BadRecord, match=f"^game.parlour:{line}: .*{words}"):
        Record.parse(FINISHED.text().replace(old, new, 1), "game.parlour")


def test_a_record_of_another_version_holds_while_the_states_agree() -> None:
    newer = dataclasses.replace(SPEC, version=SPEC.version + 1)
    assert len(list(FINISHED.states(newer))) == LAST + 2


def test_a_record_of_another_version_tells_where_it_parts() -> None:
    newer = dataclasses.replace(SPEC, version=SPEC.version + 1)
    words = f"recorded by version {SPEC.version} of the rules, replayed by version {newer.version}"
    states = with_decision(3, choice="dance").states(newer)
    for _ in range(4):
        next(states)
    with pytest.raises(BadRecord, match=f"^record:{FINISHED.line(3)}: .*{words}"):
        next(states)


def test_the_page_about_records_shows_one_and_how_to_make_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "records.md").read_text(encoding="utf-8")
    shown = page.partition("```text\n")[2].partition("```")[0]
    record = Record.parse(shown)
    assert record.text() == shown
    assert len(list(record.states(games.load(record.game)))) == 1 + len(record.decisions)
    monkeypatch.chdir(tmp_path)
    exec(page.partition("```python\n")[2].partition("```")[0], {})  # noqa: S102 - the page's own example
    assert Record.parse((tmp_path / "game.parlour").read_text(encoding="utf-8")).decisions
    assert len(capsys.readouterr().out.splitlines()) == 2
