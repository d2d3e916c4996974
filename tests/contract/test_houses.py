"""A game is one folder: found by its place, imported one way, its steps an interface that does not change."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

import parlour
from contract.tables import add_game
from parlour import games
from parlour.kernel.errors import UnknownName

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE: Final = Path(parlour.__file__).parent
MODULES: Final = sorted(path.relative_to(SOURCE) for path in SOURCE.rglob("*.py"))
STEPS: Final = Path(__file__).parent.parent / "golden" / "steps.txt"
LIBRARIES: Final = {"kernel": (), "games": ("kernel",)}
"""What the innermost houses may import of ours, beside themselves; all others may import these two."""
OUTER: Final = ("envs", "server", "web", "commands", "terminal", "cli")
"""What nothing within imports."""


def imports(module: Path) -> Iterator[tuple[str, ...]]:
    """What a module imports of ours, as the parts of the path below the package, also where only types need it."""
    package = ("parlour", *module.parts[:-1])
    for node in ast.walk(ast.parse((SOURCE / module).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found = [tuple(alias.name.split(".")) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            path = (*base, *(node.module.split(".") if node.module else ()))
            found = [(*path, alias.name) for alias in node.names]
        else:
            continue
        yield from (each[1:] for each in found if each[0] == "parlour")


@pytest.mark.parametrize("module", [m for m in MODULES if m.parts[0] in LIBRARIES], ids=str)
def test_kernel_and_games_import_inwards_only(module: Path) -> None:
    house = module.parts[0]
    for imported in imports(module):
        assert imported[0] in (house, *LIBRARIES[house]), imported


@pytest.mark.parametrize("module", [m for m in MODULES if m.parts[0] == "games" and len(m.parts) > 2], ids=str)
def test_games_import_no_other_game(module: Path) -> None:
    for imported in imports(module):
        assert imported[0] == "kernel" or imported[:2] == module.parts[:2], imported


@pytest.mark.parametrize("module", [m for m in MODULES if m.parts[0] not in (*OUTER, "__main__.py", "cli.py")], ids=str)
def test_nothing_within_imports_what_is_outside(module: Path) -> None:
    for imported in imports(module):
        assert not imported or imported[0] not in OUTER, imported


@pytest.mark.parametrize("module", [m for m in MODULES if m.parts[0] != "games"], ids=str)
def test_no_game_is_named_outside_its_folder(module: Path) -> None:
    tree = ast.parse((SOURCE / module).read_text(encoding="utf-8"))
    names = set(games.names())
    assert not any(names & set(imported) for imported in imports(module))
    assert not names & {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}


def test_a_new_folder_is_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = games.names()
    with pytest.raises(UnknownName, match="newcomer"):
        games.load("newcomer")
    spec = add_game(tmp_path, "newcomer")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    assert games.names() == sorted([*before, "newcomer"])
    assert games.load("newcomer") is spec
    assert spec.play.start(spec.setup(), 1).owes()


def test_steps_that_ask_keep_their_names() -> None:
    """A step's name stands in records: a changed line here breaks every record that has it."""
    found = {f"{name} {step.partition(':')[0]}" for name in games.names() for step in games.load(name).prompts}
    assert STEPS.read_text(encoding="utf-8").splitlines() == sorted(found)
