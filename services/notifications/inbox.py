"""Inbox of each person: their notices, each once, newest first, with their read marks.

A notice may have a subject, such as whose turn it is in one game: a newer notice replaces the one before, and when the
subject is over, the notice no longer counts as unread and is not sent. The order of notices of a subject comes from the
record, so that a late one changes nothing. A person's data is in one hash slot.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from eventstore.valkey.connection import Client
from eventstore.valkey.scripts import Call, run_each, script
from services.accounts.players import is_former, person_key, redis_name_of_player
from services.notifications.webhooks import CLUB

MOST_NOTICES = 100
MOST_OF_BOT = 200
"""The most notices of a bot account, which may wait for them in many games."""
MOST_OF_CLUB = 5_000
"""The most notices of the club: those of all games, while its webhook fails for a day."""
MOST_PER_PAGE = 100
MOST_TOLD = 400
"""The number of ids that are known besides those of the notices, so that none of these is told again after a crash."""

_MOST_NEWS = 1_000
_NEWS = "stele:inbox-news"
_TELL = script(Path(__file__).with_name("inbox_add.lua"))
_END = script(Path(__file__).with_name("inbox_end.lua"))


class Notice(Struct, frozen=True, omit_defaults=True):
    """A notice: its `kind`, its `position` in the record of `game`, and its time `at`, in milliseconds.

    `seat` is the receiver's (-1: none), `by` the seat that the notice is about; `number` is the number of a dispute or
    of a round of the `tournament` (its id), or a deadline. Notices of one event have the same `id` whichever process
    reports it. While an earlier notice of its subject is unread, a notice that `is_gathered` is covered by it.
    """

    id: str
    kind: str
    game: str
    position: str
    at: int
    seat: int = -1
    by: int = -1
    number: int = 0
    subject: str = ""
    place: int = 0
    is_gathered: bool = False
    tournament: str = ""

    @property
    def page(self) -> str:
        """The path of the page about it; an operator's is the part of the page that mends the cause."""
        if self.kind == "operator":
            return f"/operator#{self.id.split(':')[1]}"
        if self.game:
            return f"/games/{self.game}"
        if self.kind == "digest":
            return "/"
        return f"/tournaments/{self.tournament}" if self.tournament else "/inbox"


class InboxEntry(Struct, frozen=True):
    """A notice in an inbox; `is_standing` if its subject is not over and this is the latest notice of it."""

    notice: Notice
    is_unread: bool
    is_standing: bool


class Delivery(NamedTuple):
    """A notice for a person, and its sendings, by name."""

    person: str
    notice: Notice
    sendings: Mapping[str, Any]

    def call(self) -> Call:
        """The script call that adds it to the inbox, once."""
        names = ("inbox", "inbox:order", "inbox:unread", "inbox:told", "inbox:subjects", "inbox:number", "outbox")
        notice = self.notice
        sent = [part for name, sending in self.sendings.items() for part in (name, msgspec.json.encode(sending))]
        most = MOST_OF_CLUB if self.person == CLUB else MOST_NOTICES
        settled = (most, max(most, MOST_OF_BOT), MOST_TOLD, int(notice.is_gathered))
        arguments = [notice.id, msgspec.json.encode(notice), notice.subject, notice.place, *settled, *sent]
        return _TELL, _keys(self.person, names), arguments


class Dismissal(NamedTuple):
    """The end of a subject for a person, at this position of the record."""

    person: str
    subject: str
    place: int

    def call(self) -> Call:
        """The script call after which the subject's last notice no longer counts as unread."""
        names = ("inbox:subjects", "inbox:unread", "inbox:number")
        return _END, _keys(self.person, names), [self.subject, self.place]


class Page(Struct, frozen=True):
    """A page of notices, newest first; the start of the next page (0: none), and the number of all unread notices.

    `change` is the number of the inbox's last change, `newest` the change that added the first of these notices.
    """

    notices: tuple[InboxEntry, ...]
    next: int
    unread: int
    change: int
    newest: int


