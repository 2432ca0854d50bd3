"""Disputes over HTTP: players, a game's named referee, the operator's commands, and access afterwards."""

import json
import random

import pytest

from app import create_app
from audit.verification.verify import verify
from eventstore.entries import commitment_of
from tests.api.clients import Client, appointed, play_to_the_end, table_of, typed
from tests.signers import Signer, header

TITLE = "kheops"


@pytest.fixture(scope="module")
def application(server_directory):
    """An application of this module: its operator changes its key."""
    return create_app({"STELE_DATA": str(server_directory("disputed")), "STELE_LIMITS": "off"})


@pytest.fixture
def gallery(application):
    """A visitor who is not signed in."""
    return Client(application)


def positions(client, path):
    """The last position of every action so far."""
    events = client.get(f"{path}/events?limit=5000")["events"]
    ends = {one["position"].split("-")[0]: one["position"] for one in events}
    return list(ends.values())


def open_dispute(client, path, at, **remedy):
    body = {"type": "OpenDispute", "position": at, "text": "Two coins, not three.\nLook."}
    return client.call("POST", f"{path}/moves", {**body, **({"remedy": remedy} if remedy else {})})


def test_players_settle_a_dispute(gallery):
    """One player opens a dispute with a remedy, the other agrees, and play visibly continues from there; the record
    verifies.
    """
    game_id, (ada, bo) = table_of(gallery, TITLE, ["Ada", "Bo"])
    path = f"/api/games/{game_id}"
    play_to_the_end(game_id, [ada, bo], random.Random(1), most=12)
    back = positions(gallery, path)[-8]
    then = gallery.get(f"{path}/state?at={back}")["state"]
    opened = open_dispute(ada, path, back, kind="roll_back", position=back)
    assert opened.status == 201, opened
    assert opened.body["state"]["disputes"][0]["text"] == "Two coins, not three.\nLook."
    assert gallery.get(path)["disputed"] == [1]
    assert [game["id"] for game in gallery.get("/api/games?disputed=true")["games"]] == [game_id]
    answer = bo.post(f"{path}/moves", {"type": "AnswerDispute", "number": 1, "agrees": True, "text": "Yes."})
    assert [event["type"] for event in answer["events"]] == ["DisputeAnswered", "DisputeDecided", "RolledBack"]
    now = gallery.get(f"{path}/state")["state"]
    assert now["table"] == then["table"] and now["to_act"] == then["to_act"]
    assert now["disputes"][0]["decided"]["by"] == "players"
    assert "disputed" not in gallery.get(path)
    steps = gallery.get(f"{path}/replay?state=full")["steps"]
    assert steps[-1]["state"] == now
    assert back in steps[-1]["text"]
    play_to_the_end(game_id, [ada, bo], random.Random(2))
    assert gallery.get(f"{path}/audit")["ok"]


def test_the_named_referee_decides(gallery, application):
    """Only the named referee can decide; the referee sees a private game, has no seat in it, and the game waits."""
    judge, eve = gallery.sign_up("Justice"), gallery.sign_up("Eve")
    game_id, (ada, bo) = table_of(gallery, TITLE, ["Ada", "Bo"], referee=judge.name.upper(), private=True)
    path = f"/api/games/{game_id}"
    assert judge.get(path)["referee"] == {"player": judge.player["id"], "name": judge.name}
    assert eve.call("GET", path).status == 403
    assert judge.get(path)["your_seat"] is None
    assert judge.get("/api/me/turns")["games"] == []
    invitation = ada.get(path)["invite"]
    assert open_dispute(ada, path, "3-0").status == 409  # not the end of an action
    end = ada.get(path)["position"]
    assert open_dispute(ada, path, end).status == 201
    assert [game["id"] for game in judge.get("/api/me/turns")["games"]] == [game_id]
    verdict = {"number": 1, "text": "A draw it is.", "remedy": {"kind": "result", "places": [1, 1]}}
    for client, status in ((ada, 403), (eve, 403), (gallery, 401)):
        assert client.call("POST", f"{path}/decisions?invite={invitation}", verdict).status == status
    code, text = typed(application, "decide", game_id, "1", "--text", "No.")
    assert code == 1 and "G13" in text
    refused = judge.call("POST", f"{path}/decisions", {**verdict, "number": 2})
    assert (refused.status, refused.body["rule"]) == (409, "G12")
    bad = judge.call("POST", f"{path}/decisions", {"number": 1, "text": "", "remedy": {"kind": "beheading"}})
    assert bad.status == 422
    done = judge.post(f"{path}/decisions", verdict)
    assert (done["status"], done["result"]["places"]) == ("finished", [1, 1])
    assert judge.get("/api/me/turns")["games"] == []
    assert bo.get(f"{path}/audit")["ok"]


