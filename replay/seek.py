"""Seek: a viewer's state at any position, from the last snapshot before it and the few entries between.

Readers store the snapshots. Each is the fold of one viewer's redacted records; the full state of a running game is
never stored.
"""

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import Any

import msgspec

from domain.game import Counting, Game, Past
from domain.projector import Projector
from domain.redaction import Viewer
from eventstore.entries import BEGINNING, Entry, Position, read_records
from eventstore.snapshots import Snapshot, Snapshots
from eventstore.store import Store
from replay.code_digest import sources_digest
from replay.past_states import PastStates, counting_actions, placed_records

EVERY = 80
"""The number of events between two snapshots."""
SHORT = 2 * EVERY
"""Records this short are folded as quickly as a snapshot is read, so no snapshots are stored for them."""


class Near(msgspec.Struct, frozen=True):
    """A nearby earlier state (none: the beginning of the record), its position, and the entries that follow."""

    game: Game[Any] | None
    position: Position
    entries: Sequence[Entry]


class Seeker:
    """Seeks in every game's record."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._snapshots = Snapshots(store.redis, store.partitions)

    def state_at(self, game_id: str, projector: Projector, viewer: Viewer, at: Position, is_over: bool) -> Game[Any]:
        """The state at this position, which must exist."""
        past = self.past(game_id, projector, viewer, at)
        near = self._near(game_id, projector, viewer, at, is_over, str(at), past)
        game = projector.fold(read_records(projector, near.entries, viewer), near.game, past)
        assert game is not None
        return game

    def past(self, game_id: str, projector: Projector, viewer: Viewer, until: Position | None = None) -> Past:
        """A function that returns the viewer's states at the earlier positions to which the record, up to here, refers.

        The first call folds the record once and finds all these states, including those to which others refer in turn.
        """
        asked: list[str] = []
        pasts: PastStates | None = None

        def at(position: str) -> Game[Any]:
            nonlocal pasts
            if pasts is not None:
                with suppress(KeyError):
                    return pasts.at(position)
            asked.append(position)
            pasts = PastStates(placed_records(projector, self._store.read(game_id, until=until), viewer), asked)
            pasts.fold(projector)
            return pasts.at(position)

        return at

    def counting(self, game_id: str, projector: Projector, until: Position) -> Counting:
        """A function for the counting actions at this position, with all their secrets."""
        return lambda: counting_actions(placed_records(projector, self._store.read(game_id, until=until)))

    def before(self, game_id: str, projector: Projector, viewer: Viewer, first: Position, is_over: bool) -> Near:
        """A nearby earlier state, and the entries after it up to and including this position."""
        first = max(first, Position(1, 0))
        past = self.past(game_id, projector, viewer, first)
        return self._near(game_id, projector, viewer, first, is_over, f"({first}", past)

    def _near(
        self, game_id: str, projector: Projector, viewer: Viewer, at: Position, is_over: bool, until: str, past: Past
    ) -> Near:
        view, stamp = str(viewer), _stamp(projector)
        snapshot = self._snapshots.last(game_id, view, stamp, until)
        near = None if snapshot is None else self._from(snapshot, game_id, projector, at)
        if near is None:
            if snapshot is not None:
                self._snapshots.drop(game_id, view)
            near = Near(None, BEGINNING, self._store.read(game_id, until=at))
        if near.game is None and len(near.entries) < SHORT:
            return near
        kept: list[Snapshot] = []
        while len(near.entries) >= EVERY + until.startswith("("):
            passed, rest = near.entries[:EVERY], near.entries[EVERY:]
            game = projector.fold(read_records(projector, passed, viewer), near.game, past)
            assert game is not None
            near = Near(game, passed[-1].position, rest)
            kept.append(Snapshot(near.position, passed[-1].digest, projector.encode_state(game)))
        if kept and (viewer != "all" or is_over):
            self._snapshots.keep(game_id, view, stamp, kept)
        return near

    def _from(self, snapshot: Snapshot, game_id: str, projector: Projector, at: Position) -> Near | None:
        """The state of the snapshot and the following entries, if it is readable and belongs to this record."""
        found = self._store.read(game_id, snapshot.position, at, with_first=True)
        if not found or (found[0].position, found[0].digest) != (snapshot.position, snapshot.digest):
            return None
        try:
            return Near(projector.decode_state(snapshot.state), snapshot.position, found[1:])
        except msgspec.DecodeError:
            return None


@cache
def _stamp(projector: Projector) -> bytes:
    """The stamp of a title's snapshots: the title, its state's types, and the code that folds."""
    state: Any = Game[projector.rulebook.State]  # type: ignore[name-defined]
    types = msgspec.json.encode(msgspec.json.schema(state), order="sorted")
    return hashlib.sha256(f"{projector.rulebook.meta.id}\0{sources_digest()}\0".encode() + types).digest()[:16]
