"""A reaction window is open to everybody, and shuts by itself."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.people import play
from parlour.kernel.chance import Rng
from serving import Server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from browser.conftest import Meet

SECONDS = 3.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server"), window=SECONDS) as running:
        yield running


def test_a_window_is_open_to_everybody_and_shuts_by_itself(server: Server, meet: Meet) -> None:
    anna, ben, watcher = meet("Anna"), meet("Ben"), meet("Cleo")
    link = anna.set_up(server.url, "guillotine", "me", "open")
    ben.join(link)
    watcher.watch(link)

    play((anna, ben), Rng(8), enough=attrgetter("window"))

    for person in (ben, watcher):
        expect(person.page.locator("#window")).to_have_attribute("data-seconds", str(SECONDS))
    for person in (anna, ben, watcher):
        expect(person.page.locator("#window")).to_have_count(0)
    play((anna, ben), Rng(9), 1)
