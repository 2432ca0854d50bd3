"""Playout policy: how a search plays on from a leaf of its tree, sensibly but with variety, and the end's value."""

import random
from collections.abc import Callable, Sequence
from functools import partial
from math import exp
from typing import Any

from ai.simulation import Simulation, play_on
from domain.game import Game
from domain.messages import Command
from domain.rulebook import Rulebook

WHIM = 0.1
"""How often a player does anything at all: the same game over and over would teach nothing."""

LOOKED_AT = 8
"""Of more answers than these only so many, drawn at random, are looked at: where there are dozens, looking at all of
them would cost more than it teaches. In a search a title may say another number (`find_search_settings`)."""

FORESIGHT = 12
"""After so many choices beyond the tree a game is judged by what its title says that each seat may expect: what follows
would tell more of chance than of the answer. A title may say another number (`find_search_settings`); one that has no
prospects is played to the end."""

SURENESS = 0.15
"""An advantage by this share of what everybody may expect makes one seat e times as likely to win as another."""

OF_MARGIN = 0.25
"""How much of what a game is worth lies in points: who loses anyway shall still prefer to lose by little."""


def play_sensibly(
    rulebook: Rulebook[Any],
    game: Game[Any],
    seat: int,
    commands: Sequence[Command],
    lot: random.Random,
    looked_at: int = LOOKED_AT,
) -> Command:
    """The answer that a sensible player likes best, or now and then any."""
    if lot.random() < WHIM:
        return lot.choice(commands)
    if len(commands) > looked_at:
        commands = lot.sample(commands, looked_at)
    worth = rulebook.appraise(game.table, seat, commands)
    return commands[worth.index(max(worth))]


Prospects = Callable[[Any], tuple[float, ...]]
"""The points that each seat may expect at the end, by a full state."""


def play_and_judge(
    simulation: Simulation, prospects: Prospects | None, foresight: int = FORESIGHT, looked_at: int = LOOKED_AT
) -> tuple[float, ...]:
    """Play this game on, where it has prospects for so many choices, and say what it is worth to each, from 0 to 1."""
    play_on(simulation, partial(play_sensibly, looked_at=looked_at), None if prospects is None else foresight)
    if simulation.is_over or prospects is None:
        return gains(simulation)
    points = prospects(simulation.table)
    return _mixed(chances(points), points)


def gains(simulation: Simulation) -> tuple[float, ...]:
    """What a finished game is worth to each seat, from 0 to 1."""
    shares, result = simulation.shares(), simulation.game.result
    assert result is not None
    return _mixed(shares, result.points)


def _mixed(shares: Sequence[float], points: Sequence[float]) -> tuple[float, ...]:
    margins = _margins(points)
    return tuple((1 - OF_MARGIN) * share + OF_MARGIN * margin for share, margin in zip(shares, margins, strict=True))


def chances(points: Sequence[float]) -> list[float]:
    """How likely each seat wins that may expect these points; together they are 1."""
    unit = 1 + SURENESS * sum(map(abs, points)) / len(points)
    most = max(points)
    odds = [exp((mine - most) / unit) for mine in points]
    return [one / sum(odds) for one in odds]


def _margins(points: Sequence[float]) -> list[float]:
    """For each seat how its points compare with the most of any other's, from 0 to 1."""
    margins: list[float] = []
    for seat, mine in enumerate(points):
        other = max(theirs for one, theirs in enumerate(points) if one != seat)
        margins.append(0.5 + 0.5 * (mine - other) / (abs(mine) + abs(other) + 1))
    return margins
