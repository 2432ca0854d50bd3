"""Rating updates: results and ratings, kept up to date from the partitions' logs.

A rebuild gives the same numbers, because they depend only on the records and on the terms of each game.
"""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from eventstore.log import LogReader, LogRecord
from eventstore.projection import Change, Projection, with_checkpoints
from services.community.ladders import Ladders, Ranked
from services.community.ratings import Rating
from services.community.results import GameResult, ladder_of
from services.community.results_from_records import outcome_of
from services.games.failing_games import unattended
from services.games.rating_terms import EntryTermsStore
from services.games.tables import Tables


class RatingUpdates:
    """Results and ratings. Each query includes all that was recorded before it."""

    def __init__(
        self,
        tables: Tables,
        log: LogReader,
        ladders: Ladders,
        entry_terms: EntryTermsStore,
        is_bot: Callable[[str], bool],
    ) -> None:
        self._tables = tables
        self._ladders = ladders
        self.entry_terms = entry_terms
        self._is_bot = is_bot
        self.projection = Projection(ladders, log, self._fold, tables.room, settle=ladders.settle)
        self._soundly = self.projection.soundly

    def catch_up(self) -> bool:
        """Bring results and ratings up to date, and return whether they are."""
        return self._soundly(self.projection.catch_up)

    def rating(self, who: str, rulebook: str) -> Rating:
        """A player's rating at this title; a bot's is from games with bots."""
        ladder = ladder_of(rulebook, self._is_bot(who))
        return self._soundly(lambda: self._caught_up().rating(ladder, who))

    def ratings(self, ladder: str, everybody: Sequence[str]) -> list[Rating | None]:
        """These players' ratings on this ladder; none before their first rated game."""
        return self._soundly(lambda: self._caught_up().ratings(ladder, everybody))

    def ladders(self) -> dict[str, int]:
        """All ladders with rated games, and the number of players on the leaderboard of each."""
        return self._soundly(lambda: self._caught_up().ladders())

    def board(self, ladder: str, first: int, limit: int) -> list[Ranked]:
        """Up to `limit` players of this ladder, from this place on: highest first, provisional ratings last."""
        return self._soundly(lambda: self._caught_up().board(ladder, first, limit))

    def results_of(self, who: str) -> list[GameResult]:
        """A player's latest results, oldest first; a demonstration only until there is another game of its title."""
        found = self._soundly(lambda: self._caught_up().results_of(who))
        played = {one.rulebook for one in found if not one.demonstration}
        return [one for one in found if not (one.demonstration and one.rulebook in played)]

    def results(self, game_ids: Sequence[str]) -> dict[str, GameResult]:
        """The results of these games, by id, without games that have none."""
        return self._soundly(lambda: self._caught_up().results(game_ids))

    def after(self, ladder: str, results: Sequence[GameResult], who: str) -> list[Rating | None]:
        """A player's rating after each of the player's games, rounded as shown."""
        return self._soundly(lambda: self._ladders.after(ladder, results, who))

    def forget(self, player_id: str) -> None:
        """Remove this person from all results and ratings; others' ratings do not change."""
        self._soundly(lambda: self._ladders.forget(player_id))

    def has_forgotten(self, player_id: str) -> bool:
        """Whether this person has been removed from the results."""
        return self._ladders.has_forgotten(player_id)

    def _caught_up(self) -> Ladders:
        self.projection.catch_up()
        return self._ladders

    def _fold(self, records: Sequence[LogRecord]) -> list[Change[GameResult]]:
        """The results of these records; for a game that continues, only the checkpoint moves on."""
        closed = [one for one in records if one.closed]
        outcomes = {game_id: self._outcome(game_id) for game_id in dict.fromkeys(one.game_id for one in closed)}
        return with_checkpoints(
            records, [Change(one.partition, one.number, one.game_id, outcomes[one.game_id]) for one in closed]
        )

    def _outcome(self, game_id: str) -> GameResult | None:
        """The result of a game; none if it has none or cannot be read."""

        def read() -> GameResult | None:
            result = outcome_of(self._tables, game_id, self.entry_terms.of(game_id))
            if result is None or not any(map(self._is_bot, result.concerned)):
                return result
            return replace(result, with_bots=True)

        return unattended(self._tables, game_id, read, "what game %s came to is not known")
