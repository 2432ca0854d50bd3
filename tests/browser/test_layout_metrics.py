"""Legible boards at every size: no small text, a surface that fills the stage, a page without shifts.

The long form measures every title's table, replay, lesson and embedded replay in every window.
"""

import itertools

import pytest

from domain.title_loader import find_rulebooks
from tests.api.clients import table_of
from tests.browser.layout_metrics import WATCHED, WINDOWS, measured

TITLES = sorted(find_rulebooks())
PAGES = ("table", "replay", "lesson", "embed")
LEAST_TEXT = 12
LEAST_IN_A_PIECE = 11
LEAST_SURFACE = 0.5
LEAST_OF_WINDOW = 0.4
MOST_SHIFT = 0.05
SHORT = {
    ("das-amulett", "table", "360x740"), ("das-amulett", "table", "1280x720"), ("amun-re", "table", "1440x900"),
    ("kheops", "table", "1440x900"), ("kheops", "replay", "740x360"), ("kheops", "replay", "1440x900 at 200%"),
}  # fmt: skip
ALL = [
    pytest.param(*one, marks=[] if one in SHORT else [pytest.mark.soak])
    for one in itertools.product(TITLES, PAGES, WINDOWS)
]


@pytest.mark.parametrize(("title", "kind", "window"), ALL)
def test_a_board_is_legible(browse, gallery, title, kind, window):
    """In this window no text of the board is small, the page is no wider than it, and a selectable part is in sight.

    So are the other players' points, beside the board.
    """
    width, height = WINDOWS[window]
    asked = None
    if kind == "table":
        most = find_rulebooks()[title].meta.most_players
        game_id, clients = table_of(gallery, title, ["Ada", "Bo", "Cy", "Di"][:most])
        asked = clients[gallery.get(f"/api/games/{game_id}")["to_act"][0]]
    address = {
        "table": lambda: f"/games/{game_id}",
        "replay": lambda: f"/games/demo-{title}/replay#40-0",
        "lesson": lambda: f"/titles/{title}/lesson",
        "embed": lambda: f"/games/demo-{title}/embed#40-0",
    }[kind]()
    size = {"width": width, "height": height}
    page = browse(asked, phone=width < 900, viewport=size, unfolded=False, folded=True, script=WATCHED, at=address)
    found = measured(page)
    assert found.smallest >= LEAST_TEXT - 0.05 or (
        found.smallest >= LEAST_IN_A_PIECE - 0.05 and found.smallest_text.lstrip("×").isdigit()
    ), found
    assert not found.is_wide, found
    assert found.shifts <= MOST_SHIFT, found
    if kind == "table":
        assert found.picks_seen, found
    if width >= 1280 and kind == "table":
        assert found.opponents_seen == len(clients) - 1, found
    if width >= 1280 and kind in ("table", "replay"):
        assert found.surface >= LEAST_SURFACE, found
        assert found.surface_of_window >= LEAST_OF_WINDOW, found
