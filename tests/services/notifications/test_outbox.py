"""Outbox: each subscriber gets each notice once by each channel, with any failures and kills; none is missed."""

import random
from collections import Counter
from datetime import UTC, datetime

import msgspec
import pytest

from services.accounts.players import redis_name_of_player
from services.notifications.channels import Delivered, Later, Message, Undeliverable
from services.notifications.courier import Courier
from services.notifications.inbox import MOST_NOTICES, MOST_TOLD, Delivery, Dismissal, Inbox, Notice
from services.notifications.outbox import HOLD_MILLISECONDS, MOST_TRIES, Outbox, wait_after
from services.notifications.preferences import SOON_MILLISECONDS, Preferences, due_at, keep_preferences
from tests.services.notifications.recorder import Recorder

NOW = 1_800_000_000_000
HOUR = 3_600_000


class Killed(BaseException):
    """The process ends at this point."""


class Dying:
    """A client of the store whose process is killed from time to time, before or after a call."""

    def __init__(self, redis, lot, share):
        self._redis, self._lot, self._share = redis, lot, share

    def __getattr__(self, name):
        found = getattr(self._redis, name)
        if not callable(found) or name in ("pipeline", "scan_iter"):
            return found

        def call(*args, **more):
            if self._lot.random() < self._share:
                raise Killed
            reply = found(*args, **more)
            if self._lot.random() < self._share:
                raise Killed
            return reply

        return call


class Receiver(Recorder):
    """A recorder with failures of its own."""

    def __init__(self, name, lot=None, *, knows_again=True, gathers=False, fails=0.0, dies=0.0):
        super().__init__(name, gathers=gathers, knows_again=knows_again)
        self.lot, self.fails, self.dies = lot or random.Random(0), fails, dies

    @property
    def ids(self):
        """The posts so far, with the ids of their notices."""
        return [(person, target, [one.id for one in messages]) for person, target, messages in self.sent]

    def targets(self, person):
        return ("one", "two") if self.name == "twice" else ("one",)

    def send(self, person, target, messages):
        if self.lot.random() < self.dies:
            raise Killed
        if self.lot.random() < self.fails:
            return Later("too busy")
        answer = super().send(person, target, messages)
        if self.lot.random() < self.dies:
            raise Killed
        return answer


def word(_person, notices):
    """Plain words."""
    return [Message(one.id, one.kind, one.game, one.kind, "", one.at, "en") for one in notices]


def notice(number, **more):
    """Some notice."""
    return Notice(f"g{number}:2-0:over:0:0", "over", f"g{number}", "2-0", NOW + number, **more)


class Sender:
    """A process that sends; `now` is the common time."""

    def __init__(self, redis, *channels):
        self.now = NOW
        self.inbox = Inbox(redis)
        self.outbox = Outbox(redis, self.inbox, channels, lambda: self.now)
        self.couriers = [Courier(self.outbox, channel, word) for channel in channels]

    def send(self, later=0):
        """Send everything due after this time."""
        self.now += later
        for courier in self.couriers:
            courier.work()


def play(redis, lot, events, people):
    """Announce this number of events, with random failures of channels and kills, until nothing is left."""
    channels = [
        Receiver("hook", lot, fails=0.2, dies=0.05),
        Receiver("twice", lot, fails=0.2, dies=0.05),
        Receiver("mail", lot, knows_again=False, gathers=True, fails=0.2, dies=0.05),
    ]
    now, left, kills = NOW, [(f"p{number % people}", notice(number)) for number in range(events)], 0
    for _ in range(40 * events):
        process = Sender(Dying(redis, lot, 0.01), *channels)
        process.now = now
        try:
            process.outbox.look_everywhere()
            for person, one in left[:3]:
                process.outbox.tell([(person, one)])
            left = left[3:]
            process.send()
        except Killed:
            kills += 1
        now += lot.choice((1000, HOUR))
        if not left and not any(redis.exists(f"stele:person:{{p{number}}}:outbox") for number in range(people)):
            break
    assert kills > events // 20, "too few were killed to prove anything"
    return channels


