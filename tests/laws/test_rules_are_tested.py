"""Rule coverage: each numbered rule of each title has a test.

Each cited number exists, and each event names its rules.
"""

from pathlib import Path

from domain.game import SHARED_EVENTS
from domain.rulebook import numbered_rules
from domain.title_loader import find_rulebooks
from sdk.laws.rules import DOCSTRING, cited, promises_in
from sdk.laws.suite import (
    test_every_event_follows_by_rules,
    test_every_number_that_a_test_promises_is_a_rule,
    test_every_refusal_names_a_rule,
    test_every_rule_is_promised_by_a_test,
    test_numbers_have_no_gaps,
)
from tests.measured import ROOT

__all__ = [
    "test_every_event_follows_by_rules", "test_every_number_that_a_test_promises_is_a_rule",
    "test_every_refusal_names_a_rule", "test_every_rule_is_promised_by_a_test", "test_numbers_have_no_gaps",
]  # fmt: skip

TESTS = Path(__file__).parent.parent
TITLES = find_rulebooks()


def test_every_shared_event_names_its_rules():
    """Every event names its rules, and so do events shared by all titles, whose rules are in domain/RULES.md."""
    numbers = set(numbered_rules("domain"))
    for event in SHARED_EVENTS:
        assert event.RULES, event
        assert set() == set(event.RULES) - numbers, event


def test_every_shared_rule_has_a_test():
    """The numbers in domain/RULES.md and those in the docstrings of the shared tests are the same."""
    rules = list(numbered_rules("domain"))
    assert [f"G{number}" for number in range(1, len(rules) + 1)] == rules
    files = (
        "domain/test_game.py", "domain/test_disputes.py", "domain/test_ordered_moves.py", "domain/test_clocks.py",
        "domain/test_teams.py",
        "domain/test_proposals.py", "domain/test_seats.py", "api/test_forks.py", "api/test_several_moves.py",
        "api/test_forks_of_running_games.py",
    )  # fmt: skip
    tests = "".join((TESTS / name).read_text("utf-8") for name in files)
    promised = "\n".join(DOCSTRING.findall(tests))
    assert set(rules) == cited(promised, dict.fromkeys(rules, ""))


def test_a_rule_without_a_test_is_found():
    """A rule without a test breaks the law."""
    title = TITLES["kheops"]
    rules = {**title.meta.rules, "KH-T99": "The pyramid is never taken down."}
    assert {"KH-T99"} == set(rules) - cited(promises_in(ROOT / "titles" / "kheops" / "tests"), rules)
    assert {"AC-O2", "R3", "R4", "R5"} == cited("AC-O2 and R3 to R5, but not KH-R1", {"AC-O1": "", "R1": ""})
