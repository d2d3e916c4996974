"""Views drawn as HTML, part by part; a part is a pure function of its data and the language, and kept under these."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import msgspec
from markupsafe import Markup, escape

from parlour.kernel.views import View
from parlour.web import drawing
from parlour.web.contexts import context, sentence
from parlour.web.parts import layout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from parlour.web.parts import Data, Part, Whole

KEPT: Final = 2048
"""How many drawn parts are kept: a move is told to all who see it at once, so few are asked for again much later."""
FLOWN: Final = ("zone", "to", "count", "cards")
_DEALT: Final = frozenset(View.__slots__) - {"game", "viewer"}
_encode: Final = msgspec.msgpack.Encoder().encode


@dataclass(slots=True, eq=False)
class Drawn:
    """What is drawn of one change for all viewers alike, kept for the others who are told of it.

    Attributes:
        news: by the ids of parts the data they show, None where they look as before.
        html: by parts or events, and by languages.
    """

    news: dict[str, Data | None] = field(default_factory=dict)
    html: dict[tuple[str | int, str], str] = field(default_factory=dict)


class Fragments:
    """Draws parts of the page; one a process.

    Args:
        kept: how many parts are kept.
    """

    def __init__(self, kept: int = KEPT) -> None:
        self._most: int = kept
        self._kept: OrderedDict[bytes, str] = OrderedDict()

    def whole(self, whole: Whole, language: str) -> dict[str, str]:
        """The whole table: ``table``, with an id for each part in it."""
        plan = layout(whole)
        drawn = {part.id: _markup(self._part(part, whole, language)) for part in plan.parts()}
        log = [_markup(self._line(event, whole, language)) for event in whole.get("log", ())]
        shown = {"layout": plan, "drawn": drawn, "log": log, "viewer": whole["viewer"]}
        return {"table": drawing.draw("table", language, shown)}

    def changed(
        self,
        whole: Whole,
        changed: Mapping[str, Any],
        language: str,
        before: Callable[[], Whole] | None = None,
        drawn: Drawn | None = None,
    ) -> dict[str, str]:
        """The parts that may have changed, by the ids of their elements; ``table`` where a game begins or can't go on.

        Args:
            whole: all that the viewer knows now.
            changed: the entries of it that are new, of the zones those that changed.
            language: the reader's.
            before: gives all that the viewer knew before, if that is at hand: of what all see alike that is left out which
                looks as before.
            drawn: what has been drawn for others who are told of the same change; more is added.
        """
        if "frozen" in changed or changed.keys() >= _DEALT:
            return self.whole(whole, language)
        drawn = Drawn() if drawn is None else drawn
        parts = layout(whole).touched(tuple(changed), tuple(changed.get("zones", ())))
        _look_for_news([part for part in parts if part.public and part.id not in drawn.news], whole, before, drawn)
        html = {}
        for part in parts:
            if not part.public:
                html[part.id] = self._part(part, whole, language)
            elif (data := drawn.news[part.id]) is not None:
                html[part.id] = self._for_all(part, whole["game"], data, language, drawn)
        return html

    def _for_all(self, part: Part, game: str, data: Data, language: str, drawn: Drawn) -> str:
        key = part.id, language
        if key not in drawn.html:
            drawn.html[key] = self._drawn(part.template, game, data, language)
        return drawn.html[key]

    def log(
        self, events: Iterable[Mapping[str, Any]], whole: Whole, language: str, drawn: Drawn | None = None
    ) -> list[str]:
        """What was told, a list item for each sentence; `drawn` as for `changed`, with all these events kept beside it."""
        html = {} if drawn is None else drawn.html
        lines = []
        for event in events:
            if event["event"] == "told":
                key = id(event), language
                if key not in html:
                    html[key] = self._line(event, whole, language)
                lines.append(html[key])
        return lines

    def you(self, you: Mapping[str, Any], whole: Whole, language: str) -> dict[str, str]:
        """Who the reader is, and the seats to go over to: ``you``."""
        data = {"you": dict(you), "viewer": whole["viewer"], "players": list(whole["players"])}
        return {"you": self._drawn("you", whole["game"], data, language)}

    @staticmethod
    def flights(events: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """The cards that moved: ``zone``, ``to``, ``count`` and the ``cards`` that the viewer knows."""
        return [{name: event[name] for name in FLOWN} for event in events if event["event"] == "moved"]

    def _line(self, told: Mapping[str, Any], whole: Whole, language: str) -> str:
        said = whole["game"], whole["players"], language, told
        key = _encode(said)
        return self._found(key) or self._keep(key, f"<li>{escape(sentence(*said))}</li>")

    def _part(self, part: Part, whole: Whole, language: str) -> str:
        return self._drawn(part.template, whole["game"], part.data(whole), language)

    def _drawn(self, template: str, game: str, data: Data, language: str) -> str:
        key = _encode((template, game, language, data))
        return self._found(key) or self._keep(
            key, drawing.draw(template, language, context(template, game, data, language))
        )

    def _found(self, key: bytes) -> str:
        """What is kept, else an empty text."""
        found = self._kept.get(key, "")
        if found:
            self._kept.move_to_end(key)
        return found

    def _keep(self, key: bytes, html: str) -> str:
        """Keep what has been drawn, in place of what was asked for longest ago."""
        self._kept[key] = html
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return html


def _look_for_news(parts: Iterable[Part], whole: Whole, before: Callable[[], Whole] | None, drawn: Drawn) -> None:
    """Note the data of parts that all see alike, where they do not look as before."""
    then: Whole | None = None
    for part in parts:
        data = part.data(whole)
        if before is not None:
            then = then or before()
        drawn.news[part.id] = None if then is not None and data == part.data(then) else data


def _markup(html: str) -> Markup:
    return Markup(html)  # noqa: S704 - the template has escaped what it was given
