"""The log of a server: a JSON object a line, without a secret in it."""

from __future__ import annotations

import logging
import time
from traceback import format_tb
from typing import Final

import msgspec

LOGGER: Final = logging.getLogger("parlour")
_PLAIN: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


class Lines(logging.Formatter):
    """A JSON object a line: the time, the level, what happened, and what else was said of it.

    Of an error it has the place and the kind: its text may tell secrets.
    """

    def format(self, record: logging.LogRecord) -> str:
        """A record as a line."""
        more = {name: value for name, value in vars(record).items() if name not in _PLAIN}
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {"time": f"{moment}.{int(record.msecs):03}Z", "level": record.levelname.lower()}
        if record.exc_info:
            kind, _, trace = record.exc_info
            more["trace"] = "".join((*format_tb(trace), kind.__name__ if kind else ""))
        return msgspec.json.encode({**line, "event": record.getMessage(), **more}, enc_hook=str).decode()


def log_lines() -> None:
    """Write the log of Parlour and of the libraries below it to the standard error stream."""
    handler = logging.StreamHandler()
    handler.setFormatter(Lines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    LOGGER.setLevel(logging.INFO)


def tag(table_id: str) -> str:
    """How a table is named in the log: enough to find it again, too little to get in."""
    return table_id[:6]
