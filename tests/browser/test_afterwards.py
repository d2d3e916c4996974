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

    anna.follow(anna.page.get_by_role("link", name="Step through the game"))
    where = anna.page.locator(".steps .where")
    expect(where).to_contain_text("Step 0 of")
    anna.follow(anna.page.get_by_role("link", name="Last", exact=True))
    steps = int(re.findall(r"\d+", where.inner_text())[-1])
    assert anna.result() == result
    anna.follow(anna.page.locator("a[rel=prev]"))
    expect(where).to_have_text(f"Step {steps - 1} of {steps}")
    assert not anna.over
    anna.page.keyboard.press("ArrowRight")
    expect(where).to_have_text(f"Step {steps} of {steps}")


def test_a_finished_game_shows_each_seat_what_it_saw(server: Server, meet: Meet) -> None:
    anna = meet("Anna")
    anna.set_up(server.url, "get_the_macguffin", "me", "bot greedy")
    play([anna], Rng(4))

    anna.follow(anna.page.get_by_role("link", name="Step through the game"))
    expect(anna.page.locator(".steps .where")).to_contain_text("Step 0 of")
    assert anna.cards("hand-0") == anna.cards("hand-1") == []
    for name, own, other in (("Anna", 0, 1), ("Bot A", 1, 0)):
        anna.follow(anna.page.get_by_role("link", name=name, exact=True))
        assert len(anna.cards(f"hand-{own}")) > 0
        assert anna.cards(f"hand-{other}") == []
