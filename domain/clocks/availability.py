"""Availability of a player: weekly windows in their time zone, and days on which they are away.

Nothing here reads the current time or time zone rules: the record contains the offsets.
"""

from collections.abc import Iterator, Sequence
from itertools import count, pairwise

from msgspec import Struct

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
WEEK = 7 * DAY
WEEK_MINUTES = WEEK // MINUTE
_FIRST_MONDAY = 4 * DAY
"""5 January 1970, in milliseconds since 1970: the beginning of a week."""

Span = tuple[int, int]
"""A time span, in milliseconds since 1970 UTC."""


class PlayTimes(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's windows: from minute to minute of the week (Monday 0:00 is 0), ascending, in the named zone.

    `offsets` say from which time on, in milliseconds since 1970 UTC, the zone is how many minutes ahead of UTC, as
    known when they were recorded; the last one holds from then on.
    """

    zone: str
    windows: tuple[tuple[int, int], ...]
    offsets: tuple[tuple[int, int], ...]

    @property
    def is_well_formed(self) -> bool:
        """Whether the windows and the offsets are in order and within their bounds."""
        ends = [minute for window in self.windows for minute in window]
        # A window may touch the next one; it may not be empty.
        in_order = all(start < end for start, end in self.windows) and ends == sorted(ends)
        in_week = bool(ends) and ends[0] >= 0 and ends[-1] <= WEEK_MINUTES
        since = [at for at, _minutes in self.offsets]
        in_time = bool(since) and all(one < other for one, other in pairwise(since))
        return in_order and in_week and in_time and all(abs(minutes) <= 24 * 60 for _at, minutes in self.offsets)

    @property
    def minutes(self) -> int:
        """The windows' minutes per week."""
        return sum(end - start for start, end in self.windows)


def counted(times: PlayTimes | None, away: Sequence[Span], since: int, until: int) -> int:
    """The counted time between these two times, in milliseconds."""
    total = 0
    for start, end in _spans(times, away, since):
        if start >= until:
            break
        total += min(end, until) - start
    return total


def runs_out(times: PlayTimes | None, away: Sequence[Span], since: int, left: int) -> int:
    """The time at which this much counted time has passed since `since`."""
    for start, end in _spans(times, away, since):
        if start + left <= end:
            return start + left
        left -= end - start
    raise AssertionError("play times never end")


_EVER = 1 << 60


def _spans(times: PlayTimes | None, away: Sequence[Span], since: int) -> Iterator[Span]:
    """The spans of counted time from `since` on, without end."""
    absences = sorted(away)
    for start, end in [(since, _EVER)] if times is None else _windows(times, since):
        for first, last in absences:
            if last <= start or first >= end:
                continue
            if first > start:
                yield start, first
            start = max(start, last)
        if start < end:
            yield start, end


def _windows(times: PlayTimes, since: int) -> Iterator[Span]:
    """The play windows from `since` on, in ascending order."""
    offsets = times.offsets
    for number, (from_then, minutes) in enumerate(offsets):
        # The first offset holds for earlier times, too.
        first = since if number == 0 else max(since, from_then)
        last = offsets[number + 1][0] if number + 1 < len(offsets) else _EVER
        if first >= last:
            continue
        ahead = minutes * MINUTE
        monday = (first + ahead - _FIRST_MONDAY) // WEEK * WEEK + _FIRST_MONDAY - ahead
        for week in count(monday, WEEK):
            if week >= last:
                break
            for opens, closes in times.windows:
                start, end = max(week + opens * MINUTE, first), min(week + closes * MINUTE, last)
                if start < end:
                    yield start, end
