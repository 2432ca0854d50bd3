"""Operators over HTTP: suspensions, announcements, stalled games, and the log of operators' actions."""

import random
import shutil
import time
from functools import partial
from typing import Any, get_args

import pytest

from app import create_app, make_services
from domain.clocks.events import Pace
from domain.disputes.events import OpenDispute
from domain.game import TakeSeat
from domain.terms import GameTerms
from eventstore.valkey.connection import connect
from services.accounts.mail_bounces import Bounces
from services.accounts.players import person_key
from services.community.reports import Report
from services.games.operator_tasks import Trouble, standstills
from services.notifications.inbox import Inbox
from services.notifications.kinds import OPERATOR
from services.notifications.operator_notices import ALARMS
from services.notifications.outbox import Outbox, OutboxEntry, Taken
from tests.api.clients import Client, appointed, operating, play_to_the_end, table_of, typed
from tests.api.test_chat import kind, say
from tests.api.test_disputes import a_secret_of, open_dispute

TITLE = "kheops"
DAY = 86_400_000


@pytest.fixture
def judge(gallery):
    """An operator."""
    return appointed(gallery.sign_up("Host"))


def test_a_suspended_player_begins_nothing_and_plays_on(gallery, judge):
    """Suspended players are told why they can't open games, join or chat; their running games continue."""
    game_id, (ada, bo) = table_of(gallery, TITLE, ["Ada", "Bo"])
    waiting = bo.post("/api/games", {"rulebook": TITLE, "players": 2, "sit": True})
    asked = {"name": ada.name, "days": 3, "reason": "Insults"}
    overview = judge.call("PUT", "/api/operator/suspensions", asked).body
    assert ("Insults", ada.name) in [(one["reason"], one["player"]["name"]) for one in overview["suspended"]]
    refused = ada.call("POST", "/api/games", {"rulebook": TITLE, "players": 2})
    assert kind(refused) == (403, "suspended") and refused.body["reason"] == "Insults"
    assert kind(ada.call("POST", f"/api/games/{waiting['id']}/seats", {})) == (403, "suspended")
    assert kind(say(ada, f"/api/games/{game_id}", "But")) == (403, "suspended")
    seat = gallery.get(f"/api/games/{game_id}")["to_act"][0]
    mover = (ada, bo)[seat]
    move = mover.get(f"/api/games/{game_id}/legal-moves")["moves"][0]["move"]
    assert mover.call("POST", f"/api/games/{game_id}/moves", move).status == 201
    judge.call("PUT", "/api/operator/suspensions", {"name": ada.name, "days": 0})
    assert ada.call("POST", f"/api/games/{waiting['id']}/seats", {}).status == 201
    told = [(one["what"], one["whom"]["name"], one["text"]) for one in judge.get("/api/operator/server")["actions"]]
    assert ("suspended", ada.name, "Insults") in told and ("lifted", ada.name, "") in told
    assert {one["by"]["name"] for one in judge.get("/api/operator/server")["actions"]} >= {judge.name}
    judge.call("PUT", "/api/operator/suspensions", {**asked, "only_talk": True})
    assert kind(say(ada, f"/api/games/{game_id}", "But")) == (403, "silenced")
    assert ada.post("/api/games", {"rulebook": TITLE, "players": 2})["id"]
    held = judge.call("PUT", "/api/operator/suspensions", {"name": bo.name, "days": 2}).body["suspended"]
    assert {(one["player"]["name"], one["only_talk"]) for one in held} >= {(ada.name, True), (bo.name, False)}
    judge.call("PUT", "/api/operator/suspensions", {"name": ada.name, "days": 0, "only_talk": True})
    assert say(ada, f"/api/games/{game_id}", "And").status == 201
    missing = judge.call("PUT", "/api/operator/suspensions", {"name": "Nobody at all", "days": 1})
    assert kind(missing) == (404, "no-such-player")


