"""Logs of the partitions: every append adds one record to a log, in order and without gaps.

A read model stores its checkpoints and uses `LogReader`: each record counts exactly once. Side effects use
`LogFollower`: each record is delivered at least once to one consumer of a group, even if another has crashed.

A long log is shortened at its beginning. A reader that begins there gets one record of each game in place of all the
removed ones: the last of them, with the game's present end. Read models follow from the games, so the result is the
same.
"""

import logging
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from redis.exceptions import ResponseError

from eventstore.entries import BEGINNING, Position, parse_position
from eventstore.errors import RecordDamaged
from eventstore.keys import GameNames, log_games_name, log_head_name, log_name, settled_name
from eventstore.valkey.connection import LONGEST_WAIT_SECONDS, Client
from eventstore.valkey.scripts import script

LOOK_BACK_SECONDS = 2.0
TOGETHER_SECONDS = 0.2
"""While records arrive steadily, the writes of this period are combined into one."""
MOST_AT_ONCE = 500
_BEYOND_ALL = "18446744073709551615-0"
_SHORTEN = script(Path(__file__).with_name("log_shorten.lua"))
_log = logging.getLogger("stele.record")


class LogRecord(Struct, frozen=True):
    """One append: the game and the positions of its first and last entry. `closed`: it ended the game.

    An unreadable record has its number and no game.
    """

    partition: int
    number: int
    game_id: str
    from_position: Position
    to_position: Position
    closed: bool


def shorten(redis: Client, partition: int, kept: int, most: int) -> int:
    """Remove the earliest records of a log that has more than this number, at most `most` at a time, and return how
    many were removed.
    """
    return int(_SHORTEN(redis, (log_name(partition), log_games_name(partition)), (kept, most)))


