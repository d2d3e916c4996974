"""The parts of a table on the page: where they lie, and which data of a whole view each shows.

The data of a part are as few as can be: so viewers who see the same share it, and what has not changed is drawn once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from parlour import games
from parlour.kernel.options import option_of
from parlour.kernel.record import value_text
from parlour.kernel.spec import ALL, OWNER
from parlour.web.marks import cards_of, zone_id
from parlour.wording import by_zones, families, is_bot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from parlour.kernel.options import Option, Seat
    from parlour.kernel.spec import Zone
    from parlour.kernel.views import ZoneView

CHANGES: Final = 8192
"""For how many combinations of what has changed it is kept which parts show it."""
OPTIONS: Final = 2048
"""How many options are kept by their texts."""
TABLES: Final = 1024
"""For how many tables as they stand it is kept what is shown of all seats."""

Whole = dict[str, Any]
Data = dict[str, Any]


@dataclass(frozen=True)
class Part:
    """A part of the page that is sent by itself.

    Attributes:
        id: of its element.
        template: what draws it.
        needs: the entries of a whole view that it shows.
        zones: the zones that it shows.
        data: takes these out of a whole view: plain values, on which alone the part depends.
        public: whether all viewers see it alike; a seat all but who sits there.
    """

    id: str
    template: str
    needs: frozenset[str]
    zones: frozenset[str]
    data: Callable[[Whole], Data]
    public: bool = False


@dataclass(frozen=True, eq=False)
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

    @lru_cache(CHANGES)  # noqa: B019 - as many layouts as there are games, seats and viewers, for good
    def touched(self, names: tuple[str, ...], zones: tuple[str, ...]) -> tuple[Part, ...]:
        """Those that show any of these entries of a whole view, or of these zones."""
        parts = self.parts()
        return tuple([part for part in parts if not (part.needs.isdisjoint(names) and part.zones.isdisjoint(zones))])


def layout(whole: Whole) -> Layout:
    """The layout of a table as a viewer sees it."""
    return _layout(whole["game"], len(whole["players"]), whole["viewer"], dealt="zones" in whole)


@cache
def _layout(game: str, seats: int, viewer: Seat | None, *, dealt: bool) -> Layout:
    spec = games.load(game)
    zones = spec.zones(seats) if dealt else ()
    own = [zone for zone in zones if zone.owner == viewer is not None and zone.sees == OWNER]
    owned = {seat: [zone for zone in zones if zone.owner == seat] for seat in range(seats)}
    common = [zone for zone in zones if zone.owner is None]
    aside = [zone for zone in common if zone.name in spec.aside]
    return Layout(
        tuple(
            (_seat(seat, each, public=seat != viewer), _zones(zone for zone in each if zone not in own))
            for seat, each in owned.items()
        ),
        _zones(zone for zone in common if zone not in aside),
        _zones(aside),
        _zones(own, large=True),
        _rest(zones),
    )


def _zones(zones: Iterable[Zone], *, large: bool = False) -> tuple[Part, ...]:
    return tuple([_zone(zone.name, large=large, public=zone.sees == ALL) for zone in zones])


def _zone(name: str, *, large: bool, public: bool) -> Part:
    def data(whole: Whole) -> Data:
        return {"zone": whole["zones"][name], "large": large}

    return Part(zone_id(name), "zone", frozenset(), frozenset({name}), data, public=public)


SEAT: Final = frozenset({"players", "viewer", "turn", "values", "scores", "winners", "asked", "window", "present"})


def _seat(seat: Seat, zones: Iterable[Zone], *, public: bool) -> Part:
    """A seat's part; what stands beside its name may depend on its own zones and on values.

    Whether it still owes a secret answer only the viewer there may know.
    """

    def data(whole: Whole) -> Data:
        return {
            "seat": seat,
            "players": whole["players"],
            "you": seat == whole["viewer"],
            "here": bool(whole["present"][seat]),
            **(_of_seat(whole, seat) if "zones" in whole else NOT_DEALT),
        }

    return Part(f"seat-{seat}", "seat", SEAT, _names(zones), data, public=public)


NOT_DEALT: Final[Data] = {"asked": False, "turn": False, "winner": False, "beside": "", "values": {}, "score": None}


def _of_seat(whole: Whole, seat: Seat) -> Data:
    beside, scores = games.load(whole["game"]).beside, whole["scores"]
    return {
        "asked": seat in whole["asked"] and not whole["window"],
        "turn": seat == whole["turn"] and not whole["winners"],
        "winner": seat in whole["winners"],
        "beside": beside(_Open(whole["values"], whole["zones"]), seat),
        "values": _values(tuple(whole["values"]), tuple(whole["values"].values()), len(scores))[seat],
        "score": scores[seat] if any(scores) else None,
    }


@lru_cache(TABLES)
def _values(names: tuple[str, ...], values: tuple[int | str, ...], seats: int) -> list[Data]:
    """For each seat its values, but for those that are nothing for all."""
    named = dict(zip(names, values, strict=True))
    shown = [name for name in families(named) if any(named[f"{name}.{seat}"] for seat in range(seats))]
    return [{name: named[f"{name}.{seat}"] for name in shown} for seat in range(seats)]


class _Open(NamedTuple):
    """See `parlour.kernel.views.Shown`."""

    values: Mapping[str, int | str]
    zones: Mapping[str, ZoneView]

    def zone(self, name: str) -> ZoneView:
        return self.zones[name]


def _names(zones: Iterable[Zone]) -> frozenset[str]:
    return frozenset(zone.name for zone in zones)


def _rest(zones: Iterable[Zone]) -> tuple[Part, ...]:
    none: frozenset[str] = frozenset()
    return (
        Part("title", "title", TITLE, none, _title_data, public=True),
        Part("elsewhere", "elsewhere", frozenset({"players", "elsewhere"}), none, _elsewhere_data),
        Part("prompt", "prompt", PROMPT, _names(zones), _prompt_data),
        Part("standing", "standing", frozenset({"viewer", "standing", "winners"}), none, _standing_data),
        Part("people", "people", frozenset({"people", "watching"}), none, _people_data, public=True),
    )


TITLE: Final = frozenset({"players", "turn", "turns", "values", "winners", "frozen"})


def _title_data(whole: Whole) -> Data:
    values = {name: value for name, value in whole.get("values", {}).items() if "." not in name}
    turns = None if whole.get("winners") else whole.get("turns")
    return {
        "players": whole["players"],
        "turns": turns,
        "turn": whole.get("turn"),
        "values": values,
        "frozen": whole["frozen"],
    }


def _elsewhere_data(whole: Whole) -> Data:
    found = by_zones(whole.get("elsewhere", ()))
    owners = {name: whole["zones"][name].owner for zones in found for name in zones}
    return {"players": whole["players"], "owners": owners, "elsewhere": list(found.items())}


def _people_data(whole: Whole) -> Data:
    return {"people": whole["people"], "watching": whole["watching"]}


def _standing_data(whole: Whole) -> Data:
    shown = whole["viewer"] is not None and "zones" in whole and not whole["winners"]
    return {"shown": shown, "standing": whole["standing"]}


PROMPT: Final = frozenset(
    {
        *("players", "viewer", "setup", "turns", "step", "card", "options", "question", "asked"),
        *("scores", "winners", "meant", "window", "frozen"),
    }
)


def _prompt_data(whole: Whole) -> Data:
    """What is asked of the viewer, or whom the table waits for, which is the same for all others; or the result."""
    if whole["frozen"]:
        return {"sort": "frozen", "frozen": whole["frozen"]}
    if "zones" not in whole:
        return {"sort": "before"}
    if whole["winners"]:
        return _over_data(whole)
    asked = {name: whole[name] for name in ("players", "step", "card", "window")}
    if whole["window"]:
        asked["moment"] = "-".join(str(each) for each in (whole["turns"], *_counts(whole)))
    if not whole["options"] or (whole["window"] and whole["options"] == ("pass",)):
        return {"sort": "waiting", **asked, "asked": () if whole["window"] else whole["asked"]}
    return {"sort": "asked", **asked, **_options_data(whole)}


def _counts(whole: Whole) -> list[int]:
    """How many cards lie where: public, and never the same at two windows of a turn."""
    return [zone.count for zone in whole["zones"].values()]


def _options_data(whole: Whole) -> Data:
    spec = games.load(whole["game"])
    options = [_option(spec.id, text) for text in whole["options"]]
    return {
        "options": whole["options"],
        "question": whole["question"],
        "meant": whole["meant"],
        "cards": cards_of(options, whole, spec),
        "large": [part.id for part in layout(whole).own],
    }


@lru_cache(OPTIONS)
def _option(game: str, text: str) -> Option:
    return option_of(text, games.load(game).kinds)


def _over_data(whole: Whole) -> Data:
    """The result, and who sits where at another table of the same: bots, and free seats but for those of who asks for it."""
    players = [player if player and is_bot(player) else "open" for player in whole["players"]]
    setup = [(name, value_text(value)) for name, value in whole["setup"].items()]
    parts = {name: whole[name] for name in ("players", "scores", "winners")}
    return {"sort": "over", **parts, "again": players, "setup": setup}
