"""The table on the page: complete, and after any changes as it would be drawn anew."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from parlour import games, language
from parlour.kernel.chance import Rng
from parlour.kernel.views import Whereabouts
from parlour.server.commands import Join, Sit
from parlour.server.table import Table
from parlour.web import drawing
from parlour.web.fragments import Drawn, Fragments
from parlour.web.marks import zone_id
from parlour.web.parts import layout
from parlour.wording import Wording, by_zones
from server.clients import MemoryStore, outside, whole_of
from support import scaled
from web.browsing import Page, evening, log_of
from web.dom import Element, fragment

if TYPE_CHECKING:
    from parlour.kernel.spec import Setup
    from parlour.server.scene import Sight
    from parlour.web.parts import Part

SPECS = [games.load(name) for name in games.names()]


def viewers(setup: Setup) -> list[int | None]:
    return [*range(setup.seats), None]


def test_a_page_that_keeps_up_is_like_one_that_is_drawn_anew(setup: Setup) -> None:
    async def play() -> None:
        rng, fragments = Rng(f"keeping up {setup.spec.id}"), Fragments()
        pages: list[Page] = []
        async for table in evening(setup, rng, scaled(60)):
            pages = pages or [Page(table, viewer, fragments) for viewer in viewers(setup)]
            for page in pages:
                page.read()
            for page in [*pages[:1], pages[rng.below(len(pages))]]:
                fresh = page.fresh(fragments)
                shown, lines = log_of(fresh), log_of(page.dom)
                assert lines[-len(shown) :] == shown if shown else not lines
                assert page.dom == fresh
                page.dom.by_id("log").children = lines

    asyncio.run(play())


def test_what_shows_the_same_as_before_is_left_out(setup: Setup) -> None:
    async def play() -> None:
        fragments, left_out = Fragments(), 0
        before: list[Sight] = []
        async for table in evening(setup, Rng(f"left out {setup.spec.id}"), scaled(40)):
            now = [table._scene.sight(viewer) for viewer in viewers(setup)]
            for old, new in zip(before, now, strict=bool(before)):
                changed = new.since(old)
                was, touched = (fragments.changed(each.whole(), changed, "en") for each in (old, new))
                sent = fragments.changed(new.whole(), changed, "en", old.whole)
                assert {**was, **sent} == touched
                public = {part.id for part in layout(new.whole()).parts() if part.public}
                assert not [part for part in sent if part in public and sent[part] == was[part]]
                left_out += len(touched) - len(sent)
            before = now
        assert left_out

    asyncio.run(play())


def test_what_is_drawn_for_others_is_what_would_be_drawn_for_a_viewer(setup: Setup) -> None:
    async def play() -> None:
        fragments, rng = Fragments(), Rng(f"alike {setup.spec.id}")
        before: list[Sight] = []
        async for table in evening(setup, rng, scaled(40)):
            now = [table._scene.sight(viewer) for viewer in viewers(setup)]
            pairs = list(zip(before, now, strict=bool(before)))
            first, drawn = rng.below(len(now)), Drawn()
            for old, new in pairs[first:] + pairs[:first]:
                told = new.whole(), new.since(old), "en", old.whole
                assert fragments.changed(*told, drawn) == fragments.changed(*told)
            before = now

    asyncio.run(play())


def test_a_part_depends_on_nothing_but_what_it_names(setup: Setup) -> None:
    async def play() -> None:
        rng = Rng(f"needs {setup.spec.id}")
        seen: dict[int | None, list[dict[str, Any]]] = {viewer: [] for viewer in viewers(setup)}
        async for table in evening(setup, rng, scaled(25)):
            for viewer, wholes in seen.items():
                wholes.append(whole_of(table, viewer))
        for wholes in seen.values():
            for whole in wholes:
                other = wholes[rng.below(len(wholes))]
                for part in layout(whole).parts():
                    assert part.data(mixed(whole, other, part)) == part.data(whole), part.id

    asyncio.run(play())


def mixed(whole: dict[str, Any], other: dict[str, Any], part: Part) -> dict[str, Any]:
    """Another moment, but for what a part names."""
    zones = {name: zone if name in part.zones else other["zones"][name] for name, zone in whole["zones"].items()}
    return {**other, **{name: whole[name] for name in part.needs}, "zones": zones}


def test_the_page_has_all_that_the_viewer_may_know_and_do(setup: Setup) -> None:
    async def play() -> None:
        rng, fragments = Rng(f"complete {setup.spec.id}"), Fragments()
        async for table in evening(setup, rng, scaled(40)):
            viewer = rng.below(setup.seats + 1)
            page = Page(table, viewer if viewer < setup.seats else None, fragments)
            check_zones(page.whole, page.dom)
            check_options(page.whole, page.dom)

    asyncio.run(play())


def check_zones(whole: dict[str, Any], dom: Element) -> None:
    for zone in whole["zones"].values():
        element = dom.by_id(zone_id(zone.id))
        assert element.attributes["data-count"] == str(zone.count)
        shown = Counter(each.attributes["data-card"] for each in element.all() if "data-card" in each.attributes)
        assert shown == Counter(name.partition("=")[0] for name in zone.cards)
        assert ("hidden" in element.attributes) <= (zone.count == 0)
    assert len(dom.by_id("elsewhere").find("dt")) == len({where.zones for where in whole["elsewhere"]})


def check_options(whole: dict[str, Any], dom: Element) -> None:
    buttons = [each for each in dom.by_id("prompt").find("button") if "data-choice" in each.attributes]
    assert [each.attributes["data-choice"] for each in buttons] == list(whole["options"])
    for button in buttons:
        assert button.attributes["data-question"] == str(whole["question"])
        for card in button.attributes["data-cards"].split():
            assert dom.by_id(card).attributes["data-card"] in button.attributes["data-choice"]


def test_every_option_of_an_own_card_can_be_chosen_by_the_card(setup: Setup) -> None:
    async def play() -> None:
        rng = Rng(f"by the card {setup.spec.id}")
        async for table in evening(setup, rng, scaled(20)):
            for viewer in range(setup.seats):
                page = Page(table, viewer, Fragments())
                for button in page.dom.find("button", class_="option"):
                    verb = button.attributes["data-choice"].partition(" ")[0]
                    assert bool(button.attributes["data-cards"]) or verb not in ("play", "lay")

    asyncio.run(play())


def test_what_is_kept_is_never_taken_for_another_language(setup: Setup) -> None:
    async def play() -> None:
        rng, shared = Rng(f"languages {setup.spec.id}"), Fragments()
        async for table in evening(setup, rng, 12):
            whole = whole_of(table, rng.below(setup.seats))
            for code in (*language.languages(), *language.languages()):
                assert shared.whole(whole, code) == Fragments().whole(whole, code)

    asyncio.run(play())


def test_cards_in_one_of_the_same_places_stand_together() -> None:
    spec = games.load("get_the_macguffin")
    hands, open_zones = ("hand.1", "hand.2"), ("hand.1", "tomb")
    lie = [("the_money", hands), ("the_spy", hands), ("the_spy", open_zones), ("vortex", hands), ("vortex", hands)]
    wording = Wording(drawing.reader(spec, ["Anna", "Berta", "Carla"], "en"))
    assert wording.elsewhere(
        by_zones(Whereabouts(card, zones) for card, zones in lie), {"hand.1": 1, "hand.2": 2, "tomb": None}
    ) == [
        ("Berta Hand, Carla Hand", "The Money, The Spy, Vortex x2"),
        ("Berta Hand, Tomb", "The Spy"),
    ]


def test_names_of_cards_are_the_readers() -> None:
    async def play() -> None:
        setup = games.load("guillotine").setup(2)
        async for table in evening(setup, Rng("names"), 0):
            texts = {code: Page(table, 0, Fragments(), code).dom.text() for code in ("de", "en")}
            names = [
                card.names for kind in whole_of(table, 0)["zones"]["line"].cards for card in [kind_of(setup, kind)]
            ]
            for code, text in texts.items():
                assert all(forms[code][""] in text for forms in names)

    asyncio.run(play())


def kind_of(setup: Setup, kind: str) -> Any:
    return setup.spec.cards[setup.spec.kind(kind)]


def test_few_fragments_are_kept_and_the_oldest_go() -> None:
    async def play() -> None:
        setup = games.load(games.names()[0]).setup()
        small = Fragments(kept=5)
        async for table in evening(setup, Rng("few"), 10):
            for viewer in viewers(setup):
                assert small.whole(whole_of(table, viewer), "en") == Fragments().whole(whole_of(table, viewer), "en")
            assert len(small._kept) == 5

    asyncio.run(play())


def test_names_are_text_whatever_they_are() -> None:
    async def play() -> None:
        name = """<b id="x">'&"</b>"""
        setup = games.load("guillotine").setup(2)
        table = await Table.create(MemoryStore(), setup, "a", outside("names"))
        for seat, person in enumerate("ab"):
            await table.do(Join("join", person, f"{name}{seat}"))
            await table.do(Sit("sit", person, seat))
        page = Page(table, None, Fragments())
        assert not page.dom.find(id="x")
        assert page.dom.by_id("seat-0").find(class_="name")[0].text() == f"{name}0"
        assert f"{name}1" in page.dom.by_id("people").text()
        assert any(f"{name}" in line.text() for line in page.dom.by_id("log").find("li"))
        for viewer in (0, 1):
            you = {"name": name, "seats": [0, 1], "asked": [1]}
            assert name in fragment(Fragments().you(you, whole_of(table, None), "en")["you"]).text(), viewer

    asyncio.run(play())


