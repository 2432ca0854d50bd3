"""The types of the pages are those of the document."""

from api.pages.page_types import written
from tests.api.contract import contract_of_applications
from tests.serving import ROOT


def test_the_pages_know_the_responses_as_the_document_has_them():
    """`python -m api.pages.page_types URL > web/responses.d.ts` writes them anew."""
    document = contract_of_applications().document
    assert (ROOT / "web" / "responses.d.ts").read_text("utf-8") == written(document)
