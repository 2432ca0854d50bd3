"""Mutation testing: the program that changes rules to find missing tests."""

import ast

import pytest

from tests.mutants import mutants_of, mutants_of_title
from tests.typed_titles import titles

RULES = '''"""A module."""

LIMIT = 3


def price(bids: list[int], least: int = 1) -> int:
    """The price, 2 at most."""
    if not bids or 0 < least <= 5:
        raise Illegal(f"at least {least + 1}", rule=4 + 5)
    return max(bids) + 1 if least else 0
'''


def test_each_rule_is_changed_in_each_way():
    """Comparisons, numbers, conditions and choices of functions change; texts, defaults and refusals do not."""
    assert [str(mutant) for mutant in mutants_of("rules.py", RULES)] == [
        "rules.py:8: not bids or 0 < least <= 5 -> not bids and 0 < least <= 5",
        "rules.py:8: not bids -> bids",
        "rules.py:8: 0 < least <= 5 -> 0 <= least <= 5",
        "rules.py:8: 0 < least <= 5 -> 0 < least < 5",
        "rules.py:8: 0 -> 1",
        "rules.py:8: 5 -> 6",
        "rules.py:10: max(bids) + 1 if least else 0 -> 0 if least else max(bids) + 1",
        "rules.py:10: max(bids) + 1 -> max(bids) - 1",
        "rules.py:10: max -> min",
        "rules.py:10: 1 -> 2",
        "rules.py:10: 0 -> 1",
    ]


def test_a_mutant_is_the_module_with_one_change():
    """Everything else is unchanged, also with letters of several bytes."""
    source = "def f(a):\n    return 'Mönch' in a and a[1] > 2  # größer\n"
    changed = [mutant.source for mutant in mutants_of("x.py", source)]
    assert changed[0] == "def f(a):\n    return ('Mönch' in a or a[1] > 2)  # größer\n"
    assert changed[-1] == "def f(a):\n    return 'Mönch' in a and a[1] > (3)  # größer\n"


@pytest.mark.parametrize("title", titles())
def test_every_title_has_mutants(title):
    """Each is a valid Python module, and none equals the original."""
    found = mutants_of_title(title.rpartition(".")[2], "")
    assert len(found) > 20
    for mutant in found[::10]:
        assert ast.dump(ast.parse(mutant.source))
