"""How requests arrive: whole, before a thread takes them.

gunicorn's threaded worker gives a connection a thread that then waits for what the client sends, so that a few dozen
slow clients hold all threads. `PatientWorker` lets the poller wait instead. It also keeps threads for what must always
be answered, turns requests away when too many wait, and lets a response hand its connection over to somebody else.
"""

import re
import resource
import select
import socket
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from errno import EMFILE, ENFILE
from functools import partial
from selectors import EVENT_READ
from typing import Any

import msgspec
from gunicorn import http
from gunicorn.workers.gthread import TConn, ThreadWorker

from api.followers import HandedOver
from api.problem_kinds import FULL, HEAD_TOO_LARGE, Kind
from api.problems import LARGEST_BODY_BYTES

HEADER_SECONDS = 10.0
"""How long a request's head may take, from its first byte on or from the beginning of the connection."""
BODY_SECONDS = 10.0
RESPONSE_SECONDS = 20.0
"""How long a client may take for one piece of a response."""
LEAVING_SECONDS = 2.0
LINGERING_SECONDS = 0.005
"""How long a thread that nobody waits for listens for the next request of the same client."""
LARGEST_HEAD_BYTES = 32 * 1024
RESERVED_THREADS = 4
MOST_WAITING_A_THREAD = 16
_PIECE = 64 * 1024
_MOST_AT_ONCE = 64
_URGENT = re.compile(rb"POST [^ ?]*/moves[ ?]|GET [^ ?]*/health/live[ ?]")
_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,15})[ \t]*\r\n", re.IGNORECASE)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding:[^\r\n]*chunked", re.IGNORECASE)
_EXPECTS = re.compile(rb"\r\nexpect:[ \t]*100-continue", re.IGNORECASE)
_REFUSAL = (
    b"HTTP/1.1 %d %b\r\nContent-Type: application/problem+json\r\nConnection: close\r\nRetry-After: 5\r\n"
    b"Content-Length: %d\r\n\r\n%b"
)


def refusal(kind: Kind) -> bytes:
    """The whole response with which this worker refuses a request that no thread takes."""
    body = {"type": kind.urn, "title": kind.title, "status": kind.status, "detail": kind.when}
    told = msgspec.json.encode(body)
    return _REFUSAL % (kind.status, kind.title.encode(), len(told), told)


class Arrival(TConn):  # type: ignore[misc]
    """A connection whose next request arrives."""

    def __init__(self, cfg: Any, connection: socket.socket, client: Any, server: Any) -> None:
        super().__init__(cfg, connection, client, server)
        self.arrived = bytearray()
        self.wanted = 0
        self.deadline = time.monotonic() + HEADER_SECONDS
        self._looked_at = 0
        self.parser: Any = None
        self._coming = select.poll()
        self._coming.register(connection, select.POLLIN)

    def take(self, piece: bytes) -> None:
        """Keep what has arrived."""
        if not self.arrived:
            self.deadline = time.monotonic() + HEADER_SECONDS
        self.arrived += piece

    def is_whole(self) -> bool:
        """Whether the request is here; of one that is too large, its head is enough."""
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
        """How many bytes the whole request has; negative: the head's, and the body says itself where it ends."""
        length = _LENGTH.search(head)
        self.wanted = len(head)
        if _CHUNKED.search(head):
            self.wanted = -len(head)
        elif length is not None and (size := int(length.group(1))) <= LARGEST_BODY_BYTES:
            self.wanted += size
        if len(self.arrived) < self.wanted or self.wanted < 0:
            self.deadline = time.monotonic() + BODY_SECONDS
            if _EXPECTS.search(head):
                self.sock.send(b"HTTP/1.1 100 Continue\r\n\r\n")

    def _has_last_chunk(self) -> bool:
        place = -self.wanted
        while (line := self.arrived.find(b"\r\n", place)) >= 0:
            digits = bytes(self.arrived[place:line]).partition(b";")[0].strip()
            if not re.fullmatch(rb"[0-9a-fA-F]{1,8}", digits):
                return True  # the parser says what is wrong with it
            if (size := int(digits, 16)) == 0:
                return self.arrived.find(b"\r\n\r\n", line) >= 0
            place = line + 2 + size + 2
        return len(self.arrived) > LARGEST_BODY_BYTES

    def is_urgent(self) -> bool:
        """Whether this request gets an answer also when all others have to wait."""
        return _URGENT.match(self.arrived) is not None

    def is_given_up(self) -> bool:
        """Whether the client has closed the connection."""
        try:
            return bool(self._coming.poll(0)) and not self.sock.recv(1, socket.MSG_PEEK)
        except OSError:
            return True

    def listen(self, seconds: float) -> bool:
        """Whether the next request is here whole within this time; what comes of it is kept in any case."""
        if rest := self.parser.unreader.take_buffered():
            self.take(rest)
        elif self._coming.poll(seconds * 1000):
            piece = self.sock.recv(_PIECE)
            if not piece:
                return False  # the poller will see it, too
            self.take(piece)
        return bool(self.arrived) and self.is_whole()

    def begin(self) -> None:
        """Give the parser what has arrived."""
        if self.parser is None:
            self.parser = http.get_parser(self.cfg, self.sock, self.client)
        self.parser.unreader.unread(bytes(self.arrived))
        self.arrived.clear()
        self.wanted = self._looked_at = 0


