"""Mail digest: a section for each game, the deadline first, nothing twice, and a game's mails in one conversation."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.clocks.availability import DAY
from domain.clocks.events import Pace
from domain.game import Resign, TakeSeat
from domain.proposals.events import ProposeEnd, WithdrawEnd
from domain.terms import GameTerms
from services.accounts.mail_page import action, heading, link, mail_page, paragraph
from services.community.tournaments import Tournament, Tournaments
from services.notifications.channels import Message
from services.notifications.mail_digest import mail_of
from services.notifications.reading_times import brief_time, full_time
from tests.services.notifications.test_log_follower import HOUR, NOW, Server

PACE = Pace("answer", 3 * DAY)


@pytest.fixture
def server(empty_redis):
    return Server(empty_redis)


def mail_to(server, person):
    """A mail with all unread notices of this person, as it would be sent now."""
    kept = server.inbox.page(person, limit=100).notices
    notices = [one.notice for one in reversed(kept) if one.is_unread and one.is_standing]
    return mail_of("p@example.org", server.wording.messages(person, notices), "https://s/inbox", "https://s/end")


def reads(server, person, language="en", zone="Europe/Rome"):
    """Set this person's language and time zone."""
    server.redis.hset(f"stele:player:{{{person}}}", mapping={"language": language, "zone": zone})


def test_a_turn_names_opponent_and_deadline(server):
    """Subject and first line name opponent and deadline; the mail does not repeat that the game has started."""
    game_id = server.table(pace=PACE, game_id="p0-begins", game_key=bytes(32))
    first, second = server.asked(game_id)
    assert "p0" == first  # the other player's joining started the game, so that it is news
    reads(server, first)
    server.tell()
    mail = mail_to(server, first)
    # NOW is Friday, 15 January 2027, 9:00 in Rome.
    assert f"Your turn: Kheops against {second} (until Mon 09:00)" == mail.subject
    lines = mail.text.splitlines()
    assert f"Kheops against {second}: it is your turn." == lines[0]
    assert "Your time runs out on Monday, January 18, 2027, 09:00 (Central European Standard Time)." == lines[1]
    assert f"https://stele.example/games/{game_id}" == lines[2]
    assert "has started" not in mail.text + mail.html
    assert 1 == mail.text.count("The game started.") == mail.html.count("The game started.")


def test_a_reminder_replaces_the_turn(server):
    """A reminder replaces the turn's notice, because both ask for the same answer."""
    game_id = server.table(pace=Pace("answer", 8 * HOUR))
    first, second = server.asked(game_id)
    server.wait(7 * HOUR)
    server.tell()
    mail = mail_to(server, first)
    assert f"Almost out of time: Kheops against {second} (until Fri 16:00 UTC)" == mail.subject
    assert "it is your turn" not in mail.text and "has started" not in mail.text


@pytest.mark.parametrize(
    ("language", "zone", "said"),
    [
        ("en", "Europe/Rome", "was down from Fri, Jan 15, 09:00 to Sun, Jan 17, 10:00"),
        ("es", "America/Lima", "desde vie, 15 ene, 3:00 hasta dom, 17 ene, 4:00"),
        ("it", "", "da ven 15 gen, 08:00 UTC a dom 17 gen, 09:00 UTC"),
    ],
)
def test_a_story_has_its_readers_times(server, language, zone, said):
    """The times in a story, like its deadline, are in the reader's words and time zone."""
    game_id = server.table(pace=PACE)
    first, _second = server.asked(game_id)
    reads(server, first, language, zone)
    server.redis.set("stele:worker:sign", server.now)
    server.now += 49 * HOUR
    server.deadlines.act()
    server.tell()
    mail = mail_to(server, first)
    assert said in mail.text and "2027-01" not in mail.text


