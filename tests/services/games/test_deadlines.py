"""Deadlines and reminders: real worker processes, with a clock that the tests set."""

import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest

from audit.bundle import export_bundle
from audit.verification.store_validation import adjudicate_stored
from audit.verification.verify import verify
from domain.clocks.availability import DAY
from domain.clocks.events import GrantTime, Pace, RecordOutage, ServerAway, TimedOut
from domain.clocks.rules import deadlines
from domain.game import TakeSeat
from domain.messages import Illegal
from domain.projector import projector_for
from domain.terms import GameTerms
from domain.title_loader import find_rulebooks
from eventstore.encryption import SecretBox
from eventstore.entries import read_records
from eventstore.log import LogReader
from eventstore.outages import OUTAGE_MILLISECONDS
from eventstore.store import Store
from eventstore.valkey.connection import connect
from services.games.lobby.index import MOST_PER_PAGE, LobbyIndex
from services.games.lobby.lobby import Lobby
from services.games.tables import Tables
from tests.eventstore.handmade import eventually
from tests.services.jobs.moved_worker import worker
from tests.serving import ROOT
from verify import report as engine

TITLE = next(title for title, one in find_rulebooks().items() if one.meta.least_players == 2)
BEGIN = 1_767_225_600_000


class Club:
    """Games with deadlines, under a clock in a file."""

    def __init__(self, directory, place):
        self.directory, self.place, self.clock = directory, place, place / "clock"
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
        """Set the time."""
        beside = self.clock.with_suffix(".new")
        beside.write_text(str(at))
        beside.replace(self.clock)

    def pass_until(self, at):
        """Set the time, with a worker running all along."""
        self.redis.set("stele:worker:sign", at)
        self.set(at)

    def open(self, pace, count=1):
        """Open this number of games of two persons, who all have to answer."""
        for _ in range(count):
            game_id = self.tables.open(GameTerms(TITLE, 2, pace=pace), creator=TakeSeat(0, player="p0"))
            self.tables.command(game_id, TakeSeat(1, player="p1"), "public")
            self.games.append(game_id)
        return self.games[-count:]

    def deadline(self, game_id):
        """The next deadline, and its seat."""
        public = self.tables.seen(game_id)
        return min((at, seat) for seat, at in deadlines(public.rulebook, public.game).items())

    def records(self, game_id):
        """All entries of a game."""
        return read_records(projector_for(TITLE), self.store.read(game_id))

    def time_outs(self, game_id):
        """The time-outs of a game, with the times at which they were recorded."""
        return [(one.at, one.data) for one in self.records(game_id) if isinstance(one.data, TimedOut)]

    def start(self, name, grace=0):
        """Start another worker process."""
        log = (self.place / f"{name}.log").open("ab")
        return subprocess.Popen(
            [sys.executable, "-m", "tests.services.jobs.moved_worker", str(self.directory), str(self.clock), name,
             str(grace)],
            cwd=ROOT, stdout=log, stderr=log, env={**os.environ, "STELE_LOG": "warning"},
        )  # fmt: skip

    def idle(self, grace=0):
        """A worker's pass in this process."""
        worker(self.directory, self.clock, "here", grace).run(until_idle=True)


@pytest.fixture
def club(empty_redis, data_directory, tmp_path):
    return Club(data_directory, tmp_path)


def outages(club, game_id):
    """The outages in a game's record, with the times of their entries."""
    return [(one.at, one.data.since, one.data.until) for one in club.records(game_id) if type(one.data) is ServerAway]


def verifies(club, game_id):
    """Whether all available verifiers accept the record, for the gallery and with the game's key."""
    bundle = b"".join(export_bundle(projector_for(TITLE), game_id, club.store.read(game_id), "public"))
    return verify(bundle).ok and engine.verify(bundle).first_bad is None and adjudicate_stored(club.store, game_id).ok


