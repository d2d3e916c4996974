"""The games, found by listing this folder: each is a package that names its `SPEC`."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import TYPE_CHECKING

from parlour.kernel.errors import UnknownName

if TYPE_CHECKING:
    from parlour.kernel.spec import GameSpec


def names() -> list[str]:
    """The ids of all games."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


@cache
def load(name: str) -> GameSpec:
    """One game.

    Raises:
        UnknownName: there is no such game.
    """
    if name not in names():
        raise UnknownName("game", name, names())
    spec: GameSpec = importlib.import_module(f"{__name__}.{name}").SPEC
    return spec
