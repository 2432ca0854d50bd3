"""Player search: an index of the names of all players, for finding them by the beginning of a name or of its words.

The index is one sorted set, kept by `Players`. It ignores case and accents, and takes letters that look alike for one,
as the claim of a name does. A member names a player by id, and holds no more of them than their name.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any

from eventstore.valkey.connection import Client
from services.accounts.name_rules import ALIKE_VERSION, looks_of

MOST_FOUND = 20
_INDEX = "stele:players-by-name"
_INDEXED = "stele:players-indexed"
_VERSION = f"1-{ALIKE_VERSION}"
_END = "\0"
_READ_AT_ONCE = 200
_ADDED_AT_ONCE = 1000


class PlayerSearch:
    """The index of names. An id in it may belong to a player who is not stored yet, or no longer."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def is_complete(self) -> bool:
        """Whether the names of all players are in the index; not in a store that an earlier version has left."""
        return bool(self._redis.get(_INDEXED) == _VERSION.encode())

    def rebuild(self, named: Iterable[tuple[str, str]]) -> None:
        """Add all these players, each an id and a name, to the index, and mark it as complete."""
        members = [one for player_id, name in named for one in _members(player_id, name)]
        for start in range(0, len(members), _ADDED_AT_ONCE):
            self._redis.zadd(_INDEX, dict.fromkeys(members[start : start + _ADDED_AT_ONCE], 0))
        self._redis.set(_INDEXED, _VERSION)

    def add(self, player_id: str, name: str) -> None:
        """Add a player."""
        self._redis.zadd(_INDEX, dict.fromkeys(_members(player_id, name), 0))

    def drop(self, player_id: str, name: str, kept: str) -> None:
        """Remove a name of a player who has the `kept` one."""
        gone = set(_members(player_id, name)) - set(_members(player_id, kept))
        if gone:
            self._redis.zrem(_INDEX, *gone)

    def remove(self, player_id: str) -> None:
        """Remove all members of a player. This looks at the whole index, since the name may be gone already."""
        found = [member for member, _score in self._redis.zscan_iter(_INDEX, f"*{_END}{player_id}", 1000)]
        if found:
            self._redis.zrem(_INDEX, *found)

    def starting_with(self, text: str) -> list[str]:
        """The ids of players whose name, or a word of it, begins with this text or looks like it; exact names first."""
        looks = _looks(text)
        found = [one for look in looks for one in self._between(look)] if text.strip() else []
        return list(dict.fromkeys(one.rpartition(_END)[2] for one in sorted(found)))

    def _between(self, prefix: str) -> Iterator[str]:
        found: Any = self._redis.zrangebylex(_INDEX, f"[{prefix}", f"[{prefix}\U0010ffff", 0, _READ_AT_ONCE)
        return (one.decode() for one in found)


def _members(player_id: str, name: str) -> list[str]:
    """A member for each word of the name, with all that follows it."""
    words = name.split(" ")
    tails = (" ".join(words[number:]) for number in range(len(words)))
    looks = {look for tail in tails for look in _looks(tail)}
    return [f"{look}{_END}{player_id}" for look in sorted(looks)]


def _looks(text: str) -> tuple[str, ...]:
    """The looks of this text without its accents."""
    bare = _unaccented(" ".join(text.split()))
    return looks_of(bare) if bare else ()


def _unaccented(text: str) -> str:
    parts = unicodedata.normalize("NFKD", text)
    return unicodedata.normalize("NFC", "".join(one for one in parts if unicodedata.category(one) != "Mn"))
