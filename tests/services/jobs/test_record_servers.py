"""Record servers: every program carries a whole Stele, and takes back the backups of all others.

Stele has no rights there that a managed server refuses: neither `CONFIG` nor `SYNC`, nor anything else of an operator.
"""

import random
import re
import subprocess
import threading
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from api.services import Services
from app import make_services
from domain.game import TakeSeat
from domain.terms import GameTerms
from eventstore.backup.archive import ARCHIVE, Archive
from eventstore.backup.archive_moves import move_to_archive
from eventstore.backup.content import NoBackup, everything_in, write_values
from eventstore.backup.destination import opened_backup
from eventstore.backup.scratch_server import served
from eventstore.backup.snapshot import take
from eventstore.checkpoints.compare import read_ends
from eventstore.keys import names_of
from eventstore.log import LogFollower, LogReader, shorten
from eventstore.store import Store
from eventstore.valkey.connection import OLDEST_VERSION, Client, UnsupportedServer, check_version, connect
from eventstore.valkey.embedded import find_binary
from services.jobs.backup import check_backup, make_backup, put_back
from services.jobs.doctor import Doctor
from services.jobs.worker import play_computers
from tests.clusters import Cluster, Node, follows, until
from tests.eventstore.handmade import play
from tests.measured import ROOT
from tests.record_servers import EACH, PROGRAMS, version_of

TITLE = "kheops"
RIGHTS = ["+@all", "-@admin", "-@dangerous", "+info"]
REBUILT = ("stele:{lobby", "stele:{ratings", "stele:{statistics", "stele:{limits")
GROUP = "notices"
EARLY = (
    ("backup-1", "db4sfmu7dcyv", "a4862bfcf4aeb8887057298185b6c9da11fef6d6c12c22016bb7187c2103e3d8"),
    ("backup-2", "dumped", "02ea9434d4f19992a5cdb1fdfd7749c57ed26260083c09ed4abd955a5815a02b"),
)
"""Backups of early versions, each with its game and the digest at its end."""


class Server:
    """A running program, the URL of its user with few rights, and the services on it."""

    def __init__(self, directory: Path, program: str) -> None:
        self.directory = directory
        self.node = Node(directory / "server", PROGRAMS[program], **{"repl-diskless-sync-delay": "0"}).start()
        self.node.redis.execute_command("ACL", "SETUSER", "stele", "on", ">secret", "~*", "&*", *RIGHTS)
        self.url = f"redis://stele:secret@127.0.0.1:{self.node.port}"
        self.numbers = count()

    def new_place(self) -> dict[str, str]:
        """The settings of an empty server with an empty data directory."""
        self.node.redis.flushall()
        return {"STELE_DATA": str(self.directory / f"data-{next(self.numbers)}"), "REDIS_URL": self.url}


class Played:
    """A server on which one game is over, another continues, and a reader of the logs has done half of its work."""

    def __init__(self, settings: dict[str, str], place: Path) -> None:
        services = make_services(settings)
        tables = services.games.tables
        self.player, self.token = services.accounts.players.create("Ada", 1)
        lot = random.Random(1)
        for game_id in ("over", "running"):
            seat = TakeSeat(0, player=self.player.id, nonce="n")
            tables.open(GameTerms(TITLE, 2, computers=("random",)), creator=seat, game_id=game_id)
            play_computers(tables, game_id, lot)
        while not tables.seen("over").game.is_over:
            tables.command("over", lot.choice(tables.seen("over", 0).legal()), 0)
            play_computers(tables, "over", lot)
        store = tables.store
        self.read = follower_of(store.redis).next(0)
        follower_of(store.redis).done(self.read[:1])
        gone = [shorten(store.redis, partition, 1, 100) for partition in range(store.partitions)]
        assert sum(gone) == 1, "what the reader has not done stays in the logs"
        keeper = services.storage.integrity.keeper()
        assert keeper.hold() and keeper.write()
        keeper.release()
        self.lists = lists_of(services)
        assert self.lists[1] == 1, "the statistics count the game"
        self.directory = Path(settings["STELE_DATA"])
        self.name, self.backup, _added = make_backup(
            services.storage.integrity, self.directory, str(place), lambda *_told: None
        )
        self.place = str(place)
        self.content = content_of(store.redis)
        again = make_backup(services.storage.integrity, self.directory, self.place, lambda *_told: None)[1]
        changed = {label for label, group in again.groups.items() if group != self.backup.groups[label]}
        assert (again.games, changed) == (2, {"{ground}"}), "nothing has changed but the time of the last backup"


