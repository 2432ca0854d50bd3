"""Log follower: entries become notices for the players concerned, once, and end when outdated."""

import random

import pytest

from domain.clocks.availability import DAY
from domain.clocks.events import AgreePause, GrantTime, Pace
from domain.disputes.events import DecideDispute, OpenDispute, Remedy, TakeOver
from domain.game import CallOff, LeaveSeat, OfferSeat, Resign, TakeSeat
from domain.projector import projector_for
from domain.proposals.events import AnswerTakeBack, AskTakeBack, ProposeEnd, WithdrawEnd
from domain.terms import GameTerms
from eventstore.encryption import SecretBox
from eventstore.log import LogFollower, LogReader
from eventstore.store import Store
from replay.player_names import as_recorded
from replay.story import story
from services.accounts.players import Players
from services.games.deadlines import Deadlines
from services.games.lobby.index import LobbyIndex
from services.games.lobby.lobby import Lobby
from services.games.records import Records
from services.games.standing_orders import is_forced
from services.games.tables import Tables
from services.notifications.account_notices import ACCOUNT
from services.notifications.inbox import Inbox, Notice
from services.notifications.kinds import DIGEST, NOTICE_KINDS, OPERATOR
from services.notifications.log_follower import NoticeWriter, begin_telling, telling_drops
from services.notifications.outbox import Outbox
from services.notifications.wording import Wording

TITLE = "kheops"
NOW = 1_800_000_000_000
HOUR = 3_600_000


class Server:
    """A record with notices for its players."""

    def __init__(self, redis, name="one"):
        self.now = NOW
        self.redis = redis
        store = Store(redis, SecretBox(bytes(32)))
        self.tables = Tables(store, lambda: self.now)
        self.inbox = Inbox(redis)
        self.outbox = Outbox(redis, self.inbox, (), lambda: self.now)
        index = LobbyIndex(redis)
        lobby = Lobby(self.tables, LogReader(redis, store.partitions), index)
        self.lobby, self.deadlines = lobby, Deadlines(self.tables, lobby, 0)
        follower = LogFollower(redis, store.partitions, "n", name)
        self.notice_writer = NoticeWriter(self.tables, follower, index, self.outbox, lambda player: player == "bot")
        records = Records(store, None, None)
        self.wording = Wording(self.tables, lobby, records, redis, "https://stele.example")

    def table(self, players=2, seated=True, title=TITLE, game_id=None, game_key=None, **terms):
        """A game of persons."""
        game_id = self.tables.open(GameTerms(title, players, **terms), game_id=game_id, game_key=game_key)
        for seat in range(players) if seated else ():
            self.sit(game_id, seat)
        return game_id

    def sit(self, game_id, seat):
        """Seat this player in this seat."""
        self.do(game_id, TakeSeat(seat, player=f"p{seat}", nonce=f"{seat}"), "public")

    def do(self, game_id, command, viewer=None):
        """Carry out a command of a seat."""
        return self.tables.command(game_id, command, command.seat if viewer is None else viewer)

    def move(self, game_id):
        """The asked player makes the first legal move; their seat."""
        seat = self.tables.seen(game_id).to_act[0]
        self.do(game_id, self.tables.seen(game_id, seat).legal()[0])
        return seat

    def wait(self, milliseconds):
        """Let this time pass with a worker running, and act on it."""
        self.now += milliseconds
        self.redis.set("stele:worker:sign", self.now)
        self.lobby.catch_up()
        self.deadlines.act()

    def asked(self, game_id):
        """The player asked first in a game of two, and the other."""
        seat = self.tables.seen(game_id).to_act[0]
        return f"p{seat}", f"p{1 - seat}"

    def finish_turn(self, game_id):
        """Move until it is the other player's turn."""
        asked = self.asked(game_id)
        while self.asked(game_id) == asked:
            self.move(game_id)
            self.tell()

    def tell(self):
        """Handle all recorded entries."""
        while self.notice_writer.work(0.01):
            pass

    def told(self, person, *, unread=False):
        """The kinds of this person's notices, oldest first."""
        kept = reversed(self.inbox.page(person, limit=100).notices)
        return [one.notice.kind for one in kept if not unread or one.is_unread]

    def said(self, person):
        """The text of this person's newest notice."""
        return self.wording.sentence(person, self.inbox.page(person).notices[0].notice, "en")


