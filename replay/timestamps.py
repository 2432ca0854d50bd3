"""Timestamps of the responses."""

from datetime import datetime
from functools import lru_cache

from verify import record

time_text = lru_cache(1024)(record.time_text)
"""The time in RFC 3339, UTC, to the millisecond."""


def milliseconds_of(text: str) -> int:
    """The time of such a text, in milliseconds since 1970 UTC."""
    return round(datetime.fromisoformat(text).timestamp() * 1000)
