"""Whatever text is taken for a record, the only thing that comes out is a record or one clear line."""

from __future__ import annotations

import dataclasses
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from golden import make
from parlour import games, records
from parlour.kernel.errors import BadRecord
from parlour.kernel.record import Record
from support import scaled

SHORT = 8
RECORDS = [make.played(games.load(name).setup(), "fuzz") for name in games.names()]
TEXTS = [dataclasses.replace(each, decisions=each.decisions[:SHORT], winners=()).text() for each in RECORDS]
valid = st.sampled_from(TEXTS)
fuzz = settings(max_examples=scaled(200), deadline=None)


def refusal(text: str) -> str:
    """The line with which a text is refused; empty for a record that holds."""
    try:
        record = Record.parse(text, "fuzzed")
        for _ in record.states(records.spec_of(record)):
            pass
    except BadRecord as error:
        return str(error)
    return ""


def is_one_line(refused: str) -> bool:
    return refused.startswith("fuzzed:") and len(refused.splitlines()) == 1


@st.composite
def changed(draw: st.DrawFn) -> str:
    """A valid record with a piece of it replaced by another text."""
    text = draw(valid)
    begin = draw(st.integers(0, len(text)))
    end = draw(st.integers(begin, min(len(text), begin + 40)))
    piece = draw(
        st.one_of(st.text(max_size=20), st.text("0123456789abcdef #\n", max_size=20), st.sampled_from(text.split()))
    )
    return text[:begin] + piece + text[end:]


@st.composite
def spliced(draw: st.DrawFn) -> str:
    """Lines of two valid records, some left out, doubled or in another order."""
    lines = [line for text in (draw(valid), draw(valid)) for line in text.splitlines(keepends=True)]
    first, second = sorted(draw(st.tuples(st.integers(0, len(lines)), st.integers(0, len(lines)))))
    return "".join(lines[:first] + lines[second:] + draw(st.sampled_from([[], lines[first:second]])))


@fuzz
@given(st.text())
def test_any_text_is_refused_in_one_line(text: str) -> None:
    assert is_one_line(refusal(text))
    assert is_one_line(refusal(f"parlour record 1\n{text}\nend 0 open\n"))


@fuzz
@given(st.one_of(changed(), spliced()))
def test_a_broken_record_is_refused_in_one_line_or_is_written_as_it_was_read(text: str) -> None:
    refused = refusal(text)
    assert is_one_line(refused) if refused else Record.parse(text).text() == text


@fuzz
@given(valid, st.binary(min_size=1, max_size=30), st.integers(0, 4000))
def test_any_bytes_in_a_file(text: str, piece: bytes, at: int) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "fuzzed"
        data = text.encode()
        path.write_bytes(data[:at] + piece + data[at:])
        with suppress(BadRecord):
            assert records.load(path).source == str(path)
