"""Key successions: signed statements that a server continues with a new key.

A succession is signed by both keys: the old key names its successor, and the new key confirms it. A reader who trusts a
key can therefore trust the keys that continue it.
"""

from typing import Any

from audit.signing.keys import SigningKey
from eventstore.canonical_json import canonical

SCHEME = "stele/succession/1"

Succession = dict[str, Any]


def succession_of(origin: str, previous: SigningKey, following: SigningKey, at: int) -> Succession:
    """The statement that `new` succeeds `old` for this origin; `at` is in milliseconds since 1970."""
    said = {
        "scheme": SCHEME,
        "origin": origin,
        "previous": previous.public_key,
        "next": following.public_key,
        "at": at,
    }
    signed = canonical(said)
    return {**said, "previous_signature": previous.sign(signed), "next_signature": following.sign(signed)}