def test_the_operator_decides_without_a_named_referee(gallery, application):
    """Two commands: the open disputes, and the decision."""
    game_id, (ada, bo) = table_of(gallery, TITLE, ["Ada", "Bo"])
    path = f"/api/games/{game_id}"
    play_to_the_end(game_id, [ada, bo], random.Random(3))
    before = gallery.get(path)["result"]
    opened = open_dispute(bo, path, positions(gallery, path)[5])
    assert opened.status == 201, opened.body
    code, text = typed(application, "disputes")
    assert code == 0 and game_id in text and "Two coins, not three. / Look." in text
    for arguments in (
        ["--roll-back", "5-0"],
        ["--free-seat", "1"],
        ["--result", "1,x"],
        ["--result", "1,1", "--free-seat", "1"],
    ):
        assert typed(application, "decide", game_id, "1", "--text", "So.", *arguments)[0] != 0
    assert typed(application, "decide", "nogame", "1", "--text", "So.")[0] == 1
    decided = "1,1" if before["places"] != [1, 1] else "2,1"
    code, text = typed(application, "decide", game_id, "1", "--text", "So be it.", "--result", decided)
    assert code == 0, text
    after = gallery.get(path)
    assert after["result"]["places"] == [int(place) for place in decided.split(",")] and after["status"] == "finished"
    assert gallery.get(f"{path}/audit")["ok"]
    assert "No dispute is open." in typed(application, "disputes")[1]


@pytest.mark.parametrize("has_referee", [True, False])
def test_a_muted_player_contests_and_tells_the_judge_alone_why(gallery, application, has_referee):
    """The record and all other players get the remedy without a word; who is not muted writes in the dispute."""
    judge, eve = gallery.sign_up("Justice"), gallery.sign_up("Eve")
    referee = judge.name if has_referee else ""
    game_id, (ada, bo) = table_of(gallery, TITLE, ["Ada", "Bo"], referee=referee)
    path, at = f"/api/games/{game_id}", ada.get(f"/api/games/{game_id}")["position"]
    statement, said = f"{path}/disputes/1/statement", {"text": "He\nlied"}
    typed(application, "silence", bo.name, "--days", "1")
    asked = {"type": "OpenDispute", "position": at, "remedy": {"kind": "free_seat", "seat": 0}}
    refused = bo.call("POST", f"{path}/moves", {**asked, **said})
    assert (refused.status, "G12" in refused.body["detail"]) == (403, True)
    assert (refused := bo.call("PUT", statement, said)).status == 409 and refused.body["rule"] == "G12"
    bo.post(f"{path}/moves", {**asked, "text": "…"})
    assert bo.call("PUT", statement, said).status == 204
    assert [client.call("PUT", statement, said).status for client in (ada, eve)] == [409, 403]
    shown = [{"number": 1, "seat": 1, "text": "He\nlied"}]
    if has_referee:
        assert judge.get(f"{path}/disclosures")["statements"] == shown
        assert "lied" not in typed(application, "disputes")[1]
    else:
        assert appointed(judge).get(f"/api/operator/games/{game_id}/disputes")["statements"] == shown
        assert 'wrote to you alone: "He / lied"' in typed(application, "disputes")[1]
    for client in (ada, bo, eve):
        assert client.call("GET", f"{path}/disclosures").status == 403
        assert "lied" not in str(client.get(f"{path}/state")) + str(client.get(f"{path}/events"))
    assert gallery.get(f"{path}/audit")["ok"]


def a_secret_of(client, path, seat):
    """The newest secret of this client's seat: its position, member and value, and its event in the client's words."""
    own = client.get(f"{path}/events?limit=5000&as={seat}")["events"]
    public = client.get(f"{path}/events?limit=5000&as=public")["events"]
    for mine, other in reversed(list(zip(own, public, strict=True))):
        for member, value in mine["data"].items():
            if other["data"][member] != value:
                return mine["position"], member, value, mine["text"]
    raise AssertionError("this seat has no secret")


def test_one_secret_is_opened_to_the_referee(gallery, application):
    """Everyone sees that, and only the referee the value; the salt opens the commitment that everyone has."""
    judge, eve = gallery.sign_up("Justice"), gallery.sign_up("Eve")
    game_id, (ada, bo) = table_of(gallery, TITLE, ["Ada", "Bo"], referee=judge.name)
    path = f"/api/games/{game_id}"
    play_to_the_end(game_id, [ada, bo], random.Random(1), most=9)
    position, member, value, told = a_secret_of(bo, path, 1)
    assert open_dispute(ada, path, ada.get(path)["position"]).status == 201
    disclosure = {"type": "DiscloseSecret", "number": 1, "position": position, "field": member}
    assert judge.get(f"{path}/disclosures") == {"disclosures": [], "statements": []}
    refused = ada.call("POST", f"{path}/moves", disclosure)
    assert (refused.status, refused.body["rule"]) == (409, "G12")
    done = bo.post(f"{path}/moves", disclosure)
    assert [event["type"] for event in done["events"]] == ["SecretDisclosed"]
    assert gallery.get(f"{path}/state")["state"]["disputes"][0]["disclosed"] == [
        {"seat": 1, "position": position, "field": member}
    ]
    [found] = judge.get(f"{path}/disclosures")["disclosures"]
    assert (found["number"], found["seat"], found["value"], found["text"]) == (1, 1, value, told)
    recorded = [json.loads(line) for line in gallery.call("GET", f"{path}/bundle").body.splitlines()]
    sealed = next(json.loads(line["e"])["data"][member] for line in recorded if line.get("position") == position)
    assert commitment_of(found["salt"], found["value"]) == sealed["sealed"] == found["commitment"]
    for client, status in ((ada, 403), (bo, 403), (eve, 403), (gallery, 401)):
        assert client.call("GET", f"{path}/disclosures").status == status
    for client in (judge, ada, eve, gallery):
        bundle = client.call("GET", f"{path}/bundle").body
        events = client.get(f"{path}/events?limit=5000")["events"]
        assert found["salt"].encode() not in bundle
        assert next(one for one in events if one["position"] == position)["data"][member] != value
    code, text = typed(application, "disputes")
    assert code == 0 and game_id in text and f"opened {member}" not in text
    play_to_the_end(game_id, [ada, bo], random.Random(2))
    assert gallery.get(f"{path}/audit")["ok"]


