"""Statistics index: one row for each finished game, and the sums of all rows, which change with it in one step."""

import hashlib
import sqlite3
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from domain.title_loader import find_rulebooks, title_folders
from eventstore.errors import reading
from eventstore.projection import FileModel
from eventstore.valkey.connection import Client
from services.games.statistics.game_facts import GameFacts
from services.games.statistics.sums import COUNTS, Change, Example, Kind, changes, group, kind_of

STATISTICS = "stele:{statistics}"
_MODEL = "5"
_TABLES = """
CREATE TABLE IF NOT EXISTS rows (game TEXT PRIMARY KEY, title TEXT, ended_at INTEGER, facts BLOB);
CREATE INDEX IF NOT EXISTS ended ON rows (title, ended_at, game);
CREATE TABLE IF NOT EXISTS sums (name TEXT, field TEXT, number INTEGER, PRIMARY KEY (name, field)) WITHOUT ROWID
"""
_REVISIONS = "revisions"
"""The sums of the digests of all rows, by title: the same on every machine that has counted the same games."""
_PER_READ = 200


class StatisticsIndex(FileModel[GameFacts]):
    """All rows and sums. Unreadable data raises `RecordDamaged`, named `STATISTICS`."""

    def __init__(self, redis: Client, directory: Path) -> None:
        super().__init__(redis, STATISTICS, directory, _TABLES)
        self._version = _version()

    def version(self) -> str:
        """The version of the counted facts and of the counted titles."""
        return self._version

    def store(self, file: sqlite3.Connection, game_id: str, fact: GameFacts | None) -> None:
        """Store the row, and subtract from the sums what its previous version had added."""
        found = file.execute("SELECT facts FROM rows WHERE game = ?", (game_id,)).fetchone()
        before = None if found is None else _row(found[0])
        if before == fact:
            return
        difference: Counter[Change] = Counter()
        if before is not None:
            difference.subtract(_additions(before))
            file.execute("DELETE FROM rows WHERE game = ?", (game_id,))
        if fact is not None:
            difference.update(_additions(fact))
            row = (game_id, fact.rulebook, fact.ended_at, _stored(fact))
            file.execute("INSERT INTO rows VALUES (?, ?, ?, ?)", row)
        file.executemany(
            "INSERT INTO sums VALUES (?, ?, ?)"
            " ON CONFLICT (name, field) DO UPDATE SET number = number + excluded.number",
            [(name, field, by) for (name, field), by in sorted(difference.items()) if by],
        )
        taken_off = [change for change, by in difference.items() if by < 0]
        file.executemany("DELETE FROM sums WHERE name = ? AND field = ? AND number = 0", taken_off)

    def revision(self, rulebook: str) -> str:
        """A text that changes whenever the statistics of this title change."""
        return f"{self._version} {self._sums(_REVISIONS).get(rulebook, 0)}"

    def counts(self, rulebook: str, people: bool) -> dict[int, int]:
        """The number of games of this title, by number of players; these are the games in `sums`."""
        return self._counts(rulebook, self._kinds(rulebook, people))

    def shows_demonstrations(self, rulebook: str) -> bool:
        """Whether the title has no game but its demonstration, so that this one is counted."""
        return not self._counts(rulebook, _kinds(people=False))

    def _kinds(self, rulebook: str, people: bool) -> tuple[Kind, ...]:
        return ("demonstration",) if not people and self.shows_demonstrations(rulebook) else _kinds(people)

    def _counts(self, rulebook: str, kinds: tuple[Kind, ...]) -> dict[int, int]:
        numbers: Counter[int] = Counter()
        with reading(STATISTICS):
            for name, number in self._sums(COUNTS).items():
                players = int(name.rsplit(":", 2)[1])
                if name in (group(rulebook, players, one) for one in kinds):
                    numbers[players] += number
        return dict(sorted(numbers.items()))

    def sums(self, rulebook: str, players: int, people: bool) -> Mapping[str, int]:
        """The sums of a title with this number of players."""
        kinds = self._kinds(rulebook, people)
        return self._sums(*(f"sums:{group(rulebook, players, one)}" for one in kinds))

    def at(self, rulebook: str, players: int, people: bool, situation: str) -> Mapping[str, int]:
        """The sums of a situation."""
        return self._sums(*(f"at:{group(rulebook, players, one)}:{situation}" for one in _kinds(people)))

    def _sums(self, *names: str) -> Counter[str]:
        """These sums together, by field."""
        added: Counter[str] = Counter()
        with self.opened() as file:
            for name in names:
                added.update(dict(file.execute("SELECT field, number FROM sums WHERE name = ?", (name,))))
        return added

    def rows(self, rulebook: str) -> Iterator[GameFacts]:
        """The rows of all counted games of this title, in the order of their ends."""
        after = (-1, "")
        while found := self._rows_after(rulebook, *after):
            yield from found
            after = found[-1].ended_at, found[-1].game

    def _rows_after(self, rulebook: str, ended_at: int, game: str) -> list[GameFacts]:
        """A portion of the rows, so that reading all of them does not keep others from writing."""
        with self.opened() as file:
            found = file.execute(
                "SELECT facts FROM rows WHERE title = ? AND (ended_at, game) > (?, ?) ORDER BY ended_at, game LIMIT ?",
                (rulebook, ended_at, game, _PER_READ),
            )
            return [_row(facts) for (facts,) in found]

    def examples(self, rulebook: str, players: int, people: bool) -> Mapping[str, Example]:
        """For each opening of the newest games of a title with this number of players, one game that began with it."""
        kinds = self._kinds(rulebook, people)
        with self.opened() as file:
            newest = "SELECT facts FROM rows WHERE title = ? ORDER BY ended_at DESC, game DESC LIMIT ?"
            rows = [_row(facts) for (facts,) in file.execute(newest, (rulebook, _PER_READ))]
        return {
            opening.event: Example(row.game, opening.action)
            for row in reversed(rows)
            if row.players == players and kind_of(row) in kinds
            for opening in row.openings
        }

    def titles(self) -> list[str]:
        """The ids of all titles with counted games."""
        return sorted(self._sums(_REVISIONS))

    def agrees(self) -> bool:
        """Whether every field of the sums is right; they are added up again from the rows."""
        wanted: Counter[Change] = Counter()
        for title in self.titles():
            for row in self.rows(title):
                wanted.update(_additions(row))
        with self.opened() as file:
            stored = {(name, field): number for name, field, number in file.execute("SELECT * FROM sums")}
        return stored == dict(wanted)


