"""Archivist: moves games that ended long ago from memory to the archive, a few at a time, in one process.

It also removes the idempotency keys of games that ended a week ago, with or without an archive, because clients repeat
requests within minutes, and these keys are most of what a finished game leaves in memory. And it shortens the logs.
"""

import logging
import time
from collections.abc import Callable, Iterator

import msgspec
from msgspec import Struct

from eventstore.backup.archive_format import NotPackable
from eventstore.backup.archive_moves import bring_back, move_to_archive
from eventstore.errors import RecordDamaged
from eventstore.keys import game_id_in, games_pattern
from eventstore.log import shorten
from services.games.tables import Tables

_log = logging.getLogger("stele.archive")

DAY_MS = 86_400_000
REQUESTS_DAYS = 7
"""The number of days after the last entry of a finished game for which its idempotency keys are kept."""
LOG_RECORDS = 1_000
"""The number of records that stay in the log of each partition, some days or weeks of play."""
_MOST_RECORDS = 500
_LEASE = "stele:{ground}:archivist"
_LEASE_SECONDS = 120
_MOST_LOOKED_AT = 200
_MOST_MOVED = 10
_PAUSE_SECONDS = 5.0
_REST_SECONDS = 3600.0


class _Timed(Struct):
    at: int


_timed = msgspec.json.Decoder(_Timed)


class Archivist:
    """Moves games that ended more than `days` ago (none: no games) whenever its worker calls.

    `beside` moves the data computed from an archived game.
    """

    def __init__(
        self, tables: Tables, days: float | None, beside: Callable[[str], object] = lambda _game_id: None
    ) -> None:
        self._tables = tables
        self._days = days
        self._beside = beside
        self._names: Iterator[bytes] | None = None
        self._next_at = 0.0

    def work(self) -> None:
        """Examine some games and move a few of them; the next call continues from there."""
        if time.monotonic() < self._next_at:
            return
        self._next_at = time.monotonic() + _PAUSE_SECONDS
        redis = self._tables.store.redis
        if not redis.set(_LEASE, "1", nx=True, ex=_LEASE_SECONDS):
            return
        try:
            if self._names is None:
                self._names = redis.scan_iter(games_pattern(), 1000)
            gone = [shorten(redis, one, LOG_RECORDS, _MOST_RECORDS) for one in range(self._tables.store.partitions)]
            if not self._some(self._names, self._days):
                self._names = None
                if _MOST_RECORDS not in gone:
                    self._next_at = time.monotonic() + _REST_SECONDS
        finally:
            redis.delete(_LEASE)

    def everything(self, days: float, told: Callable[[int, int, int], None]) -> tuple[int, list[str]]:
        """Move all games that ended more than `days` ago. Returns their number, and messages about games that failed.

        `told(looked at, all, moved)` receives the progress.
        """
        ids = sorted(self._tables.store.game_ids())
        moved, stay = 0, []
        for number, game_id in enumerate(ids, start=1):
            outcome = self._examine(game_id, days)
            moved += outcome is True
            if isinstance(outcome, str):
                stay.append(f"game {game_id} stays: {outcome}")
            told(number, len(ids), moved)
        return moved, stay

    def bring_back(self, game_id: str) -> bool:
        """Move a game back into the server's memory, and return whether it was in the archive."""
        return bring_back(self._tables.store, game_id)

    def _some(self, names: Iterator[bytes], days: float | None) -> bool:
        """Whether there may be more games to examine."""
        moved = 0
        for _number in range(_MOST_LOOKED_AT):
            name = next(names, None)
            if name is None:
                return False
            outcome = self._examine(game_id_in(name.decode(errors="replace")), days)
            if isinstance(outcome, str):
                _log.warning("a game cannot be archived: %s", outcome)
            moved += outcome is True
            if moved == _MOST_MOVED:
                break
        return True

    def _examine(self, game_id: str, days: float | None) -> bool | str:
        """Whether the game was moved, or why it could not be although it is over."""
        store = self._tables.store
        if game_id in self._tables.closures.findings():
            return False
        try:
            head = store.head(game_id)
            if head is None or not head.closed:
                return False
            if not store.is_in_memory(game_id):
                self._beside(game_id)
                return False
            last = store.last_of_action(game_id, head.position)
            if last is None:
                return False
            age = self._tables.now() - _timed.decode(last.public).at
            if age >= REQUESTS_DAYS * DAY_MS:
                store.forget_requests(game_id, head)
            if days is None or age < days * DAY_MS:
                return False
            is_moved = move_to_archive(store, game_id) is not None
            if is_moved or store.archived(game_id) is not None:
                self._beside(game_id)
            return is_moved
        except (RecordDamaged, NotPackable, OSError, msgspec.MsgspecError, ValueError) as reason:
            return str(reason)
