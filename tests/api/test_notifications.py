"""Notifications over HTTP: a live inbox, preferences, and mails with news and a one-click unsubscribe."""

import json
import re
import urllib.request
from datetime import datetime
from email import message_from_bytes
from email.policy import default
from xml.etree import ElementTree

import pytest
from icalendar import Calendar

from app import create_app
from tests.api.clients import table_of
from tests.services.accounts.test_mailer import FROM, Received, mail_server

TITLE = "kheops"


def listen(client, **headers):
    """The data of each event of this client's inbox, as it arrives."""
    asked = {"Authorization": f"Bearer {client.token}", "Accept": "text/event-stream", **headers}
    request = urllib.request.Request(client.url + "/api/me/events", headers=asked)
    with urllib.request.urlopen(request, timeout=120) as response:
        for line in response:
            if line.startswith(b"data: "):
                yield json.loads(line[6:])


def until(events, is_wanted):
    """The first event that matches."""
    return next(event for event in events if is_wanted(event))


def test_an_inbox_is_live(remote):
    """A stream has the number of unread notices and the newest one; after a move the player is not waited for."""
    _game, (one, two) = game = table_of(remote, TITLE, ["Ra", "Seth"])
    asked, other = (one, two) if remote.get(f"/api/games/{game[0]}")["to_act"] == [0] else (two, one)
    events = listen(asked, **{"Accept-Language": "it"})
    told = until(events, lambda event: event["newest"] and event["newest"]["kind"] == "turn")
    opponent = "Ra" if asked is two else "Seth"
    assert f"Kheops contro {opponent}: tocca a te." == told["newest"]["text"] and game[0] == told["newest"]["game"]
    page = asked.get("/api/me/notices")
    turn, started = page["notices"]
    assert ("turn", True, True) == (turn["kind"], turn["unread"], turn["standing"]) and "started" == started["kind"]
    assert 2 == page["unread"] and page["next"] is None
    assert (
        page["notices"][1:]
        == asked.get(f"/api/me/notices?cursor={asked.get('/api/me/notices?limit=1')['next']}")["notices"]
    )
    seat = remote.get(f"/api/games/{game[0]}")["to_act"][0]
    while remote.get(f"/api/games/{game[0]}")["to_act"] == [seat]:
        legal = asked.get(f"/api/games/{game[0]}/legal-moves")["moves"]
        asked.post(f"/api/games/{game[0]}/moves", legal[0]["move"])
    assert 1 == until(events, lambda event: event["unread"] == 1)["unread"]
    answer = asked.call("POST", "/api/me/notices/read", {})
    assert {"unread": 0, "newest": None} == answer.body
    assert 0 == until(events, lambda event: event["unread"] == 0)["unread"]
    until(listen(other), lambda event: event["unread"] == 2)
    assert 0 == asked.get("/api/me/notices")["unread"]


def test_preferences(gallery):
    """A preference stays until it is changed; an impossible one is refused."""
    me = gallery.sign_up("Wishing")
    before = me.get("/api/me/account")["preferences"]
    assert before["off"] == {} and before["quiet"] is None and "soon" == before["mail"]
    wished = {
        "off": {"mail": ["turn", "over"]},
        "muted": ["somegame"],
        "quiet": {"since": "22:30", "until": "07:00"},
        "mail": "daily",
    }
    changed = me.call("PATCH", "/api/me/account", {"preferences": wished}).body
    assert {**before, **wished} == changed["preferences"] == me.get("/api/me/account")["preferences"]
    same = {"since": "22:30", "until": "22:30"}
    for wrong in ({"off": {"mail": ["no kind"]}}, {"quiet": same}, {"quiet": {"since": "24:00", "until": "7:00"}}):
        assert 422 == me.call("PATCH", "/api/me/account", {"preferences": wrong}).status