@pytest.mark.parametrize(("count", "kills"), [(24, 1), pytest.param(1000, 30, marks=pytest.mark.soak)])
def test_each_deadline_is_acted_on_once(club, count, kills):
    """Each of many deadlines is acted on once by two workers, though one is killed repeatedly and the clock steps
    back.
    """
    lot = random.Random(7)
    games = club.open(Pace(time=DAY, outcome="once"), count)
    due = {game_id: club.deadline(game_id) for game_id in games}
    club.set(BEGIN + DAY - 20_000)
    steady, mortal = club.start("steady"), club.start("mortal")
    try:
        for kill in range(kills):
            club.set(BEGIN + DAY + kill % 20 * 1000)
            time.sleep(lot.uniform(0.2, 1.0))
            club.set(BEGIN + DAY - 20_000 + kill % 20 * 1000)
            mortal.send_signal(signal.SIGKILL)
            mortal.wait()
            mortal = club.start("mortal")
        club.set(BEGIN + DAY + 30_000)
        assert eventually(lambda: all(club.time_outs(game_id) for game_id in games), 300)
    finally:
        for process in (steady, mortal):
            process.kill()
            process.wait()
    for game_id, (at, seat) in due.items():
        found = club.time_outs(game_id)
        assert len(found) <= 2 and len({(data.seat, data.deadline) for _at, data in found}) == len(found)
        assert all(recorded >= data.deadline for recorded, data in found)
        out = found[0][1]
        assert out == TimedOut(seat, at, out.asked) and out.asked, "and it names the question"
        if game_id in games[:20]:
            bundle = b"".join(export_bundle(projector_for(TITLE), game_id, club.store.read(game_id), "public"))
            assert verify(bundle).ok, game_id


def test_an_outage_costs_no_time(club):
    """Every deadline moves by its length, whether it has passed or not, and the record has the reason, once."""
    games = club.open(Pace(time=2 * DAY)) + club.open(Pace(time=DAY)) + club.open(Pace(time=DAY, outcome="never"))
    due = {game_id: club.deadline(game_id)[0] for game_id in games}
    (untimed,) = club.open(None)
    club.set(BEGIN + 1000)
    club.idle()
    back, grace = BEGIN + 3 * DAY, OUTAGE_MILLISECONDS
    club.set(back)
    club.idle(grace)
    assert all(outages(club, game_id) == [] and not club.time_outs(game_id) for game_id in games)
    club.set(back + grace)
    for _ in range(2):
        club.idle(grace)
    for game_id in games:
        assert outages(club, game_id) == [(back, BEGIN + 1000, back)]
        assert club.deadline(game_id)[0] == due[game_id] + back - (BEGIN + 1000)
        assert verifies(club, game_id)
    assert outages(club, untimed) == []
    club.pass_until(club.deadline(games[1])[0])
    club.idle(grace)
    assert [data.deadline for _at, data in club.time_outs(games[1])] == [BEGIN + 4 * DAY - 1000]
    assert verifies(club, games[1])


def test_the_first_answer_comes_after_the_outage(club):
    """The next entry of a game follows the outage, both before the worker's first pass and while the worker is away."""
    (game,) = club.open(Pace("bank", DAY, 0, DAY))
    club.idle()
    for back in (BEGIN + 2 * DAY, BEGIN + 4 * DAY):
        club.set(back)
        seat = club.tables.seen(game).to_act[0]
        club.tables.command(game, club.tables.seen(game, seat).legal()[0], seat)
    assert outages(club, game) == [
        (BEGIN + 2 * DAY, BEGIN, BEGIN + 2 * DAY),
        (BEGIN + 4 * DAY, BEGIN + 2 * DAY, BEGIN + 4 * DAY),
    ]
    club.set(BEGIN + 4 * DAY + OUTAGE_MILLISECONDS + 1)
    club.idle(10 * DAY)
    assert club.deadline(game)[0] == BEGIN + 5 * DAY and verifies(club, game)


def test_a_wrong_clock_is_no_outage(club):
    """An error corrected before the games record it is forgotten."""
    (game,) = club.open(Pace(time=DAY))
    club.idle(OUTAGE_MILLISECONDS)
    for at in (BEGIN + 400 * DAY, BEGIN + 20_000, BEGIN + 20_000 + OUTAGE_MILLISECONDS):
        club.set(at)
        club.idle(OUTAGE_MILLISECONDS)
    assert outages(club, game) == [] and club.deadline(game)[0] == BEGIN + DAY


@pytest.mark.parametrize("kills", [1, pytest.param(4, marks=pytest.mark.soak)])
def test_many_games_and_a_killed_worker(club, kills):
    """With any number of kills, each game has each outage once, and the interrupted one is completed."""
    games = club.open(Pace(time=DAY), 12)
    club.idle()
    club.set(BEGIN + 3 * DAY)
    for number in range(kills):
        mortal = club.start(f"mortal{number}")
        said = 2 * number
        eventually(lambda: sum(len(outages(club, one)) for one in games) > said, 30)  # noqa: B023
        mortal.send_signal(signal.SIGKILL)
        mortal.wait()
    club.idle()
    for game_id in games:
        assert outages(club, game_id) == [(BEGIN + 3 * DAY, BEGIN, BEGIN + 3 * DAY)]
        assert club.deadline(game_id)[0] == BEGIN + 4 * DAY