def test_the_operator_reads_what_is_opened_where_no_referee_is_named(gallery, application):
    """Without a named referee, the operator reads the opened secret with the dispute, in the command's list."""
    game_id, (ada, bo) = table_of(gallery, TITLE, ["Ada", "Bo"])
    path = f"/api/games/{game_id}"
    play_to_the_end(game_id, [ada, bo], random.Random(1), most=9)
    position, member, value, told = a_secret_of(bo, path, 1)
    assert open_dispute(ada, path, ada.get(path)["position"]).status == 201
    bo.post(f"{path}/moves", {"type": "DiscloseSecret", "number": 1, "position": position, "field": member})
    code, text = typed(application, "disputes")
    assert code == 0 and f"{bo.name} opened {member} of {position}: {json.dumps(value, separators=(',', ':'))}" in text
    assert told in text


def test_the_operators_decision_is_signed(gallery, application):
    """The server's key named at the opening signs the decision, even if the server has another key by then."""
    ada, bo = gallery.sign_up("Ada"), gallery.sign_up("Bo")
    game = ada.post("/api/games", {"rulebook": TITLE, "players": 2, "signed": True, "sit": False})
    path, signer = f"/api/games/{game['id']}", Signer("Ada")
    for seat, client in enumerate((ada, bo)):
        body, signature = signer.joins(client.get(path), client.player["id"], seat)
        client.post(f"{path}/seats", body, Stele_Signature=signature)
    key = gallery.get("/.well-known/stele.json")["key"]
    assert gallery.get(f"{path}/events")["events"][0]["data"]["referee_key"] == key
    assert typed(application, "rotate-key")[0] == 0
    now = ada.get(path)
    dispute = {"type": "OpenDispute", "position": now["position"], "text": "Look."}
    signed = signer.signed(game["id"], now["position"], now["digest"], 0, dispute, None, now["previous"])
    ada.post(f"{path}/moves", dispute, Stele_Signature=header(signed))
    code, text = typed(application, "decide", game["id"], "1", "--text", "So be it.", "--result", "1,1")
    assert code == 0, text
    events = gallery.get(f"{path}/events?limit=500")["events"]
    assert [event["type"] for event in events[-3:]] == ["DisputeDecided", "StatementSigned", "GameFinished"]
    report = verify(gallery.call("GET", f"{path}/bundle").body)
    [found] = [check for check in report.checks if check.name == "signatures"]
    assert report.ok and found.verdict == "passed" and not found.warnings


def test_the_referee_of_a_new_game(gallery):
    """An existing player without a seat."""
    ada = gallery.sign_up("Ada")
    for referee in ("Nobody at all", ada.name):
        answer = ada.call("POST", "/api/games", {"rulebook": TITLE, "players": 2, "referee": referee})
        assert (answer.status, [*answer.body["errors"]]) == (422, ["referee"])
    judge = gallery.sign_up("Judge")
    game = ada.post("/api/games", {"rulebook": TITLE, "players": 2, "referee": judge.name})
    refused = judge.call("POST", f"/api/games/{game['id']}/seats", {})
    assert (refused.status, refused.body["rule"]) == (409, "G13")


def test_a_finished_game_in_dispute_is_revalidated(gallery):
    """The full view of a finished game is not cached permanently: the next reader sees the new result."""
    game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"])
    path = f"/api/games/{game_id}"
    clients[1].post(f"{path}/moves", {"type": "Resign"})
    calls = ["", "/state", "/events", "/replay", "/bundle", "/audit"]
    before = {call: gallery.call("GET", path + call) for call in calls}
    assert open_dispute(clients[0], path, before[""].body["position"]).status == 201
    for call, known in before.items():
        assert "immutable" not in known.headers["Cache-Control"]
        again = gallery.call("GET", path + call, If_None_Match=known.headers["ETag"])
        assert again.status == 200 and again.headers["ETag"] != known.headers["ETag"], call
