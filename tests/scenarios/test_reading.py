"""A file is read as it stands: what is wrong in it is told with its line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from parlour.scenarios import BadScenario, read, run

if TYPE_CHECKING:
    from pathlib import Path

WHOLE = """\
scenario: Spend the Money
cites: [MG 3 the_money, MG 4.1]
game: get_the_macguffin
seats: 3
position:
  turn: 2
  zones: {hand.0: [the_spy, ...]}
  values: {}
  known: {1: {hand.0: [the_spy]}}
seed: 8
chance: [{roll: 2}, {pick: the_spy}, {shuffle: [the_spy, the_thief]}]
play:
  - 0: use the_money
  - "!1": 2
expect: {scores: {0: 0.5}}
"""


def reading(tmp_path: Path, text: str) -> str:
    """What reading and running a file ends with, the file's name left out."""
    path = tmp_path / "a.yaml"
    path.write_bytes(text.encode())
    with pytest.raises(BadScenario) as caught:
        list(map(run, read(path)))
    return str(caught.value).removeprefix(str(path))


def test_the_parts_of_a_scenario(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(WHOLE, encoding="utf-8")
    (scenario,) = read(path)
    assert scenario.name == "Spend the Money"
    assert scenario.cites == ("MG 3 the_money", "MG 4.1")
    assert (scenario.game, scenario.seats, scenario.new) == ("get_the_macguffin", 3, False)
    assert scenario.position.turn == 2
    assert scenario.position.zones == {"hand.0": ("the_spy", "...")}
    assert scenario.position.known == {1: {"hand.0": ("the_spy",)}}
    assert list(scenario.position.chance) == [("roll", "2"), ("pick", "the_spy"), ("shuffle", ["the_spy", "the_thief"])]
    assert [str(decision) for decision in scenario.steps[0].decisions] == ["0: use the_money", "!1: 2"]
    assert [decision.at.line for decision in scenario.steps[0].decisions] == [13, 14]


def test_several_documents_and_empty_ones(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("---\n# nothing\n---\n" + WHOLE + "---\n" + WHOLE + "---\n", encoding="utf-8")
    assert [scenario.at.line for scenario in read(path)] == [4, 20]


def test_words_that_yaml_takes_for_something_else_stay_words(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("{scenario: on, game: 'no', options: {final_plays: off, days: 3, set: [1, yes]}}", encoding="utf-8")
    (scenario,) = read(path)
    assert scenario.options == {"final_plays": "off", "days": "3", "set": ("1", "yes")}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", ":1: nothing is written here"),
        ("scenario: [", ":1: not YAML"),
        ("scenario: a\ngame: b: c\n", ":2: not YAML"),
        ("scenario: \x07\n", ":1: not YAML"),
        ('a: b\nscenario: "\\UFFFFFFFF"\n', ":1: not YAML"),
        ("[" * 1000, ":1: not YAML: nested too deep"),
        ("- 1\n", ":1: a list: expected a map"),
        ("scenario: a\n", ":1: game is missing"),
        ("scenario: a\ngame: [b]\n", ":2: a list: expected text"),
        ("scenario: a\ngame:\n", ":2: nothing: expected text"),
        ("scenario: a\ngame: b\nsecnario: c\n", ":3: 'secnario': expected one of scenario, cites"),
        ("scenario: a\ngame: b\nscenario: c\n", ":3: 'scenario': expected each key once"),
        ("scenario: a\ngame: b\nseats: two\n", ":3: 'two': expected a whole number"),
        ("scenario: a\ngame: b\nseats: 1_0\n", ":3: '1_0': expected a whole number"),
        ("scenario: a\ngame: b\nplay:\n  - !0: pass\n", ":4: !0: is a YAML tag"),
        (
            "scenario: a\ngame: b\nplay:\n  - !!python/name:os.system 0: pass\n",
            ":4: !!python/name:os.system is a YAML tag",
        ),
        ("scenario: a\ngame: b\nplay:\n  - ?0: pass\n", ":4: '?0': expected a seat"),
        ("scenario: a\ngame: b\nplay:\n  - {0: pass, 1: pass}\n", ":4: a map: expected a seat and its choice"),
        ("scenario: a\ngame: b\nplay: {0: pass}\n", ":3: a map: expected a list"),
        ("scenario: a\ngame: b\nchance: [{toss: 1}]\n", ":3: 'toss': expected one of roll, pick, shuffle"),
        ("scenario: a\ngame: b\nexpect: {zone: {}}\n", ":3: 'zone': expected one of zones, values"),
        ("scenario: a\ngame: b\nexpect:\n  over: 1\n", ":4: '1': expected true or false"),
        ("scenario: a\ngame: b\nexpect:\n  scores: {0: 1e9}\n", ":4: '1e9': expected a number"),
        ("scenario: a\ngame: b\nexpect:\n  options: {0: {hasnt: []}}\n", ":4: 'hasnt': expected one of has, not"),
        ("scenario: a\ngame: b\nexpect:\n  view: {all: {}}\n", ":4: 'all': expected a whole number"),
        ("scenario: a\ngame: b\nsteps: []\nplay: []\n", ":4: play stands beside steps"),
        ("scenario: a\ngame: b\nsteps: [{paly: []}]\n", ":3: 'paly': expected one of play, expect"),
        ("scenario: a\ngame: b\nposition:\n  zone: {}\n", ":4: 'zone': expected one of turn, zones, values, known"),
        ("scenario: a\ngame: b\nposition:\n  day: 1\n  values: {day: 2}\n", ":5: 'day': expected each counter once"),
        ("&a\nscenario: *a\ngame: b\n", ":1: a map: expected text"),
    ],
)
def test_what_can_t_be_read(tmp_path: Path, text: str, line: str) -> None:
    assert reading(tmp_path, text).startswith(line)


def test_a_file_in_another_encoding(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes("scenario: a\ngame: é\n".encode("latin-1"))
    with pytest.raises(BadScenario, match=r"a\.yaml:2: not UTF-8"):
        read(path)


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(WHOLE, encoding="utf-8-sig")
    assert read(path)[0].name == "Spend the Money"


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "none.yaml")


TABLE = "scenario: a\ngame: get_the_macguffin\nseats: 3\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("scenario: a\n\ngame: whist\n", ":3: unknown game 'whist'"),
        (
            "scenario: a\ngame: king_of_12\nseats: 7\n",
            ":3: king_of_12 can't be played with 7 seats: expected 2 to 4",
        ),
        ("scenario: a\ngame: king_of_12\noptions:\n  target: 8\n  stakes: 2\n", ":5: unknown option"),
        ("scenario: a\ngame: king_of_12\noptions:\n  set: random\n  target: 99\n", ":5: option target can't be '99'"),
        (TABLE + "position:\n  zones:\n    hand.0: []\n    hand.3: []\n", ":7: unknown zone 'hand.3'"),
        (TABLE + "position:\n  zones:\n    hand.0: []\n    hand.1: [the_cat]\n", ":7: unknown card 'the_cat'"),
        (
            TABLE + "position:\n  zones:\n    hand.0: [the_spy,\n      the_thief]\n    hand.1: [the_thief]\n",
            ":7: the_thief in hand.1 is one too many: expected at most 1",
        ),
        (
            TABLE + "position:\n  zones:\n    table.0:\n      - the_spy\n",
            ":7: the_spy can't lie in table.0: expected hand.0 or",
        ),
        (TABLE + "position:\n  zones: {hand.0: [..., the_spy]}\n", ':5: zone hand.0: expected "..." only as the last'),
        (TABLE + "position:\n  turn: 3\n", ":5: unknown seat '3': expected one of 0, 1, 2"),
        (TABLE + "position:\n  zones: {hand.2: []}\n  turn: 2\n", ":6: it can't be the turn of seat 2"),
        (TABLE + "position:\n  gold: 4\n", ":5: unknown value 'gold'"),
        (TABLE + "position:\n  zones: {hand.0: [the_spy]}\n  known: {1: {hand.0: [the_hippie]}}\n", ":5: seat 1 can't"),
        ("scenario: a\ngame: king_of_12\nposition:\n  turn: 0\n", ":4: it can't be the turn of seat 0"),
        ("scenario: a\ngame: king_of_12\nchance: [{roll: 13}]\n", ":3: chance can't be {roll: 13}"),
        (TABLE + 'play:\n  - "!0": pass\n  - "!0": foo bar\n', ":6: unknown choice 'foo bar': expected one of pass, "),
        (TABLE + 'play:\n  - "!0": play the_cat\n', ":5: unknown card 'the_cat'"),
        (TABLE + 'steps:\n  - play:\n      - "!0": the_spy@a\n', ":6: unknown choice 'the_spy@a'"),
        (TABLE + "expect:\n  owes: [5]\n", ":5: unknown seat '5'"),
        (TABLE + "expect:\n  zones: {hand.9: []}\n", ":5: unknown zone 'hand.9'"),
        (TABLE + "expect:\n  zones: {limbo: []}\n", ":5: unknown zone 'limbo'"),
        (TABLE + "expect:\n  zones: {hand.1: [the_cat]}\n", ":5: unknown card 'the_cat'"),
        (TABLE + "expect:\n  view:\n    spectator: {hand.1: {cards: [the_cat]}}\n", ":6: unknown card 'the_cat'"),
    ],
)
def test_what_can_t_be_set_up(tmp_path: Path, text: str, line: str) -> None:
    assert reading(tmp_path, text).startswith(line)
