"""The players: a name that nobody else has, an id, and a token that is shown once and stored only as its hash."""

import hashlib
import logging
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from eventstore.connection import Client
from eventstore.damage import RecordDamaged, reading
from eventstore.recent import Recent
from eventstore.scripts import script
from people.names import ALIKE_VERSION, BadName, NameTaken, looks_of, settle_name

_log = logging.getLogger("stele.record")
_MOST_KEPT = 10_000
_CLAIM = script(Path(__file__).with_name("claim.lua"))
_SIGNING_UP_MILLISECONDS = 60_000
# The looks of names lie in one slot, so that all looks of a name are taken in one step.
_LOOK = "stele:{names}:"
_SETTLED = "stele:names-settled"
_PLAYER = "stele:player:{"
_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


def new_id() -> str:
    """A new id: 12 letters and digits, easy to read aloud, impossible to guess."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


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
        self._are_settled = False

    def create(self, name: str, created_at: int) -> tuple[Player, str]:
        """A new player and their token, which is shown only now; `BadName` or `NameTaken` for an unacceptable name."""
        player = Player(new_id(), settle_name(name), created_at)
        self._settle_names()
        # Until the player is there the claim is for a minute: a sign-up that breaks off leaves the name to others.
        if not self._claim(player, _SIGNING_UP_MILLISECONDS):
            raise NameTaken("Another player has this name, or one that looks like it.")
        token = secrets.token_urlsafe(32)
        self._redis.hset(_redis_name_of_player(player.id), mapping={"name": player.name, "created_at": created_at})
        self._claim(player)
        # The token comes last: everybody who holds one is a player.
        self._redis.set(_redis_name_of_token(_hash(token)), player.id)
        return player, token

    def _claim(self, player: Player, milliseconds: int = 0) -> bool:
        names = [_LOOK + look for look in looks_of(player.name)]
        return bool(_CLAIM(self._redis, names, [player.id, milliseconds]))

    def _settle_names(self) -> None:
        """Give the names of those who came before names were unique to whoever had them first; done once."""
        if self._are_settled:
            return
        if self._redis.get(_SETTLED) != ALIKE_VERSION.encode():
            keys = [key.decode() for key in self._redis.scan_iter(_PLAYER + "*", 1000)]
            ids = [key.removeprefix(_PLAYER).removesuffix("}") for key in keys]
            players = [player for one in ids if (player := self.get(one)) is not None]
            for player in sorted(players, key=lambda player: (player.created_at, player.id)):
                self._claim(player)
            self._redis.set(_SETTLED, ALIKE_VERSION)
        self._are_settled = True

    def by_token(self, token: str) -> Player | None:
        """The player with this token, or none. Tokens never change hands, so this process remembers them."""
        hashed = _hash(token)
        kept = self._kept.get(hashed)
        if kept is not None:
            return kept
        player_id: Any = self._redis.get(_redis_name_of_token(hashed))
        player = None if player_id is None else self.get(player_id.decode(errors="replace"))
        return None if player is None else self._kept.keep(hashed, player)

    def named(self, name: str) -> Player | None:
        """The player whose name this is, or looks like; none if there is no such player."""
        self._settle_names()
        try:
            looks = looks_of(settle_name(name))
        except BadName:
            return None
        owner: Any = self._redis.get(_LOOK + looks[0])
        return None if owner is None else self.get(owner.decode(errors="replace"))

    def names(self, player_ids: Sequence[str]) -> dict[str, str]:
        """The names of those of these players who have one, by their ids, asked for at once."""
        found = self._redis.ask_all([("HGET", _redis_name_of_player(player_id), "name") for player_id in player_ids])
        names = zip(player_ids, found, strict=True)
        return {one: name.decode(errors="replace") for one, name in names if isinstance(name, bytes)}

    def get(self, player_id: str) -> Player | None:
        """The player with this id, or none, also if what is stored of them cannot be read."""
        try:
            with reading(f"player {player_id}"):
                found: Any = self._redis.hmget(_redis_name_of_player(player_id), ["name", "created_at"])
                name, created_at = found
                return None if name is None else Player(player_id, name.decode(), int(created_at))
        except RecordDamaged as damage:
            _log.critical("What is stored of a player cannot be read: %s.", damage)
            return None


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _redis_name_of_player(player_id: str) -> str:
    return f"{_PLAYER}{player_id}}}"


def _redis_name_of_token(hashed: str) -> str:
    return f"stele:token:{{{hashed}}}"