def test_a_feed_and_a_calendar(gallery, work):
    """A secret link serves the player's notices and the end of their time; a new link replaces it."""
    pace = {"kind": "answer", "time": 3 * 24 * 3_600_000}
    game, clients = table_of(gallery, TITLE, ["Nut", "Geb"], pace=pace)
    deadline = gallery.get(f"/api/games/{game}")["deadlines"][0]
    me = clients[deadline["seat"]]
    work()
    links = me.get("/api/me/account")["feeds"]
    assert links == me.get("/api/me/account")["feeds"] and links["feed"].startswith(gallery.url)
    feed = ElementTree.fromstring(gallery.get(links["feed"].removeprefix(gallery.url)))
    atom = "{http://www.w3.org/2005/Atom}"
    titles = [one.text for one in feed.iterfind(f"{atom}entry/{atom}title")]
    against = f"Kheops against {('Nut', 'Geb')[1 - deadline['seat']]}"
    assert [f"{against}: it is your turn.", f"{against}: the game has started."] == titles
    assert f"{gallery.url}/games/{game}" == feed.find(f"{atom}entry/{atom}link").get("href")
    assert "Stele: my notifications" == feed.find(f"{atom}title").text
    assert 200 == me.call("PATCH", "/api/me/account", {"language": "it", "zone": ""}).status
    feed = ElementTree.fromstring(gallery.get(links["feed"].removeprefix(gallery.url)))
    assert "Stele: le mie notifiche" == feed.find(f"{atom}title").text
    calendar = gallery.get(links["calendar"].removeprefix(gallery.url))
    assert f"SUMMARY:Scadenza: {against}".replace("against", "contro") in calendar.decode()
    assert 200 == me.call("PATCH", "/api/me/account", {"language": "", "zone": ""}).status
    calendar = Calendar.from_ical(gallery.get(links["calendar"].removeprefix(gallery.url)))
    (event,) = calendar.walk("VEVENT")
    assert datetime.fromisoformat(deadline["at"]).replace(microsecond=0) == event.decoded("dtstart")
    assert f"Deadline: {against}" == str(event["summary"])
    changed = me.call("DELETE", "/api/me/feeds").body
    for name in ("feed", "calendar"):
        assert 404 == gallery.call("GET", links[name].removeprefix(gallery.url)).status
        assert 200 == gallery.call("GET", changed[name].removeprefix(gallery.url)).status
    assert 404 == gallery.call("GET", "/feeds/made-up/notices.atom").status


@pytest.fixture
def mailing(own_directory):
    """An app whose mails arrive, and the received mails."""
    received = Received()
    with mail_server(received, auth_require_tls=False) as post:
        settings = {
            "STELE_DATA": str(own_directory),
            "STELE_LIMITS": "off",
            "STELE_SMTP": f"smtp://127.0.0.1:{post.port}",
            "STELE_MAIL_FROM": FROM,
            "STELE_URL": "https://stele.example/games-here",
        }
        yield create_app(settings), received


