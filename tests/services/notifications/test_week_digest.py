"""The week's digest: once a week to those who want it, from public games, on Monday morning in each one's own zone."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from domain.clocks.availability import DAY, HOUR
from domain.game import Resign, TakeSeat
from domain.terms import GameTerms
from eventstore.log import LogReader
from eventstore.valkey.connection import Client
from services.accounts.club_settings import Club, ClubStore
from services.accounts.name_cache import NameCache
from services.accounts.players import Players
from services.community.ladders import Ladders
from services.community.rating_updates import RatingUpdates
from services.community.tournaments import Tournament, Tournaments
from services.games.rating_terms import EntryTermsStore
from services.notifications.courier import Courier
from services.notifications.kinds import DIGEST
from services.notifications.log_follower import begin_telling
from services.notifications.outbox import Outbox
from services.notifications.preferences import Preferences, digest_due, keep_preferences
from services.notifications.webhooks import CLUB
from services.notifications.week_digest import DigestWording, WeekDigest, end_of_week
from tests.services.notifications.recorder import Recorder
from tests.services.notifications.test_log_follower import TITLE, Server

END = end_of_week(1_800_000_000_000)


class Week(Server):
    """A server with members, in the week before `END`."""

    def __init__(self, redis: Client):
        super().__init__(redis)
        self.now = END - 3 * DAY
        redis.set("stele:notices-since", 1)
        begin_telling(self.tables)
        self.notice_writer._since = 1
        players = Players(redis)
        self.tables._names = NameCache(redis, players.names)
        self.ids = [players.enrol(name, 1).id for name in ("Ada", "Bo", "Cleo")]
        for person, zone in zip(self.ids, ("Pacific/Kiritimati", "Pacific/Pago_Pago", ""), strict=True):
            players.set_settings(person, "en", zone)
        for person in self.ids[:2]:
            players.set_address(person, f"{person}@stele.example")
        self.mail, self.push = Recorder("mail", self.ids[:2]), Recorder("push", self.ids)
        self.club_posts = Recorder("club", [])
        channels = (self.mail, self.push, self.club_posts)
        self.outbox = Outbox(redis, self.inbox, channels, lambda: self.now)
        self.couriers = [Courier(self.outbox, one, self.wording.messages) for one in channels]
        self.digest = WeekDigest(self.tables, redis)
        assert 0 == self.digest.tell(self.outbox), "a new server begins with the week after"

    def play(self, **more):
        """A game between Ada and Bo that Bo wins."""
        game_id = self.tables.open(GameTerms(TITLE, 2, **more))
        for seat in range(2):
            self.do(game_id, TakeSeat(seat, player=self.ids[seat], nonce=f"{seat}"), "public")
        self.do(game_id, Resign(0))
        self.tell()
        return game_id

    def end(self):
        """The week is over, and its digest is told; to how many."""
        self.now = END + 1
        return self.digest.tell(self.outbox)

    def send(self, until):
        """Let the time pass and send what is due."""
        self.now = until
        for courier in self.couriers:
            courier.work()

    def digests(self, channel):
        """The digests sent by this channel."""
        return [(person, one) for person, _target, sent in channel.sent for one in sent if one.kind == DIGEST]


@pytest.fixture
def week(empty_redis):
    return Week(empty_redis)


def test_a_week_ends_before_any_monday_begins():
    """A week ends on Sunday at 17:00 UTC, and Monday at 8:00 follows within a day and a half in every time zone."""
    assert datetime.fromtimestamp(END / 1000, UTC).strftime("%A %H:%M") == "Sunday 17:00"
    assert END == end_of_week(END) and END - 7 * DAY == end_of_week(END - 1)
    for zone in ("", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Rome", "America/New_York"):
        due = digest_due(END, zone)
        assert 0 < due - END < 36 * HOUR
        assert datetime.fromtimestamp(due / 1000, ZoneInfo(zone or "UTC")).strftime("%A %H:%M") == "Monday 08:00"


def test_members_get_it_once_on_monday_morning(week):
    """Members with an address get the mail in their own time zone, and a push message on request; a repetition adds
    nothing.
    """
    ClubStore(week.redis).set(Club("Pyramid club"))
    week.play()
    assert (2, 0) == (week.end(), week.end())
    week.redis.set("stele:week-told", END - 7 * DAY)  # as if the worker had been killed before the end
    week.now = END + DAY
    assert 2 == WeekDigest(week.tables, week.redis).tell(week.outbox)
    ada, bo, cleo = week.ids
    dues = [digest_due(END, zone) for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago")]
    assert dues[0] < dues[1] - 12 * HOUR
    week.send(dues[0] - 1)
    assert [] == week.digests(week.mail)
    week.send(dues[0])
    assert [ada] == [person for person, _one in week.digests(week.mail)]
    week.send(dues[1])
    week.send(dues[1] + DAY)
    assert [ada, bo] == [person for person, _one in week.digests(week.mail)]
    assert [] == week.digests(week.push) and DIGEST not in week.told(cleo)
    message = week.digests(week.mail)[0][1]
    assert message.text == "The week in Pyramid club"
    assert "Kheops (Ada and Bo): won by Bo." in message.terms


def test_it_names_the_leaders(week):
    """The digest names the first person on each title's leaderboard who has played in the week."""
    game_id = week.tables.open(GameTerms(TITLE, 2, rated=True))
    for seat in range(2):
        week.do(game_id, TakeSeat(seat, player=week.ids[seat], nonce=f"{seat}"), "public")
    while week.tables.seen(game_id).game.status == "playing":
        week.move(game_id)
    week.tell()
    ladders = Ladders(week.redis)
    log = LogReader(week.redis, week.tables.store.partitions)
    ratings = RatingUpdates(week.tables, log, ladders, EntryTermsStore(week.redis), lambda _player: False)
    ratings.catch_up()
    first = ratings.board(TITLE, 0, 1)[0].who
    name = {week.ids[0]: "Ada", week.ids[1]: "Bo"}[first]
    assert f"{name} leads in Kheops." in DigestWording(week.tables, week.redis).lines(END, "en")


