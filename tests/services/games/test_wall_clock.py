"""Leaping clock: nothing is recorded with its time until the operator confirms it, or it is right again."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app import make_services
from audit.game_repair import CannotRepair
from domain.clocks.availability import DAY, HOUR
from domain.terms import GameTerms
from eventstore.valkey.connection import Client as Store
from eventstore.valkey.connection import connect
from eventstore.wall_clock import LEAP_MILLISECONDS, ClockLeapt, WallClock
from operations.clock import now
from services.jobs.doctor import Doctor
from tests.api.clients import Client, table_of
from tests.api.test_clocks import PACE
from tests.eventstore.handmade import eventually
from tests.services.games.test_lost_store import is_everywhere, notes_of, own_record
from tests.serving import ROOT, Served

TITLE = "kheops"
YEAR = 400 * DAY


class Machine:
    """A machine with a settable clock, and a server on it."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._set = directory / "clock"
        self.set(0)
        self.variables: dict[str, Any] = {
            "STELE_TESTS_CLOCK_SET": str(self._set),
            "PYTHONPATH": str(ROOT / "tests/leaping"),
        }
        self.server = Served(directory, **self.variables)

    def set(self, milliseconds: int) -> None:
        """Set the clock ahead by this amount."""
        new = self._set.with_suffix(".new")
        new.write_text(str(milliseconds))
        new.replace(self._set)

    def command(self, *arguments: str) -> tuple[int, str]:
        """A command, typed on this machine."""
        environment = {**os.environ, **self.variables, "STELE_DATA": str(self.directory)}
        ran = subprocess.run(
            [sys.executable, "-m", "flask", "--app", "app", *arguments],
            cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert "Traceback" not in ran.stderr, ran.stderr
        return ran.returncode, ran.stdout + ran.stderr


@pytest.fixture
def machine(own_directory: Path) -> Iterator[Machine]:
    """A machine with the embedded server, which has the same clock."""
    found = Machine(own_directory)
    found.server.start()
    try:
        yield found
    finally:
        found.server.stop()


def times_of(gallery: Client, game_id: str) -> list[str]:
    """The times of this game's events."""
    return [one["at"] for one in gallery.get(f"/api/games/{game_id}/events")["events"]]


@pytest.mark.server
@pytest.mark.parametrize("leap", [YEAR, pytest.param(-3 * HOUR, marks=pytest.mark.soak)])
def test_nothing_is_recorded_with_a_leaping_clock(machine: Machine, leap: int) -> None:
    """Moves, tables and names get 503, no player's time ends, nothing is signed.

    Corrected, all continues automatically.
    """
    gallery = Client(machine.server.url)
    game_id, players = table_of(gallery, TITLE, ["Ada", "Bo"], pace=PACE)
    before = times_of(gallery, game_id)
    mover = players[gallery.get(f"/api/games/{game_id}")["to_act"][0]]
    move = mover.get(f"/api/games/{game_id}/legal-moves")["moves"][0]["move"]
    assert eventually(lambda: gallery.call("GET", f"/api/games/{game_id}/proof").status == 200)
    signed = notes_of(machine.directory)
    machine.set(leap)
    for path, body in (
        (f"/api/games/{game_id}/moves", move),
        ("/api/games", {"rulebook": TITLE, "players": 2}),
        ("/api/players", {"name": "Cy"}),
    ):
        answer = mover.call("POST", path, body)
        assert (answer.status, answer.body["type"]) == (503, "urn:stele:problem:record-unavailable"), answer.body
        assert "clock" in answer.body["detail"]
    assert eventually(lambda: is_everywhere(gallery, 503), 20)
    assert "the clock of this machine jumped" in gallery.call("GET", "/health/ready").body["detail"]
    assert times_of(gallery, game_id) == before and notes_of(machine.directory) == signed
    assert "The clock of this machine jumped" in (machine.directory / "test.log").read_text()
    machine.set(0)
    assert eventually(lambda: is_everywhere(gallery, 200), 20)
    assert mover.call("POST", f"/api/games/{game_id}/moves", move).status == 201
    assert max(times_of(gallery, game_id)) < time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 60))


@pytest.mark.server
@pytest.mark.soak
def test_the_operator_confirms_the_clock(machine: Machine) -> None:
    """The earlier time was wrong, the current one is right: play continues; entries ahead of the clock are named."""
    gallery = Client(machine.server.url)
    table_of(gallery, TITLE, ["Ada", "Bo"])
    machine.set(DAY)
    assert eventually(lambda: is_everywhere(gallery, 503), 20)
    code, text = machine.command("overview")
    assert code == 0 and "the clock of this machine jumped" in text
    code, text = machine.command("doctor")
    assert code == 1 and "--confirm-clock" in text
    code, text = machine.command("doctor", "--confirm-clock")
    assert code == 0 and "the clock is trusted again" in text
    assert eventually(lambda: is_everywhere(gallery, 200), 20)
    game_id, _players = table_of(gallery, TITLE, ["Cy", "Di"])
    machine.set(0)
    assert eventually(lambda: is_everywhere(gallery, 503), 20)
    code, text = machine.command("doctor", "--confirm-clock")
    assert code == 0 and f"the last entry of game {game_id} is of" in text
    assert eventually(lambda: is_everywhere(gallery, 200), 20)


