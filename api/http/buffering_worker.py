"""Buffering worker for gunicorn: a request takes a thread only when it has arrived in full.

gunicorn's own threaded worker lets its poller wait only for the first bytes of a new connection. A thread then waits
for the rest of the head, for the body, and for the client to read the response, so a few dozen slow clients occupy all
threads. No setting limits these times (`timeout` is about workers, `keepalive` about the pause between requests,
`limit_request_…` about sizes); gevent's worker would need every library patched, and Stele may be served without a
buffering proxy. In `BufferingWorker` the poller waits for the whole request. The worker also reserves threads for
urgent requests, refuses requests when too many wait, lets event streams wait longer, and lets a response hand over its
connection.
"""

import resource
import select
import socket
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from errno import EMFILE, ENFILE
from functools import partial
from selectors import EVENT_READ, EVENT_WRITE
from typing import Any

import msgspec
from gunicorn import http
from gunicorn.workers.gthread import ThreadWorker

from api.http.connection import LARGEST_HEAD_BYTES, PIECE, Arrival
from api.http.problem_kinds import FULL, HEAD_TOO_LARGE, TOO_LARGE, Kind

RESPONSE_SECONDS = 60.0
"""How long a client may take for the part of a response that it did not read immediately."""
MOST_UNSENT_BYTES = 64 * 1024 * 1024
LEAVING_SECONDS = 2.0
LINGERING_SECONDS = 0.005
"""How long an idle thread listens for the next request of the same client."""
RESERVED_THREADS = 4
MOST_RECORDS = 16
"""The number of larger bodies that may arrive at the same time: all of them are in memory."""
MOST_WAITING_A_THREAD = 16
MOST_WAITING_STREAMS = 4096
"""The number of event streams that may wait for a thread to begin them. After that they need none, so the wait is short
even if all followers of a server come back at once."""
_MOST_AT_ONCE = 64
_REFUSAL = (
    b"HTTP/1.1 %d %b\r\nContent-Type: application/problem+json\r\nConnection: close\r\nRetry-After: 5\r\n"
    b"Content-Length: %d\r\n\r\n%b"
)


def refusal(kind: Kind) -> bytes:
    """The complete response with which this worker refuses a request that no thread takes."""
    body = {"type": kind.urn, "title": kind.title, "status": kind.status, "detail": kind.when}
    told = msgspec.json.encode(body)
    return _REFUSAL % (kind.status, kind.title.encode(), len(told), told)


