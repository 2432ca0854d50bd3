"""Invitations to sign up: links for a limited number of new players, each valid until a set time.

Only the hash of a link's code is stored, in the hash slot of the players' names: a use is counted in the step that
claims the new player's name (`claim.lua`). `stele:invitation:{names}:HASH` is an invitation.
"""

import secrets
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from eventstore.valkey.connection import Client
from eventstore.valkey.scripts import TOUCH
from services.accounts.credentials import hash_of, id_of
from services.accounts.operator_log import FORMER

LONGEST_NOTE = 200
MOST_INVITATIONS = 200
"""The maximum number of valid invitations."""
MOST_USES = 1_000
_LONGEST_CODE = 100
_ALL = "stele:invitations:{names}"


class NotInvited(Exception):
    """New players need an invitation, and there is none, or an invalid one (`was_given`)."""

    def __init__(self, was_given: bool) -> None:
        self.was_given = was_given


class TooManyInvitations(Exception):
    """There is the maximum number of valid invitations."""


class Invitation(Struct, frozen=True):
    """An invitation for `most` players, made by the player `by`; times are in milliseconds since 1970 UTC."""

    id: str
    by: str
    note: str
    most: int
    made_at: int
    ends_at: int


class ListedInvitation(Struct, frozen=True):
    """An invitation, and the number of players who have signed up with it."""

    invitation: Invitation
    used: int


class Invitations:
    """The valid invitations of this server."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def make(self, by: str, note: str, most: int, ends_at: int, now: int) -> tuple[Invitation, str]:
        """Create an invitation with its code, which is not stored, or raise `TooManyInvitations`."""
        if len(self.all(now)) >= MOST_INVITATIONS:
            raise TooManyInvitations
        code = secrets.token_urlsafe(16)
        hashed = hash_of(code)
        made = Invitation(id_of(hashed), by, note, most, now, ends_at)
        kept: dict[Any, Any] = {"invitation": msgspec.json.encode(made), "most": most, "ends_at": ends_at, "used": 0}
        self._redis.sadd(_ALL, hashed)  # first, so that each one that exists is listed
        self._redis.hset(_key(hashed), mapping=kept)
        return made, code

    def all(self, now: int) -> list[ListedInvitation]:
        """The invitations that have not expired, newest first. Deletes the others."""
        found = []
        for hashed in self._hashes():
            stored = self._stored(hashed)
            if stored is None:
                continue  # it is just being made
            if stored.invitation.ends_at <= now:
                self._remove(hashed)
            else:
                found.append(stored)
        return sorted(found, key=lambda one: (one.invitation.made_at, one.invitation.id), reverse=True)

    def revoke(self, invitation_id: str) -> Invitation | None:
        """Delete the invitation with this id and return it, or none. Players who signed up with it stay."""
        for hashed in self._hashes():
            if id_of(hashed) == invitation_id and (stored := self._stored(hashed)) is not None:
                self._remove(hashed)
                return stored.invitation
        return None

    def forget(self, player: str) -> None:
        """Remove this player's id and notes from the invitations that they made, which stay valid."""
        for hashed in self._hashes():
            stored = self._stored(hashed)
            if stored is not None and stored.invitation.by == player:
                anonymous = msgspec.json.encode(replace(stored.invitation, by=FORMER, note=""))
                TOUCH(self._redis, [_key(hashed)], ["invitation", anonymous])

    def _hashes(self) -> Iterator[str]:
        found: Any = self._redis.smembers(_ALL)
        return (one.decode() for one in found)

    def _stored(self, hashed: str) -> ListedInvitation | None:
        found: Any = self._redis.hmget(_key(hashed), ["invitation", "used"])
        text, used = found
        return None if text is None else ListedInvitation(msgspec.json.decode(text, type=Invitation), int(used))

    def _remove(self, hashed: str) -> None:
        self._redis.delete(_key(hashed))
        self._redis.srem(_ALL, hashed)


def key_of_code(code: str) -> str:
    """The Redis name of the invitation with this code; a code of the wrong form names none."""
    return _key(hash_of(code) if code.isascii() and len(code) <= _LONGEST_CODE else "")


def _key(hashed: str) -> str:
    return f"stele:invitation:{{names}}:{hashed}"
