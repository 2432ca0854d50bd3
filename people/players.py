"""The players: a name, an id, and a token that is shown once and stored only as its hash."""

import hashlib
import secrets
import unicodedata
from typing import Any

from msgspec import Struct

from eventstore.connection import Client
from eventstore.recent import Recent

LONGEST_NAME = 40
_MOST_KEPT = 10_000
_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


def new_id() -> str:
    """A new id: 12 letters and digits, easy to read aloud, impossible to guess."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


class BadName(ValueError):
    """A name that is not accepted; the message says why."""


class Player(Struct, frozen=True):
    """A person with an account. `created_at` is in milliseconds since 1970 UTC."""

    id: str
    name: str
    created_at: int


class Players:
    """Everybody who has an account."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis
        self._kept: Recent[str, Player] = Recent(_MOST_KEPT)

    def create(self, name: str, created_at: int) -> tuple[Player, str]:
        """A new player and their token, which is shown only now; `BadName` for an unacceptable name."""
        player = Player(new_id(), settle_name(name), created_at)
        token = secrets.token_urlsafe(32)
        self._redis.hset(_redis_name_of_player(player.id), mapping={"name": player.name, "created_at": created_at})
        # The token comes last: everybody who holds one is a player.
        self._redis.set(_redis_name_of_token(_hash(token)), player.id)
        return player, token

    def by_token(self, token: str) -> Player | None:
        """The player with this token, or none. Tokens never change hands, so this process remembers them."""
        hashed = _hash(token)
        kept = self._kept.get(hashed)
        if kept is not None:
            return kept
        player_id: Any = self._redis.get(_redis_name_of_token(hashed))
        player = None if player_id is None else self.get(player_id.decode())
        return None if player is None else self._kept.keep(hashed, player)

    def get(self, player_id: str) -> Player | None:
        """The player with this id, or none."""
        found: Any = self._redis.hmget(_redis_name_of_player(player_id), ["name", "created_at"])
        name, created_at = found
        return None if name is None else Player(player_id, name.decode(), int(created_at))


def settle_name(name: str) -> str:
    """The name as it is kept: in Unicode's form NFC, without surrounding or repeated spaces; or `BadName`."""
    settled = unicodedata.normalize("NFC", " ".join(name.split()))
    if not settled:
        raise BadName("a name needs at least one character")
    if len(settled) > LONGEST_NAME:
        raise BadName(f"a name has at most {LONGEST_NAME} characters")
    if any(unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co", "Cn") for character in settled):
        raise BadName("a name consists of characters that can be seen")
    return settled


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _redis_name_of_player(player_id: str) -> str:
    return f"stele:player:{{{player_id}}}"


def _redis_name_of_token(hashed: str) -> str:
    return f"stele:token:{{{hashed}}}"
