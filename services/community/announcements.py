"""Announcement: a text by the operator on every page, until a time that they set."""

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
    """A text, its number, and until when it is shown, in milliseconds since 1970 UTC."""

    text: str
    number: int
    until: int


class Announcements:
    """What is announced; pages are told within some seconds."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis
        self._looked_at = float("-inf")
        self._found: Announcement | None = None

    def announce(self, text: str, until: int) -> None:
        """Announce this in the place of what was; an empty text takes that away."""
        if text:
            self._redis.set(_ANNOUNCED, msgspec.json.encode(Announcement(text, now(), until)), pxat=until)
        else:
            self._redis.delete(_ANNOUNCED)
        self._looked_at = float("-inf")

    def now(self) -> Announcement | None:
        """What is announced, as this process has it, or none; a page that cannot ask goes without."""
        if time.monotonic() - self._looked_at > _LOOK_SECONDS:
            self._looked_at = time.monotonic()
            try:
                found: Any = self._redis.get(_ANNOUNCED)
            except StoreUnavailable:
                return self._found
            self._found = None if found is None else msgspec.json.decode(found, type=Announcement)
        return self._found
