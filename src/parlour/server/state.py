"""A table as its history makes it: who is there, the game, and what a command would do. No clock, no disk, no waiting."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from parlour import bots, games
from parlour.kernel.errors import BadSetup, IllegalChoice, ParlourError
from parlour.kernel.options import option_text
from parlour.kernel.record import checked_name
from parlour.kernel.views import common
from parlour.server import telling
from parlour.server.commands import Choose, Join, Leave, Reason, Refused, Sit, Stand, author
from parlour.server.errors import BadHistory
from parlour.server.history import Begun, Created, Decided, Joined, Left, Meant, Seated, Stood
from parlour.wording import bot_name, is_bot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from parlour.kernel.game import Game
    from parlour.kernel.options import Seat
    from parlour.kernel.spec import Setup
    from parlour.kernel.views import Common
    from parlour.server.commands import Command
    from parlour.server.history import Entry, Event
    from parlour.server.telling import Deed, Row

LONGEST_NAME: Final = 40
TURNING: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""What turns the direction of all that follows."""
PEOPLE: Final = 100
"""How many may be at a table; more can watch."""
LOG: Final = 60
"""How many of the sentences that a viewer was told last are kept."""


def is_secret(event: Event, game: Game | None) -> bool:
    """Whether its time may be shown to nobody.

    A seat has said something beforehand, has answered what others still owe, or a reaction window was closed, for which
    who is alone may have been waited.

    Args:
        event: what happened.
        game: the game after it.
    """
    if isinstance(event, Decided) and game is not None:
        return bool(game.answers) or event.step in game.spec.windows
    return isinstance(event, (Stood, Meant))


def in_window(game: Game) -> bool:
    """Whether the question that is open is a reaction window."""
    return game.step_asked() in game.spec.windows


class Sitter(NamedTuple):
    """Who plays on a seat, as records name it, and the person who decides there; nobody for a bot."""

    player: str
    person: str


@dataclass(frozen=True, slots=True)
class Draft:
    """What a command would do: the events, none where it is done already, and the game they lead to, where they play on."""

    events: tuple[Event, ...] = ()
    game: Game | None = None


@dataclass(slots=True)
class Ahead:
    """How a table would stand if what has been judged were done.

    Attributes:
        game: as `State.game`.
        answered: as `State.answered`.
        meant: as `State.meant`.
    """

    game: Game | None
    answered: list[int]
    meant: dict[Seat, str]

    def take(self, draft: Draft) -> None:
        """Go on to where a draft leads."""
        self.game = draft.game or self.game
        for event in draft.events:
            if isinstance(event, Decided):
                self.answered[event.seat] += 1
                self.meant.pop(event.seat, None)