def test_successive_outages(club):
    """A worker that had no time to record one records both."""
    (game,) = club.open(Pace(time=DAY))
    spans = ((0, DAY), (DAY + 1000, 3 * DAY))
    for since, until in spans:
        for at in (since, until):
            club.set(BEGIN + at)
            club.idle(9 * DAY)
    club.idle()
    assert outages(club, game) == [(BEGIN + until, BEGIN + since, BEGIN + until) for since, until in spans]
    assert club.deadline(game)[0] == BEGIN + 3 * DAY + DAY - 1000 and verifies(club, game)


def test_only_an_idle_gap_is_an_outage(club):
    """G19: an outage is a gap that follows the last entry and has ended."""
    (game,) = club.open(Pace(time=DAY))
    club.set(BEGIN + 1000)
    seat = club.tables.seen(game).to_act[0]
    club.tables.command(game, club.tables.seen(game, seat).legal()[0], seat)
    club.set(BEGIN + DAY)
    for since, until in ((BEGIN, BEGIN + 2000), (BEGIN + 2000, BEGIN + 2000), (BEGIN + 2000, BEGIN + DAY + 1)):
        with pytest.raises(Illegal) as caught:
            club.tables.command(game, RecordOutage(-1, since, until), "public")
        assert caught.value.rule == "G19"


def test_no_outage_no_grace(club):
    """A worker that returns soon continues without an outage."""
    (game,) = club.open(Pace(time=DAY))
    for at in (DAY - 1000, DAY - 1000 + OUTAGE_MILLISECONDS):
        club.set(BEGIN + at)
        club.idle(grace=DAY)
    assert len(club.time_outs(game)) == 1 and outages(club, game) == []


def test_the_earliest_first(club):
    """One pass handles deadlines in their order."""
    games = club.open(Pace(time=3 * DAY)) + club.open(Pace(time=DAY)) + club.open(Pace(time=2 * DAY))
    club.lobby.catch_up()
    assert [games[1], games[2]] == club.lobby.due("deadline", BEGIN + 2 * DAY)


def test_games_set_aside_hide_no_other_games(club):
    """More blocked games than are listed at once, and a game with a passed deadline after them."""
    (game,) = club.open(Pace(time=DAY))
    club.lobby.catch_up()
    broken = {f"{number}:broken{number}": BEGIN + number for number in range(MOST_PER_PAGE + 5)}
    for kind in ("deadline", "reminder"):
        club.redis.zadd(f"stele:{{lobby}}:index:{kind}", broken)
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
    club.pass_until(at - DAY // 2 - 1)
    club.idle()
    assert index.reminders() == []
    club.pass_until(at - DAY // 2)
    for _ in range(2):
        club.idle()
    club.lobby.projection.rebuild()
    club.idle()
    (told,) = map(json.loads, index.reminders()[:1])
    assert told == {"game": game, "seat": seat, "player": f"p{seat}", "deadline": at}
    before = len(index.reminders())
    club.tables.command(game, GrantTime(1 - seat, seat), 1 - seat)
    club.idle()
    assert len(index.reminders()) == before
    club.pass_until(at + DAY // 2)
    club.idle()
    assert len(index.reminders()) > before


def test_no_action_without_a_consequence(club):
    """In a game with `never`, a deadline is only shown."""
    (game,) = club.open(Pace(time=DAY, outcome="never"))
    club.set(BEGIN + 9 * DAY)
    club.idle()
    assert club.time_outs(game) == [] and club.deadline(game)[0] == BEGIN + DAY


def test_due_next_comes_first(club):
    """My turns: by deadline, then games without a deadline."""
    untimed, late, soon = club.open(None, 5), club.open(Pace(time=2 * DAY), 5), club.open(Pace(time=DAY), 5)
    for seat in range(2):
        asked = [game for game in (*soon, *late, *untimed) if seat in club.tables.seen(game).to_act]
        turns = [one["id"] for one in club.lobby.turns(f"p{seat}")]
        kinds = [[game in kind for kind in (soon, late, untimed)] for game in turns]
        assert sorted(turns) == sorted(asked) and kinds == sorted(kinds, reverse=True)
