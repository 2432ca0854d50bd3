"""HTTP connection: limits for an arriving request, and for a client that reads its response slowly."""

import re
import select
import socket
import time
from contextlib import suppress
from typing import Any

from gunicorn import http
from gunicorn.workers.gthread import TConn

from api.http.problems import LARGEST_BODY_BYTES, LARGEST_RECORD_BYTES

HEADER_SECONDS = 10.0
"""How long a request's head may take, from its first byte on or from the beginning of the connection."""
BODY_SECONDS = 10.0
LARGEST_HEAD_BYTES = 32 * 1024
LARGEST_UNSENT_BYTES = 16 * 1024 * 1024
MOST_CHUNKS = 4096
LARGEST_CHUNK_LINE_BYTES = 1024
"""The maximum length of a chunk's size line, and of everything after the last chunk."""
PIECE = 64 * 1024
_HEAD = b"HTTP/1."
_URGENT = re.compile(rb"POST [^ ?]*/moves[ ?]|GET [^ ?]*/health/live[ ?]")
_STREAM = re.compile(rb"\r\naccept:[ \t]*text/event-stream", re.IGNORECASE)
_RECORD = re.compile(rb"POST [^ ?]*/api/verifications[ ?]")
_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,15})[ \t]*\r\n", re.IGNORECASE)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding:[^\r\n]*chunked", re.IGNORECASE)
_EXPECTS = re.compile(rb"\r\nexpect:[ \t]*100-continue", re.IGNORECASE)


class Connection(socket.socket):
    """A socket that never blocks: bytes that the client does not read immediately are `unsent` until `flush`."""

    def __init__(self, accepted: socket.socket) -> None:
        super().__init__(fileno=accepted.detach())
        self.setblocking(False)
        self.unsent = bytearray()

    def sendall(self, data: Any, flags: int = 0) -> None:
        """Send as much as the client reads now, and keep the rest. A head is sent together with what follows it; see
        `flush`.
        """
        if not self.unsent and bytes(data[:7]) == _HEAD:
            self.unsent += data
            return
        # A body in one piece is in memory already; no further piece is added until the client reads some.
        if len(self.unsent) > LARGEST_UNSENT_BYTES:
            raise TimeoutError("the client does not take the response")
        self.unsent += data
        self.flush()

    def flush(self) -> int:
        """Send more of the unsent bytes, and return how many remain."""
        if self.unsent:
            with suppress(BlockingIOError):
                del self.unsent[: self.send(self.unsent)]
        return len(self.unsent)


