"""Where the tests of this repository's titles lie."""

from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent


@pytest.fixture
def stele_tests(stele_title: str) -> Path:
    """The folder with the title's name."""
    return TESTS / stele_title.replace("-", "_")
