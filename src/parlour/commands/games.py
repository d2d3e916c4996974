"""List the games with their seats and options."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from parlour import games

if TYPE_CHECKING:
    import argparse


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("--json", action="store_true", help="as one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Print the list."""
    specs = [games.load(name) for name in games.names()]
    if arguments.json:
        listed = [
            {
                "game": spec.id,
                "title": spec.title,
                "seats": list(range(spec.seats[0], spec.seats[1] + 1)),
                "rules_version": spec.version,
                "options": [
                    {"name": option.name, "default": option.default, "values": option.values, "text": option.text}
                    for option in spec.options
                ],
            }
            for spec in specs
        ]
        print(json.dumps({"games": listed}, indent=2, ensure_ascii=False))
        return 0
    for spec in specs:
        print(f"{spec.id}: {spec.title}, {spec.seats[0]} to {spec.seats[1]} seats")
        for option in spec.options:
            values = ", ".join(str(value) for value in option.values)
            print(f"  {option.name}={option.default} ({values}): {option.text}")
    return 0
