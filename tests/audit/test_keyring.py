"""Keyring: the server's keys follow each other by signed statements, and each process notices."""

import base64
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from audit.signing.key_succession import succession_of
from audit.signing.keyring import CannotRotate, Keyring
from audit.signing.keys import SigningKey
from audit.signing.origin import origin_of
from audit.signing.receipts import receipt_of
from eventstore.canonical_json import canonical
from eventstore.entries import Position
from verify.receipts import continued, is_succession

SECRET = bytes(32)
ORIGIN = "board.example/stele"


def ring_of(redis, secret=SECRET):
    """A process's keyring."""
    return Keyring(redis, secret, ORIGIN)


def test_the_first_key_is_derived_from_the_secret(empty_redis):
    """The first key is the one of servers without rotation, so their receipts are signed by it."""
    ring = ring_of(empty_redis)
    assert ring.current.public_key == SigningKey(SECRET).public_key
    assert ring.successions() == []
    assert ring.published() == {
        "origin": ORIGIN, "key": ring.current.public_key,
        "keys": [{"key": ring.current.public_key, "succession": None}],
    }  # fmt: skip


def test_a_key_is_followed_by_the_next(empty_redis):
    """Both keys sign the succession, so trust in the first extends to the third, and a later process loads all keys."""
    ring = ring_of(empty_redis)
    first = ring.current.public_key
    second, third = ring.rotate(1000).public_key, ring.rotate(2000).public_key
    later = ring_of(empty_redis)
    assert later.current.public_key == third
    statements = later.successions()
    assert all(map(is_succession, statements))
    assert continued({first}, reversed(statements)) == {first: "", second: first, third: second}
    assert continued({third}, statements) == {third: ""}
    assert [key["key"] for key in later.published()["keys"]] == [first, second, third]


def test_a_running_process_notices(empty_redis, monkeypatch):
    """A running process continues with its known key, and checks for a new one from time to time."""
    old, new = ring_of(empty_redis), ring_of(empty_redis)
    following = new.rotate(1000).public_key
    assert old.current.public_key != following
    monkeypatch.setattr("audit.signing.keyring.LOOK_AGAIN_SECONDS", -1.0)
    assert old.current.public_key == following


def test_concurrent_rotations_rotate_once(empty_redis):
    """The second of two concurrent rotations is refused, so that no succession is ever overwritten."""
    ring = ring_of(empty_redis)
    other = succession_of(ORIGIN, SigningKey(SECRET), SigningKey(SECRET, 2), 5)
    look = ring.look

    def look_and_then_somebody_else_rotates():
        look()
        empty_redis.hsetnx("stele:successions", "1", canonical(other))

    ring.look = look_and_then_somebody_else_rotates
    with pytest.raises(CannotRotate):
        ring.rotate(6)
    assert ring_of(empty_redis).successions() == [other]


@pytest.mark.parametrize("stored", [b"nonsense", b"[1]", b'{"previous":1}'])
def test_a_bad_succession_does_not_count(empty_redis, stored):
    """Damage, or statements of another secret: the server signs with the key that is certainly its own."""
    empty_redis.hset("stele:successions", "1", stored)
    ring = ring_of(empty_redis)
    assert ring.current.public_key == SigningKey(SECRET).public_key
    with pytest.raises(CannotRotate):
        ring.rotate(1000)


def test_another_secrets_successions_do_not_count(empty_redis):
    """A server with another secret has another first key, and no statement leads to it."""
    ring_of(empty_redis).rotate(1000)
    stranger = ring_of(empty_redis, bytes([1]) * 32)
    assert stranger.successions() == []
    assert (
        continued({SigningKey(SECRET).public_key}, ring_of(empty_redis).successions())
        .keys()
        .isdisjoint({stranger.current.public_key})
    )


def test_the_vector_of_a_receipt():
    """The vector in docs/reference/records.md for authors of verifiers."""
    private = Ed25519PrivateKey.from_private_bytes(bytes(32))
    receipt = receipt_of(SigningKey(SECRET), "board.example", "g", Position(1, 0), bytes(32), 1000)
    signed = canonical({name: value for name, value in receipt.items() if name not in ("public_key", "signature")})
    signature = base64.b64encode(private.sign(signed)).decode()
    assert f"`{signature}`" in Path("docs/reference/records.md").read_text("utf-8")


def test_the_origin_is_named_after_the_first_key(empty_redis):
    """A server without a configured name has one under a reserved domain."""
    assert Keyring(empty_redis, SECRET).origin == origin_of(SigningKey(SECRET).public_key)
    assert Keyring(empty_redis, SECRET, ORIGIN).origin == ORIGIN
