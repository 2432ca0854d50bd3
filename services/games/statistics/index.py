"""Statistics index: one row for each finished game, and the sums of all rows, which change with it in one step."""

import hashlib
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from domain.title_loader import find_rulebooks, title_folders
from eventstore.errors import reading
from eventstore.projection import ReadModel
from eventstore.valkey.connection import Client
from services.games.statistics.game_facts import GameFacts
from services.games.statistics.sums import COUNTS, changes, group

STATISTICS = "stele:{statistics}"
_PREFIX = f"{STATISTICS}:"
_ROWS = f"{_PREFIX}rows"
_REVISIONS = f"{_PREFIX}revisions"
_MODEL = "2"
_TOGETHER = 10  # the store answers no other client while a script runs
_PER_READ = 200
_TIME_DIGITS = 15
_APPLY = Path(__file__).with_name("apply.lua")


class StatisticsIndex(ReadModel[GameFacts]):
    """All rows and sums. Unreadable data raises `RecordDamaged`, named `STATISTICS`."""

    def __init__(self, redis: Client) -> None:
        super().__init__(redis, STATISTICS, _APPLY, _TOGETHER)
        self._version = _version()

    def version(self) -> str:
        """The version of what is counted, and of the titles that are."""
        return self._version

    def stored(self, game_id: str, fact: GameFacts | None) -> tuple[bytes, dict[str, Any]]:
        """The row, and what `apply.lua` needs to change the sums if it replaces the one that is stored now."""
        old: Any = self._redis.hget(_ROWS, game_id)
        return _stored(fact, old)

    def revision(self, rulebook: str) -> str:
        """A text that changes whenever the statistics of this title change."""
        found: Any = self._redis.hget(_REVISIONS, rulebook)
        return f"{self.build()} {(found or b'0').decode()}"

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


def _scopes(people: bool) -> tuple[bool, ...]:
    """The groups of games that a question is about: those between persons only, or also all others.

    A game is in one of them, because the sums of situations that occur once are most of the statistics.
    """
    return (True,) if people else (True, False)


def _stored(row: GameFacts | None, old: bytes | None) -> tuple[bytes, dict[str, Any]]:
    """This row as it is stored, and the rest of the change from the old one."""
    before = None if old is None else _row(old)
    one = row or before
    if one is None or before == row:
        return b"", {}
    assert row is None or before is None or row.rulebook == before.rulebook
    difference: Counter[tuple[str, str]] = Counter() if row is None else changes(row)
    if before is not None:
        difference.subtract(changes(before))
    rest = {
        "old": "" if old is None else hashlib.sha1(old, usedforsecurity=False).hexdigest(),
        "title": one.rulebook,
        "old_member": "" if before is None else _member(before),
        "member": "" if row is None else _member(row),
        "sums": sorted([what, field, by] for (what, field), by in difference.items() if by),
    }
    return b"" if row is None else zlib.compress(msgspec.json.encode(row)), rest


def _member(row: GameFacts) -> str:
    return f"{row.ended_at:0{_TIME_DIGITS}d}:{row.game}"


def _row(stored: bytes) -> GameFacts:
    try:
        return msgspec.json.decode(zlib.decompress(stored), type=GameFacts)
    except zlib.error as error:
        raise ValueError(str(error)) from error


def _version() -> str:
    """The version of the rows and sums: it changes with what any title counts and with its events, which answers are.

    Then all games are read again.
    """
    digest = hashlib.sha256(_MODEL.encode())
    for title, folder in title_folders().items():
        source = folder.joinpath("statistics.py")
        digest.update(title.encode() + b"\0" + (source.read_bytes() if source.is_file() else b"") + b"\0")
        events = find_rulebooks()[title].EVENTS
        digest.update(" ".join(f"{event.__name__} {event.VERSION}" for event in events).encode())
    return digest.hexdigest()[:16]
