"""The record of a game as text: the table, the seed and the decisions; everything else is rebuilt by replay.

The form is described in ``docs/records.md``. Every line has its place, so that a record is parsed back as it was written,
and every cut of the text is noticed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from parlour.kernel.chance import SEED_BYTES, seed_hash
from parlour.kernel.errors import BadRecord, BadSetup, ParlourError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from parlour.kernel.game import Game
    from parlour.kernel.options import Seat
    from parlour.kernel.spec import GameSpec, Setup, Value

FORMAT: Final = 1
GAME_LINE: Final = 2
OPTION_LINE: Final = 4
FIXED_LINES: Final = 6
QUOTED: Final = 60


class _Form(NamedTuple):
    """What a line looks like, and how a person is told so."""

    pattern: re.Pattern[str]
    expected: str


_UNPRINTED = r"\s\x00-\x1f\x7f-\x9f\ud800-\udfff"
_WORDS = rf"[^{_UNPRINTED}]+(?: [^{_UNPRINTED}]+)*"
_CHOICE = rf"[^#{_UNPRINTED}]+(?: [^#{_UNPRINTED}]+)*"
_DIGITS = "0|[1-9][0-9]{0,8}"
_NUMBER = f"({_DIGITS})"
_NAME: Final = re.compile(_WORDS)
_FIRST: Final = _Form(re.compile(rf"parlour record {_NUMBER}"), f"'parlour record {FORMAT}'")
_GAME: Final = _Form(re.compile(r"game ([a-z0-9_]{1,99})"), "'game ID'")
_RULES: Final = _Form(re.compile(rf"rules {_NUMBER}"), "'rules VERSION'")
_OPTION: Final = _Form(
    re.compile(rf"option ([a-z0-9_]{{1,99}}) ({_WORDS})"), "'option NAME VALUE', single spaces between"
)
_SEAT: Final = _Form(re.compile(rf"seat {_NUMBER} ({_WORDS})"), "'seat NUMBER PLAYER', single spaces between")
_HASH: Final = _Form(re.compile(r"hash ([0-9a-f]{64})"), "'hash' and 64 hexadecimal digits")
_SEED: Final = _Form(
    re.compile(rf"seed ([0-9a-f]{{{2 * SEED_BYTES}}})"), f"'seed' and {2 * SEED_BYTES} hexadecimal digits"
)
_DEAL: Final = _Form(re.compile(r"deal #([0-9a-f]{16})"), "'deal #FINGERPRINT'")
_DECISION: Final = _Form(
    re.compile(rf"{_NUMBER} ([A-Za-z0-9_]+) ({_CHOICE}) #([0-9a-f]{{16}})(?: by ({_WORDS}))?"),
    "a decision 'SEAT STEP CHOICE #FINGERPRINT' or the last line 'end'",
)
_END: Final = _Form(
    re.compile(rf"end {_NUMBER} (?:open|won((?: (?:{_DIGITS}))+))"), "'end COUNT open' or 'end COUNT won SEAT...'"
)


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat chose.

    Attributes:
        seat: the seat.
        step: the name of the step that asked.
        choice: the option's text.
        fingerprint: of the state that followed.
        by: who decided, where it was not the seat's player, such as ``clock``.
    """

    seat: Seat
    step: str
    choice: str
    fingerprint: str
    by: str = ""

    def text(self) -> str:
        """The decision as a line."""
        by = f" by {self.by}" if self.by else ""
        return f"{self.seat} {self.step} {self.choice} #{self.fingerprint}{by}"


