"""Outbox: the notices to be sent by each channel, their times, and failures.

A notice is added to its receiver's inbox and outbox in one step. A sender first takes it for a while, so that no other
process sends it, and marks the beginning of the sending. A notice whose sending began and did not finish is sent again
only by a channel that recognises repeated notices; in any other channel it counts as lost, and is shown to the
operator. So no notice is silently lost, and none arrives twice.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from eventstore.valkey.connection import Client
from eventstore.valkey.scripts import TOUCH, script
from services.accounts.players import is_former, person_key, reached
from services.notifications.channels import Channel
from services.notifications.inbox import Delivery, Dismissal, Inbox, Notice
from services.notifications.kinds import DIGEST
from services.notifications.preferences import Preferences, digest_due, due_at, end_of_batch, preferences_of, wants
from services.notifications.webhooks import CLUB

HOLD_MILLISECONDS = 10 * 60_000
"""How long a sender keeps what it has taken: longer than a slow mail server takes."""
MOST_TRIES = 9
_FIRST_WAIT_MILLISECONDS = 60_000
_LONGEST_WAIT_MILLISECONDS = 8 * 3_600_000
_MOST_TOGETHER = 50
_MOST_FAILURES = 1_000
_DUE = "stele:outbox-due:"
_FAILED = "stele:outbox-failed"
_CLAIM = script(Path(__file__).with_name("outbox_claim.lua"))


class OutboxEntry(Struct, frozen=True, omit_defaults=True):
    """The sending of a notice: its time, the number of tries, and its progress."""

    due: int
    tries: int = 0
    state: Literal["", "begun"] = ""


class Taken(Struct, frozen=True):
    """Sendings that one sender has taken, all to one address of one person."""

    person: str
    channel: str
    target: str
    sendings: dict[str, OutboxEntry]
    """By the notice's id."""


class Failure(Struct, frozen=True):
    """A notice that was not sent, and the reason."""

    person: str
    channel: str
    target: str
    notice: str
    reason: str

    @property
    def id(self) -> str:
        """An id that does not reveal the address."""
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()[:32]


