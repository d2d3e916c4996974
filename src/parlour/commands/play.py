"""Open a table in the browser: the server runs here, and others on the local network can join."""

from __future__ import annotations

import errno
import os
import sys
import threading
import urllib.request
import webbrowser
from contextlib import suppress
from http.client import HTTPException
from typing import TYPE_CHECKING, Final

import segno

from parlour.server import app
from parlour.server.app import WELL
from parlour.server.settings import PORT, Settings

if TYPE_CHECKING:
    import argparse
    import socket

EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - so that a phone can join
NEXT_PORTS: Final = 20


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--port", metavar="N", help=f"the port; the first free one from {PORT} on if left out")
    parser.add_argument("--host", metavar="ADDRESS", help="the address to listen on; all, if left out")
    parser.add_argument("--database", metavar="URL", help="where tables are kept; in your data folder if left out")
    parser.add_argument("--no-browser", action="store_true", help="only say the address")


def run(arguments: argparse.Namespace) -> int:
    """Serve until somebody presses Ctrl+C."""
    given = {name: each for name, each in vars(arguments).items() if each}
    settings = Settings.read({"host": EVERYWHERE, **given})
    if not {"port", "host", "database"} & given.keys() and _runs_already(settings.local(settings.port)):
        print(f"Parlour runs already: {settings.local(settings.port)}")
        _show(settings.local(settings.port), browser=not arguments.no_browser)
        return 0
    with _listening(settings, fixed=bool(arguments.port)) as listening:
        port = listening.getsockname()[1]
        with suppress(KeyboardInterrupt):
            app.serve(settings, listening, lambda: _open(settings, port, browser=not arguments.no_browser))
    return 0


def _listening(settings: Settings, *, fixed: bool) -> socket.socket:
    """A socket on the port, or on the next free one where nobody asked for a certain port."""
    for port in range(settings.port, settings.port + NEXT_PORTS):
        try:
            return app.listen(settings.host, port)
        except OSError as error:
            if fixed or error.errno != errno.EADDRINUSE:
                raise
    return app.listen(settings.host, 0)


def _open(settings: Settings, port: int, *, browser: bool) -> None:
    """Tell where the tables are."""
    local, lan = settings.local(port), settings.lan(port)
    print(f"Parlour is at {local}", flush=True)
    if lan:
        print(f"On your network: {lan}", flush=True)
        segno.make(lan, error="m").terminal(sys.stdout, border=2, compact=True)
    print("Ctrl+C ends it; every table is kept.", flush=True)
    _show(local, browser=browser)


def _runs_already(url: str) -> bool:
    """Whether a server of ours answers there."""
    try:
        with urllib.request.urlopen(f"{url}/healthz", timeout=1) as answer:  # noqa: S310 - our own address
            word: bytes = answer.read(100)
    except (OSError, HTTPException):
        return False
    return word == WELL


def _show(url: str, *, browser: bool) -> None:
    if browser and _has_screen():
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def _has_screen() -> bool:
    """Whether a browser would open a window, and not take this terminal."""
    return sys.platform in {"win32", "darwin"} or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
