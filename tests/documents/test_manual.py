"""The manual: it builds without a warning, finds broken links, and its index names every decision."""

import re
import runpy
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import stele.title
from tests.serving import ROOT

LONG_PAGES = {"docs/reference/benchmarks.md", "docs/reference/glossary.md"}
"""The pages that may have more than 3,000 words: they are looked up, not read."""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with its own `docs/` and `var/`."""
    for path in ROOT.iterdir():
        if path.name not in {"docs", "var", ".git"}:
            (tmp_path / path.name).symlink_to(path)
    subprocess.run(["cp", "-r", str(ROOT / "docs"), str(tmp_path)], check=True)
    return tmp_path


def built(checkout: Path) -> subprocess.CompletedProcess[str]:
    """Gather the pages there and build the manual."""
    subprocess.run([sys.executable, "docs/gather_pages.py"], cwd=checkout, check=True)
    command = [str(Path(sys.executable).with_name("zensical")), "build", "--strict", "-f", "var/manual/zensical.toml"]
    return subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)


def test_every_page_is_gathered() -> None:
    """The generated ones, too: calls with their problem types, events of a title, rules, the contract of a title."""
    pages = runpy.run_path(str(ROOT / "docs" / "gather_pages.py"))["gather"]()
    calls = pages["reference/api.md"]
    assert "/api/games/{game_id}/moves" in calls
    linked = set(re.findall(r"\(problems\.md#([\w-]+)\)", calls))
    assert {"no-such-game", "against-the-rules"} <= linked
    assert linked <= set(re.findall(r'id="([\w-]+)"', pages["reference/problems.md"]))
    assert "exclude: true" in pages["decisions/0001-msgspec.md"], "the search leaves decisions out"
    assert "PawnPlaced" in pages["reference/events.md"] and "KH-P1" in pages["rules/kheops.md"]
    contract = pages["reference/title.md"]
    assert all(f"**`{name}" in contract for name in (*stele.title.__all__, "appraise", "standing"))
    assert "standing_orders" in contract and "None\n" not in contract
    assert set(pages) >= {page.relative_to(ROOT / "docs").as_posix() for page in (ROOT / "docs").rglob("*.md")}


@pytest.mark.soak
def test_the_manual_builds(checkout: Path) -> None:
    """The manual builds without a warning and with all pages."""
    ran = built(checkout)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    site = checkout / "var" / "manual" / "site"
    pages = {page.relative_to(ROOT / "docs").with_suffix("") for page in (ROOT / "docs").rglob("*.md")}
    assert pages <= {page.relative_to(site).with_suffix("") for page in site.rglob("*.html")}


@pytest.mark.soak
def test_a_broken_link_fails_the_build(checkout: Path) -> None:
    """A link to a page that does not exist."""
    with (checkout / "docs" / "index.md").open("a", encoding="utf-8") as page:
        page.write("\n[gone](guides/gone.md)\n")
    ran = built(checkout)
    assert ran.returncode != 0 and "page does not exist" in ran.stdout + ran.stderr


def test_every_decision_is_in_the_index() -> None:
    """The index lists every decision with its title and, if superseded, its successor."""
    folder = ROOT / "docs" / "decisions"
    rows = []
    for page in sorted(folder.glob("0*.md")):
        text = page.read_text("utf-8")
        (number, title) = re.match(r"# (\d+)\. (.+)", text).groups()
        newer = re.search(r"^Superseded by (\[\d+\]\([^)]+\))", text, re.MULTILINE)
        rows.append(f"| {number} | [{title}]({page.name}) | {f'superseded by {newer[1]}' if newer else 'in force'} |")
    assert re.findall(r"^\| \d.*$", (folder / "index.md").read_text("utf-8"), re.MULTILINE) == rows


def test_the_comparison_counts_its_table() -> None:
    """The sentences about the forty points give the numbers of its rows."""
    page = (ROOT / "docs" / "explanation" / "comparison.md").read_text("utf-8")
    verdicts = dict(re.findall(r"^\| (\d+) \|.*\| ([^|]+) \|$", page, re.MULTILINE))
    assert list(verdicts) == [str(number) for number in range(1, 41)]
    count = Counter(verdict if verdict in ("Stele", "even") else "others" for verdict in verdicts.values())
    said = " ".join(page.split())
    assert f"better in {count['Stele']} points, even in {count['even']} and behind in {count['others']}." in said
    (behind,) = re.findall(r"Behind are (.+?)\. ", said)
    assert re.findall(r"\d+", behind) == [one for one, verdict in verdicts.items() if verdict not in ("Stele", "even")]


def test_the_capacity_is_the_measured_one() -> None:
    """The first table of the capacity page has the results of the benchmarks."""
    measured = (ROOT / "docs" / "reference" / "benchmarks.md").read_text("utf-8")

    def results(what: str) -> list[str]:
        return re.findall(rf"^\| {what} \| ([^|]*) \|", measured, re.MULTILINE)

    def span(found: list[str]) -> str:
        times = [int(one.replace(",", "")) / 1000 for one in found]
        return f"{min(times):.1f} to {max(times):.1f}"

    (opened,), (memory,) = results("10,000 followers connect"), results("memory of the web processes for each follower")
    (reached,) = results("a move reaches all 5,000 followers of its game")
    moves = re.findall(r"^\| [\w-]+: moves over HTTP \| [^|]+ \| (\d+) µs", measured, re.MULTILINE)
    states = [one.removesuffix(" µs") for one in results(r"[\w-]+: the current state")]
    same = [one.removesuffix(" µs") for one in results(r"[\w-]+: the same, if it has not changed since \(ETag\)")]
    page = (ROOT / "docs" / "guides" / "capacity.md").read_text("utf-8")
    assert f"10,000, opened in {opened}; {memory} of memory each" in page
    assert f"| in {reached} |" in page and f"| {span(moves)} ms of CPU time, by title |" in page
    assert f"| {span(states)} ms of CPU time; {span(same)} if it has not changed |" in page


def test_paragraphs_and_pages_are_short() -> None:
    """No paragraph has more than 90 words, and no page of the manual more than 3,000, code aside."""
    manual = [*ROOT.glob("docs/*.md"), *ROOT.glob("docs/[!d]*/**/*.md")]
    pages = [*ROOT.glob("*.md"), *ROOT.glob(".github/*.md"), *manual]
    assert [page for page in pages if any(map(is_long, paragraphs(page)))] == []
    words = {page.relative_to(ROOT).as_posix(): len(prose(page).split()) for page in manual}
    assert {page for page, number in words.items() if number > 3000} == LONG_PAGES


def prose(page: Path) -> str:
    """A page without its code."""
    return re.sub(r"^(`{3,}).*?^\1$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)


def paragraphs(page: Path) -> list[str]:
    """The paragraphs and items of a page, without its code and tables."""
    return [one for one in re.split(r"\n\s*\n|\n(?=[-*] |\d+\. )", prose(page)) if not one.lstrip().startswith("|")]


def is_long(paragraph: str) -> bool:
    """Whether the paragraph has more than 90 words."""
    return len(paragraph.split()) > 90


def test_the_first_hour_is_true() -> None:
    """The changed number is there, one test has the selected name, and the time of all tests is the measured one."""
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    (number,) = re.findall(r"change `(START_GOLD = \d+)`", page)
    assert f"\n{number}\n" in (ROOT / "titles/amun_re/state.py").read_text("utf-8")
    (selected,) = set(re.findall(r"-k (\w+)", page))
    tests = "".join(path.read_text("utf-8") for path in (ROOT / "titles/amun_re/tests").glob("test_*.py"))
    assert re.findall(rf"^def (test_\w*{selected}\w*)", tests, re.MULTILINE) == ["test_everybody_begins_with_20_gold"]
    (minutes,) = re.findall(r"`make test` takes (\d+) minutes", page)
    (seconds,) = re.findall(r"and (\d+) s by the\s+clock", (ROOT / "docs/guides/testing.md").read_text("utf-8"))
    assert int(minutes) == round(int(seconds) / 60)


def test_the_readme_names_what_is_on_the_pages() -> None:
    """Each button of its three things to try has that text on a page."""
    with (ROOT / "replay" / "locale" / "it.po").open("rb") as file:
        texts = {message.id for message in read_po(file)}
    readme = (ROOT / "README.md").read_text("utf-8")
    steps = re.findall(r"^\d\. (?:.+\n)+", readme, re.MULTILINE)
    named = {" ".join(words.split()) for step in steps for words in re.findall(r"\*\*([^*]+)\*\*", step)}
    assert {"Share", "Full record", "Seen by"} <= named
    assert {words for words in named if not words.endswith(".")} - texts == set()
