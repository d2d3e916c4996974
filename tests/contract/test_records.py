"""A record replays: every fingerprint, the winners, the text itself."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from contract.tables import course
from parlour.kernel.chance import Rng
from parlour.kernel.options import option_text
from parlour.kernel.record import Record

if TYPE_CHECKING:
    from contract.tables import Table


def test_a_record_replays_every_fingerprint(table: Table) -> None:
    seed = hashlib.blake2b(str(table).encode(), digest_size=32).digest()
    game = table.spec.play.start(table.setup(), seed, journal=True)
    record = Record.begin(table.setup(), [f"bot {seat}" for seat in range(table.seats)], seed)
    fingerprints = [game.fingerprint()]
    for seat, option in course(game, Rng(f"record {table}")):
        step, text = str(game.step_asked()), option_text(option, game.spec.kinds)
        after = game.copy()
        after.choose(seat, option)
        record.add(after, seat, step, text)
        fingerprints.append(after.fingerprint())
    again = Record.parse(record.text())
    assert again == record
    assert [state.fingerprint() for state in again.states(table.spec)] == fingerprints
    assert again.winners == game.winners
