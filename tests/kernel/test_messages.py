"""A message is an id with typed arguments; a reader makes a sentence of it, in the reader's language."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pytest

from parlour.kernel.messages import Message, Reader, Told
from parlour.kernel.options import LEFT, SEAT

if TYPE_CHECKING:
    from parlour.kernel.spec import GameSpec

TAKES: Final = Message("takes", "{thief:seat} takes {card:card} from {victim:seat}, {count:number} in all.")
GERMAN: Final = {TAKES.template: "{victim:seat} verliert {card:card.accusative} an {thief:seat} ({count:number})."}


@pytest.fixture
def english(sample: GameSpec) -> Reader:
    return Reader(sample, ["Anna", "Ben"])


@pytest.fixture
def german(sample: GameSpec) -> Reader:
    stone = replace(sample.cards[0], names={"en": {"": "Stone"}, "de": {"": "der Stein", "accusative": "den Stein"}})
    spec = replace(sample, cards=(stone, *sample.cards[1:]))
    return Reader(spec, ["Anna", "Ben"], "de", lambda template: GERMAN.get(template, template))


def test_arguments_are_put_into_words(english: Reader) -> None:
    assert english.say(Told(TAKES, (0, 0, 1, 3))) == "Anna takes Stone from Ben, 3 in all."


def test_a_translation_may_turn_the_sentence_round(german: Reader) -> None:
    assert german.say(Told(TAKES, (0, 0, 1, 3))) == "Ben verliert den Stein an Anna (3)."


def test_a_card_without_the_form_or_the_language_has_its_plain_name(german: Reader) -> None:
    assert german.card(0, "genitive") == "der Stein"
    assert german.card(1, "accusative") == "Lantern"


def test_an_option_is_put_into_words(english: Reader) -> None:
    assert english.option(SEAT | 1) == "Ben"
    assert english.option(LEFT) == "To the left"


def test_a_message_with_too_few_arguments_is_an_error(english: Reader) -> None:
    with pytest.raises(ValueError, match="shorter"):
        english.say(Told(TAKES, (0, 0)))


def test_what_was_told_is_equal_by_id_and_arguments() -> None:
    told = Told(TAKES, (0, 0, 1, 3))
    assert told == Told(Message("takes", "Another wording."), (0, 0, 1, 3))
    assert len({told, Told(TAKES, (0, 0, 1, 3)), Told(TAKES, (1, 0, 0, 3))}) == 2
    assert repr(told) == "Told(takes, (0, 0, 1, 3))"
