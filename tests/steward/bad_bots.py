"""A worker whose bots do what no bot should."""

from __future__ import annotations

import os
import stat
import threading
from typing import TYPE_CHECKING

from parlour import bots
from parlour.bots.simple import Random
from parlour.server import workers

if TYPE_CHECKING:
    from parlour.bots import Chair
    from parlour.kernel.options import Option


class Raises(Random):
    def choose(self, chair: Chair) -> Option:
        raise RuntimeError(f"the cards are {chair.view()}")


class Dies(Random):
    def choose(self, chair: Chair) -> Option:
        os._exit(3)


class Wrong(Random):
    def choose(self, chair: Chair) -> Option:
        return -1


class Sleeps(Random):
    def choose(self, chair: Chair) -> Option:
        threading.Event().wait()
        raise AssertionError


class Prints(Random):
    def choose(self, chair: Chair) -> Option:
        print("{}")  # noqa: T201 - what it must not
        return super().choose(chair)


class Nosy(Random):
    """Chooses only if its process has got nothing from the server but its input and output."""

    def choose(self, chair: Chair) -> Option:
        opened = [number for number in range(3, 256) if _is_socket(number)]
        assert not opened, opened
        return super().choose(chair)


def _is_socket(number: int) -> bool:
    try:
        return stat.S_ISSOCK(os.fstat(number).st_mode)
    except OSError:
        return False


class Second(Random):
    """Raises at the first question of a process."""

    asked = 0

    def choose(self, chair: Chair) -> Option:
        Second.asked += 1
        if Second.asked == 1:
            raise ValueError
        return super().choose(chair)


BAD = {each.__name__.lower(): each for each in (Raises, Dies, Wrong, Sleeps, Prints, Nosy, Second)}

if __name__ == "__main__":
    vars(bots)["BOTS"] = {**bots.BOTS, **BAD}
    workers.main()
