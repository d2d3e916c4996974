"""Nobody may have too much of anything, and is told so."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from starlette.requests import Request

from app.visits import Browser, visiting
from parlour.server.requests import address_of
from parlour.server.safety import LARGEST_BODY, Bucket, Buckets
from parlour.server.table import WORLD

if TYPE_CHECKING:
    from pathlib import Path


def test_new_guests_of_one_address_are_counted(tmp_path: Path) -> None:
    with visiting(tmp_path, joins=1.0) as browser:
        table = browser.table("king_of_12", "me", "open", name="Anna")
        strangers = [browser.another() for _ in range(4)]
        statuses = [each.submit("/name", name="Eve").status_code for each in strangers[:3]]
        assert statuses == [200, 200, 200]
        for path in ("/name", "/tables", f"{table}/join"):
            answer = strangers[3].submit(path, name="Eve", game="king_of_12")
            assert (answer.status_code, "too many new guests from one address" in answer.text) == (429, True)
        assert strangers[3].post("/api/guests", json={"name": "Eve"}).status_code == 429
        assert browser.submit("/name", name="Berta").status_code == 200


def test_a_guest_may_have_some_tables(tmp_path: Path) -> None:
    with visiting(tmp_path, tables_each=2) as browser:
        for _ in range(2):
            browser.table("king_of_12", "me", "open", name="Anna")
        answer = browser.submit("/tables", game="king_of_12")
        assert (answer.status_code, "you have 2 tables that are not over" in answer.text) == (429, True)
        answer = browser.post("/api/tables", json={"game": "king_of_12"}, headers={"origin": browser.origin})
        assert (answer.status_code, list(answer.json())) == (429, ["error"])
        assert len(browser.get("/api/me").json()["tables"]) == 2
        browser.another().table("king_of_12", "me", "open", name="Berta")


def test_a_server_takes_some_tables(tmp_path: Path) -> None:
    with visiting(tmp_path, tables=2) as browser:
        for name in ("Anna", "Berta"):
            browser.another().table("king_of_12", "me", "open", name=name)
        answer = browser.submit("/tables", game="king_of_12", name="Cleo")
        assert (answer.status_code, "as many tables as it takes" in answer.text) == (429, True)


def test_tables_asked_for_at_once_are_counted_too(tmp_path: Path) -> None:
    with visiting(tmp_path, tables_each=3) as browser:
        token = browser.post("/api/guests", json={"name": "Anna"}).json()["token"]

        def ask(_: int) -> int:
            headers = {"authorization": f"Bearer {token}"}
            return browser.another().post("/api/tables", json={"game": "king_of_12"}, headers=headers).status_code

        with ThreadPoolExecutor(10) as threads:
            assert sorted(threads.map(ask, range(10))) == [201] * 3 + [429] * 7


def test_a_line_may_send_so_many_messages(tmp_path: Path) -> None:
    with visiting(tmp_path, messages=1.0) as browser:
        table = browser.table("king_of_12", "me", "open", name="Anna")
        with browser.socket(f"{table}/socket?seat=none") as line:
            for number in range(6):
                line.send_json({"do": "look", "id": str(number), "seat": None})
            answers: list[str] = []
            while len(answers) < 6:
                heard = line.receive_json()
                answers += [heard.get("reason", "accepted")] if {"accepted", "refused"} & heard.keys() else []
            assert answers == ["accepted"] * 4 + ["too_many"] * 2


@pytest.mark.parametrize("path", ["/name", "/tables", "/api/guests", "/api/tables"])
def test_what_is_too_long_is_not_read(browser: Browser, path: str) -> None:
    for length in (str(LARGEST_BODY + 1), "1" * 30, "-1", "x", "1_0", "+1", "1.0"):
        answer = browser.post(path, content=b"", headers={"content-length": length})
        assert answer.status_code == 413, length
    answer = browser.post(path, content=iter([b"name=Anna"]))
    assert answer.status_code == 411
    assert browser.post(path, content=b"x" * LARGEST_BODY).status_code < 500


def test_a_bucket_fills_again() -> None:
    now = [0.0]
    bucket = Bucket(2, 3, lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True] * 3 + [False]
    now[0] = 0.4
    assert not bucket.take()
    now[0] = 1.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now[0] = 1000.0
    assert [bucket.take() for _ in range(4)] == [True] * 3 + [False]


def test_buckets_are_not_kept_for_ever() -> None:
    buckets = Buckets(0, 1, most=3)
    assert all(buckets.take(str(each)) for each in range(4))
    assert [buckets.take(str(each)) for each in (3, 2)] == [False, False]
    assert buckets.take("0")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::2", True),
        ("2001:db8:0:1::1", "2001:db8:0:1:ffff::", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
        ("unix:", "unix:", True),
    ],
)
def test_an_address_is_that_of_a_home(one: str, other: str, *, same: bool) -> None:
    first, second = (address_of(Request({"type": "http", "client": (host, 1)})) for host in (one, other))
    assert (first == second) == same


def test_a_table_can_not_be_guessed(browser: Browser) -> None:
    ids = {browser.table("king_of_12", "me", "open", name="Anna").removeprefix("/t/") for _ in range(20)}
    assert len(ids) == 20
    assert all(len(each) * math.log2(64) >= 128 for each in ids)
    assert min(len({each[at] for each in ids}) for at in range(21)) > 4
    assert len({WORLD.new_seed() for _ in range(20)}) == 20
    assert {len(WORLD.new_seed()) for _ in range(20)} == {32}
