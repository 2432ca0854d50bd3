"""Deeds: what operators did, each written down before it is done. It names people by their ids only."""

from typing import Any

import msgspec
from msgspec import Struct

from eventstore.connection import Client

COMMAND_LINE = "command line"
_DEEDS = "stele:deeds"
_MOST_SHOWN = 200


class Deed(Struct, frozen=True):
    """At `at` (milliseconds since 1970 UTC) `by` did `what` to `about`: a player's id, a game's, a report's number."""

    at: int
    by: str
    what: str
    about: str = ""
    text: str = ""


class Deeds:
    """The log of all deeds, which only grows."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def write(self, deed: Deed) -> None:
        """Write it down."""
        self._redis.xadd(_DEEDS, {"deed": msgspec.json.encode(deed)})

    def latest(self) -> list[Deed]:
        """The last deeds, the newest first."""
        found: Any = self._redis.xrevrange(_DEEDS, count=_MOST_SHOWN)
        return [msgspec.json.decode(fields[b"deed"], type=Deed) for _number, fields in found]