def test_an_operator_calls_a_game_off(gallery, judge, application):
    """The game ends with the reason, publicly, and is logged; a refused attempt is not logged."""
    game_id, (ada, _bo) = table_of(gallery, TITLE, ["Ada", "Bo"])
    path = f"/api/operator/games/{game_id}/called-off"
    for refused, why in (({"text": " "}, 409), ({"text": ""}, 422), ({}, 422)):
        assert judge.call("PUT", path, refused).status == why
    done = judge.call("PUT", path, {"text": "Opened twice"})
    assert (done.status, done.body["status"], done.body["called_off"]) == (200, "aborted", "Opened twice")
    assert kind(judge.call("PUT", path, {"text": "Again"})) == (409, "against-the-rules")
    assert kind(judge.call("PUT", "/api/operator/games/nothing/called-off", {"text": "x"})) == (404, "no-such-game")
    assert ada.get(f"/api/games/{game_id}/state")["state"]["called_off"] == "Opened twice"
    last = gallery.get(f"/api/games/{game_id}/events")["events"][-1]
    assert (last["seat"], last["text"]) == (None, 'The operator called the game off: "Opened twice"')
    other, _players = table_of(gallery, TITLE, ["Ada", "Bo"])
    assert "called off at" in typed(application, "call-off", other, "--text", "By the command")[1]
    told = judge.get("/api/operator/server")["actions"]
    logged = [(one["by"]["id"], one["text"]) for one in told if one["what"] == "called off"]
    assert logged == [("command line", "By the command"), (judge.player["id"], "Opened twice")]


def test_an_operator_calls_a_tournament_off(gallery, judge, work):
    """An operator can cancel a tournament with a reason, which is logged; its organiser and players are notified.

    A refused attempt is not logged.
    """
    boss, ada = gallery.sign_up("Boss"), gallery.sign_up("Ada")
    made = boss.post("/api/tournaments", {"name": "The cup", "rulebook": TITLE, "size": 2})
    ada.post(f"/api/tournaments/{made['id']}/entries", {})
    path, asked = f"/api/tournaments/{made['id']}", {"status": "called off", "reason": "Its organiser is gone"}
    assert judge.call("PATCH", path, {"status": "over"}).status == 422
    assert kind(ada.call("PATCH", path, asked)) == (403, "not-the-organiser")
    done = judge.call("PATCH", path, asked)
    assert (done.status, done.body["status"]) == (200, "called off")
    assert kind(judge.call("PATCH", path, {**asked, "reason": "Again"})) == (409, "not-now")
    assert kind(judge.call("PATCH", "/api/tournaments/nothing", asked)) == (404, "no-such-tournament")
    work()
    assert all("tournament-called-off" in kinds_of(one) for one in (boss, ada))
    (logged,) = [one for one in judge.get("/api/operator/server")["actions"] if one["whom"]["id"] == made["id"]]
    assert (logged["what"], logged["text"]) == ("called off the tournament", "Its organiser is gone")


def test_what_a_moderator_may_not_do(gallery, judge, application):
    """Act while suspended, suspend an operator's bot, or see and settle reports about themselves and operators."""
    game_id, (ada, bo) = table_of(gallery, TITLE, ["Ada", "Bo"])
    path = f"/api/games/{game_id}"
    for author, reader in ((ada, bo), (bo, ada)):
        said = say(author, path, "Vile").body["id"]
        assert reader.call("POST", f"{path}/chat/players/{said}/reports", {"reason": "So vile"}).status == 201
    typed(application, "operators", "--add", ada.name, "--role", "moderator", "--without-proof")
    moderator = operating(ada)
    about = {
        one["author"]["id"]: one["number"] for one in judge.get("/api/reports")["reports"] if one["game"] == game_id
    }
    shown = [one["number"] for one in moderator.get("/api/reports")["reports"]]
    assert about[bo.player["id"]] in shown and about[ada.player["id"]] not in shown
    own = moderator.call("PUT", f"/api/reports/{about[ada.player['id']]}", {"outcome": "dismissed"})
    assert kind(own) == (403, "missing-role")
    bot = judge.post("/api/me/bots", {"name": f"{judge.name}s helper"})
    refused = moderator.call("PUT", "/api/operator/suspensions", {"name": bot["player"]["name"], "days": 1})
    assert kind(refused) == (403, "missing-role")
    assert judge.call("PUT", "/api/operator/suspensions", {"name": ada.name, "days": 1}).status == 200
    assert kind(moderator.call("GET", "/api/reports")) == (403, "missing-role")
    assert judge.call("PUT", "/api/operator/suspensions", {"name": ada.name, "days": 0}).status == 200
    assert moderator.call("GET", "/api/reports").status == 200


