"""The tests. What they reach of the rooms is measured if `STELE_TESTS_COVERAGE` says where to keep it."""

from tests import measured

measured.begin()
