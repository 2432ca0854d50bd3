"""Clock events and commands: the agreed pace, the events that change time, and each seat's clock.

A clock follows from the record alone: from the times of its events and the seats that were asked between them.
"""

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from domain.clocks.availability import DAY, MINUTE, PlayTimes, Span, counted, runs_out
from domain.clocks.calendar import date_of
from domain.messages import Command, Event
from domain.rulebook import gettext_noop

LONGEST_TIME = 60 * DAY
MOST_VACATION_DAYS = 60


class Pace(Struct, frozen=True):
    """The time limits of a game's players; all lengths are in milliseconds.

    By `answer` each answer may take `time`; by `bank` a seat begins with `time`, gains `increment` with each visit, or
    with each answer in the first edition of the rules, and never has more than `cap`. With `windows` only the time in a
    player's own play windows counts. Each player may be away for `vacation` days in a year. At the end of a seat's time
    a computer player answers this `once`, or takes the `seat` until its player returns, or the seat resigns (`resign`),
    or nothing happens (`never`).
    """

    kind: Literal["answer", "bank"] = "answer"
    time: int = 3 * DAY
    increment: int = 0
    cap: int = 0
    windows: bool = False
    vacation: int = 0
    outcome: Literal["once", "seat", "resign", "never"] = "seat"

    @property
    def has_end(self) -> bool:
        """Whether anything happens at the end of a seat's time."""
        return self.outcome != "never"

    @property
    def is_well_formed(self) -> bool:
        """Whether all values are within their bounds."""
        lengths = MINUTE <= self.time <= LONGEST_TIME and 0 <= self.vacation <= MOST_VACATION_DAYS
        if self.kind == "answer":
            return lengths and self.increment == self.cap == 0
        return lengths and 0 <= self.increment <= LONGEST_TIME and self.time <= self.cap <= LONGEST_TIME


class TimedOut(Event, frozen=True):
    """The time of this seat ran out at `deadline`, in milliseconds since 1970 UTC.

    `asked` is the position since which the seat has been asked without acting; version 1 did not have it.
    """

    VERSION = 2
    RULES = ("G18",)
    SAYS = gettext_noop("{player}'s time ran out on {deadline}.")

    seat: int
    deadline: int
    asked: str = ""


class SeatReturned(Event, frozen=True):
    """The player is back, and answers for the seat again."""

    RULES = ("G18",)
    SAYS = gettext_noop("{player} is back.")

    seat: int


class TimeGranted(Event, frozen=True):
    """A player gave another player `time` more for the current decision."""

    RULES = ("G19",)
    SAYS = gettext_noop("{player} adds {time} to {to}'s clock.")

    seat: int
    to: int
    time: int


class PauseAgreed(Event, frozen=True):
    """A player agrees that the clocks stop."""

    RULES = ("G19",)
    SAYS = gettext_noop("{player} agrees to a pause.")

    seat: int


class PauseDeclined(Event, frozen=True):
    """A player declined to stop the clocks; all earlier agreements lapse."""

    RULES = ("G19",)
    SAYS = gettext_noop("{player} declines a pause.")

    seat: int


class GamePaused(Event, frozen=True):
    """All players have agreed: the clocks stop until a player starts them again."""

    RULES = ("G19",)
    SAYS = gettext_noop("The clocks are stopped.")


class GameResumed(Event, frozen=True):
    """A player started the clocks again."""

    RULES = ("G19",)
    SAYS = gettext_noop("{player} restarts the clocks.")

    seat: int


class VacationTaken(Event, frozen=True):
    """A player is away between two times; that time does not count."""

    RULES = ("G19",)
    SAYS = gettext_noop("{player} is on vacation from {since} to {until}.")

    seat: int
    since: int
    until: int


class VacationEnded(Event, frozen=True):
    """A player is back before their vacation is over."""

    RULES = ("G19",)
    SAYS = gettext_noop("{player} is back from vacation.")

    seat: int


class PlayTimesSet(Event, frozen=True):
    """Only these times of the week count for this seat from now on."""

    RULES = ("G17",)
    SAYS = gettext_noop("{player} sets play times: {times} a week.")

    seat: int
    times: PlayTimes


