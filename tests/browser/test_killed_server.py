"""A server is killed while people look at it, and started again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from browser.people import play
from parlour.kernel.chance import Rng
from serving import Server

if TYPE_CHECKING:
    from pathlib import Path

    from browser.conftest import Meet


def test_people_play_on_when_the_server_is_there_again(meet: Meet, tmp_path: Path) -> None:
    server, anna, ben, rng = Server(tmp_path), meet("Anna"), meet("Ben"), Rng(6)
    ben.join(anna.set_up(server.url, "get_the_macguffin", "me", "open"))
    play((anna, ben), rng, 3)
    for person in (anna, ben):
        person.page.reload(wait_until="networkidle")
    hands = [anna.cards("hand-0"), ben.cards("hand-1")]

    with anna.cut_off(), ben.cut_off():
        server.kill()
        server = Server(tmp_path, port=server.port)

    with server:
        assert [anna.cards("hand-0"), ben.cards("hand-1")] == hands
        play((anna, ben), rng)
        for person in (anna, ben):
            person.context.close()
