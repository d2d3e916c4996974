"""Tables out of one database and into another: JSON lines that hold whole histories and the lobby.

The first line says what it is, the last one how much it was. Whoever has such a file knows what the database knows, seeds
included.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Any, Final

import msgspec
from sqlalchemy import select

from parlour.kernel.errors import ParlourError, UnknownName
from parlour.server.errors import BadHistory
from parlour.server.history import Entry
from parlour.server.lobby import failing, inserted, writing
from parlour.server.schema import ENTRIES, GUESTS, LOBBY, OPENINGS, SETTINGS, TABLES
from parlour.server.state import State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sqlalchemy import Column, Connection, Engine, Table

FORMAT: Final = 1


class Head(msgspec.Struct, tag="parlour", forbid_unknown_fields=True):
    """What the file is."""

    format: int


class History(msgspec.Struct, tag="table", forbid_unknown_fields=True):
    """A table as the store has it."""

    id: str
    over: bool
    changed: int
    lines: list[str]


class End(msgspec.Struct, tag="end", forbid_unknown_fields=True):
    """How many histories and rows there were."""

    tables: int
    rows: int


class BadExport(ParlourError):
    """A file that can't be imported."""


@dataclass(slots=True)
class Tally:
    """What was moved.

    Attributes:
        tables: how many tables.
        entries: how many entries their histories have.
        guests: how many guests.
        known: how many tables were there already, with the same histories.
        strange: whether the other database has a secret of its own, so that the guests' sessions don't hold there.
    """

    tables: int = 0
    entries: int = 0
    guests: int = 0
    known: int = 0
    strange: bool = False

    def __str__(self) -> str:
        return f"tables {self.tables}, entries {self.entries}, guests {self.guests}"


def _row(table: Table) -> type[msgspec.Struct]:
    """A row of a table, each value of its column's type."""
    fields = [(str(column.name), _type(column)) for column in table.columns]
    return msgspec.defstruct(str(table.name), fields, tag=str(table.name), forbid_unknown_fields=True)


def _type(column: Column[Any]) -> Any:
    kind = column.type.python_type
    return kind | None if column.nullable else kind


