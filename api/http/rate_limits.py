"""Rate limits: how often a player and an address may call, with the rates of the settings.

Requests that write a record are counted for all web processes together, in the database, in one round trip. All
others are counted by each process, which costs a move or a read next to nothing.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from eventstore.valkey.connection import Client, StoreUnavailable
from eventstore.valkey.scripts import script
from operations.settings import LIMITS, Rate, Rates

_COUNT = script(Path(__file__).with_name("rate_limits.lua"))
_MOST_BUCKETS = 50_000


class Limit(Struct, frozen=True):
    """The limit of a kind for one player and one address. `is_shared`: counted for all processes together."""

    name: str
    is_shared: bool = False

    @property
    def is_personal(self) -> bool:
        """Whether it is counted for players, too."""
        return bool(LIMITS[self.name].player)


PLAYERS = Limit("players", is_shared=True)
SIGN_INS = Limit("sign-ins", is_shared=True)
MAIL_LINKS = Limit("mail-links", is_shared=True)
ACCOUNTS = Limit("accounts", is_shared=True)
GAMES = Limit("games", is_shared=True)
SEATS = Limit("seats", is_shared=True)
CHAT = Limit("talk", is_shared=True)
SEARCHES = Limit("searches", is_shared=True)
ANALYSES = Limit("analyses", is_shared=True)
VERDICTS = Limit("verdicts", is_shared=True)
PUZZLES = Limit("puzzles", is_shared=True)
AUDITS = Limit("audits")
RECORDS = Limit("records")
DRY_RUNS = Limit("dry-runs")
MOVES = Limit("moves")
READS = Limit("reads")


class Buckets:
    """The counts of this process; the least recently used ones are dropped first."""

    def __init__(self, most: int = _MOST_BUCKETS) -> None:
        self._most = most
        self._empty_at: OrderedDict[str, float] = OrderedDict()
        self._guard = threading.Lock()

    def count(self, buckets: Sequence[tuple[str, Rate]], now: float) -> tuple[int, float]:
        """Count a request as `limits.lua` does. Returns the number of the full bucket, from 1, and the wait in seconds;
        0 if none is full.
        """
        with self._guard:
            filled: dict[str, float] = {}
            for number, (name, allowed) in enumerate(buckets, start=1):
                filled[name] = max(self._empty_at.get(name, now), now) + allowed.seconds / allowed.most
                wait = filled[name] - allowed.seconds - now
                # A rounding error is not a wait.
                if wait > 1e-6:
                    return number, wait
            for name, empty_at in filled.items():
                self._empty_at[name] = empty_at
                self._empty_at.move_to_end(name)
            while len(self._empty_at) > self._most:
                self._empty_at.popitem(last=False)
            return 0, 0.0


class Counts:
    """The counts of recent requests, and their limits."""

    def __init__(self, redis: Client, rates: Mapping[str, Rates]) -> None:
        self._redis = redis
        self._rates = rates
        self._own = Buckets()

    def count(self, kind: Limit, player: str | None, address: str | None) -> tuple[Rate, float] | None:
        """Count a request: none if it is allowed, else the exhausted rate, and the seconds to wait.

        If the store is unavailable, no request is refused here.
        """
        rates = self._rates[kind.name]
        buckets = [
            (f"stele:{{limits}}:{kind.name}:{whose}", allowed)
            for whose, allowed in ((player, rates.player), (address, rates.address))
            if whose and allowed
        ]
        if not buckets:
            return None
        if kind.is_shared:
            arguments = [number for _, allowed in buckets for number in (allowed.most, allowed.seconds * 1000)]
            try:
                full, milliseconds = _COUNT(self._redis, [name for name, _ in buckets], arguments)
            except StoreUnavailable:
                return None
            wait = milliseconds / 1000
        else:
            full, wait = self._own.count(buckets, time.monotonic())
        return (buckets[full - 1][1], wait) if full else None
