"""What is left of a game on the page: its record and its replay."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from browser.people import play
from parlour.kernel.chance import Rng

if TYPE_CHECKING:
    from browser.conftest import Meet
    from serving import Server


def test_a_finished_game_is_stepped_through(server: Server, meet: Meet) -> None:
    anna = meet("Anna")
    anna.set_up(server.url, "get_the_macguffin", "me", "bot greedy")
    play([anna], Rng(4))
    result = anna.result()

    anna.page.get_by_role("link", name="Step through the game").click()
    where = anna.page.locator(".steps .where")
    expect(where).to_contain_text("Step 0 of")
    anna.page.get_by_role("link", name="Last", exact=True).click()
    expect(anna.page.locator("#result")).to_be_visible()
    steps = int(re.findall(r"\d+", where.inner_text())[-1])
    assert anna.result() == result
    anna.page.locator("a[rel=prev]").click()
    expect(where).to_have_text(f"Step {steps - 1} of {steps}")
    anna.page.wait_for_load_state()
    assert not anna.over
    anna.page.keyboard.press("ArrowRight")
    expect(where).to_have_text(f"Step {steps} of {steps}")


def test_a_finished_game_shows_each_seat_what_it_saw(server: Server, meet: Meet) -> None:
    anna = meet("Anna")
    anna.set_up(server.url, "get_the_macguffin", "me", "bot greedy")
    play([anna], Rng(4))

    anna.page.get_by_role("link", name="Step through the game").click()
    expect(anna.page.locator(".steps .where")).to_have_text(re.compile("Step 0 of"))
    assert anna.cards("hand-0") == anna.cards("hand-1") == []
    for name, own, other in (("Anna", 0, 1), ("Bot A", 1, 0)):
        anna.page.get_by_role("link", name=name, exact=True).click()
        expect(anna.page.locator("#table")).to_have_attribute("data-viewer", str(own))
        assert len(anna.cards(f"hand-{own}")) > 0
        assert anna.cards(f"hand-{other}") == []
