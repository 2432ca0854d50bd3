"""Players: a unique name, an id, and what a person says of themselves.

All that is stored of a person lies under `stele:player:{ID}` and `stele:person:{ID}:…`, and in indexes that name them:
of names here, of credentials, passkeys and addresses in the modules of these.
"""

import logging
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from eventstore.errors import RecordDamaged, reading
from eventstore.lru import LruCache
from eventstore.valkey.connection import Client
from eventstore.valkey.scripts import script
from services.accounts.credentials import Credential, Credentials
from services.accounts.name_rules import (
    ALIKE_VERSION,
    BadName,
    NameTaken,
    check_new,
    is_program_name,
    looks_of,
    settle_name,
    settle_program_name,
)

_log = logging.getLogger("stele.record")
_MOST_KEPT = 10_000
_CLAIM = script(Path(__file__).with_name("claim.lua"))
_SIGNING_UP_MILLISECONDS = 60_000
# The looks of names lie in one slot, so that all looks of a name are taken in one step.
_LOOK = "stele:{names}:"
_SETTLED = "stele:names-settled"
_PLAYER = "stele:player:{"
_IS_PROGRAM = "is_program"
FORMER = "is_former"
"""The field of a player that says that the person was deleted; `inbox_add.lua` and `inbox_end.lua` know it, too."""
_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


def person_key(person: str, what: str) -> str:
    """The name under which something of this person is kept."""
    return f"stele:person:{{{person}}}:{what}"


def new_id() -> str:
    """A new id: 12 letters and digits, easy to read aloud, impossible to guess."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


class Player(Struct, frozen=True):
    """A person with an account, or a program with its `owner`. `created_at` is in milliseconds since 1970 UTC."""

    id: str
    name: str
    created_at: int
    owner: str = ""


class Reached(Struct, frozen=True):
    """Where a person is reached, in what language and zone of time (`Europe/Rome`); empty: they have not said.

    `always_asked` is empty unless they want to give their forced answers themselves.
    """

    address: str = ""
    language: str = ""
    zone: str = ""
    always_asked: str = ""


def reached(redis: Client, player_id: str) -> Reached:
    """Where and how this player is reached."""
    found: Any = redis.hmget(redis_name_of_player(player_id), Reached.__struct_fields__)
    return Reached(*("" if value is None else value.decode(errors="replace") for value in found))


class Players:
    """Everybody who has an account."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis
        self._kept: LruCache[str, Player] = LruCache(_MOST_KEPT)
        self._programs: LruCache[str, bool] = LruCache(_MOST_KEPT)
        self._are_settled = False

    def create(self, name: str, created_at: int) -> tuple[Player, str]:
        """A new player and their token, which is shown only now; otherwise as `enrol`."""
        player = self.enrol(name, created_at)
        return player, Credentials(self._redis, "token").add(Credential(player.id, created_at=created_at), created_at)

    def enrol(self, name: str, created_at: int, owner: str = "") -> Player:
        """A new player, who has nothing yet to sign in with; `BadName` or `NameTaken` for an unacceptable name.

        With the id of an `owner` it is a program, and is named as programs are.
        """
        settled = settle_program_name(name) if owner else settle_name(name)
        if not owner and is_program_name(settled):
            raise BadName("Names that start like this are reserved for bots.")
        check_new(settled)
        player = Player(new_id(), settled, created_at, owner)
        self._settle_names()
        stored: dict[Any, Any] = {"name": player.name, "created_at": created_at}
        if owner:
            stored |= {"owner": owner, _IS_PROGRAM: 1}
        # Until the player is there the claim is for a minute: a sign-up that breaks off leaves the name to others.
        if not self._claim(player, _SIGNING_UP_MILLISECONDS):
            raise NameTaken("Another player has this name or a similar one.")
        self._redis.hset(redis_name_of_player(player.id), mapping=stored)
        self._claim(player)
        return player

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

    def known(self, player_id: str) -> Player | None:
        """The player with this id, as this process remembers them: for whoever holds a credential of theirs."""
        kept = self._kept.get(player_id)
        if kept is not None:
            return kept
        player = self.get(player_id)
        return None if player is None else self._kept.keep(player_id, player)

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
        found = self._redis.ask_all([("HGET", redis_name_of_player(player_id), "name") for player_id in player_ids])
        names = zip(player_ids, found, strict=True)
        return {one: name.decode(errors="replace") for one, name in names if isinstance(name, bytes)}

    def get(self, player_id: str) -> Player | None:
        """The player with this id, or none, also if what is stored of them cannot be read."""
        try:
            with reading(f"player {player_id}"):
                found: Any = self._redis.hmget(redis_name_of_player(player_id), ["name", "created_at", "owner"])
                name, created_at, owner = found
                return (
                    None if name is None else Player(player_id, name.decode(), int(created_at), (owner or b"").decode())
                )
        except RecordDamaged as damage:
            _log.critical("What is stored of a player cannot be read: %s.", damage)
            return None

    def reached(self, player_id: str) -> Reached:
        """Where and how the player is reached."""
        return reached(self._redis, player_id)

    def set_address(self, player_id: str, address: str) -> None:
        """Keep this confirmed address with the player; empty: none any more."""
        self._say(player_id, address=address)

    def set_settings(self, player_id: str, language: str, zone: str) -> None:
        """Keep in what language and zone of time the player wants to be told."""
        self._say(player_id, language=language, zone=zone)

    def set_always_asked(self, player_id: str, always: bool) -> None:
        """Keep whether the player is asked even where everybody sees that there is one answer alone."""
        self._say(player_id, always_asked="1" if always else "")

    def _say(self, player_id: str, **fields: str) -> None:
        for field, text in fields.items():
            if text:
                self._redis.hset(redis_name_of_player(player_id), field, text)
            else:
                self._redis.hdel(redis_name_of_player(player_id), field)

    def bury(self, player_id: str) -> None:
        """Say that this person is going: from now on nobody writes down anything new of them."""
        self._redis.hset(redis_name_of_player(player_id), FORMER, 1)

    def forget(self, player_id: str) -> None:
        """Forget all of the person but that there was somebody with this id; their name is anybody's again."""
        player = self.get(player_id)
        if player is not None:
            for look in looks_of(player.name):
                if self._redis.get(_LOOK + look) == player_id.encode():
                    self._redis.delete(_LOOK + look)
        name = redis_name_of_player(player_id)
        self.bury(player_id)
        fields: Any = self._redis.hkeys(name)
        for field in fields:
            if field not in (FORMER.encode(), _IS_PROGRAM.encode()):
                self._redis.hdel(name, field)

    def is_program(self, player_id: str) -> bool:
        """Whether the player with this id is a program, or was one."""
        kept = self._programs.get(player_id)
        if kept is None:
            kept = bool(self._redis.hexists(redis_name_of_player(player_id), _IS_PROGRAM))
            self._programs.keep(player_id, kept)
        return kept

    def is_former(self, player_id: str) -> bool:
        """Whether there was a person with this id, who was deleted."""
        return is_former(self._redis, player_id)


def is_former(redis: Client, player_id: str) -> bool:
    """Whether the person with this id was deleted, or is being deleted."""
    return bool(redis.hexists(redis_name_of_player(player_id), FORMER))


def redis_name_of_player(player_id: str) -> str:
    """The key under which a player is kept; in one slot with all else that is kept of the person."""
    return f"{_PLAYER}{player_id}}}"
