"""A server within the test, and those who visit it."""

from __future__ import annotations

import asyncio
import re
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import count
from typing import TYPE_CHECKING, Any, Final, cast

from starlette.testclient import TestClient, WebSocketTestSession

from parlour.kernel.chance import Rng
from parlour.server.app import make_app
from parlour.server.commands import Choose
from parlour.server.settings import Settings
from server.clients import whole_of

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


class Browser(TestClient):
    """Somebody at a browser: it keeps cookies, and says which page a form is on."""

    def submit(self, path: str, **form: str) -> httpx2.Response:
        """Send a form of the server's own page, and go where the answer leads."""
        return self.post(path, data=_named(form), headers={"origin": self.origin})

    def press(self, path: str, form: str, **filled: str) -> httpx2.Response:
        """Fill in a form of a page, send it, and go where the answer leads."""
        found = Forms(self.get(path).text).found[form]
        return self.submit(found.action, **found.fields | _named(filled))

    def whole(self, path: str) -> dict[str, Any]:
        """What a spectator of a table may know."""
        answer = self.get(f"/api{path.replace('/t/', '/tables/')}")
        whole: dict[str, Any] = answer.json()["whole"]
        return whole

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


def _named(form: dict[str, str]) -> dict[str, str]:
    """Fields by the names they have in a page: ``player_0`` is ``player-0`` there."""
    return {re.sub(r"_(?=\d+$)", "-", name): value for name, value in form.items()}


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
    """The path of a table where two at one screen have played to the end."""
    path = browser.table(game, "me", "name", name="Anna", name_1="Berta")
    assert browser.portal is not None
    browser.portal.call(_play_out, browser.house, path.removeprefix("/t/"))
    return path


async def _play_out(house: House, table_id: str) -> None:
    rng, numbers = Rng(table_id), count()
    async with house.hall.at(table_id) as table:
        (person,) = table.state.people
        table.arrive(person, 0)
        while not table.over:
            for seat in table.asked_of([0, 1]):
                known = whole_of(table, seat)
                choice = known["options"][rng.below(len(known["options"]))]
                await house.do(table, Choose(f"out-{next(numbers)}", person, seat, known["question"], choice))
            await asyncio.sleep(0)
        table.depart(person, 0)


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


@dataclass
class Form:
    """A form of a page, as it is before anybody has filled it in.

    Attributes:
        action: where it is sent.
        fields: what is sent.
        buttons: what its buttons add.
    """

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[dict[str, str]] = field(default_factory=list)


class Forms(HTMLParser):
    """The forms of a page, by their ids or where they are sent."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, Form] = {}
        self._inside: str = ""
        self._select: tuple[Form, str] | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            assert given["method"] == "post"
            self._inside = given.get("id", given["action"])
            self.found.setdefault(self._inside, Form("")).action = given["action"]
        elif tag == "option" and self._select is not None:
            form, name = self._select
            if "selected" in given or name not in form.fields:
                form.fields[name] = given["value"]
        elif owner := given.get("form", self._inside):
            self._control(tag, given, self.found.setdefault(owner, Form("")))

    def _control(self, tag: str, given: dict[str, str], form: Form) -> None:
        if tag == "button":
            form.buttons.append({given["name"]: given["value"]} if "name" in given else {})
        elif tag == "select":
            self._select = form, given["name"]
        elif tag == "input":
            form.fields[given["name"]] = given.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = ""
        elif tag == "select":
            self._select = None
