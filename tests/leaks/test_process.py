"""A server in a process of its own sends what follows from the viewer's knowledge: the same as from a world it imagines."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

import msgspec
import pytest
from websockets.sync.client import ClientConnection, connect

from leaks.courses import LANGUAGES, one_of
from parlour import games
from parlour.kernel.chance import Rng
from parlour.kernel.options import option_text
from parlour.server.history import Entry
from parlour.server.scene import look
from parlour.server.state import State
from parlour.web.fragments import Fragments
from serving import Server
from support import scaled

if TYPE_CHECKING:
    from pathlib import Path

    from parlour.kernel.options import Seat

SEATS: Final = 3
POSITIONS: Final = 25
SPECTATOR: Final = None
NEVER: Final = 1_000_000
"""The number of a question that is not open."""


class Visit:
    """People at a table of a server.

    Args:
        server: the server.
        folder: where it keeps its tables.
        game: what is played.
        opened: closes all lines.
    """

    def __init__(self, server: Server, folder: Path, game: str, opened: ExitStack) -> None:
        self._database: Path = folder / "tables.db"
        guests = [self._post(server, "/api/guests", {"name": f"Anna {seat}"}) for seat in range(SEATS)]
        tokens: list[str] = [guest["token"] for guest in guests]
        asked: dict[str, Any] = {"game": game, "seats": SEATS, "players": ["me"] + ["open"] * (SEATS - 1)}
        self._table: str = self._post(server, "/api/tables", asked, tokens[0])["table"]
        self._lines: dict[tuple[Seat | None, str], ClientConnection] = {}
        for seat, token in enumerate(tokens):
            line = opened.enter_context(self._line(server, token, "none"))
            if seat:
                _ask(line, "join", name=f"Anna {seat}")
                _ask(line, "sit", seat=seat)
        for seat in (*range(SEATS), SPECTATOR):
            for language in ("", *LANGUAGES):
                token, name = ("", "none") if seat is None else (tokens[seat], str(seat))
                self._lines[seat, language] = line = opened.enter_context(self._line(server, token, name, language))
                _until(line, "whole", "html")

    def _post(self, server: Server, path: str, asked: dict[str, Any], token: str = "") -> dict[str, Any]:
        answer: dict[str, Any] = server.http.post(path, json=asked, headers=_bearer(token)).json()
        return answer

    def _line(self, server: Server, token: str, seat: str, language: str = "") -> ClientConnection:
        query = {"as": "html" if language else "json", "seat": seat, "language": language}
        address = f"ws://localhost:{server.port}/t/{self._table}/socket?{urlencode(query)}"
        return connect(address, additional_headers=_bearer(token), proxy=None, compression=None, max_queue=None)

    def state(self) -> State:
        """The table as its history makes it."""
        return State(map(Entry.parse, self._history()))

    def _history(self) -> list[str]:
        with closing(sqlite3.connect(self._database)) as database:
            rows = database.execute("SELECT line FROM entries WHERE id = ? ORDER BY number", (self._table,))
            return [line for (line,) in rows]

    def look(self) -> tuple[State, dict[tuple[Seat | None, str], str]]:
        """What all see, at a moment when nothing happens, and the truth."""
        while True:
            before = self._history()
            self._let_it_be_told()
            seen = {viewer: self._looked(viewer) for viewer in self._lines}
            if before == self._history():
                return State(map(Entry.parse, before)), seen

    def _let_it_be_told(self) -> None:
        """Wait until all that has been written is told: an answer comes after what was done before it."""
        _ask(self._lines[0, ""], "choose", seat=0, question=NEVER, choice="pass")

    def _looked(self, viewer: tuple[Seat | None, str]) -> str:
        line = self._lines[viewer]
        line.send(json.dumps({"do": "look", "id": "look", "seat": viewer[0]}))
        return _until(line, "epoch")

    def choose(self, state: State, rng: Rng) -> None:
        """Somebody who owes an answer gives one."""
        assert state.game is not None
        seat = one_of(rng, state.game.owes())
        choice = option_text(one_of(rng, state.game.options(seat)), state.game.spec.kinds)
        asked = {"seat": seat, "question": state.answered[seat], "choice": choice}
        _ask(self._lines[seat, ""], "choose", **asked)


def _bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"} if token else {}


def _ask(line: ClientConnection, do: str, **asked: object) -> None:
    """Ask something, and wait for the answer."""
    line.send(json.dumps({"do": do, "id": f"{do} {time.monotonic_ns()}", **asked}))
    _until(line, "accepted", "refused")


def _until(line: ClientConnection, *names: str) -> str:
    """The next message that has one of some entries."""
    while True:
        text = line.recv(timeout=60)
        assert isinstance(text, str)
        if any(name in json.loads(text) for name in names):
            return text


def compare(state: State, seen: dict[tuple[Seat | None, str], str], rng: Rng, drawn: Fragments) -> None:
    """Hold what was seen against what follows from a world that the viewer imagines."""
    assert state.game is not None
    for seat in (*range(SEATS), SPECTATOR):
        bit = SEATS if seat is None else seat
        plain = json.loads(seen[seat, ""])
        there = {name: plain["whole"][name] for name in ("present", "watching", "window")}
        world = State()
        vars(world).update(vars(state) | {"game": state.game.imagine(bit, rng), "_common": None})
        known = {**look(world, seat), **there, "log": list(state.logs[bit])}
        said = {"number": plain["number"], "whole": known, "epoch": plain["epoch"]}
        assert seen[seat, ""].encode() == msgspec.json.encode(said)
        for language in LANGUAGES:
            assert json.loads(seen[seat, language])["html"] == drawn.whole(known, language)


@pytest.mark.parametrize("game", games.names())
def test_a_process_sends_what_the_viewer_knows_and_nothing_else(game: str, tmp_path: Path) -> None:
    rng, drawn = Rng(game), Fragments()
    with Server(tmp_path) as server, ExitStack() as opened:
        visit = Visit(server, tmp_path, game, opened)
        for _ in range(scaled(POSITIONS)):
            state, seen = visit.look()
            compare(state, seen, rng, drawn)
            if state.game is None or not state.game.owes():
                break
            visit.choose(state, rng)
