"""Statistics: what all public finished games tell, kept up to date from the partitions' logs, as the lobby is kept.

The worker follows the logs, and so does each query for a moment, so there is no need of a worker. A rebuild gives the
same numbers, because they depend only on the records.
"""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from domain.game import to_act
from eventstore.errors import RecordDamaged, reading
from eventstore.log import LogReader, LogRecord
from replay.viewer_state import Seen
from services.games.failing_games import unattended
from services.games.statistics import sums
from services.games.statistics.game_facts import GameFacts, facts_of, may_count, situation_of
from services.games.statistics.index import STATISTICS, RowRecord, StatisticsIndex
from services.games.tables import Tables

R = TypeVar("R")
_log = logging.getLogger("stele.record")
_PATIENCE_SECONDS = 0.5
"""How long a query or a turn of the worker follows the logs; after a rebuild there may be much to read."""
_PORTION = 10


class Statistics:
    """The statistics of all titles. `is_program` says whether the player with an id is a bot."""

    def __init__(
        self, tables: Tables, log: LogReader, index: StatisticsIndex, is_program: Callable[[str], bool]
    ) -> None:
        self._tables = tables
        self._log = log
        self._index = index
        self._is_program = is_program
        self._is_known_to_follow = False

    def catch_up(self, seconds: float = _PATIENCE_SECONDS) -> bool:
        """Follow the logs for so long; whether their end was reached."""
        return self._soundly(lambda: self._catch_up(seconds))

    def rebuild(self, told: Callable[[int, int], object] = lambda _done, _all: None) -> int:
        """Rebuild all statistics from the logs; the number of records. `told` gets progress and total."""
        self._index.clear()
        heads, done = sum(self._log.heads().values()), 0

        def count(taken: int) -> None:
            nonlocal done
            done += taken
            told(done, max(heads, done))

        self._catch_up(float("inf"), count)
        return done

    def clear(self) -> None:
        """Delete all statistics; the next follower counts all games again."""
        self._index.clear()

    def revision(self, rulebook: str) -> str:
        """A text that changes whenever the statistics of this title change."""
        return self._index.revision(rulebook)

    def counts(self, rulebook: str, people: bool) -> dict[int, int]:
        """The number of counted games of this title, by number of players; `people`: only those without computers."""
        return self._soundly(lambda: self._index.counts(rulebook, people))

    def summary(self, rulebook: str, players: int, people: bool) -> sums.Summary:
        """The statistics of a title with this number of players."""

        def ask() -> sums.Summary:
            with reading(STATISTICS):
                return sums.summary(players, self._index.sums(rulebook, players, people))

        return self._soundly(ask)

    def position(self, seen: Seen, people: bool) -> sums.Position | None:
        """The answers of other games in the situation of this public state; none if it is not compared.

        Only games that count themselves are compared with others, so that no running game gets advice.
        """
        assert seen.viewer == "public"
        game = seen.game
        if game.table is None or not to_act(seen.rulebook, game):
            return None
        situation = situation_of(seen.rulebook, game.table)
        if not situation:
            return None

        def ask() -> sums.Position:
            with reading(STATISTICS):
                return sums.position(self._index.at(game.rulebook, game.players, people, situation))

        return self._soundly(ask)

    def may_compare(self, seen: Seen) -> bool:
        """Whether positions of this game are compared with those of others."""
        return may_count(seen)

    def rows(self, rulebook: str) -> Iterator[GameFacts]:
        """The facts of all counted games of this title, in the order of their ends."""
        return self._index.rows(rulebook)

    def titles(self) -> list[str]:
        """The ids of the titles with counted games."""
        return self._index.titles()

    def agrees(self) -> bool:
        """Whether the sums are those of the rows, to the last one."""
        try:
            return self._index.agrees()
        except RecordDamaged:
            return False

    def _soundly(self, ask: Callable[[], R]) -> R:
        """The answer to this query; if the data is unreadable, clear it, to be counted again, and ask again."""
        try:
            return ask()
        except RecordDamaged as damage:
            _log.critical("The statistics are damaged and made anew: %s.", damage)
            self._index.clear()
            self._catch_up(_PATIENCE_SECONDS)
            return ask()

    def _catch_up(self, seconds: float, told: Callable[[int], object] = lambda _taken: None) -> bool:
        if self._tables.is_disk_full:
            return False
        until = time.monotonic() + seconds
        making = self._index.making()
        if making is None:
            self._index.clear()
            making = self._index.making() or ""
        elif not self._is_known_to_follow:
            self._log.check_that_follows(STATISTICS, self._index.checkpoints())
        self._is_known_to_follow = True
        while records := self._log.read_since(self._index.checkpoints()):
            for some in _portions(records):
                if not self._take(making, some):
                    break
                told(len(some))
                if time.monotonic() > until:
                    return False
            making = self._index.making() or making
        return True

    def _take(self, making: str, records: Sequence[LogRecord]) -> bool:
        """Store the rows of these records, and whether all are stored; a game that goes on has only its checkpoint."""
        last = {one.game_id: one for one in records if one.closed}
        taken = [RowRecord(one.partition, one.number, game, self._row(game)) for game, one in last.items()]
        passed = {one.partition: one.number for one in records}
        taken += [RowRecord(partition, number) for partition, number in passed.items()]
        return self._index.apply(making, sorted(taken, key=lambda one: (one.partition, one.number, not one.game_id)))

    def _row(self, game_id: str) -> GameFacts | None:
        """The row of a game; none if it does not count or cannot be read.

        One broken game, or a title's broken statistics, must not stop all the others.
        """
        facts = partial(facts_of, self._tables, game_id, self._is_program)
        return unattended(self._tables, game_id, facts, "the facts of game %s are not known")


def _portions(records: Sequence[LogRecord]) -> Iterator[Sequence[LogRecord]]:
    """These records in portions with a few ended games each, between which the time is looked at."""
    portion: list[LogRecord] = []
    ended = 0
    for record in records:
        portion.append(record)
        ended += record.closed
        if ended == _PORTION:
            yield portion
            portion, ended = [], 0
    if portion:
        yield portion
