"""Projections: read models that are kept up to date from the partitions' logs.

Each query brings its read model up to date first, with or without a worker. Data and checkpoint change in one step, so
a record counts exactly once, however many processes follow. An unreadable model, one of another version, and one that
claims more than was recorded are rebuilt from the logs. On a full disk nothing is written, and a model stays as it was.

Data that is read all the time is in the database (`MemoryModel`); data that grows with every finished game and is
seldom read is in a file (`FileModel`). Neither is part of a backup, because both follow from the record.
"""

import hashlib
import itertools
import logging
import secrets
import sqlite3
import time
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from eventstore.disk_space import DiskSpace
from eventstore.errors import RecordDamaged, reading
from eventstore.keys import SLOTS, slot_of
from eventstore.log import MOST_AT_ONCE, LogReader, LogRecord
from eventstore.valkey.connection import Client, StoreUnavailable
from eventstore.valkey.scripts import script

F = TypeVar("F")
R = TypeVar("R")
_FOLLOW = Path(__file__).with_name("projection.lua")
_CLEAR = script(Path(__file__).with_name("projection_clear.lua"))
_log = logging.getLogger("stele.record")

FILES = "read-models"
"""The folder of the read models' files in a data directory."""

_TOGETHER = 100  # the store answers no other client while a script runs
_PATIENCE_SECONDS = 30.0
_CHECKPOINTS = "CREATE TABLE IF NOT EXISTS checkpoints (partition INTEGER PRIMARY KEY, number INTEGER NOT NULL)"
_SPREAD = 16
"""The name of a part is at most a sixteenth of the distance between two parts away from its slot."""


@cache
def part_names(name: str, parts: int) -> tuple[str, ...]:
    """The names of a read model's parts, in hash slots at equal distances; the first is the model's own name."""
    length = SLOTS / parts

    def placed(part: int) -> str:
        names = (f"{name.removesuffix('}')}-{number}}}" for number in itertools.count(1))
        middle = (part + 0.5) * length
        return next(one for one in names if abs(slot_of(one) - middle) <= length / _SPREAD)

    return name, *map(placed, range(1, parts))


class Change(NamedTuple, Generic[F]):
    """The effect of a log record on a read model: the new fact about its game, or none if there is no longer a fact.

    Without a game id only the checkpoint moves on.
    """

    partition: int
    number: int
    game_id: str = ""
    fact: F | None = None


def with_checkpoints(records: Sequence[LogRecord], changes: Sequence[Change[F]]) -> list[Change[F]]:
    """These changes, and for each partition one that only moves its checkpoint to the last of the records."""
    passed = {one.partition: one.number for one in records}
    return [*changes, *(Change(partition, number) for partition, number in passed.items())]


