"""What the templates of the parts say: names for what is in their data, in the reader's language."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

from parlour import bots, games
from parlour.kernel.messages import N_
from parlour.kernel.options import arg, option_of
from parlour.web import drawing
from parlour.web.marks import card_ids, kind_of, zone_id
from parlour.wording import BOT_NAME, Wording, bot_name, is_bot, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from parlour.kernel.spec import GameSpec
    from parlour.kernel.views import ZoneView
    from parlour.web.parts import Data

FREE: Final = N_("free seat {number}")
COLOURS: Final = ("purple", "blue", "green", "red", "gray", "grey")
"""Sorts of cards that are colours; the others are counted."""
COUNTED: Final = 8
FACES: Final = 8192
"""How many faces of cards are kept."""
CHOICES: Final = 2048
"""How many options in words are kept."""
UNNAMED: Final = re.compile(r"[^a-z0-9_]")
"""What can't stand in the id of an element."""
TABLES: Final = 1024
"""For how many tables it is kept what their seats are called in a language."""


def context(template: str, game: str, data: Data, code: str) -> dict[str, object]:
    """What the template of a part is filled with.

    Args:
        template: its name.
        game: the id of the game.
        data: the data of the part.
        code: of the reader's language.
    """
    wording = _wording(game, tuple(data.get("players", ())), code)
    reader = wording.reader
    return {"names": reader.seats, "spec": reader.spec, **data, **CONTEXTS[template](wording, data)}


@lru_cache(TABLES)
def _wording(game: str, players: tuple[str | None, ...], code: str) -> Wording:
    return Wording(drawing.reader(games.load(game), seat_names(players, code), code))


def seat_names(players: Sequence[str | None], code: str) -> list[str]:
    """What the seats are called in a language."""
    say = drawing.translator(code)
    named = enumerate(shown(players, say(BOT_NAME)), 1)
    return [name or say(FREE).format(number=number) for number, name in named]


def _title(wording: Wording, data: Data) -> Data:
    turn = "" if data["turns"] is None else wording.turn(data["turns"], data["turn"])
    return {"facts": wording.common_values(data["values"]), "turn_text": turn}


def _seat(wording: Wording, data: Data) -> Data:
    player = data["players"][data["seat"]]
    numbers = {wording.value_name(name): wording.value(value) for name, value in data["values"].items()}
    if data["score"] is not None:
        numbers[wording.score_name] = wording.score(data["score"])
    return {
        "bot": bot_name(player) if player is not None and is_bot(player) else "",
        "beside": wording.reader.translate(data["beside"]),
        "numbers": [(name, number) for name, number in numbers.items() if name],
        "bots": bots.names(),
    }


# Cards.


def _zone(wording: Wording, data: Data) -> Data:
    zone, game, code = data["zone"], wording.reader.spec.id, wording.reader.language
    names, places = _in_order(zone, game)
    faces = [face(game, code, name, large=data["large"]) for name in names]
    return {
        "id": zone_id(zone.id),
        "name": wording.zone_name(zone.id),
        "cards": list(zip_longest(card_ids(zone.id, names), places, faces, fillvalue="")),
    }


def _in_order(zone: ZoneView, game: str) -> tuple[Sequence[str], Sequence[int]]:
    """The cards known to lie in a zone, and the places from the top, counted from 1, of the first of them."""
    if zone.places:
        placed = [name for _, name in zone.places]
        rest = (Counter(zone.cards) - Counter(placed)).elements()
        return [*placed, *rest], [place + 1 for place, _ in zone.places]
    numbered = zone.open and zone.owner is None and zone.id in _ordered(game)
    return zone.cards, range(1, zone.count + 1) if numbered else ()


@lru_cache
def _ordered(game: str) -> set[str]:
    spec = games.load(game)
    return {zone.name for zone in spec.zones(spec.seats[1]) if zone.ordered}


@lru_cache(FACES)
def face(game: str, code: str, name: str, *, large: bool) -> str:
    """What a card looks like, all but the beginning of its element: its attributes and what is in it."""
    wording = _wording(game, (), code)
    return drawing.draw("face", code, {"card": card_facts(wording, name), "large": large})


def card_facts(wording: Wording, name: str) -> Data:
    """What is shown of a card; ``a=b`` is a card that has become another."""
    kind, _, became = name.partition("=")
    card = wording.kind(kind)
    return {
        "kind": kind,
        "sort": _sort(wording.reader.spec, card.sort),
        "mark": card.mark,
        "name": wording.card_name(kind),
        "became": wording.card_name(became) if became else "",
        "text": wording.reader.translate(card.text),
        "rule": card.rule,
    }


