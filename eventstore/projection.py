"""Projections: read models that are kept up to date from the partitions' logs.

Each query brings its read model up to date first, with or without a worker. Data and checkpoint change in one step,
so a record counts exactly once, however many processes follow. An unreadable model, one of another version, and one
that claims more than was recorded are made anew from the logs. On a full disk nothing is written: a model is as it was.
"""

import logging
import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from eventstore.disk_space import DiskSpace
from eventstore.errors import RecordDamaged, reading
from eventstore.log import MOST_AT_ONCE, LogReader, LogRecord
from eventstore.valkey.connection import Client
from eventstore.valkey.scripts import script

F = TypeVar("F")
R = TypeVar("R")
_FOLLOW = Path(__file__).with_name("projection.lua")
_CLEAR = script(Path(__file__).with_name("projection_clear.lua"))
_log = logging.getLogger("stele.record")


class Change(NamedTuple, Generic[F]):
    """The effect of a log record on a read model: the new fact about its game (none: there is none any longer).

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
    """The data of a read model, all in one hash slot. Unreadable data raises `RecordDamaged` with its `name`.

    `apply` is a Lua file with the function that changes the data of one game.
    """

    def __init__(self, redis: Client, name: str, apply: Path, together: int = 100) -> None:
        self.name = name
        self._redis = redis
        self._prefix = f"{name}:"
        self._build = f"{name}:making"
        self._checkpoints = f"{name}:checkpoints"
        self._apply = script(apply, _FOLLOW)
        self._together = together  # the store answers no other client while a script runs

    @abstractmethod
    def version(self) -> str:
        """The version of the data, without spaces: data of another one are made anew."""

    @abstractmethod
    def stored(self, game_id: str, fact: F | None) -> tuple[bytes, Any]:
        """The document that is stored for this game with this fact (empty: none), and the rest for the Lua function."""

    def build(self) -> str | None:
        """The id of the current build, new whenever the model is made anew; none if it is of another version.

        Changes for another build are refused, so that a late writer cannot add one fact before the earlier ones.
        """
        found: Any = self._redis.get(self._build)
        build = (found or b"").decode(errors="replace")
        return build if build.partition(" ")[0] == self.version() else None

    def checkpoints(self) -> dict[int, int]:
        """The number of the last record that counts, by partition."""
        with reading(self.name):
            found: Any = self._redis.hgetall(self._checkpoints)
            checkpoints = {int(partition): int(number) for partition, number in found.items()}
            if any(number < 0 for number in checkpoints.values()):
                raise ValueError("a checkpoint is below 0")
            return checkpoints

    def apply(self, build: str, changes: Sequence[Change[F]]) -> int | None:
        """Store these changes, of each partition in its order; the number of new ones.

        None if it stopped before the end, because another process was at work: the rest must be read again.
        """
        taken = 0
        with reading(self.name):
            for start in range(0, len(changes), self._together):
                some = changes[start : start + self._together]
                arguments: list[Any] = [build, self._prefix]
                for partition, number, game_id, fact in some:
                    document, rest = self.stored(game_id, fact) if game_id else (b"", {})
                    arguments += (partition, number, game_id, document, msgspec.msgpack.encode(rest))
                new = self._apply(self._redis, (self._build, self._checkpoints), arguments)
                if new < 0:
                    return None
                taken += new
        return taken

    def clear(self) -> str:
        """Delete all data, to be made anew from the logs; the id of the new build."""
        while True:
            # Without a build nothing is written, so all names can be found before they are deleted together. A
            # deletion that another process has begun is carried on.
            found: Any = self._redis.get(self._build)
            mark = (found or b"").decode(errors="replace")
            if not mark.startswith("- "):
                mark = f"- {secrets.token_hex(8)}"
                self._redis.set(self._build, mark)
            build = f"{self.version()} {secrets.token_hex(8)}"
            names = {name.decode() for name in self._redis.scan_iter(f"{self._prefix}*", 1000)} - {self._build}
            if _CLEAR(self._redis, [self._build, *names], [mark, build]):
                return build
            if other := self.build():
                return other


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
        """Follow the logs for so long; whether their end was reached. `told` gets the numbers of records taken."""
        if self._room is not None and self._room.is_full:
            return False
        until = time.monotonic() + seconds
        build = self._model.build()
        if build is None:
            build = self._model.clear()
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
            build = self._model.build() or self._model.clear()
        self._settle()
        return True

    def rebuild(self, told: Callable[[int, int], object] = lambda _done, _all: None) -> int:
        """Make the model anew from the logs; the number of records. `told` gets progress and total.

        Raises `DiskFull`.
        """
        self.clear()
        heads, done = sum(self._log.heads().values()), 0

        def count(taken: int) -> None:
            nonlocal done
            done += taken
            told(done, max(heads, done))

        self.catch_up(told=count)
        return done

    def soundly(self, ask: Callable[[], R], seconds: float = float("inf")) -> R:
        """The answer to this question; if the data is unreadable, make it anew for so long, and ask again.

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
        """Delete the data; the next follower makes them anew. Raises `DiskFull`."""
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
