"""Rating updates: results and ratings, kept up to date from the partitions' logs, as the lobby is.

The first who asks brings them up to date, with or without a worker. Making them anew gives the same numbers, because
they follow from the records, and from what was agreed to of each game, alone.
"""

import logging
from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec.structs import replace

from eventstore.errors import RecordDamaged
from eventstore.log import LogReader, LogRecord
from eventstore.valkey.connection import StoreUnavailable
from services.community.ladders import RATINGS, Ladders, Ranked, ResultRecord
from services.community.ratings import Rating
from services.community.record_results import outcome_of
from services.community.results import GameResult, ladder_of
from services.games.entry_terms import EntryTermsStore
from services.games.tables import NoSuchGame, Tables
from services.games.warm_table import TitleMissing

R = TypeVar("R")
_log = logging.getLogger("stele.record")


class RatingUpdates:
    """Who plays how well. Whatever is asked for includes all that was recorded before."""

    def __init__(
        self,
        tables: Tables,
        log: LogReader,
        ladders: Ladders,
        entry_terms: EntryTermsStore,
        is_program: Callable[[str], bool],
    ) -> None:
        self._tables = tables
        self._log = log
        self._ladders = ladders
        self.entry_terms = entry_terms
        self._is_program = is_program
        self._is_known_to_follow = False

    def catch_up(self) -> int:
        """Bring results and ratings up to date; the number of records that were new."""
        return self._soundly(self._catch_up)

    def rebuild(self, told: Callable[[int, int], object] = lambda _done, _all: None) -> int:
        """Make all of it anew from the logs; how many records it took. `told` hears how many of how many are done."""
        self._ladders.clear()
        heads = sum(self._log.heads().values())
        return self._catch_up(lambda done: told(done, max(heads, done)))

    def rating(self, who: str, rulebook: str, players: int) -> Rating:
        """The rating of somebody at this title with so many players; a program's is of games with programs."""
        ladder = ladder_of(rulebook, players, self._is_program(who))
        return self._soundly(lambda: self._caught_up().rating(ladder, who))

    def ladders(self) -> dict[str, int]:
        """Every ladder on which games were rated, and how many stand on its board."""
        return self._soundly(lambda: self._caught_up().ladders())

    def board(self, ladder: str, first: int, limit: int) -> list[Ranked]:
        """So many of those who stand on this ladder's board, from this place on, the highest first."""
        return self._soundly(lambda: self._caught_up().board(ladder, first, limit))

    def results_of(self, who: str) -> list[GameResult]:
        """The last results of somebody, the oldest first."""
        return self._soundly(lambda: self._caught_up().results_of(who))

    def results(self, game_ids: Sequence[str]) -> dict[str, GameResult]:
        """The results of those of these games that have one, by the games' ids."""
        return self._soundly(lambda: self._caught_up().results(game_ids))

    def after(self, ladder: str, game_ids: Sequence[str], who: str) -> list[Rating | None]:
        """What somebody's rating was after each of these games."""
        return self._soundly(lambda: self._ladders.after(ladder, game_ids, who))

    def forget(self, player_id: str) -> None:
        """Show nothing of this person any more; what others' ratings owe to their games stays."""
        self._soundly(lambda: self._ladders.forget(player_id))

    def has_forgotten(self, player_id: str) -> bool:
        """Whether nothing of this person is shown any more."""
        return self._ladders.has_forgotten(player_id)

    def _caught_up(self) -> Ladders:
        self._catch_up()
        return self._ladders

    def _soundly(self, ask: Callable[[], R]) -> R:
        """What is asked for; what cannot be read is made anew, which costs nothing but time."""
        try:
            return ask()
        except RecordDamaged as damage:
            _log.critical("The ratings are damaged and made anew: %s.", damage)
            self.rebuild()
            return ask()

    def _catch_up(self, told: Callable[[int], object] = lambda _done: None) -> int:
        making = self._ladders.making()
        if making is None:
            self._ladders.clear()
            making = self._ladders.making() or ""
        elif not self._is_known_to_follow:
            self._log.check_that_follows(RATINGS, self._ladders.checkpoints())
        self._is_known_to_follow = True
        taken = 0
        while records := self._log.read_since(self._ladders.checkpoints()):
            self._take(making, records)
            taken += len(records)
            told(taken)
            making = self._ladders.making() or making
        self._ladders.settle()
        return taken

    def _take(self, making: str, records: Sequence[LogRecord]) -> None:
        """Take in these records: of a game that goes on only that it was passed."""
        closed = [one for one in records if one.closed]
        outcomes = {game_id: self._outcome(game_id) for game_id in dict.fromkeys(one.game_id for one in closed)}
        taken = [ResultRecord(one.partition, one.number, one.game_id, outcomes[one.game_id]) for one in closed]
        passed = {one.partition: one.number for one in records}
        taken += [ResultRecord(partition, number) for partition, number in passed.items()]
        self._ladders.apply(making, taken)

    def _outcome(self, game_id: str) -> GameResult | None:
        """What a game came to; nothing of one that cannot be read."""
        try:
            result = outcome_of(self._tables, game_id, self.entry_terms.of(game_id))
            if result is None or not any(map(self._is_program, result.concerned)):
                return result
            return replace(result, programs=True)
        except (NoSuchGame, TitleMissing):
            return None
        except RecordDamaged as damage:
            self._tables.closures.report(damage)
            return None
        except StoreUnavailable:
            raise
        except Exception:
            # One broken game must not hold up all the others.
            _log.exception("what game %s came to is not known", game_id, extra={"game": game_id})
            return None