@pytest.fixture
def server(empty_redis):
    return Server(empty_redis)


def test_a_cancellation_is_announced_to_all(server):
    """G27: waiting players, a player alone with computer players, and the referee."""
    waiting = server.table(seated=False, referee="judge")
    server.sit(waiting, 0)
    alone = server.tables.open(GameTerms(TITLE, 2, computers=("random",)))
    server.sit(alone, 1)
    for game_id in (waiting, alone):
        server.do(game_id, CallOff(-1, "A fault"), "public")
    server.tell()
    assert server.told("p0") == server.told("judge") == server.told("p1") == ["called-off"]
    assert server.said("p1").endswith("the operator called the game off. See the reason in the game.")


def test_your_turn_is_announced_once(server):
    """An asked player is notified once, with any number of entries in between; after the move the notice ends."""
    game_id = server.table()
    first, second = server.asked(game_id)
    server.tell()
    assert ["started", "turn"] == server.told(first) and ["started"] == server.told(second)
    server.finish_turn(game_id)
    assert ["started", "turn"] == server.told(first)
    assert ["started"] == server.told(first, unread=True)
    assert ["started", "turn"] == server.told(second, unread=True)
    assert f"Kheops against {first}: it is your turn." == server.said(second)


def test_nothing_is_announced_twice(server, empty_redis):
    """Another process that handles everything again, in any state, adds nothing and restores nothing.

    The database has restarted and lost its scripts in between.
    """
    game_id = server.table()
    for _ in range(9):
        server.move(game_id)
        server.tell()
    before = [server.inbox.page(person, limit=100).notices for person in ("p0", "p1")]
    other = Server(empty_redis, "two")
    other.notice_writer._follower = LogFollower(empty_redis, other.tables.store.partitions, "other", "two")
    empty_redis.script_flush()
    other.tell()
    assert before == [server.inbox.page(person, limit=100).notices for person in ("p0", "p1")]


def test_a_damaged_inbox_does_not_block_the_rest(server, empty_redis):
    """Notices of one pass are sent together; a damaged inbox affects its owner alone."""
    empty_redis.set("stele:person:{p0}:inbox", "damaged")
    server.table()
    other = server.table(seated=False)
    for seat in range(2):
        server.do(other, TakeSeat(seat, player=f"q{seat}"), "public")
    server.tell()
    assert sorted([server.told("q0"), server.told("q1")]) == [["started"], ["started", "turn"]]


def test_earlier_events_are_not_announced(server, empty_redis):
    """A server's first pass does not announce years of finished games."""
    game_id = server.table()
    empty_redis.set("stele:notices-since", NOW + 1)
    late = Server(empty_redis, "late")
    assert NOW + 1 == begin_telling(late.tables)
    late.tell()
    assert [] == late.told("p0")
    late.now = NOW + 2
    late.move(game_id)
    late.do(game_id, ProposeEnd(0, "draw"))
    late.tell()
    assert "end" in late.told("p1")


def test_invitations_come_with_the_table(server):
    """A reserved seat is announced at once, also without seated players, and not after its player joins."""
    game_id = server.table(seated=False, reserved=("p0", "p1"))
    server.tell()
    assert ["invited"] == server.told("p0") == server.told("p1")
    server.sit(game_id, 0)
    server.tell()
    assert [] == server.told("p0", unread=True) and ["invited"] == server.told("p1", unread=True)
    server.do(game_id, LeaveSeat(0))
    server.sit(game_id, 1)
    server.tell()
    assert [] == server.told("p1", unread=True)


def test_a_request_ends_when_it_is_answered(server):
    """Take-backs, ends, pauses: the asked players get the proposer's name.

    An answer or a withdrawal ends the notice.
    """
    game_id = server.table(pace=Pace(time=9 * 24 * HOUR))
    seat = server.move(game_id)
    other = f"p{1 - seat}"
    server.do(game_id, AskTakeBack(seat))
    server.tell()
    assert "take-back" in server.told(other, unread=True) and "take-back" not in server.told(f"p{seat}")
    assert f"Kheops against p{seat}: p{seat} asks to take back a move." == server.said(other)
    server.do(game_id, AnswerTakeBack(1 - seat, True))
    server.do(game_id, ProposeEnd(seat, "draw"))
    server.do(game_id, AgreePause(seat))
    server.do(game_id, GrantTime(1 - seat, seat))
    server.tell()
    assert "taken-back" in server.told(f"p{seat}") and "taken-back" not in server.told(other)
    assert {"end", "pause"} <= set(server.told(other, unread=True)) and "time" in server.told(f"p{seat}")
    assert "take-back" not in server.told(other, unread=True)
    server.do(game_id, WithdrawEnd(seat))
    server.tell()
    assert "end" not in server.told(other, unread=True)


