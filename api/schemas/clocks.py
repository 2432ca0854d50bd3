"""Clock schemas: a game's clocks in responses."""

from typing import Annotated

from marshmallow import validate
from msgspec import UNSET

from api.schemas.from_structs import Maybe, Shown, Time, about
from domain.clocks.events import Pace


class Deadline(Shown):
    """The deadline of a seat."""

    seat: int
    at: Time


class Span(Shown):
    """A span of time, from its start to its end."""

    since: Time
    until: Time


class ShownPlayTimes(Shown):
    """A player's playing times in the week: pairs of minutes since Monday 0:00 in their zone."""

    zone: str
    windows: list[Annotated[list[int], validate.Length(equal=2)]]


class Away(Shown):
    """A player's absences."""

    away: Maybe[list[Span]] = UNSET
    play_times: Maybe[ShownPlayTimes] = UNSET


Deadlines = Annotated[list[Deadline], about("The deadline of each seat whose clock runs, earliest first.")]
GamePace = Annotated[Pace, about("Only in games with clocks (G17).")]
Paused = Annotated[bool, about("Only while the clocks are stopped by agreement of all players (G19).")]
PauseAgreed = Annotated[list[int], about("The seats that agree to a pause, until all do (G19).")]
