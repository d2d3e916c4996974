"""Serve tables to people with a browser and to programs."""

from __future__ import annotations

import signal
from dataclasses import fields
from functools import partial
from typing import TYPE_CHECKING, Final, NoReturn

from parlour.server import app
from parlour.server.log import LOGGER, log_lines
from parlour.server.settings import PREFIX, Settings

if TYPE_CHECKING:
    import argparse
    from types import FrameType

HELP: Final = {
    "host": "the address to listen on",
    "port": "the port to listen on; 0 takes a free one",
    "database": "where tables are kept: sqlite:///PATH or postgresql://USER@HOST/NAME",
    "broker": "what wakes the other servers on the same database: redis://HOST",
    "public_url": "the address that people see, if it is another one than the server's own",
    "proxies": "the addresses of the proxies that are believed where a request comes from",
    "metrics_token": "what /metrics asks for; without one it is hidden",
    "pace": "seconds that a bot takes for an answer",
    "window": "seconds that a reaction window stays open",
    "workers": "processes in which bots think",
    "messages": "messages a second that a socket may send",
    "joins": "new guests a minute from one address",
    "tables_each": "unfinished tables that a guest may have set up",
    "tables": "unfinished tables in all",
    "idle": "seconds after which a table that nobody uses leaves memory",
}
LEFT_OUT: Final = {"database": "a file in your data folder", "public_url": "the server's own"}


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes; each may be set by the environment as well."""
    parser.epilog = "What is left out is taken from the environment, from the variable in parentheses."
    for field in fields(Settings):
        option, usual = f"--{field.name.replace('_', '-')}", field.default or LEFT_OUT.get(field.name, "none")
        what = f"{HELP[field.name]} ({PREFIX}{field.name.upper()}, else {usual})"
        parser.add_argument(option, metavar="VALUE", help=what)


def run(arguments: argparse.Namespace) -> int:
    """Serve until a signal comes."""
    settings = Settings.read(vars(arguments))
    log_lines()
    signal.signal(signal.SIGTERM, _end)
    with app.listen(settings.host, settings.port) as listening:
        port = listening.getsockname()[1]
        started = partial(LOGGER.info, "listening", extra={"url": settings.base(port), "port": port})
        try:
            app.serve(settings, listening, started)
        finally:
            LOGGER.info("stopped")
    return 0


def _end(signal_number: int, frame: FrameType | None) -> NoReturn:
    """End well; while the server runs the signal is its own, and comes here once that has stopped."""
    raise SystemExit(0)
