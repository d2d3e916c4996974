"""YAML as fields that know their line: what is not asked for, said twice or of the wrong sort is an error."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import yaml

from parlour.kernel.errors import ParlourError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from pathlib import Path

TAG: Final = "tag:yaml.org,2002:"
PLAIN: Final = {
    f"{TAG}{name}" for name in ("map", "seq", "str", "int", "float", "bool", "null", "timestamp", "merge", "value")
}
WHOLE_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}")
NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}(\.[0-9]{1,9})?")
EXCERPT: Final = 60


@dataclass(frozen=True, slots=True)
class Mark:
    """A line of a file, counted from 1."""

    path: str
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


class BadScenario(ParlourError):
    """A scenario that can't be read or set up.

    Args:
        mark: where.
        message: what was wrong and what was expected.
    """

    def __init__(self, mark: Mark, message: str) -> None:
        super().__init__(f"{mark}: {message}")
        self.mark = mark


class Field:
    """A value in a YAML file.

    Args:
        path: the file, for error messages.
        node: the value.
    """

    __slots__ = ("_node", "mark")

    def __init__(self, path: str, node: yaml.Node) -> None:
        self._node = node
        self.mark = Mark(path, node.start_mark.line + 1)
        if node.tag not in PLAIN:
            tag = node.tag.replace(TAG, "!!")
            raise BadScenario(self.mark, f'{tag} is a YAML tag: expected none; a ! wants quotes, as "!0"')

    def wrong(self, expected: str) -> BadScenario:
        """The error that this value is not what was expected."""
        return BadScenario(self.mark, f"{self._excerpt()}: expected {expected}")

    def text(self) -> str:
        """A single value as it is written, white space made single blanks.

        Raises:
            BadScenario: it is no single value, or empty, or not printable.
        """
        text = " ".join(self._node.value.split()) if isinstance(self._node, yaml.ScalarNode) else ""
        if not text or not text.isprintable():
            raise self.wrong("text")
        return text

    def integer(self) -> int:
        """A whole number of at most nine digits.

        Raises:
            BadScenario: it is something else.
        """
        return int(self._matching(WHOLE_NUMBER, "a whole number"))

    def number(self) -> float:
        """A number such as ``5`` or ``0.5``.

        Raises:
            BadScenario: it is something else.
        """
        return float(self._matching(NUMBER, "a number"))

    def flag(self) -> bool:
        """A truth value.

        Raises:
            BadScenario: it is something else.
        """
        text = self.text().lower()
        if text not in ("true", "false"):
            raise self.wrong("true or false")
        return text == "true"

    def items(self) -> list[Field]:
        """The values of a list.

        Raises:
            BadScenario: it is no list.
        """
        if not isinstance(self._node, yaml.SequenceNode):
            raise self.wrong("a list")
        return [Field(self.mark.path, node) for node in self._node.value]

    def texts(self) -> tuple[str, ...]:
        """The texts of a list.

        Raises:
            BadScenario: it is no list of texts.
        """
        return tuple(item.text() for item in self.items())

    def pairs(self) -> list[tuple[Field, Field]]:
        """The keys and values of a map, each key once.

        Raises:
            BadScenario: it is no map, or a key stands there twice.
        """
        if not isinstance(self._node, yaml.MappingNode):
            raise self.wrong("a map")
        pairs = [(Field(self.mark.path, key), Field(self.mark.path, value)) for key, value in self._node.value]
        seen: set[str] = set()
        for key, _ in pairs:
            if key.text() in seen:
                raise key.wrong("each key once")
            seen.add(key.text())
        return pairs

    def pair(self, expected: str) -> tuple[Field, Field]:
        """The only key and value of a map.

        Raises:
            BadScenario: it is not a map with one key.
        """
        if not isinstance(self._node, yaml.MappingNode) or len(self._node.value) != 1:
            raise self.wrong(expected)
        return self.pairs()[0]

    def parts(self, known: Collection[str], needed: Collection[str] = ()) -> dict[str, Field]:
        """The values of a map by key.

        Raises:
            BadScenario: it is no map, a key is not among the known ones, or a needed one is not there.
        """
        parts = {}
        for key, value in self.pairs():
            if key.text() not in known:
                raise key.wrong(f"one of {', '.join(known)}")
            parts[key.text()] = value
        for name in needed:
            if name not in parts:
                raise BadScenario(self.mark, f"{name} is missing")
        return parts

    def where(self, text: str) -> Mark:
        """The line of the first value or key with this text, or else the line where all of it begins."""
        return next((field.mark for field in self.inside() if field.is_text(text)), self.mark)

    def inside(self) -> Iterator[Field]:
        """All keys and values in it, itself first."""
        yield self
        parts = [field for pair in self.pairs() for field in pair] if self.is_map() else []
        for field in self.items() if self.is_list() else parts:
            yield from field.inside()

    def is_map(self) -> bool:
        """Whether it is a map."""
        return isinstance(self._node, yaml.MappingNode)

    def is_list(self) -> bool:
        """Whether it is a list."""
        return isinstance(self._node, yaml.SequenceNode)

    def is_single(self) -> bool:
        """Whether it is neither a list nor a map."""
        return isinstance(self._node, yaml.ScalarNode)

    def is_text(self, text: str) -> bool:
        """Whether it is this very text."""
        return self.is_single() and " ".join(self._node.value.split()) == text

    def _matching(self, pattern: re.Pattern[str], expected: str) -> str:
        text = self._node.value if isinstance(self._node, yaml.ScalarNode) else ""
        if not pattern.fullmatch(text):
            raise self.wrong(expected)
        return text

    def _excerpt(self) -> str:
        if isinstance(self._node, yaml.ScalarNode):
            text = repr(self._node.value) if self._node.value else "nothing"
            return text if len(text) <= EXCERPT else f"{text[:EXCERPT]}..."
        return "a list" if isinstance(self._node, yaml.SequenceNode) else "a map"


def mapped(field: Field) -> Mapping[str, Field]:
    """The values of a map by key, whatever the keys."""
    return {key.text(): value for key, value in field.pairs()}


def documents(path: Path) -> list[Field]:
    """The documents of a YAML file that are not empty.

    Raises:
        BadScenario: it is not YAML in UTF-8.
        OSError: it can't be read.
    """
    text = _decoded(path)
    try:
        nodes = list(yaml.compose_all(text, yaml.SafeLoader))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark is not None else 1
        raise BadScenario(Mark(str(path), line), f"not YAML: {error.problem}") from error
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise BadScenario(Mark(str(path), line), f"not YAML: {error.reason}") from error
    except RecursionError as error:
        raise BadScenario(Mark(str(path), 1), "not YAML: nested too deep") from error
    except (ValueError, OverflowError) as error:
        raise BadScenario(Mark(str(path), 1), f"not YAML: {error}") from error
    return [Field(str(path), node) for node in nodes if node.tag != f"{TAG}null"]


def _decoded(path: Path) -> str:
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        mark = Mark(str(path), data.count(b"\n", 0, error.start) + 1)
        raise BadScenario(mark, "not UTF-8: expected a text file") from error
