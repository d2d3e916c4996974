"""What can't be had when a server starts is said in one line."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

PARLOUR = [sys.executable, "-c", "import sys; from parlour.cli import main; sys.exit(main())"]


def start(folder: Path, *words: str) -> subprocess.Popen[str]:
    """Start a command, with its own folder for data."""
    environment = os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "PYTHONUNBUFFERED": "1"}
    command = [*PARLOUR, *words]
    return subprocess.Popen(  # noqa: S603 - our own command
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--database", "oracle://there"], "'oracle:...' is no database: expected sqlite:///PATH or postgresql://..."),
        (["--broker", "redis://127.0.0.1:1"], "the broker can't be reached: "),
        (["--public-url", "games"], "public_url can't be 'games': expected one such as https://games.example.org"),
    ],
    ids=lambda words: words[0] if isinstance(words, list) else None,
)
def test_what_can_not_be_had_is_said_in_one_line(tmp_path: Path, words: list[str], said: str) -> None:
    with start(tmp_path, "serve", "--port", "0", *words) as process:
        _, error = process.communicate()
    assert process.returncode == 2
    assert "Traceback" not in error
    assert error.splitlines()[-1].startswith(f"parlour: {said}")
    assert all(json.loads(line)["level"] == "info" for line in error.splitlines()[:-1])


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with start(tmp_path, "serve", "--port", str(port)) as process:
            _, error = process.communicate()
    assert (process.returncode, error) == (2, f"parlour: 127.0.0.1, port {port}: Address already in use\n")


def test_play_says_where_it_is_and_ends_well_with_ctrl_c(tmp_path: Path) -> None:
    with start(tmp_path, "play", "--no-browser", "--host", "127.0.0.1", "--port", "0") as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Parlour is at http://localhost:")
        assert process.stdout.readline() == "Ctrl+C ends it; every table is kept.\n"
        process.send_signal(signal.SIGINT)
        said, error = process.communicate()
    assert (process.returncode, said, error) == (0, "", "")
