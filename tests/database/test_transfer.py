"""What one database has, another can take over: all of it or nothing, from each kind to each kind."""

from __future__ import annotations

import asyncio
import io
import json
import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from database.opening import listed, opened
from parlour import cli, games
from parlour.kernel.chance import Rng
from parlour.server.commands import Accepted
from parlour.server.history import Decided, Entry
from parlour.server.store import Append
from parlour.server.table import Table
from server.clients import clients, outside, owing, read_all, seated

if TYPE_CHECKING:
    from pathlib import Path

    from parlour.kernel.spec import Setup
    from parlour.server.database import Database

SETUPS = [games.load(name).setup() for name in games.names()]
HASH = bytes(range(32))


@pytest.fixture
def other_url(url: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of the other kind."""
    return (
        str(request.getfixturevalue("postgres_url")) if url.startswith("sqlite") else f"sqlite:///{tmp_path}/other.db"
    )


async def played(database: Database, setup: Setup, moves: int) -> str:
    """The id of a table where a guest has opened a game, some way into it."""
    out, rng = outside(f"{setup.spec.id} {moves}"), Rng("transfer")
    table = await seated(database.store, setup, out)
    await database.lobby.opened(table.id, setup.spec.id, "anna", 5)
    players = clients(table)
    for number in range(moves):
        if ready := owing(players):
            command = ready[0].choose(rng, f"c{number}")
            assert await table.do(command) == Accepted(command.id)
        read_all(players)
    return table.id


async def filled(url: str) -> list[str]:
    """The ids of tables of all games in a database, with a guest."""
    async with opened(url) as database:
        await database.lobby.add_guest("Anna \N{SNOWMAN}", HASH, 4)
        await database.lobby.secret()
        tables = [await played(database, setup, 12) for setup in SETUPS]
        for table in tables:
            await database.lobby.visited(table, "bert", 6)
        return tables


async def contents(url: str) -> dict[str, object]:
    """All that a database tells."""
    tables = await asyncio.to_thread(listed, url)
    async with opened(url) as database:
        store, lobby = database.store, database.lobby
        return {
            "tables": tables,
            "lines": {table.id: await store.load(table.id) for table in tables},
            "guest": await lobby.guest(HASH),
            "secret": await lobby.secret(),
            "opened": await lobby.tables_of("anna", 99),
            "visited": await lobby.tables_of("bert", 99),
        }


def export(url: str, *arguments: str) -> int:
    return cli.main(["export", "--database", url, *arguments])


def import_(url: str, path: Path) -> int:
    return cli.main(["import", "--database", url, str(path)])


def test_all_goes_from_one_database_to_the_other(
    url: str, other_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tables, file = asyncio.run(filled(url)), tmp_path / "all.jsonl"
    assert export(url, str(file)) == 0
    assert import_(other_url, file) == 0
    entries = sum(len(each["lines"]) for each in map(json.loads, file.read_text().splitlines()) if "lines" in each)
    said = f"tables {len(tables)}, entries {entries}, guests 1"
    assert capsys.readouterr() == (f"imported: {said}; tables that were there already: 0\n", f"exported: {said}\n")
    assert asyncio.run(contents(other_url)) == asyncio.run(contents(url))
    assert import_(other_url, file) == 0
    assert f"tables 0, entries 0, guests 0; tables that were there already: {len(tables)}" in capsys.readouterr().out
    assert asyncio.run(contents(other_url)) == asyncio.run(contents(url))


def test_a_game_goes_on_where_it_was_imported(sqlite_url: str, postgres_url: str, tmp_path: Path) -> None:
    tables, file = asyncio.run(filled(sqlite_url)), tmp_path / "all.jsonl"
    assert export(sqlite_url, str(file)) == 0
    assert import_(postgres_url, file) == 0

    async def go_on() -> None:
        async with opened(postgres_url) as database:
            for table_id in tables:
                table = await Table.load(database.store, table_id, outside("later"))
                ready = owing(clients(table))
                assert ready or table.over
                for player in ready[:1]:
                    assert await table.do(player.choose(Rng("later"), "later")) == Accepted("later")

    asyncio.run(go_on())


def test_one_table_goes_alone(url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tables, file = asyncio.run(filled(url)), tmp_path / "one.jsonl"
    assert export(url, "--table", tables[1]) == 0
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    other = f"sqlite:///{tmp_path}/one.db"
    assert import_(other, file) == 0
    whole, one = asyncio.run(contents(url)), asyncio.run(contents(other))
    assert isinstance(whole["lines"], dict)
    assert one["lines"] == {tables[1]: whole["lines"][tables[1]]}
    assert one["guest"] is None


def test_a_keeper_can_see_which_games_part_from_the_rules_and_where(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tables, file, other = asyncio.run(filled(url)), tmp_path / "all.jsonl", f"sqlite:///{tmp_path}/changed.db"
    assert export(url, "--check", str(file)) == 0
    assert "frozen" not in capsys.readouterr().err
    file.write_text("".join(map(parting, file.read_text().splitlines(keepends=True))))
    assert import_(other, file) == 0
    assert export(other, "--check", "--table", tables[0]) == 0
    first, last = capsys.readouterr().err.splitlines()
    assert first.startswith(f"{tables[0]} is frozen: decision 1 (seat ")
    assert last.startswith("exported: tables 1,")


def parting(line: str) -> str:
    """A line of an export, in which a game's first decision has led to another state."""
    part = json.loads(line)
    entries = [Entry.parse(each) for each in part.get("lines", ())]
    for at, entry in enumerate(entries):
        if isinstance(entry.event, Decided):
            part["lines"][at] = replace(entry, event=replace(entry.event, fingerprint="0" * 16)).line()
            break
    return json.dumps(part) + "\n"


def test_export_works_while_somebody_writes_and_is_whole(url: str, tmp_path: Path) -> None:
    asyncio.run(filled(url))

    async def use() -> None:
        async with opened(url) as database:
            stop = asyncio.Event()
            playing = asyncio.create_task(keep_writing(database, stop))
            for number in range(3):
                assert await asyncio.to_thread(export, url, str(tmp_path / f"{number}.jsonl")) == 0
            stop.set()
            await playing

    async def keep_writing(database: Database, stop: asyncio.Event) -> None:
        moves = 20
        while not stop.is_set():
            await played(database, SETUPS[moves % len(SETUPS)], moves)
            moves += 1

    asyncio.run(use())
    for number in range(3):
        assert import_(f"sqlite:///{tmp_path}/{number}.db", tmp_path / f"{number}.jsonl") == 0


@pytest.mark.skipif(os.name == "nt", reason="files have other permissions there")
def test_only_its_owner_can_read_the_file_and_a_failure_leaves_the_old_one(sqlite_url: str, tmp_path: Path) -> None:
    asyncio.run(filled(sqlite_url))
    file = tmp_path / "all.jsonl"
    file.write_text("what was there", encoding="utf-8")
    assert export(sqlite_url, "--table", "none", str(file)) == 2
    assert file.read_text(encoding="utf-8") == "what was there"
    assert export(sqlite_url, str(file)) == 0
    assert file.stat().st_mode & 0o777 == 0o600


def test_another_history_of_a_table_is_refused_and_nothing_is_half_done(
    url: str, other_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tables, file = asyncio.run(filled(url)), tmp_path / "all.jsonl"
    assert export(url, str(file)) == 0

    async def differ() -> None:
        async with opened(other_url) as database:
            lines = file.read_text(encoding="utf-8").splitlines()
            history = next(each for each in map(json.loads, lines) if each.get("id") == tables[-1])["lines"]
            await database.store.append(Append(tables[-1], 0, history[:3], 1))

    asyncio.run(differ())
    before = asyncio.run(contents(other_url))
    capsys.readouterr()
    assert import_(other_url, file) == 2
    assert f"table {tables[-1]} is there already with another history: nothing was imported" in capsys.readouterr().err
    assert asyncio.run(contents(other_url)) == before


def test_a_database_that_has_a_secret_keeps_it_and_says_so(
    sqlite_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(filled(sqlite_url))
    other, file = f"sqlite:///{tmp_path}/other.db", tmp_path / "all.jsonl"
    secret = asyncio.run(contents(other))["secret"]
    assert export(sqlite_url, str(file)) == 0
    assert import_(other, file) == 0
    assert "has a secret of its own" in capsys.readouterr().out
    assert asyncio.run(contents(other))["secret"] == secret


HEAD = '{"type":"parlour","format":1}'
END = '{"type":"end","tables":0,"rows":0}'


@pytest.mark.parametrize(
    ("lines", "word"),
    [
        ([], "not whole"),
        ([HEAD], "not whole"),
        ([END], "line 1 stands in the wrong place"),
        ([HEAD, END, END], "line 3 stands in the wrong place"),
        ([HEAD, HEAD, END], "line 2 stands in the wrong place"),
        ([HEAD, '{"type":"end","tables":1,"rows":0}'], "not whole"),
        (['{"type":"parlour","format":2}', END], "format 2: expected 1"),
        (["parlour record 1"], "line 1 is none of an export"),
        ([HEAD, '{"type":"guests","id":"g"}', END], "line 2 is none of an export"),
        ([HEAD, '{"type":"table","id":"t","over":false,"changed":1,"lines":[]}', END], "expected entries"),
        ([HEAD, '{"type":"table","id":"t","over":false,"changed":1,"lines":["x"]}', END], "'x' is no entry"),
        ([HEAD, '{"type":"table","id":"t","over":0,"changed":1,"lines":["x"]}', END], "Expected `bool`"),
    ],
)
def test_what_is_no_whole_export_is_refused_in_a_line(
    lines: list[str], word: str, sqlite_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    assert import_(sqlite_url, file) == 2
    said = capsys.readouterr().err
    assert word in said
    assert said.count("\n") == 1


def test_a_file_that_was_cut_or_edited_is_refused(url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(filled(url))
    file, bad = tmp_path / "all.jsonl", tmp_path / "bad.jsonl"
    assert export(url, str(file)) == 0
    whole = file.read_bytes()
    middle = whole.index(b"lines", len(whole) // 2)
    for broken in (whole[:middle], whole[: whole.rindex(b"\n", 0, -1) + 1], whole[:middle] + b"\xff" + whole[middle:]):
        bad.write_bytes(broken)
        assert import_(f"sqlite:///{tmp_path}/fresh.db", bad) == 2
    assert export(f"sqlite:///{tmp_path}/fresh.db") == 0
    assert capsys.readouterr().out == f"{HEAD}\n{END}\n"


def test_what_is_not_there_is_said_in_a_line(
    sqlite_url: str, path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert export(sqlite_url) == 2
    assert not path.exists()
    assert import_(sqlite_url, tmp_path / "nothing.jsonl") == 2
    asyncio.run(filled(sqlite_url))
    assert export(sqlite_url, "--table", "mine") == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines() == [
        f"parlour: no database at {path}: expected one that `parlour serve` has made",
        f"parlour: {tmp_path}/nothing.jsonl: No such file or directory",
        "parlour: unknown table 'mine': expected one of those in the database",
    ]


def test_the_environment_names_the_database_and_a_pipe_carries_it(
    sqlite_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(filled(sqlite_url))
    monkeypatch.setenv("PARLOUR_DATABASE", sqlite_url)
    assert cli.main(["export"]) == 0
    sent = capsys.readouterr().out.encode()
    monkeypatch.setenv("PARLOUR_DATABASE", f"sqlite:///{tmp_path}/other.db")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(sent)))
    assert cli.main(["import", "-"]) == 0
    assert cli.main(["export"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == sent.decode().splitlines()