class LogReader:
    """Reads the logs of all partitions from given checkpoints."""

    def __init__(self, redis: Client, partitions: int) -> None:
        self._redis = redis
        self._partitions = range(partitions)

    def read_since(self, checkpoints: Mapping[int, int], most_per_partition: int = MOST_AT_ONCE) -> list[LogRecord]:
        """The records after each partition's checkpoint (none: from the start), in each partition's order.

        Returns at most `most_per_partition` of each at a time; read until it returns nothing.
        """
        return self._read(checkpoints, most_per_partition, 0)

    def wait(self, checkpoints: Mapping[int, int], seconds: float) -> list[LogRecord]:
        """The records after these checkpoints as soon as there are any; none after the time-out."""
        return self._read(checkpoints, MOST_AT_ONCE, min(seconds, LONGEST_WAIT_SECONDS))

    def _read(self, checkpoints: Mapping[int, int], count: int, wait_seconds: float) -> list[LogRecord]:
        streams = {log_name(partition): f"{checkpoints.get(partition, 0)}-0" for partition in self._partitions}
        records = _records(self._redis.read_streams(streams, count, wait_seconds))
        return _settled(self._redis, self._with_earlier(records, checkpoints, count))

    def _with_earlier(self, records: list[LogRecord], checkpoints: Mapping[int, int], count: int) -> list[LogRecord]:
        """These records, preceded by one record of each game in the removed parts of the logs."""
        firsts: dict[int, int] = {}
        for record in records:
            firsts.setdefault(record.partition, record.number)
        earlier: list[LogRecord] = []
        for partition, first in firsts.items():
            after = checkpoints.get(partition, 0)
            if first > after + 1:
                found = self._earlier(partition, after, first, count)
                earlier += found
                if len(found) == count:  # these come first, and perhaps more of them
                    records = [record for record in records if record.partition != partition]
        return [*earlier, *records]

    def _earlier(self, partition: int, after: int, before: int, count: int) -> list[LogRecord]:
        """For each game in the removed records between these numbers, its last record, with the game's present end."""
        name = log_games_name(partition)
        found: Any = self._redis.zrangebyscore(name, f"({after}", f"({before}", 0, count, withscores=True)
        ids = [game.decode(errors="replace") for game, _number in found]
        heads = self._redis.ask_all(
            [("HMGET", GameNames(game_id, len(self._partitions)).head, "position", "closed") for game_id in ids]
        )
        return [
            _record(partition, int(number), {b"game": game, b"from": b"1-0", b"to": to or b"1-0", b"closed": closed})
            for (game, number), (to, closed) in zip(found, heads, strict=True)
        ]

    def heads(self) -> dict[int, int]:
        """The number of each partition's last record."""
        found = self._redis.ask_all([("GET", log_head_name(partition)) for partition in self._partitions])
        return {
            partition: int(number) if number.isdigit() else self._last_of(partition)
            for partition, number in zip(self._partitions, (number or b"0" for number in found), strict=True)
        }

    def length(self) -> int:
        """The number of records that a reader gets from the start."""
        asked = ((("XLEN", log_name(one)), ("ZCARD", log_games_name(one))) for one in self._partitions)
        return sum(self._redis.ask_all([question for both in asked for question in both]))

    def within(self, checkpoints: Mapping[int, int]) -> dict[int, int]:
        """These checkpoints, limited to the ends of their logs; a server that lost the end of its file continues
        counting there.
        """
        ends = self.heads()
        return {partition: min(number, ends[partition]) for partition, number in checkpoints.items()}

    def check_that_follows(self, read_model: str, checkpoints: Mapping[int, int]) -> None:
        """Raise `RecordDamaged` if a read model is ahead of a log, because it would miss the next records."""
        for partition, number in checkpoints.items():
            if number and self.read_one(partition, number) is None and not self.is_shortened(partition, number):
                raise RecordDamaged(read_model, f"it claims record {number} of the log of partition {partition}")

    def is_shortened(self, partition: int, number: int) -> bool:
        """Whether the log begins after this number, because its earlier records are gone."""
        found: Any = self._redis.xrange(log_name(partition), count=1)
        return bool(found) and number < int(found[0][0].partition(b"-")[0])

    def _last_of(self, partition: int) -> int:
        """The number of the log's last record, used when its head is damaged."""
        last: Any = self._redis.xrevrange(log_name(partition), count=1)
        return int(last[0][0].partition(b"-")[0]) if last else 0

    def read_one(self, partition: int, number: int) -> LogRecord | None:
        """The record with this number, or none."""
        name = log_name(partition)
        try:
            found = self._redis.xrange(name, f"{number}-0", f"{number}-0")
        except ResponseError as error:
            if not str(error).startswith("WRONGTYPE"):
                raise
            return None
        return next(iter(_records([(name.encode(), found)])), None)

    def game_ids(self) -> set[str]:
        """The ids of all games that are or were in the logs."""
        found: set[str] = set()
        checkpoints: dict[int, int] = {}
        while records := self.read_since(checkpoints):
            found.update(record.game_id for record in records if record.game_id)
            checkpoints.update((record.partition, record.number) for record in records)
        return found


