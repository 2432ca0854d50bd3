"""Waiting times: every wait for a person counts time in one way, without outages and vacations (G19)."""

from functools import partial
from typing import Any

import pytest

from domain.chance import nonce_commitment
from domain.clocks.availability import DAY, HOUR
from domain.clocks.events import Pace, TakeVacation
from domain.game import TakeSeat
from domain.terms import GameTerms
from services.accounts.delayed_removals import WAITING_DAYS
from services.community.tournament_director import wait_for
from services.community.tournaments import RULES, Tournament, entered
from services.games.availability import say_in_every_game
from services.games.operator_tasks import standstills
from services.games.unfilled_tables import KEPT_MILLISECONDS, opening_time
from tests.club import Club

BEGIN = 1_800_000_000_000
OUTAGE = 49 * HOUR
PACE = Pace(time=DAY, vacation=30)


@pytest.fixture
def club(empty_redis, data_directory):
    """A server whose time only the test moves, and its three people."""
    found = Club(data_directory, 3, BEGIN)
    work(found)
    return found


def work(club):
    """The worker does what is due."""
    club.worker._last_periodic = float("-inf")  # these pauses are of real time
    club.worker.run(until_idle=True)


def status_of(club, game_id):
    """The status of this game."""
    return club.tables.seen(game_id).game.status


def tournament_game(club, strict):
    """The end of the wait for the players of a round."""
    tournaments = club.services.community.tournaments
    tournaments.make(
        Tournament("cup", "The cup", club.people[0], "kheops", 2, "knockout", club.at, pace=PACE, rules=RULES,
                   strict=strict, begins_at=club.at + 1)
    )  # fmt: skip
    for one in club.people:
        tournaments.change("cup", partial(entered, player=one))
    club.pass_time(1000)
    work(club)
    (game_id,) = tournaments.get("cup").games[0]
    return wait_for(PACE), lambda: status_of(club, game_id) != "waiting"


def nonce(club):
    """The end of the wait for the nonces of a strict game."""
    game_id = club.tables.open(GameTerms("kheops", 2, pace=PACE, strict=True))
    for seat, player in enumerate(club.people[:2]):
        bound = nonce_commitment(game_id, seat, player)
        club.tables.command(game_id, TakeSeat(seat, player=player, nonce_commitment=bound), "public")
    return opening_time(PACE), lambda: status_of(club, game_id) == "aborted"


def reserved_seat(club):
    """The end of a reservation."""
    host, guest = club.people[:2]
    game_id = club.tables.open(
        GameTerms("kheops", 2, pace=PACE, reserved=("", guest)), creator=TakeSeat(0, player=host)
    )
    return KEPT_MILLISECONDS, lambda: not club.tables.seen(game_id).game.expected


def removal(club):
    """The end of the time in which a player can keep their last way to sign in."""
    removals = club.services.accounts.removals
    removals.ask(club.people[0], "address", "ada@example.org", club.at)
    return WAITING_DAYS * DAY, lambda: removals.of(club.people[0]) is None


def alarm(club, trouble, length, pace, *players):
    """The time after which the operators are told of a stalled game."""
    game_id = club.tables.open(GameTerms("kheops", 2, pace=pace))
    for seat, player in enumerate(players):
        club.tables.command(game_id, TakeSeat(seat, player=player, nonce=player), "public")

    def is_given():
        found = standstills(club.services.games.lobby, club.tables, club.at - 1)
        return [one.trouble for one in found] == [trouble]

    return length, is_given


ENDLESS = Pace(time=DAY, outcome="never")
WAITS: dict[str, Any] = {
    "a game of a tournament": partial(tournament_game, strict=False),
    "a strict game of a tournament": partial(tournament_game, strict=True),
    "the nonces of a strict game": nonce,
    "a reserved seat": reserved_seat,
    "the removal of the last way to sign in": removal,
    "a table without players": lambda club: alarm(club, "unstarted", 7 * DAY, None, club.people[0]),
    "a game without clocks": lambda club: alarm(club, "waiting", 14 * DAY, None, *club.people[:2]),
    "a game that no clock ends": lambda club: alarm(club, "waiting", 15 * DAY, ENDLESS, *club.people[:2]),
}


@pytest.mark.parametrize("begin", WAITS.values(), ids=WAITS)
def test_an_outage_costs_nobody_any_time(club, begin):
    """Whenever it comes, the rest of a wait is the same after it; without one the time ends the wait."""
    length, is_over = begin(club)
    for passing, is_working in ((length // 2, True), (OUTAGE, False), (length - length // 2 - 1000, True)):
        club.pass_time(passing, working=is_working)
        if not is_working:
            assert not is_over(), "before the worker has recorded it"
        work(club)
        assert not is_over()
    club.pass_time(2000)
    work(club)
    assert is_over()


@pytest.mark.parametrize("name", ["a strict game of a tournament", "the nonces of a strict game", "a reserved seat"])
def test_a_vacation_costs_nobody_any_time(club, name):
    """Vacations of the people who are waited for, up to the days that the game allows."""
    for guest in club.people[1:]:
        other = club.open("kheops", (guest, club.people[0]), Pace(time=DAY, vacation=60))
        leave = TakeVacation(0, club.at, club.at + 40 * DAY)
        said = say_in_every_game(club.tables, club.services.games.lobby, guest, leave)
        assert [(one.game_id, one.is_said) for one in said] == [(other, True)]
    length, is_over = WAITS[name](club)
    for later, ended in ((length + PACE.vacation * DAY - HOUR, False), (2 * HOUR, True)):
        club.pass_time(later)
        work(club)
        assert is_over() is ended
