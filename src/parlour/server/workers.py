"""Processes in which bots think, so that a server goes on serving meanwhile.

A worker is this module, run by itself: it reads what is asked from its standard input, a length and a pickle, and answers
with a line of JSON. It inherits nothing else of the server, and ends with its input.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import pickle
import signal
import sys
from asyncio.subprocess import PIPE
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from parlour import bots
from parlour.bots import Chair
from parlour.kernel.errors import IllegalChoice

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import Sequence
    from typing import BinaryIO

    from parlour.kernel.game import Game
    from parlour.kernel.options import Seat

LOGGER: Final = logging.getLogger(__name__)
WORKER: Final = (sys.executable, "-m", "parlour.server.workers")
TRIES: Final = 3
"""How often a bot is asked until its seat plays by chance."""
LIMIT: Final = 20.0
"""Seconds that a bot may think."""
SIZE_BYTES: Final = 4
FAILURES: Final = (OSError, EOFError, ValueError, TimeoutError)


class Thinkers:
    """Some processes that think; they start when they are first needed. For one event loop.

    Args:
        count: how many.
        command: what starts one.

    Attributes:
        failures: how often a bot gave no answer: it raised, chose what it could not, took too long, or its process died.
    """

    def __init__(self, count: int = 1, command: Sequence[str] = WORKER) -> None:
        self.failures: int = 0
        self._command: Sequence[str] = command
        self._free: asyncio.LifoQueue[Process | None] = asyncio.LifoQueue()
        self._running: set[Process] = set()
        self._closed: bool = False
        self._count: int = count
        for _ in range(count):
            self._free.put_nowait(None)

    async def choose(self, bot: str, game: Game, seat: Seat, chance: str) -> str:
        """What a bot chooses, as the option's text; where it fails again and again, any option.

        Args:
            bot: its name.
            game: the game, of which the bot gets its chair alone.
            seat: its seat, which owes a choice.
            chance: what its own chance follows from.
        """
        asked = pickle.dumps((bot, game, seat, chance), pickle.HIGHEST_PROTOCOL)
        for _ in range(TRIES):
            try:
                return await self._ask(asked)
            except FAILURES as error:
                self.failures += 1
                LOGGER.warning("bot %s of %s gave no answer: %r", bot, game.spec.id, error)
        _, kept, *_ = pickle.loads(asked)  # noqa: S301 - our own; the game may have gone on meanwhile
        return choice(pickle.dumps(("random", kept, seat, chance)))

    async def close(self) -> None:
        """End the processes, whatever they think about."""
        self._closed = True
        for running in self._running:
            _kill(running)
        idle = [await self._free.get() for _ in range(self._count)]
        for process in idle:
            if process is not None:
                await self._end(process)
            self._free.put_nowait(None)

    async def _ask(self, asked: bytes) -> str:
        process = await self._free.get()
        try:
            process = process or await self._start()
            async with asyncio.timeout(LIMIT):
                answer = await _exchange(process, asked)
        except BaseException:
            if process is not None:
                await self._end(process)
            process = None
            raise
        finally:
            self._free.put_nowait(process)
        if "error" in answer:
            raise ValueError(answer["error"])
        return answer["choice"]

    async def _start(self) -> Process:
        self._check_open()
        process = await asyncio.create_subprocess_exec(*self._command, stdin=PIPE, stdout=PIPE)
        self._running.add(process)
        if self._closed:
            await self._end(process)
        self._check_open()
        return process

    def _check_open(self) -> None:
        if self._closed:
            raise BrokenPipeError("no bot thinks any more")

    async def _end(self, process: Process) -> None:
        _kill(process)
        await process.communicate()
        self._running.discard(process)


def _kill(process: Process) -> None:
    """End a process; `Process.kill` would take its return code away from who waits for it."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGTERM)


async def _exchange(process: Process, asked: bytes) -> dict[str, str]:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(len(asked).to_bytes(SIZE_BYTES) + asked)
    await process.stdin.drain()
    answer: dict[str, str] = json.loads(await process.stdout.readuntil())
    return answer


# The worker.


def choice(asked: bytes) -> str:
    """What a bot chooses.

    Raises:
        IllegalChoice: it chooses what it can't.
    """
    bot, game, seat, chance = pickle.loads(asked)  # noqa: S301 - from the server that started this process
    chair = Chair(game, seat)
    option = bots.make(bot, chance).choose(chair)
    if option not in chair.options():
        raise IllegalChoice(f"{bot} can't choose {option!r}: expected one of {chair.options()}")
    return chair.option_text(option)


def work(asked: BinaryIO, answers: BinaryIO) -> None:
    """Answer all that is asked."""
    while size := asked.read(SIZE_BYTES):
        try:
            answer = {"choice": choice(asked.read(int.from_bytes(size)))}
        except Exception as error:  # noqa: BLE001 - a bot may raise anything
            answer = {"error": type(error).__name__}
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()


def main() -> None:
    """Work until the input ends; what a bot prints goes to the error output, and an interrupt is the server's affair."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    try:
        work(sys.stdin.buffer, answers)
    except BrokenPipeError:
        os._exit(0)  # the server has gone, with what was to be written


if __name__ == "__main__":
    main()
