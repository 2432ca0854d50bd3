"""Unsafe settings of the database while Stele runs: nothing is recorded until they are safe again.

At the start they are refused (`check_durability`). If they change later, acknowledged moves could be lost, so each
process checks them once a minute. The servers of a cluster are only noted, because one that is down would delay
everything on the others.

Exception └── UnsafeNow   nothing may be recorded; the message says why
"""

import logging
import time
from collections.abc import Callable

from msgspec import Struct

from eventstore.checkpoints.lost_store import DoorShut
from eventstore.valkey.connection import Client, UnsafeSettings, check_durability

_LOOK_SECONDS = 60.0
_log = logging.getLogger("stele.record")


class UnsafeNow(DoorShut):
    """The database could lose records that are written now."""


class Unsafe(Struct, frozen=True):
    """The unsafe settings."""

    settings: tuple[str, ...]

    def __str__(self) -> str:
        """The reason as a clause for the operator."""
        return (
            f"the settings of the database are no longer safe: {'; '.join(self.settings)}. Nothing is recorded "
            "until they are set right"
        )


class SettingsWatch:
    """The settings of the database; with `allow_unsafe` they are only noted.

    `what_was_cut` describes the part of its file that the server discarded when it started, if any.
    """

    def __init__(
        self, redis: Client, allow_unsafe: bool = False, what_was_cut: Callable[[], str | None] = lambda: None
    ) -> None:
        self._what_was_cut = what_was_cut
        self._redis = redis
        self._allow_unsafe = allow_unsafe
        self._looked_at = float("-inf")
        self._notes: tuple[str, ...] = ()
        self.unsafe: Unsafe | None = None

    def look(self) -> tuple[str, ...]:
        """Check the settings, at most once a minute, and return notes for the operator on those that are allowed."""
        if time.monotonic() - self._looked_at > _LOOK_SECONDS:
            self._looked_at = time.monotonic()
            found, was_unsafe = None, self.unsafe
            try:
                self._notes = check_durability(self._redis, self._allow_unsafe or len(self._redis.servers()) > 1)
            except UnsafeSettings as error:
                found = Unsafe(error.settings)
            self.unsafe = found
            if found != was_unsafe:
                _log.critical("The database: %s.", found or "its settings are safe again")
        cut = self._what_was_cut()
        return (*self._notes, *([cut] if cut else ()))

    def check(self) -> None:
        """Raise `UnsafeNow` if the settings were unsafe at the last look."""
        if self.unsafe is not None:
            raise UnsafeNow(str(self.unsafe))