def without_ground(content: dict[bytes, Any]) -> dict[bytes, Any]:
    """This content without a process's notes about its server."""
    return {name: value for name, value in content.items() if not name.startswith(b"stele:{ground}:")}


def restored(before: Played, directory: Path, connected: Callable[[], Client]) -> int:
    """Restore what was backed up into an empty server; how many games it has."""
    return put_back(before.place, before.name, directory, Archive(directory / ARCHIVE), connected, lambda *_told: None)


def follower_of(redis: Client) -> LogFollower:
    """A reader of all logs."""
    return LogFollower(redis, 64, GROUP, "one")


def lists_of(services: Services) -> tuple[set[str], int]:
    """The games in the lobby, and how many the statistics count."""
    statistics = services.games.statistics
    statistics.projection.catch_up()
    assert statistics.agrees()
    return services.games.lobby.game_ids(), sum(1 for _row in statistics.rows(TITLE))


def content_of(redis: Client) -> dict[bytes, Any]:
    """All that a backup holds, by key; numbers are compared as numbers."""
    found: dict[bytes, Any] = {}
    for value in everything_in(redis):
        if not value.name.decode().startswith((*REBUILT, "stele:{ground}:backup")):
            rows = [[float(row[0]), row[1]] if value.kind == "zset" else row for row in value.rows]
            found.setdefault(value.name, [value.kind, value.expires]).extend([rows, value.last, value.readers])
    return found


@pytest.fixture(scope="module")
def server(server_directory: Callable[[str], Path]) -> Iterator[Callable[[str], Server]]:
    """A function that returns the running server of this program."""
    running: dict[str, Server] = {}

    def started(program: str) -> Server:
        if program not in running:
            running[program] = Server(server_directory("own-server"), program)
        return running[program]

    yield started
    for one in running.values():
        one.node.kill()


@pytest.fixture(scope="module")
def played(server: Callable[[str], Server], tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Played]:
    """A function that returns what was played and backed up on the server of this program."""
    done: dict[str, Played] = {}

    def by(program: str) -> Played:
        if program not in done:
            place = tmp_path_factory.mktemp("backups") / "place"
            done[program] = Played(server(program).new_place(), place)
        return done[program]

    return by


@pytest.mark.parametrize("target", EACH)
@pytest.mark.parametrize("source", EACH)
def test_every_server_takes_every_backup(
    source: str, target: str, server: Callable[[str], Server], played: Callable[[str], Played]
) -> None:
    """A game, an account, lists, statistics and a reader's place: all are the same there, and play continues."""
    before = played(source)
    settings = server(target).new_place()
    connected = partial(connect, settings["REDIS_URL"], Path(settings["STELE_DATA"]))
    assert restored(before, Path(settings["STELE_DATA"]), connected) == 2
    redis = connected()
    assert content_of(redis) == before.content
    left = {(record.game_id, record.number) for record in follower_of(redis).next(0)}
    assert left == {(record.game_id, record.number) for record in before.read[1:]}

    services = make_services(settings)
    tables = services.games.tables
    assert lists_of(services) == before.lists
    assert not Doctor(services.storage.integrity, tables, services.games.lobby).examine()
    assert services.accounts.players.get(before.player.id) == before.player
    tables.command("running", tables.seen("running", 0).legal()[0], 0)


@pytest.mark.parametrize("target", EACH)
@pytest.mark.parametrize(("early", "game_id", "digest"), EARLY)
def test_every_server_takes_early_backups(
    early: str, game_id: str, digest: str, target: str, server: Callable[[str], Server]
) -> None:
    """Every server accepts early backups with a server's file; those with dumps need the embedded server's program."""
    settings = server(target).new_place()
    directory = Path(settings["STELE_DATA"])
    connected = partial(connect, settings["REDIS_URL"], directory)
    place = str(Path(__file__).with_name(early))
    assert put_back(place, "", directory, Archive(directory / ARCHIVE), connected, lambda *_told: None) == 1
    services = make_services(settings)
    head = services.games.tables.store.head(game_id)
    assert head is not None and head.digest.hex() == digest
    assert not Doctor(services.storage.integrity, services.games.tables, services.games.lobby).examine()