def test_before_the_deal_free_seats_can_be_taken_and_the_deal_draws_all_anew() -> None:
    async def play() -> None:
        table = await Table.create(MemoryStore(), games.load("ghooost").setup(2), "a", outside("deal"))
        page = Page(table, None, Fragments())
        assert len(page.dom.find("button", form="sit-here")) == 2
        for seat, person in enumerate("ab"):
            await table.do(Join("join", person, f"Anna {person}"))
            await table.do(Sit("sit", person, seat))
            page.read()
            assert len(page.dom.find("button", form="sit-here")) == 1 - seat
        assert page.dom.find(class_="count")

    asyncio.run(play())


@pytest.mark.parametrize("spec", [spec for spec in SPECS if spec.windows or spec.stops], ids=lambda spec: spec.id)
def test_all_seats_may_say_the_same_beforehand_whatever_they_hold(spec: Any) -> None:
    async def play() -> None:
        async for table in evening(spec.setup(), Rng("standing"), 20):
            if table.over:
                return
            drawn = [Page(table, viewer, Fragments()).dom.by_id("standing") for viewer in range(spec.seats[0])]
            assert drawn[0].children
            assert all(each == drawn[0] for each in drawn)
            steps = {select.attributes["data-step"] for select in drawn[0].find("select")}
            assert steps == {*spec.windows, *spec.stops}
        assert not Page(table, None, Fragments()).dom.by_id("standing").children

    asyncio.run(play())


