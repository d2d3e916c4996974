"""A bar that shows how far a long command is."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from rich.console import Console
from rich.progress import track

if TYPE_CHECKING:
    from collections.abc import Iterable

Item = TypeVar("Item")


def shown(items: Iterable[Item], count: int) -> Iterable[Item]:
    """The items, with a bar on standard error where somebody sits at a terminal."""
    console = Console(stderr=True)
    return track(items, "", count, console=console, transient=True, disable=not console.is_terminal)