def test_time(server):
    """A reminder ends once its player has moved; a timed-out player is notified."""
    game_id = server.table(pace=Pace(time=8 * HOUR))
    first, second = server.asked(game_id)
    server.wait(7 * HOUR)
    server.tell()
    assert ["started", "turn", "reminder"] == server.told(first, unread=True)
    server.finish_turn(game_id)
    assert ["started"] == server.told(first, unread=True)
    server.wait(9 * HOUR)
    server.tell()
    assert "timed-out" in server.told(second) and "timed-out" not in server.told(first)
    assert 0 == server.redis.xlen("stele:reminders:{lobby}")


def test_seats_disputes_and_the_end(server):
    """Disputes also go to the referee, who has no seat.

    Offered and lost seats, resignations and the end are announced.
    """
    game_id = server.table(3, title="amun-re-card-game", referee="judge")
    asked = server.tables.seen(game_id).to_act[0]
    opener, third = (asked + 1) % 3, (asked + 2) % 3
    server.do(game_id, OfferSeat(asked, "heir"))
    server.do(game_id, OpenDispute(opener, "1-0", "Unfair!", Remedy()))
    server.tell()
    assert ["offered"] == server.told("heir") and ["dispute"] == server.told("judge")
    others = " and ".join(sorted((f"p{opener}", f"p{third}")))
    assert f"Amun-Re: The Card Game against {others}: p{asked} offers you a seat." == server.said("heir")
    assert "dispute" in server.told(f"p{third}") and "dispute" not in server.told(f"p{opener}")
    server.do(game_id, DecideDispute(-1, 1, "referee", "No."), "public")
    server.do(game_id, TakeOver(asked, "heir"), "public")
    server.tell()
    assert [] == server.told("judge", unread=True) and ["turn"] == server.told("heir", unread=True)
    assert {"decided", "taken-over"} <= set(server.told(f"p{third}"))
    server.do(game_id, Resign(opener))
    server.tell()
    assert "resigned" in server.told(f"p{third}") and "resigned" not in server.told(f"p{opener}")


def test_a_time_out_is_no_resignation(server):
    """Notice and story tell the other players of a time-out, not of a resignation."""
    game_id = server.table(pace=Pace(time=HOUR, outcome="resign"))
    first, second = server.asked(game_id)
    server.wait(2 * HOUR)
    server.tell()
    assert "out-of-time" in server.told(second) and "timed-out" in server.told(first)
    assert "resigned" not in server.told(second) and "out-of-time" not in server.told(first)
    entries, game = server.tables.store.read(game_id), server.tables.seen(game_id).game
    told = "\n".join(story(projector_for(TITLE), entries, "public", game, as_recorded))
    assert "ran out of time and is out of the game." in told and "resigned" not in told


def test_an_outage_is_announced_to_asked_players(server):
    """Each asked player is notified once, and no other player."""
    game_id = server.table(pace=Pace(time=DAY))
    first, second = server.asked(game_id)
    server.wait(HOUR)
    server.now += 2 * DAY
    server.deadlines.act()
    server.tell()
    assert server.told(first).count("outage") == 1 and "outage" not in server.told(second)
    assert server.tables.seen(game_id).to_act and "timed-out" not in server.told(first)


def test_a_player_alone_with_computers_gets_no_turn_notices(server):
    """Computer players answer at once: the player is still there."""
    game_id = server.tables.open(GameTerms(TITLE, 2, computers=("steward",)))
    server.sit(game_id, 0)
    server.tell()
    assert "playing" == server.tables.seen(game_id).game.status and [] == server.told("p0")


