"""How the boards stand in windows of every size: the smallest text, and what the stage is used for."""

import json
from collections.abc import Iterator

from bench.fold import Row
from bench.pages import browser_and_server
from domain.title_loader import find_rulebooks
from tests.api.clients import Client, table_of
from tests.browser.conftest import signed_in
from tests.browser.layout_metrics import WATCHED, WINDOWS, measured


def rows() -> Iterator[Row]:
    """Each title's table and replay in each window."""
    with browser_and_server() as (browser, url):
        gallery = Client(url)
        for title, rulebook in find_rulebooks().items():
            names = [f"Player {number}" for number in range(rulebook.meta.most_players)]
            game, clients = table_of(gallery, title, names)
            asked = clients[gallery.get(f"/api/games/{game}")["to_act"][0]]
            for kind, window in [(kind, window) for kind in ("", "/replay") for window in WINDOWS]:
                width, height = WINDOWS[window]
                context = browser.new_context(viewport={"width": width, "height": height}, base_url=url)
                kept = json.dumps(signed_in(context, asked))
                context.add_init_script(f"localStorage.setItem('stele-player', {json.dumps(kept)})")
                context.add_init_script(WATCHED)
                page = context.new_page()
                page.goto(f"/games/{game}{kind}")
                found = measured(page)
                context.close()
                name = f"{rulebook.meta.title}: {'replay' if kind else 'table'}, {window}: the smallest text"
                against = (
                    f"surface {found.surface:.0%} of the stage, {found.empty:.0%} of the window empty table, "
                    f"{found.lines} lines of the story, shifted by {found.shifts:.3f}, "
                    f"{found.picks_seen} of {found.picks} that can be picked in sight"
                )
                yield Row(name, found.smallest, "px", against)
