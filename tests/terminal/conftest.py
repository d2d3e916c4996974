from __future__ import annotations

import os
from typing import TYPE_CHECKING

import platformdirs
import pytest

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "saved"
    folder.mkdir()
    monkeypatch.setattr(os, "fsync", lambda _: None)
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_, **__: str(folder))
    return folder
