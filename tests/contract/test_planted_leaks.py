"""The tests of hidden knowledge can fail: each leak planted in the sample game makes one of them do so."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import pytest

from contract import test_hidden_swap, test_imagined_worlds, test_memory
from contract.tables import Table, add_game, tables

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SWAP: Final = test_hidden_swap.test_a_swap_of_unknown_cards_is_not_noticed
ANSWER: Final = test_hidden_swap.test_a_secret_answer_sends_nothing_to_others_while_others_owe_theirs
VIEW: Final = test_imagined_worlds.test_its_view_is_the_same_byte_for_byte
CARDS: Final = test_imagined_worlds.test_its_cards_are_those_of_the_table
ALONE: Final = test_imagined_worlds.test_it_depends_on_what_the_viewer_knows_and_on_chance_alone
MOVES: Final = test_imagined_worlds.test_every_unknown_card_moves
CHANCE: Final = test_imagined_worlds.test_its_chance_is_not_that_of_the_table
ANSWERS: Final = test_imagined_worlds.test_its_answers_are_the_viewers_own
OPEN: Final = test_imagined_worlds.test_a_choice_taken_by_itself_follows_from_public_knowledge
MEMORY: Final = test_memory.test_imagined_worlds_agree_with_all_that_was_shown

IMAGINE: Final = '''
    def imagine(self, seat: int, rng: object) -> Sample:
        """A world in which something is wrong."""
        game = super().imagine(seat, rng)
        WRONG
        return game

    def copy(self)'''


@dataclass(frozen=True)
class Leak:
    """A change of the sample game's rules, and the tests that it must make fail."""

    name: str
    old: str
    new: str
    noticed_by: tuple[Callable[[Table], None], ...]


def wrong(name: str, line: str, *noticed_by: Callable[[Table], None]) -> Leak:
    """A leak in what is imagined."""
    return Leak(name, "\n    def copy(self)", IMAGINE.replace("WRONG", line), noticed_by)


LEAKS: Final = (
    Leak(
        "value_counts_hidden_cards",
        '{"played": self.played}',
        '{"played": self.zones[0].count(STONE)}',
        (SWAP, VIEW),
    ),
    Leak(
        "score_counts_hidden_cards",
        "float(seat in self.winners)",
        "float(self.zones[seat].count(STONE))",
        (SWAP, VIEW),
    ),
    Leak("a_drawn_card_is_told_to_all", "self.tell_some(1 << seat, texts.DRAWN", "self.tell(texts.DRAWN", (SWAP,)),
    Leak(
        "the_order_of_events_tells_a_card",
        "            self.tell(texts.DRAWS, seat)\n            self.draw(self.setup.seats, seat, 1)\n",
        "            first, then = self.tell, lambda *_: self.draw(self.setup.seats, seat, 1)\n"
        "            for each in (first, then) if top[0] == STONE else (then, first):\n"
        "                each(texts.DRAWS, seat)\n",
        (SWAP,),
    ),
    Leak(
        "the_number_of_events_tells_a_card",
        "            self.tell(texts.DRAWS, seat)\n",
        "            for _ in range(1 + (top[0] == STONE)):\n                self.tell(texts.DRAWS, seat)\n",
        (SWAP,),
    ),
    Leak(
        "options_and_refusals_tell_a_hand",
        "for kind in range(len(game.spec.cards))]",
        "for kind in range(len(game.spec.cards)) if kind != STONE or kind in game.zones[(me + 1) % game.setup.seats]]",
        (SWAP, OPEN),
    ),
    Leak(
        "only_the_holder_of_a_card_is_asked",
        "seats = [seat for seat in range(game.setup.seats) if game.zones[seat]]",
        "seats = [seat for seat in range(game.setup.seats) if STONE in game.zones[seat]]",
        (SWAP,),
    ),
    Leak(
        "a_choice_is_skipped_where_nobody_has_it",
        "    if len(seats) > 1:\n",
        "    if len(seats) > 1 and STONE in b''.join(game.zones[: game.setup.seats]):\n",
        (SWAP,),
    ),
    Leak(
        "a_turn_is_taken_by_itself",
        "self.ask(turn, to_play, play)",
        "self.ask_open(turn, to_play, play)",
        (OPEN,),
    ),
    Leak(
        "a_secret_answer_is_told",
        "    return [CARD | kind for kind in sorted(set(game.zones[me]))]",
        "    if game.journal is not None:\n        game.tell(texts.DRAWS, me)\n"
        "    return [CARD | kind for kind in sorted(set(game.zones[me]))]",
        (ANSWER,),
    ),
    Leak(
        "a_card_is_told_but_not_known",
        "    game.move(kind, victim, me)\n",
        "    game.tell(texts.DRAWN, kind)\n    game.move(kind, victim, me)\n",
        (SWAP,),
    ),
    wrong("imagined_top_card_is_the_true_one", "game.zones = [*self.zones]", MOVES, ALONE),
    wrong(
        "imagined_hand_keeps_a_true_card",
        "game.zones = self.zones.copy() if self.zones[0][:1] == bytes((STONE,)) and seat else game.zones",
        ALONE,
    ),
    wrong("imagined_chance_is_the_true_one", "game.chance = self.chance", CHANCE),
    wrong("imagined_answers_are_the_true_ones", "game.answers = self.answers", ANSWERS),
    wrong("imagined_world_lacks_cards", "game.zones[self.setup.seats] = b''", CARDS),
    wrong(
        "imagined_world_forgets_what_was_shown",
        "if seat:\n"
        "            size, both = len(game.zones[0]), game.zones[0] + game.zones[self.setup.seats]\n"
        "            game.zones[0], game.zones[self.setup.seats] = both[len(both) - size :], both[: len(both) - size]",
        VIEW,
        MEMORY,
    ),
)


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.name)
def test_a_planted_leak_is_noticed(leak: Leak, tmp_path: Path) -> None:
    spec = add_game(tmp_path, f"sample_{leak.name}", leak.old, leak.new)
    played = [replace(table, series=series) for series in range(8) for table in tables([spec])]
    for check in leak.noticed_by:
        assert any(fails(check, table) for table in played), check.__name__


def fails(check: Callable[[Table], None], table: Table) -> bool:
    """Whether a test fails at a table."""
    try:
        check(table)
    except AssertionError:
        return True
    return False
