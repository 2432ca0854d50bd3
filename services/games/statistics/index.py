"""Statistics index: one row for each finished game, and the sums of all rows.

Row, sums and checkpoint change in one step: a game counts exactly once, however often its records arrive. All data is
in one hash slot.
"""

import hashlib
import secrets
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from domain.title_loader import find_rulebooks, title_folders
from eventstore.errors import reading
from eventstore.valkey.connection import Client
from eventstore.valkey.scripts import script
from services.games.statistics.game_facts import GameFacts
from services.games.statistics.sums import COUNTS, changes, group

STATISTICS = "stele:{statistics}"
_PREFIX = f"{STATISTICS}:"
_MAKING = f"{_PREFIX}making"
_CHECKPOINTS = f"{_PREFIX}checkpoints"
_ROWS = f"{_PREFIX}rows"
_REVISIONS = f"{_PREFIX}revisions"
_MODEL = "2"
_TOGETHER = 10  # the store answers no other client while a script runs
_PER_READ = 200
_TIME_DIGITS = 15
_APPLY = Path(__file__).with_name("apply.lua")


class RowRecord(NamedTuple):
    """The row that a log record leads to (none: its game does not count); without a game id, only a checkpoint."""

    partition: int
    number: int
    game_id: str = ""
    row: GameFacts | None = None


