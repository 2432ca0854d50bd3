"""The unit of points: by default most are better; a title may name its own, of which the fewest are, or have none."""

from types import SimpleNamespace
from typing import Any

import pytest

from domain.rulebook import Better, Meta, Points, by_points, places_so_far, points_so_far
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
    rulebook: Any = SimpleNamespace(meta=meta, standing=lambda state, show: POINTS)
    assert places_so_far(rulebook, None, 4) == places and points_so_far(rulebook, None) == POINTS


def test_a_title_without_points_ranks_by_its_places():
    """A title without points needs no `standing`; if it has no `places` either, all players share the first place of a
    game that ends early.
    """
    rulebook: Any = SimpleNamespace(meta=SimpleNamespace(points=None))
    assert points_so_far(rulebook, None) == () and places_so_far(rulebook, None, 3) == (1, 1, 1)
    rulebook.places = lambda state: (2, 1, 3)
    assert places_so_far(rulebook, None, 3) == (2, 1, 3)


def test_the_titles_here_count_points():
    """In each title here, more points are better than fewer, as in a title that does not define it."""
    assert {title.meta.points for title in find_rulebooks().values()} == {Points()}
    assert Points() in Meta.__struct_defaults__
