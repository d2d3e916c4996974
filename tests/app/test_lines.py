"""What goes wrong on a line is told to whoever is at its end, and to nobody else."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import pytest
from starlette.websockets import WebSocketDisconnect

from parlour.server.errors import StoreFailed

if TYPE_CHECKING:
    from starlette.testclient import WebSocketTestSession

    from app.visits import Browser


def ask(line: WebSocketTestSession, message: dict[str, Any]) -> dict[str, Any]:
    """Ask something, and read on to the answer."""
    line.send_json(message)
    while not {"accepted", "refused"} & (heard := line.receive_json()).keys():
        pass
    answer: dict[str, Any] = heard
    return answer


def test_a_seat_that_can_not_be_noted_is_taken_all_the_same(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    async def failing(*_: object) -> None:
        raise StoreFailed("no room")

    table = browser.table("ghooost", "me", "open", "open", name="Anna")
    monkeypatch.setattr(browser.house.database.lobby, "visited", failing)
    with browser.socket(f"{table}/socket") as line:
        assert ask(line, {"do": "sit", "id": "1", "seat": 1}) == {"accepted": "1"}
    assert browser.whole(table)["players"] == ["Anna", "Anna", None]


@pytest.mark.parametrize("name", ["bot x", "bot", "Bot greedy", "bot greedy x"])
def test_a_bot_that_there_is_not_gets_no_seat(browser: Browser, name: str) -> None:
    table = browser.table("ghooost", "me", "open", name="Anna")
    with browser.socket(f"{table}/socket") as line:
        answer = ask(line, {"do": "sit", "id": "1", "seat": 1, "player": name})
        assert answer.get("reason", "accepted") == ("accepted" if name == "bot" else "bad_name")


def test_a_line_that_fails_is_closed_and_told_in_the_log(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    table = browser.table("ghooost", "me", "open", name="Anna")
    with browser.socket(f"{table}/socket") as other, browser.socket(f"{table}/socket?as=html") as line:
        line.receive_json()
        line.receive_json()
        monkeypatch.setattr(browser.house.fragments, "changed", broken)
        assert ask(other, {"do": "join", "id": "1", "name": "Berta"}) == {"accepted": "1"}
        with pytest.raises(WebSocketDisconnect) as closed:
            line.receive_json()
        assert closed.value.code == 1011
        assert ask(other, {"do": "join", "id": "2", "name": "Cleo"}) == {"accepted": "2"}
    assert [record.levelno for record in caplog.records if record.name == "parlour"] == [logging.ERROR]


def test_who_goes_in_the_middle_of_a_form_leaves_no_trace(browser: Browser, caplog: pytest.LogCaptureFixture) -> None:
    async def go() -> list[dict[str, Any]]:
        sent: list[dict[str, Any]] = []
        received = iter([{"type": "http.request", "body": b"name=A", "more_body": True}, {"type": "http.disconnect"}])

        async def receive() -> Any:
            return next(received)

        async def send(message: Any) -> None:
            sent.append(message)

        headers = [(b"content-type", b"application/x-www-form-urlencoded"), (b"content-length", b"100")]
        scope = {"type": "http", "method": "POST", "path": "/name", "query_string": b"", "headers": headers}
        await browser.app({**scope, "client": ("192.0.2.1", 1), "app": browser.app}, receive, send)
        return sent

    assert browser.portal is not None
    browser.portal.call(go)
    assert not [record for record in caplog.records if record.exc_info]
