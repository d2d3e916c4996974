"""What viewers may know of a table at one time, and what is new to them since another time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from parlour.kernel.chance import seed_hash
from parlour.kernel.views import View
from parlour.server.room import Room

if TYPE_CHECKING:
    from parlour.kernel.options import Seat
    from parlour.server.state import State
    from parlour.server.telling import Deed

PARTS: Final = [name for name in View.__slots__ if name not in {"game", "viewer", "zones"}]


@dataclass(frozen=True, slots=True)
class Sight:
    """All that a viewer may know of a table.

    Attributes:
        common: what all viewers are told alike; they share it.
        own: what is told of the viewer itself.
        view: what it knows of the game, None where there is none.
    """

    common: dict[str, Any]
    own: dict[str, Any]
    view: View | None

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
        if self.view is None:
            return {**self.common, **self.own}
        parts = {name: getattr(self.view, name) for name in PARTS}
        return {**self.common, **self.own, **parts, "zones": {zone.id: zone for zone in self.view.zones}}

    def since(self, before: Sight) -> dict[str, Any]:
        """What is new, of the zones those that changed."""
        changed = _news(self.own, before.own)
        if self.common is not before.common:
            changed |= _news(self.common, before.common)
        if self.view is not None:
            changed |= _new_parts(self.view, before.view)
        return changed


def _news(now: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in now.items() if name not in before or before[name] != value}


def _new_parts(now: View, before: View | None) -> dict[str, Any]:
    if before is None:
        return {**{name: getattr(now, name) for name in PARTS}, "zones": {zone.id: zone for zone in now.zones}}
    changed = {name: part for name in PARTS if (part := getattr(now, name)) != getattr(before, name)}
    pairs = zip(now.zones, before.zones, strict=True)
    zones = {zone.id: zone for zone, old in pairs if zone is not old and zone != old}
    return {**changed, "zones": zones} if zones else changed


class Scene:
    """A table as it stands, for who looks at it.

    Args:
        state: the table.
        room: who is connected to it.
    """

    def __init__(self, state: State, room: Room) -> None:
        self._state: State = state
        self._room: Room = room
        self._common: dict[str, Any] | None = None

    def change(self) -> None:
        """Something is not as it was."""
        self._common = None

    def bit(self, viewer: Seat | None) -> int:
        """The bit of a viewer in masks: a seat's number, or for the spectators the number of seats."""
        return len(self._state.sitters) if viewer is None else viewer

    def log(self, viewer: Seat | None) -> list[Deed]:
        """The last sentences that a viewer was told."""
        return list(self._state.logs[self.bit(viewer)])

    def sight(self, viewer: Seat | None) -> Sight:
        """All that a viewer may know now."""
        state = self._state
        if self._common is None:
            self._common = self._alike()
        own = {
            "viewer": viewer,
            "question": None if viewer is None else state.answered[viewer],
            "standing": {} if viewer is None else state.standing[viewer],
            "meant": None if viewer is None else state.meant.get(viewer),
        }
        return Sight(self._common, own, None if state.game is None else state.game.view(viewer, state.common))

    def _alike(self) -> dict[str, Any]:
        state, room = self._state, self._room
        assert state.setup is not None
        return {
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


def look(state: State, viewer: Seat | None, room: Room | None = None) -> dict[str, Any]:
    """All that a viewer may know of a table now; see `Sight.whole`."""
    return Scene(state, room or Room()).sight(viewer).whole()
