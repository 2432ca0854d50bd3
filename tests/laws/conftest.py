"""The places of the tests of this repository's titles."""

from pathlib import Path

import pytest

from domain.title_loader import find_rulebooks, folder_of

collect_ignore = ["dealt_hands", "few_hands", "placed_hands"]
"""Titles in packages; those with tests of their own: `test_packages.py` runs them."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """`make test` has the fewest and the most players of each title, `make soak` also the numbers between them."""
    for item in items:
        if table := getattr(item, "callspec", None) and item.callspec.params.get("stele_table"):  # type: ignore[attr-defined]
            meta = find_rulebooks()[table[0]].meta
            if table[1] not in (meta.least_players, meta.most_players):
                item.add_marker("soak")


@pytest.fixture
def stele_playouts() -> int:
    """The number of playouts for each table, with a dispute and random options; `make soak` plays a thousand."""
    return 1


@pytest.fixture
def stele_tests(stele_title: str) -> Path:
    """The folder of tests in the title's own folder."""
    return Path(str(folder_of(stele_title))) / "tests"
