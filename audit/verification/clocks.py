"""Clock check: the clocks of a record, the events about time, and whether each deadline was due.

Rules G17 to G19. The seats that are asked are public, so every deadline can be recomputed from the public record.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from audit.verification.seat_names import seat_name
from domain.clocks.availability import DAY
from domain.clocks.events import (
    Clock,
    GamePaused,
    GameResumed,
    Pace,
    PauseAgreed,
    PauseDeclined,
    PlayTimesSet,
    SeatReturned,
    ServerAway,
    TimedOut,
    TimeGranted,
    VacationTaken,
    clock_after,
    days_of,
    new_clock,
    year_of,
)
from domain.clocks.rules import deadlines
from domain.disputes.events import GoneBack
from domain.game import Game, GameCreated, SeatResigned, to_act
from domain.messages import Event, Record
from domain.projector import Projector
from eventstore.entries import Position, parse_position
from replay.past_states import PastStates

Placed = Sequence[tuple[Position, Record[Any]]]


class Times:
    """The state of the clocks' events. `is_played` says whether a seat has a person who has not resigned."""

    def __init__(self, is_played: Callable[[int], bool]) -> None:
        self._is_played = is_played
        self._pace: Pace | None = None
        self._clock = Clock(())
        self._absent: set[int] = set()
        self._due: tuple[int, Event] | None = None
        self._last_at = 0
        self.is_due = False
        """Whether the last event had to follow from the one before it."""

    def opens(self, players: int, pace: Pace | None) -> None:
        """The game is opened with this number of players and this pace."""
        self._pace = pace
        if pace is not None:
            self._clock = new_clock(pace, players)

    @property
    def unfinished(self) -> str | None:
        """The event missing in the last action; none if it is complete."""
        return None if self._due is None else "the consequence of a time-out or an agreement comes immediately"

    def is_absent(self, seat: int) -> bool:
        """Whether a computer player answers for this seat, whose player ran out of time."""
        return seat in self._absent

    def complaint_of_due(self, position: Position, record: Record[Any]) -> str | None:
        """Why this event must not follow a time-out or an agreement directly, or needs one, or is an invalid outage."""
        event, before, self._last_at = record.data, self._last_at, record.at
        if isinstance(event, ServerAway) and not before <= event.since < event.until <= record.at:
            return "an outage begins after the last event and ends before it is recorded"
        due, self._due = self._due, None
        self.is_due = due == (position.action, event)
        if due is not None:
            return None if self.is_due else "the consequence comes immediately, before anything else"
        return "the clocks stop when all agree" if isinstance(event, GamePaused) else None

    def complaint(self, position: Position, record: Record[Any]) -> str | None:
        """Why this event about time cannot come next; if it can, none, and it is applied."""
        if self._pace is None:
            return "no clock runs in this game"
        complaint = self._complaint(position, record, self._pace)
        if complaint is None:
            self._clock = clock_after(replace(self._clock, at=record.at), self._pace, record.data)
        return complaint

    def _complaint(self, position: Position, record: Record[Any], pace: Pace) -> str | None:
        event, clock = record.data, self._clock
        if isinstance(event, TimedOut):
            return self._times_out(position, record, event, pace)
        if isinstance(event, GamePaused):
            return None
        if isinstance(event, ServerAway):
            is_nobodys = record.actor is None and not position.effect and not clock.is_paused
            return None if is_nobodys else "an outage is recorded by the server alone, while the clocks run"
        seat = event.seat
        if seat != record.actor or not self._is_played(seat):
            return "a player does that for their own seat"
        match event:
            case SeatReturned():
                if seat not in self._absent:
                    return "only an absent player returns"
                self._absent.discard(seat)
            case TimeGranted(_, to, time):
                if to == seat or not self._has(to) or not self._is_played(to) or not 0 < time <= DAY:
                    return "a player grants another player at most a day"
            case PauseAgreed():
                if clock.is_paused or seat in clock.agreed:
                    return "each player agrees once to a pause"
                if {*filter(self._is_played, range(len(clock.seats)))} <= {*clock.agreed, seat}:
                    self._due = (position.action, GamePaused())
            case PauseDeclined():
                if not clock.agreed:
                    return "no player has asked for a pause"
            case GameResumed():
                if not clock.is_paused:
                    return "the clocks are not stopped"
            case VacationTaken(_, since, until):
                days = clock.seats[seat].vacation_days(year_of(since)) + days_of((since, until))
                if not record.at <= since < until or days > pace.vacation:
                    return "a vacation begins now or later, and is within what the game allows in a year"
            case PlayTimesSet(_, times):
                if not pace.windows or not times.is_well_formed:
                    return "play times are windows in a week, where the game counts by them"
        return None

    def acts(self, actor: int | None) -> None:
        """A seat has made a move, which ends its one-time substitution."""
        if self._pace is not None and self._pace.outcome == "once" and actor is not None:
            self._absent.discard(actor)

    def sits(self, seat: int) -> None:
        """A player has taken this seat again."""
        self._absent.discard(seat)

    def _times_out(self, position: Position, record: Record[Any], event: TimedOut, pace: Pace) -> str | None:
        seat = event.seat
        if record.actor is not None or position.effect or pace.outcome == "never" or self._clock.is_paused:
            return "a time-out is recorded by the server alone, in a game that acts on it, while the clocks run"
        if not self._has(seat) or not self._is_played(seat) or seat in self._absent:
            return "only a player who is present times out"
        if record.at < event.deadline:
            return "the time of this seat had not run out"
        if event.asked and parse_position(event.asked) >= position:
            return "a question comes before its time-out"
        if pace.outcome == "resign":
            self._due = (position.action, SeatResigned(seat))
        else:
            self._absent.add(seat)
        return None

    def _has(self, seat: int) -> bool:
        return 0 <= seat < len(self._clock.seats)