def test_it_tells_nothing_private(week):
    """A private game, and seats in it, are not in it; a week with nothing else is not told at all."""
    week.play(private=True)
    waiting = week.tables.open(GameTerms(TITLE, 2, private=True))
    week.do(waiting, TakeSeat(0, player=week.ids[0]), "public")
    week.lobby.catch_up()
    assert 0 == week.end()
    week.send(END + 2 * DAY)
    assert [] == week.digests(week.mail) and not any(DIGEST in week.told(one) for one in week.ids)


def test_channels_are_chosen_as_for_every_other_kind(week):
    """A member can switch it off; a device gets it on request, also of a member without an address."""
    week.play()
    ada, bo, cleo = week.ids
    keep_preferences(week.redis, ada, Preferences(off={"mail": (DIGEST,)}))
    for person in (bo, cleo):
        keep_preferences(week.redis, person, Preferences(on={"push": (DIGEST,)}))
    assert 2 == week.end()
    week.send(END + 2 * DAY)
    assert [bo] == [one for one, _said in week.digests(week.mail)]
    assert {bo, cleo} == {one for one, _said in week.digests(week.push)}


def test_the_club_gets_it_at_once(week):
    """The club gets free seats and continuing tournaments at once, in the club's language."""
    week.club_posts.people.append(CLUB)
    ClubStore(week.redis).set(Club(language="it"))
    for _ in range(12):
        week.play()
    table = week.tables.open(GameTerms(TITLE, 2))
    week.do(table, TakeSeat(0, player=week.ids[0]), "public")
    week.lobby.catch_up()
    Tournaments(week.redis).make(Tournament("cup", "Coppa", week.ids[0], TITLE, 2, "swiss", 5))
    week.wording._club._club._looked_at = float("-inf")
    assert 3 == week.end()
    week.send(END + HOUR)
    ((person, message),) = week.digests(week.club_posts)
    assert person == CLUB and message.text.startswith("La settimana")
    told = "\n".join(message.terms)
    assert 10 == told.count("Kheops (Ada e Bo)") and "altre 2" in told and "Coppa" in told and "posto" in told


def test_a_late_server_leaves_out_an_old_week(week):
    """A week that ended more than three days ago is not told; the next one is."""
    week.play()
    week.now = END + 4 * DAY
    assert 0 == week.digest.tell(week.outbox)
    week.play()
    week.now = END + 7 * DAY + 1
    assert 2 == week.digest.tell(week.outbox)
    week.send(END + 9 * DAY)
    assert 1 == len([one for one in week.digests(week.mail)[0][1].terms if "won by" in one])


def test_reading_the_inbox_does_not_cancel_the_mail(week):
    """The inbox has only the heading: the mail comes on Monday although all was marked as read on Sunday."""
    week.play()
    week.end()
    for person in week.ids[:2]:
        week.inbox.read(person)
    week.send(END + 2 * DAY)
    assert week.ids[:2] == sorted((one for one, _said in week.digests(week.mail)), key=week.ids.index)


def test_reserved_seats_are_not_free(week):
    """A seat that is kept for a player is not counted, as in tournaments' games and challenges."""
    week.play()
    kept = week.tables.open(GameTerms("amun-re", 3, reserved=("", week.ids[1], "")))
    week.do(kept, TakeSeat(0, player=week.ids[0]), "public")
    own = week.tables.open(GameTerms(TITLE, 2, reserved=("", week.ids[1])))
    week.do(own, TakeSeat(0, player=week.ids[0]), "public")
    week.lobby.catch_up()
    lines = DigestWording(week.tables, week.redis).lines(END, "en")
    assert [one for one in lines if "free" in one] == ["One seat is free in an open game."]


def test_a_round_is_told_when_its_games_are_there(week):
    """A round is not mentioned while its games are being opened."""
    week.play()
    cup = Tournament("cup", "Cup", week.ids[0], TITLE, 2, "swiss", 5, status="running")
    Tournaments(week.redis).make(cup)
    assert not [one for one in DigestWording(week.tables, week.redis).lines(END, "en") if "Cup" in one]


def test_the_lines_are_made_once_for_all_mails(week, monkeypatch):
    """Only shown games are read, once in a language for all mails of the same minutes."""
    for _ in range(13):
        week.play()
    looked, seen = [], week.tables.seen

    def look(game_id, *more):
        looked.append(game_id)
        return seen(game_id, *more)

    monkeypatch.setattr(week.tables, "seen", look)
    wording = DigestWording(week.tables, week.redis)
    lines = wording.lines(END, "en")
    assert lines == wording.lines(END, "en") and "3 more games ended." in lines
    assert 10 == len(looked)
    week.now += HOUR
    wording.lines(END, "en")
    assert 20 == len(looked)
