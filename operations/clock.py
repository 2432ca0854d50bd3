"""Clock: the time of day, for everything except games. A game's time comes only from its events."""

import time


def now() -> int:
    """The time in milliseconds since 1970 UTC."""
    return time.time_ns() // 1_000_000
