"""The club's webhook: news of public games in one post, with mentions, and never a word about private ones."""

import json
import time

import pytest

from domain.game import CallOff, Resign, TakeSeat
from domain.terms import GameTerms
from services.accounts.club_settings import Club, ClubStore
from services.accounts.players import Players
from services.notifications.channels import Message
from services.notifications.channels.club import ClubChannel, choose_kinds, payload
from services.notifications.channels.webhook import WebhookChannel
from services.notifications.club_notices import mention
from services.notifications.courier import Courier
from services.notifications.inbox import Notice
from services.notifications.outbox import Outbox
from services.notifications.preferences import SOON_MILLISECONDS
from services.notifications.webhooks import CLUB, MOST_FAILURES, Webhooks
from tests.services.notifications.test_log_follower import TITLE, Server
from tests.services.notifications.test_webhooks import receiver

__all__ = ["receiver"]


class ClubServer(Server):
    """A record whose public games are told to the club's webhook."""

    def __init__(self, redis, receiver, form="discord"):
        super().__init__(redis)
        self.receiver = receiver
        self.webhooks = Webhooks(redis)
        clock = lambda: time.time_ns() // 1_000_000  # noqa: E731
        channels = (ClubChannel(self.webhooks, clock, True), WebhookChannel(self.webhooks, clock, True))
        self.outbox = Outbox(redis, self.inbox, channels, lambda: self.now)
        self.notice_writer._telling = self.outbox
        self.couriers = [Courier(self.outbox, one, self.wording.messages) for one in channels]
        self.made = self.webhooks.add(CLUB, receiver.url, form)

    def post(self):
        """Tell all entries, wait until they are due, and post; the bodies of the new posts."""
        self.tell()
        self.now += SOON_MILLISECONDS
        before = len(self.receiver.got)
        for courier in self.couriers:
            courier.work()
        return [json.loads(body) for _path, _headers, body in self.receiver.got[before:]]


@pytest.fixture
def club(empty_redis, receiver):
    return ClubServer(empty_redis, receiver)


def test_a_public_game_is_told_in_one_post(club):
    """A public game is one post: its start and whose turn it is, later the turn only, and at its end the winners.

    Kinds that are switched off for the club's webhook are not sent.
    """
    game_id = club.table()
    asked, _other = club.asked(game_id)
    (post,) = club.post()
    first, second = post["content"].split("\n")
    assert "the game has started." in first and f"waiting for {asked}." in second
    assert f"<https://stele.example/games/{game_id}>" in second
    assert [] == club.post()
    club.finish_turn(game_id)
    asked, _other = club.asked(game_id)
    (post,) = club.post()
    assert f"waiting for {asked}." in post["content"] and "\n" not in post["content"]
    club.do(game_id, Resign(0))
    (post,) = club.post()
    assert "the game is over. Winner: p1." in post["content"] and "waiting" not in post["content"]
    assert [] == club.post()
    choose_kinds(club.redis, ["club-started", "club-over"])
    club.table()
    (post,) = club.post()
    assert "the game has started." in post["content"] and "waiting" not in post["content"]


def test_a_turn_that_is_over_is_not_told(club):
    """Of several turns within one post's minutes, only the last is sent."""
    game_id = club.table()
    club.post()
    for _ in range(2):
        club.tell()
        club.finish_turn(game_id)
    (post,) = club.post()
    assert 1 == post["content"].count("waiting for")


def test_news_of_the_same_minutes_are_one_post(club):
    """Two games that start a minute apart are in one post, at the end of their five minutes."""
    club.now += SOON_MILLISECONDS - club.now % SOON_MILLISECONDS
    end = club.now + SOON_MILLISECONDS
    ids = []
    for _ in range(2):
        club.now += 60_000
        ids.append(club.table())
        club.tell()
    club.now = end - 1
    club.couriers[0].work()
    assert [] == club.receiver.got
    club.now = end
    club.couriers[0].work()
    ((_path, _headers, body),) = club.receiver.got
    assert all(one in json.loads(body)["content"] for one in ids)
    assert [] == club.post()


def test_many_turns_hide_no_end(club):
    """The turns of one lively game do not displace the end of another that waits to be posted."""
    ended = club.table()
    club.do(ended, Resign(0))
    club.tell()
    for number in range(250):
        name = f"lively:{number}-0:club-turn"
        subject = "club-turn:lively"
        turn = Notice(name, "club-turn", "lively", f"{number}-0", club.now, subject=subject, place=number)
        club.outbox.tell([(CLUB, turn)])
    (post,) = club.post()
    assert f"/games/{ended}" in post["content"] and "the game is over" in post["content"]


def test_nothing_is_told_of_other_games(club, receiver):
    """A private game, a game with computer players only, and a table that never started change no posts."""
    private = club.table(private=True)
    alone = club.tables.open(GameTerms(TITLE, 2, computers=("random",)))
    club.sit(alone, 1)
    waiting = club.table(players=3, seated=False, title="amun-re")
    club.sit(waiting, 0)
    club.sit(waiting, 1)
    club.do(waiting, CallOff(-1, "A fault"), "public")
    club.finish_turn(private)
    club.do(private, Resign(0))
    assert [] == club.post() and [] == receiver.got
    assert [] == club.told(CLUB)
    public = club.table()
    club.table(private=True)
    (post,) = club.post()
    assert 2 == post["content"].count("https://") == post["content"].count(public)


