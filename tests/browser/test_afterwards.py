"""What is left of a game on the page: its record and its replay."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from browser.people import play, until
from parlour.kernel.chance import Rng

if TYPE_CHECKING:
    from browser.conftest import Meet
    from browser.serving import Serving


def test_a_finished_game_is_stepped_through(server: Serving, meet: Meet) -> None:
    anna = meet("Anna")
    anna.set_up(server.url, "get_the_macguffin", "me", "bot greedy")
    play([anna], Rng(4))
    until(lambda: anna.over, anna.page)
    result = anna.result()

    anna.page.get_by_role("link", name="Step through the game").click()
    where = anna.page.locator(".steps .where")
    steps = int(re.findall(r"\d+", where.inner_text())[-1])
    assert anna.result() == result
    anna.page.locator("a[rel=prev]").click()
    expect(where).to_have_text(f"Step {steps - 1} of {steps}")
    anna.page.wait_for_load_state()
    assert not anna.over
    anna.page.keyboard.press("ArrowRight")
    expect(where).to_have_text(f"Step {steps} of {steps}")


def test_a_finished_game_shows_each_seat_what_it_saw(server: Serving, meet: Meet) -> None:
    anna = meet("Anna")
    anna.set_up(server.url, "get_the_macguffin", "me", "bot greedy")
    hand = anna.cards("hand-0")
    play([anna], Rng(4))
    until(lambda: anna.over, anna.page)

    anna.page.get_by_role("link", name="Step through the game").click()
    anna.page.goto(re.sub(r"\?.*|$", "?step=0", anna.page.url, count=1))
    assert anna.cards("hand-0") == anna.cards("hand-1") == []
    anna.page.get_by_role("link", name="Anna", exact=True).click()
    expect(anna.page.locator("#zone-hand-0 [data-card]")).to_have_count(len(hand))
    assert anna.cards("hand-0") == hand
    assert anna.cards("hand-1") == []