class ServerAway(Event, frozen=True):
    """The server was away between two times: no clock ran, and nothing else happened in the game."""

    RULES = ("G19",)
    SAYS = gettext_noop("The server was down from {since} to {until}. The clocks did not run.")

    since: int
    until: int


class TimeOut(Command, frozen=True):
    """Act on a deadline that has passed. This is not a player's command.

    `asked` is the position since which the seat has been asked without acting.
    """

    deadline: int
    asked: str = ""


class RecordOutage(Command, frozen=True):
    """Exclude the time in which the server was away from all clocks. This is not a player's command and has no seat."""

    since: int
    until: int


class Return(Command, frozen=True):
    """Answer for your seat again, after a computer player took over when your time ran out."""

    SAYS = gettext_noop("Take back control of your seat")


class GrantTime(Command, frozen=True):
    """Give another player more time for the current decision, in milliseconds."""

    SAYS = gettext_noop("Give {to} {time} more")

    to: int
    time: int = DAY


class AgreePause(Command, frozen=True):
    """Agree that the clocks stop. They do when all agree."""

    SAYS = gettext_noop("Agree to a pause")


class DeclinePause(Command, frozen=True):
    """Do not agree that the clocks stop, or withdraw your agreement."""

    SAYS = gettext_noop("Decline the pause")


class Resume(Command, frozen=True):
    """Restart the clocks."""

    SAYS = gettext_noop("Start the clocks again")


class TakeVacation(Command, frozen=True):
    """Be away between two times, in milliseconds since 1970 UTC."""

    SAYS = gettext_noop("Take a vacation from {since} to {until}")

    since: int
    until: int


class EndVacation(Command, frozen=True):
    """Be back before your vacation is over."""

    SAYS = gettext_noop("End your vacation")


class SetPlayTimes(Command, frozen=True):
    """Let only these times of the week count for you."""

    SAYS = gettext_noop("Set your play times")

    times: PlayTimes


TIME_EVENTS: tuple[type[Event], ...] = (
    TimedOut, SeatReturned, TimeGranted, PauseAgreed, PauseDeclined, GamePaused, GameResumed, VacationTaken,
    VacationEnded, PlayTimesSet, ServerAway,
)  # fmt: skip


class SeatClock(Struct, frozen=True, omit_defaults=True):
    """The clock of a seat: the time it has `left`, in milliseconds, where only time within `times` and outside `away`
    counts.

    `over` is when it ran down, if this has not been acted on yet. By a bank of the second edition the seat has
    `answered` since it was asked, and is still asked or was until just now. `visits` counts the completed visits that
    count, and `earned` how many of them gained the increment: visits that replace annulled ones gain none.
    """

    left: int
    over: int = 0
    times: PlayTimes | None = None
    times_set: int = 0
    away: tuple[Span, ...] = ()
    answered: bool = False
    visits: int = 0
    earned: int = 0

    def passes(self, since: int, until: int, stopped: tuple[Span, ...] = ()) -> "SeatClock":
        """This clock after it ran between two times, except while all were stopped."""
        left = self.left - counted(self.times, (*self.away, *stopped), since, until)
        return replace(self, left=left, over=0 if left > 0 else self.runs_out(since, stopped))

    def runs_out(self, since: int, stopped: tuple[Span, ...] = ()) -> int:
        """When the clock runs down, or ran down, if it runs from then on, except while all are stopped."""
        if self.over or self.left <= 0:
            return self.over or since
        return runs_out(self.times, (*self.away, *stopped), since, self.left)

    def vacation_days(self, year: int) -> int:
        """The vacation days that have begun in this year (UTC); a begun day counts whole."""
        return sum(days_of(one) for one in self.away if year_of(one[0]) == year)


class Clock(Struct, frozen=True, omit_defaults=True):
    """The clocks of a game's seats `at` this time (0: they have not begun)."""

    seats: tuple[SeatClock, ...]
    at: int = 0
    is_paused: bool = False
    agreed: tuple[int, ...] = ()


