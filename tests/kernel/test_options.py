"""Options are integers for the engine and texts for people."""

from __future__ import annotations

from typing import Final

import pytest

from parlour.kernel.errors import UnknownName
from parlour.kernel.options import (
    CARD,
    DISCARD,
    LAY,
    LEFT,
    NUMBER,
    PASS,
    PLACE,
    PLAY,
    RIGHT,
    SEAT,
    TAKE,
    TRY,
    USE,
    arg,
    option_of,
    option_text,
    place,
    play_set,
    same_text,
)

KINDS: Final = ("duke", "ghost_5", "miss_copy")
TEXTS: Final = {
    PASS: "pass",
    TRY: "try",
    TAKE: "take",
    LEFT: "left",
    RIGHT: "right",
    PLAY: "play duke",
    PLAY | 2: "play miss_copy",
    LAY | 1: "lay ghost_5",
    USE: "use duke",
    DISCARD | 2: "discard miss_copy",
    CARD | 1: "ghost_5",
    PLACE | 3 << 8: "duke@3",
    PLACE | 11 << 8 | 2: "miss_copy@11",
    SEAT: "seat 0",
    SEAT | 10: "seat 10",
    NUMBER | 12: "12",
    play_set(1, 1): "play ghost_5",
    play_set(1, 2): "play ghost_5 x2",
    play_set(1, 4, 2, 1): "play ghost_5 x4 + miss_copy x1",
}


@pytest.mark.parametrize(("option", "text"), TEXTS.items(), ids=TEXTS.values())
def test_an_option_has_a_text(option: int, text: str) -> None:
    assert option_text(option, KINDS) == text


@pytest.mark.parametrize(("option", "text"), TEXTS.items(), ids=TEXTS.values())
def test_a_text_names_an_option(option: int, text: str) -> None:
    assert option_text(option_of(text, KINDS), KINDS) == text
    assert option_of(text, KINDS) in (option, option & ~(1 << 8))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("foo bar", "unknown choice 'foo bar': expected one of pass, .*KIND@PLACE, seat NUMBER, NUMBER"),
        ("", "unknown choice ''"),
        ("seat 256", "unknown choice 'seat 256'"),
        ("play duke x0", "unknown choice 'play duke x0'"),
        ("duke@", "unknown choice 'duke@'"),
        ("Pass", "unknown card 'Pass': expected one of duke, ghost_5, miss_copy"),
        ("play baron", "unknown card 'baron'"),
        ("baron@2", "unknown card 'baron'"),
        ("play duke x2 + baron x1", "unknown card 'baron'"),
    ],
)
def test_what_names_no_option_is_refused(text: str, words: str) -> None:
    with pytest.raises(UnknownName, match=words):
        option_of(text, KINDS)


def test_no_two_options_are_the_same_number() -> None:
    assert len(TEXTS) == len(set(TEXTS.values())) == 19


def test_what_an_option_carries_can_be_taken_out() -> None:
    assert (arg(PLACE | 7 << 8 | 2), place(PLACE | 7 << 8 | 2)) == (2, 7)


def test_a_count_of_one_may_be_written_or_left_out() -> None:
    assert same_text("play ghost_5 x1", "play ghost_5")
    assert same_text("play ghost_5 x2 + miss_copy", "play ghost_5 x2 + miss_copy x1")
    assert not same_text("play ghost_5 x1", "play ghost_5 x2")
    assert not same_text("play ghost_5 x1", "play ghost_5 x12")