def test_a_mail_has_news_and_an_unsubscribe_link(mailing):
    """The mail tells once, in the receiver's language, what the seat saw since its last move, and one click
    unsubscribes.
    """
    app, received = mailing
    services = app.extensions["stele"]()
    moved = [0]
    services.notifications.outbox.now = lambda: services.games.tables.now() + moved[0]
    client = app.test_client()
    tokens, ids = [], []
    for name in ("Ra", "Seth"):
        made = client.post("/api/players", json={"name": name, "scopes": ["read", "play", "account"]}).get_json()
        tokens.append({"Authorization": f"Bearer {made['token']}"})
        ids.append(made["player"]["id"])
        address = {"address": f"{name.lower()}@example.org", "language": "es"}
        services.notifications.outbox.redis.hset(f"stele:player:{{{ids[-1]}}}", mapping=address)
    asked = {"rulebook": TITLE, "players": 2}
    game = client.post("/api/games", json=asked, headers=tokens[0]).get_json()["id"]
    client.post(f"/api/games/{game}/seats", json={"nonce": "n"}, headers=tokens[1])
    telling = services.jobs.make_delivery_threads()
    telling.work()
    assert not received.mails  # a player with the page open needs none

    def finish_turn():
        """Move until it is the other player's turn; that player."""
        asked = client.get(f"/api/games/{game}").get_json()["to_act"]
        while (now := client.get(f"/api/games/{game}").get_json()["to_act"]) == asked:
            legal = client.get(f"/api/games/{game}/legal-moves", headers=tokens[asked[0]]).get_json()["moves"]
            client.post(f"/api/games/{game}/moves", json=legal[0]["move"], headers=tokens[asked[0]])
        telling.work()
        return now[0]

    seat = finish_turn()
    moved[0] += 10 * 60_000
    telling.work()
    mails = {one.rcpt_tos[0]: message_from_bytes(one.original_content, policy=default) for one in received.mails}
    assert {"ra@example.org", "seth@example.org"} == set(mails) and 2 == len(received.mails)
    mail = mails[("ra@example.org", "seth@example.org")[seat]]
    text = mail.get_body(("plain",)).get_content()
    against = f"Kheops contra {('Seth', 'Ra')[seat]}"
    assert f"Te toca: {against}" == mail["Subject"] and f"{against}: te toca." in text
    assert f"<game.{game}@stele.example>" == mail["References"]
    assert f"https://stele.example/games-here/games/{game}" in text and "Desde tu última jugada:" in text
    telling.work()
    assert 2 == len(received.mails)
    assert "List-Unsubscribe=One-Click" == mail["List-Unsubscribe-Post"]
    link = re.fullmatch(r"<https://stele\.example/games-here(/api/unsubscribe/.+)>", mail["List-Unsubscribe"])[1]
    assert 422 == client.post(link + "x", data={"List-Unsubscribe": "One-Click"}).status_code
    asked = client.get(link)
    assert 303 == asked.status_code and asked.headers["Location"] == link.replace("/api/unsubscribe/", "/unsubscribe#")
    assert f"https://stele.example/games-here{link}" in text
    assert 200 == client.post(link, data={"List-Unsubscribe": "One-Click"}).status_code
    finish_turn()
    finish_turn()
    moved[0] += 10 * 60_000
    telling.work()
    assert 2 == len(received.mails)  # one player moved in time, the other has unsubscribed
    received.answer = "550 nobody here"
    finish_turn()
    moved[0] += 10 * 60_000
    telling.work()
    command = app.test_cli_runner()
    with app.app_context():
        listed = command.invoke(args=["deliveries", "--retry"]).output
    assert "550 nobody here" in listed and ("Ra", "Seth")[1 - seat] in listed and "1 will be sent once more" in listed
    received.answer = ""
    telling.work()
    assert 3 == len(received.mails)

    # After three refusals in a row mail stops until the address is confirmed again; a notice says so once.
    reader, player, address = tokens[1 - seat], ids[1 - seat], received.mails[-1].rcpt_tos[0]

    def news():
        page = client.get("/api/me/notices?limit=100", headers={**reader, "Accept-Language": "es"}).get_json()
        return [one["text"] for one in page["notices"] if one["kind"] == "account"]

    received.answer = "550 nobody here"
    for _ in range(10):
        is_refused = len(services.notifications.outbox.failures()) >= 3
        assert client.get("/api/me/account", headers=reader).get_json()["address_refused"] == is_refused == bool(news())
        finish_turn()
        moved[0] += 10 * 60_000
        telling.work()
    assert [player] * 3 == [failure.person for _at, failure in services.notifications.outbox.failures()]
    (said,) = news()
    assert said.startswith("Tu dirección de correo rechaza los mensajes")
    assert {"name": "mail", "reached": False} in client.get("/api/me/account", headers=reader).get_json()[
        "preferences"
    ]["channels"]
    received.answer = ""
    services.accounts.addresses.confirm(player, address)
    assert not client.get("/api/me/account", headers=reader).get_json()["address_refused"]
    for _ in range(2):
        finish_turn()
        moved[0] += 10 * 60_000
        telling.work()
    assert 4 == len(received.mails) and [address] == received.mails[-1].rcpt_tos
    for _at, failure in services.notifications.outbox.failures():
        services.notifications.outbox.give_up(failure)
    with app.app_context():
        assert "Everything could be sent." in command.invoke(args=["deliveries"]).output
