"""Receipts: the server's signed word that a game had a digest at a position. Everybody who holds one is a witness."""

from collections.abc import Mapping
from typing import Any

from audit.signing import SigningKey, is_signed
from eventstore.canonical import canonical
from eventstore.entries import Position

_SIGNED = ("game", "position", "digest")


def receipt_of(signing: SigningKey, game_id: str, position: Position, digest: bytes) -> dict[str, str]:
    """The receipt for this place in a game: the canonical JSON of game, position and digest is signed."""
    said = {"game": game_id, "position": str(position), "digest": digest.hex()}
    return {**said, "public_key": signing.public_key, "signature": signing.sign(canonical(said))}


def is_genuine(receipt: Mapping[str, Any]) -> bool:
    """Whether the receipt's signature is right for what it says and the public key that it names."""
    if set(receipt) != {*_SIGNED, "public_key", "signature"}:
        return False
    if not all(isinstance(value, str) for value in receipt.values()):
        return False
    said = {name: receipt[name] for name in _SIGNED}
    return is_signed(canonical(said), receipt["signature"], receipt["public_key"])
