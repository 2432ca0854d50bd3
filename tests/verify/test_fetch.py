"""Fetching from a hostile server: bounded time, bounded memory, and a sentence at the end."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from verify.fetch import LARGEST_BYTES, CannotFetch, RequestRefused, fetch_json

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


@contextmanager
def answering(answer: Callable[[socket.socket], None]) -> Iterator[str]:
    """The address of a server that takes one connection and sends this answer."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            connection, _address = server.accept()
            with connection:
                connection.recv(4096)
                try:
                    answer(connection)
                except OSError:
                    return

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/path"


def dripping(head: bytes) -> Callable[[socket.socket], None]:
    """A server that sends this head, then endless single bytes."""

    def drip(connection: socket.socket) -> None:
        connection.sendall(head)
        while True:
            connection.sendall(b"X")
            time.sleep(0.05)

    return drip


DRIPPING = {
    "in the head": HEAD,
    "with a length": HEAD + b"Content-Length: 200000\r\n\r\n",
    "without a length": HEAD + b"\r\n",
    "until it closes": HEAD + b"Connection: close\r\n\r\n",
    "in chunks": HEAD + b"Transfer-Encoding: chunked\r\n\r\n30000\r\n",
}


def flood(connection: socket.socket) -> None:
    """An endless body."""
    connection.sendall(HEAD + b"\r\n")
    for _ in range(LARGEST_BYTES // 1024 + 2):
        connection.sendall(b" " * 1024)


SENT: dict[str, tuple[bytes, str]] = {
    "nothing": (b"", "cannot be reached"),
    "no HTTP": (b"\xff\xfe\r\n\r\n", "cannot be reached"),
    "cut off": (HEAD + b"Content-Length: 50\r\n\r\n{}", "cannot be reached|ended too early"),
    "elsewhere": (b"HTTP/1.1 302 Found\r\nLocation: http://localhost/\r\nContent-Length: 0\r\n\r\n", "lead elsewhere"),
    "control codes": (b"\x1b[31mHTTP/9\r\n\r\n", "cannot be reached"),
    "not JSON": (HEAD + b"Content-Length: 3\r\n\r\nabc", "not JSON"),
    "deep": (HEAD + b"Content-Length: 100000\r\n\r\n" + b"[" * 100_000, "not JSON"),
    "many heads": (HEAD + b"A: b\r\n" * 1000 + b"\r\n", "cannot be reached"),
}


@pytest.mark.parametrize(("sent", "why"), SENT.values(), ids=SENT)
def test_every_failure_is_a_sentence(sent: bytes, why: str) -> None:
    """No exception but `CannotFetch`."""
    with answering(lambda connection: connection.sendall(sent)) as url, pytest.raises(CannotFetch, match=why) as error:
        fetch_json(url)
    assert str(error.value).isprintable()


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://127.0.0.1:1", "cannot be reached"),
        ("http://", "names a host"),
        ("ftp://host/", "begins with http"),
        ("http://127.0.0.1:x", "no address"),
        ("http://host/#part", "names a host"),
        ("", "begins with http"),
    ],
)
def test_a_wrong_address_is_a_sentence(url: str, why: str) -> None:
    """A malformed address, and an address without a server."""
    with pytest.raises(CannotFetch, match=why):
        fetch_json(url)


@pytest.mark.parametrize("head", DRIPPING.values(), ids=DRIPPING)
def test_a_slow_server_is_cut_off(head: bytes) -> None:
    """Single bytes don't extend the total time limit, wherever they come."""
    begun = time.monotonic()
    with answering(dripping(head)) as url, pytest.raises(CannotFetch, match="in time"):
        fetch_json(url, seconds=0.5)
    assert time.monotonic() - begun < 5


def test_a_handshake_that_never_ends_is_hung_up_on() -> None:
    """A handshake that never ends is ended, also with a server that sends single bytes before any HTTP."""
    begun = time.monotonic()
    record = b"\x16\x03\x03\x40\x00"  # a handshake record of 16,384 bytes begins
    with answering(dripping(record)) as url, pytest.raises(CannotFetch, match="in time"):
        fetch_json(url.replace("http:", "https:"), seconds=0.5)
    assert time.monotonic() - begun < 5


def test_a_cut_body_is_not_complete() -> None:
    """A body without a length is not complete, because a cut would look like its end."""
    with answering(dripping(HEAD + b"\r\n{}")) as url, pytest.raises(CannotFetch, match="in time"):
        fetch_json(url, seconds=0.3)


def test_a_large_body_is_stopped() -> None:
    """Reading stops at the allowed size."""
    with answering(flood) as url, pytest.raises(CannotFetch, match="larger than"):
        fetch_json(url)


def test_a_refusal_is_shown_without_terminal_codes() -> None:
    """The problem's sentence, printable and short."""
    body = b'{"detail": "no \\u001b[31mway' + b"y" * 1000 + b'"}'
    head = b"HTTP/1.1 403 Forbidden\r\nContent-Length: %d\r\n\r\n" % len(body)
    with answering(lambda connection: connection.sendall(head + body)) as url, pytest.raises(RequestRefused) as refusal:
        fetch_json(url)
    assert 403 == refusal.value.status
    assert str(refusal.value).isprintable() and 400 > len(str(refusal.value))
