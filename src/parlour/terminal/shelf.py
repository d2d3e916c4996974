"""Where the games of this computer's user are saved."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from parlour import records
from parlour.kernel.errors import BadRecord, ParlourError

if TYPE_CHECKING:
    from parlour.kernel.record import Record


def folder() -> Path:
    """The folder of saved games, made where it is missing.

    Raises:
        OSError: it can't be made.
    """
    return Path(platformdirs.user_data_dir("parlour", appauthor=False, ensure_exists=True))


def new_file(game: str) -> Path:
    """A new, empty file for a game, named by its id and the next free number.

    Raises:
        OSError: it can't be made.
    """
    for number in count(1):
        path = folder() / f"{game}-{number:04}.txt"
        if not path.exists():
            path.touch(exist_ok=False)
            return path
    raise AssertionError


def last_open() -> Path:
    """The game saved last that is not over.

    Raises:
        ParlourError: there is none.
        OSError: the folder can't be read.
    """
    paths = sorted(folder().glob("*.txt"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    for path in paths:
        if _is_open(path):
            return path
    raise ParlourError(f"no game to go on with in {folder()}: expected one that was left before its end")


def _is_open(path: Path) -> bool:
    try:
        record: Record = records.load(path)
    except BadRecord:
        return False
    return not record.winners
