"""Follows the logs, and tells everybody what concerns them in what was recorded, each of them once.

What is told follows from the record alone: whoever tells it again, after a crash or in another process, gives it the
same name, and the inbox knows it. What happened before this server began to tell is not told.
"""

import json
import logging
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from correspondence.concerns import Concerned, Turned, happened_now, standing_now, waited_for
from correspondence.lobby_index import LobbyIndex
from correspondence.orders import Dropped
from correspondence.table import TitleMissing
from correspondence.tables import NoSuchGame, Tables
from domain.game import Game
from eventstore.connection import StoreUnavailable
from eventstore.damage import RecordDamaged, reading
from eventstore.entries import Entry, Position, read_records
from eventstore.log import Follower, LogRecord
from eventstore.recent import Recent
from people.inbox import Notice
from replay.seen import Seen

NOTICES = "notices"
"""The group of those who follow the logs for the notices."""
_SINCE = "stele:notices-since"
_MOST_KEPT = 500
_log = logging.getLogger("stele.deliveries")


class Telling(Protocol):
    """Tells people: the outbox."""

    def tell(self, person: str, notice: Notice) -> bool:
        """Tell this person; whether it was new."""
        ...

    def end(self, person: str, subject: str, place: int) -> None:
        """This subject is over for this person since this place."""
        ...


def telling_drops(clock: Callable[[], int], telling: Telling) -> Dropped:
    """Tells the owner of standing orders that some are dropped: nothing of it is in the record."""

    def tell(game_id: str, seat: int, player: str, position: Position) -> None:
        telling.tell(player, _notice(game_id, "order", Concerned(player, seat), position, clock()))

    return tell


def begin_telling(tables: Tables) -> int:
    """Since when this server tells, in milliseconds: what happened before concerns nobody any more."""
    redis = tables.store.redis
    redis.set(_SINCE, tables.now(), nx=True)
    since: Any = redis.get(_SINCE)
    return int(since)


class Noticing:
    """One consumer of the logs that tells people what concerns them; `besides` tell what is in no record."""

    def __init__(
        self,
        tables: Tables,
        follower: Follower,
        index: LobbyIndex,
        telling: Telling,
        is_program: Callable[[str], bool],
        besides: Sequence[Callable[[], int]] = (),
    ) -> None:
        self._tables = tables
        self._is_program = is_program
        self._follower = follower
        self._index = index
        self._telling = telling
        self._besides = besides
        self._since = begin_telling(tables)
        self._kept: Recent[str, tuple[Position, Game[Any]]] = Recent(_MOST_KEPT)

    def work(self, wait_seconds: float) -> int:
        """Tell what was recorded since; how many records and reminders were handled. Waits if there is nothing."""
        records = self._follower.next(wait_seconds, 100)
        for record in records:
            self._handle(record)
            self._follower.done(record)
        return len(records) + self._remind() + sum(tell() for tell in self._besides)

    def _handle(self, record: LogRecord) -> None:
        """Tell what concerns whom in this record; one that cannot be read does not hold up the others."""
        try:
            public = self._tables.seen(record.game_id)
            if public.imported is None:
                with reading(record.game_id):
                    self._tell(public, record)
        except (NoSuchGame, TitleMissing):
            return
        except RecordDamaged as damage:
            self._tables.closures.report(damage)
        except StoreUnavailable:
            raise
        except Exception:
            _log.exception("nobody can be told what happened in %s", record.game_id, extra={"game": record.game_id})

    def _tell(self, public: Seen, record: LogRecord) -> None:
        store, projector = self._tables.store, public.projector
        before = self._before(public, record.from_position)
        entries = store.read(public.game_id, after=self._start(record.from_position), until=record.to_position)
        if not entries:
            return
        records = read_records(projector, entries, "public")
        past = self._tables.seeking.past(public.game_id, projector, "public", record.to_position)
        after = projector.fold(records, before, past)
        assert after is not None
        self._kept.replace(public.game_id, (record.to_position, after))
        if records[-1].at < self._since:
            return
        turned = Turned(public.rulebook, before, after)
        for entry, one in zip(entries, records, strict=True):
            for kind, concerned in happened_now(one.data, turned, one.actor is not None):
                if not self._is_told(concerned):
                    continue
                self._telling.tell(concerned.player, _notice(public.game_id, kind, concerned, entry.position, one.at))
        self._tell_standing(public, turned, entries[-1], records[-1].at)

    def _tell_standing(self, public: Seen, turned: Turned, last: Entry, at: int) -> None:
        """Tell what stands from now on, and end what stands no longer."""
        for player in waited_for(turned.rulebook, turned.before) - waited_for(turned.rulebook, turned.after):
            self._telling.end(player, _reminded(public.game_id), last.position.action)
        was, stands = standing_now(turned.rulebook, turned.before), standing_now(turned.rulebook, turned.after)
        place = last.position.action
        for kind in {**was, **stands}:
            earlier, now = was.get(kind, set()), stands.get(kind, set())
            begun, over = set(filter(self._is_told, now - earlier)), earlier - now
            subjects = {(one.player, _subject(public.game_id, kind, one)) for one in begun}
            for one in over:
                subject = _subject(public.game_id, kind, one)
                if (one.player, subject) not in subjects:
                    self._telling.end(one.player, subject, place)
            for one in begun:
                subject = _subject(public.game_id, kind, one)
                self._telling.tell(one.player, _notice(public.game_id, kind, one, last.position, at, subject, place))

    def _is_told(self, concerned: Concerned) -> bool:
        return not concerned.alone or self._is_program(concerned.player)

    def _before(self, public: Seen, first: Position) -> Game[Any] | None:
        """What the gallery saw before this position; nothing before the first."""
        start = self._start(first)
        kept = self._kept.get(public.game_id)
        if kept is not None and kept[0].action == start.action:
            return kept[1]
        entry = self._tables.store.last_of_action(public.game_id, start) if start.action else None
        if entry is None:
            return None
        seeking = self._tables.seeking
        return seeking.state_at(public.game_id, public.projector, "public", entry.position, public.game.is_over)

    def _start(self, first: Position) -> Position:
        """The end of the action before the one that begins there."""
        return Position(first.action - 1, 10**9)

    def _remind(self) -> int:
        """Tell the reminders that the deadlines have handed over."""
        handed_over = self._index.untold_reminders()
        for number, text in handed_over:
            one = json.loads(text)
            try:
                public = self._tables.seen(one["game"])
            except (NoSuchGame, TitleMissing, RecordDamaged):
                public = None
            if public is not None and one["seat"] in public.to_act:
                reminded = Concerned(one["player"], one["seat"], number=one["deadline"])
                subject, place = _reminded(public.game_id), public.position.action
                at = self._tables.now()
                notice = _notice(public.game_id, "reminder", reminded, public.position, at, subject, place)
                self._telling.tell(reminded.player, notice)
            self._index.reminder_told(number)
        return len(handed_over)


def _reminded(game_id: str) -> str:
    return f"reminder:{game_id}"


def _subject(game_id: str, kind: str, concerned: Concerned) -> str:
    return f"{kind}:{game_id}:{concerned.number}"


def _notice(
    game_id: str,
    kind: str,
    concerned: Concerned,
    position: Position,
    at: int,
    subject: str = "",
    place: int = 0,
) -> Notice:
    where = str(concerned.number) if kind == "reminder" else str(position)
    name = f"{game_id}:{where}:{kind}:{concerned.seat}:{concerned.number}"
    return Notice(
        name, kind, game_id, str(position), at, concerned.seat, concerned.by, concerned.number, subject, place
    )
