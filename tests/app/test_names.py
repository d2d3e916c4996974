"""A name, a table and whatever else somebody sends is shown as letters, wherever it is shown."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest

from app.visits import Browser, Elements, finished, visiting

if TYPE_CHECKING:
    from pathlib import Path

NAMES = [
    "<script src=/x></script>",
    "<b onclick=x>B</b>",
    "\"'><img src=x onerror=y>",
    "</title><svg onload=x>",
    "&lt;i&gt;&amp;",
    "{{ 7 * 7 }}${7*7}",
    "%s %(x)s {0} {seat} \\1",
    "javascript:alert(1)",
    "' OR 1=1; DROP TABLE guests--",
    "*/ alert(1) //",
    "e\u0301 \u05d0\u0628 \U0001f468\u200d\U0001f469",
]


def pages(folder: Path, name: str) -> list[Elements]:
    """All that shows a name: pages, and what is drawn of a table."""
    folder.mkdir()
    with visiting(folder) as browser:
        table = browser.table("king_of_12", "me", "name", "open", name_1=name, name=name)
        with browser.socket(f"{table}/socket?as=html&seat=0") as line:
            drawn = [part for _ in range(2) for part in line.receive_json()["html"].values()]
        with browser.socket(f"{table}/socket") as line:
            assert line.receive_json()["whole"]["people"] == [name]
        others = [browser.another().get(table).text, browser.get(f"{table}?seat=0").text]
        return [*map(Elements, (browser.get("/").text, browser.get(table).text, *others, "".join(drawn)))]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_shown_as_it_is(tmp_path: Path, name: str) -> None:
    for page, plain in zip(pages(tmp_path / "one", name), pages(tmp_path / "other", "Anna"), strict=True):
        assert page.shape == plain.shape
        assert page.text.count(name) == plain.text.count("Anna") > 0


def test_names_that_are_used_twice_stay_apart(browser: Browser) -> None:
    table = browser.table("king_of_12", "me", "open", name="Anna")
    other = browser.another()
    assert other.submit(f"{table}/join", name="Anna").status_code == 200
    with other.socket(f"{table}/socket") as line:
        assert line.receive_json()["whole"]["viewer"] == 1


@pytest.mark.parametrize("path", ["/t/%3Cscript%3E", "/%3Cscript%3E", "/t/x?seat=%3Cscript%3E", "/static/%3Cscript%3E"])
def test_what_is_asked_for_is_not_repeated_as_html(browser: Browser, path: str) -> None:
    answer = browser.get(path)
    assert 400 <= answer.status_code < 500
    assert "<script>" not in answer.text


@pytest.mark.parametrize("query", ["language=%3Cscript%3E", "language=../../x", "language=", "language=xx"])
def test_a_language_that_is_none_is_left_out(browser: Browser, query: str) -> None:
    answer = browser.get(f"/?{query}")
    assert 'hreflang="en" title="English" aria-label="English" aria-current="true"' in answer.text
    assert not answer.cookies


def test_a_record_is_a_file_with_a_plain_name(tmp_path: Path) -> None:
    with visiting(tmp_path) as browser:
        answer = browser.get(f"{finished(browser, 'king_of_12')}/record")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    name = answer.headers["content-disposition"].removeprefix('attachment; filename="').removesuffix('"')
    assert name.startswith("parlour-")
    assert name.replace("-", "").replace("_", "").replace(".", "").isalnum()


def test_the_log_has_neither_names_nor_tokens_nor_links(browser: Browser, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    table = browser.table("king_of_12", "me", "bot random", name="Annabella")
    with browser.socket(f"{table}/socket") as line:
        line.send_text("nonsense")
        line.receive_json()
    browser.get(f"{table}/record")
    kept = [record.getMessage() + str(vars(record)) for record in caplog.records if record.name.startswith("parlour")]
    for secret in ("Annabella", browser.cookies["parlour"], table.removeprefix("/t/")):
        assert not [text for text in kept if secret in text]
