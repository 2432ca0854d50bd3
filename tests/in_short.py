"""The titles of a parametrised test: one or two in `make test`, the others in `make soak`."""

from typing import Any

import pytest

from domain.title_loader import find_rulebooks

_SHORT = ("das-amulett", "kheops")


def titles_in_short(*short: str) -> list[Any]:
    """All titles as parameters. All except these, or the usual two, are marked for the long run only."""
    return [one if one in (short or _SHORT) else pytest.param(one, marks=pytest.mark.soak) for one in find_rulebooks()]