ROWS: Final = {table: _row(table) for table in LOBBY}
_TABLES: Final = {row: table for table, row in ROWS.items()}
_DECODER: Final[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(reduce(operator.or_, (Head, History, End, *_TABLES)))


# Out.


def export(engine: Engine, write: Callable[[str], object], table: str = "") -> Tally:
    """Write what a database has at this moment.

    Args:
        engine: the database.
        write: takes a line.
        table: the id of a table, for nothing but this one and how it was opened.

    Raises:
        UnknownName: there is no such table.
        StoreFailed: the database can't be read.
    """
    tally, rows = Tally(), 0
    with failing(), _snapshot(engine) as database:
        found = _found(database, table)
        _put(write, Head(FORMAT))
        for table_id, over, changed in found:
            lines = _lines(database, table_id)
            _put(write, History(table_id, over, changed, lines))
            tally.tables += 1
            tally.entries += len(lines)
        for row in _rows(database, table):
            _put(write, row)
            rows += 1
            tally.guests += isinstance(row, ROWS[GUESTS])
        _put(write, End(tally.tables, rows))
    return tally


def parted(engine: Engine, table: str = "") -> Iterator[tuple[str, str]]:
    """The tables whose games would not have come so far under the rules of now, by their ids, and where they part.

    Args:
        engine: the database.
        table: the id of a table, for nothing but this one.

    Raises:
        UnknownName: there is no such table, or its game is not there.
        BadHistory: what is read is no history.
        StoreFailed: the database can't be read.
    """
    with failing(), _snapshot(engine) as database:
        for table_id, _, _ in _found(database, table):
            state = State(map(Entry.parse, _lines(database, table_id)))
            if state.parted:
                yield table_id, state.parted


def _snapshot(engine: Engine) -> Connection:
    """A connection that sees nothing of what is written meanwhile."""
    if engine.dialect.name == "postgresql":
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    return engine.connect()


def _put(write: Callable[[str], object], part: msgspec.Struct) -> None:
    write(msgspec.json.encode(part).decode() + "\n")


def _found(database: Connection, table: str) -> list[tuple[str, bool, int]]:
    query = select(TABLES.c.id, TABLES.c.over, TABLES.c.changed).order_by(TABLES.c.changed, TABLES.c.id)
    rows = database.execute(query.filter_by(id=table) if table else query)
    found = [(table_id, over, changed) for table_id, over, changed in rows]
    if table and not found:
        raise UnknownName("table", table, "those in the database")
    return found


def _lines(database: Connection, table: str) -> list[str]:
    return list(database.scalars(select(ENTRIES.c.line).filter_by(id=table).order_by(ENTRIES.c.number)))


def _rows(database: Connection, table: str) -> Iterator[msgspec.Struct]:
    if table:
        yield from (ROWS[OPENINGS](*row) for row in database.execute(select(OPENINGS).filter_by(table_id=table)))
        return
    for each, row_of in ROWS.items():
        yield from (row_of(*row) for row in database.execute(select(each)))


# In.


def import_(engine: Engine, lines: Iterable[bytes]) -> Tally:
    """Take in what was exported: all of it, or nothing.

    Args:
        engine: the database.
        lines: of the file.

    Raises:
        BadExport: the file is none that was exported, or a table is there already with another history.
        StoreFailed: the database can't be used.
    """
    tally = Tally()
    with failing(), writing(engine) as database:
        for part in _parts(lines):
            if isinstance(part, History):
                _add_history(database, part, tally)
            else:
                _add_row(database, part, tally)
    return tally


def _parts(lines: Iterable[bytes]) -> Iterator[msgspec.Struct]:
    """What is between the first and the last line.

    Raises:
        BadExport: a line is none of ours, or one is missing.
    """
    end, found = None, End(0, 0)
    for number, line in enumerate(lines, 1):
        part = _part(line, number)
        if end is not None or isinstance(part, Head) != (number == 1):
            raise BadExport(f"line {number} stands in the wrong place: expected one export in the file, and all of it")
        if isinstance(part, End):
            end = part
        elif not isinstance(part, Head):
            found.tables += isinstance(part, History)
            found.rows += not isinstance(part, History)
            yield part
    if end != found:
        raise BadExport("the file is not whole: expected a last line that says how much it holds")


def _part(line: bytes, number: int) -> msgspec.Struct:
    try:
        part: msgspec.Struct = _DECODER.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadExport(f"line {number} is none of an export: {error}") from error
    if isinstance(part, Head) and part.format != FORMAT:
        raise BadExport(f"the file has format {part.format}: expected {FORMAT}")
    if isinstance(part, History):
        _check(part, number)
    return part


def _check(history: History, number: int) -> None:
    """See that the lines are entries, in order.

    Raises:
        BadExport: they are not.
    """
    try:
        numbers = [Entry.parse(line).number for line in history.lines]
    except BadHistory as error:
        raise BadExport(f"line {number}, table {history.id}: {error}") from error
    if not numbers or numbers != list(range(1, len(numbers) + 1)):
        raise BadExport(f"line {number}, table {history.id}: expected entries with numbers from 1 on")


def _add_history(database: Connection, history: History, tally: Tally) -> None:
    count = len(history.lines)
    row = {"id": history.id, "version": count, "over": history.over, "changed": history.changed}
    if _added(database, TABLES, row):
        entries = [{"id": history.id, "number": at, "line": line} for at, line in enumerate(history.lines, 1)]
        database.execute(ENTRIES.insert(), entries)
        tally.tables += 1
        tally.entries += count
    elif _lines(database, history.id) == history.lines:
        tally.known += 1
    else:
        raise BadExport(f"table {history.id} is there already with another history: nothing was imported")


def _add_row(database: Connection, row: msgspec.Struct, tally: Tally) -> None:
    table, values = _TABLES[type(row)], msgspec.structs.asdict(row)
    added = _added(database, table, values)
    tally.guests += added and table is GUESTS
    if table is SETTINGS and not added:
        kept = database.scalar(select(SETTINGS.c.value).filter_by(name=values["name"]))
        tally.strange = tally.strange or kept != values["value"]


def _added(database: Connection, table: Table, values: dict[str, Any]) -> bool:
    """Insert a row; says whether it was not there yet."""
    statement = inserted(database.engine, table, values).returning(*table.primary_key.columns)
    return database.execute(statement).first() is not None
