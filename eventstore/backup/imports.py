"""Imports: the mark on a game that was not played on this server, kept beside its record.

The mark is written before the first entry, so an imported game is never without it. A game that was played here never
gets one.
"""

from typing import Any

import msgspec
from msgspec import Struct

from eventstore.errors import reading
from eventstore.keys import GameNames
from eventstore.store import Store


class Imported(Struct, frozen=True):
    """The time at which a game was imported (milliseconds since 1970 UTC), and its signer's key and origin, both empty
    if it was unsigned.

    `names` maps player ids to the names on the other server, as given in the bundle.
    """

    at: int
    origin: str = ""
    key: str = ""
    names: dict[str, str] = {}


def mark_imported(store: Store, game_id: str, imported: Imported) -> None:
    """Mark a game that is about to be imported. An existing mark is kept."""
    store.redis.set(GameNames(game_id, store.partitions).imported, msgspec.json.encode(imported), nx=True)


def imported_mark(store: Store, game_id: str) -> Imported | None:
    """The game's mark, or none if it was played here."""
    with reading(game_id):
        raw: Any = store.redis.get(GameNames(game_id, store.partitions).imported)
        return None if raw is None else msgspec.json.decode(raw, type=Imported)
