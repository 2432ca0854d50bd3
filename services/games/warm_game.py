"""Warm game: a game's state at the head of its stream, and each viewer's, cached and folded on demand.

A warm game exists from its first record on. It holds the full state, which the rules need; code that faces viewers gets
a `Seen` from it.
"""

import threading
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from domain.disputes.events import GoneBack
from domain.game import CommandSigned, Game, Past
from domain.messages import Record
from domain.projector import Projector, projector_for, title_in
from domain.redaction import Viewer, redact_record
from eventstore.append import Head
from eventstore.backup.imports import Imported
from eventstore.entries import End, Entry, check_chain, check_secrets, read_records
from eventstore.errors import reading
from replay.player_names import Naming, as_recorded, called
from replay.seat_history import NO_SITTINGS, Sittings
from replay.viewer_state import Seen

_MOST_BEHIND = 100
"""The number of updates after which every viewer's state is folded, requested or not."""


class TitleMissing(Exception):
    """The game's title is not installed here; the message is the title's id."""


Pasts = Callable[[Projector, Viewer], Past]
"""Gives a viewer's states at the earlier positions of a game."""

Read = Callable[[], Sequence[Entry]]
"""Reads the stream so far, for a viewer without a cached state."""


class Ahead(NamedTuple):
    """The game's state after these records, so that it can be shown before they are appended.

    With `is_open` the records are the same for all viewers. `states` are those of the viewers for whom it was computed.
    """

    records: Sequence[Record[Any]]
    is_open: bool
    game: Game[Any]
    end: End
    states: dict[Viewer, Game[Any]]
    sittings: Sittings


class _Behind(NamedTuple):
    """A viewer's own state, and how many of the game's latest additions are folded into it."""

    game: Game[Any]
    folded: int


