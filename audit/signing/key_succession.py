"""Key successions: signed statements that a server continues with a new key.

A succession is signed by both keys: the old key names its successor, and the new key confirms it. A reader who trusts a
key can therefore trust the keys that continue it.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from audit.signing.keys import SigningKey, is_signed
from eventstore.canonical_json import NotCanonical, canonical

SCHEME = "stele/succession/1"
_SIGNED = ("at", "next", "origin", "previous", "scheme")
_SIGNATURES = ("next_signature", "previous_signature")

Succession = dict[str, Any]


def succession_of(origin: str, previous: SigningKey, following: SigningKey, at: int) -> Succession:
    """The statement that this key follows that one for this origin; `at` is in milliseconds since 1970."""
    said = {
        "scheme": SCHEME,
        "origin": origin,
        "previous": previous.public_key,
        "next": following.public_key,
        "at": at,
    }
    signed = canonical(said)
    return {**said, "previous_signature": previous.sign(signed), "next_signature": following.sign(signed)}


def is_genuine_succession(statement: Mapping[str, Any]) -> bool:
    """Whether both keys signed the statement."""
    if set(statement) != {*_SIGNED, *_SIGNATURES} or statement["scheme"] != SCHEME:
        return False
    texts = [statement[name] for name in (*_SIGNED, *_SIGNATURES) if name != "at"]
    if not all(isinstance(text, str) for text in texts) or type(statement["at"]) is not int:
        return False
    try:
        signed = canonical({name: statement[name] for name in _SIGNED})
    except NotCanonical:
        return False
    return all(is_signed(signed, statement[f"{whose}_signature"], statement[whose]) for whose in ("previous", "next"))


def continued(keys: Iterable[str], statements: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The keys that continue these by genuine statements, in any order: each with its predecessor."""
    left = [one for one in statements if is_genuine_succession(one)]
    found: dict[str, str] = {}
    reached = set(keys)
    while following := [one for one in left if one["previous"] in reached and one["next"] not in reached]:
        for one in following:
            found[one["next"]] = one["previous"]
            reached.add(one["next"])
    return found
