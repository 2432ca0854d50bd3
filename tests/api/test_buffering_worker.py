"""Slow, stopping and aborting clients: none of them blocks resources of the rest."""

import contextlib
import os
import select
import signal
import socket
import time
from collections.abc import Iterator

import pytest

from api.http.connection import LARGEST_HEAD_BYTES, LARGEST_UNSENT_BYTES, Connection
from api.http.problems import LARGEST_BODY_BYTES
from tests.api.clients import Client
from tests.serving import Served

LIVE = b"GET /health/live HTTP/1.1\r\nHost: stele\r\n\r\n"


def connect(served: Served) -> socket.socket:
    """A connection to the web server."""
    return socket.create_connection(("127.0.0.1", served.port), 60)


def sign_up(name: bytes, more: bytes = b"", body: bytes | None = None) -> bytes:
    """The bytes of a sign-up request."""
    body = b'{"name":"%b"}' % name if body is None else body
    length = b"" if b"Transfer-Encoding" in more else b"Content-Length: %d\r\n" % len(body)
    return (
        b"POST /api/players HTTP/1.1\r\nHost: stele\r\nContent-Type: application/json\r\n"
        + length
        + more
        + b"\r\n"
        + body
    )


def answer(connection: socket.socket) -> tuple[int, bytes]:
    """The status and the body of the next response."""
    read = connection.makefile("rb")
    status = int(read.readline().split()[1])
    length = 0
    while (line := read.readline().strip().lower()) != b"":
        if line.startswith(b"content-length:"):
            length = int(line.partition(b":")[2])
    return status, read.read(length)


def is_closed(connection: socket.socket, seconds: float) -> bool:
    """Whether the server closes this connection within this time."""
    connection.settimeout(seconds)
    with contextlib.suppress(TimeoutError, ConnectionError):
        while connection.recv(4096):
            pass
        return True
    return False


def test_half_sent_requests_hold_nothing(remote, served):
    """Half heads and half bodies, many more than threads: complete requests are answered, half ones closed."""
    half = [connect(served) for _ in range(150)]
    for number, connection in enumerate(half):
        connection.sendall(sign_up(b"x" * 30)[: 40 if number % 2 else -10])
    for _ in range(10):
        assert remote.get("/health/live")["status"] == "alive"
        remote.sign_up("Among the slow")
    began = time.monotonic()
    assert all(is_closed(connection, 60) for connection in half)
    assert time.monotonic() - began < 60


def test_a_request_in_small_pieces_is_answered(served):
    """A client may be slow within the time limit."""
    with connect(served) as connection:
        for piece in range(0, len(sent := sign_up(b"Piecemeal")), 20):
            connection.sendall(sent[piece : piece + 20])
            time.sleep(0.01)
        assert answer(connection)[0] == 201


def test_requests_may_follow_one_another_at_once(served):
    """Several requests in one piece, and the last one in two: each gets its response, in order."""
    with connect(served) as connection:
        last = sign_up(b"Third in line")
        connection.sendall(LIVE + sign_up(b"Second in line") + last[:60])
        assert [answer(connection)[0] for _ in range(2)] == [200, 201]
        connection.sendall(last[60:])
        assert answer(connection)[0] == 201


def test_a_body_in_chunks(served):
    """A body of unknown length is read to its last chunk, however it is cut."""
    chunked = b"Transfer-Encoding: chunked\r\n"
    for body in (
        b'9\r\n{"name":"\r\n7;x=y\r\nChunked\r\n2\r\n"}\r\n0\r\n\r\n',
        b'12\r\n{"name":"Chunkee"}\r\n0\r\nX-Sum: 1\r\n\r\n',
    ):
        sent = sign_up(b"", chunked, body)
        with connect(served) as connection:
            for piece in range(0, len(sent), 7):
                connection.sendall(sent[piece : piece + 7])
                time.sleep(0.002)
            assert answer(connection)[0] == 201
    for wrong in (b"zz\r\n", b"2\r\n{}\r\n0\r\nTrailer: x\r\n\r\n", b"2\r\n{}}}\r\n0\r\n\r\n"):
        with connect(served) as connection:
            connection.sendall(sign_up(b"", chunked, wrong))
            assert answer(connection)[0] == 400


def test_expect_continue(served):
    """`Expect: 100-continue` is answered before the body arrives."""
    sent = sign_up(b"Expectant", b"Expect: 100-continue\r\n")
    with connect(served) as connection:
        connection.sendall(sent[:-20])
        assert connection.recv(25, socket.MSG_WAITALL) == b"HTTP/1.1 100 Continue\r\n\r\n"
        connection.sendall(sent[-20:])
        rest = connection.recv(100)
        assert b" 201 " in rest or b"100 Continue" in rest


