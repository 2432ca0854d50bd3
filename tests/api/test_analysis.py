"""Analysis over HTTP: public for a finished game, unavailable for a running one."""

import random

import pytest

from ai.analysis.game_analysis import Effort
from ai.analysis.move_analysis import AnalysisBudgets
from ai.search.search import Budget
from api.services import services
from services.games.analysis.game_analyses import Analyst
from services.games.analysis.move_analyses import MoveAnalyst
from tests.api.clients import Client, play_to_the_end, table_of
from tests.api.test_disputes import positions
from tests.api.test_forks import fork

QUICK = AnalysisBudgets(Budget(games=2), Budget(games=8), Budget(games=8), rounds=2)
SMALL = Effort(Budget(games=1), Budget(games=4), Budget(games=12), Budget(games=12), pieces=4)


def explain(application, game_id):
    """The work of a searching process when no player waits for an answer."""
    with application.app_context():
        analyst = Analyst(services().games.tables, services().games.analyses, SMALL)
        while game_id in analyst.waiting():
            analyst.work(game_id, lambda: False)


def judge(application):
    """Start the analysis worker for single answers."""
    with application.app_context():
        judge = MoveAnalyst(services().games.tables, services().games.verdicts, QUICK)
        for one in judge.waiting():
            judge.work(one, lambda: False)


@pytest.fixture(scope="module")
def table(application):
    """A running game of two: its path, its analysis's path, and its players."""
    game_id, clients = table_of(Client(application), "amun-re-card-game", ["Ada", "Bo"])
    return game_id, f"/api/games/{game_id}/analysis", clients


def test_a_game_is_explained_when_it_is_finished(table, application, gallery):
    """A signed-in player can request a game's analysis, for all readers, once the game is finished and not earlier, not
    even through a copy.
    """
    game_id, path, clients = table
    for asked in (clients[0].call("GET", path), clients[1].call("POST", path, {}), gallery.call("GET", path)):
        assert (asked.status, asked.body["type"]) == (409, "urn:stele:problem:not-finished")
    verdict = f"{path}?at=3"
    for asked in (clients[0].call("GET", verdict), clients[1].call("POST", verdict, {})):
        assert (asked.status, asked.body["type"]) == (409, "urn:stele:problem:not-finished")
    play_to_the_end(game_id, clients, random.Random(5), most=40)
    game = f"/api/games/{game_id}"
    copied = fork(clients[0], game, positions(clients[0], game)[-1], ["me", "me"])
    assert copied.status == 201, copied
    copy = f"/api/games/{copied.body['id']}"
    play_to_the_end(copied.body["id"], [clients[0]] * 2, random.Random(5))
    assert clients[0].get(copy)["status"] == "finished" and gallery.get(game)["status"] == "playing"
    for method, body in (("GET", None), ("POST", {})):
        of_the_copy = clients[0].call(method, f"{copy}/analysis", body)
        assert (of_the_copy.status, of_the_copy.body["type"]) == (409, "urn:stele:problem:not-finished")
    play_to_the_end(game_id, clients, random.Random(5))
    assert clients[0].call("POST", f"{copy}/analysis", {}).status == 202
    assert clients[1].call("GET", f"{copy}/analysis").status == 403
    nothing = gallery.call("GET", path)
    assert (nothing.status, nothing.body["type"]) == (404, "urn:stele:problem:no-analysis")
    assert gallery.call("POST", path, {}).status == 401
    asked = clients[0].call("POST", path, {})
    assert (asked.status, asked.body["state"], asked.body["moments"]) == (202, "under way", [])
    explain(application, game_id)
    found = gallery.get(path, Accept_Language="it")
    assert (found["state"], found["done"]) == ("done", found["pieces"])
    assert found["moments"][-1]["position"] == gallery.get(f"/api/games/{game_id}")["position"]
    assert all(abs(sum(one["chances"]) - 1) < 0.001 for one in found["moments"])
    for one in found["turning_points"]:
        assert one["better"]["text"] and one["gain"] >= 0.03
    assert len(found["decisions"]) > 20 and (found["luck_share"] or 0) < 1
    assert any(any(one["luck"]) for one in found["moments"])
    for one in found["decisions"]:
        assert one["played"]["text"] and "seat" not in one["played"]["move"]
        assert one["better"] is None or one["lost"] >= 0.03
    assert [one["seat"] for one in found["players"]] == [0, 1]
    assert sum(one["answers"] for one in found["players"]) == len(found["decisions"])
    assert all(0 < one["accuracy"] <= 100 for one in found["players"])
    assert clients[1].call("POST", path, {}).body == gallery.get(path)