def test_an_operator_renames_a_player(gallery, judge, application, work):
    """Games, the account and the profile show the new name; the player is notified and signs in as before."""
    game_id, (ada, bo) = table_of(gallery, TITLE, ["Ada", "Bo"])
    new, newest = f"{ada.name} the Younger", f"{ada.name} of Thebes"
    for name, chosen, status in ((ada.name, bo.name, 409), (ada.name, "Operator", 422), ("Nobody at all", new, 404)):
        assert judge.call("PUT", "/api/operator/names", {"name": name, "new_name": chosen}).status == status
    assert judge.call("PUT", "/api/operator/names", {"name": ada.name, "new_name": new}).status == 200
    assert ada.get("/api/me")["name"] == gallery.get(f"/api/games/{game_id}")["seats"][0]["name"] == new
    code, text = typed(application, "people", "rename", new, newest)
    assert (code, text.strip()) == (0, f"{new} is now {newest}.")
    assert ada.get("/api/me")["name"] == newest
    assert typed(application, "people", "rename", newest, bo.name)[0] == 1
    logged = [one for one in judge.get("/api/operator/server")["actions"] if one["whom"]["id"] == ada.player["id"]]
    assert [(one["what"], one["by"]["id"]) for one in logged] == [
        ("renamed", "command line"),
        ("renamed", judge.player["id"]),
    ]
    work()
    told = [one["text"] for one in ada.get("/api/me/notices")["notices"]]
    assert told.count("An operator changed your name.") == 2


def test_an_operator_decides_a_dispute(gallery, judge, application):
    """An operator reads the claim and the opened secret, and decides.

    An operator who takes part, even through a bot, can neither read nor decide it. A refused decision is not logged.
    """
    game_id, (ada, bo) = table_of(gallery, TITLE, ["Ada", "Bo"])
    path, own = f"/api/games/{game_id}", f"/api/operator/games/{game_id}"
    play_to_the_end(game_id, [ada, bo], random.Random(1), most=9)
    position, member, value, told = a_secret_of(bo, path, 1)
    assert open_dispute(ada, path, ada.get(path)["position"]).status == 201
    bo.post(f"{path}/moves", {"type": "DiscloseSecret", "number": 1, "position": position, "field": member})
    found = judge.get(f"{own}/disputes")
    assert (found["game"]["id"], found["disputes"][0]["text"]) == (game_id, "Two coins, not three.\nLook.")
    assert [(one["value"], one["text"]) for one in found["disclosures"]] == [(value, told)]
    for name in (ada.name, bo.name):
        typed(application, "operators", "--add", name, "--without-proof")
    verdict = {"number": 1, "text": "A draw", "remedy": {"kind": "result", "places": [1, 1]}}
    for party in (operating(ada), operating(bo)):
        for method, call, body in (("GET", "disputes", None), ("POST", "decisions", verdict)):
            refused = party.call(method, f"{own}/{call}", body)
            assert kind(refused) == (403, "not-an-operator") and "You play in this game" in refused.body["detail"]
    assert judge.call("POST", f"{own}/decisions", {**verdict, "number": 2}).body["rule"] == "G12"
    assert kind(judge.call("GET", "/api/operator/games/nothing/disputes")) == (404, "no-such-game")
    done = judge.call("POST", f"{own}/decisions", verdict)
    assert (done.status, done.body["result"]["places"]) == (201, [1, 1])
    assert gallery.get(f"{path}/state")["state"]["disputes"][0]["decided"]["by"] == "operator"
    logged = [one for one in judge.get("/api/operator/server")["actions"] if one["whom"]["id"] == game_id]
    assert [(one["what"], one["by"]["name"]) for one in logged] == [("decided dispute 1 of the game", judge.name)]
    assert gallery.get(f"{path}/audit")["ok"]


def test_a_private_game_without_a_dispute_is_unknown_to_operators(gallery, judge):
    """To operators, a private game without a dispute looks like a missing game; with a dispute they can read and
    decide.
    """
    game_id, (ada, _bo) = table_of(gallery, TITLE, ["Ada", "Bo"], private=True)
    own = f"/api/operator/games/{game_id}"
    verdict = {"number": 1, "text": "A draw", "remedy": {"kind": "none"}}
    for method, call, body in (("GET", "disputes", None), ("POST", "decisions", verdict)):
        refused, unknown = (
            judge.call(method, f"{path}/{call}", body) for path in (own, "/api/operator/games/2222aaaa3333")
        )
        assert kind(refused) == kind(unknown) == (404, "no-such-game")
        assert refused.body["detail"] == unknown.body["detail"]
    assert open_dispute(ada, f"/api/games/{game_id}", ada.get(f"/api/games/{game_id}")["position"]).status == 201
    assert judge.get(f"{own}/disputes")["game"]["private"]
    assert judge.call("POST", f"{own}/decisions", verdict).status == 201


