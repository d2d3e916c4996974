"""Records as files, saved so that nothing is ever lost or half written."""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from parlour import games
from parlour.kernel.errors import BadRecord, UnknownName
from parlour.kernel.record import GAME_LINE, Record

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

    from parlour.kernel.spec import GameSpec


def save(path: Path, record: Record) -> None:
    """Write a record, in place of the file that was there; only its owner can read it, for it holds the seed.

    Raises:
        OSError: it can't be written; the file that was there is as before.
    """
    with replacing(path) as file:
        file.write(record.text())


@contextmanager
def replacing(path: Path) -> Iterator[TextIO]:
    """A new file that takes the place of the one that was there once all is written; only its owner can read it.

    Raises:
        OSError: it can't be written; the file that was there is as before.
    """
    number, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(number, "w", encoding="utf-8", newline="\n") as file:
            yield file
            file.flush()
            os.fsync(number)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def load(path: Path) -> Record:
    """Read a record.

    Raises:
        OSError: it can't be read.
        BadRecord: it is no record, or it was cut short or edited.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadRecord(f"{path}: byte {error.start} is no text: expected a record in UTF-8") from error
    return Record.parse(text, str(path))


def spec_of(record: Record) -> GameSpec:
    """The game of a record.

    Raises:
        BadRecord: there is no such game.
    """
    try:
        return games.load(record.game)
    except UnknownName as error:
        raise BadRecord(f"{record.source}:{GAME_LINE}: {error}") from error