def test_a_notice_has_its_readers_view(server):
    """The story begins after the reader's last move, is in their language, and the link leads to its start."""
    game_id = server.table()
    first, second = server.asked(game_id)
    server.redis.hset(f"stele:player:{{{second}}}", mapping={"language": "it"})
    server.finish_turn(game_id)
    (message,) = server.wording.messages(second, [server.inbox.page(second).notices[0].notice])
    assert f"Kheops contro {first}: tocca a te." == message.text and "it" == message.language
    assert any(first in sentence for sentence in message.story)
    assert f"https://stele.example/games/{game_id}" == message.url
    assert message.story_url.startswith(f"{message.url}/replay#")
    gone = Notice("x", "turn", "nogame", "1-0", 0)
    assert "A game is no longer available." == server.wording.sentence(second, gone, "en")


def test_a_notice_names_the_player_at_that_time(server):
    """A seat's hand-over does not rewrite its former player's actions: not in notices, not in their story."""
    game_id = server.table(3, title="amun-re-card-game")
    asked = server.tables.seen(game_id).to_act[0]
    reader = f"p{(asked + 1) % 3}"
    server.move(game_id)
    server.do(game_id, AskTakeBack(asked))
    server.tell()
    server.do(game_id, OfferSeat(asked, "heir"))
    server.do(game_id, TakeOver(asked, "heir"), "public")
    server.tell()
    notices = {one.notice.kind: one.notice for one in server.inbox.page(reader).notices}
    said = {kind: server.wording.sentence(reader, one, "en") for kind, one in notices.items()}
    then, now = (" and ".join(sorted({"p0", "p1", "p2"} - {reader, *gone})) for gone in ((), (f"p{asked}",)))
    assert said["take-back"] == f"Amun-Re: The Card Game against {then}: p{asked} asks to take back a move."
    assert said["taken-over"].endswith(": heir took over another player's seat.")
    assert {"heir", now} == set(said["taken-over"].partition(" against ")[2].partition(":")[0].split(" and "))
    (message,) = server.wording.messages(reader, [notices["taken-over"]])
    assert message.story[-2:] == (f"p{asked} offers their seat to heir.", f"heir took over the seat from p{asked}.")
    assert any(line.startswith(f"p{asked} ") for line in message.story[:-2])
    assert not any(line.startswith("heir") for line in message.story[:-1])


def test_dropped_orders_are_announced_to_their_owner(server):
    """The record has nothing of it; a repeated notice is the same."""
    game_id = server.table()
    seen = server.tables.seen(game_id)
    tell = telling_drops(server.tables.now, server.outbox)
    for _ in range(2):
        tell(game_id, 1, "p1", seen.position)
    assert ["order"] == server.told("p1") and server.said("p1").endswith(": one of your standing orders was dropped.")


def test_a_private_game_is_announced_to_its_people_alone(server):
    """A player who has lost their seat in it only gets the notice of the loss."""
    game_id = server.table(private=True)
    server.tell()
    notice = server.inbox.page("p0").notices[0].notice
    assert "Kheops" in server.wording.sentence("p0", notice, "en")
    assert "Kheops" not in server.wording.sentence("stranger", notice, "en")
    of_games = [one for one in NOTICE_KINDS.values() if one.name not in (ACCOUNT, DIGEST, OPERATOR)]
    assert all(one.label.template and one.sentence.template.startswith("{title}:") for one in of_games)
    assert game_id == notice.game


def test_a_turn_that_the_server_answers_is_not_announced(server):
    """A publicly forced answer has no notice, unless its player has asked to give it themselves."""
    # One game, always the same, in which two seats are forced.
    lot, game_id = random.Random(13), server.table(5, title="amun-re", game_id="g13", game_key=bytes(32))
    Players(server.redis).set_always_asked("p2", True)
    told = {True: 0, False: 0}
    while not (seen := server.tables.seen(game_id)).game.is_over and not all(told.values()):
        before = {seat: server.told(f"p{seat}").count("turn") for seat in range(5)}
        chosen = lot.choice(server.tables.seen(game_id, seen.to_act[0]).legal())
        server.do(game_id, chosen)
        server.tell()
        after = server.tables.seen(game_id)
        forced = [seat for seat in after.to_act if is_forced(after.rulebook, after.game, seat)]
        for seat in set(forced) - set(seen.to_act):
            assert server.told(f"p{seat}").count("turn") - before[seat] == (seat == 2)
            told[seat == 2] += 1
    assert all(told.values())
