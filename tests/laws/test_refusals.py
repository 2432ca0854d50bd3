"""The law of refusals, for every title: hidden parts change nothing in a seat's refusals."""

import pytest

from sdk.laws.suite import refuse_in_playouts, test_refusals_tell_nothing_in_short
from tests.laws.test_laws import TABLES

__all__ = ["test_refusals_tell_nothing_in_short"]

LONG = 20


@pytest.mark.soak
@pytest.mark.parametrize(("title", "players"), TABLES)
def test_refusals_tell_nothing_at_length(title, players):
    """Refusals disclose nothing at many more moments."""
    refuse_in_playouts(title, players, LONG, each=60)
