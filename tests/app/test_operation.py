"""What who runs the server sees and sets."""

from __future__ import annotations

import asyncio
import re
import threading
from typing import TYPE_CHECKING

import platformdirs
import pytest
import uvicorn
from starlette.requests import Request
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from app.visits import TOKEN, Browser, visiting
from parlour.kernel.errors import BadSetup
from parlour.server import app
from parlour.server.hall import Hall
from parlour.server.log import Lines
from parlour.server.requests import address_of
from parlour.server.settings import Settings
from serving import PATIENCE

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.types import Receive, Scope, Send


def test_it_says_that_it_is_well(browser: Browser) -> None:
    for path in ("/healthz", "/readyz"):
        assert browser.get(path).status_code == 200
        assert browser.head(path).status_code == 200


def test_without_its_database_it_is_not_ready_but_lives(browser: Browser) -> None:
    table = browser.table("king_of_12", "me", "open", name="Anna")
    assert browser.portal is not None
    browser.portal.call(browser.house.database.close)
    for path in ("/readyz", "/", table, "/api/me"):
        answer = browser.get(path)
        assert answer.status_code == 503, path
        assert "Traceback" not in answer.text
    assert browser.submit("/name", name="Berta").status_code == 503
    assert browser.get("/healthz").status_code == 200
    assert browser.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"}).status_code == 200


@pytest.mark.parametrize(
    "given", ["", "Bearer", "Bearer ", "Bearer x", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}", "Bearer é"]
)
def test_counts_are_for_who_has_the_token(browser: Browser, given: str) -> None:
    answer = browser.get("/metrics", headers={b"authorization": given.encode("latin-1")} if given else {})
    assert (answer.status_code, "parlour_" in answer.text) == (404, False)


def test_counts_are_shown_to_who_has_the_token(browser: Browser) -> None:
    table = browser.table("king_of_12", "me", "open", name="Annabella")
    with browser.socket(f"{table}/socket") as line:
        line.send_text("nonsense")
        while "refused" not in line.receive_json():
            pass
        text = browser.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"}).text
    assert "parlour_sockets 1.0" in text
    assert 'parlour_commands_total{do="message",outcome="bad_message"} 1.0' in text
    assert 'parlour_commands_total{do="sit",outcome="accepted"} 1.0' in text
    assert "parlour_tables_in_memory 1.0" in text
    for secret in ("Annabella", table.removeprefix("/t/"), browser.cookies["parlour"]):
        assert secret not in text


@pytest.mark.parametrize("token", ["", "other"])
def test_counts_are_hidden_unless_there_is_a_token(tmp_path: Path, token: str) -> None:
    with visiting(tmp_path, metrics_token=token) as browser:
        for given in ({}, {"authorization": "Bearer "}, {"authorization": f"Bearer {TOKEN}"}):
            assert browser.get("/metrics", headers=given).status_code == 404


TRAVERSALS = [
    "/static/../app.py",
    "/static/..%2fapp.py",
    "/static/%2e%2e/%2e%2e/server/app.py",
    "/static/..\\app.py",
    "/static/%5c..%5capp.py",
    "/static//etc/passwd",
    "/static/%2fetc%2fpasswd",
    "/static/%00",
    "/static/",
    "/static",
    "/static/" + "x" * 5000,
    "/static/" + "x/" * 2000,
]


@pytest.mark.parametrize("path", TRAVERSALS, ids=lambda path: path[:30])
def test_no_other_file_is_given_out(browser: Browser, path: str) -> None:
    answer = browser.get(path)
    assert answer.status_code in {404, 405}
    assert "import" not in answer.text
    assert "root:" not in answer.text


