"""Request arrival: the cost of detecting a complete request is one look at each byte, however it arrives."""

import socket
from contextlib import closing

import pytest
from gunicorn.config import Config

from api.http.connection import LARGEST_CHUNK_LINE_BYTES, MOST_CHUNKS, Arrival

HEAD = b"POST /api/players HTTP/1.1\r\nHost: stele\r\nTransfer-Encoding: chunked\r\n\r\n"


class Looked(bytearray):
    """Bytes that count the bytes searched."""

    passed = 0

    def find(self, what, start=0, end=None):
        found = super().find(what, start)
        self.passed += (len(self) if found < 0 else found + len(what)) - start
        return found


def arriving(pieces):
    """A connection on which these pieces have arrived in turn; whether the request was complete after each."""
    here, there = socket.socketpair()
    with closing(there):
        arrival = Arrival(Config(), here, "", "")
        with closing(arrival.sock):
            arrival.arrived = Looked()
            found = []
            for piece in pieces:
                arrival.take(piece)
                found.append(arrival.is_whole())
            return arrival, found


def one_by_one(data):
    return [data[place : place + 1] for place in range(len(data))]


@pytest.mark.parametrize(
    "body",
    [
        b"1\r\na\r\n" * 1000 + b"0\r\n\r\n",
        b"1;x=y\r\na\r\n" * 200 + b"0\r\n\r\n",
        b"3e8\r\n" + b"a" * 1000 + b"\r\n0\r\nTrailer: " + b"x" * 500 + b"\r\n\r\n",
        b"00004\r\n\r\n\r\n\r\n0;" + b"x" * 900 + b"\r\n\r\n",
    ],
)
def test_a_chunked_body_is_scanned_once(body):
    """Byte by byte, it is complete with its last byte and not earlier; the searches together pass over its length."""
    arrival, found = arriving([HEAD, *one_by_one(body)])
    assert found == [False] * len(body) + [True]
    assert arrival.arrived.passed <= 5 * len(HEAD + body)
    assert not arrival.is_excessive
    assert arriving([HEAD + body])[1] == [True]


def test_the_line_after_a_chunk_may_not_have_arrived():
    """The next line is searched for behind a chunk's own bytes, which may be anything."""
    _arrival, found = arriving([HEAD, b"5\r\n0\r\n", b"\r\n", b"\r\n0\r\n", b"\r\n"])
    assert found == [False, False, False, False, True]


@pytest.mark.parametrize(
    "body",
    [
        b"1\r\na\r\n" * (MOST_CHUNKS + 1),
        b"1;" + b"x" * LARGEST_CHUNK_LINE_BYTES,
        b"0\r\n" + b"x: y\r\n" * LARGEST_CHUNK_LINE_BYTES,
    ],
)
def test_limits_of_chunks(body):
    """A request with too many chunks or too long chunk lines is refused before its end."""
    arrival, found = arriving([HEAD, body])
    assert found == [False, False] and arrival.is_excessive


def test_chunks_beyond_the_limit_are_not_looked_at():
    """A piece of many small chunks costs no more than the chunks that a request may have."""
    allowed = HEAD + b"1\r\na\r\n" * (MOST_CHUNKS + 1)
    arrival, _found = arriving([HEAD, b"1\r\na\r\n" * (8 * MOST_CHUNKS)])
    assert arrival.is_excessive and arrival.arrived.passed <= len(allowed)


def test_a_bad_chunk_is_left_to_the_parser():
    """A malformed chunk goes to the parser at once."""
    assert arriving([HEAD, b"zz\r\n"])[1] == [False, True]
