"""One game kept warm: its states at the head of its stream, one for each viewer who asked.

A table exists from its game's first record on. It holds the full state, which the rules need; whatever faces a viewer
gets a `Seen` from it.
"""

import threading
from collections.abc import Callable, Sequence
from typing import Any

from domain.disputes import GoneBack
from domain.game import CommandSigned, Game, Past
from domain.messages import Record
from domain.parts import Show
from domain.projector import Projector, projector_for, title_in
from domain.secrets import Viewer, redact_record
from eventstore.append import Head
from eventstore.damage import reading
from eventstore.entries import End, Entry, check_chain, check_secrets, read_records
from eventstore.imports import Imported
from replay.naming import Naming, as_recorded, called
from replay.seen import Seen


class TitleMissing(Exception):
    """The game's title is not installed here; the message is the title's id."""


Pasts = Callable[[Projector, Viewer], Past]
"""What gives a viewer's states at the earlier positions of a game."""


class Table:
    """One game, from the entries of its stream so far. Hold its `lock` to read or change it.

    `naming` knows the players' names, if it was played here.
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
        self.games: dict[Viewer, Game[Any]] = {}
        with reading(game_id, TitleMissing):
            check_chain(self.end.digest, entries[:1])
            title = title_in(entries[0].public)
            try:
                self.projector: Projector = projector_for(title)
            except KeyError:
                raise TitleMissing(title) from None
            self.created_at = self.last_at = self.projector.decode(entries[0].public).at
        self.apply(entries, records)

    @property
    def game(self) -> Game[Any]:
        """The full state, which only the rules may see."""
        return self.games["all"]

    @property
    def head(self) -> Head:
        """The end of the stream as this table knows it."""
        return Head(self.end.position, self.end.digest, self.game.is_over)

    def apply(self, entries: Sequence[Entry], records: Sequence[Record[Any]] | None = None) -> None:
        """Fold what came after the head into every warm state; `records` are the entries' full ones, if known.

        Entries that cannot be read, or that do not continue the head, are `RecordDamaged` and change nothing.
        """
        if entries:
            with reading(self.game_id):
                if records is None:
                    check_chain(self.end.digest, entries)
                    check_secrets(entries)
                    records = read_records(self.projector, entries)
                self._apply(entries, records)

    def _apply(self, entries: Sequence[Entry], full: Sequence[Record[Any]]) -> None:
        projector = self.projector
        # If none has a secret, the records are the same for everybody. What was signed changes nobody's state.
        is_open = all(
            not entry.secrets or isinstance(record.data, CommandSigned)
            for entry, record in zip(entries, full, strict=True)
        ) and not any(isinstance(record.data, GoneBack) for record in full)  # what each knew then may differ
        viewers: list[Viewer] = list(self.games) or ["all"]
        folded: dict[int, Game[Any]] = {}  # by the identity of the state before: a shared one is folded only once
        games: dict[Viewer, Game[Any]] = {}
        for viewer in viewers:
            before = self.games.get(viewer)
            after = folded.get(id(before)) if is_open else None
            if after is None:
                shown = full if is_open else [redact_record(record, viewer) for record in full]
                after = projector.fold(shown, before, self._pasts(projector, viewer))
                assert after is not None
                folded[id(before)] = after
            games[viewer] = after
        self.games, self.end, self.last_at = games, self.end.after(entries, full), full[-1].at
        if not self.end.sealed and len(self.games) > 1:
            self._share_equal_states()

    def see(self, viewer: Viewer, read: Callable[[], Sequence[Entry]], show: Show) -> Seen:
        """The game at the head as this viewer may see it; `read` gives the stream so far, for a new viewer."""
        if viewer not in self.games:
            entries = read()
            with reading(self.game_id):
                records, past = read_records(self.projector, entries, viewer), self._pasts(self.projector, viewer)
                folded = self.projector.fold(records, past=past)
                assert folded is not None
            self.games[viewer] = folded
        return Seen(
            self.game_id,
            viewer,
            self.projector,
            self.games[viewer],
            self.end.position,
            self.end.digest,
            self.created_at,
            self.last_at,
            show,
            self.imported,
            self.naming,
        )

    def _share_equal_states(self) -> None:
        """While nothing is sealed all viewers know the same: one state, folded once for all of them.

        Only equal states are shared, so nobody is shown more than the fold of their records.
        """
        full = self.game
        for viewer, seen in self.games.items():
            if seen is not full and seen == full:
                self.games[viewer] = full
