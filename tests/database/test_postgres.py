"""Tables in PostgreSQL: a server that goes away, locks of others, several processes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from database.opening import opened, opened_store
from parlour.server import postgres
from parlour.server.database import open_database
from parlour.server.errors import Conflict, StoreFailed
from parlour.server.postgres import PostgresStore
from parlour.server.store import Append

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.server.store import Store


def ask(url: str, order: str) -> list[tuple[Any, ...]]:
    """Do something as another user of the database does."""
    with psycopg.connect(url, autocommit=True) as other:
        cursor = other.execute(order.encode())
        return cursor.fetchall() if cursor.description else []


def cut(url: str) -> None:
    """Break all other connections."""
    ask(
        url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )


def test_a_lost_connection_fails_once_and_the_next_command_works(postgres_url: str) -> None:
    async def use() -> None:
        async with opened(postgres_url) as database:
            store = database.store
            await store.append(Append("t", 0, ["one"], 1))
            assert await store.load("t") == ["one"]
            await database.lobby.ping()
            cut(postgres_url)
            with pytest.raises(StoreFailed):
                await store.append(Append("t", 1, ["two"], 2))
            with pytest.raises(StoreFailed):
                await store.load("t")
            await store.append(Append("t", 1, ["two"], 3))
            assert await store.load("t") == ["one", "two"]
            await database.lobby.ping()

    asyncio.run(use())


def test_while_the_server_is_away_every_command_fails_and_then_they_work(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    connect = psycopg.AsyncConnection.connect

    async def refused(*_: object, **__: object) -> None:
        await asyncio.sleep(0)
        raise psycopg.OperationalError('connection to server at "10.0.0.5" failed\n\tIs it running?')

    async def use() -> None:
        async with opened_store(postgres_url) as store:
            monkeypatch.setattr(psycopg.AsyncConnection, "connect", refused)
            for _ in range(2):
                with pytest.raises(StoreFailed, match="can't be used: it does not answer"):
                    await store.append(Append("t", 0, ["one"], 1))
            monkeypatch.setattr(psycopg.AsyncConnection, "connect", connect)
            await store.append(Append("t", 0, ["one"], 1))
            assert await store.load("t") == ["one"]

    asyncio.run(use())
    assert '"10.0.0.5"' in caplog.text


def test_the_lobby_names_no_host_to_those_who_ask(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise psycopg.OperationalError('connection to server at "10.0.0.5" failed\n\tIs it running?')

    async def use() -> None:
        async with opened(postgres_url) as database:
            monkeypatch.setattr(psycopg, "connect", refused)
            with pytest.raises(StoreFailed, match="can't be used: it does not answer"):
                await database.lobby.ping()
            monkeypatch.undo()
            await database.lobby.ping()

    asyncio.run(use())
    assert '"10.0.0.5"' in caplog.text


def test_a_server_that_hangs_is_given_up(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "PATIENCE", 0.05)
    monkeypatch.setattr(postgres, "SETTINGS", postgres.SETTINGS.replace("lock_timeout=1s", "lock_timeout=1min"))

    async def use() -> None:
        async with opened_store(postgres_url) as store:
            with psycopg.connect(postgres_url) as other:
                other.execute("LOCK TABLE tables")
                with pytest.raises(StoreFailed, match="does not answer"):
                    await store.append(Append("t", 0, ["one"], 1))
            monkeypatch.setattr(postgres, "PATIENCE", 5.0)
            await store.append(Append("t", 0, ["one"], 1))

    asyncio.run(use())


def test_what_others_have_locked_is_refused_and_then_goes_on(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "SETTINGS", postgres.SETTINGS.replace("lock_timeout=1s", "lock_timeout=20ms"))

    async def use() -> None:
        async with opened_store(postgres_url) as store:
            await store.append(Append("t", 0, ["one"], 1))
            with psycopg.connect(postgres_url) as other:
                other.execute("SELECT FROM tables FOR UPDATE")
                with pytest.raises(StoreFailed, match="lock timeout"):
                    await store.append(Append("t", 1, ["two"], 1))
            await store.append(Append("t", 1, ["two"], 1))
            assert await store.load("t") == ["one", "two"]

    asyncio.run(use())


def test_what_waits_together_is_committed_together(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    appended, batches = postgres._appended, list[int]()

    async def counting(connection: postgres.Connection, appends: Sequence[Append]) -> list[Conflict | None]:
        batches.append(len(appends))
        return await appended(connection, appends)

    async def use() -> None:
        async with opened_store(postgres_url) as store:
            await asyncio.gather(*(store.append(Append(f"t{number}", 0, ["x"], 1)) for number in range(300)))

    monkeypatch.setattr(postgres, "_appended", counting)
    asyncio.run(use())
    assert sum(batches) == 300
    assert len(batches) <= 3


def test_processes_that_write_the_same_tables_at_once_neither_mix_nor_wait_for_each_other(postgres_url: str) -> None:
    names = [f"t{number}" for number in range(20)]

    async def write(store: Store, who: str, name: str) -> int:
        done = 0
        while done < 5:
            version = len(await store.load(name))
            try:
                await store.append(Append(name, version, [f"{who} {done}"], 1))
            except Conflict:
                continue
            done += 1
        return done

    async def use() -> None:
        async with opened_store(postgres_url) as here, opened_store(postgres_url) as there:
            forth = [write(here, "here", name) for name in names]
            back = [write(there, "there", name) for name in reversed(names)]
            await asyncio.gather(*forth, *back)
            for name in names:
                lines = await here.load(name)
                for who in ("here", "there"):
                    assert [line for line in lines if line.startswith(who)] == [
                        f"{who} {number}" for number in range(5)
                    ]

    asyncio.run(use())


def test_a_write_that_breaks_off_leaves_the_next_one_alone_and_tells_no_line(postgres_url: str) -> None:
    async def use() -> None:
        async with opened_store(postgres_url) as store:
            await store.append(Append("t", 0, ["one"], 1))
            ask(postgres_url, "INSERT INTO entries VALUES ('t', 3, 'stray')")
            with pytest.raises(StoreFailed, match="entries_pkey") as failed:
                await store.append(Append("t", 1, ["two", "three"], 2))
            assert "three" not in str(failed.value)
            with pytest.raises(StoreFailed):
                await store.append(Append("t", 1, ["no\0text"], 2))
            await store.append(Append("u", 0, ["one"], 3))
            assert await store.load("t") == ["one", "stray"]

    asyncio.run(use())


def test_commits_are_written_through_whatever_the_url_says(postgres_url: str) -> None:
    async def use() -> None:
        async with opened_store(f"{postgres_url}?options=-csynchronous_commit%3Doff") as store:
            assert isinstance(store, PostgresStore)
            async with store._writes.use() as connection:
                cursor = await connection.execute("SHOW synchronous_commit")
                assert await cursor.fetchone() == ("on",)

    asyncio.run(use())


@pytest.mark.parametrize(
    ("url", "word"),
    [
        ("postgresql://a:hidden@127.0.0.1:1/none", "refused"),
        ("postgresql://a:hidden@127.0.0.1:door/none", "door"),
        ("postgresql://a:hidden@127.0.0.1/none?nonsense=1", "nonsense"),
        ("mysql://a:hidden@127.0.0.1/none", "expected sqlite:///PATH or postgresql://"),
        ("hidden", "expected sqlite:///PATH or postgresql://"),
    ],
)
def test_a_url_that_leads_nowhere_is_told_in_a_line_without_the_password(url: str, word: str) -> None:
    with pytest.raises(StoreFailed, match=word) as failed:
        open_database(url)
    assert "\n" not in str(failed.value)
    assert "hidden@" not in str(failed.value)
