"""Recovery links: an operator gives an account back to a player who has lost all credentials.

A link is good once and for a short while; only its hash is stored. `stele:recovery:{HASH}` says whose it is.
"""

import secrets
from typing import Any

from eventstore.valkey.connection import Client
from services.accounts.credentials import hash_of

_LONGEST = 100


class BadRecovery(Exception):
    """This link is not good, or not any more."""


class RecoveryLinks:
    """The links that were made and not used yet."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def make(self, player: str, seconds: int) -> str:
        """A token with which this player signs in once, within so many seconds."""
        token = secrets.token_urlsafe(32)
        self._redis.set(_name(token), player, ex=seconds)
        return token

    def redeem(self, token: str) -> str:
        """The player whose token this is, or `BadRecovery`. It is used up by this."""
        found: Any = self._redis.getdel(_name(token)) if token.isascii() and len(token) <= _LONGEST else None
        if found is None:
            raise BadRecovery
        return str(found.decode())

    def forget(self, player: str) -> None:
        """Drop the links of this player that were not used yet."""
        for key in self._redis.scan_iter("stele:recovery:*", 1000):
            if self._redis.get(key) == player.encode():
                self._redis.delete(key)


def _name(token: str) -> str:
    return f"stele:recovery:{{{hash_of(token)}}}"
