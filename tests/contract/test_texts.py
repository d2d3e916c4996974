"""Everything that people read is there: cards, questions, sentences."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING

from contract.tables import course
from parlour.kernel.chance import Rng
from parlour.kernel.events import Said
from parlour.kernel.messages import Reader
from support import scaled

if TYPE_CHECKING:
    from contract.tables import Table
    from parlour.kernel.spec import GameSpec

SORTS = {"seat", "card", "number", "option"}


def test_every_card_has_a_name_a_rule_and_a_text(spec: GameSpec) -> None:
    assert len(set(spec.kinds)) == len(spec.cards)
    for card in spec.cards:
        assert card.id.isidentifier()
        assert card.names["en"][""]
        assert all(forms[""] for forms in card.names.values())
        assert card.rule.startswith(f"{spec.rule_prefix} ")
        assert card.text.endswith(".")


def test_every_option_says_what_it_decides(spec: GameSpec) -> None:
    for option in spec.options:
        assert option.text
        assert option.default in option.values
        assert len(set(option.values)) == len(option.values)


def test_every_question_has_a_prompt(spec: GameSpec) -> None:
    fields = string.Formatter()
    for prompt in spec.prompts.values():
        assert prompt
        assert all(sort in SORTS for _, name, sort, _ in fields.parse(prompt) if name is not None)


def test_all_that_is_asked_and_said_in_play_can_be_read(table: Table) -> None:
    rng = Rng(f"texts {table}")
    reader = Reader(table.spec, [f"Seat {seat}" for seat in range(table.seats)])
    templates: dict[str, str] = {}
    for number in range(scaled(1)):
        game = table.start(f"texts {number}")
        for _ in course(game, rng):
            assert game.step_asked() in {step.partition(":")[0] for step in table.spec.prompts}
            for entry in game.journal or ():
                if isinstance(entry, Said):
                    message = entry.told.message
                    assert table.spec.messages[message.name] is message
                    assert templates.setdefault(message.name, message.template) == message.template
                    sentence = reader.say(entry.told)
                    assert sentence.endswith((".", "!", "?"))
                    assert "{" not in sentence
