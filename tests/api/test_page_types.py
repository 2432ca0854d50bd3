"""The types of a drawing in a package are those of its title's view."""

import importlib
from pathlib import Path

import pytest

from api.pages.page_types import written_for_drawing
from tests.serving import ROOT

ROOMS = ("examples", "sdk")
DRAWINGS = [path.relative_to(ROOT) for room in ROOMS for path in ROOT.glob(f"{room}/**/view.d.ts")]


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: path.parent.name)
def test_a_drawing_knows_the_view_as_its_title_has_it(path: Path, monkeypatch):
    """`stele title types` writes them again."""
    folder = path.parents[3]
    monkeypatch.syspath_prepend(ROOT / folder.parent)
    table = importlib.import_module(f"{folder.name}.shown").Table
    assert (ROOT / path).read_text("utf-8") == written_for_drawing(table)
