"""A line is closed when something is wrong, waits for nobody, and says what has been done."""

from __future__ import annotations

import asyncio
import gc
import json
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from parlour import games
from parlour.server.commands import Accepted, Join, Sit
from parlour.server.errors import BadHistory, StoreFailed
from parlour.server.hall import Hall
from parlour.server.house import House
from parlour.server.lobby import Guest
from parlour.server.metrics import Metrics
from parlour.server.settings import Settings
from parlour.server.sockets import FAILED, Channel, Line
from server.clients import MemoryStore, outside
from support import without_collector

if TYPE_CHECKING:
    from collections.abc import MutableMapping

    from parlour.server.table import Table

ANNA = Guest("a", "Anna", 1)
SIT: tuple[dict[str, Any], ...] = ({"do": "join", "id": "1", "name": "Anna"}, {"do": "sit", "id": "2", "seat": 0})


class Forgetful:
    """A lobby that can't write."""

    async def visited(self, table_id: str, guest_id: str, now: int) -> None:
        raise StoreFailed("the database can't be used")


class Socket:
    """A socket that has been accepted, as ASGI has it.

    Attributes:
        sent: what was sent, and the code with which it was closed.
    """

    def __init__(self, *asked: dict[str, Any], takes: bool = True) -> None:
        self.sent: list[Any] = []
        self._asked: list[dict[str, Any]] = list(asked)
        self._takes: bool = takes

    async def receive(self) -> dict[str, Any]:
        await asyncio.sleep(0.01)
        if not self._asked:
            return {"type": "websocket.disconnect", "code": 1000}
        return {"type": "websocket.receive", "text": json.dumps(self._asked.pop(0))}

    async def send(self, message: MutableMapping[str, Any]) -> None:
        if not self._takes:
            await asyncio.Event().wait()
        self.sent.append(json.loads(message["text"]) if "text" in message else message["code"])


def house(store: MemoryStore) -> House:
    """A server of which a line needs no more than this."""
    none, hall = cast("Any", None), Hall(store, outside("lines"))
    database = cast("Any", SimpleNamespace(store=store, lobby=Forgetful()))
    return House(Settings(), "", "", database, none, hall, none, Metrics(lambda: 0, lambda: 0))


def line(home: House, socket: Socket, table: Table) -> Line:
    return Line(home, Channel(socket.receive, socket.send), table, ANNA, seat=None, language=None)


async def stay(home: House, socket: Socket, table_id: str) -> None:
    """Be at a table until the line is lost."""
    async with home.hall.at(table_id) as table:
        await line(home, socket, table).stay(table.listen(ANNA.id, None))


def test_who_has_a_seat_is_told_so_even_where_no_list_can_say_it() -> None:
    async def play() -> None:
        home, socket = house(MemoryStore()), Socket(*SIT)
        table_id = await home.hall.create(games.load("king_of_12").setup(), "b")
        await stay(home, socket, table_id)
        assert {"accepted": "2"} in socket.sent
        assert home.lines == {}

    asyncio.run(play())


@pytest.mark.parametrize(("second", "seats", "asked"), [("Ben", [0, 1], [0, 1]), ("bot random", [0], [])])
def test_who_has_several_seats_is_told_which_are_asked(second: str, seats: list[int], asked: list[int]) -> None:
    async def play() -> None:
        home = house(MemoryStore())
        table_id = await home.hall.create(games.load("king_of_12").setup(2), "b")
        async with home.hall.at(table_id) as table:
            for command in (Join("1", "a", "Anna"), Sit("2", "a", 0), Sit("3", "a", 1, second)):
                assert await table.do(command) == Accepted(command.id)
            assert table.state.game is not None
            assert table.state.game.owes() == (0, 1)
            assert home.you(table, ANNA) == {"name": "Anna", "seats": seats, "asked": asked}

    asyncio.run(play())


def test_a_line_that_is_lost_is_gone_with_all_it_holds() -> None:
    async def play() -> None:
        home, socket = house(MemoryStore()), Socket(*SIT, {"do": "look", "id": "3", "seat": 0})
        table_id = await home.hall.create(games.load("king_of_12").setup(), "b")
        await stay(home, socket, table_id)
        await asyncio.sleep(0)
        assert {"accepted": "3"} in socket.sent
        assert not [each for each in gc.get_objects() if isinstance(each, (Line, Channel))]

    with without_collector():
        asyncio.run(play())


def test_a_line_at_which_something_is_wrong_is_closed(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise BadHistory("entry 9")

    async def play() -> None:
        home, socket = house(MemoryStore()), Socket(*SIT)
        table_id = await home.hall.create(games.load("king_of_12").setup(), "b")
        monkeypatch.setattr(House, "do", broken)
        await stay(home, socket, table_id)
        assert socket.sent[-1] == FAILED
        assert home.lines == {}

    asyncio.run(play())
    assert "a line failed" in caplog.text


def test_who_does_not_read_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        home, socket = house(MemoryStore()), Socket(takes=False)
        table_id = await home.hall.create(games.load("king_of_12").setup(), "b")
        async with home.hall.at(table_id) as table:
            await line(home, socket, table).hang_up()
        assert socket.sent == []

    monkeypatch.setattr("parlour.server.sockets.PARTING", 0.01)
    asyncio.run(play())
