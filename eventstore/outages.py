"""Outages: times in which no worker ran, derived from the workers' signs of life.

They are stored beside the records until every game with running clocks has recorded them.
"""

import logging
from collections.abc import Sequence

from domain.clocks.availability import Span, runs_out
from domain.clocks.calendar import minute_text
from eventstore.valkey.connection import Client

_log = logging.getLogger("stele.worker")
_SIGN = "stele:worker:sign"
_AWAY = "stele:outages"
_RECORDED = "stele:outages:recorded"
OUTAGE_MILLISECONDS = 60_000
"""A longer time without a worker's sign of life is an outage, in which no clock runs."""
_MOST_KEPT = 50


class Outages:
    """The outages of this server; times are in milliseconds since 1970 UTC."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def sign(self, now: int) -> None:
        """Record a worker's sign of life. If the clock has been set back, false outages are deleted."""
        before = self._number(_SIGN)
        if before and now - before > OUTAGE_MILLISECONDS:
            # Another worker, or this one after being killed here, writes the same again.
            self._redis.hset(_AWAY, str(before), now)
            _log.warning("the server was away from %s until %s", minute_text(before), minute_text(now))
        is_earlier = now < before - OUTAGE_MILLISECONDS
        kept = self._kept()
        forgotten = [since for since, until in kept if is_earlier and until > now] + [
            since for since, _until in kept[:-_MOST_KEPT]
        ]
        if forgotten:
            self._redis.hdel(_AWAY, *map(str, forgotten))
        if now > before or is_earlier:
            self._redis.set(_SIGN, now)

    def since(self, at: int, now: int) -> list[tuple[int, int]]:
        """The unrecorded outages of a game whose last event was at this time, earliest first.

        An outage that is not over yet is included, up to now.
        """
        if now - at <= OUTAGE_MILLISECONDS:
            return []
        spans = [(max(since, at), until) for since, until in self._until(now)]
        return [(since, until) for since, until in spans if until - since > OUTAGE_MILLISECONDS]

    def waits_until(self, since: int, length: int, now: int, absences: Sequence[Span] = ()) -> int:
        """The end of a wait of this length that began then: neither outages nor these absences count (G19)."""
        return runs_out(None, (*self._until(now), *absences), since, length)

    def unrecorded(self) -> int | None:
        """The end of the last outage, if it is not recorded in every game yet."""
        until = max((until for _since, until in self._kept()), default=0)
        return until if until > self._number(_RECORDED) else None

    def recorded(self, until: int) -> None:
        """Mark the outages that ended by this time as recorded in every game."""
        self._redis.set(_RECORDED, until)

    def _until(self, now: int) -> list[Span]:
        """The outages, earliest first, with one that is not over yet."""
        sign = self._number(_SIGN)
        is_away = sign and now - sign > OUTAGE_MILLISECONDS
        return [*self._kept(), (sign, now)] if is_away else self._kept()

    def _kept(self) -> list[Span]:
        found: dict[bytes, bytes] = self._redis.hgetall(_AWAY)  # type: ignore[assignment]
        return sorted((int(since), int(until)) for since, until in found.items() if since.isdigit() and until.isdigit())

    def _number(self, name: str) -> int:
        found = self._redis.get(name)
        return int(found) if isinstance(found, bytes) and found.isdigit() else 0
