"""Statistics by HTTP: what finished games tell of a title, the facts for research, and what followed a position."""

import json
import random

import pytest

from domain.title_loader import find_rulebooks, find_statistics
from tests.api.clients import Client, play_to_the_end, table_of

TITLE = "amun-re-card-game"
PATH = f"/api/rulebooks/{TITLE}/statistics"


def played_games(gallery, of_people=6):
    """Games between people, played out at random, and one against a computer player, resigned, which is last."""
    found = []
    for number in range(of_people):
        game_id, clients = table_of(gallery, TITLE, ["Ann", "Bob"])
        play_to_the_end(game_id, clients, random.Random(number))
        found.append(game_id)
    game_id, (ann,) = table_of(gallery, TITLE, ["Ann"], bots=1)
    ann.post(f"/api/games/{game_id}/moves", {"type": "Resign"})
    return [*found, game_id]


@pytest.fixture(scope="module")
def games(application, work):
    """Seven counted games."""
    found = played_games(Client(application))
    work()
    return found


def test_what_games_tell(gallery, games):
    """Wins by seat, points and length; games with computer players are counted, and can be left out."""
    people, everything = (gallery.get(f"{PATH}?players=2&people={one}") for one in ("true", "false"))
    assert people["games"] >= 6 and everything["games"] > people["games"] and people["current"]
    assert {"players": 2, "games": people["games"]} in people["available"]
    assert people["complete"] <= sum(one["wins"] for one in people["seats"])
    assert 2 * people["complete"] == sum(one["number"] for one in people["points"])
    for name in ("actions", "days"):
        values = [one["value"] for one in people[name]]
        assert people["complete"] == sum(one["games"] for one in people[name]) and values == sorted(values)
    assert all(one["text"].startswith("A player") for one in people["openings"])
    for one in people["openings"]:
        events = gallery.get(f"/api/games/{one['game']}/events?limit=200")["events"]
        (answer,) = (event["text"] for event in events if event["position"] == f"{one['action']}-0")
        assert answer.endswith(one["text"].removeprefix("A player"))
    topics = {one["id"]: one for one in people["topics"]}
    assert [one.id for one in find_statistics(TITLE).topics] == list(topics)
    prices = topics["province"]["entries"]
    assert prices and all(0 <= one["wins"] <= one["number"] and one["average"] is not None for one in prices)


def test_texts_are_in_the_readers_language(gallery, games):
    """Sentences of answers and a title's counted features are in the reader's language, and so the ETag differs."""
    english, italian = (gallery.call("GET", PATH, Accept_Language=one) for one in ("en", "it"))
    assert english.headers["ETag"] != italian.headers["ETag"]
    assert english.body["topics"][0]["label"] != italian.body["topics"][0]["label"]
    assert english.body["openings"][0]["text"] != italian.body["openings"][0]["text"]


def test_an_answer_is_kept_until_a_game_is_counted(gallery, games):
    """A request with the ETag gets 304 until something changes for this title."""
    answer = gallery.call("GET", PATH)
    tag = answer.headers["ETag"]
    assert 304 == gallery.call("GET", PATH, If_None_Match=tag).status
    game_id, (ann, _bob) = table_of(gallery, TITLE, ["Ann", "Bob"])
    assert 304 == gallery.call("GET", PATH, If_None_Match=tag).status
    ann.post(f"/api/games/{game_id}/moves", {"type": "Resign"})
    after = gallery.call("GET", PATH, If_None_Match=tag)
    assert 200 == after.status and after.body["games"] == answer.body["games"] + 1


def test_the_facts_name_no_player_and_no_private_game(gallery, games):
    """The facts have one line for each counted game, in the order of their ends, without players and private games."""
    private, (ann, bob) = table_of(gallery, TITLE, ["Ann", "Bob"], private=True)
    ann.post(f"/api/games/{private}/moves", {"type": "Resign"})
    answer = gallery.call("GET", f"{PATH}?format=jsonl")
    lines = [json.loads(line) for line in answer.body.splitlines()]
    assert {*games} <= {line["game"] for line in lines} and private not in {line["game"] for line in lines}
    assert [line["ended_at"] for line in lines] == sorted(line["ended_at"] for line in lines)
    assert ann.player["id"] not in answer.body.decode() and bob.name not in answer.body.decode()
    by_id = {line["game"]: line for line in lines}
    assert by_id[games[0]]["people"] and by_id[games[0]]["facts"] and not by_id[games[-1]]["people"]
    assert 304 == gallery.call("GET", f"{PATH}?format=jsonl", If_None_Match=answer.headers["ETag"]).status


def test_a_position_tells_what_followed(gallery, games):
    """Where five games agree, a position shows how often each answer came and won, but not in a running or private
    game.
    """
    first = first_decision(gallery, games[0])
    found = gallery.get(f"/api/games/{games[0]}/statistics?at={first}&people=true")
    assert found["compared"] and found["games"] >= 6 and found["answers"]
    assert found["answers"] == sorted(found["answers"], key=lambda one: -one["number"])
    assert not gallery.get(f"/api/games/{games[0]}/statistics")["compared"]  # no seat is asked at the end
    running, (ann, _bob) = table_of(gallery, TITLE, ["Ann", "Bob"])
    assert 409 == ann.call("GET", f"/api/games/{running}/statistics").status
    private, (eve, _tom) = table_of(gallery, TITLE, ["Eve", "Tom"], private=True)
    first = first_decision(eve, private)
    eve.post(f"/api/games/{private}/moves", {"type": "Resign"})
    own = eve.get(f"/api/games/{private}/statistics?at={first}")
    assert not own["compared"] and [] == own["answers"]
    assert 403 == gallery.call("GET", f"/api/games/{private}/statistics").status


def first_decision(client, game_id):
    """The last position before the first answer."""
    events = client.get(f"/api/games/{game_id}/events?limit=200")["events"]
    answers = [one["type"] in ("GoldChosen",) for one in events]
    return events[answers.index(True) - 1 if True in answers else -1]["position"]


def without_games(client):
    """The statistics of a title and a number of players without games between people: other tests play, too."""
    kinds = ((name, one.meta) for name, one in find_rulebooks().items())
    paths = (
        f"/api/rulebooks/{name}/statistics?players={players}&people=true"
        for name, meta in kinds
        for players in range(meta.least_players, meta.most_players + 1)
    )
    return next(path for path in paths if client.get(path)["games"] == 0)


def test_titles_without_games(gallery):
    """A title without counted games has empty tables, and an unknown title is refused."""
    found = gallery.get(without_games(gallery))
    assert (found["games"], found["points"], found["openings"], found["days"]) == (0, [], [], [])
    assert 404 == gallery.call("GET", "/api/rulebooks/nothing/statistics").status
    assert 422 == gallery.call("GET", f"{PATH}?players=99").status
