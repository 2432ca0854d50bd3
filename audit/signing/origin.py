"""Origin: the name under which a server signs, the same for its receipts, its checkpoints and its keys."""

import base64
import hashlib
import re
from collections.abc import Mapping

_MADE = "stele.invalid/"
_FEWEST_DIGITS = 8
_ORIGIN = re.compile(r"[!-*,-~]{1,100}")


class BadOrigin(ValueError):
    """A name that no server can sign under; the message says why."""


def origin_of(environment: Mapping[str, str], public_key: str) -> str:
    """The name in `STELE_ORIGIN`, else one made of the server's first public key (base64).

    Such a name is below `stele.invalid`, a domain that nobody can own, so it is never mistaken for an address.
    """
    given = environment.get("STELE_ORIGIN")
    if not given:
        return f"{_MADE}{_digits_of(public_key)[:_FEWEST_DIGITS]}"
    if not _ORIGIN.fullmatch(given):
        raise BadOrigin(f"STELE_ORIGIN must be 1 to 100 printable ASCII characters without spaces and +: {given!r}")
    return given


def is_named_after(origin: str, public_key: str) -> bool:
    """Whether a server whose first key (base64) this is may have this name: one that is made of a key is its own."""
    if not origin.startswith(_MADE):
        return True
    digits = origin.removeprefix(_MADE).partition("/")[0]
    return len(digits) >= _FEWEST_DIGITS and _digits_of(public_key).startswith(digits)


def _digits_of(public_key: str) -> str:
    return hashlib.sha256(base64.b64decode(public_key)).hexdigest()
