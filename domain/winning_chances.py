"""Winning chances of all seats in a full state: a logistic regression on features that the title names.

A title's module `chances` has `features(state)`, a row for each seat with a number for each name in `FEATURES`, and
`stage(state)`, the number of the part of the game, less than `STAGES`. The file `chances.toml` beside it has the
weights of the features in each stage for each number of players, fitted to games by `python -m bench.fit`.
"""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from math import exp
from operator import mul
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from domain.rulebook import Rulebook

Weights = tuple[tuple[float, ...], ...]
"""One weight for each feature, for each stage of the game."""


class Fit(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `chances.toml`: the names of the features, the weights by number of players, and their origin.

    `games` is the number of games for each number of players, and `seed` the beginning of their seeds.
    """

    games: int
    seed: str
    date: str
    features: tuple[str, ...]
    weights: Mapping[str, Weights]


class Features(NamedTuple):
    """The features of a title by name, their values by seat in a full state, and that state's stage of the game."""

    names: tuple[str, ...]
    of: Callable[[Any], Sequence[Sequence[float]]]
    stages: int
    stage: Callable[[Any], int]


class WinningChances(Struct, frozen=True):
    """A title's features and weights; calling it gives each seat's chance in a full state."""

    rulebook: Rulebook[Any]
    features: Features
    fit: Fit

    def __call__(self, state: Any) -> tuple[float, ...]:
        """Each seat's chance; partners have the same, and the sum over all teams is 1. After the end the winners share
        it.
        """
        result = self.rulebook.result(state)
        if result is not None:
            return result.shares(self.rulebook.meta.teams_of(len(result.places)))
        rows = self.features.of(state)
        chances = softmax(rows, self.fit.weights[str(len(rows))][self.features.stage(state)])
        return by_team(chances, self.rulebook.meta.teams_of(len(rows)))


def by_team(chances: Sequence[float], teams: Sequence[int]) -> tuple[float, ...]:
    """Each seat's chance to win with its partners, from the chances of the seats."""
    if len(set(teams)) == len(teams):
        return tuple(chances)
    return tuple(sum(one for other, one in zip(teams, chances, strict=True) if other == team) for team in teams)


def softmax(rows: Sequence[Sequence[float]], weights: Sequence[float]) -> tuple[float, ...]:
    """Each row's share, in proportion to the exponential of its weighted sum."""
    sums = [sum(map(mul, row, weights)) for row in rows]
    most = max(sums)
    odds = [exp(one - most) for one in sums]
    total = sum(odds)
    return tuple([one / total for one in odds])


def read_fit(text: str) -> Fit:
    """The content of a file `chances.toml`."""
    return msgspec.convert(tomllib.loads(text), Fit)
