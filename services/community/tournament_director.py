"""Tournament director: opens the games of each round and pairs the next, each once.

A round stands in the tournament before its games are opened, under ids that follow from the server's secret, and is
shown when they all are. Whoever comes next after a crash opens what is missing.

In each game the seats are kept for its players, who sit down themselves and bring a nonce: the operator alone shall not
know the luck. Who does not come in time is seated without one, as the record shows, so that nobody holds up the others.
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
    """Lets the tournaments go on. `results` gives the games' results, by their ids."""

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
        """Let every tournament go on that runs: after a start nobody knows what was missed, and then time passes."""
        for one in self._tournaments.all():
            if one.status == "running":
                unattended(self._tables, one.id, partial(self.go_on, one.id))

    def look(self, game_id: str) -> None:
        """Let the tournament go on in which this game is played, if it is in one."""
        tournament_id = self._tournaments.of_game(game_id)
        if tournament_id is not None:
            self.go_on(tournament_id)

    def go_on(self, tournament_id: str) -> Tournament:
        """Pair the next round if the games of the last one are over, and open the games that are missing."""
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
        """The tournament, with its next round if nothing of the last one is waited for."""
        results = self._results(tournament.all_games)
        for game in tournament.waited_for(results):
            if self._tables.exists(game) and self._tables.seen(game).game.status == "aborted":
                tournament = self._tournaments.change(tournament.id, partial(with_void, game=game))
        if tournament.status != "running" or tournament.waited_for(results):
            return tournament

        def next_round(now: Tournament) -> Tournament:
            if now.games != tournament.games:
                return now  # somebody else has just paired it
            order = [one.player for one in standings(now, results)]
            absent = [player for player in now.staying if self._is_suspended(player)]
            return paired(now, order, absent, partial(self._game_id, now.id))

        return self._tournaments.change(tournament.id, next_round)

    def _open(self, tournament: Tournament, game: str, table: Table) -> None:
        """Open this game, if that has not been done, and seat those of its players who did not come in time."""
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
                _log.info("somebody else is just opening game %s", game)
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
                continue  # somebody else has just seated them

    def _game_id(self, tournament_id: str, number: int, table: int) -> str:
        value = self._tables.store.secret_value(f"{tournament_id} {number} {table}", "stele/tournament/1")
        return base64.b32encode(value)[:16].decode().lower()
