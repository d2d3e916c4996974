"""Ways to choose beside pressing a button: the card itself, the keyboard, an answer beforehand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from browser.people import until

if TYPE_CHECKING:
    from browser.conftest import Meet
    from browser.people import Person
    from serving import Server


def test_a_card_is_clicked(server: Server, meet: Meet) -> None:
    anna = asked_at_a_table(server, meet)
    card = anna.page.locator("#own [data-choice]").first
    kind, question = card.get_attribute("data-card"), anna.prompt().question

    card.click()

    until(lambda: anna.prompt().question != question, anna.page)
    expect(anna.page.locator(f"[id^='about-{kind}']")).to_be_hidden()


def test_a_card_that_can_be_played_is_read_first(server: Server, meet: Meet) -> None:
    anna = asked_at_a_table(server, meet)
    card = anna.page.locator("#own [data-choice]").first
    kind, question = card.get_attribute("data-card"), anna.prompt().question
    about = anna.page.locator(f"[id='about-{kind}']")

    card.click(button="right")

    expect(about).to_be_visible()
    about.get_by_role("button", name="Close").click()
    expect(about).to_be_hidden()
    assert anna.prompt().question == question


def test_an_option_is_taken_by_the_keyboard(server: Server, meet: Meet) -> None:
    anna = asked_at_a_table(server, meet)
    question = anna.prompt().question
    anna.page.locator("#options button").first.focus()

    anna.page.keyboard.press("Enter")

    until(lambda: anna.prompt().question != question, anna.page)
    assert anna.page.evaluate("document.querySelector('#prompt').contains(document.activeElement)")


def test_an_answer_beforehand_is_kept_and_nobody_else_sees_it(server: Server, meet: Meet) -> None:
    anna, ben = meet("Anna"), meet("Ben")
    ben.join(anna.set_up(server.url, "guillotine", "me", "open"))
    anna.page.get_by_text("Answer beforehand").click()
    anna.page.get_by_label("Callous Guards").select_option("pass")
    expect(anna.page.get_by_label("Callous Guards").locator("[selected]")).to_have_attribute("value", "pass")

    anna.page.reload()

    expect(anna.page.get_by_label("Callous Guards")).to_have_value("pass")
    expect(ben.page.get_by_label("Callous Guards")).to_have_value("")


def asked_at_a_table(server: Server, meet: Meet) -> Person:
    anna = meet("Anna")
    anna.set_up(server.url, "get_the_macguffin", "me", "bot greedy")
    until(lambda: anna.asked and anna.page.locator("#own [data-choice]").count(), anna.page)
    return anna
