"""The table: a stack of frames, chance, and zones of cards with what is known of them.

A rule is a function on the game. It does its work and, where it needs a choice or a later step, writes that down as a
*frame*: the step, the card it comes from and a few plain values. A question holds the function that derives its options
from the state, never the options, so that it follows an imagined world. An empty stack means the game's `next_turn`.
"""

from __future__ import annotations

import hashlib
from functools import cache
from operator import eq
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

from parlour.kernel import views
from parlour.kernel.chance import Rng, fast_below, fast_next, fast_seed, sealed_below
from parlour.kernel.errors import BadPosition, IllegalChoice, NothingOwed, UnknownName
from parlour.kernel.events import Drawn, JournalEntry, Said, Taken
from parlour.kernel.knowledge import ABSENT, ARRANGE, DRAW, LOOK, MOVE, OPEN, SHOW, SHUFFLE, Knowledge, Op, follow
from parlour.kernel.messages import Message, Told
from parlour.kernel.options import CARD, option_of, option_text, same_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from parlour.kernel.options import Kind, Option, Seat
    from parlour.kernel.spec import GameSpec, Setup, Value

    Step = Callable[..., None]
    OptionsOf = Callable[..., Sequence[Option]]
    Frame = tuple[int, tuple[Seat, ...], Step, OptionsOf | None, int, tuple[Any, ...]]
    Log = tuple[Op, "Log"] | None

NO_CARD: Final = -1
DO: Final = 0
ASK: Final = 1
ASK_OPEN: Final = 2
ASK_ALL: Final = 3
ONE: Final = tuple(bytes((kind,)) for kind in range(256))


