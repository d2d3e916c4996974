"""A guest is known by a signed cookie or token, in all tabs, until the guest ends it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from starlette.websockets import WebSocketDisconnect

from app.visits import Browser, visiting
from parlour.server.guests import COOKIE
from parlour.server.sockets import SESSION_ENDED

if TYPE_CHECKING:
    from pathlib import Path

    import httpx2
    from starlette.testclient import WebSocketTestSession

HOME = "https://games.example.org"


def cookies(answer: httpx2.Response) -> dict[str, set[str]]:
    """The cookies that an answer sets, with what is said of each."""
    parts = [[part.strip() for part in line.split(";")] for line in answer.headers.get_list("set-cookie")]
    return {first.partition("=")[0]: {part.lower() for part in more} for first, *more in parts}


@pytest.mark.parametrize("url", ["http://localhost:8012", HOME])
def test_no_script_and_no_other_site_gets_at_a_cookie(tmp_path: Path, url: str) -> None:
    public = url if url == HOME else ""
    with visiting(tmp_path, url, public_url=public) as browser:
        browser.follow_redirects = False
        origin = {"origin": browser.origin}
        answers = [
            browser.post("/name", data={"name": "Anna"}, headers=origin),
            browser.get("/?language=en"),
            browser.post("/tables", data={"game": "ghooost"}, headers=origin),
            browser.post("/forget", headers=origin),
        ]
        set_here = [(name, said) for answer in answers for name, said in cookies(answer).items()]
        assert {name for name, _ in set_here} == {COOKIE, "language"}
        for _, said in set_here:
            assert {"httponly", "samesite=lax", "path=/"} <= said
            assert ("secure" in said) == bool(public)
            assert not [part for part in said if part.startswith("domain")]


def test_a_name_is_all_that_is_asked_for(browser: Browser) -> None:
    assert browser.get("/api/me").status_code == 401
    assert browser.submit("/name", name="  Anna   Lee ").status_code == 200
    assert browser.get("/api/me").json()["name"] == "Anna Lee"
    browser.submit("/name", name="Berta")
    assert browser.get("/api/me").json()["name"] == "Berta"
    assert 'value="Berta"' in browser.get("/").text


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\x00b", "a\u202eb", "\u200b", "bot greedy", "Bot Greedy"])
def test_a_name_that_is_none_is_refused(browser: Browser, name: str) -> None:
    assert browser.submit("/name", name=name).status_code == 400
    assert browser.post("/api/guests", json={"name": name}).status_code == 400
    assert not browser.cookies


def test_what_was_not_signed_here_is_nobody(browser: Browser) -> None:
    token = browser.post("/api/guests", json={"name": "Anna"}).json()["token"]
    body, _, signature = token.rpartition(".")
    other = browser.post("/api/guests", json={"name": "Berta"}).json()["token"]
    forged = [
        "",
        ".",
        body,
        f"{body}.",
        f"{body}.{signature[:-1]}",
        f"{body}x.{signature}",
        f"{body}.{other.rpartition('.')[2]}",
        f"{body}.{signature}.{signature}",
        f"{token} ",
        token.upper(),
        "x" * 5000,
        "%00",
        "é.é",
    ]
    for each in forged:
        if each.strip() != token:
            for headers in ({"cookie": f"{COOKIE}={each}"}, {"authorization": f"Bearer {each}"}):
                raw = {name.encode(): value.encode("latin-1") for name, value in headers.items()}
                assert browser.get("/api/me", headers=raw).status_code == 401, each
    assert browser.get("/api/me", headers={"cookie": f"{COOKIE}={token}"}).json()["name"] == "Anna"
    assert browser.get("/api/me", headers={"authorization": f"Basic {token}"}).status_code == 401


def test_a_key_of_another_server_opens_nothing(tmp_path: Path) -> None:
    tokens = []
    for name in ("here", "there"):
        (folder := tmp_path / name).mkdir()
        with visiting(folder) as browser:
            tokens.append(browser.post("/api/guests", json={"name": "Anna"}).json()["token"])
            if len(tokens) > 1:
                assert browser.get("/api/me", headers={"authorization": f"Bearer {tokens[0]}"}).status_code == 401
    with visiting(tmp_path / "here") as browser:
        assert browser.get("/api/me", headers={"authorization": f"Bearer {tokens[0]}"}).status_code == 200


def test_two_tabs_are_one_person(browser: Browser) -> None:
    table = browser.table("ghooost", "me", "open", name="Anna")
    with browser.socket(f"{table}/socket?seat=0") as one, browser.socket(f"{table}/socket?seat=0") as two:
        wholes = [line.receive_json()["whole"] for line in (one, two)]
        assert [whole["viewer"] for whole in wholes] == [0, 0]
        assert wholes[1]["people"] == ["Anna"]
        one.receive_json()
        two.receive_json()
        one.send_json({"do": "join", "id": "1", "name": "Berta"})
        assert two.receive_json()["changed"]["people"] == ["Berta"]
    assert browser.submit(f"{table}/join").status_code == 200
    assert browser.get("/api" + table.replace("/t/", "/tables/")).json()["whole"]["players"] != ["Anna", None]


def test_a_session_that_is_ended_is_nobody_and_hears_nothing(browser: Browser) -> None:
    table = browser.table("ghooost", "me", "open", name="Anna")
    token = browser.cookies[COOKIE]
    with browser.socket(f"{table}/socket") as line, browser.socket(f"{table}/socket?seat=none") as watching:
        line.receive_json()
        assert browser.submit("/forget").status_code == 200
        for each in (line, watching):
            with pytest.raises(WebSocketDisconnect) as ended:
                read_all(each)
            assert ended.value.code == SESSION_ENDED
    assert COOKIE not in browser.cookies
    assert browser.get("/api/me", headers={"authorization": f"Bearer {token}"}).status_code == 401
    assert browser.get("/api/me", headers={"cookie": f"{COOKIE}={token}"}).status_code == 401
    with browser.websocket_connect(f"{table}/socket", headers={"authorization": f"Bearer {token}"}) as line:
        assert line.receive_json()["whole"]["viewer"] is None


def read_all(line: WebSocketTestSession) -> None:
    while True:
        line.receive_json()


def test_who_ends_another_session_stays(browser: Browser) -> None:
    table = browser.table("ghooost", "me", "open", name="Anna")
    other = browser.another()
    other.submit(f"{table}/join", name="Berta")
    with other.socket(f"{table}/socket") as line:
        line.receive_json()
        browser.submit("/forget")
        line.send_json({"do": "look", "id": "1", "seat": 1})
        while "accepted" not in (heard := line.receive_json()):
            pass
        assert heard == {"accepted": "1"}


def test_nobody_learns_who_somebody_is(browser: Browser) -> None:
    table = browser.table("ghooost", "me", "open", name="Anna")
    other = browser.another()
    other.submit(f"{table}/join", name="Berta")
    known = [browser.cookies[COOKIE], browser.house.guests._signer.unsign(browser.cookies[COOKIE]).decode()]
    with other.socket(f"{table}/socket") as line:
        heard = [str(line.receive_json()) for _ in range(2)]
    for text in (*heard, other.get(table).text, other.get("/").text):
        assert not [secret for secret in known if secret in text]
