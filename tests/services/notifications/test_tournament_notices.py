"""Tournament notices: told once, to those whom they concern, with the opponents, points and places."""

from functools import partial

import pytest
from msgspec.structs import replace

from eventstore.encryption import SecretBox
from eventstore.log import LogReader
from eventstore.projection import Change
from eventstore.store import Store
from services.community.blocks import Blocks
from services.community.ladders import Ladders
from services.community.results import PERSON, GameResult, SeatResult
from services.community.tournaments import (
    RULES,
    Repair,
    Tournament,
    TournamentMessage,
    TournamentRefused,
    Tournaments,
    all_open,
    called_off,
    entered,
    left,
    paired,
    removed,
    repaired,
    started,
    with_message,
)
from services.games.lobby.index import LobbyIndex
from services.games.lobby.lobby import Lobby
from services.games.records import Records
from services.games.tables import Tables
from services.notifications.inbox import Inbox
from services.notifications.mail_digest import mail_of
from services.notifications.outbox import Outbox
from services.notifications.tournament_notices import TournamentNotices
from services.notifications.wording import Wording

NOW = 1_800_000_000_000


class Club:
    """A tournament with notices for its players, whose names are their ids."""

    def __init__(self, redis, **more):
        store = Store(redis, SecretBox(bytes(32)))
        tables = Tables(store, lambda: NOW)
        lobby = Lobby(tables, LogReader(redis, store.partitions), LobbyIndex(redis))
        self.redis, self.inbox = redis, Inbox(redis)
        self.outbox = Outbox(redis, self.inbox, (), lambda: NOW)
        self.notices = TournamentNotices(tables, redis)
        self.wording = Wording(tables, lobby, Records(store, None, None), redis, "https://stele.example")
        self.tournaments = Tournaments(redis)
        self.ladders = Ladders(redis)
        self.ladders.clear()
        self.tournaments.make(Tournament("cup", "The cup", "boss", "kheops", 2, "swiss", 1, rules=RULES, **more))

    def do(self, *changes):
        """Make these changes, and tell of them."""
        for one in changes:
            self.tournaments.change("cup", one)
        self.tell()

    def tell(self):
        """Send the notices."""
        return self.notices.work(self.outbox)

    def pair(self):
        """Pair the next round, or end the tournament."""
        cup = self.tournaments.get("cup")
        self.do(
            partial(paired, order=cup.players, absent=(), game_id=lambda number, table: f"game{number}{table}"),
            all_open,
        )

    def win(self, number):
        """Let the first player win at each table of this round."""
        cup = self.tournaments.get("cup")
        for table, game in zip(cup.made[number].tables, cup.games[number], strict=True):
            seats = tuple(SeatResult(player, PERSON, place, 0) for place, player in enumerate(table, start=1))
            result = GameResult(game, "kheops", 1, 2, seats)
            self.ladders.apply(self.ladders.build(), [Change(0, number + 1, game, result)])

    def told(self, person):
        """The texts in this person's inbox, oldest first."""
        page = self.inbox.page(person)
        return [self.wording.sentence(person, one.notice, "en") for one in reversed(page.notices)]


@pytest.fixture
def club(empty_redis):
    """A club."""
    return Club(empty_redis, rounds=2)


def test_a_tournament_is_announced_from_its_start_to_its_end(club):
    """The start, each pairing, bye and result, and the end, each once, with opponents, points and place."""
    club.do(*(partial(entered, player=one) for one in ("ada", "bo", "cy")))
    assert club.told("boss") == ["The cup: new players have joined the tournament."]
    club.do(started)
    club.pair()
    club.win(0)
    club.pair()
    club.win(1)
    club.pair()
    assert club.tell() == 0
    cup = club.tournaments.get("cup")
    assert cup.status == "over"
    for person in ("ada", "bo", "cy"):
        texts = club.told(person)
        assert texts[0] == "The cup: the tournament has started."
        for number in (1, 2):
            table = next((table for table in cup.made[number - 1].tables if person in table), None)
            if table is None:
                assert f"The cup: you have a bye in round {number}." in texts
            else:
                (other,) = set(table) - {person}
                assert f"The cup: round {number} begins. You play against {other}." in texts
        assert sum("round 1 is over" in one for one in texts) == 1
        assert len(texts) == 5 and texts[-1].startswith("The cup: the tournament is over. Your place: ")
    winner, loser = cup.made[0].tables[0]
    assert "The cup: round 1 is over. Your place: 2. Your points: 1." in club.told(winner)  # the bye is the first
    assert "The cup: round 1 is over. Your place: 3. Your points: 0." in club.told(loser)
    assert club.told("boss")[-1].startswith("The cup: the tournament is over. Winner: ")
    assert club.told("stranger") == []


