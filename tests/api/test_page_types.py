"""The types of the pages are those of the document, and those of a drawing are those of its title's view."""

import importlib
from pathlib import Path

import pytest

from api.pages.page_types import written, written_for_drawing
from tests.api.contract import contract_of_applications
from tests.serving import ROOT

ROOMS = ("titles", "examples", "sdk")
DRAWINGS = [path.relative_to(ROOT) for room in ROOMS for path in ROOT.glob(f"{room}/**/view.d.ts")]


def test_the_pages_know_the_responses_as_the_document_has_them():
    """`python -m api.pages.page_types URL > web/responses.d.ts` writes them anew."""
    document = contract_of_applications().document
    assert (ROOT / "web" / "responses.d.ts").read_text("utf-8") == written(document)


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: path.parent.name)
def test_a_drawing_knows_the_view_as_its_title_has_it(path: Path, monkeypatch):
    """`stele title types` writes them anew."""
    folder = path.parents[3]
    monkeypatch.syspath_prepend(ROOT / folder.parent)
    package = f"titles.{folder.name}" if folder.parts[0] == "titles" else folder.name
    table = importlib.import_module(f"{package}.shown").Table
    assert (ROOT / path).read_text("utf-8") == written_for_drawing(table)
