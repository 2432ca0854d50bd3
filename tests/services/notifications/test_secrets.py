"""Secrets in notifications: no mail, post, feed or event of played games has a secret hidden from its receiver.

The search is for words of the whole record's story that are missing in the receiver's own, and for unguessable values:
salts and the game key.
"""

import json
import random
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from domain.clocks.events import Pace
from domain.game import TakeSeat
from domain.redaction import secret_fields
from domain.terms import GameTerms
from domain.title_loader import find_rulebooks
from eventstore.entries import BEGINNING, read_record
from replay.languages import LANGUAGES, translator
from replay.narration import narrate
from services.games.live_events import Watch
from services.notifications.channels.push import shown
from services.notifications.channels.webhook import payload
from services.notifications.feeds import atom_feed, deadline_calendar
from services.notifications.live_inbox import LiveInbox, inbox_subject
from services.notifications.mail_digest import mail_of
from services.notifications.webhooks import FORMS
from services.notifications.wording import Wording
from tests.services.notifications.test_log_follower import Server

TITLES = sorted(find_rulebooks())


class Told:
    """A game with constant notices to its players, and all of the notices."""

    def __init__(self, redis, title, number):
        self.server, self.lot = Server(redis, f"{title}{number}"), random.Random(f"{title} {number}")
        meta = find_rulebooks()[title].meta
        self.players = self.lot.randint(meta.least_players, meta.most_players)
        tables = self.server.tables
        self.game_id = tables.open(GameTerms(title, self.players, pace=Pace("answer", 3 * 24 * 3_600_000)))
        for seat in range(self.players):
            language = {"language": self.lot.choice(LANGUAGES), "address": "p@example.org"}
            redis.hset(f"stele:player:{{{title}{number}p{seat}}}", mapping=language)
            taken = TakeSeat(seat, player=f"{title}{number}p{seat}", nonce=f"{self.lot.random()}")
            self.server.do(self.game_id, taken, "public")
        self.persons = [f"{title}{number}p{seat}" for seat in range(self.players)]
        self.searched = self.hidden = self.deadlines = 0

    def play(self, moves, *, pause):
        """Play this number of moves, and search all notices after each few."""
        tables = self.server.tables
        for number in range(1, moves + 1):
            asked = tables.seen(self.game_id).to_act
            if not asked:
                break
            seat = self.lot.choice(asked)
            self.server.do(self.game_id, self.lot.choice(tables.seen(self.game_id, seat).legal()))
            if number % pause == 0:
                self.server.tell()
                self.search()

    def search(self):
        """No message to any person holds a part that is hidden from their seat."""
        tables = self.server.tables
        seen = tables.seen(self.game_id)
        entries = tables.store.read(self.game_id)
        key = tables.store.load_game_key(self.game_id).hex()
        salts = {salt for entry in entries if entry.secrets for salt in salts_of(entry.secrets)}
        for seat, person in enumerate(self.persons):
            language = self.server.redis.hget(f"stele:player:{{{person}}}", "language").decode()
            secrets = set()
            for entry in entries[-60:]:
                full, shown = (read_record(seen.projector, entry, viewer) for viewer in ("all", seat))
                if not secret_fields(type(full.data)) or full.data == shown.data:
                    continue
                said, own = (
                    narrate(seen.rulebook, one.data, seen.names, translator(language)).text for one in (full, shown)
                )
                secrets |= {said} - {own}
            own_record = (read_record(seen.projector, one, seat).data for one in entries)
            known = {narrate(seen.rulebook, one, seen.names, translator(language)).text for one in own_record}
            told = self.payloads(person, language)
            for text in () if seen.game.is_over else (*(secrets - known), *salts, key):
                assert text not in told, f"{person} is told {text!r}"
            self.hidden += len(secrets - known)
            self.searched += len(told)

    def payloads(self, person, language):
        """Everything that this person could be sent or could fetch, in every form."""
        kept = self.server.inbox.page(person, limit=5).notices
        notices = [one.notice for one in kept]
        wording = self.server.wording
        messages = wording.messages(person, notices)
        texts = [message.text for message in messages]
        if messages:
            mail = mail_of("p@example.org", messages, "https://s/inbox", "https://s/end")
            texts += [mail.subject, mail.text, mail.html.replace("&#x27;", "'"), *mail.headers.values()]
        texts += [json.dumps(payload(form, one), ensure_ascii=False) for form in FORMS for one in messages]
        texts += [shown(one).decode() for one in messages]
        subject = inbox_subject(person, language)
        news = LiveInbox(self.server.inbox, wording)
        texts.append(news.since(subject.game_id, BEGINNING, [Watch(subject)]).told[subject].decode())
        texts.append(as_read(atom_feed(person, kept, wording, "https://s", language, "Stele")))
        games = self.server.lobby.turns(person)
        calendar = deadline_calendar(person, games, "https://s", self.server.now, translator(language), "Stele")
        texts.append(calendar.decode().replace("\r\n ", ""))
        self.deadlines += len(games)
        return "\n".join(texts)


def as_read(document):
    """The words of a document in XML, as a reader shows them."""
    return "\n".join(ElementTree.fromstring(document).itertext())


def salts_of(secrets):
    """The salts among an entry's secrets: long texts in hexadecimal."""
    found, todo = set(), [json.loads(secrets)]
    while todo:
        one = todo.pop()
        if isinstance(one, dict):
            todo += one.values()
        elif isinstance(one, list):
            todo += one
        elif isinstance(one, str) and len(one) >= 32:
            found.add(one)
    return found


def test_no_secret_is_announced(empty_redis):
    """A game of each title, and of some another; some hidden facts could have been told."""
    games = [Told(empty_redis, title, number) for number, titles in ((0, TITLES), (1, TITLES[:2])) for title in titles]
    for game in games:
        game.play(10, pause=5)
        assert game.searched > 1000 and game.deadlines
    assert sum(game.hidden for game in games) > 5


class Blabbing(Wording):
    """A story made from the whole record, without redaction."""

    def _since_last_move(self, seen):
        return list(self._records.all(replace(seen, viewer="all")))[-60:]


def test_an_announced_secret_is_found(empty_redis):
    """The search finds parts of a story that was not made from its reader's own record."""
    server = Server(empty_redis, "blabbing")
    game = Told(empty_redis, "das-amulett", 0)
    game.server.wording = Blabbing(
        game.server.tables, game.server.lobby, server.wording._records, empty_redis, "https://s"
    )
    with pytest.raises(AssertionError, match="is told"):
        game.play(20, pause=4)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(1, 51))
def test_no_secret_is_announced_in_200_games(empty_redis, number):
    """Fifty games of each title."""
    for title in TITLES:
        Told(empty_redis, title, number).play(60, pause=3)
