"""Live streams: following a game costs a connection and nothing else.

Each follower gets every event once, without delay.
"""

import json
import random
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.http.stream_expiry import Lease, Leases
from bench.followers import Crowd
from domain.title_loader import find_rulebooks
from services.accounts.revocations import Revocations
from tests.api.clients import Client, play_to_the_end, table_of
from tests.api.test_buffering_worker import is_closed
from tests.serving import Served

TITLE = next(title for title, one in find_rulebooks().items() if one.meta.least_players == 2)


@pytest.fixture(scope="module")
def open_server(server_directory) -> Iterator[Served]:
    """A server that takes many followers from an address."""
    server = Served(server_directory("followers"), worker=False, STELE_FOLLOWERS_OF_ADDRESS="5000").start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def narrow_server(server_directory) -> Iterator[Served]:
    """A server of one process that takes thirteen followers, three from one address and two of one player."""
    server = Served(
        server_directory("narrow"),
        worker=False,
        WEB_CONCURRENCY="1",
        STELE_FOLLOWERS="13",
        STELE_FOLLOWERS_OF_ADDRESS="3",
        STELE_FOLLOWERS_OF_PLAYER="2",
    ).start()
    yield server
    server.stop()


def follow(
    served: Served, game_id: str, source: str = "127.0.0.1", version: str = "1.1", path: str = "", **headers: str
) -> socket.socket:
    """A connection that requested a game's live events, or those at another path, from this address."""
    connection = socket.create_connection(("127.0.0.1", served.port), 60, (source, 0))
    more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    path = path or f"/api/games/{game_id}/events"
    head = f"GET {path} HTTP/{version}\r\nHost: x\r\nAccept: text/event-stream\r\n{more}\r\n"
    connection.sendall(head.encode())
    return connection


def status_of(connection: socket.socket) -> int:
    """The status of the response on this connection."""
    return int(connection.recv(12, socket.MSG_WAITALL).split()[1])


def threads_of(served: Served) -> int:
    """The number of threads of the web's processes."""
    children = Path(f"/proc/{served.processes['web'].pid}/task/{served.processes['web'].pid}/children").read_text()
    return sum(len(list(Path(f"/proc/{child}/task").iterdir())) for child in children.split())


def connections_of(served: Served) -> int:
    """The number of connections to the database server."""
    from eventstore.valkey.connection import connect

    return int(connect(None, served.data).info("clients")["connected_clients"])


@pytest.mark.parametrize("each", [100, pytest.param(500, marks=pytest.mark.soak)])
def test_many_followers_get_a_move(open_server, each):
    """Hundreds follow two games: all get a move, without more threads or database connections."""
    gallery = Client(open_server.url)
    tables = [table_of(gallery, TITLE, [f"Crowd {name}{number}" for name in "AB"]) for number in range(2)]
    crowd = Crowd(open_server.port)
    try:
        crowd.open(tables[0][0], 40)
        for game_id, _clients in tables:
            crowd.open(game_id, each)
        # Each process has threads and connections for requests, started on demand, and few for followers.
        assert threads_of(open_server) < 60
        assert connections_of(open_server) < 60
        for game_id, clients in tables:
            crowd.rest(0.5)
            crowd.forget()
            seat = gallery.get(f"/api/games/{game_id}")["to_act"][0]
            move = clients[seat].get(f"/api/games/{game_id}/legal-moves")["moves"][0]["move"]
            made = clients[seat].post(f"/api/games/{game_id}/moves", move)
            assert crowd.all_heard(game_id, len(made["events"]), 60) is not None
        assert set(crowd.heard.values()) <= {0, len(made["events"])}
    finally:
        crowd.close()