class StatisticsIndex:
    """All rows and sums. Unreadable data raises `RecordDamaged`, named `STATISTICS`."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis
        self._model = _model()

    def making(self) -> str | None:
        """The id of the current build, new for each rebuild; none if it is of another model or of other titles."""
        found: Any = self._redis.get(_MAKING)
        making = (found or b"").decode(errors="replace")
        return making if making.partition(" ")[0] == self._model else None

    def checkpoints(self) -> dict[int, int]:
        """The number of the last counted log record, by partition."""
        with reading(STATISTICS):
            found: Any = self._redis.hgetall(_CHECKPOINTS)
            return {int(partition): int(number) for partition, number in found.items()}

    def apply(self, making: str, taken: Sequence[RowRecord]) -> bool:
        """Store the rows of these records, of each partition in its order; whether all are stored now.

        It stops if another process was at work: what follows in the logs must be read again from the checkpoints.
        """
        with reading(STATISTICS):
            for start in range(0, len(taken), _TOGETHER):
                some = taken[start : start + _TOGETHER]
                ids = [one.game_id for one in some]
                kept: Any = self._redis.hmget(_ROWS, ids)
                arguments = [making, _PREFIX]
                for record, old in zip(some, kept, strict=True):
                    arguments += _arguments(record, old)
                keys = (_MAKING, _CHECKPOINTS, _ROWS, _REVISIONS)
                if not script(_APPLY)(self._redis, keys, arguments):
                    return False
        return True

    def revision(self, rulebook: str) -> str:
        """A text that changes whenever the statistics of this title change."""
        found: Any = self._redis.hget(_REVISIONS, rulebook)
        return f"{self.making()} {(found or b'0').decode()}"

    def counts(self, rulebook: str, people: bool) -> dict[int, int]:
        """The number of games of this title, by number of players."""
        with reading(STATISTICS):
            found: Any = self._redis.hgetall(f"{_PREFIX}{COUNTS}")
            numbers: Counter[int] = Counter()
            for name, number in found.items():
                title, players, _scope = name.decode().rsplit(":", 2)
                groups = (group(rulebook, int(players), one) for one in _scopes(people))
                if title == rulebook and name.decode() in groups:
                    numbers[int(players)] += int(number)
            return dict(sorted(numbers.items()))

    def sums(self, rulebook: str, players: int, people: bool) -> Mapping[bytes, int]:
        """The sums of a title with this number of players."""
        return self._added([f"sums:{group(rulebook, players, one)}" for one in _scopes(people)])

    def at(self, rulebook: str, players: int, people: bool, situation: str) -> Mapping[bytes, int]:
        """The sums of a situation."""
        return self._added([f"at:{group(rulebook, players, one)}:{situation}" for one in _scopes(people)])

    def _added(self, names: Sequence[str]) -> Counter[bytes]:
        """These sums together."""
        added: Counter[bytes] = Counter()
        for name in names:
            found: Any = self._redis.hgetall(f"{_PREFIX}{name}")
            added.update({field: int(number) for field, number in found.items()})
        return added

    def rows(self, rulebook: str) -> Iterator[GameFacts]:
        """The rows of all counted games of this title, in the order of their ends."""
        with reading(STATISTICS):
            after = "-"
            while members := self._members(rulebook, after):
                after = f"({members[-1].decode()}"
                found: Any = self._redis.hmget(_ROWS, [one.partition(b":")[2] for one in members])
                yield from (_row(one) for one in found if one is not None)

    def _members(self, rulebook: str, after: str) -> list[bytes]:
        found: Any = self._redis.zrangebylex(f"{_PREFIX}of:{rulebook}", after, "+", 0, _PER_READ)
        return found  # type: ignore[no-any-return]

    def titles(self) -> list[str]:
        """The ids of all titles with games that were ever counted."""
        found: Any = self._redis.hkeys(_REVISIONS)
        return sorted(name.decode() for name in found)

    def agrees(self) -> bool:
        """Whether the sums are those of the rows, to the last field: they are added up again from the rows."""
        with reading(STATISTICS):
            wanted: Counter[tuple[str, str]] = Counter()
            for title in self.titles():
                for row in self.rows(title):
                    wanted += changes(row)
            stored = {(name, field): number for name, field, number in self._stored()}
            return stored == dict(wanted)

    def _stored(self) -> Iterator[tuple[str, str, int]]:
        for kind in (COUNTS, "sums:*", "at:*"):
            for name in self._redis.scan_iter(f"{_PREFIX}{kind}", 1000):
                found: Any = self._redis.hgetall(name)
                for field, number in found.items():
                    yield name.decode().removeprefix(_PREFIX), field.decode(), int(number)

    def clear(self) -> None:
        """Delete all rows and sums; the next reader of the logs rebuilds them."""
        # First another making, so that a late writer changes nothing; then the rest, which may be a lot.
        self._redis.set(_MAKING, f"- {secrets.token_hex(8)}")
        for name in self._redis.scan_iter(f"{_PREFIX}*", 1000):
            if name.decode() != _MAKING:
                self._redis.unlink(name)
        self._redis.set(_MAKING, f"{self._model} {secrets.token_hex(8)}")


def _scopes(people: bool) -> tuple[bool, ...]:
    """The groups of games that a question is about: those between persons only, or also all others.

    A game is in one of them, because the sums of situations that occur once are most of the statistics.
    """
    return (True,) if people else (True, False)


def _arguments(record: RowRecord, old: bytes | None) -> Iterator[Any]:
    """The arguments of `apply.lua` for a record, if the game's row is this old one."""
    yield from (record.partition, record.number)
    before, row = None if old is None else _row(old), record.row
    one = row or before
    if not record.game_id or one is None or before == row:
        yield from ("", "", "", "", "", "", "", 0)
        return
    assert row is None or before is None or row.rulebook == before.rulebook
    difference: Counter[tuple[str, str]] = Counter() if row is None else changes(row)
    if before is not None:
        difference.subtract(changes(before))
    changed = sorted((what, by) for what, by in difference.items() if by)
    yield from (
        record.game_id,
        "" if old is None else hashlib.sha1(old, usedforsecurity=False).hexdigest(),
        b"" if row is None else zlib.compress(msgspec.json.encode(row)),
        f"of:{one.rulebook}",
        "" if before is None else _member(before),
        "" if row is None else _member(row),
        one.rulebook,
        len(changed),
    )
    for (name, field), by in changed:
        yield from (name, field, by)


def _member(row: GameFacts) -> str:
    return f"{row.ended_at:0{_TIME_DIGITS}d}:{row.game}"


def _row(stored: bytes) -> GameFacts:
    try:
        return msgspec.json.decode(zlib.decompress(stored), type=GameFacts)
    except zlib.error as error:
        raise ValueError(str(error)) from error


def _model() -> str:
    """The model of the rows and sums: it changes with what any title counts and with its events, which answers are.

    Then all games are read again.
    """
    digest = hashlib.sha256(_MODEL.encode())
    for title, folder in title_folders().items():
        source = folder.joinpath("statistics.py")
        digest.update(title.encode() + b"\0" + (source.read_bytes() if source.is_file() else b"") + b"\0")
        events = find_rulebooks()[title].EVENTS
        digest.update(" ".join(f"{event.__name__} {event.VERSION}" for event in events).encode())
    return digest.hexdigest()[:16]
