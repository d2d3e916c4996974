"""What a game must offer to be played at a Parlour table."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from parlour.kernel.errors import BadSetup, UnknownName
from parlour.kernel.knowledge import Knowledge, nothing_known, side_by_side

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from parlour.kernel.game import Game
    from parlour.kernel.messages import Message
    from parlour.kernel.options import Kind, Seat
    from parlour.kernel.views import Shown

Value = int | str | tuple[str, ...]

ALL: Final = "all"
OWNER: Final = "owner"
NOBODY: Final = "nobody"


@dataclass(frozen=True)
class Card:
    """A kind of card.

    Attributes:
        id: the one identifier it has everywhere.
        names: by language code, the forms of its name; the form ``""`` is the plain name. English is always there.
        rule: the number of its rule, such as ``MG 4 the_thief``.
        text: what it does, in our own words.
        sort: what the game's rules call its sort, such as ``object``.
        mark: what is printed large on it, such as its points; shown beside its name where cards lie.
    """

    id: str
    names: Mapping[str, Mapping[str, str]]
    rule: str
    text: str
    sort: str = ""
    mark: str = ""


@dataclass(frozen=True)
class Zone:
    """A place where cards lie.

    Attributes:
        name: such as ``hand.0`` or ``tomb``.
        sees: who always sees its cards: `ALL`, `OWNER` or `NOBODY`.
        owner: the seat it belongs to.
        ordered: whether its order is part of the position; then the front or top comes first.
        deck: the number of the deck whose cards it holds; cards of different decks never mix.
    """

    name: str
    sees: str
    owner: Seat | None = None
    ordered: bool = False
    deck: int = 0


@dataclass(frozen=True)
class TableOption:
    """A switch that a table is set up with.

    Attributes:
        name: its key.
        default: its value where nothing is said.
        values: the values it may have.
        text: what it decides, in our own words.
        other: accepts further values; returns the value as it is kept, or raises `ValueError` saying what was expected.
        fewest: for values that not all tables can have, the fewest seats.
    """

    name: str
    default: Value
    values: tuple[Value, ...]
    text: str
    other: Callable[[object], Value] | None = None
    fewest: Mapping[Value, int] = field(default_factory=dict)

    def checked(self, value: object) -> Value:
        """The value as it is kept.

        Raises:
            BadSetup: it is not one that the option may have.
        """
        text = {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
        for known in self.values:
            if text == str(known):
                return known
        expected = " or ".join(str(known) for known in self.values)
        if self.other is not None:
            try:
                return self.other(value)
            except ValueError as error:
                expected = f"{expected}, or {error}"
        raise BadSetup(f"option {self.name} can't be {value!r}: expected {expected}", self.name)


def _nothing_beside(view: Shown, seat: Seat) -> str:
    return ""


def ahead(game: Game, seat: Seat) -> float:
    """The score by which a seat is ahead of the best of the others."""
    scores = game.scores()
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)


@dataclass(frozen=True)
class GameSpec:
    """A game: its data, and the class that plays it.

    Attributes:
        id: its identifier, the name of its folder.
        title: its name as printed.
        rule_prefix: what its rule numbers begin with, such as ``MG``.
        version: the version of its rules; changes whenever the same decisions may lead elsewhere.
        seats: the fewest and the most seats.
        options: its table options.
        cards: its kinds of cards; the code of a kind is its index here.
        play: the class that plays it.
        zones: its zones at a table of some seats.
        bound: from a number of seats and the options, the turns within which a random game ends.
        effects: for each card with a step of its own, that step; a table that tests may change.
        predicates: rule number to the name of the function, in one of the game's modules, that decides it.
        prompts: step to the question it puts, a message template; ``STEP:CARD`` where a card asks it differently.
        presets: for an option, by its values, what other options are unless they are set themselves.
        advice: how to play well, for people and for the help page.
        guide: the game for a newcomer, a line each: the goal, what a turn is, how it ends, what scores.
        rulebook: every numbered rule, in the order of the numbers, with what it says in our own words; the rules of single
            cards are the texts of these.
        rulings: the numbers of rules that no source settles, wholly or in part, with what is played here: the text of
            `rulebook` where that is the whole rule.
        zone_names: the first part of a zone's name to what people call it, a message template; likewise `value_names`
            for the public values; an empty one where people need not see the value, ``NAME VALUE`` for what a single
            value of it is called in the title.
        aside: the first parts of the names of zones that lie aside, and are cut short where room is short.
        score_name: what a score counts, a message template.
        hints: ``STEP VERB`` to what such an option does there, a message template with the fields ``card``, ``seat``
            and ``number``; where there is none, the text of the option's card says it.
        appraise: how well a state suits a seat, the more the better: what a bot that looks one turn ahead goes by.
        worlds: how many imagined worlds such a bot takes to choose.
        windows: the steps whose questions are reaction windows: asked in secret, of everybody who may have a reaction as
            far as all have seen, with ``pass`` among the options; for each all that one may wish to say beforehand.
        stops: likewise the steps whose questions come again and again by a public rule.
        beside: what stands beside the name of a seat, a message template or nothing; from what anybody may know.
        messages: the sentences that it can say, by their ids.
    """

    id: str
    title: str
    rule_prefix: str
    version: int
    seats: tuple[int, int]
    options: tuple[TableOption, ...]
    cards: tuple[Card, ...]
    play: type[Game]
    zones: Callable[[int], Sequence[Zone]]
    bound: Callable[[int, Mapping[str, Value]], int]
    effects: dict[Kind, Any]
    predicates: Mapping[str, str]
    prompts: Mapping[str, str]
    presets: Mapping[str, Mapping[Value, Mapping[str, Value]]] = field(default_factory=dict)
    advice: str = ""
    guide: Sequence[str] = ()
    rulebook: Mapping[str, str] = field(default_factory=dict)
    rulings: Mapping[str, str] = field(default_factory=dict)
    zone_names: Mapping[str, str] = field(default_factory=dict)
    value_names: Mapping[str, str] = field(default_factory=dict)
    aside: tuple[str, ...] = ()
    score_name: str = ""
    hints: Mapping[str, str] = field(default_factory=dict)
    beside: Callable[[Shown, Seat], str] = _nothing_beside
    messages: Mapping[str, Message] = field(default_factory=dict)
    appraise: Callable[[Any, Seat], float] = ahead
    worlds: int = 1
    windows: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    stops: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The ids of the cards, by code."""
        return tuple(card.id for card in self.cards)

    def kind(self, name: object) -> Kind:
        """The code of a card.

        Raises:
            UnknownName: the game has no such card.
        """
        code = self._codes.get(name) if isinstance(name, str) else None
        if code is None:
            raise UnknownName("card", name, self.kinds)
        return code

    @cached_property
    def _codes(self) -> dict[str, Kind]:
        return {card.id: code for code, card in enumerate(self.cards)}

    def prompt(self, step: str, card: str | None) -> str:
        """The question that a step puts, a message template.

        Args:
            step: the name of the step.
            card: the id of the card that asks, if one does.
        """
        return self.prompts.get(f"{step}:{card}") or self.prompts[step]

    def setup(self, seats: int | None = None, options: Mapping[str, object] | None = None) -> Setup:
        """A table of this game.

        Args:
            seats: how many; the fewest that the options allow where it is left out.
            options: table options by name; what is left out has its default.

        Raises:
            BadSetup: a table with these options has no such number of seats, or an option can't have the value.
            UnknownName: the game has no such option.
        """
        known = {option.name: option for option in self.options}
        for name in options or {}:
            if name not in known:
                raise UnknownName(f"option of {self.id}", name, sorted(known))
        given = {name: known[name].checked(value) for name, value in (options or {}).items()}
        chosen = {name: option.default for name, option in known.items()}
        for name, values in self.presets.items():
            chosen |= values.get(given.get(name, chosen[name]), {})
        chosen |= given
        fewest, most = self.seats_for(chosen)
        count = fewest if seats is None else seats
        if not isinstance(count, int) or not fewest <= count <= most:
            seats_word = "seat" if count == 1 else "seats"
            raise BadSetup(f"{self.id} can't be played with {count!r} {seats_word}: expected {fewest} to {most}")
        return Setup(self, count, chosen)

    def seats_for(self, options: Mapping[str, Value]) -> tuple[int, int]:
        """The fewest and the most seats of a table with these options."""
        fewest, most = self.seats
        needed = [option.fewest.get(options.get(option.name, option.default), fewest) for option in self.options]
        return max([fewest, *needed]), most


