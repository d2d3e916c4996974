"""What tests take from this machine: databases, a broker, a browser."""

from __future__ import annotations

import os
import secrets
import sys
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
import redis
from playwright.sync_api import sync_playwright
from psycopg import sql

from support import program, require_service

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from playwright.sync_api import Browser

POSTGRES = os.environ.get("PARLOUR_TEST_POSTGRES", "postgresql://postgres:postgres@127.0.0.1:5432")
REDIS = os.environ.get("PARLOUR_TEST_REDIS", "redis://127.0.0.1:6379")
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)
"""The browser asks for nothing that the tests don't."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests in a browser run one after another, in one worker: there are not cores enough for two of them."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Trace nothing where a test is marked `no_cover`: in a worker, pytest-cov stops only one of two measurements."""
    tracer = sys.gettrace()
    if tracer is None or item.get_closest_marker("no_cover") is None:
        return (yield)
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """An empty PostgreSQL database, dropped afterwards."""
    with require_service("PostgreSQL", _postgres()) as connection:
        name = sql.Identifier(f"parlour_test_{secrets.token_hex(8)}")
        connection.execute(sql.SQL("CREATE DATABASE {}").format(name))
        yield f"{POSTGRES}/{name.as_string()[1:-1]}"
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(name))


def _postgres() -> psycopg.Connection[Any] | None:
    try:
        return psycopg.connect(f"{POSTGRES}/postgres", autocommit=True, connect_timeout=5)
    except psycopg.OperationalError:
        return None


@pytest.fixture
def redis_url() -> str:
    """A Redis server; whoever else uses it hears other channels."""
    return require_service("Redis", REDIS if _redis_answers() else None)


def _redis_answers() -> bool:
    with redis.Redis.from_url(REDIS, socket_connect_timeout=5) as client:
        try:
            return bool(client.ping())
        except redis.ConnectionError:
            return False


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium without a window."""
    executable = require_service("Chromium", program(*CHROMIUM))
    root = ["--no-sandbox"] if sys.platform == "linux" and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=[*QUIET, *root])
        yield browser
        browser.close()
