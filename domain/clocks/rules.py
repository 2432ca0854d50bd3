"""Clock rules: whose clock runs, which deadlines follow, and what players do about them (G17 to G19)."""

from typing import Any

from msgspec.structs import replace

from domain.clocks.availability import DAY, runs_out
from domain.clocks.events import (
    LONGEST_TIME,
    AgreePause,
    Clock,
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
    VacationEnded,
    VacationTaken,
    days_of,
    ticked,
    year_of,
)
from domain.game import Game, SeatResigned, rested, to_act
from domain.messages import Command, Event, Illegal
from domain.rulebook import Rulebook
from domain.shared_rules import SharedCommand, SharedRules, Situation, check_is_not_over

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
        raise Illegal("this pace is not possible; allow between 1 minute and 60 days per answer", "G17")


def _check_runs(game: Game[Any], command: Command) -> None:
    check_is_not_over(game, command)
    if game.status != "playing" or game.clock is None:
        raise Illegal("no clock is running in this game", "G17")
    if not isinstance(command, TimeOut | RecordOutage) and not (
        command.seat in range(len(game.seats)) and game.seats[command.seat].is_played
    ):
        raise Illegal("only a player in this game can do this", "G19")


def _clocks(game: Game[Any]) -> tuple[Clock, Pace]:
    assert game.clock is not None and game.pace is not None
    return game.clock, game.pace


def _timed_out(situation: Situation, command: TimeOut) -> tuple[Event, ...]:
    clock, pace = _clocks(situation.game)
    if not pace.has_end:
        raise Illegal("in this game running out of time has no consequences", "G18")
    deadline = deadlines(situation.rulebook, situation.before).get(command.seat)
    if deadline is None or deadline != command.deadline:
        raise Illegal("this seat has no such deadline", "G18")
    if clock.at < deadline:
        raise Illegal("this seat's time has not run out", "G18")
    resigned = (SeatResigned(command.seat),) if pace.outcome == "resign" else ()
    return TimedOut(command.seat, deadline, command.asked), *resigned


def _check_outage(situation: Situation, command: RecordOutage) -> None:
    (clock, _), (before, _) = _clocks(situation.game), _clocks(situation.before)
    if not running(situation.rulebook, situation.before):
        raise Illegal("no clock is running now", "G19")
    if not before.at <= command.since < command.until <= clock.at:
        raise Illegal("a server outage must begin after the last event and be over by now", "G19")


def _check_absence(situation: Situation, command: Return) -> None:
    if not situation.game.seats[command.seat].absent:
        raise Illegal("no computer player is playing for you", "G18")


def _check_grant(situation: Situation, command: GrantTime) -> None:
    clock, _ = _clocks(situation.game)
    to, time = command.to, command.time
    if to == command.seat or to not in running(situation.rulebook, situation.game):
        raise Illegal("you can grant time only to another player whose clock is running", "G19")
    if not 0 < time <= DAY:
        raise Illegal("you can grant at most one day at a time", "G19")
    if clock.seats[to].left + time > LONGEST_TIME:
        raise Illegal("this player's time bank is full", "G19")


def _agreed(situation: Situation, command: AgreePause) -> tuple[Event, ...]:
    clock, _ = _clocks(situation.game)
    if clock.is_paused:
        raise Illegal("the clocks are already paused", "G19")
    if command.seat in clock.agreed:
        raise Illegal("you have already agreed", "G19")
    if not situation.game.can_agree:
        raise Illegal("in a rated game a pause needs the agreement of at least two human players", "G19")
    asked = {number for number, other in enumerate(situation.game.seats) if other.is_played}
    paused = (GamePaused(),) if asked <= {*clock.agreed, command.seat} else ()
    return PauseAgreed(command.seat), *paused


def _check_request(situation: Situation, command: DeclinePause) -> None:
    if not _clocks(situation.game)[0].agreed:
        raise Illegal("no player has asked for a pause", "G19")


def _check_pause(situation: Situation, command: Resume) -> None:
    if not _clocks(situation.game)[0].is_paused:
        raise Illegal("the clocks are not paused", "G19")


def _check_vacation(situation: Situation, command: TakeVacation) -> None:
    clock, pace = _clocks(situation.game)
    own, since, until = clock.seats[command.seat], command.since, command.until
    if not clock.at <= since <= clock.at + LONGEST_WAIT or not since < until <= since + LONGEST_TIME:
        raise Illegal("a vacation must start now or within a year, and end after it starts", "G19")
    if any(first < until and since < last for first, last in own.away):
        raise Illegal("you already have a vacation in this period", "G19")
    year = year_of(since)
    if own.vacation_days(year) + days_of((since, until)) > pace.vacation:
        raise Illegal("this game allows {days} vacation days a year", "G19", days=pace.vacation)


def _check_away(situation: Situation, command: EndVacation) -> None:
    clock, _ = _clocks(situation.game)
    if not any(until > clock.at for _since, until in clock.seats[command.seat].away):
        raise Illegal("you are not on vacation and have none planned", "G19")


def _check_play_times(situation: Situation, command: SetPlayTimes) -> None:
    clock, pace = _clocks(situation.game)
    own = clock.seats[command.seat]
    if not pace.windows:
        raise Illegal("this game has no play times, so clocks run all the time", "G17")
    if not command.times.is_well_formed:
        raise Illegal("play times must be successive windows within a week, with the offsets of a time zone", "G17")
    if command.times.minutes < LEAST_PLAY_MINUTES:
        raise Illegal("play times must be at least 20 hours a week", "G17")
    if own.times_set and clock.at < own.times_set + PLAY_TIMES_LAST:
        raise Illegal("you can't change your play times until a week after you last set them", "G17")


CLOCKS = SharedRules(
    (
        SharedCommand(Return, SeatReturned, _check_absence),
        SharedCommand(GrantTime, TimeGranted, _check_grant),
        SharedCommand(AgreePause, PauseAgreed, _agreed),
        SharedCommand(DeclinePause, PauseDeclined, _check_request),
        SharedCommand(Resume, GameResumed, _check_pause),
        SharedCommand(TakeVacation, VacationTaken, _check_vacation),
        SharedCommand(EndVacation, VacationEnded, _check_away),
        SharedCommand(SetPlayTimes, PlayTimesSet, _check_play_times),
        SharedCommand(TimeOut, TimedOut, _timed_out, "server", is_move=False),
        SharedCommand(RecordOutage, ServerAway, _check_outage, "server", is_move=False),
    ),
    _check_runs,
)
