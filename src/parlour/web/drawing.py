"""Templates, filled in a reader's language."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from parlour import language
from parlour.kernel.messages import Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from parlour.kernel.spec import GameSpec

FOLDER: Final = Path(__file__).parent
STATIC: Final = FOLDER / "static"
"""What is served as ``/static/``."""
_LOADER: Final = FileSystemLoader(FOLDER / "templates")
_TEMPLATES: Final = Environment(
    loader=_LOADER,
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)


def draw(template: str, code: str, data: Mapping[str, object]) -> str:
    """A template as HTML.

    Args:
        template: its name without ending.
        code: of the reader's language.
        data: what it shows; it has ``_`` to translate what it says itself.
    """
    return _template(template).render(data, _=translator(code), language=code)


@cache
def _template(name: str) -> Template:
    """A template without Jinja's own globals, which it would copy whenever it is drawn."""
    return _LOADER.load(_TEMPLATES, f"{name}.html", {"range": range})


@cache
def translator(code: str) -> Callable[[str], str]:
    """`language.translator`, looked for once a language."""
    return language.translator(code)


def reader(spec: GameSpec, seats: Sequence[str], code: str) -> Reader:
    """`language.reader`, with a translator that is at hand."""
    return Reader(spec, seats, code, translator(code))
