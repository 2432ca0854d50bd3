"""Simulated games: in memory, as in a search, compared with whole games as the server would play them.

Both are played by the same kinds of computer players, alternately, and measured in CPU time. A reference game is
recorded, sealed and redacted for every seat, and its draws are made from a key.
"""

import random
import time
from collections.abc import Callable, Iterator

from ai.kinds import find_kinds
from ai.self_play import play_out
from ai.simulation import begin, play_on
from bench.fold import Row
from domain.projector import projector_for
from domain.title_loader import find_rulebooks

SECONDS = 2.0
KINDS = ("random", "steward")


def rates(*plays: Callable[[int], object]) -> list[float]:
    """The games a second of each of these functions. They take turns, and each plays its own games from the same random
    source.
    """
    spent, games = [0.0] * len(plays), [0] * len(plays)
    while min(spent) < SECONDS:
        # The one with the least time so far continues, so that all run in the same minutes.
        turn = spent.index(min(spent))
        began = time.process_time()
        plays[turn](games[turn])
        spent[turn] += time.process_time() - began
        games[turn] += 1
    return [count / seconds for count, seconds in zip(games, spent, strict=True)]


def row(title: str, players: int, kind: str) -> Row:
    """A table with this number of players of this kind."""
    projector = projector_for(title)
    rulebook, policy = projector.rulebook, find_kinds()[kind].choose

    def recorded(number: int) -> None:
        play_out(projector, [kind] * players, f"bench/{number}")

    def simulated(number: int) -> None:
        play_on(begin(rulebook, players, random.Random(number)), policy)

    recorded(0)
    simulated(0)
    before, now = rates(recorded, simulated)
    name = f"{rulebook.meta.title}, {players} players: games of {kind} players"
    return Row(name, now, "games/s", f"{now / before:.1f} times the rate of recorded games; goal: 3")


def rows() -> Iterator[Row]:
    """Every title with every number of players."""
    for title, rulebook in find_rulebooks().items():
        for players in range(rulebook.meta.least_players, rulebook.meta.most_players + 1):
            for kind in KINDS:
                yield row(title, players, kind)
