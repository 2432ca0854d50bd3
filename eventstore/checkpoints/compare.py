"""Checkpoint comparison: which games are missing, truncated or altered, and where."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from eventstore.append import Head
from eventstore.backup.archive import Archived
from eventstore.checkpoints.checkpoint import Checkpoint
from eventstore.entries import parse_position
from eventstore.errors import RecordDamaged
from eventstore.keys import GameNames
from eventstore.log import LogReader
from eventstore.store import Store
from eventstore.valkey.scripts import script
from verify.log import game_name
from verify.record import time_text

FindingKind = Literal["gone", "behind", "differs", "head", "unreadable", "key"]
COMPARED: tuple[FindingKind, ...] = ("gone", "behind", "differs", "head")
"""The kinds that a comparison finds; they are resolved when the next comparison does not find them."""

_HEADS = Path(__file__).with_name("heads.lua")
_MOST_AT_ONCE = 500


class Finding(Struct, frozen=True):
    """A problem with one game. `since` is the time of the checkpoint, or when it was noticed, in milliseconds.

    `position` and `digest` (in hexadecimal) say where the game ended then; `found` is where it ends now, if known.
    """

    game_id: str
    kind: FindingKind
    since: int
    position: str = ""
    digest: str = ""
    found: str = ""

    def __str__(self) -> str:
        """The finding as a clause for the operator."""
        since = time_text(self.since)
        match self.kind:
            case "gone":
                return f"is gone; on {since} it was at {self.position}"
            case "behind":
                return f"ends at {self.found}; on {since} it was at {self.position}"
            case "differs":
                return f"is not what it was on {since}: its entry {self.position} is another one"
            case "head":
                return f"has all its entries up to {self.position} or later, but its head is damaged ({self.found})"
            case "unreadable":
                return f"cannot be read ({self.found}); noticed on {since}"
            case "key":
                return f"has no game key that can be opened ({self.found}); noticed on {since}"


class Ends(Struct, frozen=True):
    """The end of a game, according to its head and to its stream or archive. Missing or unreadable ends are `None`."""

    head: Head | None
    last: Head | None


def read_ends(store: Store, game_ids: Iterable[str]) -> Iterator[tuple[str, Ends]]:
    """The ends of these games, read in batches."""
    by_partition: dict[int, list[str]] = defaultdict(list)
    for game_id in game_ids:
        by_partition[GameNames(game_id, store.partitions).partition].append(game_id)
    for ids in by_partition.values():
        for start in range(0, len(ids), _MOST_AT_ONCE):
            some = ids[start : start + _MOST_AT_ONCE]
            names = [GameNames(game_id, store.partitions) for game_id in some]
            keys = [key for one in names for key in (one.head, one.events, one.archived)]
            found: list[Any] = script(_HEADS)(store.redis, keys, ())
            for place, game_id in enumerate(some):
                position, digest, last_position, last_digest, archived = found[5 * place : 5 * place + 5]
                last = _archived_end(archived) if archived else _head(last_position, last_digest)
                yield game_id, Ends(_head(position, digest), last)


def compare(store: Store, checkpoint: Checkpoint) -> Iterator[Finding]:
    """The games that no longer match the checkpoint. A game that has only grown matches."""
    games = checkpoint.games
    for game_id, ends in read_ends(store, games):
        finding = compare_game(store, game_id, games[game_id], ends, checkpoint.at)
        if finding is not None:
            yield finding


def compare_game(store: Store, game_id: str, was: Head, ends: Ends, at: int) -> Finding | None:
    """The problem with this game, if any."""
    last = ends.last

    def finding(kind: FindingKind, found: str = "") -> Finding:
        return Finding(game_id, kind, at, str(was.position), was.digest.hex(), found)

    if last is None:
        return finding("gone") if ends.head is None else finding("behind", "nothing, though it has a head")
    if last.position < was.position:
        return finding("behind", str(last.position))
    if _digest_at(store, game_id, was, last) != was.digest:
        return finding("differs", str(last.position))
    if ends.head != last:
        said = "unreadable" if ends.head is None else f"it says {ends.head.position}"
        return finding("head", f"{said}, the entries end at {last.position}")
    return None


def shorter_logs(reader: LogReader, checkpoint: Checkpoint) -> dict[int, str]:
    """The problems with the partitions' logs, by partition: a shorter log, or another record at its end."""
    wrong: dict[int, str] = {}
    for partition, end in checkpoint.logs.items():
        found = reader.read_one(partition, end.number)
        if found is None and reader.is_shortened(partition, end.number):
            continue  # then only the games themselves can be compared
        if found is None:
            wrong[partition] = f"the log of partition {partition} no longer reaches record {end.number}"
        elif (game_name(found.game_id), found.to_position) != (end.game, end.position):
            wrong[partition] = f"the log of partition {partition} has a different record {end.number} than before"
    return wrong


def _head(position: bytes, digest: bytes) -> Head | None:
    try:
        return Head(parse_position(position.decode()), digest)
    except ValueError:
        return None


def _archived_end(archived: bytes) -> Head | None:
    try:
        found = msgspec.json.decode(archived, type=Archived)
        return Head(found.position, bytes.fromhex(found.digest))
    except (ValueError, LookupError, msgspec.MsgspecError):
        return None


def _digest_at(store: Store, game_id: str, was: Head, last: Head) -> bytes | None:
    """The digest of the entry at the earlier position, or none."""
    if last.position == was.position:
        return last.digest
    try:
        entry = store.entry_at(game_id, was.position)
    except RecordDamaged:
        return None
    return None if entry is None else entry.digest