class LogFollower:
    """One consumer of a group that shares the records of all partitions among its consumers.

    A record that was taken and not `done` is delivered again, to the same consumer when it restarts, or to another one
    if it is still not done after `patience_seconds`.
    """

    def __init__(
        self,
        redis: Client,
        partitions: int,
        group: str,
        consumer: str,
        patience_seconds: float = 60.0,
    ) -> None:
        self._redis = redis
        self._group = group
        self._consumer = consumer
        self._patience_seconds = patience_seconds
        self._partitions = range(partitions)
        self._unfinished: dict[str, str] = {}
        self._done: list[LogRecord] = []
        self._acknowledge_at = 0.0
        self._look_back_at = 0.0
        self._look_for_abandoned_at = 0.0
        self._make_groups()

    def next(self, block_seconds: float, count: int = 100) -> list[LogRecord]:
        """The next records: this consumer's unfinished ones first, then abandoned ones of others, then new ones.

        Waits up to `block_seconds` if there are none. `count` is the maximum per partition.
        """
        try:
            return self._next(block_seconds, count)
        except ResponseError as error:
            if not str(error).startswith("NOGROUP"):
                raise
            self._make_groups()
            return self._next(block_seconds, count)

    def done(self, records: Sequence[LogRecord]) -> bool:
        """Acknowledge these records, whose effect is complete, so that they are not delivered again.

        While more records arrive, the acknowledgements of `TOGETHER_SECONDS` are sent together. Returns whether they
        were sent now.
        """
        self._done += records
        if records and time.monotonic() < self._acknowledge_at:
            return False
        self._acknowledge()
        return True

    def give_sign(self) -> None:
        """Show that this consumer is alive while it works; nothing is taken or written."""
        self._read({log_name(0): _BEYOND_ALL}, 1, 0)

    def _acknowledge(self) -> None:
        numbers: dict[int, list[str]] = defaultdict(list)
        for record in self._done:
            numbers[record.partition].append(f"{record.number}-0")
        if numbers:
            self._redis.ask_all([("XACK", log_name(one), self._group, *own) for one, own in numbers.items()])
            self._done = []
            self._acknowledge_at = time.monotonic() + TOGETHER_SECONDS

    def _next(self, block_seconds: float, count: int) -> list[LogRecord]:
        if unfinished := self._own_unfinished(count):
            return unfinished
        if abandoned := self._abandoned(count):
            return abandoned
        wait = min(block_seconds, LONGEST_WAIT_SECONDS)
        if self._done:
            wait = min(wait, self._acknowledge_at - time.monotonic())
        return self._read(dict.fromkeys(map(log_name, self._partitions), ">"), count, wait)

    def _own_unfinished(self, count: int) -> list[LogRecord]:
        """The records that were delivered to this consumer and are not done; empty once all have been returned.

        The consumer took them before it restarted, or their delivery was lost when a server went down and the client
        silently repeated the call. Because of the latter this looks back from time to time.
        """
        if not self._unfinished:
            if time.monotonic() < self._look_back_at:
                return []
            self._look_back_at = time.monotonic() + LOOK_BACK_SECONDS
            self._acknowledge()
            self._unfinished = dict.fromkeys(map(log_name, self._partitions), "0")
        records = self._read(self._unfinished, count, 0)
        self._unfinished = {log_name(record.partition): f"{record.number}-0" for record in records}
        return records

    def _abandoned(self, count: int) -> list[LogRecord]:
        """Take over the records that other consumers took too long ago."""
        if time.monotonic() < self._look_for_abandoned_at:
            return []
        records: list[LogRecord] = []
        patience = int(self._patience_seconds * 1000)
        for name in map(log_name, self._partitions):
            claimed: Any = self._redis.xautoclaim(name, self._group, self._consumer, patience, "0-0", count)
            records += _records([(name.encode(), claimed[1])])
        if not records:
            self._look_for_abandoned_at = time.monotonic() + self._patience_seconds / 4
        return records

    def _read(self, streams: dict[str, str], count: int, wait_seconds: float) -> list[LogRecord]:
        found = self._redis.read_streams(streams, count, wait_seconds, (self._group, self._consumer))
        return _settled(self._redis, _records(found))

    def _make_groups(self) -> None:
        for name in map(log_name, self._partitions):
            try:
                self._redis.xgroup_create(name, self._group, id="0", mkstream=True)
            except ResponseError as error:
                if not str(error).startswith("BUSYGROUP"):
                    raise


def _settled(redis: Client, records: list[LogRecord]) -> list[LogRecord]:
    """These records, once the required replicas have them, or `NotReplicated`.

    If a counted record is lost with its server, its reader would skip the next record with the same number.
    """
    redis.settle(dict.fromkeys(settled_name(record.partition) for record in records))
    return records


def _records(found: Any) -> list[LogRecord]:
    """The records in the server's reply, without deleted ones."""
    return [
        _record(_partition(name), int(stream_id.partition(b"-")[0]), fields)
        for name, records in found or ()
        for stream_id, fields in records
        if fields
    ]


def _record(partition: int, number: int, fields: Mapping[bytes, bytes]) -> LogRecord:
    try:
        return LogRecord(
            partition,
            number,
            fields[b"game"].decode(),
            parse_position(fields[b"from"].decode()),
            parse_position(fields[b"to"].decode()),
            fields[b"closed"] == b"1",
        )
    except (KeyError, ValueError) as error:
        _log.critical("Record %d in the log of partition %d cannot be read: %s.", number, partition, error)
        return LogRecord(partition, number, "", BEGINNING, BEGINNING, False)


def _partition(name: bytes) -> int:
    return int(name[name.index(b"{p") + 2 : name.index(b"}")])