def first_untimely(projector: Projector, placed: Placed) -> tuple[Position, str] | None:
    """The first time-out that cites another deadline or question than the record gives, and why; none if all do."""
    created = placed[0][1].data
    if not isinstance(created, GameCreated) or created.pace is None:
        return None
    questions = Questions(projector, placed)
    for position, record in placed:
        if isinstance(record.data, TimedOut):
            seat, cited = record.data.seat, record.data.asked
            assert questions.game is not None
            due = deadlines(projector.rulebook, questions.game).get(seat)
            if due != record.data.deadline:
                told = "no clock of this seat runs" if due is None else f"the deadline was {due}"
                return position, f"cites the deadline {record.data.deadline}; {told}"
            if cited and cited != str(questions.asked.get(seat)):
                return (
                    position,
                    f"cites the question of {cited}; {seat_name(seat)} was asked at {questions.asked.get(seat)}",
                )
        questions.take(position, record)
    return None


def asked_since(projector: Projector, placed: Placed) -> Mapping[int, Position]:
    """Since which position each seat that is asked at the end of this record has been asked without acting."""
    questions = Questions(projector, placed)
    for position, record in placed:
        questions.take(position, record)
    return questions.asked


class Questions:
    """The seats that are asked in a record, entry by entry, and since which position.

    A question begins at the end of an action: the seat is asked there and was not before, or acted, or play went back.
    """

    def __init__(self, projector: Projector, placed: Placed) -> None:
        self._projector = projector
        self._pasts = PastStates(placed)
        self.game: Game[Any] | None = None
        self._asked: dict[int, Position] = {}
        self._last: Position | None = None
        self._acted: set[int] = set()
        self._is_anew = False

    def take(self, position: Position, record: Record[Any]) -> None:
        """Apply the next entry."""
        if position.effect == 0:
            self._asked = dict(self.asked)
            self._acted, self._is_anew = set(), False
        if record.actor is not None:
            self._acted.add(record.actor)
        self._is_anew = self._is_anew or isinstance(record.data, GoneBack)
        self.game = self._projector.evolve(self.game, record, self._pasts.at)
        self._pasts.keep(position, self.game)
        self._last = position

    @property
    def asked(self) -> Mapping[int, Position]:
        """Each seat that is asked after the last entry, with the position since which it is asked."""
        if self.game is None or self._last is None:
            return {}
        return {
            seat: self._last if self._is_anew or seat in self._acted or seat not in self._asked else self._asked[seat]
            for seat in to_act(self._projector.rulebook, self.game)
        }