def test_the_alternatives_of_a_decision(table, application, gallery):
    """For a finished game, all readers see what the seat saw and could have played, with a preview of each move."""
    game_id, _, clients = table
    path = f"/api/games/{game_id}/alternatives"
    play_to_the_end(game_id, clients, random.Random(5))
    events = gallery.get(f"/api/games/{game_id}/events?limit=1000")["events"]
    moved = next(
        one for one in events[len(events) // 2 :] if one["seat"] is not None and one["position"].endswith("-0")
    )
    action, seat = int(moved["position"].split("-")[0]), moved["seat"]
    found = gallery.get(f"{path}/{action}")
    assert (found["seat"], found["action"]) == (seat, action) and found["position"].startswith(f"{action - 1}-")
    then = clients[seat].get(f"/api/games/{game_id}/state?at={found['position']}&as={seat}")
    assert found["state"] == then["state"] and all(one["text"] for one in found["moves"])
    for number in {0, len(found["moves"]) - 1}:
        after = gallery.get(f"{path}/{action}?move={number}")
        assert after["events"] and after["state"]["table"] != found["state"]["table"] and after["moves"] is not None
    for absent in (f"{path}/{action}?move={len(found['moves'])}", f"{path}/1", f"{path}/0", f"{path}/99999"):
        refused = gallery.call("GET", absent)
        assert (refused.status, refused.body["type"]) == (404, "urn:stele:problem:no-such-position"), absent
    running, others = table_of(Client(application), "kheops", ["Cleo", "Dana"])
    refused = others[0].call("GET", f"/api/games/{running}/alternatives/4")
    assert (refused.status, refused.body["type"]) == (409, "urn:stele:problem:not-finished")


def test_an_answer_is_judged_when_the_game_is_finished(table, application, gallery):
    """A signed-in player can have a recorded action of a finished game judged, for all readers, by the current
    record.
    """
    game_id, _, clients = table
    play_to_the_end(game_id, clients, random.Random(5))
    path = f"/api/games/{game_id}/analysis"
    action = int(gallery.get(f"/api/games/{game_id}")["position"].split("-")[0]) // 2
    nothing = gallery.call("GET", f"{path}?at={action}")
    assert (nothing.status, nothing.body["type"]) == (404, "urn:stele:problem:no-verdict")
    assert gallery.call("POST", f"{path}?at={action}", {}).status == 401
    for beyond in (10_000, 10**30):
        absent = clients[0].call("POST", f"{path}?at={beyond}", {})
        assert (absent.status, absent.body["type"]) == (404, "urn:stele:problem:no-such-position")
    assert clients[0].call("POST", f"{path}?at=-1", {}).status == 404
    asked = clients[0].call("POST", f"{path}?at={action}", {})
    assert (asked.status, asked.body["state"], asked.body["others"]) == (202, "under way", [])
    judge(application)
    found = gallery.get(f"{path}?at={action}", Accept_Language="it")
    assert (found["state"], found["action"]) == ("done", action) and found["played"]["text"]
    assert found["before"]["games"] and abs(sum(found["after"]["chances"]) - 1) < 0.001
    assert 0 < len(found["others"]) <= 3
    for one in found["others"]:
        assert one["games"] and one["text"] and one["move"] != found["played"]["move"]
        assert "seat" not in one["move"] and one["is_settled"] >= one["is_better"]
    assert clients[1].call("POST", f"{path}?at={action}", {}).body == gallery.get(f"{path}?at={action}")
    clients[1].call("POST", f"{path}?at=0", {})
    judge(application)
    unanswered = gallery.get(f"{path}?at=0")
    assert (unanswered["state"], unanswered["seat"], unanswered["played"]) == ("done", None, None)