def test_notices_lead_to_the_game_or_the_tournament(club):
    """A pairing to its table, everything else to the tournament's page; also in a message and in the feed."""
    club.do(*(partial(entered, player=one) for one in ("ada", "bo", "cy")), started)
    club.pair()
    playing = club.tournaments.get("cup").made[0].tables[0][0]
    found = {one.notice.kind: one.notice for one in club.inbox.page(playing).notices}
    assert found["tournament-round"].page == "/games/game00"
    assert found["tournament-start"].page == "/tournaments/cup"
    (message,) = club.wording.messages(playing, [found["tournament-start"]])
    assert (message.text, message.url) == (
        "The cup: the tournament has started.",
        "https://stele.example/tournaments/cup",
    )


def test_repairs_are_told_with_their_reason(club):
    """The players of the game are told of a repair with its reason, and so is the organiser if an operator made it."""
    club.do(*(partial(entered, player=one) for one in ("ada", "bo", "cy")), started)
    club.pair()
    cup = club.tournaments.get("cup")
    (table,), (game,) = cup.made[0].tables, cup.games[0]
    told_first = Repair("more-time", game, "The server was away.", "boss", 1, longer=1)
    told_then = Repair("decide", game, "The server was away.", "operator", 1, places=(1, 0))
    club.do(*(partial(repaired, repair=one, results=()) for one in (told_first, told_then)))
    told = (
        "The cup: an organiser has decided your game of round 1. Reason: The server was away. You can ask the "
        "operators of this server to look at it."
    )
    assert club.told(table[0])[-2:] == [told, told]
    assert told in club.told("boss")


def test_a_message_reaches_all_who_hear_its_author(club):
    """Players, substitutes and, of an operator's, the organiser; not those who have muted the author or left."""
    club.do(lambda cup: replace(cup, most=3))
    people = ("ada", "bo", "cy", "di", "ed")
    club.do(*(partial(entered, player=one) for one in people), started, partial(left, player="cy"))
    Blocks(club.redis).shun("bo", "boss", "muted", wanted=True)
    for author in ("boss", "operator"):
        club.do(partial(with_message, message=TournamentMessage(author, 1, "Round two waits.\n\nSee you there.")))

    def told(person):
        return [one.partition(" writes")[0] for one in club.told(person) if one and "Round two waits." in one]

    first, second = "The cup: boss", "The cup: operator"
    both = [first, second]
    assert [told(one) for one in (*people, "boss")] == [both, [second], [], both, both, [second]]
    assert club.told("ada")[-1] == "The cup: operator writes to all players: Round two waits.\n\nSee you there."
    newest = club.wording.messages("ada", [club.inbox.page("ada").notices[0].notice])
    mail = mail_of("a@b.example", newest, "https://s/inbox", "https://s/end")
    assert mail.subject == "The cup: operator writes to all players: Round two waits. See you there"
    club.tournaments.forget("operator")
    assert told("ada") == [first] and told("boss") == []
    club.do(lambda cup: replace(cup, invited=("bo", "zoe")))
    assert ["invites you" in club.told(one)[-1] for one in ("bo", "zoe")] == [False, True]
    club.do(called_off)
    with pytest.raises(TournamentRefused):
        with_message(club.tournaments.get("cup"), TournamentMessage("boss", 1, "Why?"))


def test_substitutes_removed_players_and_the_end_are_told(club):
    """A substitute who gets a place, a player whom the organiser removes, and all players when it is called off."""
    club.do(lambda cup: replace(cup, most=3))
    club.do(*(partial(entered, player=one) for one in ("ada", "bo", "cy", "dee")))
    club.do(partial(left, player="bo"))
    assert club.told("dee") == ["The cup: a place became free, and you play in the tournament."]
    club.do(partial(removed, player="cy"))
    assert club.told("cy") == ["The cup: you were removed from the tournament."]
    club.do(called_off)
    assert club.told("ada") == ["The cup: the tournament was called off."] == club.told("dee")[1:]
    assert len(club.told("cy")) == 1 and club.told("bo") == []
    assert [one.is_standing for one in club.inbox.page("boss").notices] == [True, False]


def test_a_crash_tells_nobody_twice(club):
    """A notice that was sent and not marked as sent is sent again under the same name."""

    class Dying:
        """A sink that dies after it has sent."""

        def tell(self, notices, dismissals=()):
            club.outbox.tell(notices, dismissals)
            raise KeyboardInterrupt

    club.do(*(partial(entered, player=one) for one in ("ada", "bo", "cy")))
    club.tournaments.change("cup", started)
    with pytest.raises(KeyboardInterrupt):
        club.notices.work(Dying())
    assert len(club.tournaments.untold()) == 1
    assert club.tell() == 1
    assert club.told("ada") == ["The cup: the tournament has started."]
