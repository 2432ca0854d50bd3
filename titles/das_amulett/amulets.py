"""Amulet values: what gems are worth to an amulet, in tenths of a metal card.

Of a gem it only matters whether the amulet has one of its kind, and of an amulet how full it is.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from titles.das_amulett.spells import Gem
from titles.das_amulett.state import State

# With more players, as the amulets fill, and if it brings one nearer.
GEM, GEM_FOR_PLAYERS, FULLER, FULLEST = 26, 3, 0.08, 0.05
NEARER, NO_NEARER, NEW_KIND = 1.0, 0.35, 0.1
LAST_GEM = 1000


class Amulet(NamedTuple):
    """How full an amulet is: its kinds and its gems, how many each kind or all wins, the most gems that anybody has."""

    kinds: int
    gems: int
    win_different: int
    win_total: int
    fullest: int
    players: int

    @property
    def steps_left(self) -> int:
        """How many gems it still needs, if each is a new one."""
        return min(self.win_different - self.kinds, self.win_total - self.gems)

    def with_gem(self, is_new: bool) -> "Amulet":
        """The amulet with one more gem, of a kind that is new to it or not."""
        return self._replace(kinds=self.kinds + is_new, gems=self.gems + 1)


def amulets(state: State) -> list[Amulet]:
    """Everybody's amulet."""
    fullest = max([len(player.gems) for player in state.players])
    different, total, players = state.components.win_different, state.components.win_total, len(state.players)
    return [
        Amulet(len(set(player.gems)), len(player.gems), different, total, fullest, players) for player in state.players
    ]


def worth_of_gem(amulet: Amulet, is_new: bool) -> int:
    """What one more gem is worth to this amulet, of a kind that is new to it or not; one that wins is everything."""
    after = amulet.with_gem(is_new)
    left = after.steps_left
    if left <= 0:
        return LAST_GEM
    progress = NEARER if left < amulet.steps_left else NO_NEARER
    progress += NEW_KIND * is_new
    base = GEM + GEM_FOR_PLAYERS * amulet.players
    return round(base * progress * (1 + FULLER * amulet.gems + FULLEST * amulet.fullest))


def _worth_of_gems(amulet: Amulet, new: int, count: int) -> int:
    worth = 0
    for number in range(count):
        is_new = number < new
        one = worth_of_gem(amulet, is_new)
        if one >= LAST_GEM:
            return LAST_GEM
        worth += one
        amulet = amulet.with_gem(is_new)
    return worth


def worth_of_haul(amulet: Amulet, held: Collection[Gem], lying: Sequence[Gem], count: int) -> int:
    """What so many of the gems that lie there are worth together: the kinds first that are not among those it holds."""
    return _worth_of_gems(amulet, len(set(lying).difference(held)), min(count, len(lying)))