class State:
    """A table after some entries of its history.

    Attributes:
        version: the number of the last entry.
        setup: the table of the game; None before the first entry.
        people: those who are here, by the name they gave.
        sitters: who sits on each seat.
        game: the game, None before the deal and while frozen.
        over: whether the game has been won.
        seed: the seed of the game, empty before the deal.
        answered: how many questions each seat has answered: the number of its next one.
        standing: what each seat has said beforehand, by steps.
        meant: what seats have answered to the reaction window that is open.
        logs: the last sentences that each viewer, the spectator last, was told.
        commands: what was done: authors with the ids of their commands.
        changed: when something happened last that all could notice, milliseconds since 1970, UTC.
        frozen: why nobody can play on, as all may read it: under the rules of now the game would not have come so far.
        parted: where it parts from them, for who runs the server: it may tell secrets.
    """

    def __init__(self, history: Iterable[Entry] = ()) -> None:
        self.version: int = 0
        self.setup: Setup | None = None
        self.people: dict[str, str] = {}
        self.sitters: list[Sitter | None] = []
        self.game: Game | None = None
        self.over: bool = False
        self.seed: bytes = b""
        self.answered: list[int] = []
        self.standing: list[dict[str, str]] = []
        self.meant: dict[Seat, str] = {}
        self.logs: list[list[Deed]] = []
        self.commands: set[tuple[str, str]] = set()
        self.changed: int = 0
        self.frozen: str = ""
        self.parted: str = ""
        self._common: Common | None = None
        self._rules: int = 0
        for entry in history:
            self.follow(entry)

    @property
    def in_window(self) -> bool:
        """Whether the question that is open is a reaction window."""
        return self.game is not None and in_window(self.game)

    @property
    def common(self) -> Common:
        """What all viewers of the game see alike."""
        if self._common is None:
            assert self.game is not None
            self._common = common(self.game)
        return self._common

    def seats_of(self, person: str) -> list[Seat]:
        """The seats for which a person decides; a stranger, who is ``""``, has none."""
        if not person:
            return []
        return [seat for seat, sitter in enumerate(self.sitters) if sitter is not None and sitter.person == person]

    def has(self, seat: Seat) -> bool:
        """Whether there is such a seat."""
        return 0 <= seat < len(self.sitters)

    # What has happened.

    def follow(self, entry: Entry, game: Game | None = None) -> None:
        """Take in the next entry.

        Args:
            entry: what happened.
            game: the game it led to, where that is known; else it is replayed.

        Raises:
            BadHistory: it is not the next entry.
        """
        if entry.number != self.version + 1 or isinstance(entry.event, Created) != (entry.number == 1):
            sort = type(entry.event).__name__.lower()
            raise BadHistory(f"entry {entry.number} ({sort}) in the wrong place: expected entry {self.version + 1}")
        self.version = entry.number
        self._common = None
        self.commands.add((entry.author, entry.command))
        self._take_in(entry, game)
        if not is_secret(entry.event, self.game):
            self.changed = entry.time

    def _take_in(self, entry: Entry, game: Game | None) -> None:
        match entry.event:
            case Created() as created:
                self._created(created)
            case Joined(name):
                self.people[entry.author] = name
            case Left():
                self._left(entry.author)
            case Seated(seat, player, person):
                self.sitters[seat], self.standing[seat] = Sitter(player, person), {}
            case Stood(seat, step, choice):
                others = {name: each for name, each in self.standing[seat].items() if name != step}
                self.standing[seat] = {**others, step: choice} if choice else others
            case Meant(seat, choice):
                self.meant[seat] = choice
            case Begun() as begun:
                self._begun(begun, game)
            case Decided() as decided:
                self._decided(decided, game)

    def _created(self, created: Created) -> None:
        self.setup = games.load(created.game).setup(created.seats, created.options)
        self.sitters = [None] * created.seats
        self.answered = [0] * created.seats
        self.standing = [{} for _ in range(created.seats)]
        self.logs = [[] for _ in range(created.seats + 1)]
        self._rules = created.rules

    def _left(self, person: str) -> None:
        self.people.pop(person, None)
        if not self.seed:
            self.sitters = [None if each and each.person == person else each for each in self.sitters]

    def _begun(self, begun: Begun, game: Game | None) -> None:
        assert self.setup is not None
        self.seed = bytes.fromhex(begun.seed)
        self._log(begun.told)
        self.game = game or self.setup.spec.play.start(self.setup, self.seed)
        self._compare("the deal", begun.deal, game)

    def _decided(self, decided: Decided, game: Game | None) -> None:
        self.answered[decided.seat] += 1
        self.meant.pop(decided.seat, None)
        self.over = bool(decided.winners)
        self._log(decided.told)
        if self.game is not None:
            what = f"decision {sum(self.answered)} (seat {decided.seat} {decided.step} {decided.choice})"
            self.game = game or self._replayed(self.game, decided, what)
            self._compare(what, decided.fingerprint, game)

    def _log(self, told: Iterable[Row]) -> None:
        sentences = [row for row in told if row[1]["event"] == "told"]
        for bit, log in enumerate(self.logs):
            log.extend(telling.part(sentences, bit))
            del log[:-LOG]

    def _replayed(self, game: Game, decided: Decided, what: str) -> Game | None:
        try:
            game.choose_text(decided.seat, decided.choice)
        except ParlourError as error:
            self._freeze(f"{what}: {error}")
            return None
        return game

    def _compare(self, what: str, fingerprint: str, known: Game | None) -> None:
        """Freeze the table where a replayed game has parted from the one that was played."""
        if known is None and self.game is not None and self.game.fingerprint() != fingerprint:
            self._freeze(f"{what} gives #{self.game.fingerprint()}, the history has #{fingerprint}")

    def _freeze(self, what: str) -> None:
        assert self.setup is not None
        versions = f"it began under version {self._rules}, and this is version {self.setup.spec.version}"
        self.frozen = f"the game can't go on, for its rules have changed: {versions}"
        self.parted = what
        self.game = None

    # What a command would do.

    def ahead(self) -> Ahead:
        """How the table stands, to see from there what would come."""
        return Ahead(self.game, list(self.answered), dict(self.meant))

    def judge_all(
        self, commands: Iterable[Command], ahead: Ahead, new_seed: Callable[[], bytes], *, windows: bool = False
    ) -> list[Draft | Refused]:
        """What would come of commands done together; nothing is changed but `ahead`.

        Args:
            commands: what is asked; those after the first may only choose.
            ahead: how the table would stand before them, then after them.
            new_seed: gives the seed, where a command begins the game.
            windows: whether what people answer to a reaction window counts only when somebody closes it.
        """
        judged: list[Draft | Refused] = []
        for command in commands:
            draft = self._judge(command, ahead, new_seed, windows=windows)
            if isinstance(draft, Draft):
                ahead.take(draft)
            judged.append(draft)
        return judged

    def _judge(
        self, command: Command, ahead: Ahead, new_seed: Callable[[], bytes], *, windows: bool
    ) -> Draft | Refused:
        if (author(command), command.id) in self.commands:
            return Draft()
        match command:
            case Join():
                return self._join(command)
            case Leave():
                return Draft((Left(),) if command.person in self.people else ())
            case Sit():
                return self._sit(command, new_seed)
            case Choose():
                return self._choose(command, ahead, windows=windows)
            case Stand():
                return self._not_theirs(command) or self._stand(command)

    def _join(self, join: Join) -> Draft | Refused:
        if self.people.get(join.person) == join.name:
            return Draft()
        if not _nameable(join.name):
            return _refused(join, Reason.BAD_NAME, f"nobody can be called {join.name[:LONGEST_NAME]!r}")
        if join.person not in self.people and len(self.people) >= PEOPLE:
            return _refused(join, Reason.TOO_MANY, f"{PEOPLE} people are at this table: no more fit")
        return Draft((Joined(join.name),))

    def _sit(self, sit: Sit, new_seed: Callable[[], bytes]) -> Draft | Refused:
        player = sit.player or self.people.get(sit.person, "")
        sitter = Sitter(player, "" if is_bot(player) else sit.person)
        if sit.person not in self.people:
            return _refused(sit, Reason.NOT_HERE, "who sits down has to come to the table first")
        if not self.has(sit.seat):
            return self._no_seat(sit)
        if self.sitters[sit.seat] == sitter:
            return Draft()
        if self.sitters[sit.seat] is not None:
            return _refused(sit, Reason.SEAT_TAKEN, f"seat {sit.seat} is taken")
        if not (bot_name(player) in bots.names() if is_bot(player) else _nameable(player)):
            return _refused(sit, Reason.BAD_NAME, f"nobody can be called {player[:LONGEST_NAME]!r}")
        seated = Seated(sit.seat, *sitter)
        return Draft((seated,)) if self.sitters.count(None) > 1 else self._begin(seated, new_seed())

    def _begin(self, seated: Seated, seed: bytes) -> Draft:
        assert self.setup is not None
        game = self.setup.spec.play.start(self.setup, seed, journal=True)
        return Draft((seated, Begun(seed.hex(), game.fingerprint(), telling.rows(game))), game)

    def _stand(self, stand: Stand) -> Draft | Refused:
        assert self.setup is not None
        known = {**self.setup.spec.windows, **self.setup.spec.stops}
        if stand.step not in known:
            word = f"nothing can be said beforehand at {stand.step[:LONGEST_NAME]!r}: expected {_one_of(known)}"
            return _refused(stand, Reason.UNKNOWN_STEP, word)
        if stand.choice and stand.choice not in known[stand.step]:
            word = f"{stand.choice[:LONGEST_NAME]!r} can't be said beforehand: expected {_one_of(known[stand.step])}"
            return _refused(stand, Reason.UNKNOWN_CHOICE, word)
        same = self.standing[stand.seat].get(stand.step, "") == stand.choice
        return Draft(() if same else (Stood(stand.seat, stand.step, stand.choice),))

    def _choose(self, choose: Choose, ahead: Ahead, *, windows: bool) -> Draft | Refused:
        if refused := self._not_theirs(choose):
            return refused
        game = ahead.game
        if game is None:
            word = self.frozen or "the game begins when all seats are taken"
            return _refused(choose, Reason.FROZEN if self.frozen else Reason.NOT_BEGUN, word)
        meant = ahead.meant.get(choose.seat)
        draft = self._not_open(choose, game, ahead.answered[choose.seat]) or self._decide(choose, game, meant)
        if windows and not choose.by and isinstance(draft, Draft) and in_window(game):
            return Draft(tuple(Meant(choose.seat, each.choice) for each in draft.events if isinstance(each, Decided)))
        return draft

    def _not_theirs(self, command: Choose | Stand) -> Refused | None:
        if not self.has(command.seat):
            return self._no_seat(command)
        if author(command) != command.person:
            return None
        if command.seat not in self.seats_of(command.person):
            return _refused(command, Reason.NOT_YOUR_SEAT, f"seat {command.seat} is not yours")
        if command.person not in self.people:
            return _refused(command, Reason.NOT_HERE, "who decides has to come to the table first")
        return None

    def _not_open(self, choose: Choose, game: Game, number: int) -> Refused | None:
        if game.winners:
            return _refused(choose, Reason.OVER, "the game is over")
        if choose.question != number:
            word = f"question {choose.question} is not open: the next one of seat {choose.seat} is {number}"
            return _refused(choose, Reason.STALE_QUESTION, word)
        if choose.seat not in game.owes():
            return _refused(choose, Reason.NOTHING_OWED, f"seat {choose.seat} is not asked anything")
        return None

    def _no_seat(self, command: Sit | Choose | Stand) -> Refused:
        word = f"no seat {command.seat}: expected 0 to {len(self.sitters) - 1}"
        return _refused(command, Reason.UNKNOWN_SEAT, word)

    def _decide(self, choose: Choose, game: Game, meant: str | None) -> Draft | Refused:
        step, after = str(game.step_asked()), game.copy()
        after.journal = []
        try:
            option = after.choose_text(choose.seat, choose.choice)
        except IllegalChoice as error:
            return _refused(choose, Reason.UNKNOWN_CHOICE, str(error))
        event = Decided(
            choose.seat,
            step,
            option_text(option, after.spec.kinds),
            after.fingerprint(),
            "" if self._is_own(choose, meant) else choose.by,
            after.winners,
            telling.rows(after),
        )
        return Draft((event,), after)

    def _is_own(self, choose: Choose, meant: str | None) -> bool:
        """Whether the server only carries out what the seat's own player has chosen."""
        sitter = self.sitters[choose.seat]
        return choose.choice == meant or (sitter is not None and choose.by == sitter.player)


def check_name(name: str) -> str:
    """A name by which somebody can be called at a table, as it was given.

    Raises:
        BadSetup: nobody can.
    """
    if len(checked_name(name)) > LONGEST_NAME:
        raise BadSetup(f"nobody can be called {name[:LONGEST_NAME]!r}: expected at most {LONGEST_NAME} characters")
    if TURNING.search(name) or not any(map(str.isprintable, name)):
        raise BadSetup(f"nobody can be called {name!r}: expected letters that can be seen, in their order")
    if is_bot(name.casefold()):
        raise BadSetup(f"nobody can be called {name!r}: only bots are")
    return name


def _nameable(name: str) -> bool:
    try:
        check_name(name)
    except BadSetup:
        return False
    return True


def _one_of(names: Iterable[str]) -> str:
    return " or ".join(names) or "nothing"


def _refused(command: Command, reason: Reason, word: str) -> Refused:
    return Refused(command.id, reason, word)