class Setup:
    """A table of a game: what stays the same through all its states, shared by them.

    Attributes:
        spec: the game.
        seats: the number of seats.
        options: every table option with its value.
        zones: the zones; the last one, ``limbo``, is where cards are while an effect moves them about.
        number: the number of each zone, by name.
        sees: for each zone the viewers that always see its cards, as a mask; bit `seats` is the spectator.
        everyone: the mask of all viewers.
        ordered: for each zone whether its order is part of the position.
        secret: for each zone whether anybody does not see it.
        private: the zones that only some see.
        memo: for the game: what follows from the rules alone and is worked out once a table.
    """

    __slots__ = (
        "_unseen",
        "everyone",
        "memo",
        "number",
        "options",
        "ordered",
        "private",
        "seats",
        "secret",
        "sees",
        "spec",
        "zones",
    )

    def __init__(self, spec: GameSpec, seats: int, options: Mapping[str, Value]) -> None:
        self.spec: GameSpec = spec
        self.seats: int = seats
        self.options: Mapping[str, Value] = options
        self.zones: tuple[Zone, ...] = (*spec.zones(seats), Zone("limbo", NOBODY, ordered=True))
        self.number: dict[str, int] = {zone.name: index for index, zone in enumerate(self.zones)}
        self.everyone: int = (1 << seats + 1) - 1
        self.sees: tuple[int, ...] = tuple(self._seen(zone) for zone in self.zones)
        self.ordered: tuple[bool, ...] = tuple(zone.ordered for zone in self.zones)
        self.secret: tuple[bool, ...] = tuple(seen != self.everyone for seen in self.sees)
        self.private: tuple[int, ...] = tuple(
            index for index, seen in enumerate(self.sees) if seen and seen != self.everyone
        )
        self.memo: dict[Any, Any] = {}
        self._unseen: dict[tuple[bytes, ...], Knowledge] = {}

    def unseen(self, zones: Sequence[bytes]) -> Knowledge:
        """What somebody knows who has seen only the open zones, and how many cards the others hold."""
        secret = [index for index, hidden in enumerate(self.secret) if hidden]
        cards = [bytes(sorted(b"".join(zones[index] for index in each))) for each in self._decks(secret)]
        key = (bytes(len(zones[index]) for index in secret), *cards)
        if key not in self._unseen:
            parts = [
                nothing_known([(index, len(zones[index])) for index in each], kinds)
                for each, kinds in zip(self._decks(secret), cards, strict=True)
            ]
            self._unseen = {key: side_by_side(parts)}
        return self._unseen[key]

    def _decks(self, numbers: Sequence[int]) -> list[list[int]]:
        decks = sorted({self.zones[index].deck for index in numbers})
        return [[index for index in numbers if self.zones[index].deck == deck] for deck in decks]

    def _seen(self, zone: Zone) -> int:
        if zone.sees == ALL:
            return self.everyone
        return 1 << zone.owner if zone.sees == OWNER and zone.owner is not None else 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Setup) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.spec.id, self.seats))

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuilt, (self.spec.play, self.seats, dict(self.options)))

    def _key(self) -> tuple[object, ...]:
        return (self.spec.id, self.seats, self.options)


def _rebuilt(play: type[Game], seats: int, options: Mapping[str, Value]) -> Setup:
    return Setup(play.spec, seats, options)
