"""Whole pages: well formed, safe under a strict policy, and complete as forms."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

import pytest

from parlour import bots, games, language
from parlour.kernel.chance import Rng
from parlour.server.lobby import TableLine
from parlour.web import STATIC, pages
from server.clients import whole_of
from web.browsing import evening
from web.dom import Element, parse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.kernel.spec import GameSpec

SPECS: Final = [games.load(name) for name in games.names()]
NAME: Final = """<script>alert("x")</script>'&"""
QR: Final = '<svg width="4" height="4"><path d="M0 0h4"></path></svg>'
LINES: Final = [
    TableLine("one", SPECS[0].id, over=True, changed=1_790_000_000_000),
    TableLine("two", "gone", over=False, changed=0),
]


def home(code: str = "en", name: str = NAME) -> str:
    return pages.home(
        language=code,
        guest_name=name,
        games=SPECS,
        lines=LINES,
        bots=bots.names(),
        lan={"url": "http://192.168.0.2:8000/", "qr_svg": QR},
        error=NAME,
    )


def at_table(whole: dict[str, Any], code: str = "en", seats: tuple[int, ...] = ()) -> str:
    return pages.table(
        language=code,
        whole=whole,
        you={"name": NAME, "seats": list(seats), "asked": []},
        table="some-id",
        link="http://localhost/t/some-id",
        qr_svg=QR,
        socket="/t/some-id/socket?as=html&seat=none&language=en",
        number=3,
        epoch="e",
    )


def replayed(whole: dict[str, Any], step: int, code: str = "en") -> str:
    return pages.replay(language=code, whole=whole, log=[], step=step, steps=8, seat=1, table="some-id")


async def wholes(spec: GameSpec, viewer: int | None) -> list[dict[str, Any]]:
    return [whole_of(table, viewer) async for table in evening(spec.setup(), Rng("pages"), 8)]


def all_pages(code: str) -> list[str]:
    whole = asyncio.run(wholes(SPECS[0], 0))[-1]
    waiting = {**whole, "players": [NAME, None]}
    return [
        home(code),
        home(code, ""),
        at_table(whole, code, (0,)),
        at_table(waiting, code),
        replayed(whole, 3, code),
        pages.credits(language=code),
        pages.problem(language=code, status=404, text=NAME),
    ]


@pytest.mark.parametrize("code", language.languages())
def test_pages_are_well_formed_and_hold_no_script_and_no_style(code: str) -> None:
    for page in map(parse, all_pages(code)):
        (html,) = page.find("html")
        assert html.attributes["lang"] == (code if code in language.translated() else "en")
        scripts = page.find("script")
        assert [each.attributes for each in scripts] == [{"type": "module", "src": "/static/parlour.js"}]
        assert not scripts[0].children
        assert not page.find("style")
        for element in page.all():
            assert not [name for name in element.attributes if name == "style" or name.startswith("on")]


def test_what_pages_point_at_is_there() -> None:
    for page in map(parse, all_pages("en")):
        ids = {element.id for element in page.all()}
        for element in page.all():
            for name in ("for", "popovertarget", "form", "aria-labelledby"):
                assert element.attributes.get(name, "main") in ids, element
            for name in ("src", "href"):
                address = element.attributes.get(name, "")
                if address.startswith("/static/"):
                    assert (STATIC / address.removeprefix("/static/")).is_file()


def test_every_language_says_what_it_is_and_can_be_gone_over_to() -> None:
    for code in language.languages():
        links = parse(home(code)).find("a", hreflang=code)
        assert [each.attributes["aria-current"] for each in links] == ["true"]
        assert links[0].attributes["href"] == f"?language={code}"


def sent(form: Element) -> Counter[str]:
    """The names of the fields of a form."""
    return Counter(each.attributes["name"] for each in form.all() if "name" in each.attributes)


