"""Who is connected to a table: whose seats are present, and how many watch. All may know that."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from parlour.wording import is_bot

if TYPE_CHECKING:
    from collections.abc import Iterable

    from parlour.kernel.options import Seat
    from parlour.server.state import State

Viewer = tuple[str, "Seat | None"]
"""A person, and the seat whose messages that person reads, or None for those of the spectators."""


class Room:
    """Those who are connected, through this process or another one.

    Args:
        window: how many seconds a reaction window stays open; None where answers to it count at once.
    """

    def __init__(self, window: float | None = None) -> None:
        self.window: float | None = window
        self._here: Counter[Viewer] = Counter()
        self._elsewhere: dict[str, Counter[Viewer]] = {}

    @property
    def here(self) -> list[Viewer]:
        """Those who are connected through this process, as often as they are."""
        return list(self._here.elements())

    def arrive(self, person: str, seat: Seat | None) -> None:
        """A person begins to read."""
        self._here[person, seat] += 1

    def depart(self, person: str, seat: Seat | None) -> None:
        """A person reads no more; the other places where the same is read stay."""
        self._here[person, seat] -= 1
        self._here = +self._here

    def elsewhere(self, process: str, viewers: Iterable[Viewer]) -> None:
        """Those who are connected through another process, none where it has ended."""
        self._elsewhere[process] = Counter(viewers)
        self._elsewhere = {name: there for name, there in self._elsewhere.items() if there}

    @property
    def _all(self) -> Counter[Viewer]:
        return sum(self._elsewhere.values(), self._here)

    @property
    def people(self) -> set[str]:
        """All who are connected; a stranger has no name."""
        return {person for person, _ in self._all}

    @property
    def watching(self) -> int:
        """How many read what spectators are told: each person once, each stranger."""
        return sum(1 if person else count for (person, seat), count in self._all.items() if seat is None)

    def present(self, state: State) -> list[bool]:
        """For each seat whether its person is connected; bots always are."""
        people = self.people
        return [each is not None and (is_bot(each.player) or each.person in people) for each in state.sitters]

    def alone(self, state: State) -> Seat | None:
        """The seat of the only person there, with no spectator; None where several may be there.

        A person with several seats is not alone: several play at that screen, and they have secrets from each other.
        """
        people = self.people
        seats = [seat for seat, each in enumerate(state.sitters) if each and each.person in people]
        return seats[0] if len(people) == len(seats) == 1 and not self.watching else None

    def asked(self, state: State) -> dict[str, Any] | None:
        """The reaction window that is open: its step, and its seconds, which are 0 for somebody who is alone."""
        if self.window is None or state.game is None or not state.in_window:
            return None
        seconds = self.window if self.alone(state) is None else 0.0
        return {"step": state.game.step_asked(), "seconds": seconds}