class WarmGame:
    """One game, from the entries of its stream so far. Hold its `lock` to read or change it.

    `naming` gives the players' names, if it was played here.
    """

    def __init__(
        self,
        game_id: str,
        entries: Sequence[Entry],
        pasts: Pasts,
        records: Sequence[Record[Any]] | None = None,
        imported: Imported | None = None,
        naming: Naming = as_recorded,
    ) -> None:
        self.game_id = game_id
        self._pasts = pasts
        self.imported = imported
        self.naming = naming if imported is None else called(imported.names)
        self.lock = threading.RLock()
        self.end = End()
        self.sittings = NO_SITTINGS
        # While a viewer may see everything, they share the full state.
        self._sharing: set[Viewer] = {"all"}
        self._own: dict[Viewer, _Behind] = {}
        self._latest: list[Sequence[Record[Any]]] = []
        with reading(game_id, TitleMissing):
            check_chain(self.end.digest, entries[:1])
            title = title_in(entries[0].public)
            try:
                self.projector: Projector = projector_for(title)
            except KeyError:
                raise TitleMissing(title) from None
            self.created_at = self.last_at = self.projector.decode(entries[0].public).at
        self._game: Game[Any] | None = None
        self.apply(entries, records)

    @property
    def game(self) -> Game[Any]:
        """The full state, which only the rules may see."""
        assert self._game is not None
        return self._game

    @property
    def head(self) -> Head:
        """The end of the stream that this game has reached."""
        return Head(self.end.position, self.end.digest, self.game.is_over)

    def apply(self, entries: Sequence[Entry], records: Sequence[Record[Any]] | None = None) -> None:
        """Apply the entries after the head; `records` are their full records, if already read.

        Entries that cannot be read, or that do not continue the head, are `RecordDamaged` and change nothing.
        """
        if entries:
            self.take(self.ahead(entries, records))

    def ahead(self, entries: Sequence[Entry], records: Sequence[Record[Any]] | None = None) -> Ahead:
        """The game's state after these entries, computed as in `apply`, without changing anything."""
        with reading(self.game_id):
            if records is None:
                check_chain(self.end.digest, entries)
                check_secrets(entries)
                records = read_records(self.projector, entries)
            # Records without secrets are the same for all viewers. Signatures change no viewer's state.
            is_open = all(
                not entry.secrets or isinstance(record.data, CommandSigned)
                for entry, record in zip(entries, records, strict=True)
            ) and not any(isinstance(record.data, GoneBack) for record in records)  # past states may differ
            game = self.projector.fold(records, self._game, self._pasts(self.projector, "all"))
            assert game is not None
            if len(self._latest) >= _MOST_BEHIND:
                self._fold_all()
            placed = zip((one.position for one in entries), records, strict=True)
            return Ahead(
                records, is_open, game, self.end.after(entries, records), {}, self.sittings.followed_by(placed)
            )

    def take(self, ahead: Ahead) -> None:
        """Apply these records, which are in the stream now."""
        if not ahead.is_open:
            for viewer in self._sharing - {"all"}:
                self._own[viewer] = _Behind(self.game, len(self._latest))
            self._sharing = {"all"}
        if self._own:
            self._latest.append(ahead.records)
        else:
            self._latest.clear()
        self._game, self.end, self.last_at = ahead.game, ahead.end, ahead.records[-1].at
        self.sittings = ahead.sittings
        for viewer, game in ahead.states.items():
            self._keep(viewer, game)

    def see(self, viewer: Viewer, read: Read, ahead: Ahead | None = None) -> Seen:
        """The game as this viewer may see it, at the head or ahead of it."""
        with reading(self.game_id):
            game = self._state(viewer, read)
            if ahead is not None:
                game = ahead.states[viewer] = self._state_ahead(ahead, viewer, game)
        end, at = (self.end, self.last_at) if ahead is None else (ahead.end, ahead.records[-1].at)
        return Seen(
            self.game_id,
            viewer,
            self.projector,
            game,
            end.position,
            end.digest,
            self.created_at,
            at,
            self.imported,
            self.naming,
            self.sittings if ahead is None else ahead.sittings,
        )

    def _state(self, viewer: Viewer, read: Read) -> Game[Any]:
        if viewer in self._sharing:
            return self.game
        behind = self._own.get(viewer)
        if behind is None:
            game = self._folded(read_records(self.projector, read(), viewer), None, viewer)
        elif behind.folded == len(self._latest):
            return behind.game
        else:
            latest = [redact_record(one, viewer) for records in self._latest[behind.folded :] for one in records]
            game = self._folded(latest, behind.game, viewer)
        return self._keep(viewer, self._shared_if_equal(game, self.game, self.end))

    def _state_ahead(self, ahead: Ahead, viewer: Viewer, game: Game[Any]) -> Game[Any]:
        if viewer == "all" or (game is self.game and ahead.is_open):
            return ahead.game
        records = ahead.records if ahead.is_open else [redact_record(one, viewer) for one in ahead.records]
        return self._shared_if_equal(self._folded(records, game, viewer), ahead.game, ahead.end)

    def _folded(self, records: Sequence[Record[Any]], game: Game[Any] | None, viewer: Viewer) -> Game[Any]:
        after = self.projector.fold(records, game, self._pasts(self.projector, viewer))
        assert after is not None
        return after

    @staticmethod
    def _shared_if_equal(seen: Game[Any], full: Game[Any], end: End) -> Game[Any]:
        """The full state, if nothing is sealed and the viewer's state is equal, so that one state is folded for all
        viewers.

        Only equal states are shared, so no viewer is shown more than the fold of their records.
        """
        return full if not end.sealed and seen == full else seen

    def _keep(self, viewer: Viewer, game: Game[Any]) -> Game[Any]:
        """Cache the viewer's state at the head."""
        if game is self._game:
            self._sharing.add(viewer)
            self._own.pop(viewer, None)
        else:
            self._own[viewer] = _Behind(game, len(self._latest))
        return game

    def _fold_all(self) -> None:
        """Fold every viewer's state up to the head."""
        for viewer in list(self._own):
            self._state(viewer, list)
        self._own = {viewer: _Behind(behind.game, 0) for viewer, behind in self._own.items()}
        self._latest.clear()
