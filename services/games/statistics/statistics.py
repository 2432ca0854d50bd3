"""Statistics of all public finished games, kept up to date from the partitions' logs.

A query reads new log records only for a moment. A rebuild gives the same numbers, because they depend only on the
records.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeVar

from domain.game import to_act
from eventstore.errors import RecordDamaged, reading
from eventstore.log import LogReader, LogRecord
from eventstore.projection import Change, Projection, with_checkpoints
from replay.viewer_state import Seen
from services.games.failing_games import unattended
from services.games.statistics import sums
from services.games.statistics.game_facts import GameFacts, facts_of, situation_of
from services.games.statistics.index import STATISTICS, StatisticsIndex
from services.games.tables import Tables

R = TypeVar("R")
_PATIENCE_SECONDS = 0.5
"""How long a query or a turn of the worker follows the logs; after a rebuild there may be much to read."""
_PORTION = 10


class Statistics:
    """The statistics of all titles. `is_bot` says whether the player with an id is a bot."""

    def __init__(self, tables: Tables, log: LogReader, index: StatisticsIndex, is_bot: Callable[[str], bool]) -> None:
        self._tables = tables
        self._index = index
        self._is_bot = is_bot
        self.projection = Projection(index, log, self._fold, tables.room, _PORTION)

    def catch_up(self, seconds: float = _PATIENCE_SECONDS) -> bool:
        """Follow the logs for so long, and return whether their end was reached."""
        return self._soundly(lambda: self.projection.catch_up(seconds))

    def revision(self, rulebook: str) -> str:
        """A text that changes whenever the statistics of this title change."""
        return self._index.revision(rulebook)

    def counts(self, rulebook: str, people: bool) -> dict[int, int]:
        """The number of counted games of this title, by number of players; with `people` only games without computer
        players.
        """
        return self._soundly(lambda: self._index.counts(rulebook, people))

    def shows_demonstrations(self, rulebook: str) -> bool:
        """Whether the title has no game but its demonstration, so that this one is counted."""
        return self._soundly(lambda: self._index.shows_demonstrations(rulebook))

    def summary(self, rulebook: str, players: int, people: bool) -> sums.Summary:
        """The statistics of a title with this number of players."""

        def ask() -> sums.Summary:
            with reading(STATISTICS):
                return sums.summary(players, self._index.sums(rulebook, players, people))

        return self._soundly(ask)

    def examples(self, rulebook: str, players: int, people: bool) -> Mapping[str, sums.Example]:
        """A game for each opening of the newest games, by the answer's event as JSON."""
        return self._soundly(lambda: self._index.examples(rulebook, players, people))

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

    def rows(self, rulebook: str) -> Iterator[GameFacts]:
        """The facts of all counted games of this title but its demonstration, in the order of their ends."""
        return (row for row in self._index.rows(rulebook) if not row.is_demonstration)

    def titles(self) -> list[str]:
        """The ids of the titles with counted games."""
        return self._index.titles()

    def agrees(self) -> bool:
        """Whether every sum equals the sum of the rows."""
        try:
            return self._index.agrees()
        except RecordDamaged:
            return False

    def _soundly(self, ask: Callable[[], R]) -> R:
        return self.projection.soundly(ask, _PATIENCE_SECONDS)

    def _fold(self, records: Sequence[LogRecord]) -> list[Change[GameFacts]]:
        """The rows of these records; for a game that continues, only the checkpoint moves on."""
        last = {one.game_id: one for one in records if one.closed}
        rows = [Change(one.partition, one.number, game, self._row(game)) for game, one in last.items()]
        return with_checkpoints(records, sorted(rows, key=lambda one: (one.partition, one.number)))

    def _row(self, game_id: str) -> GameFacts | None:
        """The row of a game; none if it does not count or cannot be read.

        One broken game, or a title's broken statistics, must not stop all the others.
        """
        facts = partial(facts_of, self._tables, game_id, self._is_bot)
        return unattended(self._tables, game_id, facts, "the facts of game %s are not known")
