"""Restore: missing entries are added after the intact ones. An intact entry is never rewritten.

A stream with an altered entry is first moved aside, whole, under another name; then its intact beginning is written
again together with the replacement for the rest.
"""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

import msgspec
from redis.exceptions import ResponseError

from eventstore.append import NO_HEAD, Appended, Head
from eventstore.backup.content import copy_key
from eventstore.entries import FIRST_DIGEST, Entry, Position, chain, check_secrets, parse_position
from eventstore.errors import RecordDamaged
from eventstore.keys import GameNames, log_head_name, log_name
from eventstore.store import Store
from eventstore.valkey.connection import Client

NOT_ACCOUNTS = (
    b"stele:{p",
    b"stele:{lobby",
    b"stele:{ratings",
    b"stele:{ground}",
    b"stele:{limits}",
    b"stele:partitions",
    b"stele:secret",
)


def sound_beginning(store: Store, game_id: str) -> tuple[list[Entry], bool]:
    """The intact whole actions at the beginning of the stream, and whether nothing follows them."""
    redis, stream = store.redis, GameNames(game_id, store.partitions).events
    try:
        raw: list[Any] = redis.xrange(stream)  # type: ignore[assignment]
        if (not raw or raw[0][0] != b"1-0") and (whole := store.whole(game_id)) is not None:
            raw = [raw_entry(one) for one in whole]
    except (ResponseError, RecordDamaged):
        return [], False
    return sound_part(raw)


def sound_part(raw: Sequence[tuple[bytes, dict[bytes, bytes]]]) -> tuple[list[Entry], bool]:
    """The intact beginning of a whole stream, whose entries come with their ids."""
    sound: list[Entry] = []
    digest, wanted = FIRST_DIGEST, Position(1, 0)
    for stream_id, fields in raw:
        entry = _entry(stream_id, fields)
        if entry is None or entry.digest != chain(digest, entry.public) or not _has_its_secrets(entry):
            break
        if entry.position not in (wanted, Position(wanted.action + 1, 0)) or (not sound and entry.position != wanted):
            break
        sound.append(entry)
        digest, wanted = entry.digest, Position(entry.position.action, entry.position.effect + 1)
    is_all = len(sound) == len(raw)
    if not is_all:
        # An action is recorded whole or not at all; an incomplete one is dropped.
        broken = sound[-1].position.action if sound else 0
        following = raw[len(sound)][0].partition(b"-")[0] if sound else b""
        if following == str(broken).encode() or not following.isdigit():
            sound = [entry for entry in sound if entry.position.action < broken]
    return sound, is_all


def raw_entry(entry: Entry) -> tuple[bytes, dict[bytes, bytes]]:
    """An entry as the stream has it."""
    return str(entry.position).encode(), {b"e": entry.public, b"s": entry.secrets, b"h": entry.digest}


def restore(store: Store, game_id: str, entries: Sequence[Entry], closes: Callable[[Entry], bool]) -> int:
    """Complete the stream, whose intact part is the beginning of these entries, and return how many entries were added.

    `closes` says whether an entry ends the game.
    """
    sound, is_all = sound_beginning(store, game_id)
    if any(kept.digest != entry.digest for kept, entry in zip(sound, entries, strict=False)):
        raise RecordDamaged(game_id, "what is here does not begin like what is to be restored")
    if len(entries) < len(sound):
        raise RecordDamaged(game_id, "what is here goes on further than what is to be restored")
    if not is_all:
        set_aside(store, game_id)
        sound = []
    mend_head(store, game_id, sound, closes)
    head = Head(sound[-1].position, sound[-1].digest, closes(sound[-1])) if sound else NO_HEAD
    missing = entries[len(sound) :]
    for _action, group in groupby(missing, key=lambda entry: entry.position.action):
        action = list(group)
        outcome = store.append(game_id, action, head, closes=closes(action[-1]))
        if not isinstance(outcome, Appended):
            raise RecordDamaged(game_id, "another process wrote to it")
        head = outcome.head
    return len(missing)


