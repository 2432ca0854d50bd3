"""The tests. Their coverage is measured if `STELE_TESTS_COVERAGE` names a place for it."""

from tests import measured

measured.begin()
