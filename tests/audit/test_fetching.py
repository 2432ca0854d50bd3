"""Asking a server that may be hostile: it costs a bounded time and a bounded memory, and ends in a sentence."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from audit.fetching import LARGEST_BYTES, CannotFetch, Refused, fetch_json

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


@contextmanager
def answering(answer: Callable[[socket.socket], None]) -> Iterator[str]:
    """The address of a server that takes one connection and answers like this."""
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


def drip(connection: socket.socket) -> None:
    """A byte now and then, for ever."""
    connection.sendall(HEAD)
    while True:
        connection.sendall(b"X")
        time.sleep(0.05)


def flood(connection: socket.socket) -> None:
    """More than anybody wants."""
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
def test_whatever_comes_ends_in_a_sentence(sent: bytes, why: str) -> None:
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
    """What is no address, and one where nobody is."""
    with pytest.raises(CannotFetch, match=why):
        fetch_json(url)


def test_who_sends_slowly_is_hung_up_on() -> None:
    """A byte now and then does not hold anybody longer than the whole may take."""
    with answering(drip) as url, pytest.raises(CannotFetch):
        fetch_json(url, seconds=0.5)


def test_who_sends_much_is_stopped() -> None:
    """Not more is read than was allowed."""
    with answering(flood) as url, pytest.raises(CannotFetch, match="larger than"):
        fetch_json(url)


def test_a_refusal_is_passed_on_without_what_would_harm_a_terminal() -> None:
    """The problem's sentence, printable and short."""
    body = b'{"detail": "no \\u001b[31mway' + b"y" * 1000 + b'"}'
    head = b"HTTP/1.1 403 Forbidden\r\nContent-Length: %d\r\n\r\n" % len(body)
    with answering(lambda connection: connection.sendall(head + body)) as url, pytest.raises(Refused) as refusal:
        fetch_json(url, {"note": "x"})
    assert 403 == refusal.value.status
    assert str(refusal.value).isprintable() and 400 > len(str(refusal.value))
