"""Clock rules: whose clock runs, which deadlines follow, and what players do about them (G17 to G19)."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.clocks.availability import DAY, runs_out
from domain.clocks.events import (
    LONGEST_TIME,
    AgreePause,
    DeclinePause,
    EndVacation,
    GamePaused,
    GameResumed,
    GrantTime,
    Pace,
    PauseAgreed,
    PauseDeclined,
    PlayTimesSet,
    RecordOutage,
    Resume,
    Return,
    SeatReturned,
    ServerAway,
    SetPlayTimes,
    TakeVacation,
    TimedOut,
    TimeGranted,
    TimeOut,
    Timing,
    VacationEnded,
    VacationTaken,
    days_of,
    ticked,
    year_of,
)
from domain.game import Game, SeatResigned, rested, to_act
from domain.messages import Event, Illegal
from domain.rulebook import Rulebook

LEAST_PLAY_MINUTES = 20 * 60
"""The minimum play time per week; with less, the others would wait too long."""
LONGEST_WAIT = 366 * DAY
PLAY_TIMES_LAST = 7 * DAY
"""How long play times stay fixed, so that players cannot move them away from a deadline."""


def running(rulebook: Rulebook[Any], game: Game[Any]) -> tuple[int, ...]:
    """The seats whose clocks run: seats that are asked and whose person is present."""
    if game.clock is None or game.clock.is_paused:
        return ()
    return tuple(seat for seat in to_act(rulebook, game) if game.seats[seat].is_person)


def at_time(rulebook: Rulebook[Any], game: Game[Any], at: int, event: Event | None = None) -> Game[Any]:
    """The game at this time, before this event; an outage event stops the clocks for its span."""
    if game.clock is None or game.pace is None or at <= game.clock.at:
        return game
    stopped = ((event.since, event.until),) if isinstance(event, ServerAway) else ()
    game = rested(rulebook, game)
    assert game.clock is not None and game.pace is not None
    return replace(game, clock=ticked(game.clock, game.pace, running(rulebook, game), at, stopped))


def deadlines(rulebook: Rulebook[Any], game: Game[Any]) -> dict[int, int]:
    """When the time of each seat with a running clock ends, in milliseconds since 1970 UTC."""
    if game.clock is None:
        return {}
    return {seat: game.clock.seats[seat].runs_out(game.clock.at) for seat in running(rulebook, game)}


def reminders(rulebook: Rulebook[Any], game: Game[Any]) -> dict[int, int]:
    """When to remind each of these seats of its deadline: a day before, or when a quarter of the time is left."""
    if game.clock is None or game.pace is None:
        return {}
    before = min(DAY, game.pace.time // 4)
    return {
        seat: runs_out(own.times, own.away, game.clock.at, max(own.left - before, 0))
        for seat in running(rulebook, game)
        for own in (game.clock.seats[seat],)
    }


def check_pace(pace: Pace | None) -> None:
    """Refuse an invalid pace (G17)."""
    if pace is not None and not pace.is_well_formed:
        raise Illegal("this pace is not possible: allow between 1 minute and 60 days per answer", "G17")


def decide_timing(rulebook: Rulebook[Any], before: Game[Any], game: Game[Any], command: Timing) -> Iterator[Event]:
    """The events of this command at the time of the game's clock, or `Illegal`; `before` is the game before it ran."""
    if game.status != "playing" or game.clock is None or game.pace is None:
        raise Illegal("no clock is running in this game", "G17")
    if isinstance(command, TimeOut):
        yield from _timed_out(rulebook, before, game, command)
        return
    if isinstance(command, RecordOutage):
        yield _away(rulebook, before, game, command)
        return
    seat = command.seat
    if seat not in range(len(game.seats)) or not game.seats[seat].is_played:
        raise Illegal("only a player in this game can do this", "G19")
    match command:
        case Return():
            if not game.seats[seat].absent:
                raise Illegal("no computer player is playing for you", "G18")
            yield SeatReturned(seat)
        case GrantTime(_, to, time):
            yield _granted(rulebook, game, command, to, time)
        case AgreePause():
            yield from _agreed(game, seat)
        case DeclinePause():
            if not game.clock.agreed:
                raise Illegal("no player has asked for a pause", "G19")
            yield PauseDeclined(seat)
        case Resume():
            if not game.clock.is_paused:
                raise Illegal("the clocks are not paused", "G19")
            yield GameResumed(seat)
        case TakeVacation(_, since, until):
            yield _vacation(game, game.pace, command, since, until)
        case EndVacation():
            if not any(until > game.clock.at for _since, until in game.clock.seats[seat].away):
                raise Illegal("you are not on vacation and have none planned", "G19")
            yield VacationEnded(seat)
        case SetPlayTimes():
            yield _play_times(game, game.pace, command)