class Outbox:
    """The sendings to all people. `clock` gives the time in milliseconds since 1970 UTC."""

    def __init__(self, redis: Client, inbox: Inbox, channels: Sequence[Channel], clock: Callable[[], int]) -> None:
        self.redis = redis
        self.inbox = inbox
        self.channels = {channel.name: channel for channel in channels}
        self.now = clock

    def tell(self, notices: Sequence[tuple[str, Notice]], dismissals: Sequence[Dismissal] = ()) -> None:
        """Notify these people on the page and by their channels. Dismissed notices are not sent."""
        deliveries = [Delivery(person, notice, self._sendings(person, notice)) for person, notice in notices]
        self.inbox.tell(deliveries, dismissals)
        # Also for notices that are not new: an earlier attempt may have stopped before this.
        for one in deliveries:
            if one.sendings and not is_former(self.redis, one.person):
                for name, sending in one.sendings.items():
                    self._look_at(name.partition(" ")[0], one.person, sending.due)

    def _sendings(self, person: str, notice: Notice) -> dict[str, OutboxEntry]:
        """The sendings of this notice, by channel and address."""
        sendings: dict[str, OutboxEntry] = {}
        preferences = preferences_of(self.redis, person)
        for name, channel in self.channels.items():
            targets = channel.targets(person)
            if targets and wants(preferences, name, notice):
                due = self._due(person, notice, channel, preferences)
                sendings |= {f"{name} {target} {notice.id}": OutboxEntry(due) for target in targets}
        return sendings

    def _due(self, person: str, notice: Notice, channel: Channel, preferences: Preferences) -> int:
        """The time at which this notice is sent by this channel."""
        now = self.now()
        if person == CLUB:
            return end_of_batch(now)
        zone, is_digest = reached(self.redis, person).zone, notice.kind == DIGEST
        at = max(now, digest_due(notice.at, zone)) if is_digest else now
        return due_at(preferences, zone, at, gathers=channel.gathers and not is_digest, disturbs=channel.disturbs)

    def is_sent(self, person: str, notice: Notice) -> bool:
        """Whether any channel reaches this person who wants this notice by it."""
        return bool(self.ways(person, notice))

    def ways(self, person: str, notice: Notice) -> list[str]:
        """The names of the channels that reach this person who wants this notice by them."""
        preferences = preferences_of(self.redis, person)
        return [
            name
            for name, channel in self.channels.items()
            if wants(preferences, name, notice) and channel.targets(person)
        ]

    def due(self) -> int:
        """The number of people with sendings that may be due, over all channels; at most a batch of each."""
        return sum(len(self.waiting(channel)) for channel in self.channels)

    def waiting(self, channel: str) -> list[str]:
        """The people with sendings that may be due in this channel."""
        found: Any = self.redis.zrangebyscore(_DUE + channel, "-inf", self.now(), 0, _MOST_TOGETHER)
        return [person.decode() for person in found]

    def take(self, person: str, channel: Channel) -> Taken | None:
        """The due sendings to one address of this person in this channel, or none."""
        now = self.now()
        most = _MOST_TOGETHER if channel.gathers else 1
        arguments = [f"{channel.name} ", now, now + HOLD_MILLISECONDS, most]
        found: Any = _CLAIM(self.redis, [person_key(person, "outbox")], arguments)
        if not found:
            return None
        names = [name.decode().split(" ", 2) for name in found[::2]]
        sendings = [msgspec.json.decode(text, type=OutboxEntry) for text in found[1::2]]
        ids = [notice for _channel, _target, notice in names]
        return Taken(person, channel.name, names[0][1], dict(zip(ids, sendings, strict=True)))

    def begin(self, taken: Taken, ids: Sequence[str]) -> None:
        """Mark the beginning of these sendings."""
        held = self.now() + HOLD_MILLISECONDS
        self._put(taken, {one: OutboxEntry(held, taken.sendings[one].tries + 1, "begun") for one in ids})

    def done(self, taken: Taken, ids: Sequence[str]) -> None:
        """Remove these sendings, which were sent or are not needed."""
        if ids:
            self.redis.hdel(person_key(taken.person, "outbox"), *(_name(taken, one) for one in ids))

    def again(self, taken: Taken, ids: Sequence[str], reason: str) -> None:
        """Send these again later, with growing delays, outside quiet hours; after too many tries they have failed."""
        left = {one: taken.sendings[one].tries + 1 for one in ids if taken.sendings[one].tries + 1 < MOST_TRIES}
        now = self.now()
        dues = {tries: self._not_before(taken, now + wait_after(tries)) for tries in {*left.values()}}
        self._put(taken, {one: OutboxEntry(dues[tries], tries) for one, tries in left.items()})
        self.fail(taken, [one for one in ids if one not in left], reason)

    def fail(self, taken: Taken, ids: Sequence[str], reason: str) -> None:
        """Stop sending these and list them for the operator."""
        if not ids:
            return
        failed = [Failure(taken.person, taken.channel, taken.target, one, reason) for one in ids]
        self.redis.zadd(_FAILED, {msgspec.json.encode(one): self.now() for one in failed})
        self.redis.zremrangebyrank(_FAILED, 0, -1 - _MOST_FAILURES)
        if is_former(self.redis, taken.person):
            for one in failed:
                self.give_up(one)
        self.done(taken, ids)

    def look_again(self, person: str, channel: str) -> None:
        """Schedule the next due sending to this person in this channel, without losing new ones."""
        following = self._next(person, channel)
        if following is not None:
            self.redis.zadd(_DUE + channel, {person: following})
            return
        self.redis.zrem(_DUE + channel, person)
        if (following := self._next(person, channel)) is not None:
            self._look_at(channel, person, following)

    def look_everywhere(self) -> None:
        """Schedule all sendings, once at a sender's start, in case of an earlier interruption."""
        for name in self.redis.scan_iter(person_key("*", "outbox"), 1000):
            person = name.decode().partition("{")[2].partition("}")[0]
            for channel in self.channels:
                if (following := self._next(person, channel)) is not None:
                    self._look_at(channel, person, following)

    def failures(self) -> list[tuple[int, Failure]]:
        """The failed sendings, with the time of the failure, oldest first."""
        found: Any = self.redis.zrange(_FAILED, 0, -1, withscores=True)
        return [(int(at), msgspec.json.decode(text, type=Failure)) for text, at in found]

    def retry(self, failure: Failure) -> None:
        """Send this again, as soon as quiet hours allow."""
        taken = Taken(failure.person, failure.channel, failure.target, {})
        due = self._not_before(taken, self.now())
        if not is_former(self.redis, failure.person):
            sending = msgspec.json.encode(OutboxEntry(due))
            self.redis.hset(person_key(failure.person, "outbox"), _name(taken, failure.notice), sending)
            self._look_at(failure.channel, failure.person, due)
        self.give_up(failure)

    def give_up(self, failure: Failure) -> None:
        """Remove this failure from the list without sending."""
        self.redis.zrem(_FAILED, msgspec.json.encode(failure))

    def forget(self, person: str) -> None:
        """Delete this person's data in the outbox, the inbox and the channels."""
        for name in ("outbox", "wishes"):
            self.redis.delete(person_key(person, name))
        for name, channel in self.channels.items():
            self.redis.zrem(_DUE + name, person)
            channel.forget(person)
        for _at, failure in self.failures():
            if failure.person == person:
                self.give_up(failure)
        self.inbox.forget(person)

    def _not_before(self, taken: Taken, at: int) -> int:
        """This time, or the end of the quiet hours around it if the channel disturbs."""
        channel = self.channels.get(taken.channel)
        zone = reached(self.redis, taken.person).zone
        disturbs = channel is not None and channel.disturbs
        return due_at(preferences_of(self.redis, taken.person), zone, at, gathers=False, disturbs=disturbs)

    def _next(self, person: str, channel: str) -> int | None:
        found: Any = self.redis.hgetall(person_key(person, "outbox"))
        own = (text for name, text in found.items() if name.startswith(f"{channel} ".encode()))
        return min((msgspec.json.decode(text, type=OutboxEntry).due for text in own), default=None)

    def _look_at(self, channel: str, person: str, due: int) -> None:
        self.redis.zadd(_DUE + channel, {person: due}, lt=True)

    def _put(self, taken: Taken, sendings: Mapping[str, OutboxEntry]) -> None:
        texts = [
            part
            for one, sending in sendings.items()
            for part in (_name(taken, one).encode(), msgspec.json.encode(sending))
        ]
        if texts:
            TOUCH(self.redis, [person_key(taken.person, "outbox")], texts)


def wait_after(tries: int) -> int:
    """The delay after this number of tries, in milliseconds: one minute, four, sixteen …, eight hours."""
    return int(min(_FIRST_WAIT_MILLISECONDS * 4 ** (tries - 1), _LONGEST_WAIT_MILLISECONDS))


def _name(taken: Taken, notice: str) -> str:
    return f"{taken.channel} {taken.target} {notice}"
