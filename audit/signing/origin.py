"""Origin: the name under which a server signs, the same for its receipts, its checkpoints and its keys."""

import base64
import hashlib

_MADE = "stele.invalid/"
_FEWEST_DIGITS = 8


def origin_of(public_key: str) -> str:
    """The name of a server without a configured one, derived from its first public key (base64).

    It is below `stele.invalid`, a domain that cannot be registered, so it is never mistaken for an address.
    """
    return f"{_MADE}{_digits_of(public_key)[:_FEWEST_DIGITS]}"


def is_named_after(origin: str, public_key: str) -> bool:
    """Whether a server with this first key (base64) may have this name: a derived name belongs to its key."""
    if not origin.startswith(_MADE):
        return True
    digits = origin.removeprefix(_MADE).partition("/")[0]
    return len(digits) >= _FEWEST_DIGITS and _digits_of(public_key).startswith(digits)


def _digits_of(public_key: str) -> str:
    return hashlib.sha256(base64.b64decode(public_key)).hexdigest()
