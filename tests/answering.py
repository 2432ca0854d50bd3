"""A small HTTP server of a test's own, which answers as the test says."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Answer(NamedTuple):
    """A response: its body, status and headers, except `Content-Length`."""

    body: bytes
    status: int = 200
    headers: Mapping[str, str] = {}


@contextmanager
def answering(answer: Callable[[str, bytes], Answer]) -> Iterator[str]:
    """A context with a server at this address, which answers each request by its path and body."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            told = answer(self.path, self.rfile.read(int(self.headers.get("Content-Length", 0))))
            self.send_response(told.status)
            for name, value in {**told.headers, "Content-Length": str(len(told.body))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(told.body)

        do_POST = do_GET

        def log_message(self, *_arguments: Any) -> None:
            """A test's output is not the place for a server's log."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
