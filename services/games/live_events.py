"""Live events: the events of a game after a position, serialized once for each kind of viewer and language."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

import msgspec
from msgspec import Struct

from domain.redaction import Viewer
from eventstore.entries import Position
from eventstore.lru import LruCache
from replay.languages import translator
from replay.message_json import event_json
from replay.viewer_state import Seen
from services.games.records import Records
from services.games.tables import Tables
from services.games.viewer_access import Onlooker

_MOST_KEPT = 200


class Subject(NamedTuple):
    """The subject of a live stream: a game as one kind of viewer sees it, in one language."""

    game_id: str
    viewer: Viewer
    language: str


class Watch(NamedTuple):
    """A subject and its follower; only an inbox's owner can follow it."""

    subject: Subject
    onlooker: Onlooker | None = None


class EventBatch(Struct, frozen=True):
    """The events after a position: the new position, whether the game is over, and the bytes for each subject.

    `strangers` are followers whose view of the game has changed; they get no events.

    The bytes are server-sent events whose `id` is the position and whose `data` is the event.
    """

    to: Position
    is_last: bool
    told: dict[Subject, bytes]
    strangers: frozenset[Watch] = frozenset()


class LiveEvents:
    """Serializes live events."""

    def __init__(self, tables: Tables, records: Records) -> None:
        self._tables = tables
        self._records = records
        self._kept: LruCache[tuple[Subject, Position, Position, int], EventBatch] = LruCache(_MOST_KEPT)

    def since(self, game_id: str, after: Position, watches: Iterable[Watch]) -> EventBatch | None:
        """The events of this game after this position, for followers whose view of the game has not changed; or none.

        Their access is checked at the position where the batch ends.
        """
        public = self._tables.seen(game_id)
        if public.position <= after:
            return None
        watches = frozenset(watches)
        strangers = _strangers(public, watches)
        told = self._told(public, after, {one.subject for one in watches - strangers})
        return EventBatch(public.position, public.game.is_over, told, strangers)

    def strangers(self, game_id: str, watches: Iterable[Watch]) -> frozenset[Watch]:
        """The followers whose seat, and so whose view, has changed since they began."""
        return _strangers(self._tables.seen(game_id), frozenset(watches))

    def between(self, subject: Subject, after: Position, seen: Seen) -> EventBatch:
        """The events that a returning viewer missed, up to `seen`; cached for others at the same position."""
        if after >= seen.position:
            return EventBatch(seen.position, False, {subject: b""})
        name = subject, after, seen.position, self._tables.name_changes()
        kept = self._kept.get(name)
        if kept is None:
            kept = EventBatch(seen.position, seen.game.is_over, self._told(seen, after, {subject}))
            self._kept.keep(name, kept)
        return kept

    def _told(self, seen: Seen, after: Position, subjects: Collection[Subject]) -> dict[Subject, bytes]:
        shown = self._records.since(seen, after, {subject.viewer for subject in subjects})
        told, then = {}, seen.names_then()
        for subject in subjects:
            say = translator(subject.language)
            told[subject] = b"".join(
                b"id: %b\ndata: %b\n\n"
                % (
                    str(one.position).encode(),
                    msgspec.json.encode(event_json(seen.rulebook, one, then.at(one.position), say)),
                )
                for one in shown[subject.viewer]
            )
        return told


def _strangers(public: Seen, watches: frozenset[Watch]) -> frozenset[Watch]:
    return frozenset(
        one for one in watches if one.onlooker is None or not one.onlooker.is_still(one.subject.viewer, public)
    )
