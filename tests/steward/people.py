"""What the tests of the steward share: time that passes at once, bots that think as long as one likes, and tables."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, cast

from contract.tables import Table as Series
from contract.tables import course
from parlour import bots, games
from parlour.bots import Chair
from parlour.kernel.chance import Rng
from parlour.kernel.options import option_text
from parlour.server.commands import Accepted, Join, Sit
from parlour.server.steward import Steward
from parlour.server.table import Table
from parlour.server.workers import Thinkers
from server.clients import MemoryStore, outside

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator, Sequence

    from parlour.kernel.game import Game
    from parlour.kernel.options import Seat
    from parlour.kernel.spec import GameSpec
    from parlour.server.store import Append
    from parlour.server.streams import Reader

Found = TypeVar("Found")
WINDOW = 1.5
PACE = 1.0


class QuickLoop(asyncio.SelectorEventLoop):
    """A loop whose clock jumps to the next thing that is due when nothing else is to be done."""

    def __init__(self) -> None:
        super().__init__()
        self.clock: float = 0.0

    def time(self) -> float:
        return self.clock

    def _run_once(self) -> None:
        inside = cast("Any", self)
        times = [timer.when() for timer in inside._scheduled if not timer.cancelled()]
        if not inside._ready and times:
            self.clock = max(self.clock, min(times))
        cast("Any", super())._run_once()


def quickly(work: Coroutine[Any, Any, Found]) -> Found:
    """Run with a clock that begins at 0 and jumps."""
    with asyncio.Runner(loop_factory=QuickLoop) as runner:
        return runner.run(work)


def now() -> float:
    return asyncio.get_running_loop().time()


class Minds(Thinkers):
    """Bots that think in this process, as many seconds as is said.

    Attributes:
        seconds: how long.
        asked: how often one was asked.
    """

    def __init__(self, seconds: float = 0.0) -> None:
        super().__init__(0)
        self.seconds: float = seconds
        self.asked: int = 0

    async def choose(self, bot: str, game: Game, seat: Seat, chance: str) -> str:
        self.asked += 1
        chair = Chair(game, seat)
        choice = chair.option_text(bots.make(bot, chance).choose(chair))
        await asyncio.sleep(self.seconds)
        return choice


class Ear:
    """Hears a stream as it comes.

    Attributes:
        heard: each message with the time at which it came.
        known: the whole view, kept up with what changed.
    """

    def __init__(self, reader: Reader) -> None:
        self.reader: Reader = reader
        self.heard: list[tuple[float, bytes]] = []
        self.known: dict[str, Any] = {}
        self.task: asyncio.Task[None] = asyncio.create_task(self._hear())

    async def _hear(self) -> None:
        while True:
            message = await self.reader.next()
            self.heard.append((now(), message.encoded))
            self.known |= message.body.get("whole") or message.body["changed"]


def person(seat: Seat) -> str:
    return f"person {seat}"


class Moody(MemoryStore):
    """A store that counts what it is asked to write, when, and refuses as long as it is full."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[float] = []

    async def append(self, append: Append) -> None:
        self.asked.append(now())
        await super().append(append)


async def at(
    game: Game,
    people: Sequence[Seat],
    store: MemoryStore | None = None,
    bot: str = "random",
    window: float = WINDOW,
) -> Table:
    """A table in a position, with people on some seats and bots on the others; its windows are kept."""
    kept = MemoryStore() if store is None else store
    made = await Table.create(kept, game.setup, "person 0", outside("steward"))
    for seat in range(game.setup.seats):
        await must(made, Join("join", person(seat), f"Anna {seat}"))
        await must(made, Sit("sit", person(seat), seat, "" if seat in people else f"bot {bot}"))
    table = await Table.load(kept, made.id, outside("steward"), window)
    table.state.game = game.copy()
    return table


async def must(table: Table, command: Any) -> None:
    assert await table.do(command) == Accepted(command.id)


def specs_with(name: str) -> list[GameSpec]:
    """The games that have windows, or stops."""
    found = [spec for spec in map(games.load, games.names()) if getattr(spec, name)]
    assert found
    return found


@cache
def positions_at(name: str, seats: int, most: int = 12) -> tuple[Game, ...]:
    """Positions of random games at which a window, or a stop, has just come to be open."""
    found = [game for spec in specs_with(name) for game in _found(spec, name, max(seats, spec.seats[0]), most)]
    assert found
    return tuple(found)


def _found(spec: GameSpec, name: str, seats: int, most: int) -> Iterator[Game]:
    count = 0
    for number in range(100):
        game = Series(spec, seats).start(number)
        for _ in course(game, Rng(number)):
            if game.step_asked() in getattr(spec, name) and not game.answers:
                yield game.copy()
                count += 1
                if count == most:
                    return


@cache
def before_windows(seats: int) -> tuple[tuple[Game, Seat, str], ...]:
    """Positions at which a decision leads to a window, with who decides and what."""
    return tuple([each for spec in specs_with("windows") for each in _leading(spec, max(seats, spec.seats[0]))])


def _leading(spec: GameSpec, seats: int) -> Iterator[tuple[Game, Seat, str]]:
    for number in range(20):
        game, rng = Series(spec, seats).start(number), Rng(number)
        while game.owes():
            seat = game.owes()[0]
            options = game.options(seat)
            option, before = options[rng.below(len(options))], game.copy()
            game.apply(seat, option)
            if game.step_asked() in spec.windows and before.step_asked() not in spec.windows:
                yield before, seat, option_text(option, spec.kinds)


def with_choice(game: Game) -> list[Seat]:
    """The seats that are asked and can do something else than pass."""
    return [seat for seat in game.owes() if len(game.options(seat)) > 1]


def without_choice(game: Game) -> list[Seat]:
    """The seats that are asked and can only pass."""
    return [seat for seat in game.owes() if len(game.options(seat)) == 1]


def attend(table: Table, minds: Thinkers | None = None) -> Steward:
    return Steward(table, minds or Minds(), PACE)
