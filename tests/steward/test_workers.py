"""Bots think in processes of their own: they choose as they would here, and whatever one of them does, others go on."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from parlour import bots, games
from parlour.bots import Chair
from parlour.server import workers
from parlour.server.workers import Thinkers

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from parlour.kernel.game import Game

BAD = (sys.executable, str(Path(__file__).parent / "bad_bots.py"))


def game() -> Game:
    setup = games.load(games.names()[0]).setup()
    return setup.spec.play.start(setup, bytes(32))


async def until(holds: Callable[[], bool]) -> None:
    while not holds():  # noqa: ASYNC110 - nobody tells
        await asyncio.sleep(0)


def run(work: Coroutine[None, None, None]) -> None:
    asyncio.run(work)


def test_a_bot_chooses_there_as_here() -> None:
    async def think() -> None:
        thinkers = Thinkers(2)
        asked = []
        for name in bots.names():
            for spec in map(games.load, games.names()):
                for number in range(3):
                    state = spec.play.start(spec.setup(), bytes([number]) * 32)
                    asked.append((name, state, state.owes()[-1], f"chance {number}"))
        chosen = await asyncio.gather(*(thinkers.choose(*each) for each in asked))
        for (name, state, seat, chance), choice in zip(asked, chosen, strict=True):
            chair = Chair(state, seat)
            assert choice == chair.option_text(bots.make(name, chance).choose(chair))
        assert thinkers.failures == 0
        await thinkers.close()

    run(think())


@pytest.mark.parametrize("bot", ["raises", "dies", "wrong", "nobody"])
def test_a_bot_that_fails_is_asked_again_and_then_plays_by_chance(bot: str, caplog: pytest.LogCaptureFixture) -> None:
    async def think() -> None:
        thinkers, state = Thinkers(1, BAD), game()
        (seat, *_), before = state.owes(), state.fingerprint()
        choice = await thinkers.choose(bot, state, seat, "chance")
        assert choice in state.view(seat).options
        assert choice == await thinkers.choose(bot, state, seat, "chance")
        assert thinkers.failures == 2 * workers.TRIES
        assert state.fingerprint() == before
        assert await thinkers.choose("random", state, seat, "chance") in state.view(seat).options
        assert thinkers.failures == 2 * workers.TRIES
        await thinkers.close()

    with caplog.at_level(logging.WARNING):
        run(think())
    assert bot in caplog.text
    assert "the cards are" not in caplog.text


def test_a_bot_that_fails_once_is_asked_again() -> None:
    async def think() -> None:
        thinkers, state = Thinkers(1, BAD), game()
        chair = Chair(state, state.owes()[0])
        choice = await thinkers.choose("second", state, chair.seat, "chance")
        assert choice == chair.option_text(bots.make("random", "chance").choose(chair))
        assert thinkers.failures == 1
        await thinkers.close()

    run(think())


def test_a_worker_that_is_killed_is_replaced() -> None:
    async def think() -> None:
        thinkers, state = Thinkers(1), game()
        seat = state.owes()[0]
        first = await thinkers.choose("greedy", state, seat, "chance")
        for process in thinkers._running:
            os.kill(process.pid, signal.SIGKILL)
        assert await thinkers.choose("greedy", state, seat, "chance") == first
        await thinkers.close()

    run(think())


def test_a_bot_that_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def think() -> None:
        monkeypatch.setattr(workers, "LIMIT", 0.02)
        thinkers, state = Thinkers(1, BAD), game()
        assert await thinkers.choose("sleeps", state, state.owes()[0], "chance")
        assert thinkers.failures == workers.TRIES
        await thinkers.close()

    run(think())


def test_a_server_ends_while_bots_think() -> None:
    async def think() -> None:
        thinkers, state = Thinkers(2, BAD), game()
        thinking = [
            asyncio.create_task(thinkers.choose("sleeps", state, state.owes()[0], str(each))) for each in range(4)
        ]
        await until(lambda: len(thinkers._running) == 2)
        running = list(thinkers._running)
        await thinkers.close()
        assert all(process.returncode is not None for process in running)
        await asyncio.gather(*thinking)

    run(think())


def test_who_gives_up_waiting_leaves_the_others_their_worker() -> None:
    async def think() -> None:
        thinkers, state = Thinkers(1, BAD), game()
        slow = asyncio.create_task(thinkers.choose("sleeps", state, state.owes()[0], "chance"))
        await until(lambda: len(thinkers._running) == 1)
        slow.cancel()
        assert await thinkers.choose("prints", state, state.owes()[0], "chance")
        assert thinkers.failures == 0
        await thinkers.close()

    run(think())


def test_a_worker_inherits_no_socket() -> None:
    async def think() -> None:
        with socket.socket() as door:
            door.bind(("127.0.0.1", 0))
            os.set_inheritable(door.fileno(), True)
            thinkers, state = Thinkers(1, BAD), game()
            assert await thinkers.choose("nosy", state, state.owes()[0], "chance")
            assert thinkers.failures == 0
            await thinkers.close()

    run(think())
