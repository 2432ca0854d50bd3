"""Challenges: random bytes that a browser signs to sign in or to add a passkey. Each counts once, and not for long."""

import secrets

from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

from eventstore.valkey.connection import Client

LIFE_SECONDS = 300
_ANYBODY = "-"
_LONGEST = 100


class Challenges:
    """The challenges that were given out and not answered yet."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def give(self, player: str = "") -> bytes:
        """A new challenge: for this player, who wants to add a passkey, or for anybody who wants to sign in."""
        challenge = secrets.token_bytes(32)
        self._redis.set(_name(bytes_to_base64url(challenge)), player or _ANYBODY, ex=LIFE_SECONDS)
        return challenge

    def take(self, told: str, player: str = "") -> bytes | None:
        """The challenge that a browser says it answers, if it was given for just that; it is used up by this."""
        if not told.isascii() or len(told) > _LONGEST:
            return None
        given: bytes | None = self._redis.getdel(_name(told))  # type: ignore[assignment]
        return base64url_to_bytes(told) if given == (player or _ANYBODY).encode() else None


def _name(challenge: str) -> str:
    return f"stele:challenge:{{{challenge}}}"
