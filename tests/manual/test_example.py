"""The bot in `examples/` plays whole games, as anybody would start it."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from manual.reading import ROOT
from parlour import games
from serving import PATIENCE, Server

if TYPE_CHECKING:
    from pathlib import Path

BOT = ROOT / "examples" / "bot.py"


def start(link: str, name: str) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, BOT, link, name, "0"], stdout=subprocess.PIPE, text=True)  # noqa: S603


def test_it_is_short() -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) <= 40


def test_two_of_them_play_each_game_to_its_end(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        host = server.guest("Host")
        tables = [server.table(host, game, ["open", "open"]) for game in games.names()]
        playing = [[start(f"{server.url}/t/{table}", name) for name in ("Anna", "Bert")] for table in tables]
        for table, pair in zip(tables, playing, strict=True):
            said = [bot.communicate(timeout=2 * PATIENCE)[0] for bot in pair]
            end = server.http.get(f"/api/tables/{table}").json()["whole"]
            assert [bot.returncode for bot in pair] == [0, 0]
            assert sorted(end["players"]) == ["Anna", "Bert"]
            for name, line in zip(("Anna", "Bert"), said, strict=True):
                seat = end["players"].index(name)
                assert line == f"{name} had seat {seat}; scores: {end['scores']}, won by {end['winners']}\n"
