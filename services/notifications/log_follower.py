"""Log follower for notices: notifies players once of each recorded event that concerns them.

Notices follow from the record alone, so a repetition, after a crash or in another process, has the same name, and the
inbox recognises it. Events from before this server started to send notices are skipped.
"""

import json
import logging
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from domain.game import PERSON, Game, GameFinished
from domain.rulebook import Rulebook
from eventstore.entries import Position, read_records
from eventstore.errors import RecordDamaged, reading
from eventstore.log import LogFollower, LogRecord
from eventstore.lru import LruCache
from eventstore.valkey.connection import StoreUnavailable
from replay.viewer_state import Seen
from services.community.challenges import Challenges
from services.games.lobby.index import LobbyIndex
from services.games.operator_tasks import WAITING_MILLISECONDS
from services.games.standing_orders import Dropped, is_answered
from services.games.tables import NoSuchGame, Tables
from services.games.warm_game import TitleMissing
from services.notifications.club_notices import ClubNotices, EndedGames, Happened, is_public
from services.notifications.inbox import Dismissal, Notice
from services.notifications.kinds import (
    INVITED,
    NOT_KEPT,
    GameChange,
    Recipient,
    happened_now,
    idle_subject,
    standing_now,
    waited_for,
)

NOTICES = "notices"
"""The consumer group that follows the logs for the notices."""
_SINCE = "stele:notices-since"
_MOST_KEPT = 500
_MOST_TOGETHER = 4
"""Records of each partition that are handled together. After a crash they are handled again, and each inbox must still
know the notices that it got from them: this is at most half of what an inbox knows (`inbox.MOST_TOLD`)."""
_log = logging.getLogger("stele.deliveries")


class NoticeSink(Protocol):
    """The receiver of notices: the outbox."""

    def tell(self, notices: Sequence[tuple[str, Notice]], dismissals: Sequence[Dismissal] = ()) -> None:
        """Send these people a notice each, and dismiss subjects that are over."""
        ...

    def is_sent(self, person: str, notice: Notice) -> bool:
        """Whether this person wants this notice by any channel that reaches them."""
        ...


def telling_drops(clock: Callable[[], int], telling: NoticeSink) -> Dropped:
    """A callback that notifies players of their dropped standing orders, which are not in the record."""

    def tell(game_id: str, seat: int, player: str, position: Position) -> None:
        telling.tell([(player, _notice(game_id, "order", Recipient(player, seat), position, clock()))])

    return tell


def begin_telling(tables: Tables) -> int:
    """The time when this server started to send notices, in milliseconds; earlier events are skipped."""
    redis = tables.store.redis
    redis.set(_SINCE, tables.now(), nx=True)
    since: Any = redis.get(_SINCE)
    return int(since)


class Batch(NamedTuple):
    """The notices that follow from a record, and the subjects that it ends, each with their receivers."""

    notices: list[tuple[str, Notice]]
    dismissals: list[Dismissal]


