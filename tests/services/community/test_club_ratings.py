"""A simulated club of twenty: how soon its members are on the leaderboards."""

import random
from statistics import mean

import pytest

from eventstore.projection import Change
from eventstore.valkey.connection import Client
from services.community.ladders import Ladders
from services.community.results import PERSON, GameResult, SeatResult

CLUB = [f"p{number}" for number in range(20)]
SIZES = {"amun-re": (3, 4, 5), "amun-re-card-game": (2, 3, 4, 5), "das-amulett": (3, 4, 5, 6), "kheops": (2,)}
GAMES_A_MONTH = 60
SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(1, 5))]


def season(months: int, seed: int) -> list[GameResult]:
    """Rated games of a club whose most active member plays three times as often as the least active one."""
    lot = random.Random(seed)
    eagerness = {who: 1 + 2 * number / (len(CLUB) - 1) for number, who in enumerate(CLUB)}
    strength = {who: lot.gauss(1500, 200) for who in CLUB}
    found = []
    for number in range(months * GAMES_A_MONTH):
        title = lot.choice(sorted(SIZES))
        at_the_table = sorted(CLUB, key=lambda who: lot.expovariate(eagerness[who]))[: lot.choice(SIZES[title])]
        performance = {who: lot.gauss(strength[who], 250) for who in at_the_table}
        best_first = sorted(at_the_table, key=lambda who: -performance[who])
        seats = tuple(SeatResult(who, PERSON, place, 0) for place, who in enumerate(best_first, start=1))
        found.append(GameResult(f"g{number:04d}", title, 0, number, seats, rated=True))
    return found


@pytest.fixture
def ladders(empty_redis: Client) -> Ladders:
    """Empty ladders."""
    return Ladders(empty_redis)


def boards(ladders: Ladders, games: list[GameResult], *, provisional: bool = True) -> list[set[str]]:
    """The members on each leaderboard after these games, with those whose rating is provisional or without them."""
    ladders.clear()
    records = [Change(0, number, one.game, one) for number, one in enumerate(games, start=1)]
    ladders.apply(ladders.build() or "", records)
    ladders.settle()
    found = (ladders.board(ladder, 0, len(CLUB)) for ladder in ladders.ladders())
    return [{one.who for one in board if provisional or not one.rating.is_provisional} for board in found]


def share(found: list[set[str]]) -> float:
    """The mean share of the club on a leaderboard."""
    return mean(len(board) / len(CLUB) for board in found)


@pytest.mark.parametrize("seed", SEEDS)
def test_everyone_is_on_a_leaderboard_within_two_months(ladders: Ladders, seed: int) -> None:
    """At sixty rated games a month, all members are on a leaderboard within two months, and most on all four."""
    found = boards(ladders, season(2, seed))
    assert set(CLUB) == set.union(*found)
    assert len(SIZES) == len(found) and share(found) > 0.9


@pytest.mark.parametrize("seed", SEEDS)
def test_all_ratings_are_established_within_a_year(ladders: Ladders, seed: int) -> None:
    """Within a year, almost all ratings of almost all members are established."""
    assert share(boards(ladders, season(12, seed), provisional=False)) > 0.9
