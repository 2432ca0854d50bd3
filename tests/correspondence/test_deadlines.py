"""Deadlines and reminders: real worker processes, whose clock the tests move."""

import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest

from audit.bundle import export_bundle
from audit.verification import verify
from correspondence.deadlines import OUTAGE_MILLISECONDS
from correspondence.lobby import Lobby
from correspondence.lobby_index import MOST_PER_PAGE, LobbyIndex
from correspondence.tables import Tables
from domain.clocks import GrantTime, Pace, TimedOut, TimeOut
from domain.game import TakeSeat
from domain.messages import Illegal
from domain.play_times import DAY
from domain.projector import projector_for
from domain.rulebooks import find_rulebooks
from domain.timing import deadlines
from eventstore.connection import connect
from eventstore.encryption import SecretBox
from eventstore.entries import read_records
from eventstore.log import LogReader
from eventstore.streams import Store
from tests.correspondence.moved_worker import worker
from tests.eventstore.handmade import eventually
from tests.serving import ROOT

TITLE = next(title for title, one in find_rulebooks().items() if one.meta.least_players == 2)
BEGIN = 1_767_225_600_000


class Club:
    """Games with deadlines on a server of their own, under a clock that stands in a file."""

    def __init__(self, directory):
        self.directory, self.clock = directory, directory / "clock"
        self.set(BEGIN)
        self.redis = connect(None, directory)
        self.store = Store(self.redis, SecretBox(bytes(32)))
        self.tables = Tables(self.store, lambda: self.now)
        self.lobby = Lobby(self.tables, LogReader(self.redis, self.store.partitions), LobbyIndex(self.redis))
        self.games = []

    @property
    def now(self):
        return int(self.clock.read_text() or 0)

    def set(self, at):
        """It is this time now."""
        beside = self.clock.with_suffix(".new")
        beside.write_text(str(at))
        beside.replace(self.clock)

    def open(self, pace, count=1):
        """So many games of two persons, who all have to answer."""
        for _ in range(count):
            game_id = self.tables.open(TITLE, 2, {}, creator=TakeSeat(0, player="p0"), pace=pace)
            self.tables.command(game_id, TakeSeat(1, player="p1"), "public")
            self.games.append(game_id)
        return self.games[-count:]

    def deadline(self, game_id):
        """The next deadline, and its seat."""
        public = self.tables.seen(game_id)
        return min((at, seat) for seat, at in deadlines(public.rulebook, public.game).items())

    def records(self, game_id):
        """Everything that is recorded of a game."""
        return read_records(projector_for(TITLE), self.store.read(game_id))

    def time_outs(self, game_id):
        """The time-outs of a game, with the times at which they were recorded."""
        return [(one.at, one.data) for one in self.records(game_id) if isinstance(one.data, TimedOut)]

    def start(self, name, grace=0):
        """Another worker process."""
        log = (self.directory / f"{name}.log").open("ab")
        return subprocess.Popen(
            [sys.executable, "-m", "tests.correspondence.moved_worker", str(self.directory), str(self.clock), name,
             str(grace)],
            cwd=ROOT, stdout=log, stderr=log, env={**os.environ, "STELE_LOG": "warning"},
        )  # fmt: skip

    def idle(self, grace=0):
        """What a worker does that finds what is there, in this process."""
        worker(self.directory, self.clock, "here", grace).run(until_idle=True)


@pytest.fixture
def club(own_directory):
    return Club(own_directory)


def check(club, most):
    """Every deadline was acted on exactly once, none early, and the record of each game verifies."""
    for game_id in club.games:
        found = club.time_outs(game_id)
        assert len(found) <= most and len({(data.seat, data.deadline) for _at, data in found}) == len(found)
        assert all(at >= data.deadline for at, data in found)


def many(club, count, kills, lot):
    """So many deadlines over two workers, of which one is killed again and again; the clock also steps back."""
    games = club.open(Pace(time=DAY, outcome="once"), count)
    due = {game_id: club.deadline(game_id) for game_id in games}
    steady, mortal = club.start("steady"), club.start("mortal")
    try:
        for kill in range(kills):
            club.set(BEGIN + DAY + (kill + 1) * 1000)
            time.sleep(lot.uniform(0.2, 1.0))
            club.set(BEGIN + kill * 1000)
            mortal.send_signal(signal.SIGKILL)
            mortal.wait()
            mortal = club.start("mortal")
        club.set(BEGIN + DAY + 10**6)
        assert eventually(lambda: all(club.time_outs(game_id) for game_id in games), 300)
    finally:
        for process in (steady, mortal):
            process.kill()
            process.wait()
    check(club, most=2)
    for game_id, (at, seat) in due.items():
        assert next(data for _at, data in club.time_outs(game_id)) == TimedOut(seat, at)
        if game_id in games[:20]:
            bundle = b"".join(export_bundle(projector_for(TITLE), game_id, club.store.read(game_id), "public"))
            assert verify(bundle).ok, game_id


def test_each_deadline_is_acted_on_once(club):
    """Two workers, one of them killed."""
    many(club, 40, 3, random.Random(5))


@pytest.mark.soak
def test_a_thousand_deadlines_are_acted_on_once(club):
    """A thousand deadlines, one of two workers killed thirty times."""
    many(club, 1000, 30, random.Random(7))


