"""A reaction window is open to everybody, and shuts by itself."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from operator import attrgetter
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import expect

from browser.people import play
from parlour import games
from parlour.kernel.chance import Rng
from parlour.server.commands import Accepted, Join, Sit
from parlour.server.database import open_database
from parlour.server.history import Entry, Joined
from parlour.server.table import Outside, Table
from serving import Server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from browser.conftest import Meet

SECONDS: Final = 3.0
SEED: Final = bytes([7]) * 32
"""With it the second of two players begins, and the first one holds Confusion in Line."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with Server(folder, window=SECONDS) as running:
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


def test_who_holds_the_card_presses_in_time(server: Server, meet: Meet, folder: Path) -> None:
    anna, ben, watcher = everybody = meet("Anna"), meet("Ben"), meet("Cleo")
    link = anna.set_up(server.url, "guillotine", "me", "open")
    ben.join(link)
    with ThreadPoolExecutor(1) as thread:  # Playwright's loop runs in this one
        table_id = thread.submit(asyncio.run, deal_again(folder, link.rpartition("/")[2])).result()
    for person in everybody:
        person.watch(f"{server.url}/t/{table_id}")

    ben.page.locator("#prompt [data-choice=pass]").click()
    press = anna.page.locator("#prompt [data-choice='play confusion_in_line']")
    press.click()
    expect(press).to_have_attribute("aria-pressed", "true")
    for person in (ben, watcher):
        expect(person.page.locator("#window")).to_be_visible()
        expect(person.page.locator("#log")).not_to_contain_text("Confusion in Line")
    for person in everybody:
        expect(person.page.locator("#log")).to_contain_text("Anna plays Confusion in Line.")
        expect(person.page.locator("#zone-hand-0")).to_have_attribute("data-count", "4")


async def deal_again(folder: Path, table_id: str) -> str:
    """The people of a table come to another one, where they get the cards of `SEED`; returns its id."""
    database = open_database(f"sqlite:///{folder / 'tables.db'}")
    entries = map(Entry.parse, await database.store.load(table_id))
    people = [(entry.author, entry.event.name) for entry in entries if isinstance(entry.event, Joined)]
    setup = games.load("guillotine").setup(len(people))
    table = await Table.create(database.store, setup, people[0][0], Outside(new_seed=lambda: SEED))
    for seat, (person, name) in enumerate(people):
        for command in (Join("come", person, name), Sit("sit", person, seat)):
            assert await table.do(command) == Accepted(command.id)
    await database.close()
    return table.id
