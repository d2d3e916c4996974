"""Several people at one screen hand it over; it never shows the cards of who has just left it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.people import until
from parlour.kernel.chance import Rng

if TYPE_CHECKING:
    from browser.conftest import Meet
    from browser.people import Person
    from serving import Server


@pytest.mark.parametrize("game", ["get_the_macguffin", "ghooost", "guillotine"])
def test_a_screen_is_handed_over_without_showing_a_card(server: Server, meet: Meet, game: str) -> None:
    anna, watcher, rng = meet("Anna"), meet("Cleo"), Rng(3)
    watcher.watch(anna.set_up(server.url, game, "me", "Berta", "bot greedy"))
    handed_over = 0
    while handed_over < 6 and not anna.over:
        if anna.page.locator("#cover").is_visible():
            until(lambda: hands(anna) == hands(watcher), anna.page)
            seat = hand_over(anna)
            hand = anna.page.locator(f"#zone-hand-{seat}")
            expect(hand.locator("[data-card]")).to_have_count(int(hand.get_attribute("data-count") or -1))
            handed_over += 1
        until(lambda: anna.asked or anna.page.locator("#cover").is_visible() or anna.over, anna.page)
        if anna.asked:
            anna.press(anna.prompt(), rng)


def hands(person: Person) -> list[list[str]]:
    """The cards that are shown of both hands of the screen."""
    return [person.cards("hand-0"), person.cards("hand-1")]


def hand_over(person: Person) -> int:
    """Press the first button of the cover; returns the seat that is shown then."""
    button = person.page.locator("#cover button.primary").first
    seat = button.get_attribute("data-look")
    button.click()
    expect(person.page.locator(f"#table[data-viewer='{seat}']")).to_be_visible()
    expect(person.page.locator("#cover")).to_be_hidden()
    return int(seat or -1)
