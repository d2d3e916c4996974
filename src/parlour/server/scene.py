"""What viewers may know of a table at one time, and what is new to them since another time."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from parlour.kernel.chance import seed_hash
from parlour.kernel.views import Common, Own, View, own
from parlour.server.room import Room

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.kernel.options import Seat
    from parlour.kernel.views import ZoneView
    from parlour.server.state import State
    from parlour.server.telling import Deed

SHARED: Final = [name for name in Common._fields if name in View.__slots__ and name not in Own._fields]
"""The parts of a view that all viewers see alike."""
TIMES: Final = count(1)


@dataclass(slots=True, eq=False)
class Alike:
    """What all viewers of a table are told alike at one time; they share it.

    Attributes:
        time: another one for each, whatever the table.
        parts: what they are told.
    """

    time: int
    parts: dict[str, Any]
    _news: tuple[int, dict[str, Any]] = (0, {})

    def since(self, before: Alike) -> dict[str, Any]:
        """What is new; it is looked for once where all were told the same before."""
        if self._news[0] != before.time:
            self._news = before.time, _news(self.parts, before.parts)
        return self._news[1]


@dataclass(slots=True, eq=False)
class Sight:
    """All that a viewer may know of a table.

    Attributes:
        alike: what all viewers are told alike.
        own: what is told of the viewer itself, and of the game to this viewer.
        zones: the zones as the viewer knows them; None where there is no game.
    """

    alike: Alike
    own: dict[str, Any]
    zones: Sequence[ZoneView] | None

    def whole(self) -> dict[str, Any]:
        """All of it.

        Returns:
            ``game``, ``setup`` (the table options), ``viewer``, ``people``, ``players`` (one a seat, None where it is
            empty), ``present`` (for each seat whether its player is connected), ``watching`` (how many spectators are),
            ``frozen``, ``seed_hash``, ``question``: the number that the viewer's next answer must carry, ``standing``:
            what the viewer has said beforehand, by steps, ``meant``: what it has answered to the reaction window that is
            open, and ``window``: that window's step and seconds. While there is a game also the parts of its `View` by
            their names, the zones by theirs.
        """
        whole = {**self.alike.parts, **self.own}
        if self.zones is not None:
            whole["zones"] = {zone.id: zone for zone in self.zones}
        return whole

    def since(self, before: Sight) -> dict[str, Any]:
        """What is new, of the zones those that changed."""
        changed = _news(self.own, before.own)
        if self.alike is not before.alike:
            changed |= self.alike.since(before.alike)
        if self.zones is not None and (zones := _new_zones(self.zones, before.zones)):
            changed["zones"] = zones
        return changed


def _news(now: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in now.items() if name not in before or before[name] != value}


def _new_zones(now: Sequence[ZoneView], before: Sequence[ZoneView] | None) -> dict[str, ZoneView]:
    if before is None:
        return {zone.id: zone for zone in now}
    return {zone.id: zone for zone, old in zip(now, before, strict=True) if zone is not old and zone != old}


class Scene:
    """A table as it stands, for who looks at it.

    Args:
        state: the table.
        room: who is connected to it.
    """

    def __init__(self, state: State, room: Room) -> None:
        self._state: State = state
        self._room: Room = room
        self._alike: Alike | None = None

    def change(self) -> None:
        """Something is not as it was."""
        self._alike = None

    def bit(self, viewer: Seat | None) -> int:
        """The bit of a viewer in masks: a seat's number, or for the spectators the number of seats."""
        return len(self._state.sitters) if viewer is None else viewer

    def log(self, viewer: Seat | None) -> list[Deed]:
        """The last sentences that a viewer was told."""
        return list(self._state.logs[self.bit(viewer)])

    def sight(self, viewer: Seat | None) -> Sight:
        """All that a viewer may know now."""
        state = self._state
        if self._alike is None:
            self._alike = Alike(next(TIMES), self._told_alike())
        told = {
            "viewer": viewer,
            "question": None if viewer is None else state.answered[viewer],
            "standing": {} if viewer is None else state.standing[viewer],
            "meant": None if viewer is None else state.meant.get(viewer),
        }
        if state.game is None:
            return Sight(self._alike, told, None)
        zones, elsewhere, asked, options = own(state.game, viewer, state.common)
        return Sight(self._alike, {**told, "elsewhere": elsewhere, "asked": asked, "options": options}, zones)

    def _told_alike(self) -> dict[str, Any]:
        state, room = self._state, self._room
        assert state.setup is not None
        parts = {
            "game": state.setup.spec.id,
            "setup": state.setup.options,
            "people": list(state.people.values()),
            "players": [sitter and sitter.player for sitter in state.sitters],
            "present": room.present(state),
            "watching": room.watching,
            "frozen": state.frozen,
            "seed_hash": seed_hash(state.seed) if state.seed else "",
            "window": room.asked(state),
        }
        return parts if state.game is None else parts | {name: getattr(state.common, name) for name in SHARED}


def look(state: State, viewer: Seat | None, room: Room | None = None) -> dict[str, Any]:
    """All that a viewer may know of a table now; see `Sight.whole`."""
    return Scene(state, room or Room()).sight(viewer).whole()
