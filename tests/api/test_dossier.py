"""Dossier of an action over HTTP: its addresses, access, proofs and languages."""

import random

import pytest

from tests.api.clients import Client, play_to_the_end, table_of
from verify.receipts import is_genuine

TITLE = "amun-re-card-game"


@pytest.fixture(scope="module")
def games(application):
    """A running and a finished game: each its path, its players, its public events."""
    found = []
    for most in (6, 10**6):
        gallery = Client(application)
        game_id, clients = table_of(gallery, TITLE, ["Ada", "Bo"])
        play_to_the_end(game_id, clients, random.Random(3), most=most)
        events = gallery.get(f"/api/games/{game_id}/events?limit=5000")["events"]
        found.append((f"/api/games/{game_id}", clients, events))
    return found


def test_all_of_a_finished_action(games, gallery):
    """All readers see each seat's knowledge, question and answer, the effects and their proof."""
    path, _clients, events = games[1]
    move = next(event for event in events if event["type"] == "GoldPlaced" and event["seat"] is not None)
    told = gallery.get(f"{path}/dossier?at={move['position']}&as=all")
    action = move["position"].split("-")[0]
    same = [event for event in events if event["position"].split("-")[0] == action]
    assert [event["position"] for event in told["events"]] == [event["position"] for event in same]
    assert (told["position"], told["until"]) == (same[0]["position"], same[-1]["position"])
    assert told["at"] == move["at"] and told["digest"] == same[-1]["digest"]
    before = events[events.index(same[0]) - 1]
    assert told["before"] == {name: before[name] for name in ("position", "digest", "at")}
    assert [view["as"] for view in told["views"]] == ["public", 0, 1]
    state = gallery.get(f"{path}/state?at={before['position']}&as=1")["state"]
    assert told["views"][2]["state"] == state and told["views"][2]["text"].startswith("Known to Bo")
    (asked,) = told["asked"]
    assert asked["seat"] == move["seat"] and asked["kind"] == "person"
    (chosen,) = (one for one in asked["answers"] if one["chosen"])
    assert chosen["move"]["province"] == move["data"]["province"]
    rules = told["events"][0]["rules"]
    assert {"number": "AC-A2", "text": gallery.get(f"/api/rulebooks/{TITLE}")["rules"]["AC-A2"]} in rules
    assert told["adjudication"]["verdict"] == "agrees"
    receipt = told["receipt"]
    assert is_genuine(receipt)
    assert (receipt["position"], receipt["digest"]) == (told["until"], told["digest"])


def test_every_way_to_name_the_action(games, gallery):
    """An action's number, any of its positions, and its time all lead to the same dossier."""
    path, _clients, events = games[1]
    effect = next(
        event for event in events if event["position"].endswith("-1") and not event["position"].startswith("1-")
    )
    whole = gallery.get(f"{path}/dossier?at={effect['position']}")
    assert whole == gallery.get(f"{path}/dossier?at={effect['position'].split('-')[0]}")
    at = events[-1]["at"]
    assert gallery.get(f"{path}/dossier?at={at}")["until"] == events[-1]["position"]


def test_the_first_action_has_nothing_before_it(games, gallery):
    """No seat was asked, and nothing was known."""
    told = gallery.get(f"{games[1][0]}/dossier?at=1&as=all")
    assert told["before"] is None and told["asked"] == []
    assert [view["state"] for view in told["views"]] == [None] * 3


@pytest.mark.parametrize(
    ("query", "status"),
    [("", 422), ("?at=nowhere", 422), ("?at=99999", 404), ("?at=2-77", 404), ("?at=1999-01-01", 404)],
)
def test_bad_places(games, gallery, query, status):
    """A place that doesn't exist is refused as such."""
    assert gallery.call("GET", f"{games[1][0]}/dossier{query}").status == status


def test_access_to_a_running_games_dossier(games, gallery):
    """A seat has its own and the public view; no viewer has another seat's, or all of it, until the end."""
    path, (ada, bo), events = games[0]
    at = next(event["position"] for event in reversed(events) if event["seat"] == 0)
    mine, his = ada.get(f"{path}/dossier?at={at}"), bo.get(f"{path}/dossier?at={at}")
    assert [view["as"] for view in mine["views"]] == ["public", 0]
    assert [view["as"] for view in his["views"]] == ["public", 1]
    assert [view["as"] for view in gallery.get(f"{path}/dossier?at={at}")["views"]] == ["public"]
    assert any(one["chosen"] for asked in mine["asked"] if asked["seat"] == 0 for one in asked["answers"])
    assert all(asked["answers"] is None for asked in his["asked"] if asked["seat"] == 0)
    assert mine["adjudication"]["verdict"] == his["adjudication"]["verdict"] == "agrees"
    for client, viewer in ((ada, "1"), (gallery, "0"), (ada, "all")):
        assert client.call("GET", f"{path}/dossier?at={at}&as={viewer}").status == 403


def test_the_readers_language(games, gallery):
    """The dossier's sentences are in the reader's language."""
    path = f"{games[1][0]}/dossier?at=9&as=all"
    texts = {gallery.get(path, Accept_Language=one)["adjudication"]["text"] for one in ("en", "it", "es")}
    assert len(texts) == 3