def check(redis, channels, events, people):
    """Exactly once; at most once where the channel itself cannot know, and then the operator is told."""
    wanted = {(f"p{number % people}", notice(number).id) for number in range(events)}
    failed = {(f.person, f.channel, f.notice) for _at, f in Outbox(redis, Inbox(redis), (), int).failures()}
    for channel in channels:
        arrived = Counter((person, target, one) for person, target, ids in channel.ids for one in ids)
        for target in channel.targets("p0"):
            told = {(person, one) for person, to, one in arrived if to == target}
            if channel.knows_again:
                assert wanted == told  # the channel recognises a repeated notice
            else:
                assert all(count == 1 for count in arrived.values())
                assert all((person, channel.name, one) in failed for person, one in wanted - told)
    for number in range(people):
        page = Inbox(redis).page(f"p{number}", limit=100)
        ids = [kept.notice.id for kept in page.notices]
        assert len(ids) == len(set(ids)) and {one for person, one in wanted if person == f"p{number}"} == set(ids)


THOUSANDS = [pytest.param(seed, 1000, 20, marks=pytest.mark.soak) for seed in range(5)]


@pytest.mark.parametrize(("seed", "events", "people"), [(7, 60, 5), *THOUSANDS])
def test_each_subscriber_gets_a_notice_once_by_each_channel(empty_redis, seed, events, people):
    """Although channels fail and processes are killed, each subscriber gets a notice once by each channel."""
    channels = play(empty_redis, random.Random(seed), events, people)
    check(empty_redis, channels, events, people)


def test_a_failure_is_tried_again_and_then_given_up(empty_redis):
    """A failed sending is repeated after longer and longer waits, a refused one is not; the operator may send it once
    more.
    """
    hook = Receiver("hook")
    sender = Sender(empty_redis, hook)
    hook.answer = Later("too busy")
    sender.outbox.tell([("p", notice(1))])
    for tries in range(1, MOST_TRIES + 1):
        assert not sender.outbox.failures()
        sender.send()
        sender.send()  # nothing is due
        sender.now += wait_after(tries)
    ((_at, failure),) = sender.outbox.failures()
    assert ("p", "hook", "one", "too busy") == (failure.person, failure.channel, failure.target, failure.reason)
    hook.answer = Delivered()
    sender.outbox.retry(failure)
    sender.send()
    assert [("p", "one", [notice(1).id])] == hook.ids and not sender.outbox.failures()
    hook.answer = Undeliverable("gone")
    sender.outbox.tell([("p", notice(2))])
    sender.send()
    assert ["gone"] == [one.reason for _at, one in sender.outbox.failures()]
    assert [60_000, 240_000, 8 * HOUR] == [wait_after(1), wait_after(2), wait_after(9)]