class PatientWorker(ThreadWorker):  # type: ignore[misc]
    """gunicorn's threaded worker, whose threads wait for no client."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._waiting: dict[Arrival, None] = {}
        self._leaving: dict[Arrival, None] = {}
        self._taken = 0
        self._reserve = ThreadPoolExecutor(RESERVED_THREADS)

    def init_process(self) -> None:
        """Allow as many open files as the system does: each follower is one."""
        _soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        super().init_process()

    def accept(self, listener: socket.socket) -> None:
        """Take new connections; when there are too many, the one that has waited longest makes room."""
        for _ in range(_MOST_AT_ONCE):
            try:
                connection, client = listener.accept()
            except OSError as error:
                if error.errno in (EMFILE, ENFILE) and self._waiting:
                    self._drop(next(iter(self._waiting)))
                return
            self.nr_conns += 1
            if self.nr_conns >= self.worker_connections - 1 and self._waiting:
                self._drop(next(iter(self._waiting)))
            conn = Arrival(self.cfg, connection, client, listener.getsockname())
            self._wait_for(conn)
            self._receive(conn, connection)

    def _wait_for(self, conn: Arrival) -> None:
        self._waiting[conn] = None
        self.poller.register(conn.sock, EVENT_READ, partial(self._receive, conn))

    def _stop_waiting(self, conn: Arrival) -> None:
        del self._waiting[conn]
        self.poller.unregister(conn.sock)

    def _receive(self, conn: Arrival, connection: socket.socket) -> None:
        """Read what there is; when the request is whole, a thread takes it."""
        try:
            piece = connection.recv(_PIECE)
        except BlockingIOError:
            return
        except OSError:
            piece = b""
        if not piece:
            self._drop(conn)
            return
        conn.take(piece)
        try:
            is_whole = conn.is_whole()
        except OSError:
            self._drop(conn)
            return
        if is_whole:
            self._stop_waiting(conn)
            self._dispatch(conn)
        elif not conn.wanted and len(conn.arrived) > LARGEST_HEAD_BYTES:
            self._stop_waiting(conn)
            self._refuse(conn, HEAD_TOO_LARGE)

    def _dispatch(self, conn: Arrival) -> None:
        is_busy = self._taken >= self.cfg.threads
        pool, finish = self.tpool, self.finish_request
        if is_busy and conn.is_urgent():
            pool, finish = self._reserve, self._finish_urgent
        elif self._taken >= self.cfg.threads * MOST_WAITING_A_THREAD:
            self._refuse(conn, FULL)
            return
        else:
            self._taken += 1
        conn.begin()
        self._submit(pool, conn, finish)

    def _refuse(self, conn: Arrival, kind: Kind) -> None:
        with suppress(OSError):
            conn.sock.send(refusal(kind))
        self._leave(conn)

    def _submit(self, pool: ThreadPoolExecutor, conn: Arrival, finish: Callable[..., None]) -> None:
        pool.submit(self.handle, conn).add_done_callback(lambda done: self.method_queue.defer(finish, conn, done))

    def handle(self, conn: Arrival) -> bool:
        """Answer requests, in a thread; whether another may follow on this connection.

        A client that asks one thing after another is heard by the same thread, as long as nobody waits for it.
        """
        while self._answer(conn):
            if self._taken > self.cfg.threads or not self.alive or not conn.listen(LINGERING_SECONDS):
                return True
            conn.begin()
        return False

    def _answer(self, conn: Arrival) -> bool:
        request = None
        if conn.is_given_up():
            return False
        try:
            conn.sock.settimeout(RESPONSE_SECONDS)
            request = next(conn.parser)
            if not request or not self.handle_request(request, conn):
                return False
            # What is left of the body lies in the buffer; a body that was refused unread ends the connection.
            return bool(conn.parser.finish_body(deadline=time.monotonic() + 0.1))
        except (HandedOver, TimeoutError, StopIteration, http.errors.NoMoreData, ConnectionError, BrokenPipeError):
            return False
        except Exception as error:
            with suppress(OSError):
                self.handle_error(request, conn.sock, conn.client, error)
            return False

    def finish_request(self, conn: Arrival, done: "Future[bool]") -> None:
        """What becomes of a connection whose request was answered."""
        self._taken -= 1
        self._finish_urgent(conn, done)

    def _finish_urgent(self, conn: Arrival, done: "Future[bool]") -> None:
        if conn.sock.fileno() < 0:  # handed over
            self.nr_conns -= 1
        elif done.cancelled() or done.exception() is not None or not done.result():
            self._leave(conn)
        else:
            conn.sock.setblocking(False)
            if not conn.arrived:
                conn.deadline = time.monotonic() + (self.cfg.keepalive if self.alive else LEAVING_SECONDS)
            if rest := conn.parser.unreader.take_buffered():
                conn.take(rest)
            if conn.arrived and conn.is_whole():
                self._dispatch(conn)
            else:
                self._wait_for(conn)

    def _leave(self, conn: Arrival) -> None:
        """Close a connection so that the client gets all of the response: what it still sends is read and dropped."""
        try:
            conn.sock.setblocking(False)
            conn.sock.shutdown(socket.SHUT_WR)
            self.poller.register(conn.sock, EVENT_READ, partial(self._drain, conn))
        except OSError:
            self._close(conn)
            return
        conn.deadline = time.monotonic() + LEAVING_SECONDS
        self._leaving[conn] = None

    def _drain(self, conn: Arrival, connection: socket.socket) -> None:
        try:
            if connection.recv(_PIECE):
                return
        except BlockingIOError:
            return
        except OSError:
            pass
        self._drop(conn)

    def _drop(self, conn: Arrival) -> None:
        self._waiting.pop(conn, None)
        self._leaving.pop(conn, None)
        self.poller.unregister(conn.sock)
        self._close(conn)

    def _close(self, conn: Arrival) -> None:
        self.nr_conns -= 1
        conn.sock.close()

    def murder_keepalived(self, force: bool = False) -> None:
        """Close what has taken too long: requests that do not come, or come too slowly."""
        now = time.monotonic()
        for conn in [one for some in (self._waiting, self._leaving) for one in some if force or one.deadline < now]:
            self._drop(conn)

    def _cap_keepalive(self, deadline: float) -> None:
        for conn in self._waiting:
            conn.deadline = min(conn.deadline, deadline)
