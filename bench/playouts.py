"""Playouts in memory, as a search makes them, against whole games of computer players as the server would play them.

Both are played by the same kinds of computer players and by turns, and measured in the processor's time. A game of the
reference is recorded, sealed and redacted for every seat, and its luck is drawn from a key.
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
    """How many games a second each of these plays; they take turns, and each has its own games from the same lot."""
    spent, games = [0.0] * len(plays), [0] * len(plays)
    while min(spent) < SECONDS:
        # Who has had the least time goes on, so that all of them are at work in the same minutes.
        turn = spent.index(min(spent))
        began = time.process_time()
        plays[turn](games[turn])
        spent[turn] += time.process_time() - began
        games[turn] += 1
    return [count / seconds for count, seconds in zip(games, spent, strict=True)]


def row(title: str, players: int, kind: str) -> Row:
    """So many players of this kind at one table."""
    projector = projector_for(title)
    rulebook, policy = projector.rulebook, find_kinds()[kind].choose

    def recorded(number: int) -> None:
        play_out(projector, [kind] * players, f"bench/{number}")

    def simulated(number: int) -> None:
        play_on(begin(rulebook, players, random.Random(number)), policy)

    recorded(0)
    simulated(0)
    before, now = rates(recorded, simulated)
    name = f"{rulebook.meta.title}, {players} players: playouts of {kind}"
    return Row(name, now, "games/s", f"{now / before:.1f} times as many as recorded games; wanted 3")


def rows() -> Iterator[Row]:
    """Every title with every number of players."""
    for title, rulebook in find_rulebooks().items():
        for players in range(rulebook.meta.least_players, rulebook.meta.most_players + 1):
            for kind in KINDS:
                yield row(title, players, kind)
