"""Every answer, a good one or not, has the headers that keep a page safe; no page has a script or a style in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from starlette.testclient import WebSocketDenialResponse

from app.visits import Browser, Elements, finished, visiting
from parlour import games
from parlour.server.safety import HEADERS
from parlour.web import STATIC

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def check(headers: Mapping[str, str]) -> None:
    for name, value in HEADERS.items():
        assert headers[name] == value
    assert "server" not in headers
    assert "x-powered-by" not in headers


def test_the_policy_lets_nothing_in_but_the_own_files() -> None:
    policy = dict(rule.split(" ", 1) for rule in HEADERS["content-security-policy"].split("; "))
    assert policy["default-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["form-action"] == policy["connect-src"] == "'self'"
    assert "unsafe" not in HEADERS["content-security-policy"]
    assert "*" not in HEADERS["content-security-policy"]


def test_every_answer_has_them(tmp_path: Path) -> None:
    with visiting(tmp_path, joins=0.5, tables_each=2) as browser:
        path, over = browser.table("ghooost", "me", "open", name="Anna"), finished(browser, "king_of_12")
        file = next(each for each in STATIC.iterdir() if each.is_file()).name
        answers = {
            200: [
                "/",
                path,
                f"{over}/replay",
                f"{over}/record",
                "/credits",
                f"/static/{file}",
                "/api/games",
                "/healthz",
            ],
            400: [f"{path}?seat=x", f"{over}/replay?step=x", f"/api{path}?seat=x"],
            403: [f"{path}?seat=1", "/api" + path.replace("/t/", "/tables/") + "?seat=1"],
            404: ["/none", "/t/none", "/api/tables/none", "/static/none", "/metrics", f"/api{path}"],
            405: ["/name", f"{path}/join"],
            409: [f"{path}/record", f"{path}/replay"],
        }
        for status, addresses in answers.items():
            for address in addresses:
                answer = browser.get(address)
                assert answer.status_code == (404 if address == f"/api{path}?seat=x" else status), address
                check(answer.headers)
        browser.table("ghooost", "me", "open")
        for status, answer in [
            (
                303,
                browser.post(
                    "/name", data={"name": "Anna"}, headers={"origin": browser.origin}, follow_redirects=False
                ),
            ),
            (400, browser.submit("/name", name="\x00")),
            (403, browser.post("/name")),
            (413, browser.submit("/name", name="x" * 70_000)),
            (429, browser.submit("/tables", game="ghooost")),
            (429, [browser.another().submit("/name", name="Eve") for _ in range(2)][-1]),
        ]:
            assert answer.status_code == status
            check(answer.headers)


@pytest.mark.parametrize(
    ("path", "status"), [("/t/none/socket", 404), ("{path}/socket?seat=1", 403), ("{path}/socket?as=x", 400)]
)
def test_a_line_that_is_refused_has_them(browser: Browser, path: str, status: int) -> None:
    at = browser.table("ghooost", "me", "open", name="Anna")
    with pytest.raises(WebSocketDenialResponse) as denied, browser.socket(path.format(path=at)):
        pass
    assert denied.value.status_code == status
    check(denied.value.headers)


def test_a_server_that_has_gone_wrong_has_them(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(**_: object) -> str:
        raise ZeroDivisionError("a secret")

    visitor = browser.another()
    visitor._transport.raise_server_exceptions = False  # type: ignore[attr-defined]
    monkeypatch.setattr("parlour.server.site.pages.home", broken)
    answer = visitor.get("/")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    check(answer.headers)
    assert (
        visitor.get("/metrics", headers={"authorization": "Bearer counts"}).text.count(
            'parlour_requests_total{status="500"} 1.0'
        )
        == 1
    )


@pytest.mark.parametrize("game", games.names())
def test_no_page_has_a_script_or_a_style_in_it(browser: Browser, game: str) -> None:
    table, over = browser.table(game, "me", "bot random", name="Anna"), finished(browser, game)
    pages = [
        browser.get(path).text
        for path in ("/", table, f"{table}?seat=none", over, f"{over}/replay", "/credits", "/none")
    ]
    with browser.socket(f"{table}/socket?as=html") as line:
        pages += line.receive_json()["html"].values()
    for page in pages:
        elements = Elements(page)
        assert all((script.get("src") or "").startswith("/static/") for script in elements.of("script"))
        assert not elements.of("style")
        for tag, attributes in elements.found:
            assert "style" not in attributes, tag
            assert not [name for name in attributes if name.startswith("on")], tag
            assert not [value for value in attributes.values() if value and value.lower().startswith("javascript:")], (
                tag
            )


def test_nothing_in_a_page_comes_from_elsewhere(browser: Browser) -> None:
    table = browser.table("guillotine", "me", "bot random", name="Anna")
    for page in (browser.get("/").text, browser.get(table).text):
        for tag, attributes in Elements(page).found:
            for name in ("src", "href", "action", "data-socket"):
                assert (attributes.get(name) or "/").startswith(("/", "?", "#", browser.origin)), (tag, attributes)
