"""Projections: each read model follows the logs through kills and rebuilds, and writes nothing on a full disk."""

import os
import signal
import sqlite3
from functools import partial

import pytest

from domain.game import Resign
from domain.title_loader import find_rulebooks
from eventstore.disk_space import DiskFull, DiskSpace
from eventstore.log import shorten
from eventstore.projection import FileModel, MemoryModel
from eventstore.valkey.connection import Client, connect
from services.games.tables import Tables
from tests.services.community.test_rating_updates import standing_on
from tests.services.games.test_lobby_index import lobby_of
from tests.services.games.test_statistics import statistics_on, tables_in
from tests.services.played_games import PlayedGames

TITLE = next(title for title, one in find_rulebooks().items() if one.meta.least_players == 2)


class _Club(PlayedGames):
    title = TITLE


def ratings_of(tables):
    """The ratings of the players at these tables."""
    return standing_on(tables.store, tables)


def statistics_of(tables):
    """The statistics of the games at these tables."""
    return statistics_on(tables.store, tables)


MODELS = pytest.mark.parametrize(
    ("make", "parts"), [(lobby_of, 1), (lobby_of, 5), (ratings_of, 1), (ratings_of, 5), (statistics_of, 1)]
)


@pytest.fixture(autouse=True)
def divided(monkeypatch, parts):
    """Each model has this number of parts."""
    monkeypatch.setattr(Client, "parts", parts)


@pytest.fixture
def club(empty_redis, store):
    """Some games: finished, changed afterwards, resigned, running and not begun."""
    club = _Club(store, seed=11)
    club.turn_around(club.finish(club.open("ann", "bob", rated=True)))
    for pair in (("ann", "eve"), ("bob", "ann")):
        club.do(club.open(*pair, rated=True), Resign(0))
    club.answer(club.open("eve", "bob"))
    club.open("ann", computers=("steward",))
    return club


def stored(followed):
    """All that a read model has but the id of its build."""
    model, redis = followed.projection._model, followed.projection._model._redis
    name = model.name
    if isinstance(model, FileModel):
        assert [f"{name}:making".encode()] == list(redis.scan_iter(f"{name}:*"))
        return tables_in(model)
    reads = {b"hash": redis.hgetall, b"zset": lambda key: redis.zrange(key, 0, -1, withscores=True)}
    reads[b"set"] = redis.smembers
    keys = [key for prefix in model.prefixes for key in redis.scan_iter(f"{prefix}*") if not key.endswith(b":making")]
    return {key: reads[redis.type(key)](key) for key in keys}


@MODELS
def test_rebuilt_from_the_logs_it_is_the_running_one(club, data_directory, monkeypatch, make, parts):
    """A projection that is killed again and again around its writes ends up equal to one rebuilt from the logs."""
    for model in (FileModel, MemoryModel):
        monkeypatch.setattr(model, "apply", each_on_its_own(model.apply))
    followed = make(club.tables)
    projection, redis = followed.projection, club.store.redis
    name = projection._model.name
    redis.set(f"{name}:stray", b"of an earlier version")
    killed = 0
    while mortal(club, data_directory, make, 1 + killed % 3, before=bool(killed % 2)):
        killed += 1
    assert killed > 3
    running, told = stored(followed), []
    assert 0 == projection.behind() < projection.rebuild(lambda done, of: told.append((done, of)))
    assert running == stored(followed)
    log = projection._log
    assert told.pop() == (log.length(),) * 2 == (sum(log.heads().values()),) * 2
    assert 0 < sum(shorten(redis, partition, 1, 1000) for partition in range(club.store.partitions))
    assert make(club.tables).catch_up()
    projection.rebuild(lambda done, of: told.append((done, of)))
    assert running == stored(followed) and told.pop() == (log.length(),) * 2
    assert log.length() < sum(log.heads().values())


@MODELS
def test_nothing_is_written_on_a_full_disk(club, tmp_path, make, parts):
    """The model stays as it is; a rebuild, also one of damaged data, is refused."""
    followed = make(club.tables)
    while not followed.catch_up():
        pass
    model, redis = followed.projection._model, club.store.redis
    before, build = stored(followed), model.build()
    club.finish(club.open("ann", "eve", rated=True))
    full = DiskSpace(tmp_path, 16 * DiskSpace(tmp_path, 0).free())
    followed = make(Tables(club.store, room=full))
    assert not followed.catch_up() and before == stored(followed)
    assert followed.projection.behind() > 0
    with pytest.raises(DiskFull):
        followed.projection.rebuild()
    if isinstance(model, FileModel):
        with model.opened() as file:
            file.execute("INSERT INTO checkpoints VALUES (1000, '?')")
    else:
        redis.hset(f"{model.name}:checkpoints", "0", "?")
    with pytest.raises(DiskFull):
        followed.projection.soundly(followed.projection.behind)
    assert build == model.build() is not None


@pytest.mark.parametrize(("make", "parts"), [(lobby_of, 5), (ratings_of, 5)])
def test_a_part_of_another_version_is_rebuilt_by_itself(club, make, parts):
    """The others stay as they are, but for the first, which may have what follows from all; the whole is as before."""
    followed = make(club.tables)
    assert followed.catch_up()
    model, before = followed.projection._model, stored(followed)
    builds = model.build().split("\n")
    club.store.redis.set(f"{model.prefixes[2]}making", "another build")
    assert make(club.tables).catch_up() and before == stored(followed)
    assert [one == now for one, now in zip(builds, model.build().split("\n"), strict=True)] == [
        number not in (0, 2) for number in range(parts)
    ]


def each_on_its_own(apply):
    """Store changes one by one, each in a step of its own."""

    def each(model, build, changes):
        taken = [apply(model, build, [one]) for one in changes]
        return None if None in taken else sum(taken)

    return each


def mortal(club, data_directory, make, steps, before):
    """Let a process catch up, kill it at this call of a script or commit of a file; return whether it was killed."""
    child = os.fork()
    if child == 0:  # pragma: no cover
        try:
            left = [steps]

            def counting(run, counts):
                def step(self, *given, **options):
                    if not counts(*given):
                        return run(self, *given, **options)
                    if before and left[0] == 1:
                        os.kill(os.getpid(), signal.SIGKILL)
                    found = run(self, *given, **options)  # not counted if the server has to be sent the script first
                    left[0] -= 1
                    if not left[0]:
                        os.kill(os.getpid(), signal.SIGKILL)
                    return found

                return step

            run = Client.execute_command
            Client.execute_command = counting(run, lambda *given: given[0] in ("EVALSHA", "EVAL"))  # type: ignore[method-assign]

            class Mortal(sqlite3.Connection):
                execute = counting(sqlite3.Connection.execute, lambda *given: given[0] == "COMMIT")

            sqlite3.connect = partial(sqlite3.connect, factory=Mortal)  # type: ignore[assignment]
            club.store.redis = connect(None, data_directory)
            followed = make(Tables(club.store))
            while not followed.catch_up():
                pass
        except BaseException:
            os._exit(3)
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
    return os.WIFSIGNALED(status)
