"""Deletion of a person: every store deletes their data, and then the whole database is searched for remains.

The records of games remain unchanged: they contain only the id, which is shown as a former player. Records of early
versions also contain names, in the store or in the archive's files; the search reports them, and they remain.
"""

import json
import logging
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Literal, Protocol

from msgspec import Struct

from eventstore.backup.archive import ARCHIVE, Archive
from eventstore.backup.archive_format import text_in
from eventstore.valkey.connection import Client
from operations.clock import now
from services.accounts.operator_log import OPERATOR_LOG

_BATCH = 500
_SETTLED_MILLISECONDS = 60_000
"""Writes that were under way when a person was deleted are complete after this time."""
_UNFINISHED = "stele:deletions"
_log = logging.getLogger("stele.people")
_NAME = "the name"
_KEYS = "keys of the person"
_UNREADABLE = "what cannot be read"
_OPERATOR_LOG = "the id in the operators' log"


class NoSuchPerson(Exception):
    """There is no person with this id."""


class Left(Struct, frozen=True):
    """A game of a deleted person, and the outcome: `stays` if the rules allow no way out, with `why`."""

    game: str
    outcome: Literal["left", "resigned", "stays"]
    why: str = ""


class Found(Struct, frozen=True):
    """A remaining piece of personal data: its kind, and the key or the archive file that contains it."""

    what: str
    key: str


class Deleted(Struct, frozen=True):
    """The outcome of a deletion: the person's seats, and the remains that the search found in store and archive.

    `keys` is the number of keys and files that were searched.
    """

    left: tuple[Left, ...]
    found: tuple[Found, ...]
    keys: int
    sought: tuple[str, ...]


class Traces(Struct, frozen=True):
    """The values that identify a person: their name, and texts that are unique to them, each with its kind."""

    name: str
    texts: Mapping[str, str]


class Part(Protocol):
    """A store that holds personal data."""

    def forget(self, player_id: str) -> None:
        """Delete everything that is stored about this person; safe to repeat."""


class Deletion:
    """Deletes persons.

    `leave` gives up their seats, `parts` delete their data in order, `traces` gives the values to search for,
    and `bury` marks the person as deleted before anything else.
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
        """Give up a person's seats and delete their data, or `NoSuchPerson`. Safe to repeat after an interruption."""
        traces = self._traces(player_id)
        if traces is None:
            raise NoSuchPerson
        # From here on other code writes nothing for this person, such as notices of the seats that are given up here.
        self._bury(player_id)
        self._redis.zadd(_UNFINISHED, {player_id: now()})
        left = tuple(self._leave(player_id))
        for part in self._parts:
            part.forget(player_id)
        return left, traces

    def delete(self, player_id: str) -> Deleted:
        """Delete a person's data, then search the store for remains."""
        left, traces = self.forget(player_id)
        found, keys = self.search(player_id, traces)
        if not found:
            self._redis.zrem(_UNFINISHED, player_id)
        return Deleted(left, found, keys, tuple(dict.fromkeys((_NAME, *traces.texts.values(), _KEYS, _OPERATOR_LOG))))

    def finish(self, at: int) -> None:
        """Delete again the data of recently deleted persons, to remove what was written during their deletion."""
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
        """The remains of a person in store and archive, and the number of keys and files searched."""
        name = traces.name.encode()
        # Match it as a whole value or as a JSON text: a name may be a word that other texts contain.
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
                if key == OPERATOR_LOG.encode() and player_id.encode() in value:
                    what.add(_OPERATOR_LOG)
            found += [Found(one, key.decode(errors="replace")) for one in sorted(what)]
        for file, text in self._archive.texts() if self._archive is not None else ():
            keys += 1
            what = {_UNREADABLE} if text is None else said_in(text)
            found += [Found(one, f"{ARCHIVE}/{file}") for one in sorted(what)]
        return tuple(found), keys

    def _values(self, key: bytes) -> Iterator[bytes]:
        """All bytes that are stored under this key, decompressed where they are compressed."""
        kind: Any = self._redis.type(key)
        for value in self._raw_values(key, kind.decode()):
            yield value
            with suppress(zlib.error):
                yield zlib.decompress(value)
            with suppress(ValueError):
                yield text_in(value)

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