class NoticeWriter:
    """A consumer of the logs that creates notices; `besides` are the writers of notices that do not come from a
    record.
    """

    def __init__(
        self,
        tables: Tables,
        follower: LogFollower,
        index: LobbyIndex,
        telling: NoticeSink,
        is_bot: Callable[[str], bool],
        besides: Sequence[Callable[[], int]] = (),
    ) -> None:
        self._tables = tables
        self._is_bot = is_bot
        self._follower = follower
        self._index = index
        self._telling = telling
        self._besides = besides
        self._club = ClubNotices(tables.store.redis)
        self._ended = EndedGames(tables.store.redis)
        self._since = begin_telling(tables)
        self._challenges = Challenges(tables.store.redis)
        self._kept: LruCache[str, tuple[Position, Game[Any], int]] = LruCache(_MOST_KEPT)

    def work(self, wait_seconds: float) -> int:
        """Create the notices of new records, waiting for one, and return the number of records and reminders."""
        records = self._follower.next(wait_seconds, _MOST_TOGETHER)
        self._tell([found for record in records if (found := self._find(record)) is not None])
        if not self._follower.done(records):
            return len(records)
        return len(records) + self._remind() + sum(tell() for tell in self._besides)

    def _tell(self, found: Sequence[Batch]) -> None:
        """Send all these batches together; if that fails, each on its own."""
        notices = [notice for one in found for notice in one.notices]
        try:
            self._telling.tell(notices, [dismissal for one in found for dismissal in one.dismissals])
        except StoreUnavailable:
            raise
        except Exception:
            if len(found) == 1:
                _log.exception("could not send the notifications %s", [notice.id for _person, notice in notices])
            else:
                for one in found:
                    self._tell([one])

    def _find(self, record: LogRecord) -> Batch | None:
        """The notices of this record, or none if it cannot be read, so that it does not stop the others."""
        try:
            public = self._tables.seen(record.game_id)
            if public.imported is None:
                with reading(record.game_id):
                    return self._concerned(public, record)
        except (NoSuchGame, TitleMissing):
            pass
        except RecordDamaged as damage:
            self._tables.closures.report(damage)
        except StoreUnavailable:
            raise
        except Exception:
            _log.exception("could not find the notifications of %s", record.game_id, extra={"game": record.game_id})
        return None

    def _concerned(self, public: Seen, record: LogRecord) -> Batch | None:
        store, projector = self._tables.store, public.projector
        before, since = self._before(public, record.from_position)
        entries = store.read(public.game_id, after=self._start(record.from_position), until=record.to_position)
        if not entries:
            return None
        records = read_records(projector, entries, "public")
        past = self._tables.seeker.past(public.game_id, projector, "public", record.to_position)
        after = projector.fold(records, before, past)
        assert after is not None
        self._kept.replace(public.game_id, (record.to_position, after, records[-1].at))
        if records[-1].at < self._since:
            return None
        change = GameChange(public.rulebook, before, after)
        is_club_told = self._club.is_sent()
        found = self._standing(public, change, entries[-1].position, records[-1].at, is_club_told)
        has_end = after.pace is not None and after.pace.has_end
        if before is not None and not has_end and records[0].at - since > WAITING_MILLISECONDS:
            people = {seat.player for seat in after.seats if seat.kind == PERSON}
            found.dismissals.extend(Dismissal(one, idle_subject(public.game_id), records[-1].at) for one in people)
        for entry_record in records:
            if isinstance(entry_record.data, GameFinished) and is_public(after):
                self._ended.add(public.game_id, entry_record.at)
        if is_club_told:
            told = [Happened(one.data, entry.position, one.at) for entry, one in zip(entries, records, strict=True)]
            found.notices.extend(self._club.of_events(public.game_id, before, after, told))
        happened = [
            (recipient.player, _notice(public.game_id, kind, recipient, entry.position, one.at))
            for entry, one in zip(entries, records, strict=True)
            for kind, recipient in happened_now(one.data, change, one.actor is not None)
            if self._is_told(public.game_id, kind, recipient, entry.position)
        ]
        return Batch([*happened, *found.notices], found.dismissals)

    def _standing(self, public: Seen, change: GameChange, last: Position, at: int, is_club_told: bool) -> Batch:
        """The standing notices that begin with this change, and those that end with it."""
        found, place = Batch([], []), last.action
        if public.game.pace is not None:
            over = waited_for(change.rulebook, change.before) - waited_for(change.rulebook, change.after)
            found.dismissals.extend(Dismissal(player, _reminded(public.game_id), place) for player in over)
        was, stands = self._stands(change.rulebook, change.before), self._stands(change.rulebook, change.after)
        for kind in {**was, **stands}:
            earlier, now = was.get(kind, set()), stands.get(kind, set())
            begun = {
                (one.player, _subject(public.game_id, kind, one)): one
                for one in now - earlier
                if self._is_told(public.game_id, kind, one, last)
            }
            for one in earlier - now:
                if (whose := (one.player, _subject(public.game_id, kind, one))) not in begun:
                    found.dismissals.append(Dismissal(*whose, place))
            for (player, subject), one in begun.items():
                found.notices.append((player, _notice(public.game_id, kind, one, last, at, subject, place)))
            if kind == "turn" and is_club_told:
                notices, dismissals = self._club.of_turns(public.game_id, change.after, earlier, now, last, at)
                found.notices.extend(notices)
                found.dismissals.extend(dismissals)
        return found

    def _stands(self, rulebook: Rulebook[Any], game: Game[Any] | None) -> dict[str, set[Recipient]]:
        """The receivers of standing notices, without turns for which the server gives the answer."""
        found, redis = standing_now(rulebook, game), self._tables.store.redis
        if game is not None and "turn" in found:
            found["turn"] = {one for one in found["turn"] if not is_answered(redis, rulebook, game, one.seat)}
        return found

    def _is_told(self, game_id: str, kind: str, recipient: Recipient, at: Position) -> bool:
        if recipient.seat < 0 and kind in (INVITED, NOT_KEPT):
            return not self._challenges.is_unwanted(self._tables, game_id, recipient.player, at)
        return not recipient.alone or self._is_bot(recipient.player)

    def _before(self, public: Seen, first: Position) -> tuple[Game[Any] | None, int]:
        """The gallery's state before this position and the time of its last entry; none and 0 before the first."""
        start = self._start(first)
        kept = self._kept.get(public.game_id)
        if kept is not None and kept[0].action == start.action:
            return kept[1:]
        entry = self._tables.store.last_of_action(public.game_id, start) if start.action else None
        if entry is None:
            return None, 0
        state = self._tables.seeker.state_at(
            public.game_id, public.projector, "public", entry.position, public.game.is_over
        )
        return state, read_records(public.projector, [entry], "public")[0].at

    def _start(self, first: Position) -> Position:
        """The last position before the action that begins at this position."""
        return Position(first.action - 1, 10**9)

    def _remind(self) -> int:
        """Send the reminders that the deadlines have queued."""
        handed_over = self._index.untold_reminders()
        for number, text in handed_over:
            one = json.loads(text)
            public = self._tables.find(one["game"])
            if public is not None and one["seat"] in public.to_act:
                reminded = Recipient(one["player"], one["seat"], number=one["deadline"])
                subject, place = _reminded(public.game_id), public.position.action
                at = self._tables.now()
                notice = _notice(public.game_id, "reminder", reminded, public.position, at, subject, place)
                self._telling.tell([(reminded.player, notice)])
            self._index.reminder_told(number)
        return len(handed_over)


def _reminded(game_id: str) -> str:
    return f"reminder:{game_id}"


def _subject(game_id: str, kind: str, recipient: Recipient) -> str:
    return f"{kind}:{game_id}:{recipient.number}"


def _notice(
    game_id: str,
    kind: str,
    recipient: Recipient,
    position: Position,
    at: int,
    subject: str = "",
    place: int = 0,
) -> Notice:
    where = str(recipient.number) if kind == "reminder" else str(position)
    name = f"{game_id}:{where}:{kind}:{recipient.seat}:{recipient.number}"
    return Notice(
        name, kind, game_id, str(position), at, recipient.seat, recipient.by, recipient.number, subject, place
    )
