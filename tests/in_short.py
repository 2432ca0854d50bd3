"""The titles of a parametrised test: two in `make test`, the others in `make soak`."""

from typing import Any

import pytest

from domain.title_loader import find_rulebooks

_SHORT = ("das-amulett", "kheops")


def titles_in_short() -> list[Any]:
    """All titles; those of the long tests are marked."""
    return [one if one in _SHORT else pytest.param(one, marks=pytest.mark.soak) for one in find_rulebooks()]
