"""The catalogue of messages and the languages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import parlour
from parlour import games, language
from parlour.kernel.messages import N_, Message, Told

if TYPE_CHECKING:
    import pytest

SOURCE = Path(parlour.__file__).parent
METHODS = [("**.py", "python"), ("**/templates/**.html", "jinja2")]
THIEVES = Message("thieves", N_("{thief:seat} takes {card:card}."))


def test_the_template_of_the_catalogues_is_current() -> None:
    found = extract_from_dir(SOURCE, METHODS, keywords={"N_": None, "_": None})
    marked = {message for _, _, message, _, _ in found}
    with (language.FOLDER / "parlour.pot").open("rb") as template:
        written = {message.id for message in read_po(template) if message.id}
    assert written == marked, "run make messages"


def test_a_catalogue_is_found_and_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (language.FOLDER / "parlour.pot").open("rb") as template:
        catalogue = read_po(template, locale="it")
    catalogue.add(THIEVES.template, "{card:card} va a {thief:seat}.")
    folder = tmp_path / "it" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "parlour.mo").open("wb") as compiled:
        write_mo(compiled, catalogue)
    monkeypatch.setattr(language, "FOLDER", tmp_path)
    monkeypatch.setenv("LANGUAGE", "it")
    assert language.preferred() == "it"
    spec = games.load("get_the_macguffin")
    reader = language.reader(spec, ["Anna"], "it")
    assert reader.say(Told(THIEVES, (0, spec.kind("the_spy")))) == "La spia va a Anna."
    assert reader.translate("") == ""


def test_without_a_catalogue_all_is_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "xx")
    assert language.preferred() == "en"
    assert {"de", "en", "it"} <= set(language.languages())