class ReadModel(ABC, Generic[F]):
    """The data of a read model. Unreadable data raises `RecordDamaged` with its `name`.

    The id of its build is in the database, whose other processes see a rebuild there. Here is also what another
    version may have stored of it. The model is divided into `parts`, each in a hash slot and with a build of its own;
    the id of the whole has those of all, line by line.
    """

    def __init__(self, redis: Client, name: str, parts: int = 1) -> None:
        self.name = name
        self._redis = redis
        self.prefixes = [f"{part}:" for part in part_names(name, parts)]

    @abstractmethod
    def version(self) -> str:
        """The version of the data, without spaces; data of another version is rebuilt."""

    @abstractmethod
    def checkpoints(self) -> dict[int, int]:
        """The number of the last record that counts, by partition."""

    @abstractmethod
    def apply(self, build: str, changes: Sequence[Change[F]]) -> int | None:
        """Store these changes, in the order of each partition, and return the number of new ones.

        None if it stopped before the end, because another process was at work; the rest must be read again.
        """

    def build(self) -> str | None:
        """The id of the current build, new whenever the model is rebuilt; none if it is of another version.

        Changes for another build are refused, so that a late writer cannot add one fact before the earlier ones.
        """
        build = self._last_build()
        return build if all(map(self._is_current, build.split("\n"))) else None

    def clear(self, *, everything: bool = True) -> str:
        """Delete all data, or the parts of another version, to be rebuilt from the logs; the id of the new build."""
        prefixes = self.prefixes if everything else self._outdated()
        while prefixes:
            # Without a build nothing is written, so all names can be found before those of a part are deleted together.
            # The first part is the last: until then nothing new can follow from the others.
            marks = {prefix: self._mark(prefix) for prefix in reversed(prefixes)}
            names: dict[str, list[str]] = {prefix: [_build_name(prefix)] for prefix in prefixes}
            for name in self._redis.scan_iter(f"{self.name.removesuffix('}')}*", 1000):
                prefix = name[: name.find(b"}") + 2].decode()
                if prefix in names and name.decode() != _build_name(prefix):
                    names[prefix].append(name.decode())
            for prefix, mark in marks.items():
                _CLEAR(self._redis, names[prefix], [mark, f"{self._divided_version} {secrets.token_hex(8)}"])
            prefixes = self._outdated()
        return self._last_build()

    def _mark(self, prefix: str) -> str:
        """Begin to delete this part, or carry on what another process has begun; the id of the deletion."""
        mark = self._last_build(prefix)
        if not mark.startswith("- "):
            mark = f"- {secrets.token_hex(8)}"
            self._redis.set(_build_name(prefix), mark)
        return mark

    def _outdated(self) -> list[str]:
        """The parts without a build of this version, and with them the first, which may follow from all."""
        builds = zip(self.prefixes, self._last_build().split("\n"), strict=True)
        found = [prefix for prefix, build in builds if not self._is_current(build)]
        return list(dict.fromkeys((self.prefixes[0], *found))) if found else []

    @property
    def _divided_version(self) -> str:
        """The version of the data, and of their division."""
        return self.version() if len(self.prefixes) == 1 else f"{self.version()}/{len(self.prefixes)}"

    def _is_current(self, build: str) -> bool:
        return build.partition(" ")[0] == self._divided_version

    def _last_build(self, *prefixes: str) -> str:
        """The id of the current build of whatever version, or what is there instead, of these parts or of all."""
        found = self._redis.ask_all([("GET", _build_name(prefix)) for prefix in prefixes or self.prefixes])
        return "\n".join((build or b"").decode(errors="replace").replace("\n", " ") for build in found)


Place = tuple[bytes, int]
"""A game in a list: its member there, which is a time, a colon and the game's id, and its part of the model."""


def game_of(member: bytes) -> str:
    """The id of the game with this member in a list."""
    return member.partition(b":")[2].decode()


def _build_name(prefix: str) -> str:
    return f"{prefix}making"


