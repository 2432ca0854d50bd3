"""Announcement: an operator's text on every page until a set time."""

import time
from typing import Any

import msgspec
from msgspec import Struct

from eventstore.valkey.connection import Client, StoreUnavailable
from operations.clock import now

LONGEST_ANNOUNCEMENT = 500
_ANNOUNCED = "stele:announced"
_LOOK_SECONDS = 5.0


class Announcement(Struct, frozen=True):
    """A text, its number, and the end of its display, in milliseconds since 1970 UTC."""

    text: str
    number: int
    until: int


class Announcements:
    """The current announcement; pages show a change within seconds."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis
        self._looked_at = float("-inf")
        self._found: Announcement | None = None

    def announce(self, text: str, until: int) -> None:
        """Replace the announcement with this text; an empty text removes it."""
        if text:
            self._redis.set(_ANNOUNCED, msgspec.json.encode(Announcement(text, now(), until)), pxat=until)
        else:
            self._redis.delete(_ANNOUNCED)
        self._looked_at = float("-inf")

    def now(self) -> Announcement | None:
        """The current announcement from this process's cache, or none; also none while the store is unavailable."""
        if time.monotonic() - self._looked_at > _LOOK_SECONDS:
            self._looked_at = time.monotonic()
            try:
                found: Any = self._redis.get(_ANNOUNCED)
            except StoreUnavailable:
                return self._found
            self._found = None if found is None else msgspec.json.decode(found, type=Announcement)
        return self._found
