"""Table visits: the number of times a game brings its players to the table."""

from math import sqrt
from statistics import mean, stdev
from typing import Any

import pytest

from ai.arena import play_arena
from ai.table_visits import VisitCounter, Visits
from domain.game import Game, GameStarted, SeatResigned
from domain.messages import Record
from domain.projector import projector_for
from domain.title_loader import find_rulebooks


class AskingThese:
    """A title whose state is the set of asked seats."""

    @staticmethod
    def to_act(state: tuple[int, ...]) -> tuple[int, ...]:
        return state


def counted(*course: tuple[int | None, tuple[int, ...]]) -> Visits:
    """The visits when these seats answer, each answer followed by these asked seats."""
    rulebook: Any = AskingThese
    counting = VisitCounter(rulebook)
    for seat, asked in course:
        event = GameStarted() if seat is None else SeatResigned(seat)
        game: Game[Any] = Game("t", 3, {}, "", False, status="playing", table=asked)
        counting.watch([Record(0, event, seat, 0, (), 1)], game)
    return counting.counted


def test_a_run_of_one_seats_answers_is_one_visit():
    """A player who is asked again at once has not been away; after another player's answer it is a new visit."""
    assert counted((None, (0,)), (0, (0,)), (0, (1,)), (1, (0,)), (0, ())) == Visits(4, 3, 3)


def test_simultaneous_questions_are_one_visit_each_and_one_wait():
    """Simultaneous questions count as one visit for each player and one wait, in any order of answers."""
    assert counted((None, (0, 1, 2)), (1, (0, 1, 2)), (0, (1, 2)), (1, (2,)), (2, (0,)), (0, ())) == Visits(5, 4, 2)


GAMES = 6


@pytest.mark.parametrize("every_number", [False, pytest.param(True, marks=pytest.mark.soak)])
@pytest.mark.parametrize("orders", [False, True])
@pytest.mark.parametrize("title", find_rulebooks())
def test_the_announced_visits_were_counted(title, orders, every_number):
    """Each title announces its visits for each number of players: within three standard errors, and rounding.

    In short the fewest players are counted, which takes a fifth of the time.
    """
    meta = find_rulebooks()[title].meta
    told = meta.visits_ordered if orders else meta.visits
    numbers = range(meta.least_players, meta.most_players + 1)
    for players, said in list(zip(numbers, told, strict=not orders))[: None if every_number else 1]:
        kinds = ["steward"] * players
        games = list(play_arena(projector_for(title), kinds, range(GAMES), "counted", orders=orders))
        counted = [game.visits.visits / players for game in games]
        assert abs(mean(counted) - said) < 3 * stdev(counted) / sqrt(GAMES) + 0.5, (players, counted)