def _kinds(people: bool) -> tuple[Kind, ...]:
    """The kinds of games to count: those between persons only, or all others, too.

    A game counts in only one kind, because most of the statistics are sums of situations that occur once.
    """
    return ("people",) if people else ("people", "mixed")


def _additions(row: GameFacts) -> Counter[Change]:
    """The additions of this row to the sums: its numbers, and its digest."""
    digest = hashlib.sha256(msgspec.json.encode(row)).digest()
    return changes(row) + Counter({(_REVISIONS, row.rulebook): int.from_bytes(digest[:5], "big") + 1})


def _stored(row: GameFacts) -> bytes:
    return zlib.compress(msgspec.json.encode(row))


def _row(stored: bytes) -> GameFacts:
    return msgspec.json.decode(zlib.decompress(stored), type=GameFacts)


def _version() -> str:
    """The version of the rows and sums. It changes with any title's topics, and with its events, since answers are
    events.

    All games are then read again.
    """
    digest = hashlib.sha256(_MODEL.encode())
    for title, folder in title_folders().items():
        source = folder.joinpath("statistics.py")
        digest.update(title.encode() + b"\0" + (source.read_bytes() if source.is_file() else b"") + b"\0")
        events = find_rulebooks()[title].EVENTS
        digest.update(" ".join(f"{event.__name__} {event.VERSION}" for event in events).encode())
    return digest.hexdigest()[:16]