def test_too_large_requests_are_refused_unread(served):
    """A head or a body beyond the limit is refused before all of it was sent, and the connection ends."""
    with connect(served) as connection:
        connection.sendall(
            sign_up(b"", b"Content-Length: %d\r\n" % (LARGEST_BODY_BYTES + 1), b"x" * 1000).replace(
                b"Content-Length: 1000\r\n", b""
            )
        )
        assert answer(connection)[0] == 413
        assert is_closed(connection, 30)
    with connect(served) as connection:
        with contextlib.suppress(ConnectionError):
            connection.sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * LARGEST_HEAD_BYTES)
        assert answer(connection)[0] == 431


def test_slow_readers_block_nothing_and_get_everything(remote, served):
    """Forty clients request long records and don't read: other requests are answered, and each gets its record."""
    import http.client

    game = remote.get("/api/games?status=finished&limit=1")["games"][0]["id"]
    path = f"/api/games/{game}/replay?state=patch"
    whole = remote.call("GET", path, Accept="application/x-ndjson").body
    slow = []
    for _ in range(40):
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        connection.connect(("127.0.0.1", served.port))
        head = f"GET {path} HTTP/1.1\r\nHost: stele\r\nAccept: application/x-ndjson\r\n\r\n".encode()
        connection.sendall(head)
        slow.append(connection)
    for number in range(5):
        remote.sign_up(f"Quick {number}")
    for connection in slow[:8]:
        response = http.client.HTTPResponse(connection, method="GET")
        response.begin()
        assert response.read() == whole
    for connection in slow:
        connection.close()


@pytest.fixture(scope="module")
def own_server(server_directory) -> Iterator[Served]:
    """A server whose database may be stopped."""
    server = Served(server_directory("arriving"), worker=False).start()
    yield server
    server.stop()


def test_a_process_is_live_while_all_threads_wait(own_server):
    """Many more requests than threads hang, and `/health/live` is answered.

    Abandoned requests are not carried out afterwards.
    """
    client = Client(own_server.url).sign_up("Before")
    assert client.get("/api/me")["name"] == "Before"
    record = record_server(own_server)
    os.kill(record, signal.SIGSTOP)
    try:
        hanging = [connect(own_server) for _ in range(60)]
        for number, connection in enumerate(hanging):
            connection.sendall(sign_up(b"Hanging %d" % number))
        for _ in range(5):
            assert client.get("/health/live")["status"] == "alive"
        given_up, patient = hanging[:-5], hanging[-5:]
        for connection in given_up:
            connection.close()
    finally:
        os.kill(record, signal.SIGCONT)
    assert {answer(connection)[0] for connection in patient} <= {201, 503}
    redis = own_redis(own_server)
    names = {redis.hget(name, "name") for name in redis.scan_iter("stele:player:*")}
    # Requests already taken by a thread are carried out; the rest are not.
    assert len(names) < 50


def record_server(served: Served) -> int:
    """The process of the embedded server."""
    return int(own_redis(served).info("server")["process_id"])


def own_redis(served: Served):
    """A client of this server's database."""
    from eventstore.valkey.connection import connect as reach

    return reach(None, served.data)


def test_a_busy_process_turns_requests_away(own_server):
    """When too many requests wait, further requests get a retry response at once, and each gets an answer.

    Event streams may wait longer: a thread only starts them, so that a crowd of followers connects within seconds.
    """
    record = record_server(own_server)
    os.kill(record, signal.SIGSTOP)
    try:
        many = [connect(own_server) for _ in range(600)]
        for connection in many:
            connection.sendall(b"GET /api/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer nobody\r\n\r\n")
        full = [connection for connection in many if says_full(connection)]
        assert full
        followers = [connect(own_server) for _ in range(100)]
        for connection in followers:
            connection.sendall(b"GET /api/games/none/events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n")
        assert select.select([one for one in many if one not in full] + followers, [], [], 0.5)[0] == []
    finally:
        os.kill(record, signal.SIGCONT)
    assert {answer(connection)[0] for connection in many if connection not in full} <= {401, 503}
    assert {answer(connection)[0] for connection in followers} == {404}


def says_full(connection: socket.socket) -> bool:
    """Whether this connection has been turned away."""
    connection.settimeout(0.02)
    try:
        said = connection.recv(12, socket.MSG_PEEK)
    except TimeoutError:
        return False
    finally:
        connection.settimeout(60)
    return said == b"HTTP/1.1 503"


def test_a_large_body_is_sent_whole():
    """A record of many megabytes reaches a slow client."""
    ours, theirs = socket.socketpair()
    connection, data = Connection(ours), b"x" * (LARGEST_UNSENT_BYTES + (4 << 20))
    connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
    connection.sendall(data)
    with pytest.raises(TimeoutError):
        connection.sendall(b"more")
    received = 0
    while connection.unsent:
        received += len(theirs.recv(1 << 20))
        connection.flush()
    connection.close()
    while piece := theirs.recv(1 << 20):
        received += len(piece)
    assert received == len(b"HTTP/1.1 200 OK\r\n\r\n") + len(data)
