"""Timestamps of the responses."""

from datetime import UTC, datetime
from functools import lru_cache

LAST_TIME = 253_402_300_799_999
"""The last millisecond of the year 9999, the latest that Python's calendar can show."""


@lru_cache(1024)
def time_text(milliseconds: int) -> str:
    """The time in RFC 3339, UTC, to the millisecond."""
    second = datetime.fromtimestamp(milliseconds // 1000, UTC)
    return f"{second.isoformat()[:-6]}.{milliseconds % 1000:03d}Z"


def milliseconds_of(text: str) -> int:
    """The time of such a text, in milliseconds since 1970 UTC."""
    return round(datetime.fromisoformat(text).timestamp() * 1000)
