"""Credentials: secrets that are stored only as their hashes. Tokens are for programs, sessions for browsers.

`stele:token:{HASH}` and `stele:session:{HASH}` say whose a credential is and what it may do;
`stele:person:{ID}:tokens` and `…:sessions` have the hashes of all of a player's, each with when it was used last.
"""

import hashlib
import logging
import secrets
from collections.abc import Iterator
from typing import Any, Literal

import msgspec
from msgspec import Struct

from eventstore.lru import LruCache
from eventstore.valkey.connection import Client
from eventstore.valkey.scripts import TOUCH
from services.accounts.revocations import Revocations

Scope = Literal["read", "play", "account", "operate"]
SCOPES: tuple[Scope, ...] = ("read", "play", "account", "operate")
OF_PERSONS: tuple[Scope, ...] = ("read", "play", "account")
"""What a session, and the token that came with the account, may do. For an operator's acts a token names `operate`."""
How = Literal["name", "token", "passkey", "mail", "recovery"]
HOWS: tuple[How, ...] = ("name", "token", "passkey", "mail", "recovery")

FIRST = "first"
"""What the token that came with the account is called."""

SESSION_IDLE_DAYS = 180
SESSION_DAYS = 400
MOST = 50
"""So many tokens, and so many sessions, a player has at most."""

_log = logging.getLogger("stele.record")
_COARSELY_MILLISECONDS = 3_600_000
_MOST_NOTED = 10_000
_LONGEST_SECRET = 200
_SHOWN = 16


class Credential(Struct, frozen=True, omit_defaults=True):
    """Whose it is and what it may do. Times are in milliseconds since 1970 UTC; `ends_at` 0: it ends when it is ended.

    `name` is what the owner calls a token, or the family of a session's browser; `how` is how a session was begun.
    """

    player: str
    name: str = FIRST
    created_at: int = 0
    ends_at: int = 0
    scopes: tuple[Scope, ...] = OF_PERSONS
    how: How = "token"


class TooMany(Exception):
    """A player has as many of these as there may be."""


class Listed(Struct, frozen=True):
    """A credential as its owner sees it: by its id, never by its secret. `used_at` is right to the hour; 0: never."""

    id: str
    credential: Credential
    used_at: int


def hash_of(secret: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def id_of(hashed: str) -> str:
    """The id of the credential with this hash: long enough to name it, too short to be it."""
    return hashed[:_SHOWN]


class Credentials:
    """All tokens, or all sessions. One that is not used for `idle` milliseconds ends by itself; 0: it does not."""

    def __init__(self, redis: Client, kind: Literal["token", "session"], idle: int = 0) -> None:
        self._redis = redis
        self._kind = kind
        self._idle = idle
        self._ended = Revocations(redis)
        self._noted: LruCache[str, int] = LruCache(_MOST_NOTED)

    def add(self, credential: Credential, now: int) -> str:
        """The secret of a new credential, which is stored nowhere.

        Of sessions the one that was used least lately makes room where there are too many; else `TooMany`.
        """
        held = self.all(credential.player)
        if len(held) >= MOST and self._kind == "token":
            raise TooMany
        for one in held[MOST - 1 :]:
            self.end(credential.player, one.id)
        secret = secrets.token_urlsafe(32)
        hashed = hash_of(secret)
        # Listed first: there is no credential that its owner does not see.
        self._redis.hset(self._of(credential.player), hashed, 0)
        self._redis.set(self._name(hashed), msgspec.json.encode(credential), pxat=self._end(credential, now))
        return secret

    def find(self, secret: str, now: int) -> Listed | None:
        """The credential with this secret, which counts as used now; none if there is none, or no more."""
        if not secret.isascii() or len(secret) > _LONGEST_SECRET:
            return None
        hashed = hash_of(secret)
        credential = self._read(hashed)
        if credential is None:
            return None
        noted = self._noted.get(hashed)
        if noted is None or now - noted >= _COARSELY_MILLISECONDS:
            self._note(hashed, credential, now)
        return Listed(id_of(hashed), credential, now)

    def _note(self, hashed: str, credential: Credential, now: int) -> None:
        """Note the use, to the hour, and put off the end of one that ends when it is not used."""
        hour = now - now % _COARSELY_MILLISECONDS
        self._noted.replace(hashed, hour)
        TOUCH(self._redis, [self._of(credential.player)], [hashed, hour])
        if self._idle:
            self._redis.pexpireat(self._name(hashed), self._end(credential, now) or 0)

    def all(self, player: str) -> list[Listed]:
        """All of a player's, the one that was used last first. What has ended by itself is forgotten by this."""
        used: Any = self._redis.hgetall(self._of(player))
        found = []
        for raw, time in used.items():
            hashed = raw.decode()
            credential = self._read(hashed)
            if credential is None:
                self._redis.hdel(self._of(player), hashed)
            else:
                found.append(Listed(id_of(hashed), credential, int(time)))
        return sorted(found, key=lambda one: (one.used_at, one.credential.created_at), reverse=True)

    def end(self, player: str, credential_id: str) -> bool:
        """End the one of this player's with this id at once; whether there was one."""
        for hashed in self.hashes(player):
            if id_of(hashed) == credential_id:
                self._end_now(player, hashed)
                return True
        return False

    def end_others(self, player: str, kept_id: str) -> int:
        """End all of a player's but the one with this id; how many."""
        others = [hashed for hashed in self.hashes(player) if id_of(hashed) != kept_id]
        for hashed in others:
            self._end_now(player, hashed)
        return len(others)

    def hashes(self, player: str) -> list[str]:
        """The hashes of all of a player's."""
        found: Any = self._redis.hkeys(self._of(player))
        return [one.decode() for one in found]

    def forget(self, player: str) -> None:
        """End all of a player's, and forget that there were any."""
        for hashed in (*self.hashes(player), *self._unlisted(player)):
            self._redis.delete(self._name(hashed))
            self._ended.tell(id_of(hashed))
        self._redis.delete(self._of(player))

    def _unlisted(self, player: str) -> Iterator[str]:
        """The tokens of a player's from before tokens were listed, which nobody has used since."""
        prefix = self._name("")[:-1]
        if self._kind == "token":
            for key in self._redis.scan_iter(f"{prefix}*", 1000):
                if self._redis.get(key) == player.encode():
                    yield key.decode()[len(prefix) : -1]

    def _end_now(self, player: str, hashed: str) -> None:
        self._redis.delete(self._name(hashed))
        self._redis.hdel(self._of(player), hashed)
        self._ended.tell(id_of(hashed))

    def _end(self, credential: Credential, now: int) -> int | None:
        ends = [one for one in (credential.ends_at, self._idle and now + self._idle) if one]
        return min(ends, default=None)

    def _read(self, hashed: str) -> Credential | None:
        stored: Any = self._redis.get(self._name(hashed))
        if stored is None:
            return None
        if stored.startswith(b"{"):
            try:
                return msgspec.json.decode(stored, type=Credential)
            except msgspec.DecodeError as error:
                _log.critical("The %s %s cannot be read: %s.", self._kind, id_of(hashed), error)
                return None
        # From before tokens had names: the player's id, and nothing else. It is listed from now on.
        first = Credential(stored.decode())
        self._redis.hset(self._of(first.player), hashed, 0)
        self._redis.set(self._name(hashed), msgspec.json.encode(first), xx=True)
        return first

    def _name(self, hashed: str) -> str:
        return f"stele:{self._kind}:{{{hashed}}}"

    def _of(self, player: str) -> str:
        return f"stele:person:{{{player}}}:{self._kind}s"
