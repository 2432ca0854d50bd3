"""Responses travel compressed. What is streamed is compressed as it comes, so that no line is held back."""

import gzip
import zlib
from collections.abc import Iterable, Iterator

from flask import Response, request

_TYPES = frozenset(("application/json", "application/problem+json", "application/x-ndjson"))
_LEAST_BYTES = 600
_FLUSH_BYTES = 32 * 1024
LEVEL = 6


def compress(response: Response) -> Response:
    """Compress a JSON response for those who accept it. The pages' files are compressed once and come as they are."""
    if response.mimetype not in _TYPES or "Content-Encoding" in response.headers or response.status_code == 204:
        return response
    response.vary.add("Accept-Encoding")
    if request.accept_encodings["gzip"] <= 0:
        return response
    if response.is_streamed:
        response.response = _compressed(response.iter_encoded())
        response.headers.pop("Content-Length", None)
    else:
        body = response.get_data()
        if len(body) < _LEAST_BYTES:
            return response
        response.set_data(gzip.compress(body, LEVEL, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    # Other bytes of the same content: an ETag stays valid for comparing, but no longer byte for byte.
    etag, _is_weak = response.get_etag()
    if etag is not None:
        response.set_etag(etag, weak=True)
    return response


def _compressed(chunks: Iterable[bytes]) -> Iterator[bytes]:
    packer = zlib.compressobj(LEVEL, wbits=zlib.MAX_WBITS | 16)
    waiting = 0
    for chunk in chunks:
        waiting += len(chunk)
        ready = packer.compress(chunk)
        if waiting >= _FLUSH_BYTES:
            ready += packer.flush(zlib.Z_SYNC_FLUSH)
            waiting = 0
        if ready:
            yield ready
    yield packer.flush()
