"""Time in random playouts: long pauses between answers, and commands about time."""

import random
from typing import Any, Literal

from domain.clocks.availability import DAY, PlayTimes
from domain.clocks.events import (
    AgreePause,
    DeclinePause,
    EndVacation,
    GrantTime,
    Pace,
    RecordOutage,
    Resume,
    Return,
    SetPlayTimes,
    TakeVacation,
    TimeOut,
)
from domain.clocks.rules import deadlines
from domain.game import Game
from domain.messages import Command
from domain.rulebook import Rulebook

OFTEN = 0.15
LONGEST_WAIT = 2 * DAY
EVENINGS = PlayTimes("somewhere", tuple((day * 1440 + 1080, day * 1440 + 1380) for day in range(7)), ((0, 60),))


def drawn_pace(lot: random.Random) -> Pace:
    """A pace of any kind, except one in which seats resign, which would end most games immediately."""
    outcomes: tuple[Literal["once", "seat", "never"], ...] = ("once", "seat", "never")
    outcome = lot.choice(outcomes)
    if lot.random() < 0.5:
        return Pace("answer", lot.randrange(1, 4) * DAY, 0, 0, True, 30, outcome)
    return Pace("bank", 2 * DAY, DAY // 4, 3 * DAY, True, 30, outcome)


def drawn_wait(lot: random.Random) -> int:
    """The length of a pause, in milliseconds."""
    return lot.choice((1, 1000, 60_000, DAY // 24, DAY // 3, LONGEST_WAIT))


def drawn_time(rulebook: Rulebook[Any], game: Game[Any], at: int, lot: random.Random) -> list[Command]:
    """The commands about time that are given now; an expired deadline is always acted on."""
    assert game.pace is not None and game.clock is not None
    due = deadlines(rulebook, game)
    if game.pace.outcome != "never":
        past: list[Command] = [TimeOut(seat, deadline) for seat, deadline in due.items() if deadline <= at]
        if past:
            return past[:1]
    played = [seat for seat, one in enumerate(game.seats) if one.is_played]
    if lot.random() >= OFTEN or not played:
        return []
    seat, clock = lot.choice(played), game.clock
    commands: list[Command] = [Return(seat)] if game.seats[seat].absent else []
    commands += [RecordOutage(-1, at, at + 1)] if due else []
    commands += [GrantTime(seat, other, DAY // 2) for other in due if other != seat]
    if clock.is_paused:
        commands.append(Resume(seat))
    elif seat not in clock.agreed:
        commands.append(AgreePause(seat))
    if clock.agreed:
        commands.append(DeclinePause(seat))
    own = clock.seats[seat]
    if any(until > at + LONGEST_WAIT for _since, until in own.away):
        commands.append(EndVacation(seat))
    elif not own.away:
        commands.append(TakeVacation(seat, at + LONGEST_WAIT, at + 4 * LONGEST_WAIT))
    if not own.times_set:
        commands.append(SetPlayTimes(seat, EVENINGS))
    return [lot.choice(commands)] if commands else []