def _timed_out(rulebook: Rulebook[Any], before: Game[Any], game: Game[Any], command: TimeOut) -> Iterator[Event]:
    assert game.clock is not None and game.pace is not None
    if game.pace.outcome == "never":
        raise Illegal("in this game running out of time has no consequences", "G18")
    deadline = deadlines(rulebook, before).get(command.seat)
    if deadline is None or deadline != command.deadline:
        raise Illegal("this seat has no such deadline", "G18")
    if game.clock.at < deadline:
        raise Illegal("this seat's time has not run out", "G18")
    yield TimedOut(command.seat, deadline, command.asked)
    if game.pace.outcome == "resign":
        yield SeatResigned(command.seat)


def _away(rulebook: Rulebook[Any], before: Game[Any], game: Game[Any], command: RecordOutage) -> ServerAway:
    assert game.clock is not None and before.clock is not None
    if not running(rulebook, before):
        raise Illegal("no clock is running now", "G19")
    if not before.clock.at <= command.since < command.until <= game.clock.at:
        raise Illegal("a server outage must begin after the last event and be over by now", "G19")
    return ServerAway(command.since, command.until)


def _granted(rulebook: Rulebook[Any], game: Game[Any], command: GrantTime, to: int, time: int) -> TimeGranted:
    if to == command.seat or to not in running(rulebook, game):
        raise Illegal("you can grant time only to another player whose clock is running", "G19")
    if not 0 < time <= DAY:
        raise Illegal("you can grant at most one day at a time", "G19")
    assert game.clock is not None
    if game.clock.seats[to].left + time > LONGEST_TIME:
        raise Illegal("this player's time bank is full", "G19")
    return TimeGranted(command.seat, to, time)


def _agreed(game: Game[Any], seat: int) -> Iterator[Event]:
    assert game.clock is not None
    if game.clock.is_paused:
        raise Illegal("the clocks are already paused", "G19")
    if seat in game.clock.agreed:
        raise Illegal("you have already agreed", "G19")
    if not game.can_agree:
        raise Illegal("in a rated game a pause needs the agreement of at least two human players", "G19")
    yield PauseAgreed(seat)
    asked = {number for number, other in enumerate(game.seats) if other.is_played}
    if asked <= {*game.clock.agreed, seat}:
        yield GamePaused()


def _vacation(game: Game[Any], pace: Pace, command: TakeVacation, since: int, until: int) -> VacationTaken:
    assert game.clock is not None
    own = game.clock.seats[command.seat]
    if not game.clock.at <= since <= game.clock.at + LONGEST_WAIT or not since < until <= since + LONGEST_TIME:
        raise Illegal("a vacation must start now or within a year, and end after it starts", "G19")
    if any(first < until and since < last for first, last in own.away):
        raise Illegal("you already have a vacation in this period", "G19")
    year = year_of(since)
    if own.vacation_days(year) + days_of((since, until)) > pace.vacation:
        raise Illegal("this game allows {days} vacation days a year", "G19", days=pace.vacation)
    return VacationTaken(command.seat, since, until)


def _play_times(game: Game[Any], pace: Pace, command: SetPlayTimes) -> PlayTimesSet:
    assert game.clock is not None
    own = game.clock.seats[command.seat]
    if not pace.windows:
        raise Illegal("this game has no play times: clocks run all the time", "G17")
    if not command.times.is_well_formed:
        raise Illegal("play times must be successive windows within a week, with the offsets of a time zone", "G17")
    if command.times.minutes < LEAST_PLAY_MINUTES:
        raise Illegal("play times must be at least 20 hours a week", "G17")
    if own.times_set and game.clock.at < own.times_set + PLAY_TIMES_LAST:
        raise Illegal("you can't change your play times until a week after you last set them", "G17")
    return PlayTimesSet(command.seat, command.times)
