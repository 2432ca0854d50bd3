"""The club over HTTP: who may sign up, invitations, name and texts, roles."""

import csv
import io
import logging

import pytest

from app import create_app
from tests.api.clients import Client, appointed, operating, typed
from tests.api.test_chat import kind, say
from tests.api.test_operators import TITLE


@pytest.fixture(scope="module")
def application(server_directory):
    """An application of this module: its club must not shut out the players of other tests."""
    return create_app({"STELE_DATA": str(server_directory("club")), "STELE_LIMITS": "off"})


@pytest.fixture
def visitor(application):
    """A client without a player, of a server that is open to all afterwards."""
    yield Client(application)
    typed(application, "club", "--sign-up", "open", "--all-organise", "--name", "")


@pytest.fixture
def host(visitor):
    """An operator."""
    return appointed(visitor.sign_up("Host"))


def with_role(host, player, role):
    """The player with this role, and a token to use it."""
    found = host.call("PUT", "/api/operator/roles", {"name": player.name, "role": role, "held": True})
    assert player.player["id"] in [one["id"] for one in found.body[f"{role}s"]]
    return operating(player)


def test_a_club_has_a_name_texts_and_choices(visitor, host):
    """All players can read the club's name, texts and choices; only operators can change each of them, and changes are
    logged.
    """
    texts = {"name": "", "welcome": "", "rules": "", "imprint": ""}
    nothing = {**texts, "sign_up": "open", "organisers_only": False, "language": "en"}
    assert visitor.get("/api/club") == nothing
    asked = {
        "name": " Pyramid\u00a0 club ",
        "welcome": "Welcome!\r\n\r\nSit\u202e down.  ",
        "rules": "1. <b>Be kind</b>",
        "imprint": "Ada‮, Memphis",
    }
    told = host.call("PATCH", "/api/operator/club", asked)
    changed = {"welcome": "Welcome!\n\nSit down.", "rules": asked["rules"], "imprint": "Ada, Memphis"}
    assert told.body == {**nothing, "name": "Pyramid club", **changed, "club_webhook": told.body["club_webhook"]}
    assert host.call("PATCH", "/api/operator/club", {"sign_up": "closed"}).body["name"] == "Pyramid club"
    assert visitor.get("/api/club")["sign_up"] == "closed"
    for wrong in ({"sign_up": "half"}, {"name": "x" * 61}, {"imprint": "x" * 10_001}, {"colour": "red"}):
        assert host.call("PATCH", "/api/operator/club", wrong).status == 422
    assert host.get("/api/operator/server")["actions"][0]["what"] == "changed the club"
    assert host.call("PATCH", "/api/operator/club", {"sign_up": "open", "welcome": "", "rules": ""}).status == 200


def test_players_sign_up_by_invitation(visitor, host):
    """A link admits a limited number of players; a revoked link admits none, and each refusal names its reason."""
    host.call("PATCH", "/api/operator/club", {"sign_up": "invited"})
    refused = visitor.call("POST", "/api/players", {"name": "Stranger"})
    assert kind(refused) == (403, "invitation-needed") and "need an invitation" in refused.body["detail"]
    made = host.post("/api/operator/invitations", {"note": "For Ada", "most": 2, "days": 3})
    place, _, code = made["link"].partition("#invitation=")
    assert place == f"{visitor.url}/club"
    (listed,) = made["invitations"]
    assert (listed["note"], listed["most"], listed["used"], listed["by"]["id"]) == ("For Ada", 2, 0, host.player["id"])
    for session in (False, True):
        body = {"name": f"Friend {session}", "session": session, "invitation": code}
        assert visitor.call("POST", "/api/players", body).status == 201
    used_up = visitor.call("POST", "/api/players", {"name": "Third", "invitation": code})
    assert kind(used_up) == (403, "invitation-needed") and "used up" in used_up.body["detail"]
    told = host.get("/api/operator/invitations")
    assert [one["used"] for one in told["invitations"]] == [2] and "link" not in told and code not in str(told)
    path = f"/api/operator/invitations/{listed['id']}"
    assert host.call("DELETE", path).body == {"invitations": []}
    assert kind(host.call("DELETE", path)) == (404, "no-such-invitation")
    host.call("PATCH", "/api/operator/club", {"sign_up": "closed"})
    assert kind(visitor.call("POST", "/api/players", {"name": "Stranger"})) == (403, "sign-up-closed")
    assert host.post("/api/me/bots", {"name": "BOT of a member"})["player"]["owner"] == host.player["id"]


