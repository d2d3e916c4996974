"""Whatever does something comes from the server's own page, or from a program that brings no cookie."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest
from starlette.routing import Route
from starlette.testclient import WebSocketDenialResponse

from app.visits import ORIGIN, PORT, Browser
from parlour.kernel.errors import BadSetup
from parlour.server.settings import Settings

if TYPE_CHECKING:
    from starlette.applications import Starlette

FOREIGN = [
    "null",
    "",
    "http://evil.example",
    f"http://evil.example:{PORT}",
    f"https://localhost:{PORT}",
    "http://localhost",
    f"http://localhost:{PORT + 1}",
    f"http://localhost:{PORT}.evil.example",
    f"http://localhost:{PORT}@evil.example",
    f"http://localhost:{PORT}/",
    f"http://sub.localhost:{PORT}",
    f"{ORIGIN}, {ORIGIN}",
]


def doors(browser: Browser) -> list[tuple[str, str]]:
    """All that does something: method and path."""
    routes = [route for route in cast("Starlette", browser.app).routes if isinstance(route, Route)]
    path = browser.table("ghooost", "me", "open", name="Anna").removeprefix("/t/")
    doing = [
        (method, route.path) for route in routes for method in route.methods or () if method not in {"GET", "HEAD"}
    ]
    assert len(doing) > 8
    return [(method, pattern.replace("{table}", path)) for method, pattern in doing]


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_foreign_page_does_nothing(browser: Browser, origin: str) -> None:
    before = None
    for method, path in doors(browser):
        before = before or browser.get("/api/me").json()
        answer = browser.request(method, path, headers={"origin": origin}, data={"name": "Eve"})
        assert answer.status_code == 403, path
        answer = browser.another().request(method, path, headers={"origin": origin}, data={"name": "Eve"})
        assert answer.status_code == 403, path
    assert browser.get("/api/me").json() == before


def test_a_cookie_without_an_origin_does_nothing(browser: Browser) -> None:
    for method, path in doors(browser):
        assert browser.request(method, path, data={"name": "Eve"}).status_code == 403, path


def test_a_program_needs_no_origin(browser: Browser) -> None:
    program = browser.another()
    token = program.post("/api/guests", json={"name": "Anna"}).json()["token"]
    assert not program.cookies
    bearer = {"authorization": f"Bearer {token}"}
    table = program.post("/api/tables", json={"game": "ghooost"}, headers=bearer).json()["table"]
    with program.websocket_connect(f"/t/{table}/socket", headers=bearer) as line:
        assert line.receive_json()["whole"]["viewer"] == 0
    assert program.delete("/api/me", headers=bearer).status_code == 204


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_foreign_page_hears_nothing(browser: Browser, origin: str) -> None:
    path = browser.table("ghooost", "me", "open", name="Anna")
    for visitor in (browser, browser.another()):
        with pytest.raises(WebSocketDenialResponse) as denied, visitor.socket(f"{path}/socket", origin=origin):
            pass
        assert denied.value.status_code == 403


def test_a_line_with_a_cookie_needs_an_origin(browser: Browser) -> None:
    path = browser.table("ghooost", "me", "open", name="Anna")
    cookie = {"cookie": f"parlour={browser.cookies['parlour']}"}
    with (
        pytest.raises(WebSocketDenialResponse) as denied,
        browser.websocket_connect(f"{path}/socket", headers=cookie),
    ):
        pass
    assert denied.value.status_code == 403
    with browser.socket(f"{path}/socket") as line:
        assert line.receive_json()["whole"]["viewer"] == 0
    with browser.another().websocket_connect(f"{path}/socket") as line:
        assert line.receive_json()["whole"]["viewer"] is None


@pytest.mark.parametrize(
    ("settings", "port", "named"),
    [
        ({}, 8012, "http://localhost:8012"),
        ({}, 8012, "http://127.0.0.1:8012"),
        ({}, 8012, "http://[::1]:8012"),
        ({}, 80, "http://localhost"),
        ({"host": "192.0.2.7"}, 80, "http://192.0.2.7"),
        ({"host": "MyBox"}, 8012, "http://mybox:8012"),
        ({"host": "2001:db8::7"}, 8012, "http://[2001:db8::7]:8012"),
        ({"public_url": "https://games.example.org"}, 8012, "https://games.example.org"),
        ({"public_url": "https://games.example.org/"}, 8012, "https://games.example.org"),
        ({"public_url": "https://Games.Example.org:443"}, 8012, "https://games.example.org"),
        ({"public_url": "http://games.example.org:80"}, 8012, "http://games.example.org"),
        ({"public_url": "http://games.example.org:8443"}, 8012, "http://games.example.org:8443"),
        ({"public_url": "http://[2001:DB8::7]:8012"}, 1, "http://[2001:db8::7]:8012"),
    ],
)
def test_the_own_origin_is_written_as_browsers_write_it(settings: dict[str, str], port: int, named: str) -> None:
    assert named in Settings.read(settings, {"PARLOUR_DATABASE": "sqlite:///x"}).origins(port)


@pytest.mark.parametrize(
    "url",
    ["games", "ftp://x", "https://", "https://u:p@x", "https://x/y", "https://x?y", "http://x:port", "http://x y"],
)
def test_a_public_address_that_is_none_is_named(url: str) -> None:
    with pytest.raises(BadSetup, match="public_url can't be"):
        Settings.read({"public_url": url}, {})
