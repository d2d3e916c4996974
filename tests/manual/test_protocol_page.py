"""`docs/protocol.md` against the types, and against a server that runs."""

from __future__ import annotations

import json
import random
import shlex
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import jsonschema_rs
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from manual.reading import blocks, named, page, rows
from parlour import games
from parlour.server import api, protocol, safety, sockets
from parlour.server.commands import Reason
from parlour.server.settings import Settings
from serving import Server, bearer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from websockets.sync.client import ClientConnection

TEXT = page("protocol.md")
SCHEMA = protocol.schema()
PARTS = SCHEMA["$defs"]["Whole"]["properties"]
PATIENCE = 30.0


def checker(name: str) -> jsonschema_rs.Validator:
    return jsonschema_rs.validator_for({**SCHEMA, "$ref": f"#/$defs/{name}"})


def kinds(side: str) -> dict[str, jsonschema_rs.Validator]:
    names = [each["$ref"].rpartition("/")[2] for each in SCHEMA["$defs"][side]["anyOf"]]
    return {name: checker(name) for name in names}


ASKED, SAID = kinds("Asked"), kinds("Said")
EXAMPLES = [json.loads(block) for block in blocks(TEXT, "json")]


def kind_of(message: Mapping[str, Any]) -> str:
    """The one kind that a message is of, all its parts being as the types have them."""
    (kind,) = [name for name, valid in (ASKED if "do" in message else SAID).items() if valid.is_valid(message)]
    for name, value in message.get("changed", {}).items():
        jsonschema_rs.validate({**SCHEMA, **PARTS[name]}, value)
    return kind


def events_of(message: Mapping[str, Any]) -> set[str]:
    return {each["event"] for each in [*message.get("events", []), *message.get("whole", {}).get("log", [])]}


def test_there_is_an_example_of_every_message() -> None:
    assert {kind_of(example) for example in EXAMPLES} == {*ASKED, *SAID}


@pytest.mark.parametrize("example", [each for each in EXAMPLES if "do" in each], ids=lambda each: each["id"])
def test_the_server_takes_what_the_examples_ask(example: dict[str, Any]) -> None:
    assert protocol.parse(json.dumps(example)).id == example["id"]


def test_an_example_that_is_wrong_is_noticed() -> None:
    with pytest.raises(ValueError, match="not enough values"):
        kind_of({"do": "sit", "id": "a", "seat": "first"})
    with pytest.raises(ValueError, match="not enough values"):
        kind_of({"number": 3, "changed": {}, "events": [{"event": "moved", "zone": "tomb"}]})
    with pytest.raises(jsonschema_rs.ValidationError):
        kind_of({"number": 3, "changed": {"turn": "mine"}, "events": []})


def test_the_page_has_all_there_is() -> None:
    assert sorted(named(TEXT, "reason")) == sorted(Reason)
    assert sorted(named(TEXT, "in `whole`")) == sorted(PARTS)
    assert sorted(named(TEXT, "event")) == sorted(protocol.Event.__args__[i].__struct_config__.tag for i in range(7))
    assert sorted(named(TEXT, "door")) == sorted(f"{door.method} {door.path}" for door in api.DOORS)


def test_the_page_has_the_limits_as_they_are() -> None:
    usual = Settings()
    assert [row[1].partition(";")[0] for row in rows(TEXT, "what")] == [
        f"{protocol.LARGEST // 1024} KiB",
        f"{usual.messages:.0f} a second, {4 * usual.messages:.0f} at once",
        f"{usual.joins:.0f} a minute, {4 * usual.joins:.0f} at once",
        f"{usual.tables_each}",
        f"{safety.LARGEST_BODY // 1024} KiB",
    ]
    codes = {int(code) for row in rows(TEXT, "closing code") for code in row[0].split(", ")}
    assert codes == {*sockets.BROKEN, 1012, sockets.FLOOD, sockets.FAILED, sockets.SESSION_ENDED}


def test_the_schema_beside_the_page_is_the_one_of_the_types() -> None:
    assert json.loads(page("protocol.schema.json")) == json.loads(json.dumps(SCHEMA)), "make schema"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


def test_a_server_hands_out_the_schema(server: Server) -> None:
    assert server.http.get("/api/schema.json").json() == json.loads(page("protocol.schema.json"))


def test_the_doors_open_as_the_page_says(server: Server) -> None:
    said, given = dict[str, str](), dict[str, Any]()
    for block in blocks(TEXT, "sh"):
        for line in block.splitlines():
            if line.startswith("#"):
                shown = json.loads(line[2:])
                assert shown.keys() == given.keys()
                said |= {word: given[name] for name, word in shown.items() if word.isupper()}
            else:
                given = ask(server, line, said)
    assert said.keys() == {"TOKEN", "TABLE"}


def ask(server: Server, line: str, said: dict[str, str]) -> dict[str, Any]:
    """What a line with ``curl`` gives, its words in capitals being those that were said before."""
    for word, what in said.items():
        line = line.replace(word, what)
    _, url, *more = shlex.split(line)
    options = dict(zip(more[::2], more[1::2], strict=True))
    headers = dict([options["-H"].split(": ")]) if "-H" in options else {}
    path = url.removeprefix("http://localhost:8012")
    answer = server.http.request("POST" if "-d" in options else "GET", path, headers=headers, content=options.get("-d"))
    data: dict[str, Any] = answer.raise_for_status().json()
    return data