class Arrival(TConn):  # type: ignore[misc]
    """A connection whose next request is arriving."""

    def __init__(self, cfg: Any, connection: socket.socket, client: Any, server: Any) -> None:
        super().__init__(cfg, Connection(connection), client, server)
        self.arrived = bytearray()
        self.deadline = time.monotonic() + HEADER_SECONDS
        self.is_cut = False
        self.is_excessive = False
        self.most_bytes = LARGEST_BODY_BYTES
        self.wanted = self._looked_at = self._chunk = self._chunks = 0
        self._is_last_chunk = False
        self.parser: Any = None
        self._coming = select.poll()
        self._coming.register(self.sock, select.POLLIN)

    def take(self, piece: bytes) -> None:
        """Store arrived bytes."""
        if not self.arrived:
            self.deadline = time.monotonic() + HEADER_SECONDS
        self.arrived += piece

    def is_whole(self) -> bool:
        """Whether the request is complete. Of a request that is too large, only the head is needed."""
        if not self.wanted:
            end = self.arrived.find(b"\r\n\r\n", max(0, self._looked_at - 3))
            self._looked_at = len(self.arrived)
            if end < 0:
                return False
            self._read_head(bytes(self.arrived[: end + 4]))
        if self.wanted < 0:
            return self._has_last_chunk()
        return len(self.arrived) >= self.wanted

    def _read_head(self, head: bytes) -> None:
        """Compute the length of the whole request; negative (the head's length) if the body is chunked."""
        length = _LENGTH.search(head)
        self.most_bytes = LARGEST_RECORD_BYTES if _RECORD.match(head) else LARGEST_BODY_BYTES
        self.wanted = len(head)
        if _CHUNKED.search(head):
            self.wanted = -len(head)
            self._chunk = self._looked_at = len(head)
        elif length is not None and (size := int(length.group(1))) <= self.most_bytes:
            self.wanted += size
        self.is_cut = length is not None and self.wanted == len(head) and int(length.group(1)) > 0
        if len(self.arrived) < self.wanted or self.wanted < 0:
            self.deadline = time.monotonic() + BODY_SECONDS
            if _EXPECTS.search(head):
                self.sock.send(b"HTTP/1.1 100 Continue\r\n\r\n")

    def _has_last_chunk(self) -> bool:
        """Whether the last chunk has arrived. Each byte is examined only once, even if it comes in small pieces."""
        while (
            not self._is_last_chunk
            and self._chunks <= MOST_CHUNKS
            and (line := self.arrived.find(b"\r\n", self._looked_at)) >= 0
        ):
            digits = bytes(self.arrived[self._chunk : line]).partition(b";")[0].strip()
            if not re.fullmatch(rb"[0-9a-fA-F]{1,8}", digits):
                return True  # the parser reports the error
            self._is_last_chunk = int(digits, 16) == 0
            self._chunk = self._looked_at = line if self._is_last_chunk else line + 2 + int(digits, 16) + 2
            self._chunks += 1
        if self._is_last_chunk:
            end = self.arrived.find(b"\r\n\r\n", self._looked_at)
            self._looked_at = max(self._chunk, len(self.arrived) - 3)
            if end >= 0:
                return True
        else:
            self._looked_at = max(self._chunk, len(self.arrived) - 1)
        line_bytes = len(self.arrived) - self._chunk
        self.is_excessive = self._chunks > MOST_CHUNKS or line_bytes > LARGEST_CHUNK_LINE_BYTES
        return len(self.arrived) > self.most_bytes

    @property
    def is_large(self) -> bool:
        """Whether more may arrive than for most requests."""
        return self.most_bytes > LARGEST_BODY_BYTES

    def is_urgent(self) -> bool:
        """Whether this request is answered even while all others have to wait."""
        return _URGENT.match(self.arrived) is not None

    def is_stream(self) -> bool:
        """Whether this request asks for an event stream, which then needs no thread."""
        return _STREAM.search(self.arrived) is not None

    def is_given_up(self) -> bool:
        """Whether the client has closed the connection."""
        try:
            return bool(self._coming.poll(0)) and not self.sock.recv(1, socket.MSG_PEEK)
        except OSError:
            return True

    def listen(self, seconds: float) -> bool:
        """Whether the next request arrives completely within this time; partial data is kept."""
        if rest := self.parser.unreader.take_buffered():
            self.take(rest)
        elif self._coming.poll(seconds * 1000):
            piece = self.sock.recv(PIECE)
            if not piece:
                return False  # the poller will see it, too
            self.take(piece)
        return bool(self.arrived) and self.is_whole()

    def is_read(self) -> bool:
        """Whether the request was read to its end, so that another may follow."""
        if self.is_cut:
            return False
        if not self.parser.unreader.buf.getvalue():
            return True
        # The rest of the body is in the buffer, perhaps with the next request.
        return bool(self.parser.finish_body(deadline=time.monotonic() + 0.1))

    def begin(self) -> None:
        """Give the parser the arrived bytes."""
        if self.parser is None:
            self.parser = http.get_parser(self.cfg, self.sock, self.client)
        self.parser.unreader.unread(bytes(self.arrived))
        self.arrived.clear()
        self._begin_look()

    def _begin_look(self) -> None:
        self.wanted = self._looked_at = self._chunk = self._chunks = 0
        self._is_last_chunk = False
        self.most_bytes = LARGEST_BODY_BYTES