def set_aside(store: Store, game_id: str) -> str | None:
    """Rename the stream and delete its head; the stream's new name, or `None` if there is no stream."""
    names = GameNames(game_id, store.partitions)
    store.redis.delete(names.head, names.archived)
    if not store.redis.exists(names.events):
        return None
    number = 1
    while not store.redis.renamenx(names.events, f"{names.events}:damaged:{number}"):
        number += 1
    return f"{names.events}:damaged:{number}"


def mend_head(store: Store, game_id: str, sound: Sequence[Entry], closes: Callable[[Entry], bool]) -> None:
    """Set the game's head to the end of its intact entries."""
    head = GameNames(game_id, store.partitions).head
    store.redis.delete(head)
    if sound:
        last = sound[-1]
        closed = int(closes(last))
        store.redis.hset(head, mapping={"position": str(last.position), "digest": last.digest, "closed": closed})


def forget_requests_beyond(store: Store, game_id: str, end: Position) -> None:
    """Delete the idempotency keys of lost actions, so that they can be sent again."""
    requests = GameNames(game_id, store.partitions).requests
    for key, request in (_quietly(store.redis.hgetall, requests) or {}).items():
        try:
            is_there = parse_position(request.partition(b" ")[0].decode()) <= end
        except ValueError:
            is_there = False
        if not is_there:
            store.redis.hdel(requests, key)


def damaged_logs(store: Store) -> dict[int, int | None]:
    """The partitions whose log does not end where its head says, and the number at which it ends, if it is a number."""
    damaged: dict[int, int | None] = {}
    for partition in range(store.partitions):
        said: Any = _quietly(store.redis.get, log_head_name(partition)) or b"0"
        described: Any = _quietly(store.redis.xinfo_stream, log_name(partition)) or {}
        number, _dash, effect = described.get("last-generated-id", b"0-0").partition(b"-")
        if said != number or effect != b"0":
            damaged[partition] = int(number) if effect == b"0" else None
    return damaged


def mend_log_head(store: Store, partition: int, number: int) -> None:
    """Set the log's head to the end of the log."""
    store.redis.delete(log_head_name(partition))
    if number:
        store.redis.set(log_head_name(partition), number)


def copy_missing_of_game(source: Store, target: Store, game_id: str) -> None:
    """Copy the game's key, its import mark and its missing requests; existing data is kept."""
    there, here = GameNames(game_id, source.partitions), GameNames(game_id, target.partitions)
    copy_key(source.redis, target.redis, there.game_key, here.game_key)
    copy_key(source.redis, target.redis, there.imported, here.imported)
    for key, request in (_quietly(source.redis.hgetall, there.requests) or {}).items():
        target.redis.hsetnx(here.requests, key, request)


def copy_missing_accounts(source: Client, target: Client) -> int:
    """Copy data that is neither part of a game nor rebuilt anyway, mainly accounts, and return how many items were
    missing.
    """
    return sum(
        copy_key(source, target, name, name)
        for name in source.scan_iter("stele:*", 1000)
        if not name.startswith(NOT_ACCOUNTS)
    )


def _quietly(ask: Callable[[str], Any], name: str) -> Any:
    """The reply, or nothing if the key is missing or of another type."""
    try:
        return ask(name)
    except ResponseError:
        return None


def _has_its_secrets(entry: Entry) -> bool:
    try:
        check_secrets((entry,))
    except (ValueError, LookupError, TypeError, msgspec.MsgspecError):
        return False
    return True


def _entry(stream_id: bytes, fields: dict[bytes, bytes]) -> Entry | None:
    try:
        action, _dash, effect = stream_id.partition(b"-")
        return Entry(Position(int(action), int(effect)), fields[b"e"], fields[b"s"], fields[b"h"])
    except (KeyError, ValueError):
        return None
