"""Links between pages: each leads somewhere."""

import re

import pytest

from tests.serving import ROOT

PAGES = sorted(
    [*ROOT.glob("*.md"), *ROOT.glob(".github/**/*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("domain/**/RULES*.md")]
)
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
GENERATED = {ROOT / f"docs/reference/{name}.md" for name in ("api", "events", "title")}  # when the manual is built
LINK = re.compile(r"\]\(([^)\s]+)\)")


def headings(page):
    """The anchors of the page's headings."""
    found = re.findall(r"^#+ (.+)$", CODE.sub(lambda code: code[0].strip("`"), page.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found}


def broken(page):
    """The links of this page to missing files or headings."""
    for link in LINK.findall(CODE.sub("", page.read_text("utf-8"))):
        path, _, heading = link.partition("#")
        target = (page.parent / path) if path else page
        if target.resolve() in GENERATED:
            continue
        if not re.match(r"[a-z]+:", link) and (not target.exists() or (heading and heading not in headings(target))):
            yield link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page):
    """Every linked file and heading exists."""
    assert list(broken(page)) == []


def test_a_broken_link_is_found(tmp_path):
    """A missing file, a missing heading; an outside address is not checked here."""
    page = tmp_path / "page.md"
    page.write_text("# One heading\n[a](#one-heading) [b](#two) [c](gone.md) [d](https://example.org) `[e](f)`\n")
    assert list(broken(page)) == ["#two", "gone.md"]
