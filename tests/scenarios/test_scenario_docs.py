"""The page that describes scenarios is right: its example runs, and it leaves no key out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from parlour.scenarios import read, run
from parlour.scenarios.reading import DRAWS, EXPECTED, PARTS

PAGE = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_example_holds(tmp_path: Path, example: str) -> None:
    path = tmp_path / "example.yaml"
    path.write_text(example, encoding="utf-8")
    assert [failure for scenario in read(path) for failure in run(scenario)] == []


def test_every_part_is_described() -> None:
    described = set(re.findall(r"`(\w+)`", PAGE))
    assert {*PARTS, *EXPECTED} <= described
    assert all(f"{{{draw}: " in PAGE for draw in DRAWS)


def test_the_example_is_whole() -> None:
    (example,) = EXAMPLES
    assert set(yaml.safe_load(example)) == set(PARTS) - {"options", "play", "expect"}