def chosen(form: Element, elsewhere: Sequence[Element] = ()) -> dict[str, str]:
    """What a form sends if nothing is changed, with the fields that stand before it."""
    fields = [*elsewhere, *form.find("input")]
    values = {each.attributes["name"]: each.attributes.get("value", "") for each in fields}
    for select in form.find("select"):
        options = select.find("option")
        marked = [each for each in options if "selected" in each.attributes] or options[:1]
        values[select.attributes["name"]] = marked[0].attributes["value"]
    return values


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.id)
def test_one_press_begins_a_game_against_bots(spec: GameSpec) -> None:
    form = parse(home(name="")).by_id(f"game-{spec.id}")
    assert form.attributes["action"] == "/tables"
    values = chosen(form)
    assert values["game"] == spec.id
    seats = int(values["seats"])
    players = [values[f"player-{seat}"] for seat in range(seats)]
    assert players == ["me"] + [f"bot {bots.names()[0]}"] * (seats - 1)
    options = {option.name: values[f"option-{option.name}"] for option in spec.options}
    given = {name: value for name, value in options.items() if value}
    assert spec.setup(seats, given) == spec.setup(seats)


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.id)
def test_every_seat_and_every_option_can_be_chosen(spec: GameSpec) -> None:
    page = parse(home(name=""))
    form = page.by_id(f"game-{spec.id}")
    fields = {"game", "name", "seats"} | {f"option-{option.name}" for option in spec.options}
    fields |= {f"{what}-{seat}" for what in ("player", "name") for seat in range(spec.seats[1])}
    assert sent(form) == Counter(fields)
    for option in spec.options:
        (select,) = form.find("select", name=f"option-{option.name}")
        for each in select.find("option"):
            if each.attributes["value"]:
                option.checked(each.attributes["value"])
        assert option.text in form.text()
    assert "name" not in sent(parse(home()).by_id(f"game-{spec.id}"))


def test_tables_are_listed_also_of_games_that_are_gone() -> None:
    page = parse(home())
    assert page.find("a", href="/t/one")[0].text().startswith(f"{SPECS[0].title} finished")
    assert page.find("a", href="/t/two")[0].text() == "gone in play 1970-01-01 00:00 UTC"


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.id)
def test_the_page_of_a_table_has_every_card_and_what_the_script_needs(spec: GameSpec) -> None:
    for whole in asyncio.run(wholes(spec, None)):
        page = parse(at_table(whole))
        room = page.by_id("room").attributes
        assert room["data-socket"] == "/t/some-id/socket?as=html&seat=none&language=en"
        assert (room["data-epoch"], room["data-number"]) == ("e", "3")
        for card in spec.cards:
            about = page.by_id(f"about-{card.id}").text()
            assert card.names["en"][""] in about
            assert card.text in about


def test_who_has_no_seat_may_take_a_free_one() -> None:
    whole = asyncio.run(wholes(SPECS[0], None))[0]
    assert not parse(at_table(whole)).find(id="join")
    waiting = {**whole, "players": ["Anna", None]}
    form = parse(at_table(waiting)).by_id("join")
    assert (form.attributes["action"], chosen(form)) == ("/t/some-id/join", {"name": NAME, "seat": "1"})
    assert not parse(at_table(waiting, seats=(0,))).find(id="join")


def test_a_finished_game_offers_another_of_the_same() -> None:
    async def play() -> None:
        async for table in evening(games.load("king_of_12").setup(3, {"target": 5}), Rng("again"), 10_000):
            last = table
        whole = {**whole_of(last, 1), "players": ["Anna", "Bert", "bot random"]}
        options = {"option-set": "beginner", "option-target": "5"}
        for seats, first, second in (((1,), "open", "me"), ((0, 1), "me", "name"), ((), "open", "open")):
            page = parse(at_table(whole, seats=seats))
            players = {"player-0": first, "player-1": second, "player-2": "bot random"}
            names = {f"name-{seat}": whole["players"][seat] for seat in seats}
            sent = chosen(page.by_id("again"), page.by_id("result").find("input", form="again"))
            assert sent == {"game": "king_of_12", "seats": "3", **players, **names, **options}
            assert page.by_id("result").find("button", form="again")
        assert [each.attributes["href"] for each in page.find("a", class_="button")] == [
            "/t/some-id/replay?step=0",
            "/t/some-id/record",
        ]

    asyncio.run(play())


@pytest.mark.parametrize(("step", "back", "on"), [(0, None, "1"), (3, "2", "4"), (7, "6", None)])
def test_a_replay_leads_back_and_on(step: int, back: str | None, on: str | None) -> None:
    page = parse(replayed(asyncio.run(wholes(SPECS[0], 1))[-1], step))
    for rel, to in (("prev", back), ("next", on)):
        links = [each.attributes["href"] for each in page.find("a", rel=rel)]
        assert links == ([f"?step={to}&seat=1"] if to else [])
    assert f"Step {step} of 7" in page.text()
    views = [each.attributes["href"] for each in page.find("a", class_="button")]
    assert {f"?step={step}", f"?step={step}&seat=0", f"?step={step}&seat=1"} <= set(views)


def test_credits_name_the_libraries_and_a_problem_says_what_is_wrong() -> None:
    text = parse(pages.credits(language="en")).text()
    assert all(name in text for name in ("starlette", "jinja2", "msgspec"))
    assert "pytest" not in text
    page = parse(pages.problem(language="en", status=429, text="too many tables"))
    assert page.find("h1")[0].text() == "Too Many Requests"
    assert page.find(role="alert")[0].text() == "too many tables"
