"""Layout metrics of every title's table and replay, in windows of every size.

`python -m bench.layout` prints `docs/reference/layout-metrics.md`.
"""

import json
import random
from collections.abc import Iterator

from bench.fold import Row
from bench.pages import browser_and_server
from domain.title_loader import find_rulebooks
from tests.api.clients import Client, play_to_the_end, table_of
from tests.browser.conftest import signed_in
from tests.browser.layout_metrics import WATCHED, WINDOWS, LayoutMetrics, measured

_HEAD = """# Layout metrics

The layout of every title's table and replay in ten windows, as measured in the browser in the middle of a game with the
most players. `python -m bench.layout` prints this page.

## The board's share of the window

The share of the whole window that the playing surface fills: at a table where it is the viewer's turn, and in the
replay at the same position.

"""
_COLUMNS_OF_WINDOWS = ("1280x720", "1366x768", "1440x900", "1920x1080", "360x740")
_EXPLAINED = """
## All metrics

*Smallest text* is the smallest text on the board, in CSS pixels.
*Surface* is the playing surface, as a share of the stage. *Empty* is the unused part of the table, as a share of the
window. *Story* counts the visible whole lines of the story. *Shift* is the cumulative layout shift while the page
loads. *In sight* counts the visible choices, of all choices.
"""
_COLUMNS = (
    "| Page | Window | Smallest text | Surface | Empty | Story | Shift | In sight |\n|---|---|--:|--:|--:|--:|--:|--:|"
)
_SEED = 1


def rows() -> Iterator[Row]:
    """Each title's table and replay in each window."""
    for title, kind, window, found in _all():
        against = (
            f"surface {found.surface:.0%} of the stage and {found.surface_of_window:.0%} of the window, "
            f"{found.empty:.0%} of the window empty table, "
            f"{found.lines} lines of the story, shifted by {found.shifts:.3f}, "
            f"{found.picks_seen} of {found.picks} that can be picked in sight"
        )
        yield Row(f"{title}: {kind}, {window}: the smallest text", found.smallest, "px", against)


def _all() -> Iterator[tuple[str, str, str, LayoutMetrics]]:
    """The metrics of each title, page and window, in the middle of a game."""
    with browser_and_server() as (browser, url):
        gallery = Client(url)
        for title, rulebook in find_rulebooks().items():
            names = [f"Player {number}" for number in range(rulebook.meta.most_players)]
            game, clients = _in_the_middle(gallery, title, names)
            found = gallery.get(f"/api/games/{game}")
            asked = clients[found["to_act"][0]]
            for kind, window in [(kind, window) for kind in ("table", "replay") for window in WINDOWS]:
                width, height = WINDOWS[window]
                context = browser.new_context(
                    viewport={"width": width, "height": height}, base_url=url, has_touch=width < 900
                )
                kept = json.dumps(signed_in(context, asked))
                context.add_init_script(f"localStorage.setItem('stele-player', {json.dumps(kept)})")
                context.add_init_script(WATCHED)
                page = context.new_page()
                page.goto(f"/games/{game}{'/replay#' + found['position'] if kind == 'replay' else ''}")
                yield rulebook.meta.title, kind, window, measured(page)
                context.close()


def _in_the_middle(gallery: Client, title: str, names: list[str]) -> tuple[str, list[Client]]:
    """A game of random moves, half as many as one that was played to its end."""
    whole, clients = table_of(gallery, title, names)
    moves = play_to_the_end(whole, clients, random.Random(_SEED))
    game, clients = table_of(gallery, title, names)
    play_to_the_end(game, clients, random.Random(_SEED), most=moves // 2)
    return game, clients


def main() -> None:
    """Print the page of the manual."""
    measures = list(_all())
    print(f"{_HEAD}| Title | Page | {' | '.join(_COLUMNS_OF_WINDOWS)} |\n|---|---|{'--:|' * len(_COLUMNS_OF_WINDOWS)}")
    shares = {(title, kind, window): found.surface_of_window for title, kind, window, found in measures}
    for title, kind in dict.fromkeys((title, kind) for title, kind, _window, _found in measures):
        cells = (f"{shares[title, kind, window]:.0%}" for window in _COLUMNS_OF_WINDOWS)
        print(f"| {title} | {kind} | {' | '.join(cells)} |")
    print(_EXPLAINED, end="")
    last = None
    for title, kind, window, found in measures:
        if title != last:
            print(f"\n### {title}\n\n{_COLUMNS}")
            last = title
        seen = f"{found.picks_seen} of {found.picks}" if found.picks else ""
        print(
            f"| {kind} | {window} | {found.smallest:.1f} | {found.surface:.0%} | {found.empty:.0%} | {found.lines} | "
            f"{found.shifts:.3f} | {seen} |"
        )


if __name__ == "__main__":
    main()
