"""Players: their unique names, ids and preferences.

A person's data is stored under `stele:player:{ID}` and `stele:person:{ID}:…`, and in indexes: of names in this module,
of credentials, passkeys and addresses in theirs.
"""

import logging
import secrets
from collections.abc import Callable, Container, Iterable, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import Struct

from eventstore.errors import RecordDamaged, reading
from eventstore.lru import LruCache
from eventstore.valkey.connection import Client
from eventstore.valkey.scripts import script
from services.accounts.club_settings import ClubStore
from services.accounts.credentials import OF_PROGRAMS, Credential, Credentials, Scope
from services.accounts.invitations import NotInvited, key_of_code
from services.accounts.name_rules import (
    ALIKE_VERSION,
    BadName,
    NameTaken,
    check_new,
    is_bot_name,
    looks_of,
    settle_bot_name,
    settle_name,
)
from services.accounts.player_search import MOST_FOUND, PlayerSearch

_log = logging.getLogger("stele.record")
_MOST_KEPT = 10_000
_CLAIM = script(Path(__file__).with_name("claim.lua"))
_RENAME = script(Path(__file__).with_name("rename.lua"))
_RENAMED_FROM = "renamed_from"
_SIGNING_UP_MILLISECONDS = 60_000
# The looks of names are in one hash slot, so that all looks of a name are claimed in one step.
_LOOK = "stele:{names}:"
_SETTLED = "stele:names-settled"
_PLAYER = "stele:player:{"
_JOINED = "stele:{joined}:players"
_JOINED_SETTLED = "stele:{joined}:settled"
_IS_BOT = "is_program"
_HANDLES = "stele:club-handles"
"""The player who has each handle in the club's chat."""
FORMER = "is_former"
"""The field that marks a player as deleted; `inbox_add.lua` and `inbox_end.lua` use it, too."""
_FIELDS = ("name", "created_at", "owner")
_NOT_INVITED = -1
_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


def person_key(person: str, what: str) -> str:
    """The Redis name of a person's data of this kind."""
    return f"stele:person:{{{person}}}:{what}"


def new_id() -> str:
    """A new id: 12 letters and digits, easy to read aloud, impossible to guess."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


class SignUpClosed(Exception):
    """This server accepts no new players."""


class Player(Struct, frozen=True):
    """A person with an account, or a bot with its `owner`. `created_at` is in milliseconds since 1970 UTC."""

    id: str
    name: str
    created_at: int
    owner: str = ""


class Reached(Struct, frozen=True):
    """A person's mail address, language and time zone (`Europe/Rome`); empty: not set.

    `always_asked` is empty unless the player wants to give forced answers themselves.
    """

    address: str = ""
    language: str = ""
    zone: str = ""
    always_asked: str = ""


def reached(redis: Client, player_id: str) -> Reached:
    """This player's address and preferences."""
    found: Any = redis.hmget(redis_name_of_player(player_id), Reached.__struct_fields__)
    return Reached(*("" if value is None else value.decode(errors="replace") for value in found))