class Program:
    """Plays through a socket; each message is of a kind that the page has."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket: ClientConnection = socket
        self.view: dict[str, Any] = {}
        self.news: set[str] = set()
        self.place: tuple[str, int] = "", 0
        self.heard: set[str] = set()
        self._asked: int = 0

    def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(PATIENCE))
        self.heard.add(kind_of(message))
        new = message.get("whole") or message.get("changed") or {}
        self.view = {**self.view, **new, "zones": {**self.view.get("zones", {}), **new.get("zones", {})}}
        self.news |= new.keys()
        if "number" in message:
            self.place = message.get("epoch", self.place[0]), message["number"]
        return message

    def ask(self, do: str, **what: object) -> str:
        """The reason why something is refused, ``accepted`` if it isn't."""
        self._asked += 1
        return self.send(json.dumps({"do": do, "id": f"{self._asked}", **what}), f"{self._asked}")

    def send(self, text: str, answered: str) -> str:
        self.socket.send(text)
        while answered not in ((answer := self.hear()).get("accepted"), answer.get("refused")):
            pass
        reason: str = answer.get("reason", "accepted")
        assert reason == "accepted" or reason in named(TEXT, "reason")
        return reason

    def play(self, most: int) -> None:
        """Choose at random, so often at most, until somebody has won."""
        self.news.add("options")
        while most and not self.view["winners"]:
            if self.view["options"] and self.news & {"options", "question"}:
                self.news.clear()
                most -= 1
                what = {"seat": self.view["viewer"], "question": self.view["question"]}
                self.ask("choose", **what, choice=random.choice(self.view["options"]))
            else:
                self.hear()


@contextmanager
def coming(server: Server, table: str, token: str = "", query: str = "") -> Iterator[Program]:
    url = f"ws://localhost:{server.port}/t/{table}/socket{query}"
    with connect(url, additional_headers=bearer(token) if token else {}, proxy=None) as socket:
        yield Program(socket)


@pytest.mark.parametrize("game", games.names())
def test_a_session_goes_as_the_page_says(server: Server, game: str) -> None:
    token = server.guest("Rob")
    table = server.table(token, game, ["open", "open"])
    with coming(server, table, token) as rob:
        assert kind_of(rob.hear()) == "WholeMessage"
        assert rob.hear() == {"you": {"name": "Rob", "seats": [], "asked": []}}
        assert rob.ask("join", name="Robert") == "accepted"
        assert rob.ask("sit", seat=0) == "accepted"
        assert rob.ask("choose", seat=0, question=0, choice="pass") == "not_begun"
        assert rob.ask("sit", seat=1, player="bot random") == "accepted"
        assert rob.ask("sit", seat=7) == "unknown_seat"
        assert rob.ask("look", seat=1) == "not_your_seat"
        assert rob.ask("look", seat=0) == "accepted"
        assert rob.ask("stand", seat=0, step="breakfast", choice="pass") == "unknown_step"
        assert rob.send("[" * 5000, "") == "bad_message"
        rob.play(40)
        assert rob.heard == {*SAID}
        resumes(server, table, token, *rob.place)
    with coming(server, table) as stranger:
        assert stranger.ask("leave") == "no_guest"


def test_a_game_ends_as_the_page_says(server: Server) -> None:
    token = server.guest("Rob")
    table = server.table(token, "king_of_12", ["me", "bot random"], options={"target": "4"})
    with coming(server, table, token) as rob:
        assert kind_of(rob.hear()) == "WholeMessage"
        assert server.http.get(f"/api/tables/{table}/record").status_code == 409
        rob.play(1000)
        assert rob.ask("choose", seat=0, question=rob.view["question"], choice="pass") == "over"
    assert server.http.get(f"/api/tables/{table}/record").text.startswith("parlour record 1\n")


def test_a_line_closes_as_the_page_says(tmp_path: Path) -> None:
    with Server(tmp_path, messages=1) as server:
        token = server.guest("Rob")
        table = server.table(token, "king_of_12", ["me", "open"])
        with coming(server, table, token) as rob:
            rob.socket.send("x" * (protocol.LARGEST + 1))
            assert closing_code(rob) == 1009
        with coming(server, table, token) as rob:
            rob.socket.send(b"\xff", text=True)
            assert closing_code(rob) == 1007
        with coming(server, table, token) as rob:
            with suppress(ConnectionClosed):
                for _ in range(2 * sockets.PATIENCE):
                    rob.socket.send("{}")
            assert closing_code(rob) == 1008
        with coming(server, table, token) as rob:
            server.http.delete("/api/me", headers=bearer(token)).raise_for_status()
            assert closing_code(rob) == 4401
        with coming(server, table) as rob:
            assert server.stop() == 0
            assert closing_code(rob) == 1012


def closing_code(program: Program) -> int:
    try:
        while True:
            program.hear()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


def resumes(server: Server, table: str, token: str, epoch: str, number: int) -> None:
    """The message after the last one that was received comes first; where it is unknown, the whole view."""
    with coming(server, table, token, f"?seat=0&epoch={epoch}&number={number - 1}") as again:
        message = again.hear()
        assert (kind_of(message), message["number"]) == ("ChangedMessage", number)
    with coming(server, table, token, f"?seat=0&epoch=another&number={number}") as anew:
        assert kind_of(anew.hear()) == "WholeMessage"
