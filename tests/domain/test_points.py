"""The unit of points: by default most are better; a title may name its own, of which the fewest are."""

from types import SimpleNamespace
from typing import Any

import pytest

from domain.rulebook import Better, Meta, Points, by_points, places_so_far
from domain.title_loader import find_rulebooks

POINTS = (3, 1, 3, 0)


@pytest.mark.parametrize(
    ("better", "places", "worth"), [("most", (1, 3, 1, 4), POINTS), ("fewest", (3, 2, 3, 1), (-3, -1, -3, 0))]
)
def test_points_rank_the_players(better: Better, places, worth):
    """Equal points share a place; of what they are worth, more is always better."""
    assert by_points(POINTS, better) == places
    assert Points(better=better).worth(POINTS) == worth
    meta = SimpleNamespace(points=Points(better=better))
    rulebook: Any = SimpleNamespace(meta=meta, standing=lambda state: POINTS)
    assert places_so_far(rulebook, None) == places


def test_the_titles_here_count_points():
    """In each of them, as in a title that says nothing, more points are better than fewer."""
    assert {title.meta.points for title in find_rulebooks().values()} == {Points()}
    assert Points() in Meta.__struct_defaults__
