"""What is known of hidden cards agrees with what a viewer was shown, a card that was not there included, and is true."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from contract.memory import Memory
from contract.tables import course, seat_of, viewers
from contract.worlds import looks_alike
from parlour.kernel.chance import Rng
from parlour.kernel.events import seen_by
from support import scaled

if TYPE_CHECKING:
    from contract.tables import Table

pytestmark = pytest.mark.no_cover


def test_imagined_worlds_agree_with_all_that_was_shown(table: Table) -> None:
    rng = Rng(f"memory {table}")
    game = table.start("memory")
    memories = {viewer: Memory(game, viewer) for viewer in viewers(game)}
    assert game.journal is not None
    game.journal.clear()
    for number, _ in enumerate(course(game, rng)):
        for viewer, memory in memories.items():
            memory.follow(seen_by(game, game.journal, seat_of(game, viewer)))
            assert not memory.contradiction(game)
        viewer = number % len(memories)
        assert not memories[viewer].contradiction(game.imagine(viewer, rng))


def test_the_truth_is_never_ruled_out(table: Table) -> None:
    for number in range(scaled(1)):
        game = table.start(f"truth {number}")
        for passed, _ in enumerate(course(game, Rng(number))):
            assert looks_alike(game, passed % (table.seats + 1), game)