def test_a_bots_owner_and_the_operator_beside_a_referee_do_not_judge(gallery, judge):
    """The bot's game is its owner's, and a game with a referee is that referee's."""
    bot = judge.post("/api/me/bots", {"name": f"{judge.name}s bot"})
    ada, referee = gallery.sign_up("Ada"), gallery.sign_up("Justice")
    client = Client(gallery.server, bot["token"])
    for opened, word in (({}, "You play in this game"), ({"referee": referee.name}, "The referee")):
        game = ada.post("/api/games", {"rulebook": TITLE, "players": 2, "sit": True, **opened})
        joined = client if not opened else gallery.sign_up("Bo")
        joined.post(f"/api/games/{game['id']}/seats", {"seat": 1})
        assert (
            open_dispute(ada, f"/api/games/{game['id']}", ada.get(f"/api/games/{game['id']}")["position"]).status == 201
        )
        refused = judge.call("GET", f"/api/operator/games/{game['id']}/disputes")
        assert refused.status == 403 and word in refused.body["detail"]


def test_an_operator_sees_the_state_of_the_server(gallery, judge, inside):
    """The overview shows resources and channels, waiting tables, unfinished tournaments, and the latest sign-ups."""
    boss = gallery.sign_up("Boss")
    table = boss.post("/api/games", {"rulebook": TITLE, "players": 2, "sit": True, "private": True})
    cup = boss.post("/api/tournaments", {"name": "The cup", "rulebook": TITLE, "size": 2})
    game_id, (ada, _bo) = table_of(gallery, TITLE, ["Ada", "Bo"])
    position = gallery.get(f"/api/games/{game_id}")["position"]
    ada.post(f"/api/games/{game_id}/moves", {"type": "OpenDispute", "position": position, "text": "I doubt it."})
    told = judge.get("/api/operator/server")
    assert told["version"] == gallery.get("/health/live")["version"]
    assert told["notes"] == gallery.get("/health/ready")["notes"]
    assert min(told["disk_free"], told["memory"], told["log_size"]) > 1_000
    assert {"game": game_id, "title": "Kheops", "number": 1} in told["disputes"]
    (waiting,) = [one for one in told["waiting"] if one["game"] == table["id"]]
    assert (waiting["title"], waiting["free_seats"]) == ("Kheops", 1)
    (mine,) = [one for one in told["tournaments"] if one["id"] == cup["id"]]
    assert (mine["name"], mine["organiser"]["name"], mine["status"]) == ("The cup", boss.name, "open")
    boss.call("DELETE", f"/api/tournaments/{cup['id']}")
    assert cup["id"] not in [one["id"] for one in judge.get("/api/operator/server")["tournaments"]]
    before = judge.get("/api/operator/people")
    boss.post("/api/me/bots", {"name": f"{boss.name}s"})
    cy = gallery.sign_up("Cy")
    bounces = Bounces(inside.notifications.outbox.redis)
    while not bounces.count(ada.player["id"]):
        assert ada.name not in refused_by(judge)
    assert ada.name in refused_by(judge)
    people = judge.get("/api/operator/people")
    assert all(people[one] - before[one] >= 1 for one in ("players", "bots", "week"))  # other tests sign up meanwhile
    names = [one["name"] for one in people["newest"]]
    assert names.index(cy.name) < names.index(before["newest"][0]["name"])


def refused_by(judge):
    """The names of the players whose addresses refuse mails, as this operator sees them."""
    return [one["name"] for one in judge.get("/api/operator/people")["refused"]]


def kinds_of(client):
    """The kinds of this player's notices."""
    return [one["kind"] for one in client.get("/api/me/notices")["notices"]]


