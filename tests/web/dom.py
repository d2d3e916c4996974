"""HTML as a tree, read strictly: what a browser would mend is an error here."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

VOID: Final = {"br", "input", "link", "meta"}


@dataclass
class Element:
    """An element with what is in it."""

    tag: str
    attributes: dict[str, str]
    children: list[Element | str] = field(default_factory=list)

    @property
    def id(self) -> str:
        return self.attributes.get("id", "")

    def all(self) -> Iterator[Element]:
        """The element and all within."""
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.all()

    def find(self, tag: str = "", **attributes: str) -> list[Element]:
        """The elements with a tag and attributes; ``_`` stands for ``-``."""
        wanted = {name.strip("_").replace("_", "-"): value for name, value in attributes.items()}
        return [e for e in self.all() if tag in ("", e.tag) and wanted.items() <= e.attributes.items()]

    def by_id(self, name: str) -> Element:
        (found,) = self.find(id=name)
        return found

    def text(self) -> str:
        """What can be read in it."""
        return " ".join(self._texts())

    def _texts(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            else:
                yield from child._texts()

    def replace(self, new: Element) -> None:
        """Put an element in place of the one with its id."""
        places = [
            (e, n) for e in self.all() for n, c in enumerate(e.children) if isinstance(c, Element) and c.id == new.id
        ]
        ((parent, place),) = places
        parent.children[place] = new


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"<{tag}> has an attribute twice: {names}"
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in VOID
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag, f"</{tag}> closes something else"

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.open[-1].children.append(" ".join(data.split()))


def parse(html: str) -> Element:
    """The tree of a page or a fragment."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == [reader.root], f"not closed: {reader.open[-1].tag}"
    ids = Counter(element.id for element in reader.root.all() if element.id)
    assert not (twice := [name for name, count in ids.items() if count > 1]), twice
    return reader.root


def fragment(html: str) -> Element:
    """The one element of a fragment."""
    (element,) = parse(html).children
    assert isinstance(element, Element)
    return element
