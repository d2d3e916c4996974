"""What all pages hold: their links lead somewhere, their commands can be given, their Python runs."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING
from urllib.parse import urldefrag

import pytest

from manual.reading import PAGES, blocks
from parlour import cli

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_command_on_the_pages_can_be_given(path: Path) -> None:
    for block in blocks(path.read_text(encoding="utf-8"), r"(?:ini|sh)?"):
        for line in block.replace("\\\n", " ").splitlines():
            command = line.partition("ExecStart=/opt/parlour/bin/")[2] or line
            if command.startswith("parlour ") and command.split()[2:] != ["record", "1"]:
                words = shlex.split(command, comments=True)[1:]
                cli.parser(words[0]).parse_args(words)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_link_within_the_project_leads_somewhere(path: Path) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", path.read_text(encoding="utf-8")):
        target, anchor = urldefrag(link)
        if not target.startswith("http"):
            found = path.parent / target if target else path
            assert found.exists(), link
            assert not anchor or anchor in anchors(found), link


PYTHON = [(path.name, block) for path in PAGES for block in blocks(path.read_text(encoding="utf-8"), "python")]


@pytest.mark.parametrize(("name", "code"), PYTHON, ids=[name for name, _ in PYTHON])
def test_the_python_on_the_pages_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, code: str) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(code, name, "exec"), {})  # noqa: S102 - our own


def anchors(page: Path) -> set[str]:
    heads = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head).lower().replace(" ", "-") for head in heads}
