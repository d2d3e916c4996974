from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import pytest

from browser.line import Line
from browser.people import Person
from serving import Server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser


class Meet(Protocol):
    """Somebody comes, with a browser and a profile of one's own."""

    def __call__(self, name: str, line: Line | None = None, **screen: Any) -> Person: ...


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots take no time, and whose windows are shut."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def line() -> Iterator[Line]:
    with Line().open() as opened:
        yield opened


@pytest.fixture
def meet(browser: Browser) -> Iterator[Meet]:
    """Lets people come; afterwards none of them has seen anything go wrong. A line that they come by is asked for before it."""
    people: list[Person] = []

    def come(name: str, line: Line | None = None, **screen: Any) -> Person:
        people.append(Person(browser, name, line, **screen))
        return people[-1]

    yield come
    for person in people:
        person.context.close()
    assert {person.name: person.problems for person in people if person.problems} == {}
