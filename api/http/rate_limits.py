"""Rate limits: how often a player and an address may call, a table that an operator changes by variables.

What writes a record is counted for all web processes together, in the record's server, in one round trip. All else is
counted by each process for itself: that costs a move or a read next to nothing.
"""

import re
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from eventstore.valkey.connection import Client, StoreUnavailable
from eventstore.valkey.scripts import script

_COUNT = script(Path(__file__).with_name("rate_limits.lua"))
_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}
_RATE = re.compile(rf"([1-9][0-9]{{0,8}})/({'|'.join(_SECONDS)})")
_MOST_BUCKETS = 50_000


class Rate(Struct, frozen=True):
    """So many requests at once, and as many again in each of these periods."""

    most: int
    seconds: int


def rate(text: str) -> Rate | None:
    """The rate that a text like `60/hour` says, none for `off`; anything else is a `ValueError`."""
    if text == "off":
        return None
    found = _RATE.fullmatch(text)
    if found is None:
        raise ValueError(f"must be off, or a number and a time as in 60/hour ({', '.join(_SECONDS)}): {text!r}")
    return Rate(int(found[1]), _SECONDS[found[2]])


class Limit(Struct, frozen=True):
    """What one player and one address may do of a kind. `is_shared`: counted for all processes together."""

    name: str
    player: Rate | None
    address: Rate | None
    is_shared: bool = False


PLAYERS = Limit("players", None, rate("60/hour"), is_shared=True)
SIGN_INS = Limit("sign-ins", None, rate("240/hour"), is_shared=True)
MAIL_LINKS = Limit("mail-links", rate("10/day"), rate("30/hour"), is_shared=True)
ACCOUNTS = Limit("accounts", rate("120/hour"), rate("480/hour"), is_shared=True)
GAMES = Limit("games", rate("120/hour"), rate("480/hour"), is_shared=True)
SEATS = Limit("seats", rate("240/hour"), rate("960/hour"), is_shared=True)
TALK = Limit("talk", rate("60/minute"), rate("240/minute"), is_shared=True)
ANALYSES = Limit("analyses", rate("30/day"), rate("120/day"), is_shared=True)
VERDICTS = Limit("verdicts", rate("200/day"), rate("800/day"), is_shared=True)
AUDITS = Limit("audits", rate("20/minute"), rate("40/minute"))
RECORDS = Limit("records", rate("240/minute"), rate("480/minute"))
DRY_RUNS = Limit("dry-runs", rate("1200/minute"), rate("2400/minute"))
MOVES = Limit("moves", rate("6000/minute"), rate("12000/minute"))
READS = Limit("reads", None, rate("24000/minute"))

LIMITS = (
    PLAYERS, SIGN_INS, MAIL_LINKS, ACCOUNTS, GAMES, SEATS, TALK, ANALYSES, VERDICTS, AUDITS, RECORDS, DRY_RUNS, MOVES,
    READS,
)  # fmt: skip


def settled_limits(settings: Mapping[str, str]) -> dict[str, Limit]:
    """The limits by name as the settings have them: STELE_LIMIT_GAMES_PLAYER=60/hour, or STELE_LIMITS=off for none."""
    return {limit.name: _settled(limit, settings) for limit in LIMITS}


def _settled(limit: Limit, settings: Mapping[str, str]) -> Limit:
    if settings.get("STELE_LIMITS") == "off":
        return replace(limit, player=None, address=None)
    for whose in ("player", "address"):
        name = f"STELE_LIMIT_{limit.name}_{whose}".upper().replace("-", "_")
        if settings.get(name):
            try:
                limit = replace(limit, **{whose: rate(settings[name])})
            except ValueError as error:
                raise ValueError(f"{name} {error}") from None
    return limit


class Buckets:
    """The counts of this process, those of the least recently counted forgotten first."""

    def __init__(self, most: int = _MOST_BUCKETS) -> None:
        self._most = most
        self._empty_at: OrderedDict[str, float] = OrderedDict()
        self._guard = threading.Lock()

    def count(self, buckets: Sequence[tuple[str, Rate]], now: float) -> tuple[int, float]:
        """Count a request as `limits.lua` does, in seconds: the number of a full bucket from 1 and the wait, or 0."""
        with self._guard:
            filled: dict[str, float] = {}
            for number, (name, allowed) in enumerate(buckets, start=1):
                filled[name] = max(self._empty_at.get(name, now), now) + allowed.seconds / allowed.most
                wait = filled[name] - allowed.seconds - now
                # What adding up fractions loses is no wait.
                if wait > 1e-6:
                    return number, wait
            for name, empty_at in filled.items():
                self._empty_at[name] = empty_at
                self._empty_at.move_to_end(name)
            while len(self._empty_at) > self._most:
                self._empty_at.popitem(last=False)
            return 0, 0.0


class Counts:
    """What has been asked for lately, and how often it may be."""

    def __init__(self, redis: Client, limits: Mapping[str, Limit]) -> None:
        self._redis = redis
        self._limits = limits
        self._own = Buckets()

    def count(self, kind: Limit, player: str | None, address: str | None) -> tuple[Rate, float] | None:
        """Count a request: none if it may be carried out, else the rate that is used up, and the seconds to wait.

        A store that cannot be reached refuses nothing here.
        """
        limit = self._limits[kind.name]
        buckets = [
            (f"stele:{{limits}}:{limit.name}:{whose}", allowed)
            for whose, allowed in ((player, limit.player), (address, limit.address))
            if whose and allowed
        ]
        if not buckets:
            return None
        if limit.is_shared:
            arguments = [number for _, allowed in buckets for number in (allowed.most, allowed.seconds * 1000)]
            try:
                full, milliseconds = _COUNT(self._redis, [name for name, _ in buckets], arguments)
            except StoreUnavailable:
                return None
            wait = milliseconds / 1000
        else:
            full, wait = self._own.count(buckets, time.monotonic())
        return (buckets[full - 1][1], wait) if full else None
