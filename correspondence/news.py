"""News: what came in a game after a position, made into bytes once for each kind of viewer and language."""

from collections.abc import Iterable
from typing import NamedTuple

import msgspec
from msgspec import Struct

from correspondence.records import Records
from correspondence.tables import Tables
from domain.disputes import SeatFreed
from domain.game import GameAborted, GameFinished
from domain.secrets import Viewer
from eventstore.entries import Position
from eventstore.recent import Recent
from replay.languages import translator
from replay.messages import event_json

_MOST_KEPT = 200


class Subject(NamedTuple):
    """What somebody follows: a game as one kind of viewer sees it, told in one language."""

    game_id: str
    viewer: Viewer
    language: str


class News(Struct, frozen=True):
    """What came after a position: up to where, whether the game is over with it, and the bytes for each subject.

    `left` are the seats that were freed: whoever has looked from there may do so no longer.

    The bytes are server-sent events whose `id` is the position and whose `data` is the event.
    """

    to: Position
    is_last: bool
    told: dict[Subject, bytes]
    left: frozenset[Viewer] = frozenset()


class Newsroom:
    """Makes the news."""

    def __init__(self, tables: Tables, records: Records) -> None:
        self._tables = tables
        self._records = records
        self._kept: Recent[tuple[Subject, Position, Position, int], News] = Recent(_MOST_KEPT)

    def since(self, game_id: str, after: Position, subjects: Iterable[Subject]) -> News | None:
        """What came in this game after this position, for these subjects; none if nothing came."""
        public = self._tables.seen(game_id)
        wanted = list(subjects)
        shown = self._records.since(public, after, {subject.viewer for subject in wanted})
        told = {}
        then = public.names_then()
        for subject in wanted:
            say = translator(subject.language)
            told[subject] = b"".join(
                b"id: %b\ndata: %b\n\n"
                % (
                    str(one.position).encode(),
                    msgspec.json.encode(event_json(public.rulebook, one, then.at(one.position), say)),
                )
                for one in shown[subject.viewer]
            )
        records = shown[wanted[0].viewer]
        if not records:
            return None
        left = frozenset(one.record.data.seat for one in records if isinstance(one.record.data, SeatFreed))
        last = records[-1]
        return News(last.position, isinstance(last.record.data, GameFinished | GameAborted), told, left)

    def between(self, subject: Subject, after: Position, head: Position) -> News:
        """What somebody missed who comes back; kept, because others come back from there as well."""
        if after >= head:
            return News(head, False, {subject: b""})
        name = subject, after, head, self._tables.name_changes()
        kept = self._kept.get(name)
        if kept is None:
            kept = self.since(subject.game_id, after, (subject,))
            if kept is None:
                return News(head, False, {subject: b""})
            self._kept.keep(name, kept)
        return kept
