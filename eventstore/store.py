"""Store: game streams, written by one append script and read from any position.

An archived game has no stream. If it is continued, the first entry of its new stream has an extra field `a`, which
marks the archived part before it, so running games cost no extra call.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from eventstore.append import (
    LONGEST_TAIL,
    Appended,
    Conflict,
    Head,
    IdempotencyKeyReused,
    Repeated,
    StreamDiverged,
    append_actions,
    forget_requests,
    position_of_request,
)
from eventstore.backup.archive import Archive, Archived
from eventstore.encryption import SecretBox
from eventstore.entries import BEGINNING, Entry, Position, chain, parse_position
from eventstore.errors import reading
from eventstore.keys import (
    GameNames,
    game_id_in,
    games_pattern,
    names_of,
    never_written,
    settled_name,
    settled_partitions,
)
from eventstore.lru import LruCache
from eventstore.valkey.client import would_write
from eventstore.valkey.connection import Client

_PAGE = 1000
_MOST_LOOKS = 5
_MOST_GAME_KEYS_KEPT = 10_000


class _Timed(Struct):
    at: int


_timed = msgspec.json.Decoder(_Timed)


class NoGameKey(LookupError):
    """The game has no game key."""


class Store:
    """Every game's stream. Without the secret box it cannot store or return game keys.

    `archive` holds the games that have left the server's memory.
    """

    def __init__(
        self,
        redis: Client,
        box: SecretBox | None = None,
        known_partitions: int | None = None,
        archive: Archive | None = None,
    ) -> None:
        self.redis = redis
        self.partitions = settled_partitions(redis, known_partitions, len(redis.servers()))
        self.archive = archive
        self._box = box
        self._game_keys: LruCache[str, bytes] = LruCache(_MOST_GAME_KEYS_KEPT)

    def append(
        self,
        game_id: str,
        entries: Sequence[Entry],
        expected: Head,
        *,
        closes: bool = False,
        idempotency_key: str | None = None,
        request_digest: bytes = b"",
    ) -> Appended | Repeated | Conflict:
        """Append the entries of one or more actions if the head is the expected one. Safe to repeat.

        Raises `IdempotencyKeyReused`, `GameClosed`, and `StreamDiverged` if the stream does not continue `expected`.
        """
        try:
            return append_actions(
                self.redis,
                self._names(game_id),
                game_id,
                entries,
                expected,
                closes=closes,
                idempotency_key=idempotency_key,
                request_digest=request_digest,
            )
        except StreamDiverged:
            # The script has read only the part of an archived game that is still in the stream.
            tail = tuple(self.read(game_id, after=expected.position, count=LONGEST_TAIL))
            if not tail or tail[0].digest != chain(expected.digest, tail[0].public):
                raise
            return Conflict(tail)

    def position_of_request(self, game_id: str, idempotency_key: str, request_digest: bytes) -> Position | None:
        """The last position that the first request with this idempotency key wrote, or none."""
        with reading(game_id, IdempotencyKeyReused):
            return position_of_request(self.redis, self._names(game_id), idempotency_key, request_digest)

    def forget_requests(self, game_id: str, head: Head) -> bool:
        """Forget the idempotency keys of a finished game, if this is its head, and return whether there were any."""
        with reading(game_id):
            return forget_requests(self.redis, self._names(game_id), head)

    def head(self, game_id: str) -> Head | None:
        """The end of the game's stream, or none when there is no such game."""
        with reading(game_id):
            found: Any = self.redis.hmget(self._names(game_id).head, ["position", "digest", "closed"])
            position, digest, closed = found
            return None if position is None else Head(parse_position(position.decode()), digest, closed == b"1")

    def writable(self) -> float:
        """The share of partitions whose servers can write: they are reachable and not replicas."""
        return self.redis.writable([never_written(one) for one in range(self.partitions)]) / self.partitions

    def check_writable(self) -> None:
        """Raise `StoreUnavailable`, with the reason, if the server of the first partition cannot write."""
        self.redis.ask_all([would_write(never_written(0))])

    def settle(self, game_ids: Iterable[str]) -> None:
        """Return when the required replicas have everything that was read of these games, or raise `NotReplicated`."""
        self.redis.settle({settled_name(self._names(game_id).partition): None for game_id in game_ids})

    def exists(self, game_id: str) -> bool:
        """Whether there is a game with this id."""
        return bool(self.redis.exists(self._names(game_id).head))

    def is_in_memory(self, game_id: str) -> bool:
        """Whether the server's memory has entries or idempotency keys of the game, or all is in the archive."""
        names = self._names(game_id)
        return bool(self.redis.exists(names.events, names.requests))

    def game_ids(self) -> set[str]:
        """The ids of all games that have a record here."""
        names: Iterable[bytes] = self.redis.scan_iter(games_pattern(), 1000)
        return {game_id_in(name.decode(errors="replace")) for name in names}

    def read(
        self,
        game_id: str,
        after: Position = BEGINNING,
        until: Position | None = None,
        count: int | None = None,
        with_first: bool = False,
    ) -> list[Entry]:
        """The entries after one position (from it on `with_first`) up to and including another, at most `count`."""
        stream = self._names(game_id).events
        first, last = str(after), "+" if until is None else str(until)
        most = None if count is None else count + 1
        entries: list[Entry] = []
        with reading(game_id):
            while most is None or len(entries) < most:
                page = _PAGE if most is None else min(_PAGE, most - len(entries))
                found: Any = self.redis.xrange(stream, first, last, page)
                # From the entry at `after` on there is always one, unless it is in an archive.
                lacks = not entries and (not found or b"a" in found[0][1])
                if lacks and (whole := self._whole(game_id)) is not None:
                    return _within(whole, after, until, count, with_first)
                entries += _entries(found)
                if len(found) < page:
                    break
                first = f"({entries[-1].position}"
        return _within(entries, after, until, count, with_first)

    def read_action(self, game_id: str, action: int) -> list[Entry]:
        """All entries of one action; none if there is no such action."""
        with reading(game_id):
            found = _entries(self.redis.xrange(self._names(game_id).events, str(action), str(action)))
            if (not found or found[0].position.effect) and (whole := self._whole(game_id)) is not None:
                return [entry for entry in whole if entry.position.action == action]
        return found

    def entry_at(self, game_id: str, position: Position) -> Entry | None:
        """The entry at this position, or none."""
        with reading(game_id):
            found = _entries(self.redis.xrange(self._names(game_id).events, str(position), str(position)))
            if not found and (whole := self._whole(game_id)) is not None:
                found = [entry for entry in whole if entry.position == position]
        return found[0] if found else None

    def last_of_action(self, game_id: str, until: Position) -> Entry | None:
        """The last entry of this position's action up to the position, or none."""
        with reading(game_id):
            found: Any = self.redis.xrevrange(self._names(game_id).events, str(until), str(until.action), 1)
            if not found and (whole := self._whole(game_id)) is not None:
                same = _within(whole, Position(until.action, 0), until, None, True)
                return same[-1] if same else None
            return _entries(found)[0] if found else None

    def whole(self, game_id: str) -> list[Entry] | None:
        """All entries of a partly archived game; none for other games."""
        with reading(game_id):
            return self._whole(game_id)

    def archived(self, game_id: str) -> Archived | None:
        """The archive reference of the game and its last archived position; or none."""
        with reading(game_id):
            raw: Any = self.redis.get(self._names(game_id).archived)
            return None if raw is None else msgspec.json.decode(raw, type=Archived)

    def last_before(self, game_id: str, at_ms: int) -> Position | None:
        """The last position at or before this time, or none if the game begins later.

        Times within a game never decrease and are equal within an action, so actions can be bisected.
        """
        head = self.head(game_id)
        if head is None:
            return None
        low, high = 0, head.position.action
        with reading(game_id):
            while low < high:
                middle = (low + high + 1) // 2
                if self._time_of(game_id, middle) <= at_ms:
                    low = middle
                else:
                    high = middle - 1
            return self._last_of(game_id, low) if low else None

    def memory_bytes(self, game_id: str) -> int:
        """The memory the game takes on the server, without snapshots, which expire."""
        names = self._names(game_id)
        return sum(
            int(self.redis.memory_usage(name, samples=0) or 0)
            for name in (names.events, names.head, names.archived, names.requests, names.game_key)
        )

    def save_game_key(self, game_id: str, game_key: bytes) -> None:
        """Store the game key, encrypted. A game keeps its first key: another raises `ValueError`."""
        name = self._names(game_id).game_key
        sealed = self._needed_box.seal(game_key, game_id.encode())
        if not self.redis.set(name, sealed, nx=True) and self.load_game_key(game_id) != game_key:
            raise ValueError(f"the game {game_id} already has another game key")
        self._game_keys.keep(game_id, game_key)

    def load_game_key(self, game_id: str) -> bytes:
        """The game key, or `NoGameKey`. Recently used keys are cached in this process."""
        kept = self._game_keys.get(game_id)
        if kept is not None:
            return kept
        sealed: Any = self.redis.get(self._names(game_id).game_key)
        if sealed is None:
            raise NoGameKey(game_id)
        return self._game_keys.keep(game_id, self._needed_box.open(sealed, game_id.encode()))

    def secret_value(self, game_id: str, purpose: str) -> bytes:
        """Thirty-two secret bytes of this game for one purpose, not derived from its game key."""
        return self._needed_box.value(f"{purpose}\0{game_id}".encode())

    @property
    def _needed_box(self) -> SecretBox:
        if self._box is None:
            raise RuntimeError("this store was opened without the server's secret")
        return self._box

    def _names(self, game_id: str) -> GameNames:
        return names_of(game_id, self.partitions)

    def _time_of(self, game_id: str, action: int) -> int:
        return _timed.decode(self.read_action(game_id, action)[0].public).at

    def _last_of(self, game_id: str, action: int) -> Position:
        return self.read_action(game_id, action)[-1].position

    def _whole(self, game_id: str) -> list[Entry] | None:
        """The archived entries of the game and the ones after them; a game may be moved during the read."""
        for _look in range(_MOST_LOOKS):
            archived = self.archived(game_id)
            if archived is None:
                # It may just have been brought back.
                found = _entries(self.redis.xrange(self._names(game_id).events))
                return found if found and found[0].position == Position(1, 0) else None
            if self.archive is None:
                raise ValueError("this game is in an archive, and there is none here")
            entries = self.archive.read(game_id, archived)
            end = entries[-1].position
            later = _entries(self.redis.xrange(self._names(game_id).events, f"({end}"))
            if not later or _follows(later[0].position, end):
                return [*entries, *later]
        raise ValueError("it is moved to and fro")


def _entries(found: Any) -> list[Entry]:
    """The entries in the server's reply."""
    return [
        Entry(parse_position(stream_id.decode()), fields[b"e"], fields[b"s"], fields[b"h"])
        for stream_id, fields in found
    ]


def _follows(position: Position, before: Position) -> bool:
    """Whether one entry can directly follow the other."""
    return position in (Position(before.action, before.effect + 1), Position(before.action + 1, 0))


def _within(
    entries: list[Entry], after: Position, until: Position | None, count: int | None, with_first: bool
) -> list[Entry]:
    """The entries of a whole game that `Store.read` returns."""
    begin = (bisect_left if with_first else bisect_right)(entries, after, key=_position)
    end = len(entries) if until is None else bisect_right(entries, until, key=_position)
    return entries[begin : end if count is None else min(end, begin + count)]


def _position(entry: Entry) -> Position:
    return entry.position
