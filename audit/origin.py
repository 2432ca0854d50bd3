"""The origin: the name under which a server signs, the same for its receipts, its checkpoints and its keys."""

import base64
import hashlib
import re
from collections.abc import Mapping

_ORIGIN = re.compile(r"[!-*,-~]{1,100}")


class BadOrigin(ValueError):
    """A name that no server can sign under; the message says why."""


def origin_of(environment: Mapping[str, str], public_key: str) -> str:
    """The name in `STELE_ORIGIN`, else one made of the server's first public key (base64).

    Such a name is below `stele.invalid`, a domain that nobody can own, so it is never mistaken for an address.
    """
    given = environment.get("STELE_ORIGIN")
    if not given:
        return f"stele.invalid/{hashlib.sha256(base64.b64decode(public_key)).hexdigest()[:8]}"
    if not _ORIGIN.fullmatch(given):
        raise BadOrigin(f"STELE_ORIGIN must be 1 to 100 printable ASCII characters without spaces and +: {given!r}")
    return given
