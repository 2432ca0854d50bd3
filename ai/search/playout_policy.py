"""Playout policy: how a search continues from a leaf of its tree, sensibly but varied, and the value of the end."""

import random
from collections.abc import Callable, Sequence
from functools import partial
from math import exp
from typing import Any

from ai.simulation import Simulation, play_on
from domain.game import Game
from domain.messages import Command
from domain.rulebook import Rulebook
from domain.title_loader import find_chances, find_prospects
from domain.winning_chances import WinningChances, by_team

WHIM = 0.1
"""How often a player makes a random move, so that games differ."""

LOOKED_AT = 8
"""If there are more answers than these, only this many, drawn at random, are evaluated: evaluating dozens would cost
more than it gains. A title may set another number for searches (`find_search_settings`).
"""

FORESIGHT = 12
"""After this many choices beyond the tree a game is judged by what its title knows of it (`find_judge`): the rest would
depend more on randomness than on the answer. A title may set another number (`find_search_settings`).
"""

SURENESS = 0.15
"""An advantage of this share of everyone's expected points makes one seat e times as likely to win as another."""

OF_MARGIN = 0.25
"""The share of a game's value that depends on points: a losing player should still prefer to lose by little."""


def play_sensibly(
    rulebook: Rulebook[Any],
    game: Game[Any],
    seat: int,
    commands: Sequence[Command],
    lot: random.Random,
    looked_at: int = LOOKED_AT,
    whim: float = WHIM,
) -> Command:
    """The answer that a sensible player likes best, or sometimes a random one."""
    if lot.random() < whim:
        return lot.choice(commands)
    if len(commands) > looked_at:
        commands = lot.sample(commands, looked_at)
    worth = rulebook.appraise(game.table, seat, commands)
    return commands[worth.index(max(worth))]


Judge = Callable[[Simulation], tuple[float, ...]]
"""The value of a game for each seat, from 0 to 1, wherever it stands."""


def find_judge(title: str) -> Judge | None:
    """The judge of this title's states: its prospects, or else its winning chances; none if it has neither."""
    if (prospects := find_prospects(title)) is not None:
        return partial(_by_prospects, prospects)
    return None if (estimate := find_chances(title)) is None else partial(_by_chances, estimate)


def _by_prospects(prospects: Callable[[Any], tuple[float, ...]], simulation: Simulation) -> tuple[float, ...]:
    if simulation.is_over:
        return gains(simulation)
    hopes = prospects(simulation.table)
    return _mixed(chances(hopes, simulation.teams), hopes, simulation.teams)


def _by_chances(estimate: WinningChances, simulation: Simulation) -> tuple[float, ...]:
    return simulation.shares() if simulation.is_over else estimate(simulation.table)


def play_and_judge(
    simulation: Simulation, judge: Judge | None, foresight: int = FORESIGHT, looked_at: int = LOOKED_AT
) -> tuple[float, ...]:
    """Play this game on, for a limited number of choices if there is a judge, and return its value for each seat, 0 to
    1.
    """
    play_on(simulation, partial(play_sensibly, looked_at=looked_at), None if judge is None else foresight)
    return gains(simulation) if judge is None else judge(simulation)


def play_and_estimate(simulation: Simulation, chances: WinningChances | None, ahead: int) -> tuple[float, ...]:
    """Play this game on for this number of choices, or to the end if its title estimates no chances, and return each
    seat's winning chance.
    """
    play_on(simulation, play_sensibly, None if chances is None else ahead)
    return simulation.shares() if chances is None else _by_chances(chances, simulation)


def gains(simulation: Simulation) -> tuple[float, ...]:
    """The value of a finished game for each seat, from 0 to 1."""
    shares, result = simulation.shares(), simulation.game.result
    assert result is not None
    points = simulation.rulebook.meta.points
    return shares if points is None else _mixed(shares, points.worth(result.points), simulation.teams)


def _mixed(shares: Sequence[float], worth: Sequence[float], teams: Sequence[int]) -> tuple[float, ...]:
    margins = _margins(worth, teams)
    return tuple((1 - OF_MARGIN) * share + OF_MARGIN * margin for share, margin in zip(shares, margins, strict=True))


def chances(hopes: Sequence[float], teams: Sequence[int]) -> tuple[float, ...]:
    """Each seat's chance to win with its partners, with these prospects; the sum over all teams is 1.

    In a cooperative game prospects above 0 are better than even for all.
    """
    unit = 1 + SURENESS * sum(map(abs, hopes)) / len(hopes)
    if len(set(teams)) == 1:
        return (1 / (1 + exp(-sum(hopes) / len(hopes) / unit)),) * len(hopes)
    most = max(hopes)
    odds = [exp((mine - most) / unit) for mine in hopes]
    return by_team([one / sum(odds) for one in odds], teams)


def _margins(worth: Sequence[float], teams: Sequence[int]) -> list[float]:
    """The worth of each seat's points, compared with those of the best seat of another team, from 0 to 1."""
    margins: list[float] = []
    for seat, mine in enumerate(worth):
        other = max((theirs for one, theirs in enumerate(worth) if teams[one] != teams[seat]), default=mine)
        margins.append(0.5 + 0.5 * (mine - other) / (abs(mine) + abs(other) + 1))
    return margins
