"""Visits benchmark: how often a game of stewards brings its players to the table, with and without standing orders.

The numbers go into the table there and, divided by the players, into `visits` and `visits_ordered` of each title's
`meta`.
"""

from collections.abc import Iterator
from math import sqrt
from statistics import mean, stdev

from ai.arena import GameOver, play_arena
from bench.fold import Row
from domain.projector import projector_for
from domain.title_loader import find_rulebooks

GAMES = 40


def rows(games: int = GAMES) -> Iterator[Row]:
    """For each title and number of players the visits per game, with their standard error, and the waits."""
    for title, rulebook in find_rulebooks().items():
        for players in range(rulebook.meta.least_players, rulebook.meta.most_players + 1):
            for orders in (False, True):
                yield _row(title, players, orders, games)


def _row(title: str, players: int, orders: bool, games: int) -> Row:
    played: list[GameOver] = []
    play_arena(projector_for(title), ["steward"] * players, games, "visits", None, played.append, orders)
    visits = [game.visits.visits for game in played]
    how = "visits with orders" if orders else "visits"
    error, waits = stdev(visits) / sqrt(games), mean(game.visits.waits for game in played)
    against = f"of {games} games, ± {error:.1f}; {mean(visits) / players:.1f} a player; {waits:.1f} waits"
    return Row(f"{title}, {players} players: {how}", mean(visits), "", against)
