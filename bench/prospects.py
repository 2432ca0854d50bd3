"""Prospects benchmark: how well a title's prospects predict the winner, in stewards' games with some random moves."""

import random
from collections.abc import Iterator
from math import log

from ai.search.playout_policy import chances, play_sensibly
from ai.simulation import begin, play_on
from bench.fold import Row
from domain.title_loader import find_prospects, find_rulebooks

GAMES = 100
CHOICES = 10
"""The prospects are evaluated every this many choices."""

PARTS = 3


def told(title: str, players: int, games: int) -> list[float]:
    """For each third of a game, how much of the uncertainty about its winner the title's prospects resolve.

    1 is all of it, 0 nothing, and less than 0 worse than nothing. It is the logarithm of the winner's predicted chance,
    against equal chances for all.
    """
    rulebook, prospects = find_rulebooks()[title], find_prospects(title)
    assert prospects is not None, "this title has no prospects"
    unknown, asked = [0.0] * PARTS, [0] * PARTS
    for number in range(games):
        game, hopes = begin(rulebook, players, random.Random(f"prospects/{number}")), list[list[float]]()
        while not game.is_over:
            hopes.append(chances(prospects(game.table)))
            play_on(game, play_sensibly, CHOICES)
        for place, hope in enumerate(hopes):
            part = PARTS * place // len(hopes)
            unknown[part] -= sum(share * log(chance) for share, chance in zip(game.shares(), hope, strict=True))
            asked[part] += 1
    return [1 - lost / (times * log(players)) for lost, times in zip(unknown, asked, strict=True)]


def rows() -> Iterator[Row]:
    """Every title that has prospects, with every number of players."""
    for title, rulebook in find_rulebooks().items():
        if find_prospects(title) is None:
            continue
        for players in range(rulebook.meta.least_players, rulebook.meta.most_players + 1):
            first, second, last = told(title, players, GAMES)
            name = f"{rulebook.meta.title}, {players} players: prediction of the winner by prospects"
            yield Row(name, (first + second + last) / PARTS, "of 1", f"by thirds {first:.2f}, {second:.2f}, {last:.2f}")
