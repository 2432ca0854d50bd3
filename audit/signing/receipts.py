"""Receipts: the server's signed statement of a game's position, the time, and the request that led to it.

Everyone who holds one is a witness. A receipt of the first scheme, without a `scheme`, contains only game, position and
digest; new ones are no longer issued.
"""

from collections.abc import Mapping
from typing import Any

from audit.signing.keys import SigningKey
from eventstore.canonical_json import canonical
from eventstore.entries import Position

SCHEME = "stele/receipt/2"

Receipt = Mapping[str, Any]


def receipt_of(
    signing: SigningKey, origin: str, game_id: str, position: Position, digest: bytes, at: int, request: str = ""
) -> dict[str, Any]:
    """The receipt for this place in a game.

    `at` is the recorded time of the action in milliseconds since 1970; `request` is the SHA-256 of the request's body
    in hexadecimal, or empty if there was none.
    """
    said = {
        "scheme": SCHEME,
        "origin": origin,
        "game": game_id,
        "position": str(position),
        "digest": digest.hex(),
        "at": at,
        "request": request,
    }
    return {**said, "public_key": signing.public_key, "signature": signing.sign(canonical(said))}
