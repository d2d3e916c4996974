"""Play a game at this terminal, or go on with one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from parlour import language, records, wording
from parlour.arguments import pairs
from parlour.kernel.chance import SEED_BYTES, new_seed
from parlour.kernel.errors import BadSetup
from parlour.terminal import seating, shelf
from parlour.terminal.host import Host
from parlour.terminal.screen import Left, Screen
from parlour.terminal.setting import Setting
from parlour.terminal.table import Table

if TYPE_CHECKING:
    import argparse

NEWEST = "newest"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes; what is left out is asked."""
    parser.add_argument("game", nargs="?", metavar="GAME", help="as `parlour games` lists it")
    parser.add_argument("--seats", type=int, metavar="N", help="how many")
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="SEAT=WHO",
        help="who sits there: a person's name or bot:NAME; seats are counted from 0",
    )
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="a table option")
    parser.add_argument("--seed", metavar="HEX", help="the 256-bit seed of all chance; a secret one if left out")
    parser.add_argument(
        "--resume",
        nargs="?",
        const=NEWEST,
        metavar="FILE",
        help="go on with a saved game: the one saved last if no file is named",
    )
    parser.add_argument("--language", metavar="CODE", help="the environment's if left out")


def run(arguments: argparse.Namespace) -> int:
    """Play to the end, or until somebody leaves; the game is saved after each decision."""
    speech = language.checked(arguments.language) if arguments.language else language.preferred()
    screen = Screen(echo=not sys.stdin.isatty())
    table: Table | None = None
    try:
        table = _table(arguments, screen, speech)
        reader = language.reader(table.spec, wording.shown(table.record.players), speech)
        Host(table, screen, reader).play()
    except (Left, KeyboardInterrupt):
        screen.show("" if table is None else f"\nSaved in {table.path}: parlour terminal --resume goes on.")
    return 0


def _table(arguments: argparse.Namespace, screen: Screen, speech: str) -> Table:
    if arguments.resume:
        return _resumed(arguments)
    seed = _seed(arguments.seed)
    setting = Setting(
        screen,
        language.translator(speech),
        arguments.game,
        arguments.seats,
        seating.seated(arguments.seat),
        pairs(arguments.option),
    )
    setup, players = setting.complete()
    return Table.begin(setup, players, seed, shelf.new_file(setup.spec.id))


def _resumed(arguments: argparse.Namespace) -> Table:
    if arguments.game or arguments.seats or arguments.seat or arguments.option or arguments.seed:
        raise BadSetup("a game that goes on can't be set up anew: expected --resume without game, seats, options, seed")
    path = shelf.last_open() if arguments.resume == NEWEST else Path(arguments.resume)
    record = records.load(path)
    if record.winners:
        raise BadSetup(f"the game in {path} is over: expected one that was left before its end")
    for player in filter(wording.is_bot, record.players):
        seating.player(player)
    return Table.resume(record, path)


def _seed(text: str | None) -> bytes:
    """The seed of the table's chance.

    Raises:
        BadSetup: the text is no seed.
    """
    if text is None:
        return new_seed()
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise BadSetup(f"{text!r} is no seed: expected {2 * SEED_BYTES} hexadecimal digits")
    return seed
