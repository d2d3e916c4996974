"""Who looks after a table: answers for bots, closes reaction windows, passes stops as was said beforehand.

When it acts depends on what all may know alone: when a question came to be open, who is connected, whether the seats asked
are bots'. How long a bot thought is hidden by acting only at whole multiples of the table's pace, or of the window, after
the question came. The one exception is a person who is alone: see `Steward`.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from math import ceil
from typing import TYPE_CHECKING, Final

from parlour.kernel.options import PASS, option_text
from parlour.server.commands import Choose, Reason, Refused
from parlour.server.log import tag
from parlour.server.state import in_window
from parlour.wording import bot_name, is_bot

if TYPE_CHECKING:
    from collections.abc import Mapping

    from parlour.kernel.game import Game
    from parlour.kernel.options import Seat
    from parlour.server.state import Ahead, State
    from parlour.server.table import Table
    from parlour.server.workers import Thinkers

LOGGER: Final = logging.getLogger(__name__)
BRIEF: Final = 1 / 15
"""The part of a window that it is open for who is alone: longer than a bot thinks about it."""
AGAIN: Final = (0.1, 0.3, 1.0, 3.0)
"""Seconds until what failed is tried again, the last one from then on."""
NOTHING: Final = option_text(PASS, ())
WINDOW: Final = "window"
STANDING: Final = "standing"


class Steward:
    """Looks after a table while somebody uses it.

    A reaction window is open for the same time whoever is asked; then it is closed for all at once: with the answer a
    person gave meanwhile, or gave beforehand, or else with a pass. Who is alone need not wait, but is waited for where there
    is a choice. Whoever comes then would see by the open window that there is: so it is closed first.

    Args:
        table: the table, in a hall where windows are kept.
        thinkers: who thinks for bots.
        pace: how many seconds a bot takes to answer.
    """

    def __init__(self, table: Table, thinkers: Thinkers, pace: float = 0.0) -> None:
        self._table: Table = table
        self._thinkers: Thinkers = thinkers
        self._pace: float = pace
        self._window: float = table.room.window or 0.0
        self._loop: asyncio.AbstractEventLoop = asyncio.get_running_loop()
        self._bell: asyncio.Event = asyncio.Event()
        self._question: object = None
        self._opened: float | None = None
        self._beat: float = 0.0
        self._thoughts: dict[Seat, str] = {}
        self._thought: float = 0.0
        self._failures: int = 0
        table.noticed, table.at_once = self.notice, self.at_once
        self.notice()
        self._task: asyncio.Task[None] | None = asyncio.create_task(self._run())

    def stop(self) -> None:
        """Leave the table as it is."""
        if self._task is not None:
            self._task.cancel()
        self._task = None  # it knows this steward: without a cycle both go at once
        self._table.release()
        self._table.leave_alone()

    def notice(self) -> None:
        """See what has changed; called for each change, and quick where nothing is to be done."""
        game = self._state.game
        if game is None:
            self._table.release()
            return
        if game.question is not self._question:
            self._turn_to(game)
        elif self._opened is None:
            self._open(game, self._window)
        if self._has_work(game):
            self._bell.set()

    @property
    def _state(self) -> State:
        return self._table.state

    def _is_bot(self, seat: Seat) -> bool:
        sitter = self._state.sitters[seat]
        return sitter is not None and is_bot(sitter.player)

    def _has_work(self, game: Game) -> bool:
        step, spec = game.step_asked(), game.spec
        return step in spec.windows or step in spec.stops or any(map(self._is_bot, game.owes()))

    # When.

    def _turn_to(self, game: Game) -> None:
        """Turn to a question that has just come."""
        self._question, self._opened, self._thoughts = game.question, None, {}
        self._table.release()
        alone = self._state.in_window and self._table.room.alone(self._state) is not None
        self._open(game, self._window * BRIEF if alone else self._window)

    def _open(self, game: Game, window: float) -> None:
        """Count the time of a question from now on; a window in which people are asked waits until somebody is there."""
        if not self._state.in_window:
            self._beat = self._pace
        elif self._table.room.people or all(map(self._is_bot, game.owes())):
            self._beat = window
        else:
            return
        self._opened = self._thought = self._loop.time()

    def _due(self, game: Game) -> float | None:
        """When to act; None as long as somebody is waited for."""
        if self._opened is None:
            return None
        due = self._opened
        if self._beat and not self._stands(game):
            due += self._beat * max(1, ceil((self._thought - self._opened) / self._beat))
        if not self._state.in_window or self._loop.time() < due or self._table.called:
            return due
        self._table.waiting = self._awaited(game)
        return due if self._table.waiting is None else None

    def _stands(self, game: Game) -> bool:
        """Whether a stop is passed, or not, as was said beforehand."""
        return game.step_asked() in game.spec.stops and not any(map(self._is_bot, game.owes()))

    def _awaited(self, game: Game) -> Seat | None:
        """The seat of a person who is alone and may still react; who was alone and has lost the line counts."""
        room = self._table.room
        seat = room.alone(self._state) if room.people else self._table.waiting
        return seat if self._may_react(game, seat) and seat not in self._state.meant else None

    def _may_react(self, game: Game, seat: Seat | None) -> bool:
        """Whether a seat is asked, could do something and has not said beforehand what."""
        if seat is None or seat not in game.owes():
            return False
        return len(game.options(seat)) > 1 and not self._beforehand(game, seat)

    # What.

    def _beforehand(self, game: Game, seat: Seat) -> str:
        """What a seat has said beforehand, if it is an option."""
        said = self._state.standing[seat].get(str(game.step_asked()), "")
        texts = (option_text(option, game.spec.kinds) for option in game.options(seat)) if said else ()
        return next((text for text in texts if text == said), "")

    def at_once(self, ahead: Ahead) -> list[Choose]:
        """What closes a window of no length before anybody is told that it is open.

        Bots that are asked think first, and who is alone may react: then it is told.
        """
        game, people = ahead.game, self._table.room.people
        if self._window or game is None or self._state.game is None or not in_window(game) or not people:
            return []
        if any(map(self._is_bot, game.owes())) or self._may_react(game, self._table.room.alone(self._state)):
            return []
        return self._decisions(ahead)

    def _decisions(self, ahead: Ahead) -> list[Choose]:
        """All that is to be decided for the seats that owe an answer."""
        assert ahead.game is not None
        found = [(seat, self._decision(ahead.game, seat, ahead.meant)) for seat in ahead.game.owes()]
        return [self._choose(seat, ahead.answered[seat], *each) for seat, each in found if each]

    def _decision(self, game: Game, seat: Seat, meant: Mapping[Seat, str]) -> tuple[str, str] | None:
        """What to choose for a seat, and who decides so."""
        sitter = self._state.sitters[seat]
        if sitter is not None and is_bot(sitter.player):
            return self._thoughts[seat], sitter.player
        if seat in meant:
            return meant[seat], WINDOW
        if said := self._beforehand(game, seat):
            return said, STANDING
        return (NOTHING, WINDOW) if in_window(game) else None

    @staticmethod
    def _choose(seat: Seat, question: int, choice: str, by: str) -> Choose:
        return Choose(f"{seat}-{question}", "", seat, question, choice, by)

    # Doing it.

    async def _run(self) -> None:
        while True:
            self._bell.clear()
            try:
                due = await self._attend()
            except Exception:
                LOGGER.exception("a table failed", extra={"table": tag(self._table.id)})
                due = self._later()
            with suppress(TimeoutError):
                async with asyncio.timeout_at(due):
                    await self._bell.wait()

    async def _attend(self) -> float | None:
        """Do what is due; returns when to look again, if nothing happens before."""
        game = self._state.game
        if game is not None and self._has_work(game):
            await self._think(game)
        game = self._state.game
        if game is None or not self._has_work(game) or not self._has_thought(game):
            return None
        due = self._due(game)
        return due if due is None or due > self._loop.time() else await self._act()

    def _has_thought(self, game: Game) -> bool:
        return all(seat in self._thoughts for seat in game.owes() if self._is_bot(seat))

    async def _think(self, game: Game) -> None:
        """Let the bots that are asked think."""
        seats = [seat for seat in game.owes() if self._is_bot(seat) and seat not in self._thoughts]
        question = self._question
        thoughts = await asyncio.gather(*(self._thought_of(game.copy(), seat) for seat in seats))
        if seats and question is self._question:
            self._thoughts.update(zip(seats, thoughts, strict=True))
            self._thought = self._loop.time()

    async def _thought_of(self, game: Game, seat: Seat) -> str:
        sitter = self._state.sitters[seat]
        assert sitter is not None
        chance = f"{self._state.seed.hex()} {seat} {self._state.answered[seat]}"
        return await self._thinkers.choose(bot_name(sitter.player), game, seat, chance)

    async def _act(self) -> float | None:
        decisions = self._decisions(self._state.ahead())
        if not decisions:
            return None
        answers = await self._table.do_all(decisions)
        if any(isinstance(answer, Refused) and answer.reason == Reason.NOT_SAVED for answer in answers):
            return self._later()
        self._failures = 0
        return None

    def _later(self) -> float:
        self._failures += 1
        return self._loop.time() + AGAIN[min(self._failures, len(AGAIN)) - 1]
