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
    """Each seat's chance in this full state of a game; the sum over all teams is 1.

    After the end the winners share it.
    """
    teams = find_rulebooks()[game.rulebook].meta.teams_of(game.players)
    if game.result is not None:
        return game.result.shares(teams)
    chances = find_chances(game.rulebook)
    return _among_players(game, (1 / len(set(teams)),) * game.players if chances is None else chances(game.table))


def as_known(seen: Game[Any], past: Sequence[Event], lot: random.Random, deals: int = DEALS) -> tuple[float, ...]:
    """Each seat's chance from the information of one seat; the sum over all teams is 1.

    `seen` is what the seat sees, `past` the title's events that count, as the seat has seen them. It is the average
    over deals of the hidden pieces, so the same `past` and source of luck always give the same chances.
    """
    chances = find_chances(seen.rulebook)
    if seen.result is not None or chances is None:
        return with_hindsight(seen)
    found = [chances(determinize(chances.rulebook, past, LotChance(lot))) for _ in range(deals)]
    return _among_players(seen, [sum(seat) / deals for seat in zip(*found, strict=True)])


def _among_players(game: Game[Any], chances: Sequence[float]) -> tuple[float, ...]:
    """These chances divided among the seats that have not resigned."""
    if not any(seat.resigned for seat in game.seats):
        return tuple(chances)
    left = [0.0 if seat.resigned else chance for seat, chance in zip(game.seats, chances, strict=True)]
    total = sum(left)
    return tuple(chance / total for chance in left) if total else tuple(1 / len(left) for _ in left)
