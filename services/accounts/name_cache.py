"""Name cache: players' names by id, as this process knows them, and a number that changes whenever a name does.

Records hold no names, so every page needs them: they are asked for once and kept. Whoever changes or deletes a name
says so with `forget`; every other process hears of it within seconds, and forgets what it knows.
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
"""A process that shows names looks so often whether another one changed any."""


class NameCache:
    """Gives the names of those players who have one. `read` asks for them; `clock` counts seconds."""

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
        """The names of these players, by their ids; who has gone is not among them."""
        wanted = tuple(players)
        changes, known = self.changes(), self._known
        unknown = [one for one in wanted if one not in known]
        if unknown:
            found = self._read(unknown)
            learned = {one: found.get(one) for one in unknown}
            with self._guard:
                # What was read while another process changed names may be what they were before.
                if changes == self._changes:
                    if len(self._known) + len(learned) > _MOST_KEPT:
                        self._known = {}
                    self._known.update(learned)
            known = {**{one: known[one] for one in wanted if one in known}, **learned}
        return {one: name for one in wanted if (name := known.get(one)) is not None}

    def changes(self) -> int:
        """How many names have changed so far, as far as this process has heard."""
        now = self._clock()
        if now >= self._look_at:
            self._look_at = now + LOOK_SECONDS
            with suppress(StoreUnavailable):  # of a cluster the one server that knows is away: names hold meanwhile
                found: Any = self._redis.get(_CHANGES)
                self._hear(int(found or 0))
        return self._changes

    def forget(self, player_id: str) -> None:
        """Say that this player's name is another one now, or that the player has gone: after it was written.

        Other processes are not told who it was: they forget all names, and ask once more for those that they need.
        """
        with self._guard:
            self._known.pop(player_id, None)
        changes: Any = self._redis.incr(_CHANGES)
        self._hear(int(changes))

    def _hear(self, changes: int) -> None:
        with self._guard:
            if changes > self._changes:
                self._changes, self._known = changes, {}