class Inbox:
    """The inboxes of all players."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def tell(self, deliveries: Sequence[Delivery], dismissals: Sequence[Dismissal] = ()) -> None:
        """Add notices to their inboxes, each with its sendings, and dismiss others."""
        told: list[Delivery | Dismissal] = [*deliveries, *dismissals]
        replies = run_each(self._redis, [one.call() for one in told])
        changed = {one.person for one, reply in zip(told, replies, strict=True) if reply}
        # Also for notices that are not new: an earlier attempt may have stopped before this.
        again = {one.person for one in deliveries} - changed
        self._wake(*changed, *(one for one in again if not is_former(self._redis, one)))

    def page(self, person: str, before: int = 0, limit: int = 20) -> Page:
        """One page of the inbox, with notices that came before this change (0: the newest)."""
        limit = max(1, min(limit, MOST_PER_PAGE))
        newest = f"({before}" if before else "+inf"
        order = person_key(person, "inbox:order")
        unread, change = self.unread(person)
        found: Any = self._redis.zrevrangebyscore(order, newest, "-inf", 0, limit + 1, withscores=True)
        kept = self.kept(person, [one.decode() for one, _score in found[:limit]])
        following = int(found[limit - 1][1]) if len(found) > limit else 0
        newest_change = int(found[0][1]) if found else 0
        return Page(tuple(kept), following, unread, change, newest_change)

    def since(self, person: str, after: int, until: int) -> list[InboxEntry]:
        """The notices that came after this change and up to that one, oldest first."""
        order = person_key(person, "inbox:order")
        found: Any = self._redis.zrangebyscore(order, f"({after}", until)
        return self.kept(person, [one.decode() for one in found])

    def standing(self, person: str) -> list[InboxEntry]:
        """The last notice of each subject that is not over, oldest first."""
        order = person_key(person, "inbox:order")
        found: Any = self._redis.zrange(order, 0, -1)
        return [
            one
            for one in self.kept(person, [each.decode() for each in found])
            if one.notice.subject and one.is_standing
        ]

    def kept(self, person: str, ids: Sequence[str]) -> list[InboxEntry]:
        """The notices with these ids that still exist."""
        if not ids:
            return []
        found: Any = self._redis.hmget(person_key(person, "inbox"), list(ids))
        subjects: Any = self._redis.hgetall(person_key(person, "inbox:subjects"))
        unread: Any = self._redis.zrange(person_key(person, "inbox:unread"), 0, -1)
        standing = {value.partition(b" ")[2].decode() for value in subjects.values()}
        notices = [notice for text in found if text is not None and (notice := _read(text)) is not None]
        return [InboxEntry(one, one.id.encode() in unread, not one.subject or one.id in standing) for one in notices]

    def read(self, person: str, ids: Sequence[str] | None = None) -> None:
        """Mark these notices, or all, as read."""
        unread = person_key(person, "inbox:unread")
        changed = self._redis.delete(unread) if ids is None else ids and self._redis.zrem(unread, *ids)
        if changed:
            self._redis.incr(person_key(person, "inbox:number"))
            self._wake(person)

    def unread(self, person: str) -> tuple[int, int]:
        """The number of unread notices, and of the last change."""
        count: Any = self._redis.zcard(person_key(person, "inbox:unread"))
        change: Any = self._redis.get(person_key(person, "inbox:number"))
        return int(count), int(change or 0)

    def news(self, after: str, seconds: float) -> list[tuple[str, str]]:
        """The inboxes that changed after this mark (`$`: from now on), each with its mark; waits for one."""
        streams: Any = {_NEWS: after}
        found: Any = self._redis.xread(streams, _MOST_NEWS, max(1, int(seconds * 1000)))
        return [(mark.decode(), fields[b"person"].decode()) for _name, one in found or () for mark, fields in one]

    def newest_news(self) -> str:
        """The mark of the last change in any inbox."""
        last: Any = self._redis.xrevrange(_NEWS, count=1)
        return last[0][0].decode() if last else "0"

    def forget(self, person: str) -> None:
        """Delete this person's inbox."""
        names = ("inbox", "inbox:order", "inbox:unread", "inbox:told", "inbox:subjects", "inbox:number")
        for name in names:
            self._redis.delete(person_key(person, name))

    def _wake(self, *people: str) -> None:
        """Wake the streams that show these inboxes; a missed wake-up is made good at the next read."""
        self._redis.ask_all([("XADD", _NEWS, "MAXLEN", "~", _MOST_NEWS, "*", "person", person) for person in people])


def _keys(person: str, names: Sequence[str]) -> list[str]:
    return [*(person_key(person, name) for name in names), redis_name_of_player(person)]


def _read(text: bytes) -> Notice | None:
    try:
        return msgspec.json.decode(text, type=Notice)
    except msgspec.DecodeError:
        return None