# Where a request comes from.


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "known"),
    [
        ("127.0.0.1", "127.0.0.1", "192.0.2.7", "192.0.2.7"),
        ("127.0.0.1", "127.0.0.1", "198.51.100.1, 192.0.2.7", "192.0.2.7"),
        ("127.0.0.1", "203.0.113.9", "192.0.2.7", "203.0.113.9"),
        ("10.0.0.0/8", "10.1.2.3", "192.0.2.7", "192.0.2.7"),
        ("10.0.0.0/8,127.0.0.1", "10.1.2.3", "192.0.2.7, 127.0.0.1", "192.0.2.7"),
        ("10.0.0.0/8", "127.0.0.1", "192.0.2.7", "127.0.0.1"),
        ("", "127.0.0.1", "192.0.2.7", "127.0.0.1"),
    ],
)
def test_a_proxy_is_believed_if_it_is_known(proxies: str, peer: str, forwarded: str, known: str) -> None:
    seen = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(address_of(Request(scope)))

    async def nothing(*_: object) -> None:
        raise AssertionError

    settings = Settings.read({"proxies": proxies}, {"PARLOUR_DATABASE": "sqlite:///x"})
    config = uvicorn.Config(
        app, proxy_headers=bool(settings.proxies), forwarded_allow_ips=settings.proxies, log_config=None
    )
    config.load()
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/",
        "scheme": "http",
        "headers": [(b"x-forwarded-for", forwarded.encode()), (b"x-forwarded-proto", b"https")],
        "client": (peer, 1234),
    }
    assert isinstance(config.loaded_app, ProxyHeadersMiddleware) == bool(proxies)
    asyncio.run(config.loaded_app(scope, nothing, nothing))
    assert seen == [known]


def test_what_goes_wrong_in_a_sweep_is_logged_and_does_not_end_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    swept = threading.Semaphore(0)

    def clear(hall: Hall, before: int) -> None:
        swept.release()
        raise RuntimeError(str(tmp_path))

    monkeypatch.setattr(Hall, "clear", clear)
    monkeypatch.setattr(app, "SWEEP", 0.01)
    with visiting(tmp_path):
        assert all(swept.acquire(timeout=PATIENCE) for _ in range(3))
    failures = [record for record in caplog.records if record.message == "a sweep failed"]
    assert len(failures) >= 2
    assert "RuntimeError" in (line := Lines().format(failures[0]))
    assert str(tmp_path) not in line


# Settings.


def test_the_command_line_goes_before_the_environment() -> None:
    environment = {
        "PARLOUR_PORT": "1",
        "PARLOUR_PACE": "0.5",
        "PARLOUR_DATABASE": "sqlite:///x",
        "PARLOUR_HOST": " ::1 ",
    }
    settings = Settings.read({"port": "2", "pace": None}, environment)
    assert (settings.port, settings.pace, settings.host, settings.window) == (2, 0.5, "::1", 1.5)


def test_the_environment_of_the_process_counts_for_nothing_where_another_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_DATABASE", "sqlite:///other")
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_, **__: str(tmp_path))
    assert Settings.read({}, {}).database == f"sqlite:///{tmp_path / 'parlour.db'}"
    assert Settings.read({}).database == "sqlite:///other"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("port", "x"),
        ("port", "-1"),
        ("port", "1.5"),
        ("port", ""),
        ("port", "65536"),
        ("pace", "nan"),
        ("pace", "inf"),
        ("pace", "-0.1"),
        ("pace", "1,5"),
        ("tables", "1e3"),
        ("workers", "0"),
        ("messages", "0"),
        ("idle", "0"),
    ],
)
def test_a_setting_that_is_none_is_named_in_one_line(name: str, value: str) -> None:
    with pytest.raises(BadSetup, match=f"^{name} can't be '.*': expected") as refused:
        Settings.read({}, {f"PARLOUR_{name.upper()}": value, "PARLOUR_DATABASE": "sqlite:///x"})
    assert "\n" not in str(refused.value)


# Languages.


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [
        ("de", "de"),
        ("de-AT,en;q=0.5", "de"),
        ("xx, IT", "it"),
        ("xx;q=0.9,hu;q=0.8,en;q=0.5", "hu"),
        ("*", "en"),
        ("", "en"),
        (";;,,q=", "en"),
        ("x" * 5000, "en"),
    ],
)
def test_the_page_speaks_as_the_browser_asks(browser: Browser, asked: str, spoken: str) -> None:
    assert spoken_by(browser.get("/", headers={"accept-language": asked}).text) == spoken


def spoken_by(page: str) -> str:
    """The language that a page is in, as far as it is translated."""
    (found,) = re.findall(r'hreflang="(\w+)"[^>]* aria-current="true"', page)
    return str(found)


def test_a_language_that_was_chosen_stays(browser: Browser) -> None:
    browser.get("/?language=de")
    for path in ("/", "/credits", "/none", browser.table("king_of_12", "me", "open", name="Anna")):
        assert spoken_by(browser.get(path, headers={"accept-language": "en"}).text) == "de"
    assert spoken_by(browser.get("/?language=en").text) == "en"
    assert spoken_by(browser.get("/").text) == "en"
