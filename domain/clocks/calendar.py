"""Calendar: the date of a time, in UTC, by arithmetic alone; nothing here reads the current time."""

from domain.clocks.availability import DAY, MINUTE

_ERA = 146_097
"""The days of four hundred years, after which the calendar repeats."""
_TO_1970 = 719_468
"""The days from 1 March of the year 0 until 1 January 1970."""


def date_of(at: int) -> tuple[int, int, int]:
    """Year, month and day (UTC) of this time in milliseconds since 1970; years begin in March until the last step."""
    era, day_of_era = divmod(at // DAY + _TO_1970, _ERA)
    year_of_era = (day_of_era - day_of_era // 1460 + day_of_era // 36_524 - day_of_era // 146_096) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    month = (5 * day_of_year + 2) // 153
    day = day_of_year - (153 * month + 2) // 5 + 1
    is_next_year = month >= 10
    return year_of_era + 400 * era + is_next_year, month - 9 if is_next_year else month + 3, day


def minute_text(at: int) -> str:
    """This time to the minute, as in `2026-01-31 18:05 UTC`."""
    year, month, day = date_of(at)
    hour, minute = divmod(at % DAY // MINUTE, 60)
    return f"{year:04}-{month:02}-{day:02} {hour:02}:{minute:02} UTC"
