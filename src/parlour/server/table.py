"""A table that is kept: one writer, who persists before anything is sent."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self

from parlour.kernel.chance import new_seed
from parlour.kernel.record import value_text
from parlour.server.clock import milliseconds
from parlour.server.commands import Accepted, Reason, Refused, author
from parlour.server.errors import Conflict, NotYourSeat, StoreFailed, UnknownTable
from parlour.server.history import Begun, Created, Decided, Entry, Meant, Stood
from parlour.server.room import Room
from parlour.server.scene import Scene
from parlour.server.state import Draft, State, is_secret
from parlour.server.store import Append
from parlour.server.streams import Change, Reader, Stream

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from parlour.kernel.game import Game
    from parlour.kernel.options import Seat
    from parlour.kernel.spec import Setup
    from parlour.server.commands import Answer, Choose, Command
    from parlour.server.room import Viewer
    from parlour.server.state import Ahead
    from parlour.server.store import Store
    from parlour.server.telling import Row

    Step = tuple[Entry, Game | None]
    """An entry, and the game it leads to where that is known."""
    Judged = tuple[Command, Draft | Refused]
    """A command, and what would come of it."""

ID_BYTES: Final = 16


def _new_id() -> str:
    return secrets.token_urlsafe(ID_BYTES)


@dataclass(frozen=True, slots=True)
class Outside:
    """What a table takes from outside.

    Attributes:
        now: the time, milliseconds since 1970, UTC.
        new_id: an id that nobody can guess.
        new_seed: 32 bytes that nobody can guess.
    """

    now: Callable[[], int] = milliseconds
    new_id: Callable[[], str] = _new_id
    new_seed: Callable[[], bytes] = new_seed


WORLD: Final = Outside()


class Table:
    """A table in memory.

    Args:
        table_id: its id in the store.
        store: where its history is kept.
        state: what the history has made of it.
        outside: time and chance.
        window: how many seconds a reaction window stays open; None where nobody but those asked closes it.

    Attributes:
        noticed: called after each change, before anybody is told of it.
        wrote: called after something was written down.
        met: called when somebody has come or gone.
        at_once: gives what is decided as soon as decisions lead so far, before anybody is told of it.
        waiting: the seat for whose sake alone a reaction window is still open: nobody else is there. Who comes may not
            see that, and is sent nothing until it is closed.
        called: whether somebody has come meanwhile.
        room: who is connected.
    """

    def __init__(
        self, table_id: str, store: Store, state: State, outside: Outside = WORLD, window: float | None = None
    ) -> None:
        self.id: str = table_id
        self.noticed: Callable[[], None]
        self.wrote: Callable[[], None]
        self.met: Callable[[], None]
        self.at_once: Callable[[Ahead], Sequence[Choose]]
        self.leave_alone()
        self.waiting: Seat | None = None
        self.called: bool = False
        self.room: Room = Room(window)
        self._store: Store = store
        self._state: State = state
        self._outside: Outside = outside
        self._scene: Scene = Scene(state, self.room)
        self._streams: dict[Seat | None, Stream] = {}
        self._lock: asyncio.Lock = asyncio.Lock()
        self._released: asyncio.Event = asyncio.Event()

    @classmethod
    async def create(cls, store: Store, setup: Setup, person: str, outside: Outside = WORLD) -> Self:
        """A new table.

        Raises:
            StoreFailed: it can't be written down.
        """
        options = {name: value_text(value) for name, value in setup.options.items()}
        table = cls(outside.new_id(), store, State(), outside)
        created = Draft((Created(setup.spec.id, setup.spec.version, setup.seats, options),))
        await table._write([(person, "", created)])
        return table

    @classmethod
    async def load(cls, store: Store, table_id: str, outside: Outside = WORLD, window: float | None = None) -> Self:
        """A table from the store.

        Raises:
            UnknownName: there is no such table, or its game is not there.
            StoreFailed: it can't be read.
            BadHistory: what is read is no history.
        """
        lines = await store.load(table_id)
        if not lines:
            raise UnknownTable("table", table_id, "those that were made here")
        return cls(table_id, store, await asyncio.to_thread(State, map(Entry.parse, lines)), outside, window)

    @property
    def state(self) -> State:
        """The table with all its secrets, for who looks after it."""
        return self._state

    @property
    def over(self) -> bool:
        """Whether the game has been won."""
        return self._state.over

    def seats_of(self, person: str) -> list[Seat]:
        """The seats for which a person decides."""
        return self._state.seats_of(person)

    def free_seats(self) -> list[Seat]:
        """The seats that nobody has taken."""
        return [seat for seat, sitter in enumerate(self._state.sitters) if sitter is None]

    def asked_of(self, seats: Sequence[Seat]) -> list[Seat]:
        """Those of some seats that owe an answer; only who sits there may know.

        A reaction window passes by itself, so that nobody who shares a screen hands it over for that.
        """
        game = self._state.game
        owing = game.owes() if game is not None and not self._state.in_window else ()
        return [seat for seat in seats if seat in owing]

    def leave_alone(self) -> None:
        """Nobody looks after it, or wants to know anything of it, from now on; so nothing holds it that it holds itself."""
        self.noticed = self.wrote = self.met = _nothing
        self.at_once = _nothing_more

    # Who is connected.

    def arrive(self, person: str, seat: Seat | None) -> None:
        """Somebody begins to read the messages of a seat, or with None those of the spectators; a stranger is ``""``."""
        self.room.arrive(person, seat)
        self._meet()

    def depart(self, person: str, seat: Seat | None) -> None:
        """Somebody who arrived reads no more."""
        self.room.depart(person, seat)
        self._meet()

    @property
    def here(self) -> list[Viewer]:
        """Those who are connected through this process."""
        return self.room.here

    def elsewhere(self, process: str, viewers: Iterable[Viewer]) -> None:
        """Those who are connected through another process."""
        self.room.elsewhere(process, viewers)
        self._tell((), self._streams)

    def _meet(self) -> None:
        self._tell((), self._streams)
        self.met()

    # What is done.

    async def do(self, command: Command) -> Answer:
        """Do what is asked once, however often it is; who gives up waiting does not stop it half way.

        Returns:
            `Accepted` once it will outlive any crash, or why it is refused.
        """
        (answer,) = await self.do_all([command])
        return answer

    async def do_all(self, commands: Sequence[Command]) -> list[Answer]:
        """Do several commands at once: what they do is written together, and told together.

        Args:
            commands: the first may do anything, the others may only choose.
        """
        return await asyncio.shield(self._in_turn(commands))

    def listen(self, person: str, seat: Seat | None, epoch: str = "", number: int | None = None) -> Reader:
        """The messages to a viewer.

        Args:
            person: who listens.
            seat: the seat whose messages they are, or None for those of a spectator.
            epoch: of the stream from which the last message came.
            number: of that message; the reader goes on after it, or begins with the whole view.

        Raises:
            NotYourSeat: somebody else sits there.
        """
        self._check_seat(person, seat)
        if seat not in self._streams:
            self._streams[seat] = Stream(self._outside.new_id, self._scene, seat)
        return Reader(self._streams[seat], epoch, number)

    async def enter(self, person: str, seat: Seat | None, epoch: str = "", number: int | None = None) -> Reader:
        """As `listen`, once somebody who comes may see the table: not while a window is open for another's sake alone.

        Raises:
            NotYourSeat: somebody else sits there; that is said at once.
        """
        self._check_seat(person, seat)
        while self.waiting not in (None, seat):
            self.called = True
            self.noticed()
            await self._released.wait()
        return self.listen(person, seat, epoch, number)

    def _check_seat(self, person: str, seat: Seat | None) -> None:
        if seat is not None and seat not in self._state.seats_of(person):
            raise NotYourSeat(f"seat {seat} is not yours: only who sits there is told what it sees")

    def release(self) -> None:
        """No window is open for one seat alone any more."""
        if self.waiting is not None:
            self.waiting, self.called = None, False
            self._released.set()
            self._released = asyncio.Event()

    async def catch_up(self) -> None:
        """Take in what another process has written, and send it.

        Raises:
            StoreFailed: it can't be read.
        """
        async with self._lock:
            await self._read_on()

    async def _in_turn(self, commands: Sequence[Command]) -> list[Answer]:
        async with self._lock:
            try:
                return await self._done(commands)
            except StoreFailed as error:
                return [Refused(command.id, Reason.NOT_SAVED, str(error)) for command in commands]

    async def _done(self, commands: Sequence[Command]) -> list[Answer]:
        while True:
            ahead = self._state.ahead()
            judged = self._judged(commands, ahead)
            follow = self._following(ahead) if ahead.game is not self._state.game else []
            drafts = [(author(one), one.id, draft) for one, draft in [*judged, *follow] if isinstance(draft, Draft)]
            try:
                await self._write(drafts)
            except Conflict as error:
                if not await self._read_on():
                    raise StoreFailed("nothing can be written: the store has another version of this table") from error
            else:
                return [draft if isinstance(draft, Refused) else Accepted(one.id) for one, draft in judged]

    def _judged(self, commands: Sequence[Command], ahead: Ahead) -> list[Judged]:
        windows = self.room.window is not None
        judged = self._state.judge_all(commands, ahead, self._outside.new_seed, windows=windows)
        return list(zip(commands, judged, strict=True))

    def _following(self, ahead: Ahead) -> list[Judged]:
        """What is decided at once when it has come so far, and so on; what can't be decided is left to be asked."""
        found: list[Judged] = []
        while commands := self.at_once(ahead):
            judged = self._judged(commands, ahead)
            if not all(isinstance(draft, Draft) and draft.events for _, draft in judged):
                break
            found += judged
        return found

    async def _write(self, drafts: Iterable[tuple[str, str, Draft]]) -> None:
        """Persist what authors do with the commands of these ids, then send it."""
        version, now = self._state.version, self._outside.now()
        steps: list[Step] = []
        for who, command, draft in drafts:
            for event in draft.events:
                steps.append((Entry(version + len(steps) + 1, now, who, command, event), draft.game))
        if steps:
            over = any(isinstance(entry.event, Decided) and entry.event.winners for entry, _ in steps)
            secret = all(is_secret(entry.event, game) for entry, game in steps)
            changed = self._state.changed if secret else now
            await self._store.append(Append(self.id, version, [entry.line() for entry, _ in steps], changed, over))
            self._take(steps)
            self.wrote()

    async def _read_on(self) -> int:
        lines = await self._store.load(self.id, self._state.version)
        self._take([(Entry.parse(line), None) for line in lines])
        return len(lines)

    def _take(self, steps: Iterable[Step]) -> None:
        """Follow the next entries, then tell of them; of what a seat says in secret only that seat is told."""
        before, seats, public = self._question, set[int](), False
        told: list[Row] = []
        for entry, game in steps:
            self._state.follow(entry, game)
            event = entry.event
            told += event.told if isinstance(event, (Begun, Decided)) else ()
            if isinstance(event, (Stood, Meant, Decided)):
                seats.add(event.seat)
            else:
                public = True
        self._tell(told, self._streams if public or before is not self._question else seats)

    @property
    def _question(self) -> object:
        return None if self._state.game is None else self._state.game.question

    def _tell(self, told: Sequence[Row], viewers: Iterable[Seat | None]) -> None:
        """Tell viewers what is new to them."""
        self.noticed()
        self._scene.change()
        change = Change(told)
        for viewer in viewers:
            if viewer in self._streams:
                self._streams[viewer].follow(change)


def _nothing() -> None:
    """Nobody wants to know."""


def _nothing_more(ahead: Ahead) -> Sequence[Choose]:
    """Whoever is asked is waited for."""
    return ()
