"""Tournament director: opens the games of each round and pairs the next, each once.

A round is stored in the tournament before its games are opened, under ids derived from the server's secret, and is
shown when all of them are open. After a crash, the next run opens the missing games.

In each game the seats are reserved for its players, who take them themselves and contribute a nonce, so that the
operator alone does not know the luck. A player who does not come in time is seated without a nonce, as the record
shows, and the game starts.
"""

import base64
import logging
from collections.abc import Callable, Sequence
from functools import partial

from domain.clocks.availability import DAY
from domain.clocks.events import Pace
from domain.game import PERSON, CallOff, TakeSeat
from domain.messages import Illegal
from services.accounts.players import Players
from services.community.pairing import Table
from services.community.results import GameResult
from services.community.tournament_table import standings
from services.community.tournaments import Tournament, Tournaments, all_open, paired, with_void
from services.games.failing_games import unattended
from services.games.tables import Tables

LONGEST_WAIT_MILLISECONDS = 2 * DAY
SUSPENDED = "A player of this game is suspended and did not sit down in time."
_log = logging.getLogger("stele.worker")


def wait_for(pace: Pace | None) -> int:
    """How long a game of this pace waits for its players: as long as for an answer, at most two days."""
    return LONGEST_WAIT_MILLISECONDS if pace is None else min(pace.time, LONGEST_WAIT_MILLISECONDS)


class TournamentDirector:
    """Advances the tournaments. `results` returns the games' results, by id."""

    def __init__(
        self,
        tables: Tables,
        tournaments: Tournaments,
        players: Players,
        results: Callable[[Sequence[str]], dict[str, GameResult]],
        is_suspended: Callable[[str], bool],
    ) -> None:
        self._tables = tables
        self._tournaments = tournaments
        self._players = players
        self._results = results
        self._is_suspended = is_suspended

    def look_at_all(self) -> None:
        """Advance every running tournament: at startup, to catch up on what was missed, and at intervals."""
        for one in self._tournaments.all():
            if one.status == "running":
                unattended(self._tables, one.id, partial(self.go_on, one.id))

    def look(self, game_id: str) -> None:
        """Advance the tournament to which this game belongs, if any."""
        tournament_id = self._tournaments.of_game(game_id)
        if tournament_id is not None:
            self.go_on(tournament_id)

    def go_on(self, tournament_id: str) -> Tournament:
        """Pair the next round if the games of the last one are over, and open missing games."""
        while True:
            tournament = self._tournaments.get(tournament_id)
            if tournament is None:
                raise LookupError(tournament_id)
            after = self._without_waiting(tournament)
            if after.opening or (after.status == "running" and after.made):
                for table, game in zip(after.made[-1].tables, after.games[-1], strict=True):
                    self._open(after, game, table)
            if after.opening:
                after = self._tournaments.change(tournament_id, all_open)
            if after == tournament:
                return after

    def _without_waiting(self, tournament: Tournament) -> Tournament:
        """The tournament, with its next round if no game of the last one is still running."""
        results = self._results(tournament.all_games)
        for game in tournament.waited_for(results):
            if self._tables.exists(game) and self._tables.seen(game).game.status == "aborted":
                tournament = self._tournaments.change(tournament.id, partial(with_void, game=game))
        if tournament.status != "running" or tournament.waited_for(results):
            return tournament

        def next_round(now: Tournament) -> Tournament:
            if now.games != tournament.games:
                return now  # another process has just paired it
            order = [one.player for one in standings(now, results)]
            absent = [player for player in now.staying if self._is_suspended(player)]
            return paired(now, order, absent, partial(self._game_id, now.id))

        return self._tournaments.change(tournament.id, next_round)

    def _open(self, tournament: Tournament, game: str, table: Table) -> None:
        """Open this game if it is not open yet, and seat the players who did not come in time."""
        if not self._tables.exists(game):
            try:
                self._tables.open(
                    tournament.rulebook,
                    tournament.size,
                    tournament.options,
                    pace=tournament.pace,
                    reserved=table,
                    rated=tournament.rated,
                    game_id=game,
                )
            except ValueError:
                _log.info("another process is opening game %s", game)
        public = self._tables.seen(game)
        if public.game.status != "waiting" or self._tables.now() - public.created_at < wait_for(tournament.pace):
            return
        taken = {seat.player for seat in public.game.seats if seat.kind == PERSON}
        missing = [(seat, player) for seat, player in enumerate(table) if player not in taken]
        if any(self._is_suspended(player) for _seat, player in missing):
            self._tables.command(game, CallOff(-1, SUSPENDED), "public")
            return
        for seat, player_id in missing:
            player = self._players.get(player_id)
            if player is None:
                continue
            try:
                self._tables.command(game, TakeSeat(seat, player=player.id), "public")
            except Illegal:
                continue  # another process has just seated them

    def _game_id(self, tournament_id: str, number: int, table: int) -> str:
        value = self._tables.store.secret_value(f"{tournament_id} {number} {table}", "stele/tournament/1")
        return base64.b32encode(value)[:16].decode().lower()
