"""A server that several tests share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from faults.servers import Server

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running
