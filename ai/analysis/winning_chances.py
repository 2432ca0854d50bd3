"""Winning chances without playouts: with hindsight, and from what a seat could know.

They come from the title's fitted numbers (`domain.winning_chances`); a title without them gives all seats the same
chance. A seat that has resigned has none.
"""

import random
from collections.abc import Sequence
from typing import Any

from ai.simulation import LotChance
from domain.determinization import determinize
from domain.game import Game
from domain.messages import Event
from domain.title_loader import find_chances, find_rulebooks

DEALS = 16
"""The number of deals over which a seat's chances are averaged."""


def with_hindsight(game: Game[Any]) -> tuple[float, ...]:
    """Each seat's chance in this full state of a game; the sum over all teams is 1, unless the game is cooperative.

    After the end the winners share it. In a cooperative game all have the same chance.
    """
    meta, teams = find_rulebooks()[game.rulebook].meta, _teams(game)
    if game.result is not None:
        return game.result.shares(teams)
    chances = find_chances(game.rulebook)
    sides = 2 if meta.is_cooperative(game.players) else len(set(teams))
    return _left(game, (1 / sides,) * game.players if chances is None else chances(game.table))


def as_known(seen: Game[Any], past: Sequence[Event], lot: random.Random, deals: int = DEALS) -> tuple[float, ...]:
    """Each seat's chance from the information of one seat; the sum over all teams is 1.

    `seen` is what the seat sees, `past` the title's events that count, as the seat has seen them. It is the average
    over deals of the hidden pieces, so the same `past` and source of randomness always give the same chances.
    """
    chances = find_chances(seen.rulebook)
    if seen.result is not None or chances is None:
        return with_hindsight(seen)
    found = [chances(determinize(chances.rulebook, past, LotChance(lot))) for _ in range(deals)]
    return _left(seen, [sum(seat) / deals for seat in zip(*found, strict=True)])


def without_resigned(chances: Sequence[float], resigned: Sequence[bool], teams: Sequence[int]) -> tuple[float, ...]:
    """These chances divided among the teams of the seats that have not resigned; a team keeps its best chance."""
    left = tuple(0.0 if is_gone else chance for is_gone, chance in zip(resigned, chances, strict=True))
    if not any(resigned) or len(set(teams)) == 1:
        return left
    total = sum(max(one for other, one in zip(teams, left, strict=True) if other == team) for team in set(teams))
    if total:
        return tuple(chance / total for chance in left)
    playing = {team for team, is_gone in zip(teams, resigned, strict=True) if not is_gone}
    return tuple(0.0 if is_gone else 1 / len(playing) for is_gone in resigned)


def _left(game: Game[Any], chances: Sequence[float]) -> tuple[float, ...]:
    return without_resigned(chances, [seat.resigned for seat in game.seats], _teams(game))


def _teams(game: Game[Any]) -> tuple[int, ...]:
    return find_rulebooks()[game.rulebook].meta.teams_of(game.players)
