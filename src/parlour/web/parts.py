"""The parts of a table on the page: which entries of a whole view each shows, and what it says of them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from parlour import bots, games
from parlour.kernel.messages import N_
from parlour.kernel.options import PASS, PLACE, VERB, arg, option_of, option_text, place
from parlour.kernel.record import value_text
from parlour.kernel.spec import OWNER
from parlour.kernel.views import View
from parlour.web import drawing
from parlour.wording import BOT_NAME, WITH_CARD, Wording, bot_name, is_bot, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from parlour.kernel.options import Option, Seat
    from parlour.kernel.spec import GameSpec
    from parlour.kernel.views import ZoneView

Whole = dict[str, Any]
Data = dict[str, Any]
EMPTY_SEAT: Final = N_("free seat {number}")
PASS_TEXT: Final = option_text(PASS, ())
COLOURS: Final = ("purple", "blue", "green", "red", "gray", "grey")
"""Sorts of cards that are colours; the others are counted."""


@dataclass(frozen=True)
class Part:
    """A part of the page that is sent by itself.

    Attributes:
        id: of its element.
        template: what draws it.
        needs: the entries of a whole view that it shows.
        zones: the zones that it shows.
        data: takes these out of a whole view: plain values, on which alone the part depends.
    """

    id: str
    template: str
    needs: frozenset[str]
    zones: frozenset[str]
    data: Callable[[Whole], Data]

    def touched(self, changed: Mapping[str, Any]) -> bool:
        """Whether it shows anything that has changed."""
        return not self.needs.isdisjoint(changed.keys()) or not self.zones.isdisjoint(changed.get("zones", ()))


@dataclass(frozen=True)
class Layout:
    """Where the parts lie.

    Attributes:
        seats: for each seat its part, and those of its zones that lie before it.
        common: the zones that belong to nobody.
        aside: likewise, those that are looked at rarely.
        own: the viewer's own zones that only it sees.
        rest: all other parts.
    """

    seats: tuple[tuple[Part, tuple[Part, ...]], ...]
    common: tuple[Part, ...]
    aside: tuple[Part, ...]
    own: tuple[Part, ...]
    rest: tuple[Part, ...]

    def parts(self) -> Iterator[Part]:
        """All of them."""
        for seat, zones in self.seats:
            yield seat
            yield from zones
        yield from (*self.common, *self.aside, *self.own, *self.rest)


def layout(whole: Whole) -> Layout:
    """The layout of a table as a viewer sees it."""
    return _layout(whole["game"], len(whole["players"]), whole["viewer"], dealt="zones" in whole)


@cache
def _layout(game: str, seats: int, viewer: Seat | None, *, dealt: bool) -> Layout:
    spec = games.load(game)
    zones = spec.zones(seats) if dealt else ()
    own = [zone.name for zone in zones if zone.owner == viewer is not None and zone.sees == OWNER]
    before = {
        seat: [zone.name for zone in zones if zone.owner == seat and zone.name not in own] for seat in range(seats)
    }
    common = [zone.name for zone in zones if zone.owner is None]
    aside = [name for name in common if name in spec.aside]
    return Layout(
        tuple((_seat(seat, [z.name for z in zones if z.owner == seat]), _zones(before[seat])) for seat in before),
        _zones(name for name in common if name not in aside),
        _zones(aside),
        _zones(own, large=True),
        _rest([zone.name for zone in zones]),
    )


def zone_id(name: str) -> str:
    """The id of a zone's element."""
    return f"zone-{name.replace('.', '-')}"


def _zones(names: Iterable[str], *, large: bool = False) -> tuple[Part, ...]:
    return tuple(
        Part(zone_id(name), "zone", frozenset(), frozenset({name}), _zone_data(name, large=large)) for name in names
    )


def _zone_data(name: str, *, large: bool) -> Callable[[Whole], Data]:
    return lambda whole: {"zone": whole["zones"][name], "large": large}


TITLE: Final = ("players", "turn", "turns", "values", "winners", "frozen")
SEAT: Final = ("players", "viewer", "turn", "values", "scores", "winners", "asked", "present")
PROMPT: Final = (
    *("players", "viewer", "setup", "turn", "step", "card", "options", "question"),
    *("asked", "scores", "winners", "standing", "meant", "window", "frozen"),
)
ELSEWHERE: Final = ("players", "elsewhere")
PEOPLE: Final = ("people", "watching")


def _seat(seat: Seat, zones: Sequence[str]) -> Part:
    def data(whole: Whole) -> Data:
        return {"seat": seat, "beside": _beside(whole, seat), **_entries(whole, SEAT)}

    return Part(f"seat-{seat}", "seat", frozenset(SEAT), frozenset(zones), data)


def _rest(zones: Sequence[str]) -> tuple[Part, ...]:
    return (
        Part("title", "title", frozenset(TITLE), frozenset(), lambda whole: _entries(whole, TITLE)),
        Part("elsewhere", "elsewhere", frozenset(ELSEWHERE), frozenset(), _elsewhere_data),
        Part("prompt", "prompt", frozenset(PROMPT), frozenset(zones), _prompt_data),
        Part("people", "people", frozenset(PEOPLE), frozenset(), lambda whole: _entries(whole, PEOPLE)),
    )


