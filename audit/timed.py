"""The clocks of a record, as everybody can see them: who may do what about time, and whether each deadline was due.

Rules G17 to G19. Who is asked is no secret, so every deadline can be computed again from the public record.
"""

from collections.abc import Callable, Sequence
from typing import Any

from domain.clocks import (
    GamePaused,
    GameResumed,
    Pace,
    PauseAgreed,
    PauseDeclined,
    PlayTimesSet,
    SeatReturned,
    TimedOut,
    TimeGranted,
    VacationEnded,
    VacationTaken,
    days_of,
    year_of,
)
from domain.game import Game, GameCreated, SeatResigned
from domain.messages import Event, Record
from domain.play_times import DAY
from domain.projector import Projector
from domain.timing import deadlines
from eventstore.entries import Position
from replay.pasts import Pasts

Placed = Sequence[tuple[Position, Record[Any]]]


class Times:
    """How far the facts about time have come. `is_played` says whether a seat has a person who has not resigned."""

    def __init__(self, is_played: Callable[[int], bool]) -> None:
        self._is_played = is_played
        self._pace: Pace | None = None
        self._players = 0
        self._absent: set[int] = set()
        self._agreed: set[int] = set()
        self._is_paused = False
        self._away: dict[int, list[tuple[int, int]]] = {}
        self._due: tuple[int, Event] | None = None
        self.is_due = False
        """Whether the last event had to follow from the one before it."""

    def opens(self, players: int, pace: Pace | None) -> None:
        """The game is opened for so many players, with this pace."""
        self._players, self._pace = players, pace

    def complaint_of_due(self, position: Position, event: Event) -> str | None:
        """Why this event may not come right behind a time-out or an agreement, or not without one."""
        due, self._due = self._due, None
        self.is_due = due == (position.action, event)
        if due is not None:
            return None if self.is_due else "what follows from it happens at once, and nothing else"
        return "the clocks stop when all agree" if isinstance(event, GamePaused) else None

    def complaint(self, position: Position, record: Record[Any]) -> str | None:
        """Why this fact about time cannot come next; if it can, none, and it is taken as the next one."""
        event, actor, pace = record.data, record.actor, self._pace
        if pace is None:
            return "no clock runs in this game"
        if isinstance(event, TimedOut):
            return self._times_out(position, record, event, pace)
        if isinstance(event, GamePaused):
            self._is_paused = True
            return None
        seat = event.seat
        if seat != actor or not self._is_played(seat):
            return "a player does that for their own seat"
        match event:
            case SeatReturned():
                if seat not in self._absent:
                    return "who returns was away"
                self._absent.discard(seat)
            case TimeGranted(_, to, time):
                if to == seat or not 0 <= to < self._players or not self._is_played(to) or not 0 < time <= DAY:
                    return "a player grants another one up to a day"
            case PauseAgreed():
                if self._is_paused or seat in self._agreed:
                    return "each player agrees once to a pause"
                self._agreed.add(seat)
                if all(other in self._agreed for other in range(self._players) if self._is_played(other)):
                    self._agreed.clear()
                    self._due = (position.action, GamePaused())
            case PauseDeclined():
                if not self._agreed:
                    return "nobody has asked for a pause"
                self._agreed.clear()
            case GameResumed():
                if not self._is_paused:
                    return "the clocks are not stopped"
                self._is_paused = False
            case VacationTaken(_, since, until):
                away = self._away.setdefault(seat, [])
                days = sum(days_of(one) for one in (*away, (since, until)) if year_of(one[0]) == year_of(since))
                if not record.at <= since < until or days > pace.vacation:
                    return "a vacation begins now or later, and is within what the game allows in a year"
                away.append((since, until))
            case VacationEnded():
                away = [(since, min(until, max(since, record.at))) for since, until in self._away.get(seat, [])]
                self._away[seat] = [one for one in away if one[0] < one[1]]
            case PlayTimesSet(_, times):
                if not pace.windows or not times.is_well_formed:
                    return "play times are windows in a week, where the game counts by them"
        return None

    def acts(self, actor: int | None) -> None:
        """A seat has made a move: who stood in for it this once is done."""
        if self._pace is not None and self._pace.outcome == "once" and actor is not None:
            self._absent.discard(actor)

    def sits(self, seat: int) -> None:
        """Somebody sat down in this seat again."""
        self._absent.discard(seat)

    def _times_out(self, position: Position, record: Record[Any], event: TimedOut, pace: Pace) -> str | None:
        seat = event.seat
        if record.actor is not None or position.effect or pace.outcome == "never" or self._is_paused:
            return "a time-out is nobody's wish, in a game that acts on it, while the clocks run"
        if not 0 <= seat < self._players or not self._is_played(seat) or seat in self._absent:
            return "the time of a player who is there runs out"
        if record.at < event.deadline:
            return "the time of this seat was not over"
        if pace.outcome == "resign":
            self._due = (position.action, SeatResigned(seat))
        else:
            self._absent.add(seat)
        return None


def first_untimely(projector: Projector, placed: Placed) -> tuple[Position, str] | None:
    """The first time-out that cites another deadline than the record gives, and why; none when all are right."""
    created = placed[0][1].data
    if not isinstance(created, GameCreated) or created.pace is None:
        return None
    pasts = Pasts(placed)
    game: Game[Any] | None = None
    for position, record in placed:
        if isinstance(record.data, TimedOut):
            assert game is not None
            due = deadlines(projector.rulebook, game).get(record.data.seat)
            if due != record.data.deadline:
                told = "no clock of this seat runs" if due is None else f"the deadline was {due}"
                return position, f"cites the deadline {record.data.deadline}; {told}"
        game = projector.evolve(game, record, pasts.at)
        pasts.keep(position, game)
    return None