@pytest.mark.server
def test_the_database_servers_clock_contradicts(own_directory: Path) -> None:
    """A clock wrong from the start, beside a database server with the right time: it cannot be confirmed."""
    with own_record(own_directory / "own") as redis:
        services = make_services({"STELE_DATA": str(own_directory), "REDIS_URL": f"unix://{own_directory}/own/s"})
        clock = services.storage.integrity.closures.wall_clock
        assert clock is not None and clock.leap is None
        redis.delete("stele:{ground}:clocks")  # the state without an earlier mark of this machine
        clock._wall = lambda: now() + YEAR
        clock.look()
        assert "by the clock of the database" in str(clock.leap)
        physician = Doctor(services.storage.integrity, services.games.tables, services.games.lobby)
        with pytest.raises(CannotRepair, match="correct the one that is wrong"):
            physician.confirm_clock()
        clock._wall = now
        clock.look()
        assert clock.leap is None
        with pytest.raises(CannotRepair, match="already trusted"):
            physician.confirm_clock()


class Given:
    """A machine's clock with the time given by a test."""

    def __init__(self, redis: Store, at: int) -> None:
        self.at = at
        self.clock = WallClock(redis, wall=lambda: self.at)
        self.clock.look()

    def is_trusted(self) -> bool:
        """Whether the clock is trusted, also when checked again."""
        try:
            self.clock.check()
        except ClockLeapt:
            self.clock.look()
            assert self.clock.leap is not None
            return False
        self.clock.look()
        assert self.clock.leap is None
        return True


def restarted(redis: Store, at: int, monkeypatch: pytest.MonkeyPatch, boot_id: Path) -> Given:
    """The machine was restarted at this time."""
    boot_id.write_text(str(time.monotonic_ns()))
    monkeypatch.setattr("eventstore.wall_clock._BOOT_ID", boot_id)
    return Given(redis, at)


def test_a_machine_that_was_off_for_days_is_trusted(
    empty_redis: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A restart may come at any later time, and at no earlier one."""
    at, boot_id = 1_800_000_000_000, tmp_path / "boot_id"
    one = restarted(empty_redis, at, monkeypatch, boot_id)
    assert one.is_trusted()
    assert restarted(empty_redis, at + YEAR, monkeypatch, boot_id).is_trusted()
    behind = restarted(empty_redis, at + DAY, monkeypatch, boot_id)
    assert not behind.is_trusted()
    assert behind.clock.confirm() == "" and behind.is_trusted()
    assert restarted(empty_redis, at + 2 * DAY, monkeypatch, boot_id).is_trusted(), "what it was is forgotten"


@pytest.mark.parametrize("sign", [1, -1])
def test_the_size_of_a_leap(empty_redis: Store, sign: int) -> None:
    """Small steps, however many, are none; a step of more than a minute is one, for every process of the machine."""
    one = Given(empty_redis, 1_800_000_000_000)
    for _ in range(5):
        one.at += sign * (LEAP_MILLISECONDS - 2_000)
        assert one.is_trusted()
    other = Given(empty_redis, one.at)
    for given in (one, other):
        given.at += sign * (LEAP_MILLISECONDS + 2_000)
        assert not given.is_trusted()
    assert other.clock.confirm() == ""
    one.clock.look()
    assert one.is_trusted() and other.is_trusted()


def test_a_leap_ends_no_time_and_is_no_outage(own_directory: Path) -> None:
    """A deadline that a leap would pass, and a heartbeat that it would turn into an outage."""
    services: Any = make_services({"STELE_DATA": str(own_directory)})
    tables, clock = services.games.tables, services.storage.integrity.closures.wall_clock
    worker = services.jobs.make_worker()
    worker.run(until_idle=True)
    signs = connect(None, own_directory)
    before = signs.get("stele:worker:sign")
    clock._wall = lambda: tables.now() + DAY
    with pytest.raises(ClockLeapt):
        worker._deadlines.act()
    with pytest.raises(ClockLeapt):
        worker._deadlines.sign()
    with pytest.raises(ClockLeapt):
        tables.open(GameTerms(TITLE, 2))
    assert signs.get("stele:worker:sign") == before and not signs.exists("stele:outages")


def test_nothing_is_signed_with_a_leaping_clock(own_directory: Path) -> None:
    """While the clock leaps, a stopping worker's last pass signs no checkpoint; with the right clock it signs one."""
    services: Any = make_services({"STELE_DATA": str(own_directory)})
    tables, integrity = services.games.tables, services.storage.integrity
    tables.open(GameTerms(TITLE, 2))
    for ahead, signed in ((DAY, 0), (0, 1)):
        integrity.closures.wall_clock._wall = lambda ahead=ahead: tables.now() + ahead
        with integrity.keeping():
            pass
        assert len(notes_of(own_directory)) == signed