class MemoryModel(ReadModel[F]):
    """A read model in the database: what is asked for all the time.

    On one server it is in one hash slot. In a cluster it is divided into parts, so that its memory is shared among the
    servers: the games of a partition are in one part. `apply` is a Lua file with the function that changes the data of
    one game.
    """

    def __init__(self, redis: Client, name: str, apply: Path) -> None:
        super().__init__(redis, name, redis.parts)
        self._apply = script(apply, _FOLLOW)

    @abstractmethod
    def stored(self, game_id: str, fact: F | None) -> tuple[bytes, Any]:
        """The document to store for this game with this fact (empty: none), and the other arguments of the Lua
        function.
        """

    def checkpoints(self) -> dict[int, int]:
        """The number of the last record that counts, by partition."""
        with reading(self.name):
            found = self.ask_parts(lambda prefix: ("HGETALL", _checkpoints_name(prefix)))
            checkpoints = {int(partition): int(number) for one in found for partition, number in one.items()}
            if any(number < 0 for number in checkpoints.values()):
                raise ValueError("a checkpoint is below 0")
            return checkpoints

    def ask_parts(self, question: Callable[[str], tuple[Any, ...]]) -> list[Any]:
        """The replies to a command for each part, made from its prefix, in one round; an error is raised."""
        return self.ask_each(list(map(question, self.prefixes)))

    def ask_each(self, questions: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The replies to these commands in one round; an error is raised."""
        replies = self._redis.ask_each(questions)
        for reply in replies:
            if isinstance(reply, Exception):
                raise reply
        return replies

    def members(self, command: str, name: str, *rest: Any) -> list[Place]:
        """The games that this command gives for the lists of this name in all parts, lowest member first."""
        replies = self.ask_parts(lambda prefix: (command, prefix + name, *rest))
        return sorted((member, part) for part, reply in enumerate(replies) for member in reply)

    def values(self, name: str, places: Sequence[Place]) -> list[bytes]:
        """The values that the hashes of this name have for these games, in this order, without games that are gone."""
        games: dict[int, list[str]] = defaultdict(list)
        for member, part in places:
            games[part].append(game_of(member))
        asked = [("HMGET", self.prefixes[part] + name, *own) for part, own in games.items()]
        replies = dict(zip(games, map(iter, self.ask_each(asked)), strict=True))
        found = (next(replies[part]) for _member, part in places)
        return [one for one in found if one is not None]

    def apply(self, build: str, changes: Sequence[Change[F]]) -> int | None:
        """Store these changes, some together in each call of the script."""
        taken, builds = 0, build.split("\n")
        of_part: dict[int, list[Change[F]]] = defaultdict(list)
        for change in changes:
            of_part[change.partition % len(self.prefixes)].append(change)
        with reading(self.name):
            for part, own in of_part.items():
                for start in range(0, len(own), _TOGETHER):
                    new = self._store(self.prefixes[part], builds[part], own[start : start + _TOGETHER])
                    if new < 0:
                        return None
                    taken += new
        return taken

    def _store(self, prefix: str, build: str, changes: Sequence[Change[F]]) -> int:
        arguments: list[Any] = [build, prefix]
        for partition, number, game_id, fact in changes:
            document, rest = self.stored(game_id, fact) if game_id else (b"", {})
            arguments += (partition, number, game_id, document, msgspec.msgpack.encode(rest))
        return int(self._apply(self._redis, (_build_name(prefix), _checkpoints_name(prefix)), arguments))


def _checkpoints_name(prefix: str) -> str:
    return f"{prefix}checkpoints"


class FileModel(ReadModel[F]):
    """A read model in an SQLite file of the data directory, for data that grows with every finished game.

    Several machines have a file each, which their own processes keep up to date. `tables` creates the tables where they
    are missing. A file belongs to one build and is named after it.
    """

    def __init__(self, redis: Client, name: str, directory: Path, tables: str) -> None:
        super().__init__(redis, name)
        self._directory = directory / FILES
        self._stem = name.removeprefix("stele:").strip("{}")
        self._tables = f"{tables};{_CHECKPOINTS}"

    @abstractmethod
    def store(self, file: sqlite3.Connection, game_id: str, fact: F | None) -> None:
        """Store this fact of the game, in the place of an earlier one."""

    def checkpoints(self) -> dict[int, int]:
        """The number of the last record that counts here, by partition."""
        with self.opened() as file:
            return _counted(file)

    def apply(self, build: str, changes: Sequence[Change[F]]) -> int | None:
        """Store these changes in one transaction."""
        taken = 0
        path = self._path(build)
        if self.build() != build or not path.exists():
            return None
        with self._transaction(path) as file:
            file.execute("BEGIN IMMEDIATE")
            counted = _counted(file)
            for partition, number, game_id, fact in changes:
                if number > counted.get(partition, 0):
                    if game_id:
                        self.store(file, game_id, fact)
                    counted[partition] = number
                    taken += 1
            file.executemany("INSERT OR REPLACE INTO checkpoints VALUES (?, ?)", counted.items())
        return taken

    @contextmanager
    def opened(self) -> Iterator[sqlite3.Connection]:
        """The file of the current build, of any version, for reading."""
        build = self._last_build()
        while not self._path(build).exists():
            self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            earlier = set(self._directory.glob(f"{self._stem}-*")) - {self._path(build)}
            # If this is the current build only now, none of these files is of a later one.
            build, before = self._last_build(), build
            if build == before:
                for one in earlier:
                    one.unlink(missing_ok=True)
                break
        with self._transaction(self._path(build)) as file:
            yield file

    @contextmanager
    def _transaction(self, path: Path) -> Iterator[sqlite3.Connection]:
        """This file, with its tables, in a transaction: changes are kept unless there is an error."""
        with reading(self.name):
            try:
                # A connection of its own for each use: a process may fork, and the next build has another file.
                with closing(sqlite3.connect(path, _PATIENCE_SECONDS, isolation_level=None)) as file:
                    file.executescript(self._tables)
                    yield file
                    if file.in_transaction:
                        file.execute("COMMIT")
            except sqlite3.OperationalError as error:  # such as a full disk, or no right to write
                raise StoreUnavailable(f"{path}: {error}") from error

    def _path(self, build: str) -> Path:
        return self._directory / f"{self._stem}-{hashlib.sha256(build.encode()).hexdigest()[:16]}.sqlite"


def _counted(file: sqlite3.Connection) -> dict[int, int]:
    return {partition: int(number) for partition, number in file.execute("SELECT partition, number FROM checkpoints")}


class Projection(Generic[F]):
    """Keeps a read model up to date: `fold` gives the changes that follow from some log records.

    `room` checks the free disk space. The changes of a `portion` of ended games are stored together. `settle` is called
    whenever the end of the logs is reached.
    """

    def __init__(
        self,
        model: ReadModel[F],
        log: LogReader,
        fold: Callable[[Sequence[LogRecord]], Sequence[Change[F]]],
        room: DiskSpace | None,
        portion: int = 500,
        settle: Callable[[], object] = lambda: None,
    ) -> None:
        self._model = model
        self._log = log
        self._fold = fold
        self._room = room
        self._portion = portion
        self._settle = settle
        self._is_known_to_follow = False

    def catch_up(self, seconds: float = float("inf"), told: Callable[[int], object] = lambda _taken: None) -> bool:
        """Follow the logs for so long, and return whether their end was reached. `told` gets the numbers of records."""
        if self._room is not None and self._room.is_full:
            return False
        until = time.monotonic() + seconds
        build = self._model.build()
        if build is None:
            build = self._model.clear(everything=False)
        elif not self._is_known_to_follow:
            self._log.check_that_follows(self._model.name, self._model.checkpoints())
        self._is_known_to_follow = True
        while records := self._log.read_since(self._model.checkpoints()):
            for some in self._portions(records):
                if self._model.apply(build, self._fold(some)) is None:
                    break
                told(len(some))
                if time.monotonic() > until:
                    return False
            else:
                if len(records) < MOST_AT_ONCE:
                    break  # what has come meanwhile was recorded after the question
            build = self._model.build() or self._model.clear(everything=False)
        self._settle()
        return True

    def rebuild(self, told: Callable[[int, int], object] = lambda _done, _all: None) -> int:
        """Rebuild the model from the logs, and return the number of records. `told` gets progress and total.

        Raises `DiskFull`.
        """
        self.clear()
        records, done = self._log.length(), 0

        def count(taken: int) -> None:
            nonlocal done
            done += taken
            told(done, max(records, done))

        self.catch_up(told=count)
        return done

    def soundly(self, ask: Callable[[], R], seconds: float = float("inf")) -> R:
        """The answer to this question; if the data is unreadable, rebuild it for so long, and ask again.

        Raises `DiskFull` if there is no space to do so.
        """
        try:
            return ask()
        except RecordDamaged as damage:
            _log.critical("The data of %s is damaged and is rebuilt: %s.", self._model.name, damage)
            self.clear()
            self.catch_up(seconds)
            return ask()

    def clear(self) -> None:
        """Delete the data; the next follower rebuilds them. Raises `DiskFull`."""
        if self._room is not None:
            self._room.check_for_move()
        self._model.clear()

    def behind(self) -> int:
        """The number of log records that are not yet counted."""
        counted = self._model.checkpoints()
        return sum(max(0, head - counted.get(partition, 0)) for partition, head in self._log.heads().items())

    def _portions(self, records: Sequence[LogRecord]) -> Iterator[Sequence[LogRecord]]:
        """These records in portions with a few ended games each, between which the time is looked at."""
        portion: list[LogRecord] = []
        ended = 0
        for record in records:
            portion.append(record)
            ended += record.closed
            if ended == self._portion:
                yield portion
                portion, ended = [], 0
        if portion:
            yield portion
