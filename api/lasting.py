"""What of the record lasts: the ETag of each response, and the bodies kept here.

A position of the past never changes, but what its players are called may, and somebody may go: so whoever got a
response asks again, at the cost of comparing an ETag, and no cache shows a name that is nobody's any more. The process
keeps the bodies that it made last, too, so that the next reader costs nearly nothing. It keeps them to itself: Redis's
memory is dear, and asking it would take longer than sending what is here.
"""

import gzip
import hashlib
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from flask import Response, request, stream_with_context

from api.compression import LASTING_LEVEL, LEAST_BYTES, LEVEL, PACKED, compressed, pack, takes_gzip
from api.languages import asked_language
from api.services import services
from domain.secrets import Viewer
from eventstore.recent import Recent
from replay.seen import Seen
from replay.sources import sources_digest

MOST_KEPT_BYTES = 32 * 1024 * 1024
NAMES = "Stele-Names"
"""The header that counts the changes of names: whoever keeps a response forgets it when another one counts more."""
LARGEST_KEPT_BYTES = MOST_KEPT_BYTES // 8


class _Body(NamedTuple):
    content: bytes
    is_packed: bool


_kept: Recent[tuple[str, bool], _Body] = Recent(MOST_KEPT_BYTES, lambda body: len(body.content))


class Lasting:
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
        mark = _mark(request.path, request.query_string, form, language, is_kept, changes)
        self.tag = f"{digest.hex()}-{whose}-{mark}"
        self._is_kept = is_kept
        self._level = LASTING_LEVEL if self._is_kept else LEVEL
        self._weak = "W/" if is_weak else ""
        vary = "Authorization, Cookie, Accept-Encoding" + (", Accept" if form else "")
        self._headers = {"Cache-Control": "private, no-cache", "Vary": vary, NAMES: str(changes)}

    def unchanged(self) -> Response | None:
        """The response that says so, if the client has the body already."""
        if "If-None-Match" in request.headers:
            for tag in (self.tag, self.tag + PACKED):
                if request.if_none_match.contains_weak(tag):
                    headers = {"ETag": f'{self._weak}"{tag}"', **self._headers}
                    return Response(status=304, headers=headers, content_type="application/json")
        return None

    def respond(self, content_type: str, make: Callable[[], bytes], is_kept: bool = True) -> Response:
        """The whole body, which is made only if it is not kept here."""
        body = (self._found() if is_kept else None) or self._for_client(make())
        if is_kept:
            self._keep(body)
        return self._response(body.content, content_type, body.is_packed)

    def stream(self, content_type: str, make: Callable[[], Iterable[bytes]]) -> Response:
        """The body as it is made, piece by piece; what is fixed is kept, and comes at once the next time."""
        body = self._found()
        if body is not None:
            return self._response(body.content, content_type, body.is_packed)
        is_packed = takes_gzip()
        pieces = compressed(make(), self._level) if is_packed else make()
        passing = self._kept_when_whole(pieces, is_packed) if self._is_kept else iter(pieces)
        return self._response(stream_with_context(passing), content_type, is_packed)

    def _found(self) -> _Body | None:
        """What is kept here, in the form that the client takes."""
        is_packed = takes_gzip()
        body = _kept.get((self.tag, is_packed))
        if body is None and (other := _kept.get((self.tag, not is_packed))) is not None:
            body = self._keep(self._for_client(gzip.decompress(other.content) if other.is_packed else other.content))
        return body

    def _keep(self, body: _Body) -> _Body:
        if len(body.content) > LARGEST_KEPT_BYTES:
            return body
        return _kept.keep((self.tag, takes_gzip()), body)

    def _kept_when_whole(self, pieces: Iterable[bytes], is_packed: bool) -> Iterator[bytes]:
        passed: list[bytes] = []
        size = 0
        for piece in pieces:
            size += len(piece)
            if size <= LARGEST_KEPT_BYTES:
                passed.append(piece)
            yield piece
        if size <= LARGEST_KEPT_BYTES:
            self._keep(_Body(b"".join(passed), is_packed))

    def _response(self, body: bytes | Iterable[bytes], content_type: str, is_packed: bool) -> Response:
        response = Response(body, content_type=content_type, headers=self._headers)
        if is_packed:
            response.headers["Content-Encoding"] = "gzip"
        response.headers["ETag"] = f'{self._weak}"{self.tag}{PACKED if is_packed else ""}"'
        return response

    def _for_client(self, content: bytes) -> _Body:
        is_packed = takes_gzip() and len(content) >= LEAST_BYTES
        return _Body(pack(content, self._level) if is_packed else content, is_packed)


@lru_cache(4096)
def _mark(path: str, query: bytes, form: str, language: str, is_kept: bool, changes: int) -> str:
    """What the ETags of the responses to one question have in common. Other code may respond something else.

    So may the same code once a name has changed.
    """
    question = "\0".join((sources_digest(), path, query.decode("latin-1"), form, language, str(is_kept), str(changes)))
    return hashlib.sha256(question.encode()).hexdigest()[:16]
