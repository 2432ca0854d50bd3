"""Tournament director: opens the games of each round and pairs the next, each once.

A round is stored in the tournament before its games are opened, under ids derived from the server's secret, and is
shown when all of them are open. After a crash, the next run opens the missing games.

In each game the seats are reserved for its players, who take them themselves and contribute a nonce, so that the
operator alone does not know the randomness. A player who does not come in time is seated without a nonce, as the record
shows, and the game starts; a strict game is called off instead, and they forfeit it.
"""

import base64
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from domain.clocks.availability import DAY
from domain.clocks.events import Pace
from domain.game import NOT_OPENED, PERSON, CallOff, Game, TakeSeat
from domain.messages import Illegal
from domain.terms import GameTerms
from services.accounts.players import Players
from services.community.pairing import Pairing
from services.community.results import GameResult
from services.community.results_from_records import time_used
from services.community.tournament_standings import no_shows, qualifiers, slots, standings
from services.community.tournaments import (
    Repair,
    Tournament,
    TournamentRefused,
    Tournaments,
    TournamentSettings,
    all_open,
    called_off,
    decided_by_time,
    paired,
    played_again,
    removed,
    repaired,
    started,
    with_qualified,
    with_settings,
    with_void,
)
from services.games.failing_games import unattended
from services.games.lobby.lobby import Lobby
from services.games.tables import Tables
from services.games.waiting_times import waits_until

LONGEST_WAIT_MILLISECONDS = 2 * DAY
SUSPENDED = "A player of this game is suspended and did not sit down in time."
MISSING = "A player of this game did not sit down in time."
REOPENED = "The organiser reopened the round before this one, which will be paired again."
_UNCHANGED = TournamentSettings()
_log = logging.getLogger("stele.worker")


def wait_for(pace: Pace | None) -> int:
    """How long a game of this pace waits for its players: as long as for an answer, at most two days."""
    return LONGEST_WAIT_MILLISECONDS if pace is None else min(pace.time, LONGEST_WAIT_MILLISECONDS)


