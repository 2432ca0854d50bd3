"""The places of the tests of this repository's titles."""

from pathlib import Path

import pytest

from domain.title_loader import folder_of

collect_ignore = ["dealt_hands", "few_hands", "placed_hands"]
"""Titles in packages; those with tests of their own: `test_packages.py` runs them."""


@pytest.fixture
def stele_playouts() -> int:
    """The number of playouts for each table, with a dispute and random options; `make soak` plays a thousand."""
    return 1


@pytest.fixture
def stele_tests(stele_title: str) -> Path:
    """The folder of tests in the title's own folder."""
    return Path(str(folder_of(stele_title))) / "tests"