def test_an_archived_game_stays_in_the_backup(own_directory: Path, tmp_path: Path) -> None:
    """A game that has not changed is not read again, so its file comes from the last backup if it is lost."""
    services = make_services({"STELE_DATA": str(own_directory)})
    tables, integrity, place = services.games.tables, services.storage.integrity, str(tmp_path / "place")
    tables.open(GameTerms(TITLE, 2, computers=("random", "random")), game_id="over")
    play_computers(tables, "over", random.Random(1))
    archived = move_to_archive(tables.store, "over")
    assert archived is not None
    make_backup(integrity, own_directory, place, lambda *_told: None)
    (own_directory / ARCHIVE / archived.file).unlink()
    make_backup(integrity, own_directory, place, lambda *_told: None)
    assert check_backup(place, "", lambda *_told: None) == 1


def test_a_server_that_refuses_is_named(server: Callable[[str], Server], tmp_path: Path) -> None:
    """The backup fails at once if the server would not take it back, and says what is refused."""
    one = server("embedded")
    settings = one.new_place()
    services = make_services(settings)
    one.node.redis.execute_command("ACL", "SETUSER", "stele", "-xsetid")
    try:
        with pytest.raises(NoBackup, match=r"does not take what was backed up: .*(xsetid|XSETID)"):
            make_backup(services.storage.integrity, Path(settings["STELE_DATA"]), str(tmp_path / "x"), print, True)
    finally:
        one.node.redis.execute_command("ACL", "SETUSER", "stele", "+xsetid")


@pytest.mark.parametrize("program", EACH)
def test_a_replica_confirms_each_action(program: str, server: Callable[[str], Server], tmp_path: Path) -> None:
    """With a replica, an action is confirmed when the replica has stored it."""
    primary = server(program)
    primary.new_place()
    replica = Node(tmp_path / "replica", PROGRAMS[program]).start()
    try:
        replica.redis.replicaof("127.0.0.1", str(primary.node.port))
        until(lambda: follows(replica))
        head = play(Store(connect(primary.url, tmp_path, replicas=1)), "game", 2)
        assert replica.redis.hget(names_of("game", 64).head, "digest") == head.digest
    finally:
        replica.kill()


@pytest.mark.soak
@pytest.mark.parametrize("program", EACH)
def test_a_cluster_takes_every_backup(
    program: str, played: Callable[[str], Played], server_directory: Any, tmp_path: Path
) -> None:
    """Three servers of this program take what one had, and their backup is the same again."""
    if version_of(program) < "Redis 7":
        pytest.skip("the tests' clusters are joined by commands of Redis 7")
    cluster = Cluster(server_directory("three"), program=PROGRAMS[program]).start()
    try:
        settings = {"STELE_DATA": str(tmp_path / "data"), "REDIS_URL": cluster.url}
        connected = partial(connect, cluster.url, tmp_path)
        for source in PROGRAMS:
            before = played(source)
            for node in cluster.nodes:
                node.redis.flushall()
            target = tmp_path / source
            restored(before, target, connected)
            assert content_of(connected()) == before.content
            services = make_services({**settings, "STELE_DATA": str(target)})
            assert sum(bool(node.redis.dbsize()) for node in cluster.nodes) == 3
            again = str(tmp_path / f"{source}-again")
            assert make_backup(services.storage.integrity, target, again, lambda *_told: None)[1].games == 2
            with opened_backup(again) as (client, _archive):
                assert without_ground(content_of(client)) == without_ground(before.content)
    finally:
        cluster.stop()