class TournamentDirector:
    """Advances the tournaments. `results` returns the games' results, by id, `rating` a player's at a title."""

    def __init__(
        self,
        tables: Tables,
        lobby: Lobby,
        tournaments: Tournaments,
        players: Players,
        results: Callable[[Sequence[str]], dict[str, GameResult]],
        is_suspended: Callable[[str], bool],
        rating: Callable[[str, str], float],
    ) -> None:
        self._tables = tables
        self._lobby = lobby
        self._tournaments = tournaments
        self._players = players
        self._results = results
        self._is_suspended = is_suspended
        self._rating = rating

    def look_at_all(self) -> None:
        """Advance every running tournament, and start those that begin: at startup and at intervals."""
        now = self._tables.now()
        for one in self._tournaments.all():
            if one.status == "running" or (one.status == "open" and 0 < one.begins_at <= now):
                unattended(self._tables, one.id, partial(self.go_on, one.id))

    def look(self, game_id: str) -> None:
        """Advance the tournament to which this game belongs, if any."""
        tournament_id = self._tournaments.of_game(game_id)
        if tournament_id is not None:
            self.go_on(tournament_id)

    def go_on(self, tournament_id: str) -> Tournament:
        """Begin it if it is time, pair the next round if the games of the last one are over, and open missing games."""
        while True:
            tournament = self._tournaments.change(tournament_id, self._begun)
            after = self._without_waiting(tournament)
            if after.opening or (after.status == "running" and after.made):
                number = len(after.made) - 1
                for table, game in zip(after.made[-1].tables, after.games[-1], strict=True):
                    self._open(after, game, tuple(after.holder(place, number) for place in table))
            if after.opening:
                after = self._tournaments.change(tournament_id, all_open)
            if after == tournament:
                return after

    def start(self, tournament_id: str, settings: TournamentSettings = _UNCHANGED) -> Tournament:
        """Start a tournament with these changes and open its first games.

        `LookupError` if there is none, `TournamentRefused` if it can't start so; then nothing is changed.
        """
        self._tournaments.change(tournament_id, lambda now: self._started(with_settings(now, settings)))
        return self.go_on(tournament_id)

    def repair(self, tournament_id: str, repair: Repair) -> Tournament:
        """Make this repair and continue the tournament; its `instead`, the id of a new game, is chosen here.

        `LookupError` if there is no such tournament, or no such game in it; `TournamentRefused` if it can't be done.
        """
        tournament = self._tournaments.get(tournament_id)
        if tournament is None:
            raise LookupError(tournament_id)
        if repair.kind == "play-again":
            purpose = f"stele/tournament-repair/{len(tournament.repairs)}"
            repair = replace(repair, instead=self._game_id(tournament_id, 0, 0, purpose))
        results = self._results(tournament.all_games)
        after = repaired(tournament, repair, results)
        if repair.kind == "play-again":
            self._open(after, repair.instead, after.players_of(repair.instead))  # each link leads to an existing game
        now = self._tournaments.change(tournament_id, partial(repaired, repair=repair, results=results))
        for gone in now.withdrawn[len(tournament.withdrawn) :]:
            if self._tables.exists(gone.game) and not self._tables.seen(gone.game).game.is_over:
                self._tables.command(gone.game, CallOff(-1, REOPENED), "public")
        return self.go_on(tournament_id)

    def _started(self, tournament: Tournament) -> Tournament:
        def rating(player: str) -> float:
            return self._rating(player, tournament.rulebook)

        return started(tournament, 0, self._lot(tournament.id), rating)

    def _begun(self, tournament: Tournament) -> Tournament:
        """The tournament, started or, with too few players, called off when its set beginning is past."""
        if tournament.status != "open" or not 0 < tournament.begins_at <= self._tables.now():
            return tournament
        try:
            return self._started(tournament)
        except TournamentRefused:
            return called_off(tournament)

    def _without_waiting(self, tournament: Tournament) -> Tournament:
        """The tournament, with its next round if no game of the last one is still running."""
        results = self._results(tournament.all_games)
        for game in tournament.waited_for(results):
            if self._tables.exists(game) and (aborted := self._tables.seen(game).game).status == "aborted":
                void = partial(with_void, game=game, missing=self._missing(aborted))
                tournament = self._tournaments.change(tournament.id, void)
            elif self._is_limit_over(tournament, game):
                at, used = self._tables.now(), self._used(game)
                decided = partial(decided_by_time, game=game, used=used, at=at)
                tournament = self._tournaments.change(tournament.id, decided)
        if tournament.status != "running" or tournament.waited_for(results):
            return tournament

        def next_round(now: Tournament) -> Tournament:
            if now.games != tournament.games:
                return now  # another process has just paired it
            for player in no_shows(now, results):
                now = removed(now, player)
            holders = map(now.holder, now.staying)
            absent = [player for player in holders if self._is_suspended(player)]
            if now.groups and not now.qualified and len(now.made) == now.group_rounds:
                now = with_qualified(now, qualifiers(now, results))
            if not now.is_knockout:
                order: Sequence[str] = [one.player for one in standings(now, results)]
            elif not any(order := slots(now, results)) and len(now.made) > now.group_rounds:
                again = played_again(now, absent, partial(self._game_id, now.id, purpose="stele/tournament-again/1"))
                if again != now:
                    return again
            purpose = f"stele/tournament/{1 + len(now.withdrawn)}"
            return paired(now, order, absent, partial(self._game_id, now.id, purpose=purpose))

        return self._tournaments.change(tournament.id, next_round)

    def _is_limit_over(self, tournament: Tournament, game: str) -> bool:
        """Whether the limit of this game's round is over; outages do not count."""
        limit = tournament.form.round_limit
        if not limit or not self._tables.exists(game):
            return False
        since, longer = self._tables.seen(game).created_at, tournament.longer(game)
        return self._tables.now() >= waits_until(self._tables, self._lobby, since, limit + longer, None, ())

    def _used(self, game: str) -> list[int | None]:
        """The time that each seat's player has used, in milliseconds; none if they did not join."""
        seen = self._tables.seen(game)
        if seen.game.status != "waiting":
            return [*time_used(self._tables, seen)]
        there = {seat for seat, one in enumerate(seen.game.seats) if one.kind == PERSON}
        return [0 if seat in there else None for seat in range(seen.game.players)]

    def _open(self, tournament: Tournament, game: str, table: Pairing) -> None:
        """Open this game for these players if it is not open yet, and seat the players who did not join in time."""
        if not self._tables.exists(game):
            try:
                self._tables.open(
                    GameTerms(
                        tournament.rulebook,
                        tournament.size,
                        tournament.options,
                        pace=tournament.pace,
                        reserved=table,
                        rated=tournament.rated,
                        strict=tournament.strict,
                    ),
                    game_id=game,
                )
            except ValueError:
                _log.info("another process is opening game %s", game)
        public = self._tables.seen(game)
        if public.game.status != "waiting":
            return
        taken = {seat.player for seat in public.game.seats if seat.kind == PERSON}
        missing = [(seat, player) for seat, player in enumerate(table) if player not in taken]
        late, pace = (player for _seat, player in missing), tournament.pace
        wait = (tournament.wait or wait_for(pace)) + tournament.longer(game)
        if self._tables.now() < waits_until(self._tables, self._lobby, public.created_at, wait, pace, late):
            return
        is_suspended = any(self._is_suspended(player) for _seat, player in missing)
        is_gone = any(self._players.get(player) is None for _seat, player in missing)
        if is_suspended or is_gone or (missing and public.game.strict):
            self._tables.command(game, CallOff(-1, SUSPENDED if is_suspended else MISSING), "public")
            return
        for seat, player in missing:
            try:
                self._tables.command(game, TakeSeat(seat, player=player), "public")
            except Illegal:
                continue  # another process has just seated them

    def _missing(self, game: Game[Any]) -> tuple[int, ...]:
        """The seats that forfeit this game.

        Who was late beside a suspended or deleted player would have been seated, except in a strict game.
        """
        seats = _to_blame(game)
        if game.called_off not in (SUSPENDED, MISSING) or game.strict:
            return seats
        kept = game.reserved
        return tuple(one for one in seats if self._is_suspended(kept[one]) or self._players.get(kept[one]) is None)

    def _lot(self, tournament_id: str) -> str:
        return self._tables.store.secret_value(tournament_id, "stele/tournament-lot/1").hex()

    def _game_id(self, tournament_id: str, number: int, table: int, purpose: str = "stele/tournament/1") -> str:
        value = self._tables.store.secret_value(f"{tournament_id} {number} {table}", purpose)
        return base64.b32encode(value)[:16].decode().lower()


def _to_blame(game: Game[Any]) -> tuple[int, ...]:
    """The seats because of which this game was called off: their players called it off, did not sit down or did not
    open their nonce.

    None if an operator called it off for another reason.
    """
    if game.aborted_by is not None:
        return (game.aborted_by,)
    taken = dict(enumerate(game.seats))
    seats = range(game.players)
    if game.called_off in (SUSPENDED, MISSING):
        return tuple(seat for seat in seats if seat not in taken or taken[seat].kind != PERSON)
    if game.called_off == NOT_OPENED:
        return tuple(seat for seat in seats if not taken[seat].nonce)
    return ()
