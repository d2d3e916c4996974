"""The lobby knows guests by the hash of their token, and who opened or visited which table."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from database.opening import opened
from parlour.server.errors import StoreFailed
from parlour.server.lobby import Guest, TableLine
from parlour.server.store import Append

if TYPE_CHECKING:
    from pathlib import Path

HASHES = [bytes([number]) * 32 for number in range(3)]


def test_a_guest_is_known_by_the_token_until_it_is_revoked(url: str) -> None:
    async def use() -> None:
        async with opened(url) as database:
            anna = await database.lobby.add_guest("Anna", HASHES[0], 7)
            bert = await database.lobby.add_guest("Anna", HASHES[1], 8)
            assert (anna.name, anna.created) == ("Anna", 7)
            assert anna.id != bert.id
            assert await database.lobby.guest(HASHES[0]) == anna
            assert await database.lobby.guest(HASHES[2]) is None
            await database.lobby.rename(bert.id, "Bert \N{SNOWMAN}")
        async with opened(url) as again:
            assert await again.lobby.guest(HASHES[1]) == Guest(bert.id, "Bert \N{SNOWMAN}", 8)
            await again.lobby.revoke(anna.id)
            assert await again.lobby.revoked([anna.id, bert.id]) == {anna.id}
            await again.lobby.revoke(bert.id)
            assert await again.lobby.revoked([bert.id, "nobody"]) == {bert.id}
            assert await again.lobby.guest(HASHES[0]) is None
            assert await again.lobby.guest(HASHES[1]) is None

    asyncio.run(use())


def test_two_guests_never_share_a_token(url: str) -> None:
    async def use() -> None:
        async with opened(url) as database:
            await database.lobby.add_guest("Anna", HASHES[0], 7)
            with pytest.raises(StoreFailed) as failed:
                await database.lobby.add_guest("Bert", HASHES[0], 8)
            assert "Bert" not in str(failed.value)
            found = await database.lobby.guest(HASHES[0])
            assert found is not None
            assert found.name == "Anna"

    asyncio.run(use())


def test_a_name_that_can_not_be_kept_is_refused(url: str) -> None:
    async def use() -> None:
        async with opened(url) as database:
            with pytest.raises(StoreFailed):
                await database.lobby.add_guest("half a \ud83d", HASHES[0], 7)
            await database.lobby.add_guest("whole", HASHES[0], 7)

    asyncio.run(use())


def test_the_secret_is_made_once_for_all_processes(url: str) -> None:
    async def use() -> None:
        async with opened(url) as here, opened(url) as there:
            secrets = await asyncio.gather(*(each.lobby.secret() for each in (here, there) * 5))
            assert set(map(len, secrets)) == {32}
        async with opened(url) as again:
            assert {*secrets, await again.lobby.secret()} == {secrets[0]}

    asyncio.run(use())


def test_the_secret_of_another_database_is_another(url: str, tmp_path: Path) -> None:
    async def use() -> None:
        async with opened(url) as database, opened(f"sqlite:///{tmp_path}/other.db") as other:
            assert await database.lobby.secret() != await other.lobby.secret()

    asyncio.run(use())


def test_tables_of_a_guest_are_those_opened_or_visited_what_changed_last_first(url: str) -> None:
    async def use() -> None:
        async with opened(url) as database:
            for number, name in enumerate("abcd"):
                await database.store.append(Append(name, 0, ["made"], 10 + number, over=name == "c"))
                await database.lobby.opened(name, f"game {name}", "anna" if name in "ab" else "bert", 10)
            for time in (20, 30):
                await database.lobby.visited("c", "anna", time)
                await database.lobby.visited("a", "anna", time)
            await database.store.append(Append("a", 1, ["more"], 50))
            lines = [TableLine("a", "game a", False, 50), TableLine("c", "game c", True, 12), TableLine("b", "game b", False, 11)]  # fmt: skip
            assert await database.lobby.tables_of("anna", 9) == lines
            assert await database.lobby.tables_of("anna", 2) == lines[:2]
            assert await database.lobby.tables_of("nobody", 9) == []
            assert await database.lobby.counts("anna") == (2, 3)
            assert await database.lobby.counts("bert") == (1, 3)
            await database.store.append(Append("a", 2, ["won"], 60, over=True))
            assert await database.lobby.counts("anna") == (1, 2)

    asyncio.run(use())


def test_a_busy_store_does_not_keep_the_lobby_waiting(url: str) -> None:
    async def use() -> None:
        async with opened(url) as database:

            async def move(name: str) -> None:
                version = 0
                while not arrived.is_set():
                    await database.store.append(Append(name, version, ["x"], 1))
                    version += 1

            arrived = asyncio.Event()
            moving = [asyncio.create_task(move(f"t{number}")) for number in range(30)]
            for number in range(20):
                await database.lobby.visited(f"t{number}", "anna", number)
                await database.lobby.add_guest("Anna", bytes([number]), number)
            arrived.set()
            await asyncio.gather(*moving)

    asyncio.run(use())


def test_a_locked_file_refuses_and_then_goes_on(path: Path, sqlite_url: str) -> None:
    async def use() -> None:
        async with opened(sqlite_url) as database:
            with closing(sqlite3.connect(path, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                with pytest.raises(StoreFailed, match="locked"):
                    await database.lobby.add_guest("Anna", HASHES[0], 7)
                await database.lobby.ping()
                assert await database.lobby.guest(HASHES[0]) is None
                other.execute("ROLLBACK")
            await database.lobby.add_guest("Anna", HASHES[0], 7)

    asyncio.run(use())