def test_a_snapshot_of_a_busy_record_is_whole(empty_redis: Client, tmp_path: Path) -> None:
    """A snapshot taken while games are played and players sign up has each partition as it was at one moment.

    Everything acknowledged earlier is in it; each game ends where its log says; each token has its player.

    Whatever was acknowledged before is there; each game ends where its log says; each token has its player.
    """
    store = Store(empty_redis)
    acknowledged: dict[str, int] = {}
    stop = threading.Event()

    def write(number: int) -> None:
        lot, heads, tables = random.Random(number), {}, count()
        own = Store(connect(f"unix://{empty_redis.connection_pool.connection_kwargs['path']}", tmp_path))
        while not stop.is_set():
            game_id = f"w{number}g{lot.randrange(40)}" if heads and lot.random() < 0.9 else f"w{number}n{next(tables)}"
            heads[game_id] = play(own, game_id, 1, head=heads[game_id]) if game_id in heads else play(own, game_id, 1)
            acknowledged[game_id] = heads[game_id].position.action
            own.redis.hset(f"stele:player:{{{game_id}}}", "name", "x")
            own.redis.set(f"stele:token:{{t{game_id}}}", game_id)

    writers = [threading.Thread(target=write, args=(number,)) for number in range(3)]
    for one in writers:
        one.start()
    try:
        for number in range(3):
            until(lambda number=number: len(acknowledged) > 40 * (number + 1))  # type: ignore[misc]
            least = dict(acknowledged)
            values: dict[str, list[Any]] = {}
            for taken in take(empty_redis, store.partitions, (), {}, lambda *_told: None):
                assert taken.group is not None
                values[taken.label] = list(taken.group.values)
            (tmp_path / str(number)).mkdir()
            with served(tmp_path / str(number)) as copy:
                write_values(copy, (value for own in values.values() for value in own))
                check(Store(copy), least)
    finally:
        stop.set()
        for one in writers:
            one.join()


def check(copy: Store, least: dict[str, int]) -> None:
    """Check what must hold of a copy; `least` are the games' actions that were acknowledged before."""
    reader = LogReader(copy.redis, copy.partitions)
    logged = {}
    checkpoints: dict[int, int] = {}
    while records := reader.read_since(checkpoints):
        logged |= {record.game_id: record.to_position for record in records}
        checkpoints |= {record.partition: record.number for record in records}
    assert {one: number for one, number in reader.heads().items() if number} == checkpoints
    ends = dict(read_ends(copy, copy.game_ids()))
    assert {game_id: end.head and end.head.position for game_id, end in ends.items()} == logged
    assert all(end.head == end.last for end in ends.values())
    assert all(logged[game_id].action >= action for game_id, action in least.items())
    for token in copy.redis.scan_iter("stele:token:*", 1000):
        owner: Any = copy.redis.get(token)
        assert copy.redis.exists(f"stele:player:{{{owner.decode()}}}")


def test_an_old_server_is_refused(monkeypatch: pytest.MonkeyPatch, redis_server: Client) -> None:
    """The sentence names its version and what to do; newer servers and silent ones are accepted."""
    check_version(redis_server)
    monkeypatch.setattr("eventstore.valkey.connection.OLDEST_VERSION", (99, 1))
    with pytest.raises(UnsupportedServer, match=r"is Redis \d[.\d]+, which lacks .* Install Redis 99\.1 or newer"):
        check_version(redis_server)


def test_sentinel_is_refused_by_name(tmp_path: Path) -> None:
    """A Sentinel, by its address or by the scheme of other programs, is no server for the record."""
    settings, socket = tmp_path / "sentinel.conf", tmp_path / "sentinel.sock"
    settings.write_text(f"port 0\nunixsocket {socket}\ndir {tmp_path}\n")
    with subprocess.Popen([find_binary(), settings, "--sentinel"], stdout=subprocess.DEVNULL) as sentinel:
        try:
            until(socket.is_socket)
            for url in (f"unix://{socket}", "redis+sentinel://127.0.0.1/main"):
                with pytest.raises(UnsupportedServer, match="Sentinel is not supported: name the primary server"):
                    check_version(connect(url, tmp_path))
        finally:
            sentinel.kill()


def test_the_manual_lists_the_servers() -> None:
    """Each program here is of a version that the table lists as tried; the oldest one is the one that is checked."""
    text = (ROOT / "docs/guides/database.md").read_text()
    table = {row[1]: row[2] for row in re.finditer(r"^\| (Redis|Valkey) \| (.*) \|$", text, re.MULTILINE)}
    assert table["Redis"].startswith(f"{'.'.join(map(str, OLDEST_VERSION))} or newer")
    for program in PROGRAMS:
        name, _, version = version_of(program).partition(" ")
        assert version in re.findall(r"\d+\.\d+\.\d+", table[name]), version_of(program)
