"""Seat access: a player who has left, lost or handed over a seat has the gallery's view."""

import random
import time

import pytest

from domain.title_loader import find_rulebooks
from tests.api.clients import play_to_the_end, table_of
from tests.api.test_live_streams import follow, status_of

TITLE = "amun-re"
LEAST = find_rulebooks()[TITLE].meta.least_players
TRIES = 24
"""This number of requests on separate connections reaches both processes, except once in millions."""


def following(served, client, path, query=""):
    """A live stream of this client that has begun."""
    connection = follow(served, "", path=f"{path}/events{query}", Authorization=f"Bearer {client.token}")
    assert status_of(connection) == 200
    return connection


def heard(connection):
    """Everything until the stream ends, which it does within a minute."""
    told, until = b"", time.monotonic() + 60
    connection.settimeout(60)
    while piece := connection.recv(65536):
        told += piece
        assert time.monotonic() < until, "the stream does not end"
    return told


def test_a_stream_ends_when_its_player_leaves(remote, served):
    """G21: events after they leave their seat are not sent to it."""
    ada, bo, cy, di = (remote.sign_up(name) for name in ("Ada", "Bo", "Cy", "Di"))
    game = ada.post("/api/games", {"rulebook": TITLE, "players": LEAST})
    path = f"/api/games/{game['id']}"
    bo.post(f"{path}/seats", {})
    named, own, onlooking = (
        following(served, bo, path, "?as=1"),
        following(served, bo, path),
        following(served, cy, path),
    )
    bo.post(f"{path}/moves", {"type": "LeaveSeat"})
    for stream in (named, own):
        assert b"SeatLeft" not in heard(stream)
    # The next player in the seat is another viewer from then on, too.
    cy.post(f"{path}/seats", {})
    assert b"SeatTaken" not in heard(onlooking).rpartition(b"SeatLeft")[2]
    again = following(served, cy, path)
    di.post(f"{path}/seats", {})
    assert remote.get(path)["status"] == "playing"
    assert bo.call("GET", f"{path}/state?as=1").status == 403
    again.settimeout(60)
    told = b""
    while b"GameStarted" not in told:
        told += again.recv(65536)
    again.close()


def test_a_stream_ends_when_its_seat_is_handed_over(remote, served):
    """G22: only that stream; the seat's new player gets its events."""
    game_id, clients = table_of(remote, TITLE, [f"P{seat}" for seat in range(LEAST)])
    path = f"/api/games/{game_id}"
    play_to_the_end(game_id, clients, random.Random(1), most=2 * LEAST)
    heir = remote.sign_up("Heir")
    streams = [following(served, client, path) for client in clients]
    clients[0].post(f"{path}/offers", {"name": heir.name})
    heir.post(f"{path}/seats", {"seat": 0})
    assert b"SeatTakenOver" not in heard(streams[0])
    clients[0] = heir
    with_seat = following(served, heir, path, "?as=0")
    play_to_the_end(game_id, clients, random.Random(2))
    for stream in (with_seat, *streams[1:]):
        assert b"GameFinished" in heard(stream)


def test_a_private_game_is_followed_by_its_readers(remote, served):
    """G22: a player whose reservation has ended gets no more of it."""
    game_id, clients = table_of(remote, TITLE, [f"P{seat}" for seat in range(LEAST)], private=True)
    path = f"/api/games/{game_id}"
    heir = remote.sign_up("Heir")
    assert heir.call("GET", path).status == 403
    clients[0].post(f"{path}/offers", {"name": heir.name})
    stream = following(served, heir, path)
    clients[0].post(f"{path}/offers", {"name": ""})
    assert b'"player":""' not in heard(stream)
    assert heir.call("GET", path).status == 403


@pytest.mark.parametrize("leaves", ["leaves", "hands over"])
def test_every_process_checks_the_seats_player(remote, leaves):
    """G15: a move for another player's seat is neither tried nor made, whatever the process has cached."""
    if leaves == "hands over":
        game_id, clients = table_of(remote, TITLE, [f"P{seat}" for seat in range(LEAST)])
    else:
        clients = [remote.sign_up(f"P{seat}") for seat in range(LEAST)]
        game_id = clients[0].post("/api/games", {"rulebook": TITLE, "players": LEAST})["id"]
        clients[1].post(f"/api/games/{game_id}/seats", {})
    path, former = f"/api/games/{game_id}", clients[1]
    move = {"type": "ChooseProvince", "province": "Memphis"}
    for _ in range(TRIES):
        former.call("POST", f"{path}/moves?dry_run=true", move)
    heir = remote.sign_up("Heir")
    if leaves == "hands over":
        former.post(f"{path}/offers", {"name": heir.name})
        heir.post(f"{path}/seats", {"seat": 1})
    else:
        former.post(f"{path}/moves", {"type": "LeaveSeat"})
        heir.post(f"{path}/seats", {})
    for body in (move, {"moves": [move, move]}):
        for query in ("?dry_run=true", ""):
            answers = [former.call("POST", f"{path}/moves{query}", body) for _ in range(TRIES)]
            assert {(one.status, one.body["type"]) for one in answers} == {(403, "urn:stele:problem:no-seat")}
