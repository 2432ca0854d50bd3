"""Keyring: the server's current signing key, and the succession of its keys.

The successions are stored in Redis by number and never changed. Every process reads them from time to time. A process
that has not seen the newest key signs with the previous one, which stays valid.
"""

import logging
import time
from typing import Any, NamedTuple

import msgspec

from audit.signing.key_succession import Succession, succession_of
from audit.signing.keys import SigningKey
from audit.signing.origin import origin_of
from eventstore.canonical_json import canonical
from eventstore.valkey.connection import Client, StoreUnavailable
from verify.receipts import is_succession

LOOK_AGAIN_SECONDS = 10.0
_SUCCESSIONS = "stele:successions"
_log = logging.getLogger("stele.record")


class CannotRotate(Exception):
    """The server's key cannot be replaced; the message says why."""


class _Held(NamedTuple):
    """A key and the succession that leads to it; the first key has none."""

    key: SigningKey
    succession: Succession | None = None


class Keyring:
    """The server's keys. `origin` is the name they sign for; the default is derived from the first public key."""

    def __init__(self, redis: Client, secret: bytes, origin: str = "") -> None:
        self._redis = redis
        self._secret = secret
        self._held: tuple[_Held, ...] = (_Held(SigningKey(secret)),)
        self.origin = origin or origin_of(self._held[0].key.public_key)
        self._looked_at = float("-inf")
        self.look()

    @property
    def current(self) -> SigningKey:
        """The key to sign with."""
        if time.monotonic() - self._looked_at > LOOK_AGAIN_SECONDS:
            self._look_if_possible()
        return self._held[-1].key

    def key_of(self, public_key: str) -> SigningKey | None:
        """The key with this public key, if it is or was the server's."""
        self._look_if_possible()
        return next((held.key for held in self._held if held.key.public_key == public_key), None)

    def _look_if_possible(self) -> None:
        """Look for a newer key, but never fail a request: while the list is unreadable, the known key is used."""
        try:
            self.look()
        except StoreUnavailable:
            _log.warning("The list of signing keys cannot be read; going on with the one that is known.")

    def look(self) -> None:
        """Load new successions."""
        self._looked_at = time.monotonic()
        stored: Any = self._redis.hgetall(_SUCCESSIONS) if self._redis.type(_SUCCESSIONS) == b"hash" else {}
        held = self._held
        while (raw := stored.get(str(len(held)).encode())) is not None:
            following = SigningKey(self._secret, len(held) + 1)
            statement = _read(raw)
            pair = (statement.get("previous"), statement.get("next"))
            if pair != (held[-1].key.public_key, following.public_key) or not is_succession(statement):
                # Entries from another secret, or damage: the known key stays right.
                _log.warning("Succession %d is not one of this server's keys; it does not count.", len(held))
                break
            held = (*held, _Held(following, statement))
        self._held = held

    def rotate(self, at: int) -> SigningKey:
        """Sign with a new key from now on; `at` is the time in milliseconds. Raises `CannotRotate`."""
        self.look()
        number = len(self._held)
        following = SigningKey(self._secret, number + 1)
        statement = succession_of(self.origin, self._held[-1].key, following, at)
        self._redis.hsetnx(_SUCCESSIONS, str(number), canonical(statement))
        self.look()
        if len(self._held) != number + 1 or self._held[-1].succession != statement:
            raise CannotRotate(f"there is another succession {number} already")
        return following

    def successions(self) -> list[Succession]:
        """The successions of the keys, oldest first."""
        return [held.succession for held in self._held if held.succession is not None]

    def published(self) -> dict[str, Any]:
        """The public part: the origin, the current key, and all keys with their successions.

        It looks for new successions first, since another process may already sign with a newer key.
        """
        self._look_if_possible()
        keys = [{"key": held.key.public_key, "succession": held.succession} for held in self._held]
        return {"origin": self.origin, "key": keys[-1]["key"], "keys": keys}


def _read(raw: bytes) -> Succession:
    try:
        statement = msgspec.json.decode(raw)
    except msgspec.DecodeError:
        return {}
    return statement if isinstance(statement, dict) else {}
