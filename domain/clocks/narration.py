"""Clock narration: the sentences of events and commands about time."""

from domain.clocks.availability import DAY, MINUTE
from domain.clocks.events import (
    AgreePause,
    DeclinePause,
    EndVacation,
    GamePaused,
    GameResumed,
    GrantTime,
    PauseAgreed,
    PauseDeclined,
    PlayTimesSet,
    Resume,
    Return,
    SeatReturned,
    ServerAway,
    SetPlayTimes,
    TakeVacation,
    TimedOut,
    TimeGranted,
    VacationEnded,
    VacationTaken,
)
from domain.messages import Command, Event, LocalTime, SeatName, Sentence, say, say_number


def narrate_time(event: Event) -> Sentence:
    """The sentence for this event about time."""
    match event:
        case TimedOut(seat, deadline):
            return say("{player}'s time ran out on {time}.", player=SeatName(seat), time=LocalTime(deadline))
        case SeatReturned(seat):
            return say("{player} is back.", player=SeatName(seat))
        case TimeGranted(seat, to, time):
            return say(
                "{player} adds {time} to {other}'s clock.", player=SeatName(seat), other=SeatName(to), time=long(time)
            )
        case PauseAgreed(seat):
            return say("{player} agrees to a pause.", player=SeatName(seat))
        case PauseDeclined(seat):
            return say("{player} declines a pause.", player=SeatName(seat))
        case GamePaused():
            return say("The clocks are stopped.")
        case GameResumed(seat):
            return say("{player} restarts the clocks.", player=SeatName(seat))
        case VacationTaken(seat, since, until):
            return say(
                "{player} is on vacation from {since} to {until}.",
                player=SeatName(seat), since=LocalTime(since), until=LocalTime(until),
            )  # fmt: skip
        case VacationEnded(seat):
            return say("{player} is back from vacation.", player=SeatName(seat))
        case PlayTimesSet(seat, times):
            hours = say_number("{number} hour", "{number} hours", times.minutes // 60)
            return say("{player} sets play times: {hours} a week.", player=SeatName(seat), hours=hours)
        case ServerAway(since, until):
            return say(
                "The server was down from {since} to {until}. The clocks did not run.",
                since=LocalTime(since),
                until=LocalTime(until),
            )
    raise TypeError(f"{type(event).__name__} is no fact about time")


def describe_time(command: Command) -> Sentence:
    """The sentence for what this command about time would do."""
    match command:
        case Return():
            return say("Take back control of your seat")
        case GrantTime(_, to, time):
            return say("Give {other} {time} more", other=SeatName(to), time=long(time))
        case AgreePause():
            return say("Agree to a pause")
        case DeclinePause():
            return say("Decline the pause")
        case Resume():
            return say("Start the clocks again")
        case TakeVacation(_, since, until):
            return say("Take a vacation from {since} to {until}", since=LocalTime(since), until=LocalTime(until))
        case EndVacation():
            return say("End your vacation")
        case SetPlayTimes():
            return say("Set your play times")
    raise TypeError(f"{type(command).__name__} is no command about time")


def long(time: int) -> Sentence:
    """This length of time in its largest whole unit."""
    if time % DAY == 0:
        return say_number("{number} day", "{number} days", time // DAY)
    if time % (60 * MINUTE) == 0:
        return say_number("{number} hour", "{number} hours", time // (60 * MINUTE))
    return say_number("{number} minute", "{number} minutes", time // MINUTE)
