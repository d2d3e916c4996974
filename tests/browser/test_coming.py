"""A guest comes by the link with nothing but a name, and is the same person in two tabs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from browser.people import play, until
from parlour.kernel.chance import Rng

if TYPE_CHECKING:
    from browser.conftest import Meet
    from serving import Server

WELL_MEANT = '<b>Ben</b> & "Co"'


def test_a_guest_joins_by_the_link(server: Server, meet: Meet) -> None:
    anna, ben = meet("Anna"), meet(WELL_MEANT)
    link = anna.set_up(server.url, "king_of_12", "me", "open")
    expect(anna.page.locator("#question")).to_have_text("The game begins when all seats are taken.")

    ben.join(link)

    for person in (anna, ben):
        expect(person.page.locator("#seat-1 .name")).to_have_text(WELL_MEANT)
        expect(person.page.locator("#seat-1 .presence")).to_have_class("presence here")
        expect(person.page.locator("#options")).to_be_visible()
    assert anna.page.locator(".place.mine").get_attribute("id") == "place-0"
    assert ben.page.locator(".place.mine").get_attribute("id") == "place-1"


@pytest.mark.parametrize("game", ["get_the_macguffin", "ghooost", "guillotine"])
def test_a_dealt_hand_is_seen_by_its_owner_alone(server: Server, meet: Meet, game: str) -> None:
    anna, ben, watcher = meet("Anna"), meet("Ben"), meet("Cleo")
    link = anna.set_up(server.url, game, "me", "open")
    watcher.watch(link)

    ben.join(link)

    for seat, owner in enumerate((anna, ben)):
        for person in (anna, ben, watcher):
            hand = person.page.locator(f"#zone-hand-{seat}")
            expect(hand).not_to_have_attribute("data-count", "0")
            dealt = int(hand.get_attribute("data-count") or 0)
            assert len(person.cards(f"hand-{seat}")) == (dealt if person is owner else 0)


def test_two_tabs_are_one_person(server: Server, meet: Meet) -> None:
    anna, rng = meet("Anna"), Rng(5)
    anna.set_up(server.url, "get_the_macguffin", "me", "bot greedy")
    other = anna.context.new_page()
    other.goto(anna.page.url)

    play([anna], rng, 3)
    until(lambda: anna.asked or anna.over, anna.page)

    expect(other.locator("#zone-hand-0 [data-card]")).to_have_count(len(anna.cards("hand-0")))
    expect(other.locator("#prompt")).to_have_text(anna.page.locator("#prompt").inner_text(), use_inner_text=True)


def test_a_secret_answer_changes_nothing_for_others(server: Server, meet: Meet) -> None:
    anna, ben = meet("Anna"), meet("Ben")
    ben.join(anna.set_up(server.url, "king_of_12", "me", "open"))
    expect(ben.page.locator(".presence.here")).to_have_count(2)
    until(lambda: anna.asked, anna.page)
    before = ben.page.locator("#table").inner_html()

    anna.press(anna.prompt(), Rng(1))

    assert ben.page.locator("#table").inner_html() == before
    ben.press(ben.prompt(), Rng(2))
    for person in (anna, ben):
        expect(person.page.locator("#log li")).not_to_have_count(0)
