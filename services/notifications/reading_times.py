"""Times in texts: in full and in brief, in the reader's language and time zone."""

from datetime import datetime

from babel.dates import format_date, format_skeleton, get_timezone_name

from services.notifications.preferences import zone_of

_WEEK_MILLISECONDS = 6 * 24 * 3_600_000
_WITH_A_WEEKDAY = "EHm"


def full_time(at: int, language: str, zone: str) -> str:
    """This time, in milliseconds since 1970 UTC, with its date and the name of the time zone."""
    local = datetime.fromtimestamp(at / 1000, zone_of(zone))
    named = get_timezone_name(local, locale=language)
    return f"{format_date(local, 'full', language)}, {format_skeleton('Hm', local, locale=language)} ({named})"


def brief_time(at: int, now: int, language: str, zone: str) -> str:
    """This time as a weekday and a clock time; with the date if it is not in the next six days.

    Without a time zone it is UTC, and says so.
    """
    if not 0 <= at - now < _WEEK_MILLISECONDS:
        return dated_time(at, language, zone)
    text = format_skeleton(_WITH_A_WEEKDAY, datetime.fromtimestamp(at / 1000, zone_of(zone)), locale=language)
    return text if zone else f"{text} UTC"


def dated_time(at: int, language: str, zone: str) -> str:
    """This time as a weekday, a date without its year, and a clock time; without a time zone in UTC, and it says so."""
    local = datetime.fromtimestamp(at / 1000, zone_of(zone))
    text = f"{format_skeleton('MMMEd', local, locale=language)}, {format_skeleton('Hm', local, locale=language)}"
    return text if zone else f"{text} UTC"
