"""Puzzles over HTTP: they tell nothing of their game before the answer, and count each player's first one."""

import json
import random
from xml.etree import ElementTree

import msgspec
import pytest

from ai.analysis.decision_points import DecisionPoints
from api.services import services
from app import create_app
from eventstore.entries import parse_position
from replay.past_states import placed_records
from tests.api.clients import Client, play_to_the_end, table_of
from tests.api.test_bot_accounts import programmed

TITLE = "amun-re-card-game"
NAMES = ("Hemiunu of Giza", "Senenmut of Thebes")


def add_puzzle(served, game_id, number=0):
    """Add a puzzle of this finished game of a server, as below."""
    return puzzle_of(create_app({"STELE_DATA": str(served.data), **served.variables}), game_id, number)


def puzzle_of(application, game_id, number=0):
    """Add a puzzle of this finished game, as if it had been checked: the move that was played is the best."""
    with application.app_context():
        games = services().games
        seen = games.tables.seen(game_id, "all")
        moments = DecisionPoints(seen.projector, placed_records(seen.projector, games.tables.store.read(game_id)))
        places = [at for at in range(len(moments.all)) if moments.choosing(at) is not None]
        place = places[len(places) // 2 + number]
        played = moments.answered(place).played
        action = parse_position(moments.all[place].position).action
        return games.puzzles.add(seen, action, played, 0.21), msgspec.to_builtins(played), action


def forget_puzzles(served):
    """Remove all puzzles, those of other tests, too."""
    with create_app({"STELE_DATA": str(served.data), **served.variables}).app_context():
        redis = services().games.tables.store.redis
        for key in list(redis.scan_iter("stele:puzzle*")):
            redis.delete(key)


@pytest.fixture(scope="module")
def application(server_directory):
    """An application of its own: the daily puzzle and the feed are of all puzzles of a record."""
    return create_app({"STELE_DATA": str(server_directory("puzzles")), "STELE_LIMITS": "off"})


@pytest.fixture
def gallery(application):
    """A client without a token."""
    return Client(application)


@pytest.fixture(scope="module")
def played(application):
    """A finished game, its players, and a puzzle from it."""
    game_id, clients = table_of(Client(application), TITLE, list(NAMES))
    play_to_the_end(game_id, clients, random.Random(5))
    puzzle_id, best, action = puzzle_of(application, game_id)
    return game_id, clients, f"/api/puzzles/{puzzle_id}", {k: v for k, v in best.items() if k != "seat"}, action


def test_a_puzzle_tells_nothing_of_its_game(played, gallery):
    """No player, no result, no key, no answer; the state is what the seat saw."""
    game_id, clients, path, best, action = played
    found = gallery.get(path, Accept_Language="it")
    told = json.dumps(found)
    game = gallery.get(f"/api/games/{game_id}/state")["state"]
    secrets = [game_id, game["commitment"], game["key"], *(one.player["id"] for one in clients)]
    secrets += [seat["nonce"] for seat in game["seats"] if len(seat["nonce"]) > 2] + [*NAMES]
    for secret in secrets:
        assert secret not in told
    assert found["state"]["result"] is None and found["state"]["as"] == found["seat"]
    assert not {"best", "gain", "game", "position", "action"} & found.keys()
    then = gallery.get(f"/api/games/{game_id}/alternatives/{action}")
    assert found["state"]["table"] == then["state"]["table"] and len(found["moves"]) == len(then["moves"])
    assert json.loads(json.dumps(best)) in [one["move"] for one in found["moves"]]
    assert [seat["name"] for seat in found["state"]["seats"]] == ["Posto 1", "Posto 2"]
    (summary,) = (one for one in gallery.get(f"/api/puzzles?title={TITLE}")["puzzles"] if one["id"] == found["id"])
    assert summary["yours"] is None and summary["difficulty"] is None


def test_a_move_is_previewed_without_telling_of_the_game(played, gallery):
    """The state after it is what the seat could know, with neither names nor ids; there are as many as moves."""
    game_id, clients, path, _best, action = played
    number = len(gallery.get(path)["moves"]) - 1
    found = gallery.get(f"{path}?move={number}")
    then = gallery.get(f"/api/games/{game_id}/alternatives/{action}?move={number}")
    assert found["state"]["table"] == then["state"]["table"] and found["complete"] == then["complete"]
    told = json.dumps(found)
    assert not [secret for secret in (game_id, *(one.player["id"] for one in clients), *NAMES) if secret in told]
    absent = gallery.call("GET", f"{path}?move={number + 1}")
    assert (absent.status, absent.body["type"]) == (404, "urn:stele:problem:no-such-position")


def test_a_wrong_and_a_right_answer(played, gallery):
    """Without an account, right and wrong answers get the solution and do not count; other moves are refused."""
    game_id, _, path, best, action = played
    moves = [one["move"] for one in gallery.get(path)["moves"]]
    best = json.loads(json.dumps(best))
    wrong = gallery.call("POST", f"{path}/attempts", {"move": next(one for one in moves if one != best)})
    assert wrong.status == 200 and not wrong.body["solved"] and wrong.body["best"]["move"] == best
    assert (wrong.body["game"], wrong.body["position"], wrong.body["gain"]) == (game_id, f"{action}-0", 0.21)
    right = gallery.call("POST", f"{path}/attempts", {"move": best})
    assert right.body["solved"] and not right.body["counts"] and right.body["best"]["text"]
    assert gallery.get(path)["tried"] == 0
    for refused in ({"move": {"type": "Nothing"}}, {"move": {"type": "Resign"}}, {}):
        assert gallery.call("POST", f"{path}/attempts", refused).status == 422
    for absent in ("/api/puzzles/none", "/api/puzzles/" + "2" * 12):
        found = gallery.call("GET", absent)
        assert (found.status, found.body["type"]) == (404, "urn:stele:problem:no-such-puzzle")
        assert gallery.call("POST", f"{absent}/attempts", {"move": best}).status == 404
    assert gallery.call("GET", "/api/puzzles?title=none").status == 404
    assert gallery.call("GET", "/api/puzzles?daily=true&title=none").status == 404


def test_the_first_answer_of_a_player_counts(played, gallery):
    """Only a player's first answer counts; all players get the same daily puzzle, with a streak and a feed."""
    _, _, path, best, _ = played
    ada, bo = gallery.sign_up("Ada"), gallery.sign_up("Bo")
    daily = gallery.get(f"/api/puzzles?daily=true&title={TITLE}")
    assert daily["puzzles"][0]["id"] == path.rpartition("/")[2] and daily["puzzles"][0]["streak"] == 0
    assert ada.get("/api/puzzles?daily=true")["puzzles"][0]["id"] == daily["puzzles"][0]["id"]
    moves = [one["move"] for one in gallery.get(path)["moves"]]
    best = json.loads(json.dumps(best))
    wrong = next(one for one in moves if one != best)
    before = gallery.get(path)
    first = ada.call("POST", f"{path}/attempts", {"move": best}).body
    assert first["solved"] and first["counts"] and first["streak"] == 1
    again = ada.call("POST", f"{path}/attempts", {"move": wrong}).body
    assert not again["solved"] and not again["counts"] and again["streak"] == 1
    other = bo.call("POST", f"{path}/attempts", {"move": wrong}).body
    assert other["counts"] and other["streak"] == 0
    assert not bo.call("POST", f"{path}/attempts", {"move": best}).body["counts"]
    after = gallery.get(path)
    assert (after["tried"], after["solved"]) == (before["tried"] + 2, before["solved"] + 1)
    assert (ada.get(path)["yours"], bo.get(path)["yours"], after["yours"]) == (True, False, None)
    assert ada.get("/api/puzzles?daily=true")["puzzles"][0]["streak"] == 1
    feed = gallery.call("GET", "/puzzles/feed")
    assert feed.status == 200 and feed.headers["Content-Type"].startswith("application/atom+xml")
    entries = ElementTree.fromstring(feed.body).findall("{http://www.w3.org/2005/Atom}entry")
    assert len(entries) == 1 and daily["day"].encode() in feed.body


def test_puzzles_follow_each_other(played, gallery, application):
    """Page by page, and one after the other."""
    game_id, _, path, _, _ = played
    assert gallery.get(path)["following"] is None
    other, _, _ = puzzle_of(application, game_id, 1)
    assert gallery.get(path)["following"] == other
    first = gallery.get(f"/api/puzzles?title={TITLE}&limit=1")
    second = gallery.get(f"/api/puzzles?title={TITLE}&limit=1&cursor={first['next']}")
    assert [one["puzzles"][0]["id"] for one in (first, second)] == [other, path.rpartition("/")[2]]
    assert second["next"] is None


def test_a_bot_does_not_count(played, gallery):
    """A bot's answer does not count, because a bot could compute it."""
    _, _, path, best, _ = played
    owner = gallery.sign_up("Owner")
    bot = programmed(owner)
    assert not bot.call("POST", f"{path}/attempts", {"move": best}).body["counts"]