def _sort(spec: GameSpec, sort: str) -> str:
    """The class of a sort of cards: its colour where the sort is one, else its number among the sorts of the game."""
    sorts = list(dict.fromkeys(card.sort for card in spec.cards))
    return f"sort-{sort if sort in COLOURS else sorts.index(sort) % COUNTED}"


def _elsewhere(wording: Wording, data: Data) -> Data:
    found = dict(data["elsewhere"])
    return {"rows": wording.elsewhere(found, data["owners"]), "count": sum(map(len, found.values()))}


# What is asked.


def _prompt(wording: Wording, data: Data) -> Data:
    return PROMPTS[data["sort"]](wording, data)


def _asked(wording: Wording, data: Data) -> Data:
    read = wording.reader.spec.id, tuple(data["players"]), wording.reader.language
    rows = [
        (_option_id(text), text, " ".join(cards), _choice(read, data["step"], text, large=_is_large(cards, data)))
        for text, cards in zip(data["options"], data["cards"], strict=True)
    ]
    return {"text": wording.question(data["step"], data["card"]), "rows": rows}


def _option_id(text: str) -> str:
    """The id of an option's element."""
    return f"option-{UNNAMED.sub('-', text)}"


def _is_large(cards: Sequence[str], data: Data) -> bool:
    """Whether the card of an option lies large before the viewer, so that what it says can be read there."""
    return bool(cards) and kind_of(cards[0]).partition(".")[0] in data["large"]


@lru_cache(CHOICES)
def _choice(read: tuple[str, tuple[str | None, ...], str], step: str, text: str, *, large: bool) -> str:
    """What an option says, and what it does unless that can be read on its card; `read` is what `_wording` takes."""
    wording = _wording(*read)
    option = option_of(text, wording.reader.spec.kinds)
    hint = wording.effect(step, option) if large else wording.hint(step, option)
    return drawing.draw("choice", wording.reader.language, {"words": wording.reader.option(option), "hint": hint})


def _waiting(wording: Wording, data: Data) -> Data:
    text = wording.question(data["step"], data["card"]) if data["step"] else ""
    return {"text": text, "waiting": ", ".join(wording.reader.seats[seat] for seat in data["asked"])}


def _over(wording: Wording, data: Data) -> Data:
    order = sorted(range(len(data["scores"])), key=lambda seat: -data["scores"][seat])
    ranking = [(wording.reader.seats[seat], wording.score(data["scores"][seat])) for seat in order]
    return {"result": wording.winners(data["winners"]), "ranking": ranking}


def _nothing(wording: Wording, data: Data) -> Data:
    return {}


def _standing(wording: Wording, data: Data) -> Data:
    """What the viewer may say beforehand, the same for all seats whatever they hold."""
    spec = wording.reader.spec
    steps = {**spec.windows, **spec.stops} if data["shown"] else {}
    return {"rows": [_beforehand(wording, step, choices, data["standing"]) for step, choices in steps.items()]}


def _beforehand(wording: Wording, step: str, choices: Sequence[str], standing: Mapping[str, str]) -> Data:
    options = [option_of(choice, wording.reader.spec.kinds) for choice in choices]
    words = [wording.reader.option(option) for option in options]
    return {
        "step": step,
        "name": wording.reader.card(arg(options[0])),
        "chosen": standing.get(step, ""),
        "choices": list(zip(choices, words, strict=True)),
    }


# What happened, and who reads it.


def sentence(game: str, players: Sequence[str | None], code: str, told: Mapping[str, Any]) -> str:
    """What was told, in the reader's language."""
    return _wording(game, tuple(players), code).said(told["message"], told["args"])


def _you(wording: Wording, data: Data) -> Data:
    seats, asked = data["you"]["seats"], data["you"]["asked"]
    rows = [(seat, wording.reader.seats[seat], seat in asked, seat == data["viewer"]) for seat in seats]
    return {"seats": rows, "asked": asked}


CONTEXTS: Final[Mapping[str, Callable[[Wording, Data], Data]]] = {
    "title": _title,
    "seat": _seat,
    "zone": _zone,
    "elsewhere": _elsewhere,
    "prompt": _prompt,
    "standing": _standing,
    "people": _nothing,
    "you": _you,
}
PROMPTS: Final[Mapping[str, Callable[[Wording, Data], Data]]] = {
    "frozen": _nothing,
    "before": _nothing,
    "over": _over,
    "waiting": _waiting,
    "asked": _asked,
}
