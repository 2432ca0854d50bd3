"""Credentials: stored as hashes, listed without their secrets, ended at once, and expiring."""

import pytest

from domain.clocks.availability import DAY, HOUR
from eventstore.valkey.connection import Client
from services.accounts.credentials import MOST, OF_PERSONS, Credential, Credentials, TooMany, hash_of, id_of
from services.accounts.revocations import Revocations

NOW = 1_900_000_000_000


def test_a_secret_is_not_stored(empty_redis: Client) -> None:
    """The store contains a secret neither as a key nor as a value; the owner sees a public id."""
    sessions = Credentials(empty_redis, "session", DAY)
    secret = sessions.add(Credential("ada", "Firefox, Linux", NOW, how="passkey"), NOW)
    stored = b"".join(key + (empty_redis.dump(key) or b"") for key in empty_redis.scan_iter("*"))
    assert secret.encode() not in stored
    (listed,) = sessions.all("ada")
    assert listed.id == id_of(hash_of(secret)) and len(listed.id) < len(hash_of(secret)) / 2
    assert listed.credential.scopes == OF_PERSONS and listed.used_at == 0


def test_a_use_is_noted_to_the_hour(empty_redis: Client) -> None:
    """The owner sees a token's last use to the hour, and no more exactly."""
    tokens = Credentials(empty_redis, "token")
    secret = tokens.add(Credential("ada", "bot", NOW, scopes=("read",)), NOW)
    assert tokens.find(secret, NOW + HOUR + 5).credential.scopes == ("read",)
    assert tokens.all("ada")[0].used_at == NOW - NOW % HOUR + HOUR
    assert tokens.find("nobody's", NOW) is None and tokens.find("\u00e9" * 9, NOW) is None


def test_an_ended_credential_is_ended_for_every_process(empty_redis: Client) -> None:
    """No process caches it, a late use does not bring it back into the list, and listeners are notified."""
    here, there = Credentials(empty_redis, "session", DAY), Credentials(empty_redis, "session", DAY)
    secrets = [here.add(Credential("ada", "", NOW), NOW) for _ in range(3)]
    assert all(there.find(secret, NOW) for secret in secrets)
    assert here.end("ada", id_of(hash_of(secrets[0]))) and not here.end("bo", id_of(hash_of(secrets[1])))
    assert there.find(secrets[0], NOW + 2 * HOUR) is None and len(there.all("ada")) == 2
    assert here.end_others("ada", id_of(hash_of(secrets[2]))) == 1
    assert there.find(secrets[1], NOW) is None and there.find(secrets[2], NOW) is not None
    here.forget("ada")
    assert Revocations(empty_redis).wait("0", 1)[1] == [id_of(hash_of(secret)) for secret in secrets]
    assert empty_redis.keys("*") == [b"stele:{credentials}:ended"]


def test_ends(empty_redis: Client) -> None:
    """A session ends when unused, and at the latest at its end; the database server expires it."""
    sessions = Credentials(empty_redis, "session", 10 * DAY)
    now = int(empty_redis.time()[0]) * 1000
    secret = sessions.add(Credential("ada", "", now, ends_at=now + 15 * DAY), now)
    key = f"stele:session:{{{hash_of(secret)}}}"
    assert empty_redis.execute_command("PEXPIRETIME", key) == now + 10 * DAY
    sessions.find(secret, now + 3 * DAY)
    assert empty_redis.execute_command("PEXPIRETIME", key) == now + 13 * DAY
    sessions.find(secret, now + 9 * DAY)
    assert empty_redis.execute_command("PEXPIRETIME", key) == now + 15 * DAY
    empty_redis.pexpire(key, 1)
    while empty_redis.exists(key):
        pass
    assert sessions.find(secret, now) is None and sessions.all("ada") == []


def test_the_number_of_credentials_is_limited(empty_redis: Client) -> None:
    """One token too many is refused; one session too many replaces the least recently used."""
    tokens, sessions = Credentials(empty_redis, "token"), Credentials(empty_redis, "session", DAY)
    held = [Credential("ada", "", NOW + number) for number in range(MOST)]
    first, *_rest = [(tokens.add(one, NOW), sessions.add(one, NOW)) for one in held]
    with pytest.raises(TooMany):
        tokens.add(Credential("ada", "", NOW), NOW)
    assert sessions.add(Credential("ada", "", NOW + MOST), NOW)
    assert len(sessions.all("ada")) == MOST and sessions.find(first[1], NOW) is None and tokens.find(first[0], NOW)


def test_an_early_token_is_its_players_first(empty_redis: Client) -> None:
    """An early token opens everything, is listed from its first use, and is deleted with its player, even unused."""
    for token in ("old", "older"):
        empty_redis.set(f"stele:token:{{{hash_of(token)}}}", "ada")
    tokens = Credentials(empty_redis, "token")
    found = tokens.find("old", NOW)
    assert (found.credential.player, found.credential.name, found.credential.scopes) == ("ada", "first", OF_PERSONS)
    assert [one.id for one in tokens.all("ada")] == [id_of(hash_of("old"))]
    assert tokens.end("ada", id_of(hash_of("old"))) and tokens.find("old", NOW) is None
    tokens.forget("ada")
    assert empty_redis.keys("*") == [b"stele:{credentials}:ended"]