def test_an_event_is_told_once(server):
    """The story tells an event, or, where it is too long to contain the event, a line of its own does."""
    game_id = server.table(3, title="amun-re-card-game")
    asked = server.tables.seen(game_id).to_act[0]
    leaver, other = (asked + 1) % 3, (asked + 2) % 3
    server.do(game_id, Resign(leaver))
    for _ in range(8):
        server.tell()
        assert 1 == mail_to(server, f"p{asked}").text.count(f"p{leaver} resigned.")
        server.do(game_id, ProposeEnd(other, "draw"))
        server.do(game_id, WithdrawEnd(other))


def test_each_game_has_a_section(server):
    """The most urgent game leads, each story is told once, and a mail about several games belongs to no
    conversation.
    """
    games = [server.table(pace=Pace("answer", hours * HOUR)) for hours in (60, 30)]
    seats = [server.tables.seen(game).to_act[0] for game in games]
    while seats[0] != seats[1]:
        server.do(games[1], server.tables.seen(games[1], seats[1]).legal()[0])
        seats[1] = server.tables.seen(games[1]).to_act[0]
    person, other = f"p{seats[0]}", f"p{1 - seats[0]}"
    server.tell()
    mail = mail_to(server, person)
    assert mail.subject.startswith(f"Your turn: Kheops against {other} (until Sat 14:00 UTC), and one more")
    assert [games[1], games[0]] == re.findall(r"^https://stele\.example/games/([^/\n]+)$", mail.text, re.MULTILINE)
    assert 2 == mail.html.count('class="card"') and mail.text.count("Since your last move:") <= 2
    assert "References" not in mail.headers


def test_a_game_is_a_conversation(server):
    """All mails about one game refer to the same name, for each reader and event."""
    game_id = server.table()
    server.tell()
    mails = [mail_to(server, person) for person in ("p0", "p1")]
    server.do(game_id, Resign(0))
    server.tell()
    mails.append(mail_to(server, "p1"))
    assert {f"<game.{game_id}@s>"} == {mail.headers[name] for mail in mails for name in ("References", "In-Reply-To")}
    assert "Kheops against p0: the game is over" == mails[-1].subject


def test_an_invitation_says_who_with_whom_and_until_when(server):
    """An invitation names players, deadline and pace; a seat in a tournament stays reserved, and the tournament is
    named.
    """
    creator = TakeSeat(0, player="ada", nonce="n")
    terms = GameTerms("amun-re-card-game", 3, reserved=("", "bo", "carla"), pace=PACE)
    game_id = server.tables.open(terms, creator=creator)
    reads(server, "bo", "it")
    server.tell()
    mail = mail_to(server, "bo")
    assert "Invito: Amun-Re: The Card Game contro ada e carla (entro ven 22 gen, 09:00)" == mail.subject
    assert "Amun-Re: The Card Game contro ada e carla: ada ti invita." in mail.text
    assert "Ritmo: 3 giorni per risposta." in mail.text and "22 gennaio 2027" in mail.text
    tournament = Tournament("cup", "Autumn cup", "ada", "amun-re-card-game", 3, "swiss", NOW)
    tournaments = Tournaments(server.redis)
    tournaments.make(tournament)
    tournaments.change("cup", lambda one: replace(one, games=((game_id,),)))
    mail = mail_to(server, "bo")
    assert "Torneo: Autumn cup." in mail.text and "entro" not in mail.subject and "22 gennaio" not in mail.text


def test_a_rematch_has_no_host(server):
    """All its seats are reserved: who sat down first has not invited the others."""
    server.tables.open(GameTerms("kheops", 2, reserved=("ada", "bo")), creator=TakeSeat(0, player="ada", nonce="n"))
    server.tell()
    mail = mail_to(server, "bo")
    assert "Kheops against ada: a seat is reserved for you." in mail.text
    assert "Pace: no clock." in mail.text


@pytest.mark.parametrize(
    ("language", "to_come", "past"),
    [
        ("en", "Your time runs out on", "Your time ran out on"),
        ("it", "Il tuo tempo scade", "Il tuo tempo è scaduto"),
        ("es", "Tu tiempo se acaba", "Tu tiempo se acabó"),
    ],
)
def test_a_deadline_has_the_right_tense(server, language, to_come, past):
    """Where a deadline has no effect, the turn continues after it; the subject names no deadline that has passed."""
    game_id = server.table(pace=Pace("answer", 8 * HOUR, outcome="never"))
    first, second = server.asked(game_id)
    reads(server, first, language)
    server.tell()
    before = mail_to(server, first)
    assert to_come in before.text and past not in before.text and "17:00" in before.subject
    server.now += 9 * HOUR
    after = mail_to(server, first)
    assert past in after.text and to_come not in after.text
    assert after.subject.endswith(second)