def test_a_window_shows_the_same_bar_to_all_and_buttons_to_who_has_a_choice() -> None:
    async def play() -> None:
        bars: list[str] = []
        async for table in evening(games.load("guillotine").setup(3), Rng("window"), 60):
            wholes = [
                {**whole_of(table, each), "window": {"step": "interrupt", "seconds": 1.5}} for each in (0, 1, 2, None)
            ]
            if whole_of(table, None)["step"] != "interrupt":
                continue
            doms = [fragment(Fragments().whole(whole, "en")["table"]) for whole in wholes]
            assert all(dom.by_id("window") == doms[0].by_id("window") for dom in doms)
            assert doms[0].by_id("window").attributes["data-seconds"] == "1.5"
            bars += [each.id for each in doms[0].by_id("window").find("span")]
            for whole, dom in zip(wholes, doms, strict=True):
                buttons = 0 if whole["options"] == ("pass",) else len(whole["options"])
                assert len(dom.find(class_="option")) == buttons
        assert len(set(bars)) > 1

    asyncio.run(play())


def test_only_moves_fly() -> None:
    told = {"event": "told", "message": "out", "args": {"player": 0}}
    moved = {"event": "moved", "zone": "hand.0", "to": "tomb", "count": 1, "cards": ("a",)}
    assert Fragments.flights([told, moved]) == [{"zone": "hand.0", "to": "tomb", "count": 1, "cards": ("a",)}]


def test_another_seat_of_the_same_screen_is_handed_over_to() -> None:
    whole = {"game": "ghooost", "viewer": 0, "players": ["Anna", "Bert", "bot random"]}
    alone = fragment(Fragments().you({"name": "Anna", "seats": [0], "asked": [0]}, whole, "en")["you"])
    assert not alone.find(id="cover")
    pair = fragment(Fragments().you({"name": "Anna", "seats": [0, 1], "asked": [1]}, whole, "en")["you"])
    assert pair.attributes["data-asked"] == "1"
    first, back = pair.by_id("cover").find("button")
    assert (first.text(), first.attributes["data-look"]) == ("Hand over to Bert", "1")
    assert (back.attributes["data-look"], back.attributes["data-back"]) == ("0", "1")
