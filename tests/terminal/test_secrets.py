"""What is shown while somebody sits at the keyboard: nothing that this seat may not know."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from parlour import games, wording
from parlour.kernel.messages import Reader
from parlour.terminal.host import Host
from terminal.evening import NOBODY, Evening, anything, leaves_after, table_of, terminal

if TYPE_CHECKING:
    from pathlib import Path

    from parlour.kernel.options import Seat
    from parlour.terminal.table import Table
    from terminal.evening import Pick


class Marked(Reader):
    """Calls a card by a mark that no text contains otherwise."""

    def card(self, kind: int, form: str = "") -> str:
        return f"<{kind}>"


def marks(text: str) -> set[int]:
    return {int(kind) for kind in re.findall(r"<(\d+)>", text)}


def may_know(table: Table, viewer: Seat | None) -> set[int]:
    """The kinds that a viewer was told of or sees."""
    reader = Marked(table.spec, wording.shown(table.record.players))
    told = " ".join(reader.say(each) for sentences in table.told(viewer) for each in sentences)
    seen = table._game.view(viewer).encoded().decode()
    return marks(told) | {kind for kind, name in enumerate(table.spec.kinds) if re.search(rf"\b{name}\b", seen)}


class Searched(Evening):
    """Looks at all that is shown when something is typed."""

    def answer(self) -> str:
        typed = super().answer()
        seat, shown = self.stretches[-1]
        leaked = marks(shown) - may_know(self.table, None if seat == NOBODY else seat)
        assert not leaked, f"{leaked} shown to {seat}: {shown}"
        return typed


def evening_of(game: str, seats: int, path: Path, pick: Pick | None = None) -> Searched:
    players = ["Anna", "Bert", "Clara", "Dora", "Emil", "Fritz"][:seats]
    players[2:3] = ["bot random"] * len(players[2:3])
    table = table_of(game, players, path)
    return Searched(table, leaves_after(40, pick or anything()), reader=Marked(table.spec, wording.shown(players)))


@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("seats", [2, 4])
def test_nobody_is_shown_what_another_seat_knows(game: str, seats: int, tmp_path: Path) -> None:
    evening = evening_of(game, seats, tmp_path / "game.txt")
    evening.play()
    assert any(marks(shown) for _, shown in evening.stretches)


def test_a_page_of_another_seat_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = Host.show_page

    def first_seats_page(host: Host, menu: object) -> None:
        host.sitting, sitting = 0, host.sitting
        page(host, host.menu(0))
        host.sitting = sitting

    monkeypatch.setattr(Host, "show_page", first_seats_page)
    with pytest.raises(AssertionError, match="shown to 3"):
        evening_of("get_the_macguffin", 4, tmp_path / "game.txt").play()


def test_private_news_on_the_way_to_the_next_person_would_be_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Host, "show_private", lambda host, seat: host.screen.show(*host.news(max(seat, 0), 0)))
    with pytest.raises(AssertionError, match="shown to -1"):
        evening_of("get_the_macguffin", 4, tmp_path / "game.txt", spying).play()


def test_the_screen_is_emptied_before_anybody_else_sits_down(tmp_path: Path) -> None:
    table = table_of("king_of_12", ["Anna", "Bert"], tmp_path / "game.txt")
    evening = Evening(table, anything(), terminal())
    evening.play()
    assert evening.text.startswith("\x1b[?1049h"), "a screen that leaves nothing to scroll back to"
    changes = [(before, after) for before, after in zip(evening.stretches, evening.stretches[1:], strict=False)]
    assert all(after[1].find("\x1b[2J") < 10 for before, after in changes if before[0] != after[0])


def test_what_a_spy_saw_is_shown_to_the_spy_before_the_next_sits_down(tmp_path: Path) -> None:
    table = table_of("get_the_macguffin", ["Anna", "Bert", "Clara"], tmp_path / "game.txt")
    evening = Evening(table, spying)
    evening.play()
    seat, shown = next((seat, shown) for seat, shown in evening.stretches if " holds " in shown)
    name = evening.host.reader.seats[seat]
    assert f"For {name} alone:" in shown
    assert f"{name} looks at the hand of" in shown
    assert all(" holds " not in shown for seat, shown in evening.stretches if seat == NOBODY)


def spying(evening: Evening) -> str:
    texts = [evening.chair().option_text(option) for option in evening.chair().options()]
    return "play the_spy" if "play the_spy" in texts else anything(evening.table.decisions)(evening)
