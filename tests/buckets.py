"""A bucket of S3-compatible storage on loopback, with the calls that Stele uses. It checks no signatures."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from email.utils import format_datetime
from hashlib import md5
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape, unescape

_BUCKET = "stele"


class _Bucket(BaseHTTPRequestHandler):
    """Puts, gets, lists and deletes."""

    protocol_version = "HTTP/1.1"
    things: dict[str, bytes]

    def log_message(self, *_said: object) -> None:
        """Log nothing."""

    def _answer(self, status: int, content: bytes = b"", **headers: str) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(content)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def _name(self) -> str:
        return unquote(urlsplit(self.path).path).removeprefix(f"/{_BUCKET}").removeprefix("/")

    def _body(self) -> bytes:
        return self.rfile.read(int(self.headers.get("Content-Length", 0)))

    def do_PUT(self) -> None:
        content = self._body()
        if self.headers.get("If-None-Match") == "*" and self._name() in self.things:
            self._answer(412)
            return
        self.things[self._name()] = content
        self._answer(200, ETag=_tag(content))

    def do_GET(self) -> None:
        if self._name():
            content = self.things.get(self._name())
            if content is None:
                self._answer(404, b"<Error><Code>NoSuchKey</Code></Error>")
            else:
                self._answer(
                    200, content, ETag=_tag(content), Last_Modified=format_datetime(datetime.now(UTC), usegmt=True)
                )
            return
        prefix = parse_qs(urlsplit(self.path).query).get("prefix", [""])[0]
        found = "".join(
            f"<Contents><Key>{escape(name)}</Key><LastModified>{datetime.now(UTC):%Y-%m-%dT%H:%M:%S.000Z}</LastModified>"
            f"<ETag>{escape(_tag(content))}</ETag><Size>{len(content)}</Size></Contents>"
            for name, content in sorted(self.things.items())
            if name.startswith(prefix)
        )
        listed = f"<ListBucketResult><IsTruncated>false</IsTruncated>{found}</ListBucketResult>"
        self._answer(200, listed.encode(), Content_Type="application/xml")

    do_HEAD = do_GET

    def do_POST(self) -> None:
        """Many objects are deleted in one request."""
        names = [unescape(name) for name in re.findall(r"<Key>(.*?)</Key>", self._body().decode())]
        for name in names:
            self.things.pop(name, None)
        gone = "".join(f"<Deleted><Key>{escape(name)}</Key></Deleted>" for name in names)
        self._answer(200, f"<DeleteResult>{gone}</DeleteResult>".encode(), Content_Type="application/xml")


def _tag(content: bytes) -> str:
    return f'"{md5(content, usedforsecurity=False).hexdigest()}"'


@contextmanager
def bucket() -> Iterator[tuple[dict[str, bytes], dict[str, str]]]:
    """The objects in the bucket `stele`, by name, and the variables that configure it."""
    things: dict[str, bytes] = {}
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Bucket", (_Bucket,), {"things": things}))
    serving = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    serving.start()
    try:
        yield things, {
            "AWS_ENDPOINT": f"http://127.0.0.1:{server.server_port}", "AWS_ALLOW_HTTP": "true", "AWS_REGION": "here",
            "AWS_ACCESS_KEY_ID": "who", "AWS_SECRET_ACCESS_KEY": "what",
        }  # fmt: skip
    finally:
        server.shutdown()
        server.server_close()
        serving.join()
