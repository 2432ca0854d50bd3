"""Requests over HTTP."""

from tests.api.clients import table_of


def test_gold_cards_in_any_order(gallery):
    """AC-S4: the cards of a display are a set: the record has them in ascending order, in any sent order."""
    game_id, clients = table_of(gallery, "amun-re-card-game", ["Ada", "Bea"])
    (seat,) = gallery.get(f"/api/games/{game_id}")["to_act"]
    move = {"type": "ChooseGold", "cards": [8, 6, 0]}
    assert clients[seat].call("POST", f"/api/games/{game_id}/moves?dry_run=true", move).status == 200
    answer = clients[seat].call("POST", f"/api/games/{game_id}/moves", move)
    assert answer.status == 201
    assert answer.body["events"][0]["data"]["cards"] == [0, 6, 8]


def test_whose_turn_it_is(gallery):
    """AC-S4: a player who is not asked gets the rule's number and the seats the game waits for."""
    game_id, clients = table_of(gallery, "amun-re-card-game", ["Ada", "Bea"])
    (seat,) = gallery.get(f"/api/games/{game_id}")["to_act"]
    path = f"/api/games/{game_id}/moves"
    answer = clients[1 - seat].call("POST", path, {"type": "ChooseGold", "cards": [0, 6, 8]})
    assert (answer.status, answer.body["rule"]) == (409, "AC-S4")
    assert answer.body["detail"] == f"it is not your turn; waiting for {clients[seat].player['name']}"