def test_failed_deliveries_are_settled(gallery, judge, inside):
    """An operator sees recipient and reason, without the address; it can be sent again, or given up."""
    ada = gallery.sign_up("Ada")
    redis = inside.notifications.outbox.redis
    outbox = Outbox(redis, Inbox(redis), (), lambda: 1_900_000_000_000)
    for number in (1, 2):
        taken = Taken(ada.player["id"], "mail", "ada@stele.example", {f"n{number}": OutboxEntry(1)})
        outbox.fail(taken, [f"n{number}"], f"no {number}")
    mine = [one for one in judge.get("/api/operator/server")["deliveries"] if one["player"]["name"] == ada.name]
    assert {(one["channel"], one["notice"], one["reason"]) for one in mine} == {
        ("mail", "n1", "no 1"), ("mail", "n2", "no 2"),
    }  # fmt: skip
    assert "ada@stele.example" not in str(mine)
    for one, outcome in zip(mine, ("again", "given up"), strict=True):
        path = f"/api/operator/deliveries/{one['id']}"
        left = judge.call("PUT", path, {"outcome": outcome}).body["deliveries"]
        assert one["id"] not in [other["id"] for other in left]
        assert kind(judge.call("PUT", path, {"outcome": outcome})) == (404, "no-such-delivery")
    due: Any = redis.hgetall(person_key(ada.player["id"], "outbox"))
    assert [name.decode().split()[-1] for name in due] == [mine[0]["notice"]]
    logged = [one["what"] for one in judge.get("/api/operator/server")["actions"] if one["whom"]["name"] == ada.name]
    assert logged == ["gave up sending", "sent once more"]


def test_an_announcement_is_in_every_page(own_directory):
    """Each visitor sees it until it is removed; it is plain text."""
    services = make_services({"STELE_DATA": str(own_directory)})
    from app import create_app

    app = create_app({"STELE_DATA": str(own_directory)})
    people = services.community.people
    people.announcements.announce("<b>Down</b> at ten", services.games.tables.now() + DAY)
    page = app.test_client().get("/verify").get_data(as_text=True)
    assert "&lt;b&gt;Down&lt;/b&gt; at ten" in page and "<b>Down" not in page
    people.announcements.announce("", 0)
    assert people.announcements.now() is None


def test_stalled_games_are_named(own_directory):
    """A computer player that does not answer, and a person who is waited for; no game that continues."""
    services = make_services({"STELE_DATA": str(own_directory)})
    tables, lobby = services.games.tables, services.games.lobby
    player = services.accounts.players.create("Ada", 1)[0]
    for number, computers in enumerate((("random", "random"), ())):
        tables.open(GameTerms(TITLE, 2, computers=computers), game_id=f"still{number}")
    other = services.accounts.players.create("Bo", 1)[0]
    for seat, one in enumerate((player, other)):
        tables.command("still1", TakeSeat(seat, player=one.id, nonce="n"), "public")
    now = tables.now()
    assert standstills(lobby, tables, now) == []
    later = {one.game: one.trouble for one in standstills(lobby, tables, now + DAY)}
    assert later == {"still0": "stuck"}
    later = {one.game: one.trouble for one in standstills(lobby, tables, now + 30 * DAY)}
    assert later == {"still0": "stuck", "still1": "waiting"}


def test_a_deletion_leaves_nothing_while_the_worker_runs(remote, served):
    """The worker announces the given-up seats to the other players alone: no trace of the person is in the store."""
    redis = connect(served.variables.get("REDIS_URL"), served.data)
    gone = []
    for _ in range(4):
        _game, (ada, bo) = table_of(remote, TITLE, ["Ada", "Bo"])
        table_of(remote, TITLE, ["Cy", "Dee"])
        assert ada.call("POST", "/api/me/deletion", {"name": ada.name}).status == 200
        gone.append((ada.player["id"], bo))
    deadline = time.monotonic() + 120
    while any(not is_told(bo) for _id, bo in gone) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert all(is_told(bo) for _id, bo in gone)
    for player_id, _bo in gone:
        assert [*redis.scan_iter(f"stele:person:{{{player_id}}}:*", 1000)] == []


def is_told(client):
    """Whether this player's inbox reports the other one's resignation."""
    return any(one["kind"] in ("resigned", "over") for one in client.get("/api/me/notices")["notices"])


def test_a_game_whose_time_ends_in_nothing_is_no_alarm(own_directory):
    """If nothing happens at the end of a seat's time, no deadline was missed."""
    services = make_services({"STELE_DATA": str(own_directory)})
    tables, lobby = services.games.tables, services.games.lobby
    for number, pace in enumerate((Pace(time=DAY, outcome="never"), Pace(time=DAY, outcome="resign"))):
        tables.open(GameTerms(TITLE, 2, pace=pace), game_id=f"due{number}")
        for seat in range(2):
            tables.command(f"due{number}", TakeSeat(seat, player=f"p{seat}", nonce="n"), "public")
    later = {one.game: one.trouble for one in standstills(lobby, tables, tables.now() + 3 * DAY)}
    assert later == {"due1": "overdue"}