def _entries(whole: Whole, names: Iterable[str]) -> Data:
    return {name: whole.get(name) for name in names}


def _elsewhere_data(whole: Whole) -> Data:
    owners = [(zone.id, zone.owner) for zone in whole.get("zones", {}).values()]
    return {"owners": owners, **_entries(whole, ELSEWHERE)}


def _prompt_data(whole: Whole) -> Data:
    spec = games.load(whole["game"])
    options = [option_of(text, spec.kinds) for text in whole.get("options", ())]
    return {"cards": cards_of(options, whole, spec), **_entries(whole, PROMPT)}


def _beside(whole: Whole, seat: Seat) -> str:
    return games.load(whole["game"]).beside(view_of(whole), seat) if "zones" in whole else ""


def view_of(whole: Whole) -> View:
    """The view that is part of a whole one."""
    parts = {name: whole[name] for name in View.__slots__}
    return View(**{**parts, "zones": tuple(whole["zones"].values())})


# Which cards on the table are options.


def card_ids(zone: str, cards: Iterable[str]) -> list[str]:
    """The ids of the elements of a zone's cards: by kind and number, so that a card keeps its id when others leave."""
    counts: Counter[str] = Counter()
    ids = []
    for name in cards:
        kind = name.partition("=")[0]
        ids.append(f"{zone_id(zone)}.{kind}.{counts[kind]}")
        counts[kind] += 1
    return ids


def cards_of(options: Sequence[Option], whole: Whole, spec: GameSpec) -> list[list[str]]:
    """For each option the ids of the cards that stand for it: of one zone if all are there, the viewer's own first."""
    verbs = {option & VERB for option in options}
    found = {verb: _marked([o for o in options if o & VERB == verb], whole, spec) for verb in verbs}
    return [found[option & VERB].get(option, []) for option in options]


def _marked(options: Sequence[Option], whole: Whole, spec: GameSpec) -> dict[Option, list[str]]:
    if options[0] & VERB not in WITH_CARD:
        return {}
    zones = sorted(whole["zones"].values(), key=lambda zone: zone.owner is None or zone.owner != whole["viewer"])
    by_zone = [{option: _standing_for(option, zone, spec) for option in options} for zone in zones]
    for marked in by_zone:
        if all(marked.values()):
            return marked
    return {option: [each for marked in by_zone for each in marked[option]] for option in options}


def _standing_for(option: Option, zone: ZoneView, spec: GameSpec) -> list[str]:
    kind, at = spec.kinds[arg(option)], place(option)
    ids = card_ids(zone.id, zone.cards)
    if option & VERB == PLACE:
        here = zone.open and at < zone.count and zone.cards[at].partition("=")[0] == kind
        return [ids[at]] if here else []
    return [each for each, name in zip(ids, zone.cards, strict=True) if name.partition("=")[0] == kind]


# What the templates show.


def context(template: str, game: str, data: Data, code: str) -> dict[str, object]:
    """What the template of a part is filled with.

    Args:
        template: its name.
        game: the id of the game.
        data: the data of the part.
        code: of the reader's language.
    """
    spec = games.load(game)
    names = seat_names(data.get("players") or (), code)
    wording = Wording(drawing.reader(spec, names, code))
    return {"wording": wording, "names": names, "spec": spec, **data, **CONTEXTS[template](wording, data)}


def seat_names(players: Sequence[str | None], code: str) -> list[str]:
    """What the seats are called in a language."""
    say = drawing.translator(code)
    free = [say(EMPTY_SEAT).format(number=seat + 1) for seat in range(len(players))]
    return [name or free[seat] for seat, name in enumerate(shown(players, say(BOT_NAME)))]


def _title(wording: Wording, data: Data) -> Data:
    if data["turns"] is None:
        return {"facts": [], "turn_text": ""}
    turn = "" if data["winners"] else wording.turn(data["turns"], data["turn"])
    return {"facts": wording.common_values(data["values"]), "turn_text": turn}


def _seat_context(wording: Wording, data: Data) -> Data:
    seat, player = data["seat"], data["players"][data["seat"]]
    columns = wording.numbers(data["values"], data["scores"]) if data["scores"] is not None else {}
    return {
        "bot": bot_name(player) if player is not None and is_bot(player) else "",
        "beside": wording.reader.translate(data["beside"]),
        "numbers": [(name, cells[seat]) for name, cells in columns.items()],
        "bots": bots.names(),
        "here": bool(data["present"] and data["present"][seat]),
    }


def _zone(wording: Wording, data: Data) -> Data:
    zone = data["zone"]
    placed = dict(zone.places)
    rest = list((Counter(zone.cards) - Counter(placed.values())).elements())
    names = [*placed.values(), *rest] if placed else zone.cards
    numbers = [*(at + 1 for at in placed), *("" for _ in rest)] if placed else range(1, len(names) + 1)
    spec = wording.reader.spec
    ordered = {each.name for each in spec.zones(spec.seats[1]) if each.ordered}
    return {
        "id": zone_id(zone.id),
        "name": wording.zone_name(zone.id),
        "cards": [
            {"id": each, "place": number, **card_facts(wording, name)}
            for each, number, name in zip(card_ids(zone.id, names), numbers, names, strict=True)
        ],
        "numbered": zone.id in ordered and zone.owner is None and (zone.open or bool(placed)),
    }