def test_every_viewer_gets_their_own_events(open_server):
    """Two seats, the gallery in three languages and an old client get a whole game, each in their own words, once."""
    gallery = Client(open_server.url)
    game_id, clients = table_of(gallery, TITLE, ["Hearing A", "Hearing B"])
    heads = [{}, {"Accept_Language": "it"}, {"Accept_Language": "es"}]
    heads += [{"Authorization": f"Bearer {client.token}"} for client in clients]
    following = [follow(open_server, game_id, **head) for head in heads]
    following.append(follow(open_server, game_id, version="1.0"))
    heard: list[list[str]] = [[] for _ in following]

    def listen(connection: socket.socket, lines: list[str]) -> None:
        lines += [line for line in connection.makefile("r").read().splitlines() if line.startswith("data: ")]

    threads = [threading.Thread(target=listen, args=one) for one in zip(following, heard, strict=True)]
    for thread in threads:
        thread.start()
    play_to_the_end(game_id, clients, random.Random(3))
    for thread in threads:
        thread.join(120)
        assert not thread.is_alive()
    whole = [gallery.get(f"/api/games/{game_id}/events?as=public&limit=5000", **head)["events"] for head in heads[:3]]
    told = [[json.loads(line[6:]) for line in lines] for lines in heard]
    assert told[:3] == whole
    assert told[5] == whole[0]
    for seat in range(2):
        at_the_time = {event["position"]: event for event in told[3 + seat]}
        known = clients[seat].get(f"/api/games/{game_id}/events?as={seat}&limit=5000")["events"]
        assert at_the_time == {event["position"]: event for event in known}


def test_a_follower_that_does_not_read_is_dropped(open_server):
    """A follower that does not read is disconnected when too much waits for it, and does not delay other followers."""
    gallery = Client(open_server.url)
    game_id, clients = table_of(gallery, TITLE, ["Deaf A", "Deaf B"])
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    deaf.connect(("127.0.0.1", open_server.port))
    deaf.sendall(f"GET /api/games/{game_id}/events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n".encode())
    reading = follow(open_server, game_id)
    play_to_the_end(game_id, clients, random.Random(4))
    told = reading.makefile("r").read()
    position = gallery.get(f"/api/games/{game_id}")["position"]
    assert f"id: {position}\n" in told
    assert is_closed(deaf, 60)


def test_there_is_a_limit_for_an_address_a_player_and_for_all(narrow_server):
    """Each limit refuses the next follower; anonymous followers leave room for players; leaving frees a place."""
    gallery = Client(narrow_server.url)
    game_id, clients = table_of(gallery, TITLE, ["Narrow A", "Narrow B"])
    of_one_address = [follow(narrow_server, game_id, "127.0.0.2") for _ in range(3)]
    assert [status_of(one) for one in of_one_address] == [200] * 3
    assert status_of(follow(narrow_server, game_id, "127.0.0.2")) == 429
    others = [follow(narrow_server, game_id, f"127.0.0.{number}") for number in range(3, 11)]
    assert [status_of(one) for one in others] == [200] * 8
    assert status_of(follow(narrow_server, game_id, "127.0.0.11")) == 503
    mine = {"Authorization": f"Bearer {clients[0].token}"}
    of_one_player = [follow(narrow_server, game_id, f"127.0.1.{number}", **mine) for number in range(1, 3)]
    assert [status_of(one) for one in of_one_player] == [200] * 2
    assert status_of(follow(narrow_server, game_id, "127.0.1.3", **mine)) == 429
    for one in (*of_one_address, *others, *of_one_player):
        one.close()
    while status_of(again := follow(narrow_server, game_id, "127.0.0.2")) != 200:
        again.close()


def test_a_stream_ends_with_the_token_it_was_asked_with(open_server):
    """Revoking a token ends the game and inbox streams that it opened, and no others."""
    gallery = Client(open_server.url)
    game_id, clients = table_of(gallery, TITLE, ["Lease A", "Lease B"])
    me = clients[0]
    asked = {"name": "stream", "scopes": ["read"], "days": None}
    made = me.call("POST", "/api/me/tokens", asked).body
    ending = [
        follow(open_server, game_id, Authorization=f"Bearer {made['token']}"),
        follow(open_server, "", Authorization=f"Bearer {made['token']}", path="/api/me/events"),
    ]
    staying = follow(open_server, game_id, Authorization=f"Bearer {me.token}")
    assert [status_of(one) for one in (*ending, staying)] == [200] * 3
    assert me.call("DELETE", f"/api/me/credentials/{made['id']}").status == 200
    for one in ending:
        assert one.makefile("rb").read().endswith(b"0\r\n\r\n")
    play_to_the_end(game_id, clients, random.Random(5), most=1)
    heard = staying.makefile("r")
    assert any(line.startswith("data: ") for line in iter(heard.readline, ""))


def test_a_lease_is_over_when_its_time_is():
    """A stream lasts no longer than its token; without a token it lasts."""
    leases = Leases(Revocations(None))
    assert leases.is_over(Lease("a", 1)) and not leases.is_over(Lease("a", 0)) and not leases.is_over(None)
    assert not leases.is_over(Lease("a", 10**15))