def test_many_opponents_are_counted(server):
    """A subject stays short."""
    game_id = server.table(5, title="amun-re")
    server.tell()
    reader = f"p{server.tables.seen(game_id).to_act[0]}"
    others = [f"p{seat}" for seat in range(5) if f"p{seat}" != reader]
    assert f"Amun-Re against {others[0]}, {others[1]} and 2 more: it is your turn." in mail_to(server, reader).text


def test_a_name_is_no_html(server):
    """Names, and what the story says of them, are plain text."""
    people = ("<b>Ada", "Bo & Co")
    game_id = server.table(seated=False)
    for seat, person in enumerate(people):
        server.do(game_id, TakeSeat(seat, player=person, nonce="n"), "public")
    server.tell()
    html = "".join(mail_to(server, person).html for person in people)
    assert "&lt;b&gt;Ada" in html and "Bo &amp; Co" in html and "<b>Ada" not in html and "Bo & Co" not in html


def test_html_is_light_and_dark_and_loads_nothing(server):
    """Colours are written at each element, dark ones in a style sheet; no picture, font or script is fetched."""
    server.tell()
    game_id = server.table(pace=PACE)
    server.tell()
    html = mail_to(server, server.asked(game_id)[0]).html
    assert '<meta name="color-scheme" content="light dark">' in html and "prefers-color-scheme:dark" in html
    assert not re.search(r"<(img|link|script)|src=|url\(|@import", html)


def test_a_long_text_of_a_person_is_a_paragraph():
    """A person's long text is a paragraph with its lines; a short notice is a heading."""
    long = "The cup: Ada writes to all players: Round two waits.\n" + "See you there. " * 20
    for text, tag in ((long, "p"), ("The cup: Ada writes to all players: Round two waits.", "h2")):
        message = Message("1", "tournament-message", "", text, "https://s/tournaments/cup", 1, "en")
        html = mail_of("a@b.example", [message], "https://s/inbox", "https://s/end").html
        assert re.search(rf"<{tag} style=\"[^\"]*white-space:pre-line\">{re.escape(text)}</{tag}>", html)


def test_mails_have_the_colours_of_the_pages():
    """In both themes, a mail has only colours that the pages have."""
    html = mail_page([heading("A") + paragraph(action("B", "") + link("C", ""), is_soft=True)], "en")
    pages = Path("web/core/style.css").read_text()
    inline, style = html.partition("<body")[2], html.partition("<style>")[2].partition("</style>")[0]
    for number, used in ((1, inline), (2, style)):
        theme = re.sub(r"light-dark\((#\w+), (#\w+)\)", rf"\{number}", pages)
        colours = set(re.findall(r"#[0-9a-f]{6}", used))
        assert len(colours) > 5 and colours <= set(re.findall(r"#[0-9a-f]{6}", theme)), used


@pytest.mark.parametrize(
    ("days", "language", "zone", "brief"),
    [
        (0, "en", "Europe/Rome", "Fri 09:00"),
        (5, "es", "Europe/Madrid", "mié, 9:00"),
        (6, "en", "America/New_York", "Thu, Jan 21, 03:00"),
        (-1, "it", "", "gio 14 gen, 08:00 UTC"),
    ],
)
def test_times_in_brief(days, language, zone, brief):
    """The weekday alone where it is clear; UTC is named if the reader has set no zone."""
    assert brief == brief_time(NOW + days * DAY, NOW, language, zone)
    assert datetime.fromtimestamp(NOW / 1000, UTC).isoformat() == "2027-01-15T08:00:00+00:00"
    assert "2027" in full_time(NOW, language, zone)
