"""Two people and a bot play each game to its end; one loses the line, one reloads, somebody watches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.people import play
from parlour import games, records
from parlour.kernel.chance import Rng

if TYPE_CHECKING:
    from pathlib import Path

    from browser.conftest import Meet
    from browser.line import Line
    from browser.people import Person
    from parlour.kernel.record import Record
    from serving import Server


@pytest.mark.parametrize("game", games.names())
def test_two_people_and_a_bot_play_while_somebody_watches(
    server: Server, line: Line, meet: Meet, game: str, tmp_path: Path
) -> None:
    anna, ben, watcher = meet("Anna"), meet("Ben", line), meet("Cleo", reduced_motion="no-preference")
    link = anna.set_up(server.url, game, "me", "open", "bot greedy")
    ben.join(link)
    watcher.watch(link)
    everybody, rng = (anna, ben, watcher), Rng(12)

    play((anna, ben), rng, 6)
    with ben.offline():
        expect(anna.page.locator("#seat-1 .presence")).to_have_class("presence away")
    expect(anna.page.locator("#seat-1 .presence")).to_have_class("presence here")
    play((anna, ben), rng, 6)
    anna.page.reload()
    play((anna, ben), rng)

    for person in everybody:
        expect(person.page.locator("#result")).to_be_visible()
        assert person.page.locator("#seats .who .name").all_inner_texts() == ["Anna", "Ben", "Bot A"]
    assert {person.result() for person in everybody} == {anna.result()}
    for person in everybody:
        seen = board(person)
        person.page.reload()
        assert board(person) == seen
    assert record(watcher, tmp_path).winners


def board(person: Person) -> str:
    """All that the page shows of the game."""
    return person.page.locator(".board").inner_text()


def record(person: Person, folder: Path) -> Record:
    """The record that the page offers after the game."""
    with person.page.expect_download() as download:
        person.page.get_by_role("link", name="Download the record").click()
    download.value.save_as(folder / "game.record")
    return records.load(folder / "game.record")