def test_a_game_without_a_clock_warns_its_players(own_directory):
    """After two weeks without a move, players of a game without a clock are warned once, with or without operators."""
    services = make_services({"STELE_DATA": str(own_directory)})
    tables, inbox = services.games.tables, services.notifications.outbox.inbox
    ada, bo = (services.accounts.players.create(name, 1)[0] for name in ("Ada", "Bo"))
    tables.open(GameTerms(TITLE, 2), game_id="idle")
    for seat, one in enumerate((ada, bo)):
        tables.command("idle", TakeSeat(seat, player=one.id, nonce="n"), "public")
    at = tables.now()
    for later, number in ((14 * DAY - 1000, 0), (14 * DAY + 1000, 1), (15 * DAY, 1)):
        tables._clock = partial(int, at + later)
        services.jobs.make_delivery_threads().work()
        for one in (ada, bo):
            told = [kept for kept in inbox.page(one.id).notices if kept.notice.kind == "idle"]
            assert [kept.is_standing for kept in told] == [True] * number
    text = services.notifications.wording.sentence(ada.id, told[0].notice, "en")
    assert text.startswith("Kheops") and text.endswith("You can propose to end it.")
    # The next move dismisses it, and two weeks later another one is sent.
    mover = tables.seen("idle").to_act[0]
    tables.command("idle", tables.seen("idle", mover).legal()[0], mover)
    for later, standing in ((15 * DAY, [False]), (30 * DAY, [True, False])):
        tables._clock = partial(int, at + later)
        services.jobs.make_delivery_threads().work()
        for one in (ada, bo):
            idle = [kept for kept in inbox.page(one.id).notices if kept.notice.kind == "idle"]
            assert [kept.is_standing for kept in idle] == standing


def test_a_backup_that_fails_reaches_each_operator(own_directory):
    """Every operator gets one message about a failed backup, whatever its cause; the overview shows it until one
    succeeds.
    """
    services, run = make_services({"STELE_DATA": str(own_directory)}), create_app({"STELE_DATA": str(own_directory)})
    eve, ada = (services.accounts.players.create(name, 1)[0] for name in ("Eve", "Ada"))
    services.community.people.roles.add(eve.id, "operator")
    place = own_directory / "backups"
    assert typed(run, "backup", str(place))[0] == 1, "there is no game in it"
    for _time in range(2):
        services.jobs.make_delivery_threads().work()
    (kept,) = services.notifications.outbox.inbox.page(eve.id).notices
    assert kept.notice.kind == OPERATOR and not services.notifications.outbox.inbox.page(ada.id).notices
    (message,) = services.notifications.wording.messages(eve.id, [kept.notice])
    assert message.url.endswith("/operator#backup") and message.text == "The last backup failed."
    assert message.text == services.notifications.wording.sentence(eve.id, kept.notice, "en")
    assert " failed." in typed(run, "overview")[1]
    services.games.tables.open(GameTerms(TITLE, 2))
    (own_directory / "taken").mkdir()
    (own_directory / "taken/else").touch()
    before = services.storage.integrity.failed_backup()
    assert typed(run, "backup", str(own_directory / "taken"))[0] == 1
    assert services.storage.integrity.failed_backup() > before
    services.jobs.make_delivery_threads().work()
    assert len(services.notifications.outbox.inbox.page(eve.id).notices) == 2, "each is told"
    assert typed(run, "backup", str(place))[0] == 0
    assert services.storage.integrity.last_backup()
    assert services.storage.integrity.failed_backup() > before, "the other place still has none"
    (own_directory / "taken/else").unlink()
    assert typed(run, "backup", str(own_directory / "taken"))[0] == 0
    assert services.storage.integrity.failed_backup() is None
    assert " failed." not in typed(run, "overview")[1]
    assert typed(run, "backup", str(place), "--failed") == (0, ""), "it was killed"
    killed = services.storage.integrity.failed_backup()
    assert killed and " failed." in typed(run, "overview")[1]
    assert typed(run, "backup", str(place), "--failed")[0] == 0
    assert services.storage.integrity.failed_backup() == killed, "it is reported once"
    assert typed(run, "backup", str(own_directory / "taken"), "--failed")[0] == 0
    assert typed(run, "backup", str(own_directory / "taken"))[0] == 0
    assert services.storage.integrity.failed_backup() == killed, "the other place is still told"
    assert typed(run, "backup", str(own_directory / "third"), "--failed")[0] == 0
    assert typed(run, "backup", str(place))[0] == 0
    assert services.storage.integrity.failed_backup() >= killed, "soon after another place, too"
    assert "Missing argument 'PLACE'" in typed(run, "backup", "--failed")[1]


