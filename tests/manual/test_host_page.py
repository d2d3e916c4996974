"""`docs/host.md` against the settings, and its proxy in front of a server that runs."""

from __future__ import annotations

import json
import re
import socket
import ssl
import subprocess
import time
from configparser import ConfigParser
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

import httpx2
import pytest
import trustme
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from manual.reading import blocks, page, rows
from parlour.server.settings import PREFIX, Settings
from serving import PATIENCE, Server
from support import program, require_service

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from websockets.sync.client import ClientConnection

TEXT = page("host.md")
SETTINGS = {field.name: field.default for field in fields(Settings)}
JOINS = 1


def test_every_setting_is_there_with_its_default() -> None:
    told = {row[0].strip("`"): row[1].strip("`") for row in rows(TEXT, "setting")}
    assert list(told) == list(SETTINGS)
    assert {name: told[name] for name, default in SETTINGS.items() if default != ""} == {
        name: f"{default:g}" if isinstance(default, float) else str(default)
        for name, default in SETTINGS.items()
        if default != ""
    }


def test_every_variable_is_one_of_a_setting() -> None:
    used = set(re.findall(rf"{PREFIX}([A-Z_]+)", TEXT))
    assert used <= {name.upper() for name in SETTINGS}
    assert {"PUBLIC_URL", "DATABASE", "PROXIES"} <= used


def test_the_unit_is_read_by_systemd() -> None:
    unit = ConfigParser(strict=False, interpolation=None)
    unit.read_string(*blocks(TEXT, "ini"))
    assert unit["Service"]["StateDirectory"] == "parlour"
    assert "sqlite:////var/lib/parlour/" in TEXT


# The proxy.


@dataclass
class Site:
    """Parlour behind a proxy.

    Attributes:
        url: where people find it.
        plain: the port without TLS.
        tls: trusts its certificate.
        server: what stands behind.
    """

    url: str
    plain: int
    tls: ssl.SSLContext
    server: Server

    def people(self, address: str) -> httpx2.Client:
        """A browser at an address of this machine."""
        transport = httpx2.HTTPTransport(verify=self.tls, local_address=address)
        return httpx2.Client(base_url=self.url, transport=transport, headers={"origin": self.url})

    def line(self, path: str, cookie: str, origin: str) -> ClientConnection:
        """A browser's socket at a table, from a page of some origin."""
        address, headers = f"wss{self.url.removeprefix('https')}{path}/socket", {"cookie": cookie}
        return connect(address, ssl=self.tls, origin=Origin(origin), additional_headers=headers, proxy=None)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server behind nginx as the page sets it up, with other ports and a certificate of its own."""
    nginx = require_service("nginx", program("nginx"))
    folder = tmp_path_factory.mktemp("site")
    plain, secure = _free_ports(2)
    url, tls = f"https://localhost:{secure}", _certificate(folder)
    with Server(folder, public_url=url, joins=JOINS) as server:
        _configure(folder, {"80": plain, "443": secure, "8012": server.port})
        command = [nginx, "-p", str(folder), "-e", "stderr", "-c", "nginx.conf", "-g", "daemon off;"]
        with subprocess.Popen(command) as process:  # noqa: S603 - the proxy under test
            try:
                _wait_for(secure, process)
                yield Site(url, plain, tls, server)
            finally:
                process.terminate()
        assert process.returncode == 0


def _free_ports(count: int) -> list[int]:
    free = [socket.create_server(("", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in free]
    for each in free:
        each.close()
    return ports


def _certificate(folder: Path) -> ssl.SSLContext:
    """Write a certificate for this machine; returns who trusts it."""
    authority, tls = trustme.CA(), ssl.create_default_context()
    certificate = authority.issue_cert("localhost")
    certificate.private_key_pem.write_to_path(folder / "privkey.pem")
    for part in certificate.cert_chain_pems:
        part.write_to_path(folder / "fullchain.pem", append=True)
    authority.configure_trust(tls)
    return tls


def _configure(folder: Path, ports: dict[str, int]) -> None:
    (block,) = blocks(TEXT, "nginx")
    block = re.sub(r"(listen |127\.0\.0\.1:)(\d+)", lambda found: f"{found[1]}{ports[found[2]]}", block)
    block = block.replace("/etc/letsencrypt/live/games.example.org", str(folder))
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    own = [f"{kind}_temp_path {folder}/{kind};" for kind in kinds]
    lines = [f"pid {folder}/nginx.pid;", "events {}", "http {", "access_log off;", *own, block, "}"]
    (folder / "nginx.conf").write_text("\n".join(lines), encoding="utf-8")


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    """Until something listens there, or the process has ended."""
    while process.poll() is None:
        try:
            socket.create_connection(("localhost", port)).close()
        except ConnectionRefusedError:
            time.sleep(0.01)
        else:
            return
    pytest.fail("nginx does not take the page's configuration")


def test_who_comes_without_tls_is_sent_to_the_page_with_it(site: Site) -> None:
    answer = httpx2.get(f"http://localhost:{site.plain}/credits")
    assert (answer.status_code, answer.headers["location"]) == (301, "https://localhost/credits")


def test_a_game_is_played_through_the_proxy(site: Site) -> None:
    with site.people("127.0.0.2") as anna:
        form = {"name": "Anna", "game": "king_of_12", "seats": "2", "player-0": "me", "player-1": "bot random"}
        answer = anna.post("/tables", data=form)
        cookie = answer.headers["set-cookie"]
        assert answer.status_code == 303
        assert {"secure", "httponly", "samesite=lax"} <= set(cookie.lower().split("; "))
        shown = anna.get(answer.headers["location"])
        assert shown.status_code == 200
        assert f"{site.url}{answer.headers['location']}" in shown.text
        _play(site, answer.headers["location"], cookie.partition(";")[0])


def _play(site: Site, path: str, cookie: str) -> None:
    for origin in ("https://elsewhere.example.org", f"http://localhost:{site.server.port}"):
        with pytest.raises(InvalidStatus, match="403"), site.line(path, cookie, origin):
            pass
    with site.line(path, cookie, site.url) as line:
        view = json.loads(line.recv(PATIENCE))["whole"]
        assert view["players"] == ["Anna", "bot random"]
        while not view["winners"]:
            if view["options"]:
                answer = {"seat": 0, "question": view["question"], "choice": view["options"][0]}
                line.send(json.dumps({"do": "choose", "id": f"{view['question']}", **answer}))
                view["options"] = []
            view |= json.loads(line.recv(PATIENCE)).get("changed", {})


def test_a_form_from_another_site_is_refused(site: Site) -> None:
    with site.people("127.0.0.3") as anna:
        assert (
            anna.post("/name", data={"name": "Anna"}, headers={"origin": "https://elsewhere.example"}).status_code
            == 403
        )


def test_each_address_has_its_own_rate_whatever_it_says(site: Site) -> None:
    with site.people("127.0.0.4") as one, site.people("127.0.0.5") as other:
        come = [one.post("/api/guests", json={"name": "Anna"}).status_code for _ in range(4 * JOINS + 1)]
        assert come == [*[201] * (4 * JOINS), 429]
        for lie in ("127.0.0.5", "192.0.2.1", "192.0.2.1, 127.0.0.1"):
            said = {"x-forwarded-for": lie, "forwarded": f"for={lie}"}
            assert one.post("/api/guests", json={"name": "Anna"}, headers=said).status_code == 429
        assert other.post("/api/guests", json={"name": "Bert"}).status_code == 201
