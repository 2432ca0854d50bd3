"""Append one or more actions after the head that the caller folded, or nothing at all.

Exception ├── IdempotencyKeyReused   the idempotency key came with another request before ├── GameClosed             the
game is over └── StreamDiverged         the stream is not the one that the caller folded; reading more cannot mend that
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import redis as redis_client
from msgspec import Struct
from prometheus_client import Counter

from eventstore.entries import BEGINNING, FIRST_DIGEST, Entry, Position, chain, parse_position
from eventstore.errors import reading
from eventstore.keys import GameNames
from eventstore.valkey.connection import Client, NotReplicated
from eventstore.valkey.scripts import script
from operations.metrics import APPENDS

LONGEST_TAIL = 500
APPEND = Path(__file__).with_name("append.lua")
_FORGET_REQUESTS = Path(__file__).with_name("forget_requests.lua")


class Head(Struct, frozen=True):
    """The end of a stream: its last position, its digest, and whether the game is over."""

    position: Position
    digest: bytes
    closed: bool = False


NO_HEAD = Head(BEGINNING, FIRST_DIGEST)


class Appended(Struct, frozen=True):
    """All entries are in the stream; this is the new head."""

    head: Head


class Repeated(Struct, frozen=True):
    """The request repeats one that was already carried out. `position` is the last position that the first request
    wrote.
    """

    position: Position


class Conflict(Struct, frozen=True):
    """Another writer was quicker. `tail` holds the entries after the caller's head, up to `LONGEST_TAIL`."""

    tail: tuple[Entry, ...]


class IdempotencyKeyReused(Exception):
    """The idempotency key was used before with another request."""


class GameClosed(Exception):
    """The game is over; nothing can be appended that would continue it."""


class StreamDiverged(Exception):
    """The stream does not continue the one that the caller folded, because it was cut, restored from an old copy, or
    changed.
    """


def append_actions(
    redis: Client,
    names: GameNames,
    game_id: str,
    entries: Sequence[Entry],
    expected: Head,
    *,
    closes: bool,
    idempotency_key: str | None,
    request_digest: bytes,
) -> Appended | Repeated | Conflict:
    """Append these entries, one or more whole actions, if the stream's head is the expected one.

    `closes` says that they end the game. After `NotReplicated` they may be kept or lost; repeating the call tells
    which.
    """
    _check_chain(entries, expected)
    arguments: list[Any] = [
        game_id,
        str(expected.position),
        expected.digest,
        int(closes),
        idempotency_key or "",
        request_digest,
        LONGEST_TAIL,
    ]
    for entry in entries:
        arguments += (str(entry.position), entry.public, entry.secrets, entry.digest)
    with reading(game_id, IdempotencyKeyReused, GameClosed, StreamDiverged):
        keys = (names.events, names.head, names.requests, names.log, names.log_head, names.archived)
        reply, is_replicated = script(APPEND).on_replicas(redis, keys, arguments)
        _appends(reply[0]).inc()
        if reply[0] in (b"appended", b"repeated") and not is_replicated:
            raise NotReplicated(f"{game_id} is not on as many replicas as are asked for")
        match reply[0]:
            case b"appended":
                return Appended(Head(entries[-1].position, entries[-1].digest, closes))
            case b"repeated":
                return Repeated(parse_position(reply[1].decode()))
            case b"reused":
                raise IdempotencyKeyReused(idempotency_key)
            case b"closed":
                raise GameClosed(game_id)
            case b"conflict":
                return _conflict(game_id, expected, reply)
        raise AssertionError(f"the append replied {reply[0]!r}")


@cache
def _appends(outcome: bytes) -> Counter:
    return APPENDS.labels(outcome.decode())


def position_of_request(
    redis: redis_client.Redis, names: GameNames, idempotency_key: str, request_digest: bytes
) -> Position | None:
    """The last position that the first request with this idempotency key wrote, or none."""
    found: bytes | None = redis.hget(names.requests, idempotency_key)  # type: ignore[assignment]
    if found is None:
        return None
    position, _, digest = found.partition(b" ")
    if digest != request_digest:
        raise IdempotencyKeyReused(idempotency_key)
    return parse_position(position.decode())


def forget_requests(redis: Client, names: GameNames, head: Head) -> bool:
    """Forget the idempotency keys of a game that is over and still ends here, and return whether there were any."""
    return bool(script(_FORGET_REQUESTS)(redis, (names.head, names.requests), (str(head.position), head.digest)))


def entry_from(stream_id: bytes, fields: Sequence[bytes]) -> Entry:
    """The entry, from its id and its alternating names and values."""
    _e, public, _s, secrets, _h, digest, *_archived = fields
    return Entry(parse_position(stream_id.decode()), public, secrets, digest)


def _check_chain(entries: Sequence[Entry], expected: Head) -> None:
    """Check the chain and the count; a caller that breaks them has a bug, and its entries must not reach the stream."""
    if not entries:
        raise ValueError("an action has at least one entry")
    digest, wanted = expected.digest, Position(expected.position.action + 1, 0)
    for entry in entries:
        if entry.position != wanted and (not wanted.effect or entry.position != Position(wanted.action + 1, 0)):
            raise ValueError(f"entry {entry.position} must be {wanted}")
        wanted = Position(entry.position.action, entry.position.effect + 1)
        digest = chain(digest, entry.public)
        if entry.digest != digest:
            raise ValueError(f"entry {entry.position} does not continue the chain")


def _conflict(game_id: str, expected: Head, reply: list[Any]) -> Conflict:
    tail = tuple(entry_from(stream_id, fields) for stream_id, fields in reply[3])
    if not tail or tail[0].digest != chain(expected.digest, tail[0].public):
        raise StreamDiverged(
            f"the stream of {game_id} ends at {reply[1].decode()} and does not continue what was read up to "
            f"{expected.position}"
        )
    return Conflict(tail)
