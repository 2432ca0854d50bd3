"""Name cache: players' names by id in this process, with a counter that changes when any name does.

Records contain no names, so every page needs them. Code that changes or deletes a name calls `forget`; every other
process clears its cache within seconds.
"""

import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from eventstore.valkey.connection import Client, StoreUnavailable

_CHANGES = "stele:names-changed"
_MOST_KEPT = 20_000
LOOK_SECONDS = 2.0
"""How often a process that shows names checks whether another process changed one."""


class NameCache:
    """Returns players' names. `read` loads them; `clock` counts seconds."""

    def __init__(
        self,
        redis: Client,
        read: Callable[[Sequence[str]], Mapping[str, str]],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._redis = redis
        self._read = read
        self._clock = clock
        self._guard = threading.Lock()
        self._known: dict[str, str | None] = {}
        self._changes = 0
        self._look_at = float("-inf")

    def __call__(self, players: Iterable[str]) -> Mapping[str, str]:
        """The names of these players, by id, without deleted players."""
        wanted = tuple(players)
        changes, known = self.changes(), self._known
        unknown = [one for one in wanted if one not in known]
        if unknown:
            found = self._read(unknown)
            learned = {one: found.get(one) for one in unknown}
            with self._guard:
                # A name that was read during another process's change may be the old one.
                if changes == self._changes:
                    if len(self._known) + len(learned) > _MOST_KEPT:
                        self._known = {}
                    self._known.update(learned)
            known = {**{one: known[one] for one in wanted if one in known}, **learned}
        return {one: name for one in wanted if (name := known.get(one)) is not None}

    def changes(self) -> int:
        """The number of name changes that this process has seen so far."""
        now = self._clock()
        if now >= self._look_at:
            self._look_at = now + LOOK_SECONDS
            with suppress(StoreUnavailable):  # the cluster's server with the counter is down: keep the names meanwhile
                found: Any = self._redis.get(_CHANGES)
                self._hear(int(found or 0))
        return self._changes

    def forget(self, player_id: str) -> None:
        """Drop this player's name from the caches, after it was changed or deleted.

        Other processes do not get the id: they drop all names, and load the ones they need again.
        """
        with self._guard:
            self._known.pop(player_id, None)
        changes: Any = self._redis.incr(_CHANGES)
        self._hear(int(changes))

    def _hear(self, changes: int) -> None:
        with self._guard:
            if changes > self._changes:
                self._changes, self._known = changes, {}
