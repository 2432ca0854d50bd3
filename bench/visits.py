"""Visits: how often players must return to a game of stewards, with and without standing orders.

`python -m bench.visits` writes the visits of each player into `visits` and `visits_ordered` of every title's `meta`.
"""

import re
import sys
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from statistics import mean, stdev

from ai.arena import play_arena
from bench.fold import Row
from domain.projector import projector_for
from domain.title_loader import find_rulebooks, folder_of

GAMES = 40


def rows(games: int = GAMES) -> Iterator[Row]:
    """For each title and number of players the sessions per game, with their 95% interval."""
    for title, rulebook in find_rulebooks().items():
        for players in range(rulebook.meta.least_players, rulebook.meta.most_players + 1):
            for orders in (False, True):
                yield _row(title, players, orders, games)


def _row(title: str, players: int, orders: bool, games: int) -> Row:
    visits = _visits(title, players, orders, games)
    how = "sessions with standing orders" if orders else "sessions of all players"
    error = stdev(visits) / sqrt(games)
    against = f"mean of {games} games ± {1.96 * error:.1f} (95%); {mean(visits) / players:.1f} for each player"
    return Row(f"{title}, {players} players: {how}", mean(visits), "", against)


def _visits(title: str, players: int, orders: bool, games: int) -> list[int]:
    played = list(play_arena(projector_for(title), ["steward"] * players, range(games), "visits", orders=orders))
    return [game.visits.visits for game in played]


def write_meta(title: str, games: int = GAMES) -> None:
    """Write these measurements into the title's `meta`."""
    meta = find_rulebooks()[title].meta
    path = Path(str(folder_of(title))) / "__init__.py"
    text = path.read_text("utf-8")
    for name, orders in (("visits", False), ("visits_ordered", True)):
        found = [
            round(mean(_visits(title, players, orders, games)) / players)
            for players in range(meta.least_players, meta.most_players + 1)
        ]
        text = re.sub(rf"(?m)^    {name}=\([^)]*\),$", f"    {name}={tuple(found)!r},", text)
        print(f"{title}: {name} {found}", flush=True)
    path.write_text(text, "utf-8")


if __name__ == "__main__":
    for one in sys.argv[1:] or find_rulebooks():
        write_meta(one)
