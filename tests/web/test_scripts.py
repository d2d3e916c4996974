"""The page's modules in a browser: what morphing keeps, and where cards fly from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from parlour.kernel.chance import Rng
from parlour.web import STATIC
from support import scaled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, Route

HOST = "http://parlour.test/"
SHELL = '<!doctype html><body><div id="root"></div>'
MORPH = """async ([before, after]) => {
    const { morph, parse } = await import("/morph.js");
    const root = document.getElementById("root");
    root.innerHTML = before;
    const old = root.firstElementChild;
    const kept = new Map([...old.querySelectorAll("[id]")].map((each) => [each.id, each]));
    const mark = old.querySelector("#focus");
    mark?.focus();
    morph(old, parse(after));
    const ids = [...root.querySelectorAll("[id]")].map((each) => each.id);
    return {
        alike: root.firstElementChild.isEqualNode(parse(after)),
        kept: ids.every((id) => !kept.has(id) || kept.get(id) === document.getElementById(id)),
        focused: document.activeElement?.id ?? "",
        html: root.innerHTML,
    };
}"""
FLY = """async (flights) => {
    const { look, fly } = await import("/flights.js");
    const root = document.getElementById("root");
    root.innerHTML = `
        <section class="zone" id="zone-hand-0"><i class="count">1</i><b id="zone-hand-0.spy.0" data-card="spy">Spy</b></section>
        <section class="zone" id="zone-hand-1"><i class="count">1</i></section>
        <section class="zone" id="zone-pile"><i class="count">0</i></section>`;
    const seen = look(root);
    const card = document.getElementById("zone-hand-0.spy.0");
    card.id = "zone-pile.spy.0";
    document.getElementById("zone-pile").append(card);
    fly(seen, root, flights);
    const flying = card.getAnimations()[0]?.effect.getKeyframes()[0].transform ?? "";
    return [flying, document.querySelectorAll(".back").length];
}"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()

    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(HOST)
        if name:
            route.fulfill(path=STATIC / name, content_type="text/javascript")
        else:
            route.fulfill(body=SHELL, content_type="text/html")

    context.route(f"{HOST}**", answer)
    page = context.new_page()
    page.goto(HOST)
    yield page
    context.close()


def morphed(page: Page, before: str, after: str) -> dict[str, Any]:
    result: dict[str, Any] = page.evaluate(MORPH, [before, after])
    return result


def some(rng: Rng, depth: int = 0) -> str:
    """A random fragment: elements with ids in any order, some wrapped, and text."""
    ids = [number for number in range(6) if rng.below(3)]
    order = sorted(ids, key=lambda _: rng.below(1000))
    inner = [f'<li><b id="x{depth}{each}" class="c{rng.below(2)}">{rng.below(3)}</b></li>' for each in order]
    inner += [("word", "<p>text</p>", "<p>more</p>")[rng.below(3)] for _ in range(rng.below(3))]
    nested = some(rng, depth + 1) if depth < 2 else ""
    return f'<div id="part{depth}" data-n="{rng.below(3)}">{"".join(inner)}{nested}</div>'


def test_what_is_morphed_is_like_the_new_and_keeps_its_elements(page: Page) -> None:
    rng = Rng("morph")
    for _ in range(scaled(100)):
        before, after = some(rng), some(rng)
        result = morphed(page, before, after)
        assert (result["alike"], result["kept"]) == (True, True), (before, after, result["html"])


def test_focus_stays_and_so_do_open_details(page: Page) -> None:
    before = '<div><button id="a">a</button><button id="focus">x</button><details id="d" open><p>1</p></details></div>'
    after = '<div><button id="focus">y</button><details id="d"><p>2</p></details><button id="a">b</button></div>'
    result = morphed(page, before, after)
    assert result["focused"] == "focus"
    assert '<details id="d" open="">' in result["html"]


def test_a_card_flies_from_where_it_was_seen(page: Page) -> None:
    moved = {"zone": "hand.0", "to": "pile", "count": 1, "cards": ["spy"]}
    assert page.evaluate(FLY, [moved])[0].startswith("translate(")


def test_a_card_that_was_shown_on_the_way_is_followed_back(page: Page) -> None:
    steps = [
        {"zone": "hand.0", "to": "hand.1", "count": 1, "cards": ["spy"]},
        {"zone": "hand.1", "to": "pile", "count": 1, "cards": ["spy"]},
    ]
    assert page.evaluate(FLY, steps)[0] == page.evaluate(FLY, [{**steps[1], "zone": "hand.0"}])[0]


def test_an_unknown_card_flies_as_a_back_and_others_stay(page: Page) -> None:
    flying, backs = page.evaluate(FLY, [{"zone": "hand.0", "to": "hand.1", "count": 2, "cards": []}])
    assert (flying, backs) == ("", 2)


def test_nothing_flies_for_who_wants_it_still(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    moved = {"zone": "hand.0", "to": "pile", "count": 1, "cards": ["spy"]}
    assert page.evaluate(FLY, [moved]) == ["", 0]