@dataclass
class Record:
    """A game, whole or so far.

    Attributes:
        game: the id of the game.
        version: the version of the rules it was played by.
        options: the table options, each value as text.
        players: who sat on each seat, such as ``Anna`` or ``bot random``.
        seed: the 256-bit seed of its chance.
        hash: what was published of the seed when the game began.
        deal: the fingerprint of the state before the first decision.
        decisions: what was decided, in order.
        winners: the seats that have won; empty while the game goes on.
        source: what the record is called in errors, such as its file.
    """

    game: str
    version: int
    options: Mapping[str, str]
    players: tuple[str, ...]
    seed: bytes
    hash: str
    deal: str
    decisions: list[Decision] = field(default_factory=list)
    winners: tuple[Seat, ...] = ()
    source: str = field(default="record", compare=False)

    @classmethod
    def begin(cls, setup: Setup, players: Sequence[str], seed: bytes) -> Self:
        """The record of a game that begins.

        Args:
            setup: the table.
            players: who sits on each seat.
            seed: 32 bytes.

        Raises:
            BadSetup: not one player a seat, a name that is no printable line, or a seed of another length.
        """
        if len(players) != setup.seats:
            raise BadSetup(f"{len(players)} players for {setup.seats} seats: expected one a seat")
        if len(seed) != SEED_BYTES:
            raise BadSetup(f"a seed of {len(seed)} bytes: expected {SEED_BYTES}")
        return cls(
            game=setup.spec.id,
            version=setup.spec.version,
            options={name: value_text(value) for name, value in setup.options.items()},
            players=tuple(checked_name(name) for name in players),
            seed=seed,
            hash=seed_hash(seed),
            deal=setup.spec.play.start(setup, seed).fingerprint(),
        )

    def add(self, game: Game, seat: Seat, step: str, choice: str, by: str = "") -> None:
        """Write a decision down.

        Args:
            game: the state that followed it.
            seat: who decided.
            step: the name of the step that asked.
            choice: the option's text.
            by: who decided, where it was not the seat's player.

        Raises:
            BadSetup: `by` is no printable line.
        """
        self.decisions.append(Decision(seat, step, choice, game.fingerprint(), by and checked_name(by)))
        self.winners = tuple(game.winners)

    def text(self) -> str:
        """The record as a file holds it."""
        end = f"won {' '.join(map(str, self.winners))}" if self.winners else "open"
        lines = [
            f"parlour record {FORMAT}",
            f"game {self.game}",
            f"rules {self.version}",
            *(f"option {name} {value}" for name, value in self.options.items()),
            *(f"seat {seat} {player}" for seat, player in enumerate(self.players)),
            f"hash {self.hash}",
            f"seed {self.seed.hex()}",
            f"deal #{self.deal}",
            *(decision.text() for decision in self.decisions),
            f"end {len(self.decisions)} {end}",
        ]
        return "\n".join(lines) + "\n"

    @classmethod
    def parse(cls, text: str, source: str = "record") -> Self:
        """Read a record; whether the rules follow it only `states` can tell.

        Args:
            text: all of it.
            source: what to call it in errors.

        Raises:
            BadRecord: it is no record, it was cut short, or a line is not as expected.
        """
        lines = _Lines(text, source)
        lines.open()
        record = cls(
            game=lines.take(_GAME)[1],
            version=int(lines.take(_RULES)[1]),
            options=lines.options(),
            players=lines.players(),
            hash=lines.take(_HASH)[1],
            seed=bytes.fromhex(lines.take(_SEED)[1]),
            deal=lines.take(_DEAL)[1],
            decisions=lines.decisions(),
            source=source,
        )
        record.winners = lines.winners(len(record.decisions))
        return record

    # Replay.

    def setup(self, spec: GameSpec) -> Setup:
        """The table.

        Raises:
            BadRecord: the game has no such number of seats, or no such option.
        """
        try:
            return spec.setup(len(self.players), self.options)
        except ParlourError as error:
            names = list(self.options)
            line = OPTION_LINE + names.index(error.about) if error.about in names else GAME_LINE
            raise self._parted(spec, line, str(error)) from error

    def start(self, spec: GameSpec) -> Game:
        """The game as it was dealt, keeping a journal.

        Raises:
            BadRecord: the table can't be, the seed has another hash, or the deal was another.
        """
        setup = self.setup(spec)
        line = self.line(0)
        if seed_hash(self.seed) != self.hash:
            raise self._parted(spec, line - 2, f"the seed's hash is {seed_hash(self.seed)}, the record has {self.hash}")
        game = spec.play.start(setup, self.seed, journal=True)
        if game.fingerprint() != self.deal:
            raise self._parted(spec, line - 1, f"the deal gives #{game.fingerprint()}, the record has #{self.deal}")
        return game

    def states(self, spec: GameSpec) -> Iterator[Game]:
        """The deal, then the state after each decision: a state of its own, with a journal of what the decision did.

        Raises:
            BadRecord: where the rules don't follow the record, with the line, what it has and what was expected.
        """
        game = self.start(spec)
        yield game
        for index, decision in enumerate(self.decisions):
            game = self._after(game, decision, spec, self.line(index))
            yield game
        if game.winners != self.winners:
            came, has = (_result(winners) for winners in (game.winners, self.winners))
            raise self._parted(spec, self.line(len(self.decisions)), f"the game is {came}, but {has} in the record")

    def line(self, index: int) -> int:
        """The number of the line on which a decision stands, both counted from their first: 0 and 1."""
        return FIXED_LINES + len(self.options) + len(self.players) + index + 1

    def _after(self, before: Game, decision: Decision, spec: GameSpec, line: int) -> Game:
        game = before.copy()
        game.journal = []
        if game.question is not None and game.step_asked() != decision.step:
            raise self._parted(spec, line, f"step {decision.step}: expected {game.step_asked()}")
        try:
            game.choose_text(decision.seat, decision.choice)
        except ParlourError as error:
            raise self._parted(spec, line, str(error)) from error
        if game.fingerprint() != decision.fingerprint:
            came = f"the decision gives #{game.fingerprint()}, the record has #{decision.fingerprint}"
            raise self._parted(spec, line, came)
        return game

    def _parted(self, spec: GameSpec, line: int, what: str) -> BadRecord:
        rules = f" (recorded by version {self.version} of the rules, replayed by version {spec.version})"
        return BadRecord(f"{self.source}:{line}: {what}{rules if spec.version != self.version else ''}")


