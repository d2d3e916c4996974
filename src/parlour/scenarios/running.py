"""Runs a scenario: lays its position out, plays its decisions, and looks whether what it expects holds."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from parlour import games
from parlour.kernel.errors import IllegalChoice, NothingOwed, ParlourError, UnknownName
from parlour.kernel.events import Drawn, Taken
from parlour.kernel.messages import Reader
from parlour.kernel.options import option_of, option_text, same_text
from parlour.kernel.position import place
from parlour.scenarios.expectations import is_among, listed, offered
from parlour.scenarios.fields import BadScenario, Mark

if TYPE_CHECKING:
    from collections.abc import Iterator

    from parlour.kernel.events import JournalEntry
    from parlour.kernel.game import Game
    from parlour.scenarios.expectations import Expectation
    from parlour.scenarios.reading import Decision, Scenario


@dataclass(frozen=True)
class Failure:
    """A line of a scenario that does not hold.

    Attributes:
        at: the line.
        scenario: the scenario's name.
        expected: what the line expects.
        held: what came instead.
    """

    at: Mark
    scenario: str
    expected: str
    held: str

    def __str__(self) -> str:
        return f"{self.at}: {self.scenario}: expected {self.expected}, but: {self.held}"


def run(scenario: Scenario) -> list[Failure]:
    """The lines of a scenario that do not hold.

    Raises:
        BadScenario: it can't be set up, or names what the game does not have.
    """
    return play(scenario).failures


def play(scenario: Scenario, *, explain: bool = False) -> Run:
    """Run a scenario.

    A choice taken by itself may be written or left out; where its text could also be the next choice, the scenario may
    be read either way.

    Args:
        scenario: what to run.
        explain: whether to write down what was asked at each decision.

    Raises:
        BadScenario: as `run`.
    """
    first = Run(scenario, taken_first=True, explain=explain)
    if first.failures and first.unclear:
        second = Run(scenario, taken_first=False, explain=explain)
        return first if second.failures else second
    return first


def set_up(scenario: Scenario) -> Game:
    """The game where a scenario starts, with a journal.

    Raises:
        BadScenario: it can't be set up.
    """
    with _blamed_on(scenario, "game"):
        spec = games.load(scenario.game)
    with _blamed_on(scenario, "seats"):
        spec.setup(scenario.seats)
    with _blamed_on(scenario, "options"):
        setup = spec.setup(scenario.seats, scenario.options)
    position = scenario.position
    with _blamed_on(scenario, "chance" if scenario.new else "position"):
        if scenario.new:
            return spec.play.start(setup, position.seed, script=position.chance, journal=True)
        return place(setup, position, journal=True)


@contextmanager
def _blamed_on(scenario: Scenario, part: str) -> Iterator[None]:
    try:
        yield
    except ParlourError as error:
        raise BadScenario(scenario.where(part, error.about), str(error)) from error


class Run:
    """A scenario that has been played.

    Args:
        scenario: what is played.
        taken_first: how a text is read that may be a choice taken by itself or the next one.
        explain: whether to fill `story`.

    Attributes:
        failures: the lines that did not hold.
        unclear: whether there was a text that could be read in two ways.
        story: what was asked at each decision, and what was chosen.
    """

    def __init__(self, scenario: Scenario, *, taken_first: bool, explain: bool) -> None:
        self.failures: list[Failure] = []
        self.unclear = False
        self.story: list[str] = []
        self._scenario = scenario
        self._taken_first = taken_first
        self._explain = explain
        self._game = set_up(scenario)
        self._check_refused()
        self._taken: list[Taken] = []
        self._notice(0)
        self._play()

    @property
    def _journal(self) -> list[JournalEntry]:
        """What has happened since the last step."""
        assert self._game.journal is not None
        return self._game.journal

    def _play(self) -> None:
        for step in self._scenario.steps:
            if not all(map(self._decide, step.decisions)):
                return
            for expectation in step.expectations:
                self._check(expectation)
            self._journal.clear()
        self._tell_question()

    def _check_refused(self) -> None:
        """See that what must be refused could be a choice, so that no misprint is taken for a refusal."""
        for decision in (each for step in self._scenario.steps for each in step.decisions if each.refused):
            try:
                option_of(decision.text, self._game.spec.kinds)
            except UnknownName as error:
                raise BadScenario(decision.at, str(error)) from error

    def _decide(self, decision: Decision) -> bool:
        """Whether the game can go on."""
        taken = not decision.refused and self._is_taken(decision)
        if not taken:
            self._tell_question()
        self._tell(decision)
        try:
            return taken or (self._refuse(decision) if decision.refused else self._choose(decision))
        except ParlourError as error:
            self._fail(self._next_chance(), "this chance", str(error))
            return False

    def _is_taken(self, decision: Decision) -> bool:
        taken = [
            each for each in self._taken if each.seat == decision.seat and same_text(self._text(each), decision.text)
        ]
        if not taken:
            return False
        if is_among(decision.text, offered(self._game, decision.seat)):
            self.unclear = True
            if not self._taken_first:
                return False
        self._taken.remove(taken[0])
        return True

    def _choose(self, decision: Decision) -> bool:
        done = len(self._journal)
        refusal = self._refusal(decision)
        if refusal:
            self._fail(decision.at, f"{decision} is accepted", f"{refusal}{self._also_taken()}")
        else:
            self._notice(done)
        return not refusal

    def _refuse(self, decision: Decision) -> bool:
        before, done = self._game.copy(), len(self._journal)
        choice = f"{decision.seat}: {decision.text}"
        if not self._refusal(decision):
            self._fail(decision.at, f"{choice} is refused", "it was accepted")
        elif self._game != before or len(self._journal) > done:
            self._fail(decision.at, f"{choice} changes nothing", "it was refused and changed the game")
        else:
            return True
        return False

    def _refusal(self, decision: Decision) -> str:
        """Why the game does not take a decision; empty where it does."""
        try:
            self._game.choose_text(decision.seat, decision.text)
        except (IllegalChoice, NothingOwed) as error:
            return str(error)
        return ""

    def _check(self, expectation: Expectation) -> None:
        try:
            missed = expectation.missed(self._game)
        except ParlourError as error:
            raise BadScenario(expectation.at, str(error)) from error
        if missed is not None:
            self._fail(expectation.at, *missed)

    def _fail(self, at: Mark, expected: str, held: str) -> None:
        self.failures.append(Failure(at, self._scenario.name, expected, held))

    def _notice(self, start: int) -> None:
        """Remember the choices taken by themselves since some entry of the journal."""
        entries = self._journal[start:]
        self._taken = [entry for entry in entries if isinstance(entry, Taken)]
        if self._explain:
            self.story += [f"  {text}" for text in map(self._by_itself, entries) if text]

    def _also_taken(self) -> str:
        texts = ", ".join(f"{each.seat}: {self._text(each)}" for each in self._taken)
        return f" ({texts} was taken by itself)" if texts else ""

    def _text(self, taken: Taken) -> str:
        return option_text(taken.option, self._game.spec.kinds)

    def _next_chance(self) -> Mark:
        entries = self._scenario.parts["chance"].items()
        return entries[len(entries) - len(self._game.script)].mark

    # The story.

    def _tell(self, decision: Decision) -> None:
        if self._explain:
            self.story.append(f"  line {decision.at.line}: {decision}")

    def _by_itself(self, entry: JournalEntry) -> str:
        if isinstance(entry, Drawn):
            outcome = listed(entry.outcome) if isinstance(entry.outcome, list) else entry.outcome
            return f"chance: {{{entry.draw}: {outcome}}}"
        return f"taken by itself: {entry.seat}: {self._text(entry)}" if isinstance(entry, Taken) else ""

    def _tell_question(self) -> None:
        if self._explain and self._game.owes():
            reader = Reader(self._game.spec, [f"seat {seat}" for seat in range(self._game.setup.seats)])
            view = self._game.view(None)
            assert view.step is not None
            question = reader.text(self._game.spec.prompt(view.step, view.card))
            for seat in self._game.owes():
                self.story.append(f"  seat {seat} is asked: {question} [{view.step}]")
                self.story += [f"    {text}" for text in offered(self._game, seat)]
