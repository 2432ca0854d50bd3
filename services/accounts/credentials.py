"""Credentials: API tokens for programs and sessions for browsers, stored only as hashes.

`stele:token:{HASH}` and `stele:session:{HASH}` hold the owner and the scopes of a credential;
`stele:person:{ID}:tokens` and `…:sessions` hold the hashes of all of a player's credentials, each with the time of its
last use.
"""

import hashlib
import logging
import secrets
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Literal

import msgspec
from msgspec import Struct

from eventstore.lru import LruCache
from eventstore.valkey.connection import Client, StoreFull
from eventstore.valkey.scripts import TOUCH
from services.accounts.revocations import Revocations

Scope = Literal["read", "play", "account", "operate"]
SCOPES: tuple[Scope, ...] = ("read", "play", "account", "operate")
OF_PERSONS: tuple[Scope, ...] = ("read", "play", "account")
"""The scopes of a session. Operator actions need the scope `operate`."""
OF_PROGRAMS: tuple[Scope, ...] = ("read", "play")
"""The scopes of a bot's tokens and, by default, of an account's first token."""
How = Literal["name", "token", "passkey", "mail", "recovery"]

FIRST = "first"
"""The name of the token that is created with the account."""

SESSION_IDLE_DAYS = 180
SESSION_DAYS = 400
MOST = 50
"""The maximum number of tokens, and of sessions, of one player."""

_log = logging.getLogger("stele.record")
_COARSELY_MILLISECONDS = 3_600_000
_MOST_NOTED = 10_000
_LONGEST_SECRET = 200
_SHOWN = 16


class Credential(Struct, frozen=True, omit_defaults=True):
    """A credential's owner and scopes. Times are in milliseconds since 1970 UTC; `ends_at` 0: no fixed end.

    `name` is the owner's name for a token, or a session's browser family; `how` is the way the session was started.
    """

    player: str
    name: str = FIRST
    created_at: int = 0
    ends_at: int = 0
    scopes: tuple[Scope, ...] = OF_PERSONS
    how: How = "token"


class TooMany(Exception):
    """A player has the maximum number of these."""


class Listed(Struct, frozen=True):
    """A credential as shown to its owner: its id, never its secret. `used_at` is right to the hour; 0: never used."""

    id: str
    credential: Credential
    used_at: int


