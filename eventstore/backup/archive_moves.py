"""Archive moves: whole games moved between the server's memory and the archive.

The file is synced to disk and compared with the stream before the stream is removed. Removal is atomic and happens only
if nothing was added meanwhile. A move that is interrupted leaves the game where it was, and at most a file that is
written again.
"""

from pathlib import Path
from typing import Any

import msgspec

from eventstore.append import Head
from eventstore.backup.archive import Archived
from eventstore.entries import FIRST_DIGEST, check_chain, check_secrets
from eventstore.errors import RecordDamaged, reading
from eventstore.keys import GameNames
from eventstore.store import Store
from eventstore.valkey.scripts import script

_RELEASE = Path(__file__).with_name("release.lua")
_BRING_BACK = Path(__file__).with_name("bring_back.lua")


def move_to_archive(store: Store, game_id: str) -> Archived | None:
    """Archive a finished game; `None` if it is not over, is already archived, or was just appended to.

    Raises `RecordDamaged` if the record has changed, `NotPackable` or `OSError` if it cannot be written.
    """
    assert store.archive is not None
    names, head = GameNames(game_id, store.partitions), store.head(game_id)
    if head is None or not head.closed:
        return None
    entries = store.read(game_id, until=head.position)
    with reading(game_id):
        length = int(store.redis.xlen(names.events))
        before = store.archived(game_id)
        if before is not None and not length:
            return None
        check_chain(FIRST_DIGEST, entries)
        check_secrets(entries)
    if not entries or Head(entries[-1].position, entries[-1].digest, closed=True) != head:
        raise RecordDamaged(game_id, "its entries do not end where its head says")
    if before is None and length != len(entries):
        return None
    archived = store.archive.write(game_id, entries)
    return archived if _released(store, names, head, length, archived) else None


def _released(store: Store, names: GameNames, head: Head, length: int, archived: Archived) -> bool:
    return bool(
        script(_RELEASE)(
            store.redis,
            (names.events, names.head, names.archived),
            (str(head.position), head.digest, length, msgspec.json.encode(archived)),
        )
    )


def bring_back(store: Store, game_id: str) -> bool:
    """Move a game from the archive back into the server's memory, and return whether it was archived."""
    names, archived = GameNames(game_id, store.partitions), store.archived(game_id)
    if archived is None:
        return False
    with reading(game_id):
        if store.archive is None:
            raise ValueError("this game is in an archive, and there is none here")
        entries = store.archive.read(game_id, archived)
    arguments: list[Any] = [msgspec.json.encode(archived), str(entries[-1].position)]
    for entry in entries:
        arguments += (str(entry.position), entry.public, entry.secrets, entry.digest)
    return bool(script(_BRING_BACK)(store.redis, (names.events, names.archived), arguments))
