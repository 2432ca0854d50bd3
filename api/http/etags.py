"""ETags and a response cache for immutable positions.

A past position never changes, but its players' names may, and players may be deleted. So clients revalidate each time,
at the cost of comparing an ETag, and no cache shows an outdated name. Each process also caches the bodies that it made
recently, so that the next reader costs nearly nothing. The cache is local, because Redis's memory is expensive, and a
request to it would take longer than sending a local body.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from flask import Response, request, stream_with_context

from api.http.blueprint import JSON
from api.http.compression import LASTING_LEVEL, LEAST_BYTES, LEVEL, PACKED, compressed, pack, takes_gzip
from api.http.languages import asked_language
from api.services import services
from domain.clocks.rules import deadlines
from domain.redaction import Viewer
from eventstore.lru import LruCache
from replay.code_digest import sources_digest
from replay.viewer_state import Seen

MOST_KEPT_BYTES = 32 * 1024 * 1024
NAMES = "Stele-Names"
"""The header with the number of name changes: a client drops cached responses when the number grows."""
LARGEST_KEPT_BYTES = MOST_KEPT_BYTES // 8


class _Body(NamedTuple):
    content: bytes
    is_packed: bool


_kept: LruCache[tuple[str, bool], _Body] = LruCache(MOST_KEPT_BYTES, lambda body: len(body.content))
"""By the ETag, and by whether the client accepts compressed bodies."""


class EtagResponse:
    """The response to this request, which shows a game's record up to `digest` to one viewer.

    With `is_kept` it is cached here; with `is_weak` its bytes may differ but not its meaning. `says_texts` is for
    content in the reader's language; `form` is the form chosen by `Accept`, if any. Content that differs by caller
    although all see the same game names the `viewer`. The tag also changes after an outage, which moves the deadlines
    without a new digest. `content` is the body, if it depends on more than all this.
    """

    def __init__(
        self,
        seen: Seen,
        digest: bytes,
        *,
        is_kept: bool = False,
        is_weak: bool = False,
        says_texts: bool = False,
        form: str = "",
        viewer: Viewer | None = None,
        content: bytes = b"",
    ) -> None:
        language = asked_language() if says_texts else ""
        whose = seen.viewer if viewer is None else viewer
        changes = services().games.tables.name_changes()
        shown = deadlines(seen.rulebook, seen.game).values() if digest == seen.digest else ()
        self.tag = f"{digest.hex()}-{whose}-{_mark(form, language, is_kept, content, changes, *shown)}"
        self._is_kept = is_kept
        self._is_weak = is_weak
        self._takes_gzip = takes_gzip()
        vary = "Authorization, Cookie, Accept-Encoding" + (", Accept" if form else "")
        self._headers = {"Cache-Control": "private, no-cache", "Vary": vary, NAMES: str(changes)}

    def unchanged(self) -> Response | None:
        """The response 304, if the client has the body already, or none."""
        for tag in (self.tag, self.tag + PACKED):
            if request.if_none_match.contains_weak(tag):
                return self._response(b"", JSON, tag, 304)
        return None

    def respond(self, content_type: str, make: Callable[[], bytes], is_kept: bool = True) -> Response:
        """The whole body, which is made only if it is not cached here."""
        body = self._found() if is_kept else None
        if body is None:
            content = make()
            is_packed = self._takes_gzip and len(content) >= LEAST_BYTES
            body = _Body(pack(content, self._level) if is_packed else content, is_packed)
            if is_kept:
                self._keep(body)
        return self._response_of(body.content, content_type, body.is_packed)

    def stream(self, content_type: str, make: Callable[[], Iterable[bytes]]) -> Response:
        """The body in pieces, as it is made; an immutable one is cached, and sent whole the next time."""
        body = self._found()
        if body is not None:
            return self._response_of(body.content, content_type, body.is_packed)
        pieces = compressed(make(), self._level) if self._takes_gzip else make()
        passing = self._kept_when_whole(pieces) if self._is_kept else iter(pieces)
        return self._response_of(stream_with_context(passing), content_type, self._takes_gzip)

    @property
    def _level(self) -> int:
        return LASTING_LEVEL if self._is_kept else LEVEL

    def _found(self) -> _Body | None:
        return _kept.get((self.tag, self._takes_gzip))

    def _keep(self, body: _Body) -> None:
        if len(body.content) <= LARGEST_KEPT_BYTES:
            _kept.keep((self.tag, self._takes_gzip), body)

    def _kept_when_whole(self, pieces: Iterable[bytes]) -> Iterator[bytes]:
        passed: list[bytes] = []
        size = 0
        for piece in pieces:
            size += len(piece)
            if size <= LARGEST_KEPT_BYTES:
                passed.append(piece)
            yield piece
        if size <= LARGEST_KEPT_BYTES:
            self._keep(_Body(b"".join(passed), self._takes_gzip))

    def _response_of(self, body: bytes | Iterable[bytes], content_type: str, is_packed: bool) -> Response:
        response = self._response(body, content_type, self.tag + PACKED if is_packed else self.tag)
        if is_packed:
            response.headers["Content-Encoding"] = "gzip"
        return response

    def _response(self, body: bytes | Iterable[bytes], content_type: str, tag: str, status: int = 200) -> Response:
        response = Response(body, status, self._headers, content_type=content_type)
        response.set_etag(tag, self._is_weak)
        return response


def _mark(form: str, language: str, is_kept: bool, content: bytes, *numbers: int) -> str:
    """The common part of the ETags of equal questions; it changes with the code and the last arguments."""
    query = request.query_string.decode("latin-1")
    question = "\0".join((sources_digest(), request.path, query, form, language, str(is_kept), *map(str, numbers)))
    return hashlib.sha256(question.encode() + b"\0" + content).hexdigest()[:16]
