"""Whole pages, which can be read and used without any script."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from http import HTTPStatus
from importlib.metadata import PackageNotFoundError, metadata, requires
from typing import TYPE_CHECKING, Any, Final

from parlour import bots as all_bots
from parlour import games as all_games
from parlour import language as languages
from parlour.kernel.record import value_text
from parlour.web import drawing
from parlour.web.contexts import card_facts, seat_names
from parlour.web.fragments import Fragments
from parlour.wording import Wording

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from parlour.kernel.options import Seat
    from parlour.kernel.spec import GameSpec, TableOption
    from parlour.server.lobby import TableLine
    from parlour.web.parts import Whole

NAMES: Final = {"de": "Deutsch", "en": "English", "hu": "Magyar", "it": "Italiano"}
"""What languages call themselves."""
LICENCES: Final = ("License-Expression", "License")
USUAL: Final = 3
"""The seats of a table for which nobody has chosen a number, as far as the game allows."""


def home(  # noqa: PLR0913 - what the page shows
    *,
    language: str,
    guest_name: str,
    games: Sequence[GameSpec],
    lines: Sequence[TableLine] = (),
    bots: Sequence[str],
    lan: Mapping[str, str] | None = None,
    error: str = "",
) -> str:
    """The first page: a new table, and one's tables.

    Args:
        language: of the reader.
        guest_name: the name of a guest who is known, else empty.
        games: what can be played.
        lines: the guest's tables.
        bots: who plays with people, the best first.
        lan: the address on the local network (``url``) and its QR code (``qr_svg``).
        error: what was wrong with what was asked.
    """
    say = drawing.translator(language)
    return _page(
        "home",
        language,
        guest_name=guest_name,
        games=[_offer(spec, language) for spec in games],
        lines=[_line(line) for line in lines],
        bots=bots,
        lan=lan,
        error=say(error),
    )


def table(  # noqa: PLR0913 - what the page shows
    *,
    language: str,
    whole: Whole,
    you: Mapping[str, Any],
    table: str,
    link: str,
    socket: str,
    number: int,
    epoch: str,
    qr_svg: str = "",
    fragments: Fragments | None = None,
) -> str:
    """A table.

    Args:
        language: of the reader.
        whole: all that the viewer may know.
        you: ``name``, own ``seats``, and those of them that are ``asked``.
        table: its id.
        link: the address that seats a guest.
        socket: the address of the viewer's messages.
        number: of the message that `whole` is.
        epoch: of that message.
        qr_svg: the link as a QR code.
        fragments: draws the parts.
    """
    fragments = fragments or Fragments()
    free = [seat for seat, player in enumerate(whole["players"]) if player is None]
    return _page(
        "table_page",
        language,
        **_table(whole, language, fragments),
        own=[(seat, whole["players"][seat]) for seat in you["seats"]],
        you_html=fragments.you(you, whole, language)["you"],
        free=[] if you["seats"] else free,
        name=you["name"],
        bots=all_bots.names(),
        table_id=table,
        link=link,
        socket=socket,
        number=number,
        epoch=epoch,
        qr_svg=qr_svg,
    )


def replay(  # noqa: PLR0913 - what the page shows
    *,
    language: str,
    whole: Whole,
    log: Sequence[Mapping[str, Any]],
    step: int,
    steps: int,
    seat: Seat | None,
    table: str,
    fragments: Fragments | None = None,
) -> str:
    """A finished game at one of its steps.

    Args:
        language: of the reader.
        whole: all that the viewer knew then.
        log: what the viewer had been told.
        step: how many decisions there had been.
        steps: how many steps there are, the deal among them.
        seat: whose view it is, None for a spectator's.
        table: its id.
        fragments: draws the parts.
    """
    say = drawing.translator(language)
    last = steps - 1
    back, on = (step - 1 if step else None), (step + 1 if step < last else None)
    return _page(
        "replay",
        language,
        query=f"&step={step}" + ("" if seat is None else f"&seat={seat}"),
        **_table({**whole, "log": log}, language, fragments or Fragments()),
        steps_to=[
            (0 if step else None, say("First"), ""),
            (back, say("Back"), "prev"),
            (on, say("On"), "next"),
            (last if step < last else None, say("Last"), ""),
        ],
        names=seat_names(whole["players"], language),
        seat_query="" if seat is None else f"&seat={seat}",
        step=step,
        last=last,
        seat=seat,
        table_id=table,
    )


def credits(*, language: str) -> str:  # noqa: A001 - what the page is called
    """Whose work the page and the server stand on."""
    found = {each.casefold(): each for each in map(_library, requires("parlour") or ()) if each}
    libraries = [facts for name in sorted(found.values(), key=str.casefold) if (facts := _installed(name))]
    specs = [all_games.load(name) for name in all_games.names()]
    return _page("credits", language, games=[spec.title for spec in specs], libraries=libraries)


def problem(*, language: str, status: int, text: str) -> str:
    """Something that can't be done, and why."""
    heading = HTTPStatus(status).phrase
    return _page("problem", language, heading=heading, text=text)


def _page(template: str, language: str, /, **data: object) -> str:
    translated = languages.translated()
    known = [(code, NAMES.get(code, code), code in translated) for code in languages.languages()]
    spoken = language if language in translated else languages.SOURCE
    return drawing.draw(template, language, {"query": "", "languages": known, "spoken": spoken, **data})


def _table(whole: Whole, language: str, fragments: Fragments) -> dict[str, object]:
    spec = all_games.load(whole["game"])
    wording = Wording(drawing.reader(spec, [], language))
    return {
        "spec": spec,
        "setup": {name: value_text(value) for name, value in whole["setup"].items()},
        "cards": [card_facts(wording, card.id) for card in spec.cards],
        "remarks": {number: wording.remark(number) for number in spec.rulebook},
        "table_html": fragments.whole(whole, language)["table"],
    }


def _offer(spec: GameSpec, language: str) -> dict[str, object]:
    say = drawing.translator(language)
    fewest, most = spec.seats
    return {
        "id": spec.id,
        "title": spec.title,
        "goal": say(spec.guide[0]) if spec.guide else "",
        "fewest": fewest,
        "most": most,
        "usual": min(max(USUAL, fewest), most),
        "options": [_choice(spec, option, language) for option in spec.options],
    }


def _choice(spec: GameSpec, option: TableOption, language: str) -> dict[str, object]:
    """An option to choose; one that others set is left as it is unless it is chosen."""
    preset = {name for values in spec.presets.values() for kept in values.values() for name in kept}
    return {
        "name": option.name,
        "text": drawing.translator(language)(option.text),
        "choices": [value_text(value) for value in option.values],
        "chosen": value_text(option.default),
        "preset": option.name in preset,
    }


def _line(line: TableLine) -> dict[str, object]:
    when = datetime.fromtimestamp(line.changed / 1000, UTC)
    title = all_games.load(line.game).title if line.game in all_games.names() else line.game
    return {
        "table": line.table,
        "title": title,
        "over": line.over,
        "when": when.isoformat(timespec="seconds"),
        "day": f"{when:%Y-%m-%d %H:%M} UTC",
    }


def _library(requirement: str) -> str:
    """The name of a library that Parlour itself needs, empty for one that only its makers do."""
    match = re.match(r"[\w.-]+", requirement)
    return match[0] if match and "extra ==" not in requirement else ""


def _installed(name: str) -> tuple[str, str, str] | None:
    try:
        facts = metadata(name)
    except PackageNotFoundError:
        return None
    licence = next((facts[each] for each in LICENCES if each in facts), "")
    return name, facts["Version"], licence.partition("\n")[0]
