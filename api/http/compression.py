"""Compression of responses. A stream is compressed line by line, so that no line is delayed."""

import zlib
from collections.abc import Iterable, Iterator

from flask import Response, request

_TYPES = frozenset(("application/json", "application/problem+json", "application/x-ndjson"))
_FLUSH_BYTES = 32 * 1024
LEAST_BYTES = 600
LEVEL = 6
LASTING_LEVEL = 9
"""The compression level for bodies that are created once and kept."""
PACKED = "-gzip"
"""The suffix of the ETag of a compressed body, because its bytes differ."""


def compress(response: Response) -> Response:
    """Compress a JSON response for clients that accept it, unless it was made in the right form."""
    headers = response.headers
    if "Accept-Encoding" in response.vary or response.mimetype not in _TYPES or response.status_code == 204:
        return response
    response.vary.add("Accept-Encoding")
    if not takes_gzip():
        return response
    if response.is_streamed:
        response.response = compressed(response.iter_encoded())
        headers.pop("Content-Length", None)
    else:
        body = response.get_data()
        if len(body) < LEAST_BYTES:
            return response
        response.set_data(pack(body))
    headers["Content-Encoding"] = "gzip"
    return response


def takes_gzip() -> bool:
    """Whether the client accepts compressed bodies."""
    return request.accept_encodings["gzip"] > 0


def pack(content: bytes, level: int = LEVEL) -> bytes:
    """The compressed content; the bytes are those of compression in pieces."""
    return b"".join(compressed([content], level))


def compressed(pieces: Iterable[bytes], level: int = LEVEL) -> Iterator[bytes]:
    """The pieces compressed as they come, without long delays. The bytes do not depend on the division into pieces."""
    packer = zlib.compressobj(level, wbits=zlib.MAX_WBITS | 16)
    waiting = bytearray()
    for piece in pieces:
        waiting += piece
        while len(waiting) >= _FLUSH_BYTES:
            yield packer.compress(bytes(waiting[:_FLUSH_BYTES])) + packer.flush(zlib.Z_SYNC_FLUSH)
            del waiting[:_FLUSH_BYTES]
    yield packer.compress(bytes(waiting)) + packer.flush()