class _Lines:
    """The lines of a record, taken one after another."""

    def __init__(self, text: str, source: str) -> None:
        self.lines: list[str] = text.split("\n")
        self.source: str = source
        self.at: int = 0

    def error(self, what: str) -> BadRecord:
        """An error at the next line."""
        return BadRecord(f"{self.source}:{self.at + 1}: {what}")

    def found(self, form: _Form) -> re.Match[str] | None:
        """The next line, if it has this form."""
        return form.pattern.fullmatch(self.lines[self.at]) if self.at < len(self.lines) else None

    def take(self, form: _Form) -> re.Match[str]:
        """The next line, which must have this form."""
        found = self.found(form)
        if found is None:
            raise self.error(f"{self.lines[self.at][:QUOTED]!r}: expected {form.expected}")
        self.at += 1
        return found

    def all(self, word: str, form: _Form) -> Iterator[re.Match[str]]:
        """The next lines as long as they begin with a word; they must have this form."""
        while self.at < len(self.lines) and self.lines[self.at].startswith(f"{word} "):
            yield self.take(form)

    def open(self) -> None:
        """The first line; and a look at the end, for a cut there explains all else that is amiss."""
        number = int(self.take(_FIRST)[1])
        if number != FORMAT:
            raise BadRecord(f"{self.source}:1: format {number} of records: expected {FORMAT}")
        self.see_the_end()

    def see_the_end(self) -> None:
        """See that the record has a last line, and nothing behind it."""
        end = next((at for at, line in enumerate(self.lines) if _END.pattern.fullmatch(line)), len(self.lines))
        behind = self.lines[end + 1 :]
        if not behind:
            self.at = len(self.lines) - (1 if self.lines[-1] else 2)
            raise self.error(f"the record was cut short: expected a last line {_END.expected}")
        if behind != [""]:
            self.at = end + 1
            raise self.error(f"{behind[0][:QUOTED]!r}: expected nothing after the last line {self.lines[end]!r}")

    def options(self) -> dict[str, str]:
        """The table options, each once."""
        options: dict[str, str] = {}
        for found in self.all("option", _OPTION):
            if found[1] in options:
                self.at -= 1
                raise self.error(f"option {found[1]} is there twice")
            options[found[1]] = found[2]
        return options

    def players(self) -> tuple[str, ...]:
        """The players, seat by seat."""
        players: list[str] = []
        for found in self.all("seat", _SEAT):
            if int(found[1]) != len(players):
                self.at -= 1
                raise self.error(f"seat {found[1]}: expected seat {len(players)}")
            players.append(found[2])
        return tuple(players)

    def decisions(self) -> list[Decision]:
        """All lines up to the last."""
        decisions = []
        while self.at < len(self.lines) - 2:
            seat, step, choice, fingerprint, by = self.take(_DECISION).groups(default="")
            decisions.append(Decision(int(seat), step, choice, fingerprint, by))
        return decisions

    def winners(self, count: int) -> tuple[Seat, ...]:
        """The last line, after so many decisions."""
        end = self.take(_END)
        if int(end[1]) != count:
            self.at -= 1
            raise self.error(f"{end[1]} decisions: expected {count}, as many as there are lines")
        return tuple(int(seat) for seat in (end[2] or "").split())


def value_text(value: Value) -> str:
    """The value of a table option as records write it."""
    return ",".join(value) if isinstance(value, tuple) else str(value)


def checked_name(name: str) -> str:
    """A name that a record can hold, as it was given.

    Raises:
        BadSetup: it is not made of printable words with single spaces between.
    """
    if not _NAME.fullmatch(name):
        raise BadSetup(f"a player can't be called {name!r}: expected printable words with single spaces between")
    return name


def _result(winners: Sequence[Seat]) -> str:
    return f"won by {', '.join(f'seat {seat}' for seat in winners)}" if winners else "not over"