def test_two_worlds_look_alike_to_who_is_not_invited(visitor, host):
    """Without an invitation, a visitor learns neither whether a name is taken nor whether a code ever existed."""
    host.call("PATCH", "/api/operator/club", {"sign_up": "invited"})
    code = host.post("/api/operator/invitations", {})["link"].partition("#invitation=")[2]
    (made,) = host.get("/api/operator/invitations")["invitations"]
    host.call("DELETE", f"/api/operator/invitations/{made['id']}")
    answers = [
        visitor.call("POST", "/api/players", {"name": name, "invitation": said})
        for name in (host.name, "A free name")
        for said in (code, "never given")
    ]
    assert len({str(one.body) for one in answers}) == 1 and kind(answers[0]) == (403, "invitation-needed")
    without = [visitor.call("POST", "/api/players", {"name": name}) for name in (host.name, "A free name")]
    assert without[0].body == without[1].body


def test_codes_reach_no_log(visitor, host, caplog):
    """No log contains an invitation's code, neither from its creation nor from its use."""
    caplog.set_level(logging.INFO)
    host.call("PATCH", "/api/operator/club", {"sign_up": "invited"})
    code = host.post("/api/operator/invitations", {"note": "Quiet"})["link"].partition("#invitation=")[2]
    visitor.call("POST", "/api/players", {"name": "Quietly invited", "invitation": code})
    log = str([vars(record) for record in caplog.records])
    assert "players.sign_up" in log and code not in log and "Quiet" not in log
    assert code not in str(host.get("/api/operator/server")["actions"])


def test_moderators_moderate(visitor, host):
    """Moderators settle reports, suspend players and invite, but cannot cancel tournaments or suspend other
    moderators.
    """
    ada, bo = visitor.sign_up("Ada"), visitor.sign_up("Bo")
    mo = with_role(host, visitor.sign_up("Mo"), "moderator")
    assert mo.get("/api/me/account")["roles"] == ["moderator"]
    game = ada.post("/api/games", {"rulebook": TITLE, "players": 2, "sit": True, "private": True})
    said = say(ada, f"/api/games/{game['id']}", "Vile words").body
    path = f"/api/games/{game['id']}/chat/players/{said['id']}/reports"
    bo.post(f"/api/games/{game['id']}/seats", {"invite": game["invite"]})
    number = bo.post(path, {"reason": "vile"})["number"]
    assert number in [one["number"] for one in mo.get("/api/reports")["reports"]]
    settled = mo.call("PUT", f"/api/reports/{number}", {"outcome": "silenced", "days": 1})
    assert settled.status == 200 and kind(say(ada, f"/api/games/{game['id']}", "More")) == (403, "silenced")
    overview = mo.call("PUT", "/api/operator/suspensions", {"name": ada.name, "days": 2}).body
    assert overview["standstills"] == [] and ada.name in [one["player"]["name"] for one in overview["suspended"]]
    assert mo.post("/api/operator/invitations", {})["invitations"][0]["by"]["id"] == mo.player["id"]
    assert [one["by"]["name"] for one in host.get("/api/operator/server")["actions"]][:2] == [mo.name, mo.name]
    cup = host.post("/api/tournaments", {"name": "Cup", "rulebook": TITLE, "size": 2})["id"]
    called_off = {"status": "called off", "reason": "Mine"}
    assert kind(mo.call("PATCH", f"/api/tournaments/{cup}", called_off)) == (403, "not-the-organiser")
    assert host.get(f"/api/tournaments/{cup}")["status"] == "open"
    for other in (host, with_role(host, visitor.sign_up("Meg"), "moderator")):
        assert kind(mo.call("PUT", "/api/operator/suspensions", {"name": other.name, "days": 1})) == (
            403,
            "missing-role",
        )


