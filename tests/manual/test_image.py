"""The `Dockerfile`, followed without Docker: its files, its commands in a clean environment, its server and health check."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

from manual.reading import ROOT, page
from serving import Server
from support import require_service

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

ABSOLUTE = re.compile(r"(?<!\w)/(?=\w)")


class Stage:
    """What a stage of the image holds: a folder that stands for its root, with Python in it.

    Args:
        root: the folder.
    """

    def __init__(self, root: Path) -> None:
        self.root: Path = root
        self.folder: Path = root
        self.said: dict[str, str] = {}
        self.environment: dict[str, str] = {"PATH": f"{root}/python/bin:{os.environ['PATH']}"}
        subprocess.run([sys.executable, "-m", "venv", root / "python"], check=True)  # noqa: S603

    def at(self, path: str) -> Path:
        """Where a path of the image is."""
        return self.folder / ABSOLUTE.sub(f"{self.root}/", path)

    def copy(self, sources: list[Path], to: Path) -> None:
        """Put files there; a folder's files, as Docker has it."""
        for source in sources:
            if source.is_dir():
                shutil.copytree(source, to, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
            else:
                to.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, to)

    def run(self, command: str) -> None:
        """Run what installs; who the container's user is, only Docker can say."""
        if command.startswith("pip "):
            words = ABSOLUTE.sub(f"{self.root}/", command)
            subprocess.run(words, shell=True, cwd=self.folder, env=os.environ | self.environment, check=True)  # noqa: S602


def instructions() -> list[tuple[str, str]]:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert "\\\n" not in text
    return [(line.split()[0], line.partition(" ")[2]) for line in text.splitlines() if line]


def build(folder: Path) -> Stage:
    """Follow the instructions; returns the last stage."""
    stages: dict[str, Stage] = {}
    for word, rest in instructions():
        if word == "FROM":
            assert re.fullmatch(r"python:3\.\d+-slim( AS \w+)?", rest)
            name = rest.partition(" AS ")[2]
            stages[name] = stage = Stage(folder / (name or "last"))
        elif word == "WORKDIR":
            stage.folder = stage.at(rest)
            stage.folder.mkdir()
        elif word == "COPY":
            *sources, to = rest.split()
            origin = stages[sources.pop(0).removeprefix("--from=")] if rest.startswith("--from=") else None
            stage.copy([origin.at(each) if origin else from_project(each) for each in sources], stage.at(to))
        elif word == "RUN":
            stage.run(rest)
        elif word == "ENV":
            name, _, value = rest.partition("=")
            stage.environment[name] = ABSOLUTE.sub(f"{stage.root}/", value)
        else:
            stage.said[word] = rest
    return stages[""]


def from_project(name: str) -> Path:
    """A file that Docker is sent."""
    assert f"!{name}" in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    return ROOT / name


def test_the_image_builds_serves_and_is_healthy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONPATH", raising=False)
    require_service("a package index", _index(tmp_path))
    image = build(tmp_path)
    (image.root / "data").mkdir()
    assert image.said["USER"] == "parlour"
    assert image.said["VOLUME"] == "/data"
    command = json.loads(image.said["CMD"])
    assert image.said["EXPOSE"] in page("host.md")
    program, own = shutil.which(command[0], path=image.environment["PATH"]), image.environment["PARLOUR_DATABASE"]
    assert program == f"{image.root}/python/bin/parlour"
    with Server(image.root, command=[program, *command[1:]], database=own, public_url="http://localhost") as server:
        check = image.said["HEALTHCHECK"].removeprefix("CMD ").replace(image.said["EXPOSE"], str(server.port))
        healthy = [sys.executable, *json.loads(check)[1:]]
        assert subprocess.run(healthy).returncode == 0  # noqa: PLW1510, S603
        assert server.http.get("/").status_code == 200
        server.guest("Anna")
    assert subprocess.run(healthy, stderr=subprocess.DEVNULL).returncode == 1  # noqa: PLW1510, S603
    assert (image.root / "data" / "parlour.db").exists()


def _index(folder: Path) -> str | None:
    """What pip has to say, if it reaches an index."""
    asked = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(folder), "hatchling"]
    return "there" if subprocess.run(asked).returncode == 0 else None  # noqa: PLW1510, S603