class Players:
    """All players."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis
        self._kept: LruCache[tuple[str, int], Player] = LruCache(_MOST_KEPT)
        self._bots: LruCache[str, bool] = LruCache(_MOST_KEPT)
        self._are_settled = False
        self.search = PlayerSearch(redis)
        self._is_indexed = False

    def create(
        self, name: str, created_at: int, invitation: str = "", scopes: Sequence[Scope] = OF_PROGRAMS
    ) -> tuple[Player, str]:
        """Create a player with a token of these scopes, which is shown only this once; see `enrol`."""
        player = self.enrol(name, created_at, invitation=invitation)
        first = Credential(player.id, created_at=created_at, scopes=tuple(dict.fromkeys(scopes)))
        return player, Credentials(self._redis, "token").add(first, created_at)

    def enrol(self, name: str, created_at: int, owner: str = "", invitation: str = "") -> Player:
        """Create a player without credentials; `BadName` or `NameTaken` for an unacceptable name.

        With the id of an `owner` the player is a bot, and is named as bots are. All others must be allowed to sign up:
        `SignUpClosed`, or `NotInvited` without the code of a valid `invitation` where one is needed.
        """
        sign_up = "open" if owner else ClubStore(self._redis).get().sign_up
        if sign_up == "closed":
            raise SignUpClosed
        if sign_up == "invited" and not invitation:
            raise NotInvited(was_given=False)
        player = Player(new_id(), _new_name(name, owner), created_at, owner)
        self._settle_names()
        stored: dict[Any, Any] = {"name": player.name, "created_at": created_at}
        if owner:
            stored |= {"owner": owner, _IS_BOT: 1}
        code = invitation if sign_up == "invited" else ""
        # Claim the name for a minute until the player is stored: a failed sign-up releases it.
        claimed = self._claim(player, _SIGNING_UP_MILLISECONDS, code)
        if claimed == _NOT_INVITED:
            raise NotInvited(was_given=True)
        if not claimed:
            raise NameTaken("Another player has this name or a similar one.")
        self.search.add(player.id, player.name)  # before the player: no player is missing after a crash
        if not owner:
            self._redis.zadd(_JOINED, {player.id: created_at})  # first, so that each player is listed
        self._redis.hset(redis_name_of_player(player.id), mapping=stored)
        if not self._claim(player, code=code):  # this process stood still for longer than the name was kept
            self.forget(player.id)
            raise NameTaken("Another player has this name or a similar one.")
        return player

    def rename(self, player_id: str, name: str) -> Player | None:
        """Give a player another name; the old one becomes available. None if there is no such player.

        `BadName` or `NameTaken` for an unacceptable name. The caller clears the name cache. Safe to repeat after an
        interruption.
        """
        self._settle_names()
        while (player := self.get(player_id)) is not None:
            self._settle_renaming(player)
            renamed = Player(player.id, _new_name(name, player.owner), player.created_at, player.owner)
            if renamed.name == player.name:
                return renamed
            if not self._claim(renamed, _SIGNING_UP_MILLISECONDS, owned=looks_of(player.name)):
                raise NameTaken("Another player has this name or a similar one.")
            self.search.add(player_id, renamed.name)
            fields = (player.name, renamed.name, FORMER, _RENAMED_FROM)
            if _RENAME(self._redis, [redis_name_of_player(player_id)], fields):
                self._settle_renaming(renamed)
                return renamed
            # The player is being deleted, or another operator was quicker.
            self._release(player_id, set(looks_of(renamed.name)) - set(looks_of(player.name)))
            self.search.drop(player_id, renamed.name, player.name)
            if self.is_former(player_id):
                return None
        return None

    def _settle_renaming(self, player: Player) -> None:
        """Give up the former name of a renamed player, also of one whose renaming was interrupted."""
        former: Any = self._redis.hget(redis_name_of_player(player.id), _RENAMED_FROM)
        if former is not None:
            name = former.decode(errors="replace")
            self._claim(player)
            self._release(player.id, set(looks_of(name)) - set(looks_of(player.name)))
            self.search.drop(player.id, name, player.name)
            self._redis.hdel(redis_name_of_player(player.id), _RENAMED_FROM)

    def _claim(self, player: Player, milliseconds: int = 0, code: str = "", owned: Container[str] = ()) -> int:
        """Claim the forms under which the player's name is recognised, except those that are `owned` already."""
        names = [_LOOK + look for look in looks_of(player.name) if look not in owned]
        if not code:
            return int(_CLAIM(self._redis, names, [player.id, milliseconds]))
        return int(_CLAIM(self._redis, [key_of_code(code), *names], [player.id, milliseconds, player.created_at]))

    def _release(self, player_id: str, looks: Iterable[str]) -> None:
        for look in looks:
            if self._redis.get(_LOOK + look) == player_id.encode():
                self._redis.delete(_LOOK + look)

    def _settle_names(self) -> None:
        """Give duplicate names from versions that allowed them to the player who had them first; done once."""
        if self._are_settled:
            return
        if self._redis.get(_SETTLED) != ALIKE_VERSION.encode():
            for player in reversed(self.all()):
                self._claim(player)
            self._redis.set(_SETTLED, ALIKE_VERSION)
        self._are_settled = True

    def index(self) -> None:
        """Add the players from versions without a search to its index; done once."""
        if self._is_indexed:
            return
        if not self.search.is_complete():
            self.search.rebuild((one.id, one.name) for one in self.all())
        self._is_indexed = True

    def found(self, text: str, left_out: Container[str] = (), limit: int = MOST_FOUND) -> list[Player]:
        """The first players whose name, or a word of it, begins with this text; none that are `left_out` or deleted."""
        self.index()
        ids = [one for one in self.search.starting_with(text) if one not in left_out]
        replies = self._redis.ask_all([("HMGET", redis_name_of_player(one), *_FIELDS, FORMER) for one in ids])
        stored = {one: reply[:-1] for one, reply in zip(ids, replies, strict=True) if reply[-1] is None}
        players = (_read(one, partial(stored.get, one)) for one in stored)
        return list(islice((one for one in players if one is not None), limit))

    def known(self, player_id: str, changes: int = 0) -> Player | None:
        """The player with this id, from this process's cache: for requests with a valid credential.

        `changes` is the number of name changes so far; if it has grown, the player is read again.
        """
        kept = self._kept.get((player_id, changes))
        if kept is not None:
            return kept
        player = self.get(player_id)
        return None if player is None else self._kept.keep((player_id, changes), player)

    def named(self, name: str) -> Player | None:
        """The player with this name or one that looks like it, or none."""
        self._settle_names()
        try:
            looks = looks_of(settle_name(name))
        except BadName:
            return None
        owner: Any = self._redis.get(_LOOK + looks[0])
        return None if owner is None else self.get(owner.decode(errors="replace"))

    def all(self) -> list[Player]:
        """All players and bots, newest first. This looks at every key of the store."""
        keys = {key.decode() for key in self._redis.scan_iter(_PLAYER + "*", 1000)}
        ids = [key.removeprefix(_PLAYER).removesuffix("}") for key in keys]
        replies = self._redis.ask_all([("HMGET", redis_name_of_player(one), *_FIELDS) for one in ids])
        stored = dict(zip(ids, replies, strict=True))
        players = [_read(one, partial(stored.get, one)) for one in ids]
        return sorted(
            (one for one in players if one is not None), key=lambda one: (one.created_at, one.id), reverse=True
        )

    def joined(self, first: int, most: int) -> list[tuple[str, int]]:
        """The ids of people with the times of their sign-ups, newest first, from this place on. Some may be deleted."""
        if not self._redis.exists(_JOINED_SETTLED):
            if people := {one.id: one.created_at for one in self.all() if not one.owner}:
                self._redis.zadd(_JOINED, people)
            self._redis.set(_JOINED_SETTLED, 1)
        found: Any = self._redis.zrevrange(_JOINED, first, first + most - 1, withscores=True)
        return [(one.decode(), int(at)) for one, at in found]

    def names(self, player_ids: Sequence[str]) -> dict[str, str]:
        """The names of those of these players who have one, by id, in one request."""
        found = self._redis.ask_all([("HGET", redis_name_of_player(player_id), "name") for player_id in player_ids])
        names = zip(player_ids, found, strict=True)
        return {one: name.decode(errors="replace") for one, name in names if isinstance(name, bytes)}

    def get(self, player_id: str) -> Player | None:
        """The player with this id, or none, even if the stored data is unreadable."""
        return _read(player_id, lambda: self._redis.hmget(redis_name_of_player(player_id), list(_FIELDS)))

    def reached(self, player_id: str) -> Reached:
        """The player's address and preferences."""
        return reached(self._redis, player_id)

    def set_address(self, player_id: str, address: str) -> None:
        """Store this confirmed address; empty: remove it."""
        self._say(player_id, address=address)

    def set_settings(self, player_id: str, language: str, zone: str) -> None:
        """Store the player's language and time zone."""
        self._say(player_id, language=language, zone=zone)

    def set_always_asked(self, player_id: str, always: bool) -> None:
        """Store whether the player is asked even if all players can see that there is only one answer."""
        self._say(player_id, always_asked="1" if always else "")

    def set_signing_key(self, player_id: str, public_key: str) -> None:
        """Store the public key with which this player signs decisions as a referee; empty: none."""
        self._say(player_id, signing_key=public_key)

    def signing_key(self, player_id: str) -> str:
        """The public key with which this player signs decisions as a referee; empty if they have set none."""
        found: Any = self._redis.hget(redis_name_of_player(player_id), "signing_key")
        return "" if found is None else found.decode(errors="replace")

    def set_club_handle(self, player_id: str, handle: str) -> bool:
        """Store the handle by which the club's webhook mentions this player (empty: none), unless it is another's."""
        if handle:
            self._redis.hsetnx(_HANDLES, handle.lower(), player_id)
            if self._handle_holder(handle) != player_id:
                return False
        before = self.club_handle(player_id)
        if before.lower() != handle.lower():
            self._release_handle(player_id, before)
        self._say(player_id, club_handle=handle)
        return True

    def club_handle(self, player_id: str) -> str:
        """The handle by which the club's webhook mentions this player; empty if they have given none."""
        found: Any = self._redis.hget(redis_name_of_player(player_id), "club_handle")
        handle = "" if found is None else found.decode(errors="replace")
        return handle if self._handle_holder(handle) in (None, player_id) else ""  # early ones have no holder

    def _handle_holder(self, handle: str) -> str | None:
        found: Any = self._redis.hget(_HANDLES, handle.lower())
        return None if found is None else found.decode()

    def _release_handle(self, player_id: str, handle: str) -> None:
        if self._handle_holder(handle) == player_id:
            self._redis.hdel(_HANDLES, handle.lower())

    def _say(self, player_id: str, **fields: str) -> None:
        for field, text in fields.items():
            if text:
                self._redis.hset(redis_name_of_player(player_id), field, text)
            else:
                self._redis.hdel(redis_name_of_player(player_id), field)

    def bury(self, player_id: str) -> None:
        """Mark this person as deleted: from now on nothing new is stored about them."""
        self._redis.hset(redis_name_of_player(player_id), FORMER, 1)

    def forget(self, player_id: str) -> None:
        """Delete the person's data except that the id existed; their name becomes available again."""
        player = self.get(player_id)
        if player is not None:
            self._settle_renaming(player)
            self._release(player_id, looks_of(player.name))
        name = redis_name_of_player(player_id)
        self.bury(player_id)
        self._release_handle(player_id, self.club_handle(player_id))
        self.search.remove(player_id)
        self._redis.zrem(_JOINED, player_id)
        fields: Any = self._redis.hkeys(name)
        for field in fields:
            if field not in (FORMER.encode(), _IS_BOT.encode()):
                self._redis.hdel(name, field)

    def is_bot(self, player_id: str) -> bool:
        """Whether the player with this id is a bot, or was one."""
        kept = self._bots.get(player_id)
        if kept is None:
            kept = bool(self._redis.hexists(redis_name_of_player(player_id), _IS_BOT))
            self._bots.keep(player_id, kept)
        return kept

    def is_former(self, player_id: str) -> bool:
        """Whether the player with this id was deleted."""
        return is_former(self._redis, player_id)


def _new_name(name: str, owner: str) -> str:
    """The name as stored, of a bot with this `owner` or of a person; or `BadName`."""
    settled = settle_bot_name(name) if owner else settle_name(name)
    if not owner and is_bot_name(settled):
        raise BadName("Names that start with BOT, or a word that looks like it, are reserved for bots.")
    check_new(settled)
    return settled


def _read(player_id: str, ask: Callable[[], Any]) -> Player | None:
    """The player with the stored fields in this reply, or none."""
    try:
        with reading(f"player {player_id}"):
            name, created_at, owner = ask()
            return None if name is None else Player(player_id, name.decode(), int(created_at), (owner or b"").decode())
    except RecordDamaged as damage:
        _log.critical("What is stored of a player cannot be read: %s.", damage)
        return None


def is_former(redis: Client, player_id: str) -> bool:
    """Whether the person with this id was deleted, or is being deleted."""
    return bool(redis.hexists(redis_name_of_player(player_id), FORMER))


def redis_name_of_player(player_id: str) -> str:
    """The Redis name of a player; in one slot with the person's other data."""
    return f"{_PLAYER}{player_id}}}"