def card_facts(wording: Wording, name: str) -> Data:
    """What is shown of a card; ``a=b`` is a card that has become another."""
    first, _, became = name.partition("=")
    card = wording.kind(first)
    return {
        "kind": first,
        "sort": sort_class(wording.reader.spec, card.sort),
        "mark": card.mark,
        "name": wording.card_name(first),
        "became": wording.card_name(became) if became else "",
        "text": wording.reader.translate(card.text),
    }


def sort_class(spec: GameSpec, sort: str) -> str:
    """The class of a sort of cards: its colour where the sort is one, else its number among the sorts of the game."""
    sorts = list(dict.fromkeys(card.sort for card in spec.cards))
    return f"sort-{sort if sort in COLOURS else sorts.index(sort) % 8}"


def _elsewhere(wording: Wording, data: Data) -> Data:
    owners = {name: "" if owner is None else wording.reader.seats[owner] for name, owner in data["owners"]}
    rows = [
        (wording.card(where.card), [f"{owners[name]} {wording.zone_name(name)}".strip() for name in where.zones])
        for where in data["elsewhere"] or ()
    ]
    return {"rows": rows}


def _prompt(wording: Wording, data: Data) -> Data:
    kinds = wording.reader.spec.kinds
    options = [option_of(text, kinds) for text in data["options"] or ()]
    rows = [
        {
            "id": f"option-{re.sub(r'[^a-z0-9_]', '-', text)}",
            "choice": text,
            "words": wording.reader.option(option),
            "hint": _hint(wording, data, option, cards),
            "cards": " ".join(cards),
        }
        for text, option, cards in zip(data["options"] or (), options, data["cards"], strict=True)
    ]
    window = data["window"]
    return {
        "question_text": wording.question(data["step"], data["card"]) if data["step"] else "",
        "rows": [] if window and tuple(data["options"] or ()) == (PASS_TEXT,) else rows,
        "waiting": [wording.reader.seats[seat] for seat in data["asked"] or () if seat != data["viewer"]],
        "standings": _standings(wording, data),
        "result": wording.winners(data["winners"]) if data["winners"] else "",
        "ranking": _ranking(wording, data["scores"] or ()),
        "again": _again(data),
        "kept": [(name, value_text(value)) for name, value in data["setup"].items()],
    }


def _hint(wording: Wording, data: Data, option: Option, cards: Sequence[str]) -> str:
    """What an option does, unless it can be read on a card that lies large before the viewer."""
    spec = wording.reader.spec
    large = {part.id for part in _layout(spec.id, len(data["players"]), data["viewer"], dealt=True).own}
    if cards and cards[0].partition(".")[0] in large:
        return wording.effect(data["step"], option)
    return wording.hint(data["step"], option)


def _ranking(wording: Wording, scores: Sequence[float]) -> list[tuple[str, str]]:
    order = sorted(range(len(scores)), key=lambda seat: -scores[seat])
    return [(wording.reader.seats[seat], f"{scores[seat]:.3g}") for seat in order]


def _again(data: Data) -> list[str]:
    """Who sits where at another table of the same: whoever asks for it, the bots, and free seats for the others."""
    players = [player if player and is_bot(player) else "open" for player in data["players"]]
    if data["viewer"] is not None:
        players[data["viewer"]] = "me"
    return players


def _standings(wording: Wording, data: Data) -> list[Data]:
    if data["viewer"] is None or data["scores"] is None or data["winners"]:
        return []
    kinds = wording.reader.spec.kinds
    return [
        {
            "step": step,
            "name": wording.reader.card(arg(option_of(choices[0], kinds))),
            "chosen": (data["standing"] or {}).get(step, ""),
            "choices": [(choice, wording.reader.option(option_of(choice, kinds))) for choice in choices],
        }
        for step, choices in {**wording.reader.spec.windows, **wording.reader.spec.stops}.items()
    ]


def _you(wording: Wording, data: Data) -> Data:
    seats, asked = data["you"]["seats"], data["you"]["asked"]
    there = [(seat, wording.reader.seats[seat], seat in asked, seat == data["viewer"]) for seat in seats]
    waiting = [seat for seat in asked if seat != data["viewer"]]
    return {"seats": there, "next": [] if data["viewer"] in asked else waiting, "asked": asked}


CONTEXTS: Final[Mapping[str, Callable[[Wording, Data], Data]]] = {
    "title": _title,
    "seat": _seat_context,
    "zone": _zone,
    "elsewhere": _elsewhere,
    "prompt": _prompt,
    "people": lambda *_: {},
    "line": lambda wording, data: {"sentence": wording.said(data["told"]["message"], data["told"]["args"])},
    "you": _you,
}
