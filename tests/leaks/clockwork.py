"""An event loop whose clock stands still while there is work, and jumps to the next deadline when there is none."""

from __future__ import annotations

import asyncio
import selectors
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

Result = TypeVar("Result")
TICK: Final = 0.001
"""Seconds by which the clock goes on when all that can be done now is done."""


class Clockwork(asyncio.SelectorEventLoop):
    """The loop; what others do in threads it does itself."""

    def __init__(self) -> None:
        super().__init__(_Jumping(self))
        self.now: float = 0.0

    def time(self) -> float:
        return self.now

    def run_in_executor(self, executor: object, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:  # noqa: BLE001 - whoever waits gets it
            future.set_exception(error)
        return future


class _Jumping(selectors.DefaultSelector):
    def __init__(self, loop: Clockwork) -> None:
        super().__init__()
        self._loop: Clockwork = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        assert timeout is not None, "nothing will ever happen"
        self._loop.now += timeout
        return super().select(0)


def run(course: Coroutine[Any, Any, Result]) -> Result:
    """Run to the end."""
    with asyncio.Runner(loop_factory=Clockwork) as runner:
        return runner.run(course)


def now() -> float:
    """The time in seconds; it has been as long as the loop runs."""
    return asyncio.get_running_loop().time()


async def quiet(seconds: float = 0.0) -> None:
    """Let everything happen that can happen now and in so many seconds."""
    await asyncio.sleep(seconds + TICK)
