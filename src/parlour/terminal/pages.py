"""The pages around a game: the welcome, the help and the result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.console import Group
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from parlour.kernel.chance import seed_hash
from parlour.kernel.messages import N_
from parlour.terminal import lookup
from parlour.wording import Wording, bot_name, is_bot

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType

    from parlour.kernel.messages import Reader
    from parlour.terminal.table import Table

HASH: Final = N_("Hash of the seed: {hash}")
SEED: Final = N_("The seed: {seed}")
SAVED: Final = N_("Saved in {path}; parlour replay shows it again.")
HOW_TO: Final = N_("Type a number or its words. ? and a card explains it, help says more, q saves and quits.")
ADVICE: Final = N_("Playing well")
RULES: Final = N_("Rules")
WHERE: Final = N_("? {prefix} lists all rules of the game, ? {rule} shows one of them.")
RULINGS: Final = N_("What no source settles is played so:")
TYPED: Final = N_("What can be typed")
HELP: Final = (
    N_("a number, or the words beside it: choose"),
    N_("? and a card, a rule or a number: what it says; ? alone: all cards"),
    N_("table: everything you know of the table; Enter: the page again"),
    N_("log: all that happened so far"),
    N_("q, or save and quit: leave; parlour terminal --resume goes on"),
)


def words(reader: Reader, template: str, **values: object) -> str:
    """A template with plain fields in the reader's language."""
    return Wording(reader).words(template, **values)


def welcome(table: Table, reader: Reader) -> RenderableType:
    """Who sits where, the table's options, and what is published of the seed."""
    options = ", ".join(f"{name} {value}" for name, value in table.record.options.items())
    return Group(
        Rule(reader.spec.title, align="left"),
        Padding(Group(_players(table, reader), Text(options)) if options else _players(table, reader), (1, 0)),
        Text(words(reader, HASH, hash=seed_hash(table.record.seed))),
        Text(words(reader, HOW_TO)),
    )


def _players(table: Table, reader: Reader) -> Grid:
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for seat, player in enumerate(table.record.players):
        grid.add_row(str(seat), Text(reader.seats[seat], "bold"), bot_name(player) if is_bot(player) else "")
    return grid


def manual(reader: Reader) -> RenderableType:
    """How to play, how to play well, where the rules are, what is played where none is written, and what can be typed."""
    spec = reader.spec
    return Group(
        _heading(reader, spec.title),
        *lookup.guide(reader),
        _heading(reader, ADVICE),
        Text(reader.translate(spec.advice)),
        _heading(reader, RULES),
        *_rules(reader),
        _heading(reader, TYPED),
        *(Text(f"- {words(reader, line)}") for line in HELP),
    )


def _rules(reader: Reader) -> Iterator[Text]:
    """Where the rules are, and what is played where no source has one."""
    spec = reader.spec
    if spec.rulebook:
        yield Text(words(reader, WHERE, prefix=spec.rule_prefix, rule=next(iter(spec.rulebook))))
    if spec.rulings:
        yield Text(words(reader, RULINGS))
    for rule, text in spec.rulings.items():
        yield Text(f"{rule}: {reader.translate(text)}")


def _heading(reader: Reader, text: str) -> RenderableType:
    return Rule(reader.translate(text), align="left", style="dim")


def result(table: Table, reader: Reader) -> RenderableType:
    """Who has won, the scores, and the seed."""
    (winners, scores), wording = table.outcome(), Wording(reader)
    return Group(
        Text(wording.winners(winners), "bold"),
        Padding(_scores(scores, wording), (1, 0)),
        Text(words(reader, SEED, seed=table.record.seed.hex())),
        Text(words(reader, HASH, hash=seed_hash(table.record.seed))),
        Text(words(reader, SAVED, path=table.path)),
    )


def _scores(scores: Sequence[float], wording: Wording) -> Grid:
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    grid.add_column("")
    grid.add_column(wording.score_name, justify="right")
    for seat in sorted(range(len(scores)), key=lambda seat: -scores[seat]):
        grid.add_row(wording.reader.seats[seat], wording.score(scores[seat]))
    return grid