def test_a_retry_heeds_quiet_hours(empty_redis):
    """A mail that failed in the evening is sent in the morning; a silent channel tries again at once."""
    mail, hook = Receiver("mail", gathers=True, knows_again=False), Receiver("hook")
    sender = Sender(empty_redis, mail, hook)
    first = NOW + SOON_MILLISECONDS
    minute = first // 60_000 % (24 * 60)
    quiet = ((minute + 1) % (24 * 60), (minute + 1 + 8 * 60) % (24 * 60))
    keep_preferences(empty_redis, "p", Preferences(quiet=quiet))
    mail.answer = hook.answer = Later("too busy")
    sender.outbox.tell([("p", notice(1))])
    sender.send(SOON_MILLISECONDS)
    mail.answer = hook.answer = Delivered()
    for _ in range(8 * 4):
        sender.send(HOUR // 4)
        assert not mail.ids and hook.ids
    sender.send(HOUR // 4)
    assert [("p", "one", [notice(1).id])] == mail.ids
    keep_preferences(empty_redis, "p", Preferences())
    mail.answer = Undeliverable("no")
    sender.outbox.tell([("p", notice(2))])
    sender.send(SOON_MILLISECONDS)
    mail.answer = Delivered()
    minute = sender.now // 60_000 % (24 * 60)
    keep_preferences(empty_redis, "p", Preferences(quiet=(minute, (minute + 60) % (24 * 60))))
    sender.outbox.retry(sender.outbox.failures()[0][1])
    sender.send()
    assert 1 == len(mail.ids)
    sender.send(HOUR)
    assert 2 == len(mail.ids)


def test_outdated_read_or_disabled_notices_are_not_sent(empty_redis):
    """A mail waits a little: a move, a visit or a changed preference stops it; a webhook gets all."""
    mail, hook = Receiver("mail", gathers=True, knows_again=False), Receiver("hook")
    sender = Sender(empty_redis, mail, hook)
    turn = Notice("g:2-0:turn:0:0", "turn", "g", "2-0", NOW, subject="turn:g:0", place=2)
    for one in (turn, notice(1), notice(2), notice(3)):
        sender.outbox.tell([("p", one)])
    sender.outbox.tell((), [Dismissal("p", turn.subject, 3)])
    sender.inbox.read("p", [notice(1).id])
    keep_preferences(empty_redis, "p", Preferences(muted=("g2",)))
    sender.send(SOON_MILLISECONDS)
    assert [("p", "one", [notice(3).id])] == mail.ids
    assert [notice(1).id, notice(3).id] == sorted(ids[0] for _person, _target, ids in hook.ids)
    keep_preferences(empty_redis, "p", Preferences(off={"mail": ("over",)}))
    sender.outbox.tell([("p", notice(4))])
    sender.send(SOON_MILLISECONDS)
    assert 1 == len(mail.ids) and 3 == len(hook.ids)


def test_several_mails_are_one(empty_redis):
    """Notices due at the same time go into one mail, in order; an interrupted one is not sent again."""
    mail = Receiver("mail", gathers=True, knows_again=False)
    sender = Sender(empty_redis, mail)
    keep_preferences(empty_redis, "p", Preferences(mail="hourly"))
    for number in (2, 1, 3):
        sender.outbox.tell([("p", notice(number))])
    sender.send(HOUR)
    assert [("p", "one", [notice(1).id, notice(2).id, notice(3).id])] == mail.ids
    mail.dies = 1.0
    sender.outbox.tell([("p", notice(4))])
    with pytest.raises(Killed):
        sender.send(HOUR)
    mail.dies = 0.0
    sender.send(HOLD_MILLISECONDS)
    assert 1 == len(mail.ids) and "perhaps" in sender.outbox.failures()[0][1].reason


def test_an_inbox_is_bounded_and_deleted(empty_redis, monkeypatch):
    """The oldest notices go; a deleted player leaves nothing behind."""
    monkeypatch.setattr("services.notifications.inbox.MOST_NOTICES", 9)
    hook = Receiver("hook")
    sender = Sender(empty_redis, hook)
    empty_redis.hset(redis_name_of_player("bot"), "owner", "p")
    for number in range(12):
        sender.inbox.tell([Delivery(one, notice(number), {}) for one in ("p", "bot")])
    assert 12 == len(sender.inbox.page("bot", limit=100).notices), "a bot has room for more"
    sender.outbox.forget("bot")
    empty_redis.delete(redis_name_of_player("bot"))
    page = sender.inbox.page("p", limit=100)
    assert [notice(number) for number in range(11, 2, -1)] == [one.notice for one in page.notices]
    first = sender.inbox.page("p", limit=4)
    assert 9 == first.unread and notice(7) == sender.inbox.page("p", first.next, 1).notices[0].notice
    sender.outbox.tell([("p", notice(1000))])
    keep_preferences(empty_redis, "p", Preferences(muted=("g",)))
    hook.answer = Undeliverable("gone")
    sender.send()
    sender.outbox.tell([("p", notice(1001))])
    sender.outbox.forget("p")
    kept = {name.decode() for name in empty_redis.scan_iter("*")} - {"stele:inbox-news"}
    assert set() == kept and not sender.outbox.failures()


def test_a_repeated_notice_is_known_although_it_has_left_the_inbox(empty_redis, monkeypatch):
    """Notices repeated after a crash are known, whether they are in the inbox, have left it, are gathered, or come too
    late.

    Of any number of notices a person keeps the last ones, and as many ids as may be repeated.
    """
    monkeypatch.setattr("services.notifications.inbox.MOST_NOTICES", 9)
    monkeypatch.setattr("services.notifications.inbox.MOST_TOLD", 11)
    hook = Receiver("hook")
    sender = Sender(empty_redis, hook)
    turns = [notice(number, subject="turn", place=number) for number in (5, 6)]
    late = notice(4, subject="turn", place=4)
    chat = [notice(number, subject="chat", place=number, is_gathered=True) for number in (7, 8)]
    other = [notice(number) for number in range(20, 35)]
    told = [("p", one) for one in (*turns, late, *chat, *other)]
    for one in told:
        sender.outbox.tell([one])
    sender.send()
    change = sender.inbox.unread("p")[1]
    for one in told:
        sender.outbox.tell([one])
    sender.send()
    assert change == sender.inbox.unread("p")[1]
    arrived = [one for _person, _target, ids in hook.ids for one in ids]
    assert sorted(set(arrived)) == sorted(arrived) and late.id not in arrived and chat[1].id not in arrived
    for number in range(100, 200):
        sender.inbox.tell([Delivery("p", notice(number), {})])
    person = "stele:person:{p}:inbox"
    assert (9, 9, 11) == (
        empty_redis.hlen(person),
        empty_redis.zcard(f"{person}:order"),
        empty_redis.zcard(f"{person}:told"),
    )


def test_an_inbox_of_an_earlier_version_is_known(empty_redis):
    """In an earlier version's inbox, every id counts as sent, and more notices were stored."""
    sender = Sender(empty_redis, hook := Receiver("hook"))
    person = "stele:person:{p}:inbox"
    earlier = [notice(number) for number in range(500)]
    for number, one in enumerate(earlier, start=1):
        empty_redis.hset(person, one.id, msgspec.json.encode(one))
        for name in ("order", "unread", "told"):
            empty_redis.zadd(f"{person}:{name}", {one.id: number})
    empty_redis.set(f"{person}:number", len(earlier))
    for one in (notice(1000), *earlier[1:], notice(1000)):
        sender.outbox.tell([("p", one)])
    sender.send()
    assert [notice(1000).id] == [one for _person, _target, ids in hook.ids for one in ids]
    assert (MOST_NOTICES, MOST_TOLD) == (empty_redis.hlen(person), empty_redis.zcard(f"{person}:told"))


@pytest.mark.parametrize(
    ("preferences", "at", "due"),
    [
        (Preferences(), "2027-01-15T12:00", "2027-01-15T12:05"),
        (Preferences(mail="hourly"), "2027-01-15T12:10", "2027-01-15T13:00"),
        (Preferences(mail="daily"), "2027-01-15T12:10", "2027-01-16T07:00"),
        (Preferences(quiet=(22 * 60, 7 * 60)), "2027-01-15T22:00", "2027-01-16T06:00"),
        (Preferences(quiet=(22 * 60, 7 * 60)), "2027-01-15T20:00", "2027-01-15T20:05"),
        (Preferences(quiet=(60, 120)), "2027-01-15T00:30", "2027-01-15T01:00"),
        # In the night to 28 March 2027 clocks in Rome go from two to three.
        (Preferences(quiet=(22 * 60, 7 * 60)), "2027-03-27T22:00", "2027-03-28T05:00"),
    ],
)
def test_mails_come_at_their_preferred_times(preferences, at, due):
    """Quiet hours and the daily mail are in the reader's own zone, also when clocks are changed."""

    def moment(text):
        return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)

    assert moment(due) == due_at(preferences, "Europe/Rome", moment(at), gathers=True, disturbs=True)
    assert moment(at) == due_at(preferences, "nowhere", moment(at), gathers=False, disturbs=False)
