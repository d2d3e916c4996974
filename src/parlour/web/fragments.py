"""Views drawn as HTML, part by part; a part is a pure function of its data and the language, and kept under their digest."""

from __future__ import annotations

from collections import OrderedDict
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

import msgspec

from parlour.kernel.views import View
from parlour.web import drawing
from parlour.web.contexts import context
from parlour.web.parts import layout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from markupsafe import Markup

    from parlour.web.parts import Data, Part, Whole

KEPT: Final = 2048
"""How many drawn parts are kept: a move is told to all who see it at once, so few are asked for again much later."""
FLOWN: Final = ("zone", "to", "count", "cards")
_DEALT: Final = frozenset(View.__slots__) - {"game", "viewer"}
Alike = dict[tuple[str | int, str], str | None]
"""What has been drawn for all viewers alike, by parts or events and by languages; None for what looks as before."""
_encode: Final = msgspec.msgpack.Encoder().encode


class Fragments:
    """Draws parts of the page; one a process.

    Args:
        kept: how many parts are kept.
    """

    def __init__(self, kept: int = KEPT) -> None:
        self._most: int = kept
        self._kept: OrderedDict[bytes, Markup] = OrderedDict()

    def whole(self, whole: Whole, language: str) -> dict[str, str]:
        """The whole table: ``table``, with an id for each part in it."""
        plan = layout(whole)
        drawn = {part.id: self._part(part, whole, language) for part in plan.parts()}
        log = [self._line(event, whole, language) for event in whole.get("log", ())]
        shown = {"layout": plan, "drawn": drawn, "log": log, "viewer": whole["viewer"]}
        return {"table": str(drawing.draw("table", language, shown))}

    def changed(
        self,
        whole: Whole,
        changed: Mapping[str, Any],
        language: str,
        before: Callable[[], Whole] | None = None,
        alike: Alike | None = None,
    ) -> dict[str, str]:
        """The parts that may have changed, by the ids of their elements; ``table`` where a game begins or can't go on.

        Args:
            whole: all that the viewer knows now.
            changed: the entries of it that are new, of the zones those that changed.
            language: the reader's.
            before: gives all that the viewer knew before, if that is at hand: of what all see alike that is left out which
                looks as before.
            alike: what has been drawn for others who are told of the same change; more is added.
        """
        if "frozen" in changed or changed.keys() >= _DEALT:
            return self.whole(whole, language)
        alike = {} if alike is None else alike
        touched = layout(whole).touched(tuple(changed), tuple(changed.get("zones", ())))
        unseen = [part for part in touched if part.public and (part.id, language) not in alike]
        then = before() if unseen and before else None
        for part in unseen:
            alike[part.id, language] = self._news(part, whole, then, language)
        drawn = {
            part.id: alike[part.id, language] if part.public else str(self._part(part, whole, language))
            for part in touched
        }
        return {name: html for name, html in drawn.items() if html is not None}

    def _news(self, part: Part, whole: Whole, before: Whole | None, language: str) -> str | None:
        """A part, unless it looks as before."""
        data = part.data(whole)
        if before is not None and data == part.data(before):
            return None
        return str(self._drawn(part.template, whole["game"], data, language))

    def log(
        self, events: Iterable[Mapping[str, Any]], whole: Whole, language: str, alike: Alike | None = None
    ) -> list[str]:
        """What was told, a list item for each sentence; `alike` as for `changed`, with all these events kept beside it."""
        alike = {} if alike is None else alike
        lines = []
        for event in events:
            if event["event"] == "told":
                key = id(event), language
                html = alike.get(key) or str(self._line(event, whole, language))
                alike[key] = html
                lines.append(html)
        return lines

    def you(self, you: Mapping[str, Any], whole: Whole, language: str) -> dict[str, str]:
        """Who the reader is, and the seats to go over to: ``you``."""
        data = {"you": dict(you), "viewer": whole["viewer"], "players": list(whole["players"])}
        return {"you": str(self._drawn("you", whole["game"], data, language))}

    @staticmethod
    def flights(events: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """The cards that moved: ``zone``, ``to``, ``count`` and the ``cards`` that the viewer knows."""
        return [{name: event[name] for name in FLOWN} for event in events if event["event"] == "moved"]

    def _line(self, event: Mapping[str, Any], whole: Whole, language: str) -> Markup:
        return self._drawn("line", whole["game"], {"players": whole["players"], "told": event}, language)

    def _part(self, part: Part, whole: Whole, language: str) -> Markup:
        return self._drawn(part.template, whole["game"], part.data(whole), language)

    def _drawn(self, template: str, game: str, data: Data, language: str) -> Markup:
        key = blake2b(_encode((template, game, language, data)), digest_size=20).digest()
        found = self._kept.get(key)
        if found is None:
            found = drawing.draw(template, language, context(template, game, data, language))
            self._keep(key, found)
        self._kept.move_to_end(key)
        return found

    def _keep(self, key: bytes, drawn: Markup) -> None:
        self._kept[key] = drawn
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
