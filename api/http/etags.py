"""ETags of the responses that show a record, and a cache of the last bodies.

A position of the past never changes, but what its players are called may, and somebody may go: so whoever got a
response asks again, at the cost of comparing an ETag, and no cache shows a name that is nobody's any more. The process
keeps the bodies that it made last, too, so that the next reader costs nearly nothing. It keeps them to itself: Redis's
memory is dear, and asking it would take longer than sending what is here.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from flask import Response, request, stream_with_context

from api.http.blueprint import JSON
from api.http.compression import LASTING_LEVEL, LEAST_BYTES, LEVEL, PACKED, compressed, pack, takes_gzip
from api.http.languages import asked_language
from api.services import services
from domain.redaction import Viewer
from eventstore.lru import LruCache
from replay.code_digest import sources_digest
from replay.viewer_state import Seen

MOST_KEPT_BYTES = 32 * 1024 * 1024
NAMES = "Stele-Names"
"""The header that counts the changes of names: whoever keeps a response forgets it when another one counts more."""
LARGEST_KEPT_BYTES = MOST_KEPT_BYTES // 8


class _Body(NamedTuple):
    content: bytes
    is_packed: bool


_kept: LruCache[tuple[str, bool], _Body] = LruCache(MOST_KEPT_BYTES, lambda body: len(body.content))
"""By the ETag, and by whether the client takes it compressed."""


class EtagResponse:
    """The response to this request, which shows a game's record up to `digest` to one viewer, as long as it lasts.

    One that `is_kept` is worth keeping here; one that `is_weak` may come in other bytes that mean the same.
    `says_texts` is for what is in the reader's language; `form` is the form that `Accept` chose, where it chooses. What
    differs by who asks, although all see the same game, names the `viewer`.
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
    ) -> None:
        language = asked_language() if says_texts else ""
        whose = seen.viewer if viewer is None else viewer
        changes = services().games.tables.name_changes()
        self.tag = f"{digest.hex()}-{whose}-{_mark(form, language, is_kept, changes)}"
        self._is_kept = is_kept
        self._is_weak = is_weak
        self._takes_gzip = takes_gzip()
        vary = "Authorization, Cookie, Accept-Encoding" + (", Accept" if form else "")
        self._headers = {"Cache-Control": "private, no-cache", "Vary": vary, NAMES: str(changes)}

    def unchanged(self) -> Response | None:
        """The response that says so, if the client has the body already."""
        for tag in (self.tag, self.tag + PACKED):
            if request.if_none_match.contains_weak(tag):
                return self._response(b"", JSON, tag, 304)
        return None

    def respond(self, content_type: str, make: Callable[[], bytes], is_kept: bool = True) -> Response:
        """The whole body, which is made only if it is not kept here."""
        body = self._found() if is_kept else None
        if body is None:
            content = make()
            is_packed = self._takes_gzip and len(content) >= LEAST_BYTES
            body = _Body(pack(content, self._level) if is_packed else content, is_packed)
            if is_kept:
                self._keep(body)
        return self._response_of(body.content, content_type, body.is_packed)

    def stream(self, content_type: str, make: Callable[[], Iterable[bytes]]) -> Response:
        """The body as it is made, piece by piece; what is fixed is kept, and comes at once the next time."""
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


def _mark(form: str, language: str, is_kept: bool, changes: int) -> str:
    """What the ETags of the responses to one question have in common. Other code may respond something else.

    So may the same code once a name has changed.
    """
    query = request.query_string.decode("latin-1")
    question = "\0".join((sources_digest(), request.path, query, form, language, str(is_kept), str(changes)))
    return hashlib.sha256(question.encode()).hexdigest()[:16]
