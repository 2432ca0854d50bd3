"""Layout metrics of every title's table and replay, in windows of every size.

`python -m bench.layout` prints `docs/reference/layout-metrics.md`.
"""

import json
from collections.abc import Iterator

from bench.fold import Row
from bench.pages import browser_and_server
from domain.title_loader import find_rulebooks
from tests.api.clients import Client, table_of
from tests.browser.conftest import signed_in
from tests.browser.layout_metrics import WATCHED, WINDOWS, LayoutMetrics, measured

_HEAD = """# Layout metrics

The layout of every title's table and replay in ten windows, as measured in the browser at the first decision of a new
game. `python -m bench.layout` prints this page.

*Smallest text* is the smallest text on the board, in CSS pixels.
*Surface* is the playing surface, as a share of the stage. *Empty* is the unused part of the table, as a share of the
window. *Story* counts the visible whole lines of the story. *Shift* is the cumulative layout shift while the page
loads. *In sight* counts the visible choices, of all choices.
"""
_COLUMNS = (
    "| Page | Window | Smallest text | Surface | Empty | Story | Shift | In sight |\n|---|---|--:|--:|--:|--:|--:|--:|"
)


def rows() -> Iterator[Row]:
    """Each title's table and replay in each window."""
    for title, kind, window, found in _all():
        against = (
            f"surface {found.surface:.0%} of the stage, {found.empty:.0%} of the window empty table, "
            f"{found.lines} lines of the story, shifted by {found.shifts:.3f}, "
            f"{found.picks_seen} of {found.picks} that can be picked in sight"
        )
        yield Row(f"{title}: {kind}, {window}: the smallest text", found.smallest, "px", against)


def _all() -> Iterator[tuple[str, str, str, LayoutMetrics]]:
    """The metrics of each title, page and window."""
    with browser_and_server() as (browser, url):
        gallery = Client(url)
        for title, rulebook in find_rulebooks().items():
            names = [f"Player {number}" for number in range(rulebook.meta.most_players)]
            game, clients = table_of(gallery, title, names)
            asked = clients[gallery.get(f"/api/games/{game}")["to_act"][0]]
            for kind, window in [(kind, window) for kind in ("table", "replay") for window in WINDOWS]:
                width, height = WINDOWS[window]
                context = browser.new_context(
                    viewport={"width": width, "height": height}, base_url=url, has_touch=width < 900
                )
                kept = json.dumps(signed_in(context, asked))
                context.add_init_script(f"localStorage.setItem('stele-player', {json.dumps(kept)})")
                context.add_init_script(WATCHED)
                page = context.new_page()
                page.goto(f"/games/{game}{'/replay' if kind == 'replay' else ''}")
                yield rulebook.meta.title, kind, window, measured(page)
                context.close()


def main() -> None:
    """Print the page of the manual."""
    print(_HEAD, end="")
    last = None
    for title, kind, window, found in _all():
        if title != last:
            print(f"\n## {title}\n\n{_COLUMNS}")
            last = title
        seen = f"{found.picks_seen} of {found.picks}" if found.picks else ""
        print(
            f"| {kind} | {window} | {found.smallest:.1f} | {found.surface:.0%} | {found.empty:.0%} | {found.lines} | "
            f"{found.shifts:.3f} | {seen} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
