"""Results from records: the outcome of a finished game for each of its players, for ratings and profiles.

A game has no result if it is not finished, was imported, is an analysis, or had no human player; demonstrations do.
"""

from collections import defaultdict
from typing import Any

from domain.clocks.availability import counted
from domain.clocks.events import TimedOut
from domain.disputes.events import SeatTakenOver
from domain.disputes.rules import ADJUDICATED
from domain.game import SHARED_EVENTS, Game, GameFinished, GameStarted, SeatTaken, to_act
from domain.messages import Record
from domain.ordered_moves import MoveOrdered
from domain.projector import Projector
from domain.proposals.events import AGREED
from eventstore.entries import read_records
from replay.viewer_state import Seen
from services.community.results import PERSON, GameResult, SeatResult, answers_of, may_be_rated
from services.games.rating_terms import EntryTerms, is_rated
from services.games.statistics.demonstrations import is_demonstration
from services.games.tables import Tables

LEAST_AGREED = 5
"""A game between persons that ends by agreement is rated once each of them has given this number of answers."""

MISSED = 2
"""A player who has run out of time this often since their last answer, or at all if they gave none, is away."""


def outcome_of(tables: Tables, game_id: str, terms: EntryTerms) -> GameResult | None:
    """The result of this game, or none; raises `NoSuchGame`, `TitleMissing` or `RecordDamaged`."""
    seen = tables.seen(game_id)
    if seen.game.status != "finished" or seen.imported is not None or seen.game.fork is not None:
        return None
    told = _RecordFacts(tables, seen)
    result = seen.game.result
    if result is None or not (any(told.owners.values()) or is_demonstration(game_id)):
        return None
    teams = seen.rulebook.meta.teams_of(seen.game.players)
    teams = teams if len(set(teams)) < len(teams) else ()
    seats = tuple(_seat(seen.game, number, told) for number in range(seen.game.players))
    return GameResult(
        game_id,
        seen.game.rulebook,
        told.started_at,
        told.ended_at,
        seats,
        seen.game.private,
        is_rated(seen.game, terms) and may_be_rated(seats, teams) and _is_played_enough(seen.game, told),
        decided=result.reason == ADJUDICATED,
        teams=teams,
        demonstration=is_demonstration(game_id),
    )


def time_used(tables: Tables, seen: Seen) -> tuple[int, ...]:
    """How long each seat's clock has run in this running game, or would have run, in milliseconds."""
    told = _RecordFacts(tables, seen)
    told.wait(seen.projector, seen.game, tables.now())
    return tuple(told.used[seat] for seat in range(seen.game.players))


def _seat(game: Game[Any], number: int, told: "_RecordFacts") -> SeatResult:
    assert game.result is not None
    seat, owner, heir = game.seats[number], told.owners[number], told.heirs.get(number, "")
    return SeatResult(
        owner,
        PERSON if owner else seat.kind,
        game.result.places[number],
        game.result.points[number] if game.result.points else None,
        stayed=not (seat.is_left or told.is_away(number) or (heir and heir != owner)),
        heir=heir if heir != owner else "",
        answers=answers_of(told.answers[number]),
    )


def _is_played_enough(game: Game[Any], told: "_RecordFacts") -> bool:
    """Whether the game was played out, or long enough to end by agreement of two persons or more."""
    assert game.result is not None
    if game.result.reason != AGREED:
        return True
    playing = [number for number, seat in enumerate(game.seats) if seat.is_played]
    return len(playing) > 1 and all(len(told.answers[number]) >= LEAST_AGREED for number in playing)


class _RecordFacts:
    """Facts from a record: the owners of the seats over time, the start and end of play, the length of each answer.

    An answer's length is the time for which its seat's clock ran, or would have run. An answer that a computer player
    or a standing order gave for a player does not count.
    """

    def __init__(self, tables: Tables, seen: Seen) -> None:
        self.owners: dict[int, str] = defaultdict(str)
        self.heirs: dict[int, str] = {}
        self.answers: dict[int, list[int]] = defaultdict(list)
        self.used: dict[int, int] = defaultdict(int)
        self._missed: dict[int, int] = defaultdict(int)
        self.started_at = self.ended_at = seen.created_at
        self._waited: dict[int, int] = defaultdict(int)
        self._at = seen.created_at
        projector = seen.projector
        past = tables.seeker.past(seen.game_id, projector, "all")
        game: Game[Any] | None = None
        for record in read_records(projector, tables.store.read(seen.game_id)):
            if game is not None:
                self.wait(projector, game, record.at)
            self._tell(record, game)
            game = projector.evolve(game, record, past)
            asked = to_act(projector.rulebook, game)
            self._waited = defaultdict(int, {seat: self._waited[seat] for seat in asked})
            self._at = record.at

    def is_away(self, seat: int) -> bool:
        """Whether this seat's player ran out of time and a computer player gave their last answers."""
        return self._missed[seat] >= MISSED or bool(self._missed[seat] and not self.answers[seat])

    def wait(self, projector: Projector, game: Game[Any], at: int) -> None:
        """Count the time from the last record on to this one for the seats that are asked."""
        if game.clock is not None and game.clock.is_paused:
            return
        for seat in to_act(projector.rulebook, game):
            clock = None if game.clock is None else game.clock.seats[seat]
            since = self._at
            waited = at - since if clock is None else counted(clock.times, clock.away, since, at)
            self._waited[seat] += waited
            self.used[seat] += waited

    def _tell(self, record: Record[Any], game: Game[Any] | None) -> None:
        event, seat = record.data, record.actor
        match event:
            case SeatTaken(seat=number, player=player, kind=kind):
                self.owners[number] = player if kind == PERSON else ""
            case SeatTakenOver(seat=number, player=player):
                self.heirs[number] = player
                self._missed[number] = 0
            case TimedOut(seat=number):
                self._missed[number] += 1
            case GameStarted():
                self.started_at = record.at
            case GameFinished():
                self.ended_at = record.at
            case MoveOrdered(number) if self.answers[number]:
                self.answers[number].pop()
        if seat is not None and game is not None and not isinstance(event, SHARED_EVENTS):
            waited = self._waited.pop(seat, 0)
            if game.seats[seat].is_person:
                self.answers[seat].append(waited)
                self._missed[seat] = 0
