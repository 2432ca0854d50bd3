"""Dates by arithmetic, against the standard library."""

import random
from datetime import UTC, datetime

from domain.clocks.calendar import date_of, minute_text


def test_dates():
    """Leap years, the ends of centuries, and any time from 1970 to 2969."""
    lot = random.Random(1)
    days = [datetime(year, month, day, tzinfo=UTC) for year in (1970, 2000, 2024, 2100, 2400)
            for month, day in ((1, 1), (2, 28), (3, 1), (12, 31))]  # fmt: skip
    times = [int(one.timestamp() * 1000) for one in days] + [lot.randrange(31_536_000_000 * 1000) for _ in range(2000)]
    for at in times:
        then = datetime.fromtimestamp(at / 1000, UTC)
        assert date_of(at) == (then.year, then.month, then.day)
        assert minute_text(at) == then.strftime("%Y-%m-%d %H:%M UTC")
