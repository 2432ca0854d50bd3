"""Forks: another line from any position of a finished game, alone or against computer players."""

import random

from tests.api.clients import play_to_the_end, table_of
from tests.api.test_disputes import open_dispute, positions
from tests.eventstore.handmade import eventually

TITLE = "amun-re-card-game"


def fork(client, path, at, seats):
    return client.call("POST", f"{path}/forks", {"at": at, "seats": seats})


def play_alone(client, path, lot):
    """Random moves for every seat, until the game is over."""
    while client.get(path)["status"] == "playing":
        legal = client.get(f"{path}/legal-moves")["moves"]
        client.post(f"{path}/moves", lot.choice(legal)["move"])


def test_another_line_from_a_finished_game(gallery):
    """G16: each seat begins with its cards and knowledge there; a player plays all seats to the end.

    The record verifies.
    """
    least = 3
    game_id, clients = table_of(gallery, TITLE, [f"F{seat}" for seat in range(least)])
    path = f"/api/games/{game_id}"
    assert fork(gallery.sign_up("Onlooker"), path, "4", ["me"] * least).status == 403
    play_to_the_end(game_id, clients, random.Random(TITLE))
    ends = positions(gallery, path)
    at = ends[len(ends) // 2]
    digest = gallery.get(f"{path}/state?at={at}")["digest"]
    then = {seat: gallery.get(f"{path}/state?at={at}&as={seat}")["state"] for seat in range(least)}
    eve = gallery.sign_up("Eve")
    made = fork(eve, path, at, ["me"] * least)
    assert made.status == 201, made
    assert made.body["fork"] == {"game": game_id, "position": at}
    forked = f"/api/games/{made.body['id']}"
    assert eve.get(f"{forked}/events?limit=2")["events"][1]["data"]["digest"] == digest
    for seat, known in then.items():
        now = eve.get(f"{forked}/state?as={seat}")["state"]
        for name in ("table", "to_act", "points", "moves"):
            assert now[name] == known[name], name
    assert made.body["your_seat"] in made.body["to_act"]
    assert gallery.call("GET", forked).status == 403
    assert clients[0].call("POST", f"{forked}/seats", {"invite": made.body["invite"]}).status == 409
    play_alone(eve, forked, random.Random(2))
    assert eve.get(forked)["status"] == "finished"
    report = eve.get(f"{forked}/audit")
    assert report["ok"] and "said to be a copy of game" in report["checks"][-1]["detail"]
    assert eve.get("/api/me/turns")["games"] == []
    assert made.body["id"] not in [game["id"] for game in gallery.get("/api/games")["games"]]
    assert fork(eve, forked, "3", ["me"] * least).status == 409
    copied = eve.get(f"{forked}/dossier?at=3")["adjudication"]
    assert copied["verdict"] == "not possible" and "copied from another game" in copied["text"]
    played = positions(eve, forked)[-2]
    assert eve.get(f"{forked}/dossier?at={played}")["adjudication"]["verdict"] == "agrees"


def test_a_fork_against_computer_players(remote):
    """The computer players of a fork answer automatically with their seats' knowledge, and a fork has no disputes."""
    game_id, clients = table_of(remote, "kheops", ["Ada", "Bo"])
    path = f"/api/games/{game_id}"
    play_to_the_end(game_id, clients, random.Random(1), most=8)
    ada = clients[0]
    ada.post(f"{path}/moves", {"type": "Resign"})
    at = positions(remote, path)[3]
    made = fork(ada, path, at, ["steward", "me"]).body
    forked = f"/api/games/{made['id']}"
    assert [seat["kind"] for seat in made["seats"]] == ["steward", "person"] and made["your_seat"] == 1
    for _ in range(5):
        assert eventually(lambda: 1 in ada.get(forked)["to_act"]), "the steward answers"
        ada.post(f"{forked}/moves", random.Random(3).choice(ada.get(f"{forked}/legal-moves")["moves"])["move"])
    ada.post(f"{forked}/moves", {"type": "Resign"})
    assert open_dispute(ada, forked, positions(ada, forked)[2]).body["rule"] == "G12"


def test_a_fork_is_written_in_one_piece(gallery, inside):
    """No computer player answers in the midst of it, and no crash leaves half a game: the log has one entry of it."""
    game_id, clients = table_of(gallery, "kheops", ["Ada", "Bo"])
    play_to_the_end(game_id, clients, random.Random(1))
    at = positions(gallery, f"/api/games/{game_id}")[-2]
    made = fork(clients[0], f"/api/games/{game_id}", at, ["steward", "me"]).body
    store = inside.games.tables.store
    logged = [entry for _, entry in store.redis.xrange(store._names(made["id"]).log)]
    (once,) = [entry for entry in logged if entry[b"game"] == made["id"].encode()]
    assert (once[b"from"], once[b"to"]) == (b"1-0", made["position"].encode())


def test_impossible_forks(gallery):
    """Positions without play, seats that don't exist, and visitors without an account."""
    game_id, clients = table_of(gallery, "kheops", ["Ada", "Bo"])
    path = f"/api/games/{game_id}"
    play_to_the_end(game_id, clients, random.Random(1))
    ends = positions(gallery, path)
    ada = clients[0]
    for at, seats, status in [
        (ends[-1], ["me", "me"], 409),
        ("1", ["me", "me"], 409),
        ("2", ["me", "me"], 409),
        ("999", ["me", "me"], 404),
        (ends[4], ["steward", "steward"], 409),
        (ends[4], ["me"], 409),
        (ends[4], ["me", "queen"], 422),
        ("3-0", ["me", "me"], 409),
    ]:
        answer = fork(ada, path, at, seats)
        assert answer.status == status, (at, seats, answer)
        assert status != 409 or answer.body["rule"] == "G16"
    assert fork(gallery, path, ends[4], ["me", "me"]).status == 401


def test_a_reverted_rollback_is_not_copied(gallery):
    """Play may return to an annulled line: then a fork holds that line."""
    game_id, (ada, bo) = table_of(gallery, "kheops", ["Ada", "Bo"])
    path = f"/api/games/{game_id}"
    play_to_the_end(game_id, [ada, bo], random.Random(4), most=12)
    ends = positions(gallery, path)
    for number, back in enumerate((ends[4], ends[10]), start=1):
        assert open_dispute(ada, path, back, kind="roll_back", position=back).status == 201
        bo.post(f"{path}/moves", {"type": "AnswerDispute", "number": number, "agrees": True})
        play_to_the_end(game_id, [ada, bo], random.Random(number), most=3)
    at = positions(gallery, path)[-1]
    play_to_the_end(game_id, [ada, bo], random.Random(5))
    forked = f"/api/games/{fork(ada, path, at, ['me', 'me']).body['id']}"
    then = gallery.get(f"{path}/state?at={at}&as=0")["state"]["table"]
    assert ada.get(f"{forked}/state?as=0")["state"]["table"] == then
    assert ada.get(f"{forked}/audit")["ok"]
