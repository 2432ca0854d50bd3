"""Preview: a tried move shows its effects, and records nothing."""

import random

import pytest

from domain.title_loader import find_rulebooks
from tests.api.clients import table_of


@pytest.fixture
def seated(gallery, title):
    """A started game of the title, its players, and whose turn it is."""
    least = find_rulebooks()[title].meta.least_players
    return table_of(gallery, title, [f"Thinker {number}" for number in range(least)])


def asked(gallery, game_id):
    """A seat that must answer."""
    return gallery.get(f"/api/games/{game_id}")["to_act"][0]


def test_a_preview_matches_the_move(gallery, seated):
    """Foreseen effects come true, in the same words, and the record is unchanged before the move is made."""
    game_id, clients = seated
    lot = random.Random(3)
    for _ in range(12):
        client = clients[asked(gallery, game_id)]
        legal = client.get(f"/api/games/{game_id}/legal-moves")
        move = lot.choice(legal["moves"])["move"]
        tried = client.call("POST", f"/api/games/{game_id}/moves?dry_run=true", move)
        assert tried.status == 200
        assert tried.body["position"] == legal["position"] == gallery.get(f"/api/games/{game_id}")["position"]
        made = client.call("POST", f"/api/games/{game_id}/moves", move)
        assert made.status == 201
        told = [event["text"] for event in made.body["events"]]
        foreseen = [event["text"] for event in tried.body["events"]]
        assert foreseen
        assert foreseen == told[: len(foreseen)]
        if tried.body["complete"]:
            assert tried.body["state"] == made.body["state"]


def test_refused_previews(gallery, seated):
    """A preview is refused like the move itself: not my turn, no such move, no seat, malformed."""
    game_id, clients = seated
    seat = asked(gallery, game_id)
    path = f"/api/games/{game_id}/moves?dry_run=true"
    legal = clients[seat].get(f"/api/games/{game_id}/legal-moves")["moves"]
    waiting = [number for number in range(len(clients)) if number not in gallery.get(f"/api/games/{game_id}")["to_act"]]
    for number in waiting:
        assert clients[number].call("POST", path, legal[0]["move"]).status == 409
    assert gallery.call("POST", path, legal[0]["move"]).status == 401
    assert clients[seat].call("POST", path, {"type": "Nothing"}).status == 422
    assert clients[seat].call("POST", path, {"type": "Resign"}).status == 409
