"""What every request needs: the guests, the tables, the pages, and what one may do with them from outside."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from parlour import bots, games
from parlour.kernel.errors import BadSetup, UnknownName
from parlour.server.clock import milliseconds
from parlour.server.commands import Accepted, Join, Reason, Refused, Sit
from parlour.server.errors import Declined, StoreFailed, TooMany
from parlour.server.history import Entry, record_of
from parlour.server.state import check_name
from parlour.wording import bot_name, is_bot

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from parlour.kernel.options import Seat
    from parlour.kernel.record import Record
    from parlour.kernel.spec import Setup
    from parlour.server.commands import Answer, Command
    from parlour.server.database import Database
    from parlour.server.guests import Guests
    from parlour.server.hall import Hall
    from parlour.server.lobby import Guest
    from parlour.server.metrics import Metrics
    from parlour.server.settings import Settings
    from parlour.server.sockets import Line
    from parlour.server.table import Table
    from parlour.web.fragments import Fragments

ME: Final = "me"
OPEN: Final = "open"


@dataclass
class House:
    """A server's parts.

    Attributes:
        settings: what it was told.
        base: the address that people are given.
        lan: the address on the local network, if it can be reached from there.
        database: the histories and the lobby.
        guests: who is known.
        hall: the tables.
        fragments: draws them.
        metrics: counts.
        lines: the open sockets of each guest.
        opening: held by who opens a table, so that each is counted before the next one.
    """

    settings: Settings
    base: str
    lan: str
    database: Database
    guests: Guests
    hall: Hall
    fragments: Fragments
    metrics: Metrics
    lines: defaultdict[str, set[Line]] = field(default_factory=lambda: defaultdict(set))
    opening: asyncio.Lock = field(default_factory=asyncio.Lock)

    def link(self, table_id: str) -> str:
        """The address that seats a guest."""
        return f"{self.base}/t/{table_id}"

    async def set_up(
        self,
        guest: Guest,
        game: str,
        seats: int | None,
        options: Mapping[str, object],
        players: Sequence[str] = (ME,),
    ) -> str:
        """A new table.

        Args:
            guest: who sets it up, and comes to it.
            game: its id.
            seats: how many; the fewest where it is left out.
            options: the table options.
            players: who sits on the first seats: ``me``, ``open`` for who comes by the link, ``bot NAME``, or the name
                of somebody who plays at the same screen.

        Returns:
            The table's id.

        Raises:
            UnknownName: there is no such game, option or bot.
            BadSetup: the table can't be so.
            TooMany: the guest, or the server, has as many as may be.
            StoreFailed: it can't be written down.
        """
        setup = games.load(game).setup(seats, options)
        _check_players(setup, players)
        async with self.opening:
            await self._check_room(guest)
            table_id = await self.hall.create(setup, guest.id)
            await self.database.lobby.opened(table_id, game, guest.id, milliseconds())
        async with self.hall.at(table_id) as table:
            await self.must(table, Join("set-up", guest.id, guest.name))
            for seat, player in enumerate(players):
                if player != OPEN:
                    await self.must(table, Sit(f"set-up-{seat}", guest.id, seat, "" if player == ME else player))
        await self.database.lobby.visited(table_id, guest.id, milliseconds())
        return table_id

    async def _check_room(self, guest: Guest) -> None:
        own, all_of_them = await self.database.lobby.counts(guest.id)
        if own >= self.settings.tables_each:
            raise TooMany(f"you have {own} tables that are not over, and nobody may have more: play one to its end")
        if all_of_them >= self.settings.tables:
            raise TooMany("this server has as many tables as it takes: try again later")

    async def come(self, table: Table, guest: Guest, command: str, seat: Seat | None, player: str = "") -> None:
        """Let a guest come to a table and take a seat, or seat somebody.

        Args:
            table: where.
            guest: who.
            command: an id for what is asked.
            seat: which seat; None for the first that is free.
            player: who sits there, as `Sit` has it.

        Raises:
            Declined: it can't be.
            StoreFailed: it can't be written down.
        """
        await self.must(table, Join(f"{command}-come", guest.id, guest.name))
        free = table.free_seats()
        if seat is None and not free:
            raise Declined("all seats are taken: you may watch")
        await self.must(table, Sit(command, guest.id, free[0] if seat is None else seat, player))
        await self.database.lobby.visited(table.id, guest.id, milliseconds())

    async def do(self, table: Table, command: Command) -> Answer:
        """Do a command and count it."""
        began = time.perf_counter()
        answer = await table.do(command)
        self.metrics.seconds.observe(time.perf_counter() - began)
        outcome = answer.reason.value if isinstance(answer, Refused) else "accepted"
        self.metrics.commands.labels(type(command).__name__.lower(), outcome).inc()
        return answer

    async def must(self, table: Table, command: Command) -> Accepted:
        """Do a command.

        Raises:
            Declined: it is refused.
            StoreFailed: it can't be written down.
        """
        answer = await self.do(table, command)
        if isinstance(answer, Refused) and answer.reason == Reason.NOT_SAVED:
            raise StoreFailed(answer.word)
        if isinstance(answer, Refused):
            raise Declined(answer.word)
        return answer

    async def history(self, table_id: str) -> list[Entry]:
        """The history of a table whose game is over.

        Raises:
            UnknownTable: there is no such table.
            Declined: the game is not over: its history holds secrets.
            StoreFailed: it can't be read.
            BadHistory: what is read is no history.
        """
        async with self.hall.at(table_id) as table:
            if not table.over:
                raise Declined("the game is not over: what is hidden stays hidden until then")
        return [Entry.parse(line) for line in await self.database.store.load(table_id)]

    async def record(self, table_id: str) -> Record:
        """The record of a finished game.

        Raises:
            UnknownTable: there is no such table.
            Declined: the game is not over.
            StoreFailed: it can't be read.
            BadHistory: what is read is no history.
        """
        return record_of(await self.history(table_id))

    async def end_sessions(self, guest: Guest) -> None:
        """Know a guest no longer, and close the guest's sockets.

        Raises:
            StoreFailed: it can't be written down.
        """
        await self.database.lobby.revoke(guest.id)
        await self._hang_up(guest.id)

    async def close_revoked(self) -> None:
        """Close the sockets of guests whose sessions another process has ended.

        Raises:
            StoreFailed: the database can't be asked.
        """
        for person in await self.database.lobby.revoked([each for each in self.lines if each]):
            await self._hang_up(person)

    async def _hang_up(self, person: str) -> None:
        for line in list(self.lines.get(person, ())):
            await line.hang_up()

    def you(self, table: Table, guest: Guest | None) -> dict[str, Any]:
        """Who a guest is at a table: name, own seats, and of several those that owe an answer: one hands over to these."""
        seats = table.seats_of(guest.id) if guest else []
        asked = table.asked_of(seats) if len(seats) > 1 else []
        return {"name": guest.name if guest else "", "seats": seats, "asked": asked}


def _check_players(setup: Setup, players: Sequence[str]) -> None:
    if len(players) > setup.seats:
        raise BadSetup(f"{len(players)} players on {setup.seats} seats: expected at most one a seat")
    for player in players:
        if is_bot(player):
            if bot_name(player) not in bots.names():
                raise UnknownName("bot", bot_name(player), bots.names())
        elif player not in (ME, OPEN):
            check_name(player)
