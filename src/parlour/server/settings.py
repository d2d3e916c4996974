"""What a server is told when it starts: by the command line, else by the environment, else as it is here."""

from __future__ import annotations

import os
import re
import socket
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final, Self
from urllib.parse import urlsplit

from parlour.kernel.errors import BadSetup
from parlour.server.database import default_url

if TYPE_CHECKING:
    from collections.abc import Mapping

PREFIX: Final = "PARLOUR_"
PORT: Final = 8012
MANY: Final = 1_000_000_000
RANGES: Final = {"port": (0, 65_535), "workers": (1, 64), "messages": (1, MANY), "joins": (1, MANY), "idle": (1, MANY)}
"""What a number may be, if not any from 0 on."""
PORTS: Final = {"http": 80, "https": 443}
_HOST: Final = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[\w.-]+)(:\d+)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of a server; each has a variable of the environment, ``PARLOUR_`` and its name in capitals.

    Attributes:
        host: the address it listens on.
        port: the port; 0 takes a free one.
        database: where tables are kept, ``sqlite:///PATH`` or ``postgresql://...``.
        broker: what wakes the other processes on the same database, ``redis://...``; empty for a single process.
        public_url: the address that people see, where that is another one than the server's own.
        proxies: the addresses of proxies whose word on the client's address is taken, with commas between.
        metrics_token: what `/metrics` asks for; empty hides it, since counts would tell of secret answers.
        pace: seconds that a bot takes for each answer.
        window: seconds that a reaction window stays open.
        workers: processes in which bots think.
        messages: messages a second that a socket may send; four times as many at once.
        joins: new guests a minute from one address; four times as many at once.
        tables_each: tables without a winner that a guest may have set up.
        tables: tables without a winner in all.
        idle: seconds after which a table that nobody uses leaves memory.
    """

    host: str = "127.0.0.1"
    port: int = PORT
    database: str = ""
    broker: str = ""
    public_url: str = ""
    proxies: str = "127.0.0.1"
    metrics_token: str = ""
    pace: float = 0.9
    window: float = 1.5
    workers: int = 1
    messages: float = 20.0
    joins: float = 30.0
    tables_each: int = 25
    tables: int = 10_000
    idle: float = 300.0

    @classmethod
    def read(cls, given: Mapping[str, object], environment: Mapping[str, str] = os.environ) -> Self:
        """Settings from the command line and the environment.

        Args:
            given: what the command line says; None for what it leaves out.
            environment: the variables.

        Raises:
            BadSetup: a value is not of its kind.
        """
        values: dict[str, Any] = {}
        for field in fields(cls):
            value = given.get(field.name)
            if value is None:
                value = environment.get(f"{PREFIX}{field.name.upper()}", field.default)
            values[field.name] = _checked(field.name, type(field.default), value)
        values["database"] = values["database"] or default_url(environment)
        return cls(**values)

    def base(self, port: int) -> str:
        """The address that people are given, without a slash at its end.

        Args:
            port: that the server listens on.
        """
        return self.public_url or self.lan(port) or self.local(port)

    def local(self, port: int) -> str:
        """The address on this machine."""
        return f"http://{'localhost' if self.host in LOCAL | ANY else _bracketed(self.host)}:{port}"

    def lan(self, port: int) -> str:
        """The address on the local network; empty where the server can't be reached from there."""
        address = lan_address() if self.host in ANY else ""
        return f"http://{address}:{port}" if address else ""

    def origins(self, port: int) -> frozenset[str]:
        """What a browser may name as the origin of what it sends.

        Args:
            port: that the server listens on.
        """
        if self.public_url:
            return frozenset((self.public_url,))
        names = {self.host} | LOCAL
        if self.host in ANY:
            names |= {lan_address(), socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"}
        return frozenset(_origin("http", name, port) for name in names if name)

    @property
    def secure(self) -> bool:
        """Whether people reach the server through TLS alone."""
        return self.public_url.startswith("https:")


LOCAL: Final = frozenset(("localhost", "127.0.0.1", "::1"))
ANY: Final = frozenset(("0.0.0.0", "::"))  # noqa: S104 - to recognise it


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def lan_address() -> str:
    """This machine's address on its local network, empty where it has none; nothing is sent."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))
            address: str = probe.getsockname()[0]
    except OSError:
        return ""
    return "" if address in LOCAL | ANY else address


def _checked(name: str, kind: type, value: object) -> object:
    text = str(value).strip()
    if kind is str:
        return _checked_url(text) if name == "public_url" and text else text
    fewest, most = RANGES.get(name, (0, MANY))
    try:
        number: float = kind(text)
    except ValueError:
        number = -1
    if not fewest <= number <= most:
        raise BadSetup(f"{name} can't be {text!r}: expected a number from {fewest} to {most}")
    return number


def _checked_url(text: str) -> str:
    try:
        parts = urlsplit(text)
        known = parts.scheme in PORTS and _HOST.fullmatch(parts.netloc) and parts.path in {"", "/"} and not parts.query
        origin = _origin(parts.scheme, parts.hostname or "", parts.port) if known else ""
    except ValueError:
        origin = ""
    if not origin:
        raise BadSetup(f"public_url can't be {text!r}: expected one such as https://games.example.org")
    return origin


def _origin(scheme: str, host: str, port: int | None) -> str:
    """An origin as browsers write it: in small letters, and without the port that is meant anyway."""
    end = "" if port in {None, PORTS[scheme]} else f":{port}"
    return f"{scheme}://{_bracketed(host.lower())}{end}"
