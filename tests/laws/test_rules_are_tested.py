"""Every numbered rule of every title is promised by a test; every number that is cited or refused with exists, and
every event names the rules that it follows by."""

import ast
import re
from pathlib import Path

import pytest

from domain.game import SHARED_EVENTS
from domain.rulebook import numbered_rules
from domain.rulebooks import find_rulebooks

TESTS = Path(__file__).parent.parent
DOCSTRING = re.compile(r'"""(.*?)"""', re.DOTALL)


TITLES = find_rulebooks()


def folder_of(title):
    """Where the title lies."""
    return Path(title.__file__).parent


def promises_of(title):
    """What the title's tests promise, in the folder with its name."""
    tests = sorted((TESTS / folder_of(title).name).glob("test_*.py"))
    return "\n".join(text for path in tests for text in DOCSTRING.findall(path.read_text()))


def kinds_of(rules):
    """The letters before the numbers."""
    return {re.sub(r"\d+$", "", number) for number in rules}


def cited(text, rules):
    """The numbers in this text that are of the same kinds as these rules, also those from one to another."""
    kinds = "|".join(sorted(map(re.escape, kinds_of(rules)), key=len, reverse=True))
    found = {kind + number for kind, number in re.findall(rf"(?<![\w-])({kinds})(\d+)\b", text)}
    for kind, low, high in re.findall(rf"(?<![\w-])({kinds})(\d+) to \1(\d+)\b", text):
        found |= {f"{kind}{number}" for number in range(int(low), int(high) + 1)}
    return found


def refused(title):
    """The numbers that the title's code refuses with, or that say whose turn it is."""
    for path in sorted(folder_of(title).rglob("*.py")):
        text = path.read_text("utf-8")
        yield from cited(" ".join(re.findall(r'"([A-Z][A-Z-]*\d+)"', text)), title.meta.rules)
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Illegal":
                yield from (one.value for one in node.args[1:2] if isinstance(one, ast.Constant))


def test_there_are_titles():
    """A law over no title at all would prove nothing."""
    assert TITLES


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES)
def test_every_rule_is_promised_by_a_test(title):
    """Every number in RULES.md stands in the docstring of a test of this title."""
    assert title.meta.rules
    assert set() == set(title.meta.rules) - cited(promises_of(title), title.meta.rules)


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES)
def test_every_number_that_a_test_promises_is_a_rule(title):
    """No test promises a number that RULES.md does not have."""
    assert set() == cited(promises_of(title), title.meta.rules) - set(title.meta.rules)


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES)
def test_every_refusal_names_a_rule(title):
    """Every number that the code refuses with stands in RULES.md."""
    numbers = set(refused(title))
    assert numbers
    assert set() == numbers - set(title.meta.rules)


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES)
def test_every_event_follows_by_rules(title):
    """Each type of event names at least one rule that it follows by, each once, and only rules of RULES.md."""
    for event in title.EVENTS:
        assert event.RULES, event
        assert len(set(event.RULES)) == len(event.RULES), event
        assert set() == set(event.RULES) - set(title.meta.rules), event


def test_every_shared_event_follows_by_rules():
    """So do the events that all titles share; their rules stand in domain/RULES.md."""
    numbers = set(numbered_rules("domain"))
    for event in SHARED_EVENTS:
        assert event.RULES, event
        assert set() == set(event.RULES) - numbers, event


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES)
def test_numbers_have_no_gaps(title):
    """The rules of each kind are numbered from 1 on."""
    for kind in kinds_of(title.meta.rules):
        numbers = sorted(int(one[len(kind) :]) for one in title.meta.rules if re.fullmatch(rf"{kind}\d+", one))
        assert list(range(1, len(numbers) + 1)) == numbers


def test_every_rule_of_every_game_is_promised_by_a_test():
    """Every number in domain/RULES.md stands in the docstring of a test of what all titles share, and no other does."""
    rules = list(numbered_rules("domain"))
    assert [f"G{number}" for number in range(1, len(rules) + 1)] == rules
    files = (
        "domain/test_game.py", "domain/test_disputes.py", "domain/test_ordered.py", "domain/test_clocks.py",
        "domain/test_proposals.py", "domain/test_seating.py", "api/test_forks.py", "api/test_several_moves.py",
        "api/test_forks_of_running_games.py",
    )  # fmt: skip
    tests = "".join((TESTS / name).read_text("utf-8") for name in files)
    promised = "\n".join(DOCSTRING.findall(tests))
    assert set(rules) == cited(promised, dict.fromkeys(rules, ""))


def test_a_rule_without_a_test_would_be_found():
    """One rule more than the tests promise, and the law is broken."""
    title = TITLES["kheops"]
    rules = {**title.meta.rules, "KH-T99": "The pyramid is never taken down."}
    assert {"KH-T99"} == set(rules) - cited(promises_of(title), rules)
    assert {"AC-O2", "R3", "R4", "R5"} == cited("AC-O2 and R3 to R5, but not KH-R1", {"AC-O1": "", "R1": ""})