class BufferingWorker(ThreadWorker):  # type: ignore[misc]
    """gunicorn's threaded worker, whose threads never wait for a client."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._waiting: dict[Arrival, None] = {}
        self._leaving: dict[Arrival, None] = {}
        self._sending: dict[Arrival, Callable[[Arrival], None]] = {}
        self._taken = 0
        self._streams: deque[Arrival] = deque()
        self._reserve = ThreadPoolExecutor(RESERVED_THREADS)

    def init_process(self) -> None:
        """Raise the limit of open files to the system's, because each live stream needs one."""
        _soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        super().init_process()

    def handle_exit(self, _signal: int, _frame: Any) -> None:
        """Stop in an orderly way, as SIGTERM asks."""
        self.method_queue.defer(self._stop)

    def _stop(self) -> None:
        """Accept the waiting connections, close the port, and then end the open connections with their next response.

        While any process has the port open, the system takes new connections, and resets those that no process accepts.
        """
        self.set_accept_enabled(False)
        while self.sockets:
            while select.select(self.sockets[:1], [], [], 0)[0]:
                self.accept(self.sockets[0])
            self.sockets.pop(0).close()
        self.alive = False

    def accept(self, listener: socket.socket) -> None:
        """Accept new connections; if there are too many, close the one that has waited longest."""
        if listener not in self.sockets:  # closed by what else happened at the same time
            return
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
            self._receive(conn, conn.sock)

    def _wait_for(self, conn: Arrival) -> None:
        self._waiting[conn] = None
        self.poller.register(conn.sock, EVENT_READ, partial(self._receive, conn))

    def _stop_waiting(self, conn: Arrival) -> None:
        del self._waiting[conn]
        self.poller.unregister(conn.sock)

    def _receive(self, conn: Arrival, connection: socket.socket) -> None:
        """Read the available bytes; when the request is complete, hand it to a thread."""
        try:
            piece = connection.recv(PIECE)
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
        elif conn.is_excessive or (not conn.wanted and len(conn.arrived) > LARGEST_HEAD_BYTES):
            self._stop_waiting(conn)
            self._refuse(conn, TOO_LARGE if conn.is_excessive else HEAD_TOO_LARGE)
        elif conn.is_large and sum(one.is_large for one in self._waiting) > MOST_RECORDS:
            self._stop_waiting(conn)
            self._refuse(conn, FULL)

    def _dispatch(self, conn: Arrival) -> None:
        is_busy = self._taken >= self.cfg.threads
        pool, finish = self.tpool, self.finish_request
        if is_busy and conn.is_urgent():
            pool, finish = self._reserve, self._finish_urgent
        elif self._taken >= self.cfg.threads * MOST_WAITING_A_THREAD:
            if conn.is_stream() and len(self._streams) < MOST_WAITING_STREAMS:
                self._streams.append(conn)
            else:
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
        """Answer requests, in a thread, and return whether another may follow on this connection.

        A client's consecutive requests are handled by the same thread while no other client waits for it.
        """
        if conn.is_given_up():
            return False
        while self._answer(conn):
            is_wanted = self._taken > self.cfg.threads or not self.alive
            if is_wanted or conn.sock.unsent or not conn.listen(LINGERING_SECONDS):
                return True
            conn.begin()
        return False

    def _answer(self, conn: Arrival) -> bool:
        request = None
        try:
            request = next(conn.parser)
            may_follow = bool(request) and self.handle_request(request, conn) and conn.is_read()
            conn.sock.flush()
            return may_follow
        except (OSError, StopIteration, http.errors.NoMoreData):  # includes HandedOver, an OSError
            return False
        except Exception as error:
            with suppress(OSError):
                self.handle_error(request, conn.sock, conn.client, error)
            return False

    def finish_request(self, conn: Arrival, done: "Future[bool]") -> None:
        """Continue or close a connection whose request has been answered."""
        self._taken -= 1
        self._finish_urgent(conn, done)
        while self._streams and self._taken < self.cfg.threads:
            self._dispatch(self._streams.popleft())

    def _finish_urgent(self, conn: Arrival, done: "Future[bool]") -> None:
        if conn.sock.fileno() < 0:  # handed over
            self.nr_conns -= 1
            return
        may_follow = not done.cancelled() and done.exception() is None and done.result()
        self._send_rest(conn, self._go_on if may_follow else self._leave)

    def _send_rest(self, conn: Arrival, then: Callable[[Arrival], None]) -> None:
        """Let the poller send what the client has not read yet; if that is too much, drop the slowest client."""
        if not conn.sock.unsent:
            then(conn)
            return
        while sum(len(one.sock.unsent) for one in self._sending) + len(conn.sock.unsent) > MOST_UNSENT_BYTES:
            self._drop(next(iter(self._sending)))
        conn.deadline = time.monotonic() + RESPONSE_SECONDS
        self._sending[conn] = then
        self.poller.register(conn.sock, EVENT_WRITE, partial(self._send, conn))

    def _send(self, conn: Arrival, _connection: socket.socket) -> None:
        try:
            rest = conn.sock.flush()
        except OSError:
            self._drop(conn)
            return
        if not rest:
            self.poller.unregister(conn.sock)
            self._sending.pop(conn)(conn)

    def _go_on(self, conn: Arrival) -> None:
        """Wait for the connection's next request."""
        if not conn.arrived:
            conn.deadline = time.monotonic() + (self.cfg.keepalive if self.alive else LEAVING_SECONDS)
        if rest := conn.parser.unreader.take_buffered():
            conn.take(rest)
        if conn.arrived and conn.is_whole():
            self._dispatch(conn)
        else:
            self._wait_for(conn)

    def _leave(self, conn: Arrival) -> None:
        """Close a connection so that the client gets the whole response: read and drop what it still sends."""
        try:
            conn.sock.shutdown(socket.SHUT_WR)
            self.poller.register(conn.sock, EVENT_READ, partial(self._drain, conn))
        except OSError:
            self._close(conn)
            return
        conn.deadline = time.monotonic() + LEAVING_SECONDS
        self._leaving[conn] = None

    def _drain(self, conn: Arrival, connection: socket.socket) -> None:
        try:
            if connection.recv(PIECE):
                return
        except BlockingIOError:
            return
        except OSError:
            pass
        self._drop(conn)

    def _drop(self, conn: Arrival) -> None:
        self._waiting.pop(conn, None)
        self._leaving.pop(conn, None)
        self._sending.pop(conn, None)
        self.poller.unregister(conn.sock)
        self._close(conn)

    def _close(self, conn: Arrival) -> None:
        self.nr_conns -= 1
        conn.sock.close()

    def murder_keepalived(self, force: bool = False) -> None:
        """Close connections that have taken too long: requests that do not arrive, or arrive too slowly."""
        now = time.monotonic()
        for conn in [one for one in self._waiting if one.deadline < now and not one.arrived and not force]:
            self._receive(conn, conn.sock)  # the next request may have come since the poller was asked
        for group in (self._waiting, self._leaving, self._sending):
            for conn in [one for one in group if force or one.deadline < now]:
                self._drop(conn)

    def _cap_keepalive(self, deadline: float) -> None:
        for conn in self._waiting:
            conn.deadline = min(conn.deadline, deadline)