class Game:
    """A state of a table. A game subclasses it and adds the slots its rules need.

    Attributes:
        setup: the table, shared by all its states.
        zones: the cards of each zone as kind codes, front or top or newest first.
        stack: the frames to come, the next one last.
        question: the frame that waits for choices, or None.
        answers: the secret choices already given to it, as (seat, option).
        card: the card whose step runs, or -1.
        brisk: whether a reaction is asked of those alone who have one in this world, as search and simulation want it.
        chance: the state of chance: of the fast generator, or with a `seed` the number of the next sealed block.
        seed: the 256-bit seed of sealed chance; empty for the fast generator.
        script: outcomes of the named draws to come, before the generator goes on.
        turn: whose turn it is; -1 in a game of joint turns.
        turns: how many turns have begun.
        winners: the seats that have won; empty until the game is over.
        known: what each viewer, the spectator last, knew when last asked.
        since: how far that was worked out: for each viewer the part of `log` that is in it.
        log: what was done to hidden zones, the last op with the log before it: so copies share it.
        journal: where everything that happens is written, if anybody wants it.
    """

    __slots__ = (
        "answers",
        "brisk",
        "card",
        "chance",
        "journal",
        "known",
        "log",
        "question",
        "script",
        "seed",
        "setup",
        "since",
        "stack",
        "turn",
        "turns",
        "winners",
        "zones",
    )
    spec: ClassVar[GameSpec]

    setup: Setup
    zones: list[bytes]
    stack: list[Frame]
    question: Frame | None
    answers: tuple[tuple[Seat, Option], ...]
    card: int
    brisk: bool
    chance: int
    seed: bytes
    script: tuple[tuple[str, object], ...]
    turn: Seat
    turns: int
    winners: tuple[Seat, ...]
    known: tuple[Knowledge, ...]
    since: tuple[Log, ...]
    log: Log
    journal: list[JournalEntry] | None

    def __init__(self, setup: Setup) -> None:
        self.setup = setup

    # What a game adds.

    def set_up(self) -> None:
        """Lay the cards out for a new game; uses the named draws."""
        raise NotImplementedError

    def next_turn(self) -> None:
        """Begin the next turn, or end the game by naming the winners."""
        raise NotImplementedError

    def scores(self) -> Sequence[float]:
        """The score of each seat so far."""
        raise NotImplementedError

    def values(self) -> dict[str, int | str]:
        """The public values beside the zones, by the names that positions use."""
        return {}

    def decks(self) -> Sequence[bytes]:
        """The cards of each deck, all that are in the game."""
        raise NotImplementedError

    # What a game adds so that positions can be written down and set up.

    def settled_options(self) -> Mapping[str, Value]:
        """The table options under which the position can be set up again: chance may have settled one."""
        return self.setup.options

    def place_values(self, values: Mapping[str, int], sizes: Mapping[str, int]) -> None:
        """Set the public values of a position; what is not named has its default.

        Args:
            values: the values that are named.
            sizes: the number of cards of each zone that is named.

        Raises:
            UnknownName: the game has no such value.
            BadPosition: a value can't be.
        """
        for name in values:
            raise UnknownName("value", name, list(self.values()))

    def normal_size(self, zone: int) -> int:
        """How many cards a zone holds in a position that does not name it."""
        return 0

    def rest_zones(self, deck: int) -> Sequence[int]:
        """The zones that can take all cards left over; the first one not named does."""
        raise NotImplementedError

    def fits(self, card: Kind, zone: int) -> bool:
        """Whether a card may ever lie in a zone."""
        return True

    def placed(self, rng: Rng) -> None:
        """Work out what follows from the cards of a position once they lie."""

    def place_turn(self, seat: Seat) -> None:
        """Let `next_turn` begin the turn of a seat."""
        self.turn = (seat - 1) % self.setup.seats

    def begins_with(self, seat: Seat) -> bool:
        """Whether a position that was set up stands at the turn of a seat."""
        return self.turn == seat

    def card_from_text(self, text: str, zone: int) -> Kind:
        """The code of a card as positions write it.

        Raises:
            UnknownName: the game has no such card.
        """
        return self.spec.kind(text)

    @classmethod
    def card_text(cls, card: Kind, zone: int) -> str:  # noqa: ARG003 - games override it
        """A card as positions write it."""
        return cls.spec.kinds[card]

    def card_of(self, code: Kind) -> Kind:
        """The card of the deck that a code in a zone stands for."""
        return code

    # What a game adds where the course of play tells more of hidden cards than the zones do.

    def possible(self) -> bool:
        """Whether the hidden cards, as they lie, go with what everybody has seen happen."""
        return True

    # Starting.

    @classmethod
    def blank(cls, setup: Setup, chance_state: int, seed: bytes = b"") -> Self:
        """A table with every zone empty and nobody to move."""
        game = cls(setup)
        game.zones = [b""] * len(setup.zones)
        game.stack = []
        game.question = None
        game.answers = ()
        game.card = NO_CARD
        game.brisk = False
        game.chance = chance_state
        game.seed = seed
        game.script = ()
        game.turn = -1
        game.turns = 0
        game.winners = ()
        game.known = ()
        game.since = ()
        game.log = None
        game.journal = None
        return game

    @classmethod
    def start(
        cls, setup: Setup, seed: object, *, script: Iterable[tuple[str, object]] = (), journal: bool = False
    ) -> Self:
        """A new game, dealt and waiting for its first choice.

        Args:
            setup: the table.
            seed: 32 bytes for chance that can't be foretold, anything else with a stable ``str`` for the fast generator.
            script: outcomes of the first named draws, before the generator goes on.
            journal: whether to keep a journal from the first draw on.

        Raises:
            BadPosition: a draw can't have the outcome of the script.
        """
        sealed = isinstance(seed, bytes)
        game = cls.blank(setup, 0 if sealed else fast_seed(seed), seed if isinstance(seed, bytes) else b"")
        if journal:
            game.journal = []
        game.script = tuple(script)
        game.set_up()
        game.forget()
        game.run()
        return game

    def forget(self) -> None:
        """Let nobody know more than what the zones show as they lie."""
        self.known = (self.setup.unseen(self.zones),) * (self.setup.seats + 1)
        self.since = (None,) * len(self.known)
        self.log = self.opened_to(self.setup.everyone)

    def opened_to(self, viewers: int) -> Log:
        """The ops by which those of some viewers, given as a mask, who see private zones look into them."""
        sees = self.setup.sees
        log: Log = None
        for zone in self.setup.private:
            log = ((OPEN, zone, 0, self.zones[zone], sees[zone] & viewers), log)
        return log

    # Choices.

    def owes(self) -> tuple[Seat, ...]:
        """The seats that owe a choice."""
        if self.question is None:
            return ()
        if not self.answers:
            return self.question[1]
        given = {seat for seat, _ in self.answers}
        return tuple(seat for seat in self.question[1] if seat not in given)

    def asked(self) -> tuple[Seat, ...]:
        """The seats that the pending question was put to, whether or not they have answered."""
        return () if self.question is None else self.question[1]

    def step_asked(self) -> str | None:
        """The name of the step that the pending question leads to."""
        return None if self.question is None else self.question[2].__name__

    def options(self, seat: Seat) -> Sequence[Option]:
        """The options of a seat that owes a choice, each once, in a stable order."""
        question = self.question
        if question is None or question[3] is None:
            return ()
        return question[3](self, seat, *question[5])

    def choose(self, seat: Seat, option: Option) -> None:
        """Answer for a seat, and play on to the next question.

        Raises:
            NothingOwed: the seat owes no choice.
            IllegalChoice: the option is not among the seat's.
        """
        if seat not in self.owes():
            owing = ", ".join(str(each) for each in self.asked() if each != seat)
            expected = f"seat {owing} to move" if owing else "nothing, the game is over"
            raise NothingOwed(f"seat {seat} owes no choice: expected {expected}")
        if option not in self.options(seat):
            raise self._illegal(seat, self._named(option))
        self.apply(seat, option)

    def choose_text(self, seat: Seat, text: str) -> Option:
        """Answer for a seat with the text of an option; returns the option.

        Raises:
            NothingOwed: the seat owes no choice.
            IllegalChoice: no option of the seat has this text.
        """
        if seat not in self.owes():
            self.choose(seat, -1)
        options, kinds = self.options(seat), self.spec.kinds
        for is_meant in (eq, same_text):
            for option in options:
                if is_meant(option_text(option, kinds), text):
                    self.apply(seat, option)
                    return option
        raise self._illegal(seat, text)

    def _named(self, option: Option) -> str:
        """What was chosen: the option's text, also that of a set of one card, or the number where it is no option."""
        try:
            text = option_text(option, self.spec.kinds)
            fits = option_of(text, self.spec.kinds) in (option, option & ~(1 << 8))
            return text if fits else str(option)
        except (IndexError, TypeError, UnknownName):
            return str(option)

    def _illegal(self, seat: Seat, text: str) -> IllegalChoice:
        texts = ", ".join(option_text(option, self.spec.kinds) for option in self.options(seat))
        return IllegalChoice(f"seat {seat} can't choose {text!r} at {self.step_asked()}: expected one of {texts}")

    def apply(self, seat: Seat, option: Option) -> None:
        """Answer with an option known to be legal, as search and simulation do: nothing is checked."""
        question = self.question
        assert question is not None
        how, seats, step, _, card, kept = question
        if how == ASK_ALL:
            self.answers = answers = (*self.answers, (seat, option))
            if len(answers) < len(seats):
                return
            self.answers = ()
            self.question = None
            self._step(step, card, (dict(sorted(answers)), *kept))
        else:
            self.question = None
            self._step(step, card, (option, seat, *kept))
        self.run()

    # Frames.

    def do(self, step: Step, *kept: Any) -> None:
        """Write down a step to be done; steps are done in the order written."""
        self.stack.append((DO, (), step, None, self.card, kept))

    def ask(self, seat: Seat, options_of: OptionsOf, then: Step, *kept: Any) -> None:
        """Ask a seat for one of ``options_of(game, seat, *kept)``; then do ``then(game, option, seat, *kept)``.

        It is asked even where only one option is left, for what is open depends on what others may not know.
        """
        self.stack.append((ASK, (seat,), then, options_of, self.card, kept))

    def ask_open(self, seat: Seat, options_of: OptionsOf, then: Step, *kept: Any) -> None:
        """As `ask`, where the options follow from public knowledge alone: a single one is taken, none ends it (R2)."""
        self.stack.append((ASK_OPEN, (seat,), then, options_of, self.card, kept))

    def ask_all(self, seats: Iterable[Seat], options_of: OptionsOf, then: Step, *kept: Any) -> None:
        """Ask several seats at once and in secret; then do ``then(game, {seat: option}, *kept)``."""
        self.stack.append((ASK_ALL, tuple(seats), then, options_of, self.card, kept))

    def run(self) -> None:
        """Do what can be done without a choice."""
        stack = self.stack
        while self.question is None and not self.winners:
            if stack:
                frame = stack.pop()
                if frame[0] == DO:
                    self._step(frame[2], frame[4], frame[5])
                elif frame[0] == ASK_OPEN:
                    self._ask_open(frame)
                else:
                    self.question = frame
            else:
                self.card = NO_CARD
                self.next_turn()
                if len(stack) > 1:
                    stack.reverse()

    def _step(self, step: Step, card: int, args: tuple[Any, ...]) -> None:
        stack = self.stack
        depth = len(stack)
        self.card = card
        step(self, *args)
        if len(stack) > depth + 1:
            written = stack[depth:]
            written.reverse()
            stack[depth:] = written

    def _ask_open(self, frame: Frame) -> None:
        _, (seat,), step, options_of, card, kept = frame
        assert options_of is not None
        options = options_of(self, seat, *kept)
        if len(options) > 1:
            self.question = frame
        elif options:
            if self.journal is not None:
                self.journal.append(Taken(seat, step.__name__, options[0]))
            self._step(step, card, (options[0], seat, *kept))

    # Chance.

    def below(self, n: int) -> int:
        """A number in ``0..n-1`` from the table's own chance."""
        if self.seed:
            value, self.chance = sealed_below(self.seed, self.chance, n)
            return value
        self.chance = state = fast_next(self.chance)
        return fast_below(state, n)

    def roll(self, sides: int) -> int:
        """A die: a number in ``1..sides``."""
        face = self._scripted("roll", range(1, sides + 1)) if self.script else self.below(sides) + 1
        if self.journal is not None:
            self.journal.append(Drawn("roll", face))
        return face

    def pick(self, options: Sequence[Option]) -> Option:
        """One of some options, each equally likely."""
        option = self._scripted("pick", options) if self.script else options[self.below(len(options))]
        if self.journal is not None:
            self.journal.append(Drawn("pick", option_text(option, self.spec.kinds)))
        return option

    def pick_card(self, cards: bytes) -> Kind:
        """One of some cards, each equally likely."""
        if self.script or self.journal is not None:
            return self.pick([CARD | kind for kind in cards]) & 255
        return cards[self.below(len(cards))]

    def shuffle(self, cards: bytes) -> bytes:
        """Some cards in an order in which each is equally likely."""
        mixed = self._scripted_order(cards) if self.script else self._mixed(cards)
        if self.journal is not None:
            self.journal.append(Drawn("shuffle", [self.spec.kinds[kind] for kind in mixed]))
        return mixed

    def _mixed(self, cards: bytes) -> bytes:
        mixed = bytearray(cards)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return bytes(mixed)

    def _scripted(self, draw: str, options: Sequence[int]) -> int:
        name, outcome = self.script[0]
        texts = {str(option) if draw == "roll" else option_text(option, self.spec.kinds): option for option in options}
        if name != draw or str(outcome) not in texts:
            raise BadPosition(
                f"chance can't be {{{name}: {outcome}}} here: expected {{{draw}: one of {', '.join(texts)}}}"
            )
        self.script = self.script[1:]
        return texts[str(outcome)]

    def _scripted_order(self, cards: bytes) -> bytes:
        name, outcome = self.script[0]
        order = bytes(self.spec.kind(each) for each in outcome) if isinstance(outcome, (list, tuple)) else b""
        if name != "shuffle" or sorted(order) != sorted(cards):
            ids = ", ".join(self.spec.kinds[kind] for kind in sorted(cards))
            raise BadPosition(f"chance can't be {{{name}: {outcome}}} here: expected {{shuffle: [an order of {ids}]}}")
        self.script = self.script[1:]
        return order

    # Zones.

    def move(self, card: Kind, zone: int, to: int, seen: int = 0) -> None:
        """Move a card to the front or top of a zone.

        Args:
            card: its kind; the first one in `zone` moves.
            zone: the number of the zone it leaves.
            to: the number of the zone it goes to.
            seen: the viewers that see it, beside those that see either zone.
        """
        zones = self.zones
        one = ONE[card]
        zones[zone] = zones[zone].replace(one, b"", 1)
        zones[to] = one + zones[to]
        self._note((MOVE, zone, to, one, seen), zone, to)

    def put(self, card: Kind, zone: int, to: int, at: int) -> None:
        """Move a card, the first one of its kind in `zone`, to a place of a zone that all see."""
        zones = self.zones
        one = ONE[card]
        zones[zone] = zones[zone].replace(one, b"", 1)
        zones[to] = zones[to][:at] + one + zones[to][at:]
        self._note((MOVE, zone, to, one, 0), zone, to)

    def move_all(self, zone: int, to: int) -> None:
        """Move all cards of a zone to the front or top of another, as they lie."""
        zones = self.zones
        cards = zones[zone]
        if cards:
            zones[zone] = b""
            zones[to] = cards + zones[to]
            self._note((MOVE, zone, to, cards, 0), zone, to)

    def draw(self, zone: int, to: int, count: int) -> None:
        """Move cards from the top of a zone, as they lie, to the top of another; at most what is there."""
        zones = self.zones
        cards = zones[zone][:count]
        zones[zone] = zones[zone][count:]
        zones[to] = cards + zones[to]
        self._note((DRAW, zone, to, cards, 0), zone, to)

    def shift(self, zone: int, place: int, to: int, at: int) -> None:
        """Move the card at a place of an ordered zone to a place of another, or of the same once it has left it.

        A zone that some can't see is left from the top; `at` is a place of a zone that all see, or 0.
        """
        zones = self.zones
        one = zones[zone][place : place + 1]
        zones[zone] = zones[zone][:place] + zones[zone][place + 1 :]
        zones[to] = zones[to][:at] + one + zones[to][at:]
        self._note((DRAW if place == 0 else MOVE, zone, to, one, 0), zone, to)

    def arrange(self, zone: int, cards: bytes) -> None:
        """Lay the cards of a zone that all see in a new order."""
        self.zones[zone] = cards
        self._note((ARRANGE, zone, 0, cards, 0), zone, zone)

    def shuffle_zone(self, zone: int) -> None:
        """Shuffle the cards of a zone."""
        self.zones[zone] = self.shuffle(self.zones[zone])
        self._note((SHUFFLE, zone, 0, b"", 0), zone, zone)

    def show(self, cards: bytes, zone: int, viewers: int) -> None:
        """Show cards of a zone to some viewers; they stay where they are."""
        self._note((SHOW, zone, 0, cards, viewers & ~self.setup.sees[zone]), zone, zone)

    def look(self, zone: int, count: int, viewers: int) -> None:
        """Let some viewers look at the top cards of a zone, in their order."""
        self._note((LOOK, zone, 0, self.zones[zone][:count], viewers & ~self.setup.sees[zone]), zone, zone)

    def rule_out(self, kinds: bytes, zone: int, viewers: int) -> None:
        """Let some viewers know that no card of some kinds is in a zone."""
        self._note((ABSENT, zone, 0, kinds, viewers & ~self.setup.sees[zone]), zone, zone)

    def _note(self, op: Op, zone: int, to: int) -> None:
        if self.setup.secret[zone] or self.setup.secret[to]:
            self.log = (op, self.log)
        if self.journal is not None:
            self.journal.append(op)

    # Telling.

    def tell(self, message: Message, *args: int) -> None:
        """Say something to all viewers."""
        if self.journal is not None:
            self.journal.append(Said(self.setup.everyone, Told(message, args)))

    def tell_some(self, viewers: int, message: Message, *args: int) -> None:
        """Say something to some viewers, given as a mask."""
        if self.journal is not None:
            self.journal.append(Said(viewers, Told(message, args)))

    # Knowledge.

    def settle(self) -> None:
        """Work what was done into what is known, for all viewers."""
        if self.log is not None:
            self.known = tuple(self.knowledge(viewer) for viewer in range(len(self.known)))
            self.since = (None,) * len(self.known)
            self.log = None

    def knowledge(self, viewer: int) -> Knowledge:
        """What the viewer of a bit number, a seat or for the spectator the number of seats, knows of hidden cards."""
        ops = []
        log = self.log
        while log is not None and log is not self.since[viewer]:
            op, log = log
            ops.append(op)
        if ops:
            ops.reverse()
            known = follow(self.known[viewer], ops, 1 << viewer, self.setup.sees, self.setup.ordered)
            self.known = (*self.known[:viewer], known, *self.known[viewer + 1 :])
            self.since = (*self.since[:viewer], self.log, *self.since[viewer + 1 :])
        return self.known[viewer]

    def view(self, viewer: Seat | None) -> views.View:
        """Everything that a seat, or with None a spectator, may know.

        Raises:
            UnknownName: there is no such seat.
        """
        return views.view(self, viewer)

    def imagine(self, seat: Seat, rng: Rng) -> Self:
        """A full state that this seat can't tell from the real one.

        It depends on what the seat knows and on `rng` alone. Every way the hidden cards can lie is equally likely. Secret
        answers of others are asked again, chance is new, and what others learned in secret is not in it: they know what
        the spectator knows and their own cards.
        """
        known = self.knowledge(seat)
        game = self.copy()
        while True:
            for zone, cards in known.deal(rng).items():
                game.zones[zone] = cards
            if game.possible():
                break
        game.answers = tuple(answer for answer in self.answers if answer[0] == seat)
        game.brisk = True
        game.seed = b""
        game.script = ()
        game.chance = rng.fork()
        public = self.knowledge(self.setup.seats)
        game.known = tuple(known if viewer == seat else public for viewer in range(self.setup.seats + 1))
        game.since = (None,) * len(game.known)
        game.log = game.opened_to(self.setup.everyone & ~(1 << seat))
        return game

    # Copies, equality, text.

    def copy(self) -> Self:
        """The same state, independent of this one, without a journal."""
        new = type(self)(self.setup)
        new.zones = self.zones.copy()
        new.stack = self.stack.copy()
        new.question = self.question
        new.answers = self.answers
        new.card = self.card
        new.brisk = self.brisk
        new.chance = self.chance
        new.seed = self.seed
        new.script = self.script
        new.turn = self.turn
        new.turns = self.turns
        new.winners = self.winners
        new.known = self.known
        new.since = self.since
        new.log = self.log
        new.journal = None
        return new

    def state(self) -> dict[str, object]:
        """All that the state is, by slot name; frames as plain values."""
        self.settle()
        return self._slots_but("journal", "log", "setup", "since")

    def fingerprint(self) -> str:
        """A short digest of the position, equal for equal positions on any machine, 16 hexadecimal digits.

        What is empty does not count, so that positions keep their fingerprints when a slot is added that they don't use.
        """
        slots = self._slots_but("brisk", "journal", "known", "log", "script", "seed", "setup", "since")
        state = {name: value for name, value in slots.items() if value}
        text = repr((self.spec.id, self.setup.seats, sorted(self.setup.options.items()), state))
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()

    def _slots_but(self, *left_out: str) -> dict[str, object]:
        slots = {name: getattr(self, name) for name in _slots(type(self).__mro__, left_out)}
        slots["stack"] = [_plain(frame) for frame in self.stack]
        slots["question"] = None if self.question is None else _plain(self.question)
        return slots

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game) or type(self) is not type(other):
            return NotImplemented
        return self.setup == other.setup and self.state() == other.state()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        asked = f"{self.step_asked()} {self.owes()}" if self.question is not None else f"won by {self.winners}"
        return f"<{self.spec.id} turn {self.turns}: {asked}, {len(self.stack)} frames to come>"

    def __reduce__(self) -> tuple[Any, ...]:
        self.settle()
        slots = {name: getattr(self, name) for name in _slots(type(self).__mro__, ("journal", "setup"))}
        return (_restored, (type(self), self.setup, slots))

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()


@cache
def _slots(classes: tuple[type, ...], left_out: tuple[str, ...]) -> list[str]:
    names = {name for each in classes for name in getattr(each, "__slots__", ())}
    return sorted(names.difference(left_out))


def _plain(frame: Frame) -> tuple[object, ...]:
    how, seats, step, options_of, card, kept = frame
    return (how, seats, step.__name__, options_of.__name__ if options_of is not None else "", card, kept)


def _restored(play: type[Game], setup: Setup, slots: dict[str, Any]) -> Game:
    game = play(setup)
    game.journal = None
    for name, value in slots.items():
        setattr(game, name, value)
    return game
