"""Recovery links: an operator restores access for a player who has lost all credentials.

A link is valid once and for a short time; only its hash is stored. `stele:recovery:{HASH}` holds the player's id.
"""

import secrets
from typing import Any

from eventstore.valkey.connection import Client
from services.accounts.credentials import hash_of

_LONGEST = 100


class BadRecovery(Exception):
    """This link is invalid or has expired."""


class RecoveryLinks:
    """The recovery links that have been created and not used yet."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def make(self, player: str, seconds: int) -> str:
        """Create a token with which this player signs in once, valid for `seconds`."""
        token = secrets.token_urlsafe(32)
        self._redis.set(_key(token), player, ex=seconds)
        return token

    def redeem(self, token: str) -> str:
        """The player whose token this is, or `BadRecovery`. This uses the token up."""
        found: Any = self._redis.getdel(_key(token)) if token.isascii() and len(token) <= _LONGEST else None
        if found is None:
            raise BadRecovery
        return str(found.decode())

    def forget(self, player: str) -> None:
        """Delete this player's unused links."""
        for key in self._redis.scan_iter("stele:recovery:*", 1000):
            if self._redis.get(key) == player.encode():
                self._redis.delete(key)


def _key(token: str) -> str:
    return f"stele:recovery:{{{hash_of(token)}}}"
