"""Passkeys: the key's holder is signed in, once a challenge; invalid answers are refused."""

import pytest
from msgspec.structs import replace
from webauthn.helpers import bytes_to_base64url

from eventstore.valkey.connection import Client
from services.accounts.passkeys import MOST_PASSKEYS, Asserted, BadPasskey, Passkeys, Site
from tests.services.accounts.authenticator import Authenticator

SITE = Site("stele.example", "https://stele.example")


def made(passkeys: Passkeys, player: str, name: str = "Key") -> Authenticator:
    """A passkey that this player has added."""
    device = Authenticator(SITE.origin, SITE.rp_id)
    passkeys.add(player, name, device.attest(bytes_to_base64url(passkeys.challenges.give(player))), SITE, 1)
    return device


def signed(passkeys: Passkeys, device: Authenticator) -> Asserted:
    """A new challenge, signed."""
    return device.sign(bytes_to_base64url(passkeys.challenges.give()))


def test_a_passkey_signs_its_player_in(empty_redis: Client) -> None:
    """No name is asked for; each passkey has a name, and a removed one signs no player in."""
    passkeys = Passkeys(empty_redis)
    first, second = made(passkeys, "ada", "Laptop"), made(passkeys, "ada", "Telephone")
    other = made(passkeys, "bo")
    assert passkeys.signed_in(signed(passkeys, second), SITE, 5) == "ada"
    assert passkeys.signed_in(signed(passkeys, other), SITE, 6) == "bo"
    assert {one.name: one.used_at for one in passkeys.all("ada")} == {"Laptop": 0, "Telephone": 5}
    assert not passkeys.remove("bo", first.credential_id) and passkeys.remove("ada", first.credential_id)
    with pytest.raises(BadPasskey):
        passkeys.signed_in(signed(passkeys, first), SITE, 7)
    passkeys.forget("ada")
    passkeys.forget("bo")
    assert empty_redis.keys("stele:p*") == []


def test_a_challenge_counts_once(empty_redis: Client) -> None:
    """A challenge counts once, for its purpose and its recipient only, and it expires."""
    passkeys = Passkeys(empty_redis)
    device = made(passkeys, "ada")
    answer = signed(passkeys, device)
    assert 0 < empty_redis.ttl(next(empty_redis.scan_iter("stele:challenge:*"))) <= 300
    assert passkeys.signed_in(answer, SITE, 1) == "ada"
    another = Authenticator(SITE.origin, SITE.rp_id)
    for_bo = bytes_to_base64url(passkeys.challenges.give("bo"))
    for refused in (
        lambda: passkeys.signed_in(answer, SITE, 1),
        lambda: passkeys.signed_in(device.sign(for_bo), SITE, 1),
        lambda: passkeys.add("ada", "x", another.attest(for_bo), SITE, 1),
        lambda: passkeys.add("ada", "x", another.attest(bytes_to_base64url(bytes(32))), SITE, 1),
    ):
        with pytest.raises(BadPasskey):
            refused()
    assert len(passkeys.all("ada")) == 1 and empty_redis.keys("stele:challenge:*") == []


def test_invalid_answers_are_refused(empty_redis: Client) -> None:
    """Answers of another site, another key or a copied device, a known key, one too many, and meaningless bytes are
    refused.
    """
    passkeys = Passkeys(empty_redis)
    device, bos = made(passkeys, "ada"), made(passkeys, "bo")
    elsewhere = Site("evil.example", "https://evil.example")
    answer = signed(passkeys, device)
    passkeys.signed_in(answer, SITE, 1)

    def refuses(given: Asserted, site: Site = SITE) -> None:
        with pytest.raises(BadPasskey):
            passkeys.signed_in(given, site, 1)

    refuses(signed(passkeys, device), elsewhere)
    refuses(replace(signed(passkeys, device), credential_id=bos.credential_id))
    refuses(replace(signed(passkeys, device), signature=answer.signature))
    refuses(replace(signed(passkeys, device), authenticator_data="AAAA"))
    for nonsense in ("", "a", "AAAA", bytes_to_base64url(b'{"challenge": 7, "type": "", "origin": ""}')):
        refuses(replace(signed(passkeys, device), client_data=nonsense))
    device.count = 0  # a copy with an older counter
    refuses(signed(passkeys, device))
    with pytest.raises(BadPasskey, match="already registered"):
        passkeys.add("bo", "x", device.attest(bytes_to_base64url(passkeys.challenges.give("bo"))), SITE, 1)
    assert len(passkeys.ids("bo")) == 1
    for _ in range(MOST_PASSKEYS - 1):
        made(passkeys, "bo")
    with pytest.raises(BadPasskey, match="maximum number"):
        made(passkeys, "bo")
