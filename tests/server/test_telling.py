"""Events as data: names instead of codes, and for each viewer its own part."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from parlour import games
from parlour.kernel.events import Arranged, Looked, Moved, NotThere, Shown, Shuffled
from parlour.kernel.messages import Message, Told
from parlour.kernel.options import PLAY
from parlour.server.telling import deed, part

if TYPE_CHECKING:
    from parlour.kernel.events import Event

SPEC = games.load(games.names()[0])
CARD = SPEC.kinds[3]


def test_a_sentence_has_its_arguments_by_name() -> None:
    message = Message("said", "{who:seat} {what:card} {again:card.form} {how:option} {many:number}")
    assert deed(Told(message, (1, 3, 3, PLAY | 3, 7)), SPEC) == {
        "event": "told",
        "message": "said",
        "args": {"who": 1, "what": CARD, "again": CARD, "how": f"play {CARD}", "many": 7},
    }


def test_every_event_is_data() -> None:
    events: list[tuple[Event, dict[str, object]]] = [
        (Moved("a", "b", 2, (CARD,)), {"event": "moved", "zone": "a", "to": "b", "count": 2, "cards": [CARD]}),
        (Shuffled("a"), {"event": "shuffled", "zone": "a"}),
        (Arranged("a", (CARD,)), {"event": "arranged", "zone": "a", "cards": [CARD]}),
        (Shown("a", (CARD,)), {"event": "shown", "zone": "a", "cards": [CARD]}),
        (Looked("a", (CARD,)), {"event": "looked", "zone": "a", "cards": [CARD]}),
        (NotThere("a", (CARD,)), {"event": "not_there", "zone": "a", "cards": [CARD]}),
    ]
    for event, data in events:
        assert json.loads(json.dumps(deed(event, SPEC))) == data


def test_a_part_is_the_rows_of_the_viewers_bit() -> None:
    told = [[0b111, {"n": 1}], [0b010, {"n": 2}], [0b101, {"n": 3}]]
    assert [[each["n"] for each in part(told, bit)] for bit in range(3)] == [[1, 3], [1, 2], [1, 3]]
