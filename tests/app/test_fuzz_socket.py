"""Whatever comes through a line, each message has one answer, all answers are as described, and the table stays whole."""

from __future__ import annotations

import json
import tempfile
from contextlib import ExitStack
from http import HTTPStatus
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

import jsonschema_rs
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from starlette.testclient import WebSocketDenialResponse

from app.visits import Browser, visiting
from parlour import games
from parlour.kernel.errors import ParlourError
from parlour.server import protocol
from parlour.server.history import Decided, Entry, record_of
from parlour.server.state import State
from support import scaled

if TYPE_CHECKING:
    from httpx2 import Response
    from starlette.testclient import WebSocketTestSession

    from parlour.kernel.options import Seat

SCHEMA: Final = protocol.schema()
SAID: Final = jsonschema_rs.validator_for({**SCHEMA, "$ref": "#/$defs/Said"})
ASKED: Final = jsonschema_rs.validator_for({**SCHEMA, "$ref": "#/$defs/Asked"})
NUMBERS: Final = count()
DOING: Final = ["join", "leave", "sit", "choose", "stand", "look"]

texts = st.one_of(
    st.text(max_size=80), st.sampled_from(["", "pass", "interrupt", "guard", "Anna", "bot random", "bot x", "x" * 500])
)
numbers = st.one_of(st.integers(-2, 3), st.integers(), st.sampled_from([63, 64, 0.5, 1.0, 1e300]))
anything = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def either(likely: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Mostly what is expected, else anything."""
    return st.integers(0, 9).flatmap(lambda chance: likely if chance else anything)


messages = st.fixed_dictionaries(
    {"do": either(st.sampled_from(DOING)), "id": either(st.text(min_size=1, max_size=70))},
    optional={
        "seat": either(numbers),
        "question": either(numbers),
        "choice": either(texts),
        "name": either(texts),
        "player": either(texts),
        "step": either(texts),
        "x": anything,
    },
)


def is_as_described(message: dict[str, Any]) -> bool:
    """Whether the schema describes a message; to a schema 1.0 is an integer, to the server it is none."""
    return ASKED.is_valid(message) and not any(isinstance(value, float) for value in message.values())


class Lines(RuleBasedStateMachine):
    """A table with one who sends all kinds of things through lines of several kinds."""

    browser: ClassVar[Browser]

    def __init__(self) -> None:
        super().__init__()
        self.table: str = ""
        self.lines: list[tuple[WebSocketTestSession, str, ExitStack]] = []
        self.known: dict[str, Any] = {}
        self.question: int = -1

    @initialize(game=st.sampled_from(games.names()), begun=st.booleans())
    def set_up(self, game: str, *, begun: bool) -> None:
        self.table = self.browser.table(game, "me", "name" if begun else "open", name="Anna", name_1="Berta")
        self.connect("seat=0")

    @precondition(lambda self: len(self.lines) < 4)
    @rule(
        query=st.sampled_from(["seat=0", "seat=none", "as=html", "as=html&seat=none&language=de", "epoch=x&number=3"])
    )
    def connect(self, query: str) -> None:
        opened, socket = ExitStack(), self.browser.socket(f"{self.table}/socket?{query}")
        if query == "seat=0" and self.view(0).status_code == HTTPStatus.FORBIDDEN:
            with pytest.raises(WebSocketDenialResponse), socket:
                pass
            return
        line = opened.enter_context(socket)
        self.lines.append((line, query, opened))
        assert "epoch" in self.hear(-1)

    @precondition(lambda self: len(self.lines) > 1)
    @rule()
    def leave(self) -> None:
        self.lines.pop()[-1].close()

    @rule(message=messages, at=st.integers(0, 3))
    def ask(self, message: dict[str, Any], at: int) -> None:
        answer = self.answer(at, json.dumps(message))
        name = message["id"] if isinstance(message["id"], str) else ""
        assert answer.get("accepted", answer.get("refused")) == name[:64]
        assert (answer.get("reason") == "bad_message") != is_as_described(message), answer

    @rule(
        data=st.one_of(st.text(max_size=100), st.binary(max_size=100), anything.map(json.dumps)), at=st.integers(0, 3)
    )
    def talk(self, data: str | bytes, at: int) -> None:
        answer = self.answer(at, data)
        assert answer["reason"] == "bad_message"

    @rule(pick=st.integers(0, 99), at=st.integers(0, 3))
    def play(self, pick: int, at: int) -> None:
        view = self.view(0).json()
        if options := view.get("whole", {}).get("options"):
            message = {
                "do": "choose",
                "seat": 0,
                "question": view["whole"]["question"],
                "choice": options[pick % len(options)],
            }
            answer = self.answer(at, json.dumps({**message, "id": f"play-{next(NUMBERS)}"}))
            assert "accepted" in answer or answer["reason"] in {"stale_question", "nothing_owed", "not_here"}

    @invariant()
    def whole(self) -> None:
        if self.table:
            SAID.validate(self.view("none").json())

    def view(self, seat: Seat | str) -> Response:
        """What is answered to who asks for the view of a seat."""
        return self.browser.get(f"{self.table.replace('/t/', '/api/tables/')}?seat={seat}")

    def answer(self, at: int, data: str | bytes) -> dict[str, Any]:
        """Send something through one of the lines, and read on to the answer."""
        line, *_ = self.lines[at := at % len(self.lines)]
        if isinstance(data, str):
            line.send_text(data)
        else:
            line.send_bytes(data)
        while True:
            message = self.hear(at)
            if {"accepted", "refused"} & message.keys():
                return message

    def hear(self, at: int) -> dict[str, Any]:
        line, query, _ = self.lines[at]
        message: dict[str, Any] = line.receive_json()
        if "as=html" not in query or {"accepted", "refused"} & message.keys():
            SAID.validate(message)
        return message

    def teardown(self) -> None:
        while self.lines:
            self.lines.pop()[-1].close()
        if self.table:
            assert self.browser.portal is not None
            lines = self.browser.portal.call(self.browser.house.database.store.load, self.table.removeprefix("/t/"))
            check_history(list(map(Entry.parse, lines)))


def check_history(entries: list[Entry]) -> None:
    """It makes a table that is not frozen, and its record can be replayed."""
    assert not State(entries).parted
    try:
        record = record_of(entries)
    except ParlourError:
        return
    decided = [entry for entry in entries if isinstance(entry.event, Decided)]
    assert len(list(record.states(games.load(record.game)))) == len(decided) + 1


def test_a_line_bears_anything() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        visiting(Path(folder), messages=1e6, tables_each=10**6, tables=10**6) as browser,
    ):
        Lines.browser = browser
        limits = settings(max_examples=scaled(25), stateful_step_count=25, deadline=None)
        run_state_machine_as_test(Lines, settings=limits)
