"""Snapshots: stored states that shorten folding. They are a cache; losing one loses no data.

The snapshots of one game and one view are a Redis stream whose ids are the positions, so the last one before a position
is found directly. A snapshot is valid only if its stamp is the current one and its digest is the record's at that
position. If an invalid one is found, the view's snapshots are dropped. Snapshots expire.
"""

import zlib
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from msgspec import Struct
from redis.exceptions import ResponseError

from eventstore.entries import Position, parse_position
from eventstore.keys import GameNames
from eventstore.valkey.connection import Client, StoreUnavailable

LIFE_SECONDS = 6 * 3600
MOST_OF_A_VIEW = 250
_LEVEL = 3


class Snapshot(Struct, frozen=True):
    """The state at a position, and the record's digest at that position."""

    position: Position
    digest: bytes
    state: bytes


class Snapshots:
    """The snapshots of every game. A `view` names whose state it is."""

    def __init__(self, redis: Client, partitions: int) -> None:
        self._redis = redis
        self._partitions = partitions

    def last(self, game_id: str, view: str, stamp: bytes, until: str) -> Snapshot | None:
        """The last snapshot at or before this position (only before it if written as `(17-2`), or none. A snapshot with
        another stamp is dropped.
        """
        name = self._name(game_id, view)
        try:
            found: Any = self._redis.xrevrange(name, until, "-", 1)
            if not found:
                return None
            stream_id, fields = found[0]
            if fields[b"v"] == stamp:
                return Snapshot(parse_position(stream_id.decode()), fields[b"h"], zlib.decompress(fields[b"z"]))
        except (ResponseError, KeyError, zlib.error):
            pass  # not one of our snapshots
        self.drop(game_id, view)
        return None

    def keep(self, game_id: str, view: str, stamp: bytes, snapshots: Sequence[Snapshot]) -> None:
        """Store these in order, if the store can write. A snapshot that another process stored stays."""
        name = self._name(game_id, view)
        calls: list[tuple[Any, ...]] = []
        for one in snapshots:
            fields = ("v", stamp, "h", one.digest, "z", zlib.compress(one.state, _LEVEL))
            calls.append(("XADD", name, "MAXLEN", "=", MOST_OF_A_VIEW, str(one.position), *fields))
        with suppress(StoreUnavailable):
            self._redis.ask_all([*calls, ("EXPIRE", name, LIFE_SECONDS)])

    def drop(self, game_id: str, view: str) -> None:
        """Drop all of this view's snapshots."""
        with suppress(StoreUnavailable):
            self._redis.unlink(self._name(game_id, view))

    def _name(self, game_id: str, view: str) -> str:
        return GameNames(game_id, self._partitions).snapshots(view)