def test_a_role_ends(visitor, host):
    """A role ends at once, also for its holder's tokens; only operators give roles, and never their own."""
    mo = with_role(host, visitor.sign_up("Mo"), "moderator")
    host.call("PUT", "/api/operator/roles", {"name": mo.name, "role": "moderator", "held": False})
    assert kind(mo.call("GET", "/api/reports")) == (403, "missing-role")
    own = {"name": mo.name, "role": "operator", "held": True}
    assert host.call("PUT", "/api/operator/roles", own).status == 422
    missing = host.call("PUT", "/api/operator/roles", {"name": "No such one", "role": "moderator", "held": True})
    assert kind(missing) == (404, "no-such-player")
    deeds = [(one["what"], one["whom"]["name"]) for one in host.get("/api/operator/server")["actions"]]
    assert deeds[:2] == [("is no longer a moderator", mo.name), ("became a moderator", mo.name)]


def test_organisers_run_all_tournaments(visitor, host):
    """Organisers can change, start and cancel all tournaments, with a token for it; other players only their own."""
    ada, bo = visitor.sign_up("Ada"), visitor.sign_up("Bo")
    plain = visitor.sign_up("Orla")
    orla = with_role(host, plain, "organiser")
    cup = ada.post("/api/tournaments", {"name": "Cup", "rulebook": TITLE, "size": 2})
    path = f"/api/tournaments/{cup['id']}"
    assert kind(bo.call("PATCH", path, {"closed": True})) == (403, "not-the-organiser")
    refused = plain.call("PATCH", path, {"closed": True})
    assert kind(refused) == (403, "missing-scope") and refused.body["scope"] == "operate"
    assert orla.call("PATCH", path, {"closed": True}).body["closed"]
    assert ada.call("PATCH", path, {"closed": False}).status == 200
    called_off = {"status": "called off", "reason": "Rain"}
    assert kind(bo.call("PATCH", path, called_off)) == (403, "not-the-organiser")
    assert kind(plain.call("PATCH", path, called_off)) == (403, "missing-scope")
    assert orla.call("PATCH", path, called_off).body["status"] == "called off"
    assert kind(orla.call("GET", "/api/reports")) == (403, "missing-role")
    host.call("PATCH", "/api/operator/club", {"organisers_only": True})
    refused = bo.call("POST", "/api/tournaments", {"name": "Mine", "rulebook": TITLE, "size": 2})
    assert kind(refused) == (403, "missing-role") and "organisers" in refused.body["detail"]
    assert plain.post("/api/tournaments", {"name": "Ours", "rulebook": TITLE, "size": 2})["organiser"]["id"]
    assert host.post("/api/tournaments", {"name": "Hosted", "rulebook": TITLE, "size": 2})["id"]


def test_the_command_line_rules_the_club(visitor, application):
    """The commands set the club's name and who may sign up, make invitations, and appoint moderators and organisers."""
    told = typed(application, "club", "--name", "Pyramid club", "--sign-up", "invited")[1]
    assert "Name: Pyramid club" in told and "Sign-up: invited" in told
    link = typed(application, "invite", "--most", "2", "--note", "For two")[1].strip()
    code = link.partition("/club#invitation=")[2]
    assert visitor.call("POST", "/api/players", {"name": "Cleo of two", "invitation": code}).status == 201
    moderators = typed(application, "operators", "--role", "moderator", "--add", "Cleo of two", "--without-proof")
    assert "Cleo of two" in moderators[1]
    assert "Cleo of two" not in typed(application, "operators", "--role", "organiser")[1]


