"""Passkeys (WebAuthn): key pairs in people's devices that sign them in without a name or a password.

`stele:passkey:{CREDENTIAL ID}` is one passkey, `stele:person:{ID}:passkeys` the set of a player's passkeys.
"""

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
import webauthn
from msgspec import Struct
from msgspec.structs import replace
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, parse_client_data_json
from webauthn.helpers.structs import (
    AuthenticationCredential,
    AuthenticatorAssertionResponse,
    AuthenticatorAttestationResponse,
    RegistrationCredential,
)

from eventstore.valkey.connection import Client

MOST_PASSKEYS = 20
CHALLENGE_SECONDS = 300
_ANYBODY = "-"
_LONGEST = 100


class BadPasskey(Exception):
    """The browser's answer is invalid, or the passkey is unknown; the message says which."""


class Site(Struct, frozen=True):
    """The site that passkeys are bound to: a host name (`rp_id`), and the pages' origin."""

    rp_id: str
    origin: str


class Passkey(Struct, frozen=True):
    """The public half of a player's passkey. Times are in milliseconds since 1970 UTC; `used_at` 0: never used."""

    id: str
    player: str
    name: str
    public_key: str
    sign_count: int
    created_at: int
    used_at: int = 0
    transports: tuple[str, ...] = ()


class Attested(Struct, frozen=True):
    """A browser's answer that adds a passkey: all fields in unpadded base64url."""

    credential_id: str
    client_data: str
    attestation: str
    transports: tuple[str, ...] = ()


class Asserted(Struct, frozen=True):
    """A browser's answer that signs in: all fields in unpadded base64url."""

    credential_id: str
    client_data: str
    authenticator_data: str
    signature: str


class Challenges:
    """Random bytes that a browser signs to sign in or to add a passkey. Each is valid once, for a short time."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def give(self, player: str = "") -> bytes:
        """A new challenge for this player to add a passkey, or, without a player, to sign in."""
        challenge = secrets.token_bytes(32)
        self._redis.set(_challenge_key(bytes_to_base64url(challenge)), player or _ANYBODY, ex=CHALLENGE_SECONDS)
        return challenge

    def take(self, told: str, player: str = "") -> bytes | None:
        """The challenge that a browser answers, if it was issued for this player and is unused. This uses it up."""
        if not told.isascii() or len(told) > _LONGEST:
            return None
        given: bytes | None = self._redis.getdel(_challenge_key(told))  # type: ignore[assignment]
        return base64url_to_bytes(told) if given == (player or _ANYBODY).encode() else None


def _challenge_key(challenge: str) -> str:
    return f"stele:challenge:{{{challenge}}}"


class Passkeys:
    """The passkeys of all players."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis
        self.challenges = Challenges(redis)

    def add(self, player: str, name: str, given: Attested, site: Site, now: int) -> Passkey:
        """Add the passkey that this player's browser has created, or raise `BadPasskey`."""
        if len(self.ids(player)) >= MOST_PASSKEYS:
            raise BadPasskey("You have the maximum number of passkeys. Remove one first.")
        client_data = _bytes(given.client_data)
        answer = RegistrationCredential(
            given.credential_id,
            _bytes(given.credential_id),
            AuthenticatorAttestationResponse(client_data, _bytes(given.attestation)),
        )
        challenge = self._taken(client_data, player)
        try:
            found = webauthn.verify_registration_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=site.rp_id,
                expected_origin=site.origin,
            )
        except _REFUSALS as error:
            raise BadPasskey("This passkey can't be added: the browser's data for it failed verification.") from error
        made = Passkey(
            bytes_to_base64url(found.credential_id),
            player,
            name,
            bytes_to_base64url(found.credential_public_key),
            found.sign_count,
            now,
            transports=given.transports,
        )
        self._redis.sadd(_person_key(player), made.id)
        if not self._redis.set(_key(made.id), msgspec.json.encode(made), nx=True):
            if made.id not in (one.id for one in self.all(player)):
                self._redis.srem(_person_key(player), made.id)
            raise BadPasskey("This passkey is already registered.")
        return made

    def signed_in(self, given: Asserted, site: Site, now: int) -> str:
        """The player whose passkey has signed the challenge, or `BadPasskey`.

        If a passkey has a counter it must have increased; otherwise the passkey was copied.
        """
        client_data = _bytes(given.client_data)
        challenge = self._taken(client_data)
        kept = self._get(given.credential_id)
        if kept is None:
            raise BadPasskey("This passkey is not registered here.")
        answer = AuthenticationCredential(
            given.credential_id,
            _bytes(given.credential_id),
            AuthenticatorAssertionResponse(client_data, _bytes(given.authenticator_data), _bytes(given.signature)),
        )
        try:
            found = webauthn.verify_authentication_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=site.rp_id,
                expected_origin=site.origin,
                credential_public_key=base64url_to_bytes(kept.public_key),
                credential_current_sign_count=kept.sign_count,
            )
        except _REFUSALS as error:
            raise BadPasskey(
                "You can't sign in with this passkey, because its signature failed verification."
            ) from error
        used = replace(kept, sign_count=found.new_sign_count, used_at=now)
        if not self._redis.set(_key(kept.id), msgspec.json.encode(used), xx=True):
            raise BadPasskey("This passkey is not registered here.")
        return kept.player

    def all(self, player: str) -> list[Passkey]:
        """A player's passkeys, oldest first."""
        found = [one for id_ in self.ids(player) if (one := self._get(id_)) is not None and one.player == player]
        return sorted(found, key=lambda one: (one.created_at, one.id))

    def ids(self, player: str) -> Sequence[str]:
        """The ids of a player's passkeys."""
        found: Any = self._redis.smembers(_person_key(player))
        return sorted(one.decode() for one in found)

    def remove(self, player: str, credential_id: str) -> bool:
        """Remove this passkey from this player, and return whether there was one. It no longer signs anyone in."""
        kept = self._get(credential_id)
        if kept is None or kept.player != player:
            return False
        self._redis.delete(_key(kept.id))
        self._redis.srem(_person_key(player), kept.id)
        return True

    def forget(self, player: str) -> None:
        """Remove all of a player's passkeys."""
        for one in self.ids(player):
            self.remove(player, one)
        self._redis.delete(_person_key(player))

    def _taken(self, client_data: bytes, player: str = "") -> bytes:
        """The challenge that is answered; it is used up whatever the outcome."""
        try:
            told = bytes_to_base64url(parse_client_data_json(client_data).challenge)
        except _REFUSALS as error:
            raise BadPasskey("This is not a valid passkey response from a browser.") from error
        challenge = self.challenges.take(told, player)
        if challenge is None:
            raise BadPasskey("This request has expired or was already answered. Try again.")
        return challenge

    def _get(self, credential_id: str) -> Passkey | None:
        stored: Any = self._redis.get(_key(credential_id))
        return None if stored is None else msgspec.json.decode(stored, type=Passkey)


# The library parses untrusted input, and documents only some of the exceptions it raises.
_REFUSALS = Exception


def _bytes(text: str) -> bytes:
    try:
        return base64url_to_bytes(text)
    except ValueError as error:
        raise BadPasskey("This is not a valid passkey response from a browser.") from error


def _key(credential_id: str) -> str:
    return f"stele:passkey:{{{credential_id}}}"


def _person_key(player: str) -> str:
    return f"stele:person:{{{player}}}:passkeys"
