"""Board help's rules: each drawing's `rules.js` and `aid.js` name existing rules."""

import re
from pathlib import Path

import pytest

from domain.title_loader import find_rulebooks
from replay.languages import page_texts
from tests.measured import ROOT

TITLES = sorted(path.parent.name for path in (ROOT / "titles").glob("*/web/titles/*/board.js"))
_NUMBER = re.compile(r'"([A-Z]+-[A-Z]+\d+|R\d+)"')
_ASKS = re.compile(r"export const asks = \{\n(.*?)\n\};", re.DOTALL)


def folder_of(title: str) -> Path:
    """The folder of this title's drawing."""
    return ROOT / "titles" / title.replace("-", "_") / "web" / "titles" / title


def strange_rules(source: str, rules: dict[str, str]) -> list[str]:
    """The numbers in this source without a rule."""
    return [number for number in _NUMBER.findall(source) if number not in rules]


def asked_types(source: str) -> list[str]:
    """The types of commands that a `rules.js` has rules for."""
    found = _ASKS.search(source)
    assert found is not None
    return re.findall(r"^  (\w+): \[\"", found[1], re.MULTILINE)


@pytest.mark.parametrize("title", TITLES)
def test_every_number_is_a_rule(title):
    """Every number in both files is a rule's, and each file names some."""
    rules = find_rulebooks()[title].meta.rules
    for name in ("rules.js", "aid.js"):
        source = (folder_of(title) / name).read_text("utf-8")
        assert len(_NUMBER.findall(source)) > 10
        assert strange_rules(source, rules) == []


def test_an_unknown_number_is_found():
    """A number that is missing in RULES.md, removed or never there, is reported."""
    assert strange_rules('cell: ["KH-P2", "KH-P9"], deck: ["R1", "R999"]', {"KH-P2": "", "R1": ""}) == ["KH-P9", "R999"]


@pytest.mark.parametrize("title", TITLES)
def test_every_question_names_its_rules(title):
    """Every possible question to a player of this title names its rules."""
    source = (folder_of(title) / "rules.js").read_text("utf-8")
    assert asked_types(source) == [command.__name__ for command in find_rulebooks()[title].COMMANDS]


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", ["it", "es"])
def test_a_player_aid_is_loaded_separately(title, language):
    """A player aid's texts are translated, and are not loaded with the drawing's."""
    aid = page_texts(language, title, part="aid")
    drawing = page_texts(language, title)
    source = (folder_of(title) / "aid.js").read_text("utf-8")
    texts = re.findall(r'gettext\(\s*"([^"]+)"', source)
    assert len(texts) > 15
    assert [text for text in texts if text not in aid and text not in drawing] == []
    assert aid and not set(aid) & set(drawing)