def test_the_club_has_one_webhook(visitor, host):
    """Operators set it, also in place of another, and remove it; members give the handle by which it mentions them."""
    ada = visitor.sign_up("Ada")
    everything = ["club-started", "club-turn", "club-over", "digest"]
    assert host.get("/api/operator/server")["club_webhook"] == {"webhook": None, "kinds": everything}
    assert ada.get("/api/me/account")["club_form"] == ada.get("/api/me/account")["club_handle"] == ""

    def set_to(wanted):
        return host.call("PATCH", "/api/operator/club", {"club_webhook": wanted})

    for number in (1, 2):
        asked = {"url": f"https://chat.example/{number}", "form": "discord"}
        told = set_to(asked).body["club_webhook"]
        assert told["webhook"]["url"] == asked["url"] and told["kinds"] == everything
    chosen = set_to({**asked, "kinds": ["digest", "club-over"]}).body["club_webhook"]
    assert chosen == {**told, "kinds": ["club-over", "digest"]}
    assert ada.get("/api/me/account")["club_form"] == ""  # no turn mentions a member
    assert set_to({**asked, "kinds": ["gossip"]}).status == 422
    told = set_to(asked).body["club_webhook"]
    assert kind(set_to({"url": "ftp://chat.example", "form": "slack"})) == (422, "invalid-request")
    assert host.get("/api/operator/server")["club_webhook"] == told
    (logged, *_) = host.get("/api/operator/server")["actions"]
    assert logged["what"] == "set the club's webhook" and "club_webhook" not in visitor.get("/api/club")
    account = ada.call("PATCH", "/api/me/account", {"club_handle": "123456789012345678"}).body
    assert (account["club_form"], account["club_handle"]) == ("discord", "123456789012345678")
    for wrong in ("x" * 101, "a b", "é", "@here", "ada"):
        assert ada.call("PATCH", "/api/me/account", {"club_handle": wrong}).status == 422
    bo = visitor.sign_up("Bo")
    taken = bo.call("PATCH", "/api/me/account", {"club_handle": "123456789012345678"})
    assert kind(taken) == (422, "invalid-request") and "Another member" in taken.body["detail"]
    assert bo.get("/api/me/account")["club_handle"] == ""
    assert kind(ada.call("GET", "/api/operator/server")) == (403, "not-an-operator")
    assert "club" not in [one["name"] for one in ada.get("/api/me/account")["preferences"]["channels"]]
    assert set_to(None).body["club_webhook"] == {"webhook": None, "kinds": everything}
    assert ada.call("PATCH", "/api/me/account", {"club_handle": ""}).body["club_handle"] == ""
    for player in (bo, ada):  # a handle that was given up, or whose holder was deleted, is free
        free = player.call("PATCH", "/api/me/account", {"club_handle": "123456789012345678"})
        assert free.body["club_handle"] == "123456789012345678"
        player.call("POST", "/api/me/deletion", {"name": player.name})


def test_members_see_each_other(visitor, host):
    """Members see each other with the month of sign-up, without bots, suspended and deleted players; visitors see no
    members.
    """
    ada, bo, eve = (visitor.sign_up(name) for name in ("Ada", "Bo", "Eve"))
    bot = ada.post("/api/me/bots", {"name": "BOT of Ada"})["player"]
    assert kind(visitor.call("GET", "/api/club/members")) == (401, "not-signed-in")
    host.call("PUT", "/api/operator/suspensions", {"name": eve.name, "days": 1})
    assert kind(ada.call("GET", "/api/operator/people?format=csv")) == (403, "not-an-operator")
    table = host.call("GET", "/api/operator/people?format=csv").body.decode()
    rows = {one["id"]: one for one in csv.DictReader(io.StringIO(table))}
    assert [*rows][:3] == [one.player["id"] for one in (eve, bo, ada)] and bot["id"] not in rows
    told = [rows[one.player["id"]] for one in (eve, host)]
    assert told[0]["suspended until"] > told[0]["since"] and told[0]["name"] == eve.name
    assert (told[1]["roles"], told[1]["suspended until"]) == ("operator", "")
    ids = [one["id"] for one in ada.get("/api/club/members")["members"]]
    assert ids[:2] == [bo.player["id"], ada.player["id"]]
    assert not {eve.player["id"], bot["id"]} & {*ids} and host.player["id"] in ids
    bo.call("POST", "/api/me/deletion", {"name": bo.name})
    page = ada.get("/api/club/members")
    assert page["members"][0]["id"] == ada.player["id"] and page["next"] is None
    assert set(page["members"][0]) == {"id", "name", "since"} and len(page["members"][0]["since"]) == 7
    assert host.player["id"] in [one["id"] for one in page["operators"]]
    assert ada.get("/api/club/members?cursor=1000")["members"] == []