def hash_of(secret: str) -> str:
    """The hash under which a secret is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


def id_of(hashed: str) -> str:
    """The id of the credential with this hash: long enough to be unique, too short to replace the hash."""
    return hashed[:_SHOWN]


class Credentials:
    """All tokens, or all sessions. A credential that is unused for `idle` milliseconds expires; 0: it does not."""

    def __init__(self, redis: Client, kind: Literal["token", "session"], idle: int = 0) -> None:
        self._redis = redis
        self._kind = kind
        self._idle = idle
        self._ended = Revocations(redis)
        self._noted: LruCache[str, int] = LruCache(_MOST_NOTED)

    def add(self, credential: Credential, now: int) -> str:
        """Create a credential and return its secret, which is not stored.

        If a player has too many sessions, the least recently used one ends; too many tokens raise `TooMany`.
        """
        held = self.all(credential.player)
        if len(held) >= MOST and self._kind == "token":
            raise TooMany
        for one in held[MOST - 1 :]:
            self.end(credential.player, one.id)
        secret = secrets.token_urlsafe(32)
        hashed = hash_of(secret)
        # List it first: an owner can see every credential that exists.
        self._redis.hset(self._person_key(credential.player), hashed, 0)
        self._redis.set(self._key(hashed), msgspec.json.encode(credential), pxat=self._end(credential, now))
        return secret

    def find(self, secret: str, now: int) -> Listed | None:
        """The valid credential with this secret, or none; it is marked as used now."""
        if not secret.isascii() or len(secret) > _LONGEST_SECRET:
            return None
        hashed = hash_of(secret)
        credential = self._read(hashed)
        if credential is None:
            return None
        noted = self._noted.get(hashed)
        if noted is None or now - noted >= _COARSELY_MILLISECONDS:
            with suppress(StoreFull):  # a call that only reads may continue
                self._note(hashed, credential, now)
        return Listed(id_of(hashed), credential, now)

    def _note(self, hashed: str, credential: Credential, now: int) -> None:
        """Store the time of the use, to the hour, and extend the expiry of a credential with an idle limit."""
        hour = now - now % _COARSELY_MILLISECONDS
        TOUCH(self._redis, [self._person_key(credential.player)], [hashed, hour])
        self._noted.replace(hashed, hour)
        if self._idle:
            self._redis.pexpireat(self._key(hashed), self._end(credential, now) or 0)

    def all(self, player: str) -> list[Listed]:
        """All of a player's credentials, most recently used first. Removes expired ones from the list."""
        used: Any = self._redis.hgetall(self._person_key(player))
        found = []
        for raw, time in used.items():
            hashed = raw.decode()
            credential = self._read(hashed)
            if credential is None:
                self._redis.hdel(self._person_key(player), hashed)
            else:
                found.append(Listed(id_of(hashed), credential, int(time)))
        return sorted(found, key=lambda one: (one.used_at, one.credential.created_at), reverse=True)

    def last_used(self, players: Sequence[str]) -> list[int]:
        """For each of these players the last use of any of their credentials, to the hour; 0: never used."""
        told = self._redis.ask_all([("HVALS", self._person_key(player)) for player in players])
        return [max(map(int, times or ()), default=0) for times in told]

    def end(self, player: str, credential_id: str) -> bool:
        """End the player's credential with this id, and return whether there was one."""
        for hashed in self.hashes(player):
            if id_of(hashed) == credential_id:
                self._end_now(player, hashed)
                return True
        return False

    def end_others(self, player: str, kept_id: str) -> int:
        """End all of a player's credentials except the one with this id, and return how many."""
        others = [hashed for hashed in self.hashes(player) if id_of(hashed) != kept_id]
        for hashed in others:
            self._end_now(player, hashed)
        return len(others)

    def hashes(self, player: str) -> list[str]:
        """The hashes of all of a player's credentials."""
        found: Any = self._redis.hkeys(self._person_key(player))
        return [one.decode() for one in found]

    def forget(self, player: str) -> None:
        """End all of a player's credentials and delete the list of them."""
        for hashed in (*self.hashes(player), *self._unlisted(player)):
            self._redis.delete(self._key(hashed))
            self._ended.tell(id_of(hashed))
        self._redis.delete(self._person_key(player))

    def _unlisted(self, player: str) -> Iterator[str]:
        """The player's tokens that were created by versions without a token list and are still unlisted."""
        prefix = self._key("")[:-1]
        if self._kind == "token":
            for key in self._redis.scan_iter(f"{prefix}*", 1000):
                if self._redis.get(key) == player.encode():
                    yield key.decode()[len(prefix) : -1]

    def _end_now(self, player: str, hashed: str) -> None:
        self._redis.delete(self._key(hashed))
        self._redis.hdel(self._person_key(player), hashed)
        self._ended.tell(id_of(hashed))

    def _end(self, credential: Credential, now: int) -> int | None:
        ends = [one for one in (credential.ends_at, self._idle and now + self._idle) if one]
        return min(ends, default=None)

    def _read(self, hashed: str) -> Credential | None:
        stored: Any = self._redis.get(self._key(hashed))
        if stored is None:
            return None
        if stored.startswith(b"{"):
            try:
                return msgspec.json.decode(stored, type=Credential)
            except msgspec.DecodeError as error:
                _log.critical("The %s %s cannot be read: %s.", self._kind, id_of(hashed), error)
                return None
        # Versions without token names stored only the player's id. List the token.
        first = Credential(stored.decode())
        self._redis.hset(self._person_key(first.player), hashed, 0)
        self._redis.set(self._key(hashed), msgspec.json.encode(first), xx=True)
        return first

    def _key(self, hashed: str) -> str:
        return f"stele:{self._kind}:{{{hashed}}}"

    def _person_key(self, player: str) -> str:
        return f"stele:person:{{{player}}}:{self._kind}s"