def test_in_the_right_order_after_an_outage(club):
    """What was due meanwhile is done at the start, the earliest first; with a grace only when that is over."""
    later, sooner = club.open(Pace(time=2 * DAY)) + club.open(Pace(time=DAY))
    grace = 2 * OUTAGE_MILLISECONDS
    club.idle()
    club.set(BEGIN + 3 * DAY)
    club.idle(grace)
    assert not club.time_outs(later) and not club.time_outs(sooner)
    public = club.tables.seen(sooner)
    answer = club.tables.seen(sooner, public.to_act[0]).legal()[0]
    club.tables.command(sooner, answer, public.to_act[0])
    for passed in (grace // 2, grace - 1):
        club.set(BEGIN + 3 * DAY + passed)
        club.idle(grace)
        assert not club.time_outs(later)
    club.set(BEGIN + 3 * DAY + grace)
    club.idle(grace)
    ((at, data),) = club.time_outs(later)
    assert (at, data.deadline) == (BEGIN + 3 * DAY + grace, BEGIN + 2 * DAY)


def test_no_outage_no_grace(club):
    """A worker that comes back soon goes on as before."""
    (game,) = club.open(Pace(time=DAY))
    club.set(BEGIN + DAY - 1000)
    club.idle(grace=DAY)
    club.set(BEGIN + DAY - 1000 + OUTAGE_MILLISECONDS)
    club.idle(grace=DAY)
    assert len(club.time_outs(game)) == 1


def test_the_earliest_first(club):
    """At one look, in the order in which they became due."""
    games = club.open(Pace(time=3 * DAY)) + club.open(Pace(time=DAY)) + club.open(Pace(time=2 * DAY))
    club.lobby.catch_up()
    assert [games[1], games[2]] == club.lobby.due("deadline", BEGIN + 2 * DAY)


def test_games_that_are_set_aside_hide_no_others(club):
    """More games than are listed at once, in which nothing can be done, and a game whose time is over after them."""
    (game,) = club.open(Pace(time=DAY))
    club.lobby.catch_up()
    broken = {f"{number}:broken{number}": BEGIN + number for number in range(MOST_PER_PAGE + 5)}
    for kind in ("deadline", "reminder"):
        club.redis.zadd(f"stele:{{lobby}}:2:index:{kind}", broken)
    club.set(BEGIN + DAY)
    assert club.lobby.due("deadline", club.now)[0] == "broken0" and game not in club.lobby.due("deadline", club.now)
    here = worker(club.directory, club.clock, "here")
    for _ in range(3):
        here.run(until_idle=True)
    assert len(club.time_outs(game)) == 1
    apart = {f"broken{number}" for number in range(MOST_PER_PAGE)}
    assert club.lobby.due("reminder", club.now, apart)[:5] == [f"broken{MOST_PER_PAGE + number}" for number in range(5)]


def test_a_reminder_comes_once(club):
    """A quarter of the time before the end, and again for the next deadline."""
    (game,) = club.open(Pace(time=2 * DAY))
    at, seat = club.deadline(game)
    index = LobbyIndex(club.redis)
    club.set(at - DAY // 2 - 1)
    club.idle()
    assert index.reminders() == []
    club.set(at - DAY // 2)
    for _ in range(2):
        club.idle()
    club.lobby.rebuild()
    club.idle()
    (told,) = map(json.loads, index.reminders()[:1])
    assert told == {"game": game, "seat": seat, "player": f"p{seat}", "deadline": at}
    before = len(index.reminders())
    club.tables.command(game, GrantTime(1 - seat, seat), 1 - seat)
    club.idle()
    assert len(index.reminders()) == before
    club.set(at + DAY // 2)
    club.idle()
    assert len(index.reminders()) > before


def test_nobody_acts_where_nothing_shall_happen(club):
    """With `never` a deadline is only shown."""
    (game,) = club.open(Pace(time=DAY, outcome="never"))
    club.set(BEGIN + 9 * DAY)
    club.idle()
    assert club.time_outs(game) == [] and club.deadline(game)[0] == BEGIN + DAY


def test_a_computer_player_goes_on(club):
    """It answers once, or until the player returns."""
    (game,) = club.open(Pace(time=DAY, outcome="seat"))
    at, seat = club.deadline(game)
    club.set(at)
    club.idle()
    public = club.tables.seen(game)
    assert public.game.seats[seat].absent == "seat" and seat not in public.to_act
    with pytest.raises(Illegal) as caught:
        club.tables.command(game, TimeOut(seat, at), "public")
    assert caught.value.rule == "G18"


def test_due_next_comes_first(club):
    """My turns: by deadline, then those without one."""
    untimed, late, soon = club.open(None, 5), club.open(Pace(time=2 * DAY), 5), club.open(Pace(time=DAY), 5)
    for seat in range(2):
        asked = [game for game in (*soon, *late, *untimed) if seat in club.tables.seen(game).to_act]
        turns = [one["id"] for one in club.lobby.turns(f"p{seat}")]
        kinds = [[game in kind for kind in (soon, late, untimed)] for game in turns]
        assert sorted(turns) == sorted(asked) and kinds == sorted(kinds, reverse=True)