def test_members_are_mentioned_by_their_handles(club, empty_redis):
    """A valid handle mentions a member in the service's format; another text mentions no one, and a name never does."""
    players = Players(empty_redis)
    names = ["@everyone <@1>", "Bo"]
    ids = [players.enrol(name, 1).id for name in names]
    players.set_club_handle(ids[0], "123456789012345678")
    players.set_club_handle(ids[1], "@here")
    posts = []
    for _ in range(2):
        game_id = club.tables.open(GameTerms(TITLE, 2))
        for seat in range(2):
            club.do(game_id, TakeSeat(seat, player=ids[seat], nonce=f"{seat}"), "public")
        posts += club.post()
        first = club.tables.seen(game_id).to_act
        while club.tables.seen(game_id).to_act == first:
            club.move(game_id)
        posts += club.post()
    told = [post for post in posts if "waiting for" in post["content"]]
    mentioned = [post for post in told if "<@123456789012345678>" in post["content"]]
    assert mentioned and all(one["allowed_mentions"]["parse"] == [] for one in told)
    assert {tuple(one["allowed_mentions"]["users"]) for one in told} <= {(), ("123456789012345678",)}
    assert not any("@here" in one["content"] for one in told)


@pytest.mark.parametrize(
    ("form", "handle", "mention"),
    [("slack", "U012AB3CD", "<@U012AB3CD>"), ("matrix", "@p:m.example", "@p:m.example"), ("standard", "p", "")],
)
def test_other_services(empty_redis, receiver, form, handle, mention):
    """Each gets its own format; a program gets the notices as data, signed."""
    club = ClubServer(empty_redis, receiver, form)
    for seat in range(2):
        empty_redis.hset(f"stele:player:{{p{seat}}}", "club_handle", handle)
    game_id = club.table()
    (post,) = club.post()
    if form == "standard":
        notices = post["data"]["notices"]
        assert [["club-started", []], ["club-turn", [handle]]] == [[one["kind"], one["mentions"]] for one in notices]
        assert {game_id} == {one["game"] for one in notices}
    else:
        assert mention in post["text"] and post["text"].count(mention) == 1
    assert "webhook-signature" in {name.lower() for name in receiver.got[-1][1]}


def test_many_at_once_are_one_bounded_post(club):
    """The lines that fit, and how many more there are; in the club's language."""
    ClubStore(club.redis).set(Club(language="it"))
    club.wording._club._club._looked_at = float("-inf")
    for _ in range(15):
        club.table()
    (post,) = club.post()
    assert len(post["content"]) < 2_000 and post["content"].endswith("altre 10.")
    assert "si attende" in post["content"]


def test_it_is_switched_off_after_failures(club, receiver):
    """After failures the club's webhook is switched off, but kept, even if the receiver says that it is gone."""
    receiver.status = 410
    club.table()
    club.tell()
    for tries in range(1, 3 * MOST_FAILURES):
        if tries % MOST_FAILURES == 0:  # the notice was given up meanwhile
            club.table()
            club.tell()
        club.now += 9 * 3_600_000
        for courier in club.couriers:
            courier.work()
    assert len(receiver.got) == MOST_FAILURES and club.webhooks.of(CLUB)[0].off
    club.table()
    club.post()
    assert len(receiver.got) == MOST_FAILURES and not club.notice_writer._club.is_sent()


@pytest.mark.parametrize("form", ["slack", "discord", "matrix"])
def test_a_post_is_cut_at_whole_lines(form):
    """A long message loses its last lines, a long first line its end; no escaped character is cut."""
    terms = tuple(f"Line {number}: a < b & c_d." for number in range(200))
    digest = Message("d", "digest", "", "The week", "https://s/", 1, "en", terms=terms)
    other = Message("o", "club-over", "g", "Over.", "https://s/g", 2, "en")
    text = next(iter(payload(form, [digest, other]).values()))
    first, *lines, cut, more = text.split("\n")
    assert ("The week", "And one more.") == (first, more) and cut.startswith("… ") and "https://s/" in cut
    assert len(text) < 1_950 and len(lines) > 20 and {line[-4:] for line in lines} <= {"c_d.", r"\_d."}
    for long in ("<" * 3_000, "a" * 3_000):
        text = next(iter(payload(form, [Message("l", "club-over", "g", long, "https://s/g", 1, "en")]).values()))
        assert 1_500 < len(text) < 1_950 and "https://s/g" in text and not text.startswith("And")
        assert text.partition("…")[0].endswith(("&lt;", r"\<", "a"))


@pytest.mark.parametrize(
    ("form", "handle", "mentioned"),
    [
        ("slack", "U012AB3CD", "<@U012AB3CD>"),
        ("slack", "@ada.l", "@ada.l"),
        ("slack", "@hereford", "@hereford"),
        *(("slack", one, "") for one in ("@here", "@all", "@channel", "@here.x", "@all-x", "@ada.", "ada", "!here")),
        ("discord", "123456789012345678", "<@123456789012345678>"),
        ("discord", "@everyone", ""),
        ("matrix", "@ada_l:m.example", "@ada_l:m.example"),
        ("matrix", "@ada:m.example:8448", "@ada:m.example:8448"),
        ("matrix", "@roomba:m.example", "@roomba:m.example"),
        *(("matrix", one, "") for one in ("@room:x", "@room.a:x", "@<b>x</b>:y", "@a:y<b>", "@a:x @room", "@[a](b):c")),
    ],
)
def test_handles(form, handle, mentioned):
    """A handle mentions a member, never a room or a channel, and never becomes markup."""
    assert mentioned == mention(form, handle)
