"""Whatever is asked over HTTP, the answer is as described and none of the server's fault."""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

import httpx2
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

from faults.servers import PATIENCE, bearer
from parlour import games
from parlour.server import api
from parlour.server.site import ROUTES
from support import scaled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from faults.servers import Server

SCHEMA: Final = schemathesis.openapi.from_dict(api.description())
STRICTER: Final[list[Any]] = [positive_data_acceptance, ignored_auth]
"""A name may be refused that a schema can't tell from a good one; and here everybody is known."""
QUICK: Final = settings(
    max_examples=scaled(30),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.function_scoped_fixture],
)
FORMS: Final = sorted({route.path for route in ROUTES if "POST" in (route.methods or ())})
PAGES: Final = sorted({route.path for route in ROUTES if "GET" in (route.methods or ())})


@SCHEMA.parametrize()
@QUICK
def test_the_doors_are_as_described(case: schemathesis.Case[Any], server: Server) -> None:
    headers = bearer(server.guest("Anna"))
    case.call_and_validate(base_url=server.url, headers=headers, excluded_checks=STRICTER)


@pytest.fixture(scope="module")
def browser(server: Server) -> Iterator[httpx2.Client]:
    """A browser that is at the server's own page."""
    headers = {"origin": server.url}
    with httpx2.Client(base_url=server.url, headers=headers, trust_env=False, timeout=PATIENCE) as browser:
        yield browser


@pytest.fixture(scope="module")
def table(server: Server) -> str:
    return server.table(server.guest("Cleo"), games.names()[0], ["me", "open"])


wild = st.one_of(
    st.text(max_size=50), st.sampled_from(["", "0", "1", "-1", "99999", "me", "open", "name", "bot random", "bot x"])
)
fields = st.one_of(
    st.sampled_from(
        ["name", "game", "seats", "seat", "player", "player-0", "player-1", "name-0", "option-days", "option-x"]
    ),
    st.text(max_size=20),
)
forms = st.dictionaries(fields, wild, max_size=8)
likely = forms.map(lambda form: {"name": "Anna", "game": "ghooost"} | form)
bodies = st.one_of(st.binary(max_size=200), st.text(string.printable, max_size=200).map(str.encode))
kinds = st.sampled_from(
    [
        "application/x-www-form-urlencoded",
        "application/x-www-form-urlencoded; charset=x",
        "multipart/form-data",
        "multipart/form-data; boundary=x",
        "multipart/form-data; boundary=" + "x" * 300,
        "text/plain",
        "",
    ]
)


@QUICK
@given(path=st.sampled_from(FORMS), form=likely, files=st.booleans())
def test_a_form_is_taken_or_refused(
    browser: httpx2.Client, table: str, path: str, form: dict[str, str], *, files: bool
) -> None:
    sent: dict[str, Any] = {"files": {name: ("x", value) for name, value in form.items()}} if files else {"data": form}
    answer = browser.post(path.format(table=table), **sent)
    assert answer.status_code in {303, 400, 404, 409, 422}, answer.text


@QUICK
@given(path=st.sampled_from(FORMS), body=bodies, kind=kinds)
def test_what_is_no_form_is_refused(browser: httpx2.Client, table: str, path: str, body: bytes, kind: str) -> None:
    answer = browser.post(path.format(table=table), content=body, headers={"content-type": kind})
    assert answer.status_code in {303, 400, 404, 409}, answer.text


@QUICK
@given(
    path=st.sampled_from(PAGES),
    query=st.dictionaries(st.sampled_from(["seat", "step", "language", "as", "x"]), wild),
    language=st.text(string.printable.strip(), max_size=50),
)
def test_a_page_is_shown_or_refused(
    browser: httpx2.Client, table: str, path: str, query: dict[str, str], language: str
) -> None:
    asked = path.format(table=quote("".join(query.values()), safe="") or table)
    answer = browser.get(asked, params=query, headers={"accept-language": language})
    assert answer.status_code in {200, 400, 403, 404, 409}, answer.text
