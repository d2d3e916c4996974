"""A server within the test, and those who visit it."""

from __future__ import annotations

import time
from contextlib import contextmanager
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any, Final, cast

from starlette.testclient import TestClient, WebSocketTestSession

from parlour.server.app import make_app
from parlour.server.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import httpx2
    from starlette.applications import Starlette

    from parlour.server.house import House

PORT: Final = 8012
ORIGIN: Final = f"http://localhost:{PORT}"
TOKEN: Final = "counts"  # noqa: S105 - it opens /metrics alone
USUAL: Final[dict[str, Any]] = {"pace": 0.0, "window": 0.0, "messages": 1000.0, "joins": 1e6, "metrics_token": TOKEN}
PATIENCE: Final = 60.0


class Browser(TestClient):
    """Somebody at a browser: it keeps cookies, and says which page a form is on."""

    def submit(self, path: str, **form: str) -> httpx2.Response:
        """Send a form of the server's own page, and go where the answer leads."""
        named = {name.replace("_", "-"): value for name, value in form.items()}
        return self.post(path, data=named, headers={"origin": self.origin})

    def table(self, game: str, *players: str, **form: str) -> str:
        """Set up a table by a form; returns its path."""
        seats = {f"player_{seat}": player for seat, player in enumerate(players)}
        answer = self.submit("/tables", game=game, seats=str(len(players)), **seats, **form)
        assert answer.status_code == 200, answer.text
        return answer.url.path

    def socket(self, path: str, **headers: str) -> WebSocketTestSession:
        """Open a line as the server's own page does, unless other headers are given."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        usual = {"origin": self.origin} | ({"cookie": cookies} if cookies else {})
        return self.websocket_connect(path, headers=usual | headers)

    def another(self) -> Browser:
        """Another browser at the same server."""
        browser = Browser(self.app, str(self.base_url))
        browser.portal = self.portal
        return browser

    @property
    def origin(self) -> str:
        """What it names as the origin of its pages."""
        return str(self.base_url).rstrip("/")

    @property
    def house(self) -> House:
        """What the server is made of."""
        house: House = cast("Starlette", self.app).state.house
        return house


@contextmanager
def visiting(folder: Path, url: str = ORIGIN, **settings: Any) -> Iterator[Browser]:
    """A server, and a browser that visits it.

    Args:
        folder: where the tables are kept.
        url: the address that people use.
        settings: those that are not as usual.
    """
    given = {"database": f"sqlite:///{folder / 'tables.db'}", **USUAL, **settings}
    with Browser(make_app(Settings(**given), PORT), url) as browser:
        yield browser


def finished(browser: Browser, game: str) -> str:
    """The path of a table where bots have played to the end."""
    path = browser.table(game, "bot random", "bot random", name="Anna")
    deadline = time.monotonic() + PATIENCE
    while browser.get(f"{path}/record").status_code != 200:
        assert time.monotonic() < deadline
    return path


class Elements(HTMLParser):
    """What a page consists of.

    Attributes:
        found: the elements: names and attributes.
        text: what can be read, in what can be typed over as well.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text: str = ""
        self.feed(page)

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self.text += dict(attrs).get("value") or ""

    @property
    def shape(self) -> list[tuple[str, list[str]]]:
        """The elements, and which attributes they have."""
        return [(tag, sorted(attributes)) for tag, attributes in self.found]

    def of(self, tag: str) -> list[dict[str, str | None]]:
        """The attributes of all elements of a name."""
        return [attributes for name, attributes in self.found if name == tag]
