"""Clock: the time of day, for everything that is not a game. A game's time comes from its events alone."""

import time


def now() -> int:
    """Milliseconds since 1970 UTC."""
    return time.time_ns() // 1_000_000
