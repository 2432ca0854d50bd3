"""Chat notices: each reader of a message's room is notified once, for any number of messages."""

import pytest

from domain.game import Resign
from eventstore.log import LogFollower
from services.community.blocks import Blocks
from services.community.chat import Chat
from services.notifications.chat_notices import ChatNotices, room_read
from services.notifications.log_follower import NOTICES, NoticeWriter
from services.notifications.outbox import Outbox
from services.notifications.preferences import Preferences, keep_preferences
from tests.services.notifications.recorder import Recorder
from tests.services.notifications.test_log_follower import Server

MAIL = "mail"


class Talking(Server):
    """A server that sends notices about chat as well."""

    def __init__(self, redis, name="one"):
        super().__init__(redis, name)
        self.chat, self.blocks = Chat(redis), Blocks(redis)
        self.tells = ChatNotices(self.tables, redis)

    def say(self, game_id, person, room="players"):
        """Send a message of this person, who has then read the room."""
        said = self.chat.say(game_id, room, person, "1-0", "Something that no notice holds").id
        self.read(game_id, person, said, room)
        return said

    def read(self, game_id, person, message, room="players"):
        """Mark the room as read by this person up to this message."""
        self.chat.has_read(game_id, room, person, message)
        room_read(self.outbox, person, game_id, room, message)

    def tell(self):
        super().tell()
        while self.tells.work(self.outbox):
            pass

    def unread(self, person):
        """The texts of this person's unread chat notices."""
        kept = self.inbox.page(person, limit=100).notices
        talk = [one.notice for one in kept if one.is_unread and one.notice.kind == "message"]
        return [self.wording.sentence(person, one, "en") for one in talk]


@pytest.fixture
def server(empty_redis):
    return Talking(empty_redis)


def test_a_message_is_announced_once_until_it_is_read(server):
    """Several messages are one notice with their number; after reading, the next message is announced again."""
    game_id = server.table(3, title="amun-re")
    server.say(game_id, "p0")
    server.tell()
    assert ["Amun-Re against p0 and p2: one new message from p0."] == server.unread("p1")
    assert ["Amun-Re against p0 and p1: one new message from p0."] == server.unread("p2")
    assert [] == server.unread("p0")
    last = server.say(game_id, "p2")
    server.tell()
    assert ["Amun-Re against p0 and p2: 2 new messages from p0 and p2."] == server.unread("p1")
    assert ["Amun-Re against p1 and p2: one new message from p2."] == server.unread("p0") and [] == server.unread("p2")
    assert 1 == server.told("p1").count("message")
    server.read(game_id, "p1", last)
    assert [] == server.unread("p1")
    server.say(game_id, "p0")
    server.tell()
    assert ["Amun-Re against p0 and p2: one new message from p0."] == server.unread("p1")
    assert 2 == server.told("p1").count("message")


def test_a_message_read_first_is_not_announced(server):
    """A player with the room open reads it before the notice."""
    game_id = server.table()
    server.read(game_id, "p1", server.say(game_id, "p0"))
    server.tell()
    assert "message" not in server.told("p1")


def test_an_interrupted_pass_announces_nothing_twice(server, empty_redis):
    """A notice that was sent but not marked is sent again by another process, without effect; nothing is lost."""
    game_id = server.table()
    first = server.say(game_id, "p0")
    server.say(game_id, "p0")
    crossed_off, server.tells._chat.told = server.tells._chat.told, lambda _said: None
    server.tells.work(server.outbox)
    server.tells._chat.told = crossed_off
    assert 2 == len(server.chat.untold())
    (kept,) = [one for one in server.inbox.page("p1").notices if one.notice.kind == "message"]
    server.inbox.read("p1", [kept.notice.id])
    Talking(empty_redis, "two").tell()
    assert 1 == server.told("p1").count("message") and [] == server.unread("p1") and [] == server.chat.untold()
    assert first in kept.notice.id


def test_muted_and_blocked_players_are_not_announced(server):
    """Muted and blocking players cause no notices; deleted messages are not counted, and not sent."""
    game_id = server.table(3, title="amun-re")
    server.blocks.shun("p1", "p0", "muted", True)
    server.blocks.shun("p0", "p2", "blocked", True)
    server.say(game_id, "p0")
    server.tell()
    assert [] == server.unread("p1") + server.unread("p2")
    said = server.say(game_id, "p1")
    server.tell()
    assert ["Amun-Re against p0 and p1: one new message from p1."] == server.unread("p2")
    server.chat.remove(game_id, "players", said)
    assert ["Amun-Re against p0 and p1: there are new chat messages."] == server.unread("p2")
    notice = server.inbox.page("p2").notices[0].notice
    assert [] == server.wording.messages("p2", [notice])


def test_players_and_spectators_are_notified_separately(server):
    """During the game a spectator who has written gets notices of the spectators' room; afterwards all get all."""
    game_id = server.table()
    server.say(game_id, "one", "onlookers")
    server.tell()
    server.say(game_id, "two", "onlookers")
    server.say(game_id, "p0")
    server.tell()
    assert ["Kheops (p0 and p1): one new message from two."] == server.unread("one") and [] == server.unread("two")
    assert [] == server.unread("p0") and ["Kheops against p0: one new message from p0."] == server.unread("p1")
    server.do(game_id, Resign(0))
    server.say(game_id, "two", "onlookers")
    server.say(game_id, "two", "comments")
    server.tell()
    messages = ("3 new messages from one and two.", "one new message from two.")
    counted = [f"Kheops against p1: {one}" for one in messages]
    assert counted == sorted(server.unread("p0"))
    (comment,) = [one.notice for one in server.inbox.page("p0").notices if one.notice.subject.endswith("comments")]
    (message,) = server.wording.messages("p0", [comment])
    assert message.url.endswith(f"/games/{game_id}/replay#1-0")


def test_chat_is_sent_on_request_alone(server, empty_redis):
    """Chat is on the page, and in other channels only if the player asks for it."""
    server.outbox = Outbox(empty_redis, server.inbox, (Recorder(MAIL, knows_again=True),), lambda: server.now)
    game_id = server.table()
    server.tell()

    def to_be_sent(person):
        return [name for name in empty_redis.hkeys(f"stele:person:{{{person}}}:outbox") if b":message" in name]

    server.say(game_id, "p0")
    server.tell()
    assert 1 == len(server.unread("p1")) and [] == to_be_sent("p1")
    keep_preferences(empty_redis, "p0", Preferences(on={MAIL: ("message",)}))
    server.say(game_id, "p1")
    server.tell()
    assert 1 == len(to_be_sent("p0"))


def test_the_log_follower_announces_chat_as_well(server, empty_redis):
    """The follower of the logs for notices also handles data outside records."""
    game_id = server.table()
    follower = LogFollower(empty_redis, server.tables.store.partitions, NOTICES, "three")
    besides = [lambda: server.tells.work(server.outbox)]
    notice_writer = NoticeWriter(
        server.tables, follower, server.notice_writer._index, server.outbox, lambda _player: False, besides
    )
    server.say(game_id, "p0")
    while notice_writer.work(0.01):
        pass
    assert ["Kheops against p0: one new message from p0."] == server.unread("p1")