def test_a_nearly_full_disk_reaches_each_operator(own_directory):
    """Operators are warned once a day, while there is still room for moves."""
    free = shutil.disk_usage(own_directory).free // 1_000_000
    services = make_services({"STELE_DATA": str(own_directory), "STELE_DISK_RESERVE": str(2 * free)})
    eve = services.accounts.players.create("Eve", 1)[0]
    services.community.people.roles.add(eve.id, "operator")
    for _time in range(2):
        services.jobs.make_delivery_threads().work()
    (kept,) = services.notifications.outbox.inbox.page(eve.id).notices
    (message,) = services.notifications.wording.messages(eve.id, [kept.notice])
    assert kept.notice.kind == OPERATOR and message.text == "The disk is nearly full."


def test_pending_decisions_reach_each_operator(own_directory):
    """Each operator is told which of them it is, once and without details; a moderator of reports alone."""
    services = make_services({"STELE_DATA": str(own_directory)})
    tables, people = services.games.tables, services.community.people
    ada, bo, eve = (services.accounts.players.create(name, 1)[0] for name in ("Ada", "Bo", "Eve"))
    run = create_app({"STELE_DATA": str(own_directory)})
    with run.app_context():
        told = run.test_cli_runner().invoke(args=["operators"])
    assert "There are no operators yet" in told.output
    people.roles.add(eve.id, "operator")
    mod = services.accounts.players.create("Mod", 1)[0]
    people.roles.add(mod.id, "moderator")
    tables.open(GameTerms(TITLE, 2, private=True), game_id="disputed")
    for seat, one in enumerate((ada, bo)):
        tables.command("disputed", TakeSeat(seat, player=one.id, nonce="n"), "public")
    seen = tables.seen("disputed", 0)
    tables.command("disputed", OpenDispute(0, str(seen.position), "I doubt it."), 0)
    people.reports.make(Report(0, ada.id, bo.id, "disputed", "players", "1-0", "Vile", "So vile", 1))
    tables.open(GameTerms(TITLE, 2, computers=("random", "random")), game_id="stuck")
    for _time in range(2):
        services.jobs.make_delivery_threads().work()
    kept = services.notifications.outbox.inbox.page(eve.id).notices
    assert [one.notice.kind for one in kept] == [OPERATOR] * 2
    assert not any(one.notice.kind == OPERATOR for one in services.notifications.outbox.inbox.page(ada.id).notices)
    messages = services.notifications.wording.messages(eve.id, [one.notice for one in kept])
    texts = ["A report is waiting for a moderator.", "A dispute is waiting for an operator’s decision."]
    assert sorted(one.text for one in messages) == sorted(texts)
    assert sorted(one.url.rpartition("/")[2] for one in messages) == ["operator#dispute", "operator#report"]
    with run.app_context():
        tested = run.test_cli_runner().invoke(args=["mail", "--alarm"])
    assert (tested.exit_code, "Eve: inbox\n" in tested.output, "Mod" in tested.output) == (1, True, False)
    (alarm, *_rest) = services.notifications.outbox.inbox.page(eve.id).notices
    assert services.notifications.wording.sentence(eve.id, alarm.notice, "en").startswith("This is a test")
    (reported,) = services.notifications.outbox.inbox.page(mod.id).notices
    assert services.notifications.wording.sentence(mod.id, reported.notice, "en") == texts[0]
    assert len({sentence.template for sentence in ALARMS.values()}) == len(ALARMS)
    assert set(get_args(Trouble)) <= ALARMS.keys()
    with run.app_context():
        text = run.test_cli_runner().invoke(args=["overview"]).output
    assert "Reports that wait: 1" in text and "Dispute 1 of game disputed" in text and "no backup yet" in text
