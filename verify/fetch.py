"""HTTP fetches from another server: limited in time and size, HTTP or HTTPS only, without redirects."""

from __future__ import annotations

import http.client
import json
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

LARGEST_BYTES = 256 * 1024
_SECONDS_BETWEEN_BYTES = 10.0
_ANSWER_SECONDS = 30.0


class CannotFetch(Exception):
    """The other server did not answer correctly; the message says how."""


class RequestRefused(CannotFetch):
    """The other server refused the request; the message and the content are those of its response."""

    def __init__(self, status: int, detail: str, content: bytes = b"") -> None:
        super().__init__(f"it responded {status}: {detail}")
        self.status = status
        self.content = content


def fetch_json(url: str, seconds: float = _ANSWER_SECONDS) -> Any:
    """The JSON response to a GET of this URL; or `CannotFetch`."""
    try:
        return json.loads(fetch(url, seconds=seconds))
    except (ValueError, RecursionError) as error:
        raise CannotFetch(f"its response is not JSON ({_one_line(error)})") from error


def fetch(url: str, body: bytes | None = None, seconds: float = _ANSWER_SECONDS) -> bytes:
    """The bytes of the response to a GET of this URL, or to a POST of this body; or `CannotFetch`."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.fragment:
        raise CannotFetch("an address begins with http:// or https:// and names a host")
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    try:
        connection = kind(parts.hostname, parts.port)
    except ValueError as error:
        raise CannotFetch(f"this is no address: {error}") from error
    deadline = time.monotonic() + seconds
    try:
        with _connected((connection.host, connection.port), seconds) as plain:
            connection.sock = plain if parts.scheme == "http" else _with_tls(plain, parts.hostname)
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            headers = {"Accept": "application/json", "Content-Type": "application/json", "Connection": "close"}
            connection.request("GET" if body is None else "POST", path, body, headers)
            response = connection.getresponse()
            content = _read(response, deadline)
        if len(content) > LARGEST_BYTES:
            raise CannotFetch(f"its response is larger than {LARGEST_BYTES} bytes")
        if response.length:
            raise CannotFetch("its response ended too early")
        if 300 <= response.status < 400:
            raise CannotFetch(f"it wants to lead elsewhere ({response.status}); name the address that is meant")
        if response.status not in (200, 201):
            raise RequestRefused(response.status, _detail(content), content)
        return content
    except (OSError, http.client.HTTPException) as error:
        raise CannotFetch(f"it cannot be reached, or does not answer in time ({_one_line(error)})") from error
    finally:
        connection.close()


@contextmanager
def _connected(address: tuple[str, int], seconds: float) -> Iterator[socket.socket]:
    """A connection with one deadline for the handshake, the head and the body together. A server that sends a byte now
    and then never triggers a time-out between two bytes.
    """
    with socket.create_connection(address, min(seconds, _SECONDS_BETWEEN_BYTES)) as plain, plain.dup() as handle:
        # The handle stays valid when TLS or http.client take the socket over, or away.
        timer = threading.Timer(seconds, _hang_up, [handle])
        timer.daemon = True
        timer.start()
        try:
            yield plain
        finally:
            timer.cancel()


def _hang_up(handle: socket.socket) -> None:
    with suppress(OSError):
        handle.shutdown(socket.SHUT_RDWR)


def _with_tls(plain: socket.socket, host: str) -> socket.socket:
    return ssl.create_default_context().wrap_socket(plain, server_hostname=host)


def _read(response: http.client.HTTPResponse, deadline: float) -> bytes:
    """The body, at most one byte more than allowed; a body cut off at the deadline is invalid."""
    content = bytearray()
    while len(content) <= LARGEST_BYTES and (more := response.read1(LARGEST_BYTES + 1 - len(content))):
        content += more
        if time.monotonic() > deadline:
            break
    if time.monotonic() > deadline:
        raise TimeoutError("the time is over")
    return bytes(content)


def _detail(content: bytes) -> str:
    """The text of a problem response, as one printable line."""
    try:
        said = json.loads(content)["detail"]
    except (ValueError, RecursionError, KeyError, TypeError):
        said = "no reason given"
    return _one_line(said)


def _one_line(said: object) -> str:
    """One short line without control characters."""
    return "".join(one for one in str(said) if one.isprintable())[:300]
