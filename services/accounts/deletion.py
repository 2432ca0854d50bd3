"""Deletion of a person: every part of Stele forgets them, and then the whole store is searched for remains.

The records of games stay as they are, and carry no more than the id, under which a former player is remembered. Those
of early versions hold names as well, in the store or in the archive's files: the search names them, and they stay.
"""

import json
import logging
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Literal, Protocol

from msgspec import Struct

from eventstore.backup.archive import ARCHIVE, Archive
from eventstore.valkey.connection import Client
from operations.clock import now
from services.accounts.operator_log import DEEDS

_BATCH = 500
_SETTLED_MILLISECONDS = 60_000
"""Whatever was being written of a person when they were deleted has been written by then."""
_UNFINISHED = "stele:deletions"
_log = logging.getLogger("stele.people")
_NAME = "the name"
_KEYS = "keys of the person"
_UNREADABLE = "what cannot be read"
_DEEDS = "the id among the operators' deeds"


class NoSuchPerson(Exception):
    """There is nobody with this id."""


class Left(Struct, frozen=True):
    """A game that a person had a seat in, and what became of it; it `stays` where the rules leave no way: `why`."""

    game: str
    outcome: Literal["left", "resigned", "stays"]
    why: str = ""


class Found(Struct, frozen=True):
    """Something of a person that is still there: what of them, and under which key or in which file of the archive."""

    what: str
    key: str


class Deleted(Struct, frozen=True):
    """What became of a person: their seats, and what a search of the store and the archive found of them afterwards.

    `keys` is through how many keys and files was looked.
    """

    left: tuple[Left, ...]
    found: tuple[Found, ...]
    keys: int
    sought: tuple[str, ...]


class Traces(Struct, frozen=True):
    """What a person would be known by: their name, and texts that are nobody else's, each with what it is."""

    name: str
    texts: Mapping[str, str]


class Part(Protocol):
    """A part of the house that keeps something of persons."""

    def forget(self, player_id: str) -> None:
        """Forget all that is kept of this person; if it is forgotten already, nothing happens."""


class Deletion:
    """Deletes persons. `leave` gives up their seats, `parts` forget them in this order, `traces` says what to seek.

    `bury` says before all else that the person is going.
    """

    def __init__(
        self,
        redis: Client,
        parts: Sequence[Part],
        leave: Callable[[str], Sequence[Left]],
        traces: Callable[[str], Traces | None],
        bury: Callable[[str], None],
        archive: Archive | None = None,
    ) -> None:
        self._redis = redis
        self._archive = archive
        self._parts = parts
        self._leave = leave
        self._traces = traces
        self._bury = bury

    def forget(self, player_id: str) -> tuple[tuple[Left, ...], Traces]:
        """Give up a person's seats and forget them, or `NoSuchPerson`. What was broken off may be done again."""
        traces = self._traces(player_id)
        if traces is None:
            raise NoSuchPerson
        # What others write meanwhile, as notices of what is given up here, they do not write of who is going.
        self._bury(player_id)
        self._redis.zadd(_UNFINISHED, {player_id: now()})
        left = tuple(self._leave(player_id))
        for part in self._parts:
            part.forget(player_id)
        return left, traces

    def delete(self, player_id: str) -> Deleted:
        """Forget a person, and search the store for whatever is left of them."""
        left, traces = self.forget(player_id)
        found, keys = self.search(player_id, traces)
        if not found:
            self._redis.zrem(_UNFINISHED, player_id)
        return Deleted(left, found, keys, tuple(dict.fromkeys((_NAME, *traces.texts.values(), _KEYS, _DEEDS))))

    def finish(self, at: int) -> None:
        """Look once more after those who were deleted a while ago, and forget whatever was still under way then."""
        gone: Any = self._redis.zrangebyscore(_UNFINISHED, "-inf", at - _SETTLED_MILLISECONDS)
        for raw in gone:
            player_id = raw.decode()
            for part in self._parts:
                part.forget(player_id)
            own = f"stele:person:{{{player_id}}}:*"
            for key in self._redis.scan_iter(own, _BATCH):
                _log.error("Of a deleted person the key %s was still there, and is removed.", key.decode())
                self._redis.delete(key)
            self._redis.zrem(_UNFINISHED, player_id)

    def search(self, player_id: str, traces: Traces) -> tuple[tuple[Found, ...], int]:
        """Where in store and archive something of a person stands, and through how many keys and files was looked."""
        name = traces.name.encode()
        # As a value of its own or as a text of JSON: a name may be a word that others use.
        quoted = [json.dumps(traces.name, ensure_ascii=is_plain).encode() for is_plain in (True, False)]
        texts = {text.lower().encode(): what for text, what in traces.texts.items() if text}
        own = f"stele:person:{{{player_id}}}:".encode()
        found: list[Found] = []
        keys = 0

        def said_in(value: bytes) -> set[str]:
            small = value.lower()
            what = {texts[text] for text in texts if text in small}
            return what | {_NAME} if name and (value == name or any(one in value for one in quoted)) else what

        for key in self._redis.scan_iter("*", _BATCH):
            keys += 1
            what = {_KEYS} if key.startswith(own) else set()
            for value in (key, *self._values(key)):
                what |= said_in(value)
                if key == DEEDS.encode() and player_id.encode() in value:
                    what.add(_DEEDS)
            found += [Found(one, key.decode(errors="replace")) for one in sorted(what)]
        for file, text in self._archive.texts() if self._archive is not None else ():
            keys += 1
            what = {_UNREADABLE} if text is None else said_in(text)
            found += [Found(one, f"{ARCHIVE}/{file}") for one in sorted(what)]
        return tuple(found), keys

    def _values(self, key: bytes) -> Iterator[bytes]:
        """All bytes that are stored under this key; what is compressed is opened, too."""
        kind: Any = self._redis.type(key)
        for value in self._raw_values(key, kind.decode()):
            yield value
            with suppress(zlib.error):
                yield zlib.decompress(value)

    def _raw_values(self, key: bytes, kind: str) -> Iterator[bytes]:
        values: Any
        match kind:
            case "string":
                value: Any = self._redis.get(key)
                yield value or b""
            case "hash":
                values = self._redis.hgetall(key)
                yield from (*values.keys(), *values.values())
            case "list":
                yield from self._redis.lrange(key, 0, -1)  # type: ignore[misc]
            case "set":
                yield from self._redis.smembers(key)  # type: ignore[misc]
            case "zset":
                yield from self._redis.zrange(key, 0, -1)  # type: ignore[misc]
            case "stream":
                start = "-"
                while True:
                    values = self._redis.xrange(key, start, "+", _BATCH)
                    for _id, fields in values:
                        yield from fields.values()
                    if len(values) < _BATCH:
                        return
                    start = f"({values[-1][0].decode()}"