def days_of(span: Span) -> int:
    """The number of days in this span; a begun day counts whole."""
    return -(-(span[1] - span[0]) // DAY)


def year_of(at: int) -> int:
    """The year (UTC) of this time."""
    return date_of(at)[0]


def new_clock(pace: Pace, players: int) -> Clock:
    """The clocks of a game that starts."""
    return Clock((SeatClock(pace.time),) * players)


def ticked(clock: Clock, pace: Pace, running: tuple[int, ...], at: int, stopped: tuple[Span, ...] = ()) -> Clock:
    """The clocks at this time, if these seats' clocks ran since the last one, except while all were stopped."""
    if at <= clock.at:
        return clock
    if not clock.at or clock.is_paused:
        return replace(clock, at=at)
    seats = []
    for number, seat in enumerate(clock.seats):
        if number in running:
            seats.append(seat.passes(clock.at, at, stopped))
        elif pace.kind == "answer" and seat.left != pace.time:
            seats.append(replace(seat, left=pace.time, over=0))  # the next decision is a separate question
        else:
            seats.append(seat)
    return replace(clock, seats=tuple(seats), at=at)


def answered(clock: Clock, pace: Pace, seat: int) -> Clock:
    """The clocks after this seat has answered."""
    own = clock.seats[seat]
    left = own.left
    after = pace.time if pace.kind == "answer" else min(pace.cap, max(left, 0) + pace.increment)
    return clock if after == left and not own.over else with_seat(clock, seat, left=after, over=0)


def visit_over(clock: Clock, pace: Pace, seat: int) -> Clock:
    """The clocks when this seat's visit has ended: it gains its bank's increment, once."""
    own = clock.seats[seat]
    visits = own.visits + 1
    more = pace.increment if visits > own.earned else 0
    left = min(pace.cap, max(own.left, 0) + more)
    return with_seat(clock, seat, left=left, over=0, answered=False, visits=visits, earned=max(visits, own.earned))


def fresh(clock: Clock, pace: Pace, then: Clock | None) -> Clock:
    """The clocks after a rollback to the clocks `then`: the decisions there start again.

    A bank stays as it is, and only the visits from before then count.
    """
    if pace.kind == "bank":
        if then is None:
            return clock
        seats = zip(clock.seats, then.seats, strict=True)
        return replace(clock, seats=tuple(replace(own, answered=old.answered, visits=old.visits) for own, old in seats))
    return replace(clock, seats=tuple(replace(seat, left=pace.time, over=0) for seat in clock.seats))


def clock_after(clock: Clock, pace: Pace, event: Event) -> Clock:
    """The clocks after one of these events."""
    match event:
        case TimedOut(seat):
            return with_seat(clock, seat, left=pace.time if pace.kind == "answer" else 0, over=0)
        case SeatReturned(seat):
            return seated(clock, pace, seat)
        case TimeGranted(_, to, time):
            left = clock.seats[to].left + time
            return with_seat(clock, to, left=left, over=clock.seats[to].over if left <= 0 else 0)
        case PauseAgreed(seat):
            return replace(clock, agreed=(*clock.agreed, seat))
        case PauseDeclined():
            return replace(clock, agreed=())
        case GamePaused():
            return replace(clock, is_paused=True, agreed=())
        case GameResumed():
            return replace(clock, is_paused=False)
        case VacationTaken(seat, since, until):
            return with_seat(clock, seat, away=(*clock.seats[seat].away, (since, until)))
        case VacationEnded(seat):
            away = tuple((since, min(until, max(since, clock.at))) for since, until in clock.seats[seat].away)
            return with_seat(clock, seat, away=tuple(one for one in away if one[0] < one[1]))
        case PlayTimesSet(seat, times):
            return with_seat(clock, seat, times=times, times_set=clock.at)
    return clock


def seated(clock: Clock, pace: Pace, seat: int) -> Clock:
    """The clocks when a player takes this seat again: they have a day, or the whole time if it is shorter."""
    return with_seat(clock, seat, left=max(clock.seats[seat].left, min(pace.time, DAY)), over=0)


def with_seat(clock: Clock, number: int, **changes: Any) -> Clock:
    """The clocks with one of them changed."""
    seats = tuple(replace(seat, **changes) if index == number else seat for index, seat in enumerate(clock.seats))
    return replace(clock, seats=seats)
