"""Seat access: a player who has left, lost or handed over a seat has the gallery's view."""

import time

from domain.title_loader import find_rulebooks
from tests.api.clients import table_of
from tests.api.test_live_streams import follow, status_of

TITLE = "amun-re"
LEAST = find_rulebooks()[TITLE].meta.least_players
TRIES = 24
"""The number of requests on separate connections that reaches both processes, except once in millions."""


def heard(connection):
    """Everything until the stream ends, which it does within a minute."""
    told, until = b"", time.monotonic() + 60
    connection.settimeout(60)
    while piece := connection.recv(65536):
        told += piece
        assert time.monotonic() < until, "the stream does not end"
    return told


def test_a_private_game_is_followed_by_its_readers(remote, served):
    """G22: a player whose reservation has ended gets no more of it."""
    game_id, clients = table_of(remote, TITLE, [f"P{seat}" for seat in range(LEAST)], private=True)
    path = f"/api/games/{game_id}"
    heir = remote.sign_up("Heir")
    assert heir.call("GET", path).status == 403
    clients[0].call("PATCH", f"{path}/seat", {"offer_to": heir.name})
    stream = follow(served, game_id, Authorization=f"Bearer {heir.token}")
    assert status_of(stream) == 200
    clients[0].call("PATCH", f"{path}/seat", {"offer_to": ""})
    assert b'"player":""' not in heard(stream)
    assert heir.call("GET", path).status == 403


def test_every_process_checks_the_seats_player(remote):
    """G15: a move for a seat that was left is neither tried nor made, whatever the process has cached.

    `test_no_interference.py` says the same of a seat that was handed over, and of the streams of its former player.
    """
    clients = [remote.sign_up(f"P{seat}") for seat in range(LEAST)]
    game_id = clients[0].post("/api/games", {"rulebook": TITLE, "players": LEAST})["id"]
    path, former = f"/api/games/{game_id}", clients[1]
    former.post(f"{path}/seats", {})
    move = {"type": "ChooseProvince", "province": "Memphis"}
    for _ in range(TRIES):
        former.call("POST", f"{path}/moves?dry_run=true", move)
    former.post(f"{path}/moves", {"type": "LeaveSeat"})
    remote.sign_up("Heir").post(f"{path}/seats", {})
    for body in (move, {"moves": [move, move]}):
        for query in ("?dry_run=true", ""):
            answers = [former.call("POST", f"{path}/moves{query}", body) for _ in range(TRIES)]
            assert {(one.status, one.body["type"]) for one in answers} == {(403, "urn:stele:problem:no-seat")}
