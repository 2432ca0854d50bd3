"""Server secret: made once, and never replaced silently."""

import base64
from pathlib import Path

import pytest

from eventstore.encryption import SecretBox
from eventstore.keys import GameNames
from eventstore.server_secret import SecretMissing, SecretWrong, settled_secret
from eventstore.store import Store


@pytest.fixture
def needed(empty_redis, tmp_path: Path) -> bytes:
    """The secret of a record with a few games."""
    secret = settled_secret(empty_redis, tmp_path, None)
    for number in range(3):
        Store(empty_redis, SecretBox(secret)).save_game_key(f"game{number}", bytes(32))
    return secret


def test_a_lost_secret_is_not_replaced(empty_redis, tmp_path: Path, needed: bytes) -> None:
    """Without the secret's file nothing starts and no new file is made; with the file again, everything starts."""
    assert needed == settled_secret(empty_redis, tmp_path, None)
    (tmp_path / "secret").rename(tmp_path / "away")
    with pytest.raises(SecretMissing, match=r"Restore it from a backup.*STELE_ACCEPT_SECRET=1"):
        settled_secret(empty_redis, tmp_path, None)
    assert not (tmp_path / "secret").exists()
    assert needed == settled_secret(empty_redis, tmp_path, base64.b64encode(needed).decode())
    (tmp_path / "away").rename(tmp_path / "secret")
    assert needed == settled_secret(empty_redis, tmp_path, None)


def test_a_wrong_secret_is_refused(empty_redis, tmp_path: Path, needed: bytes) -> None:
    """Another secret, in a variable or a file, or a malformed one is refused, and the sentence says which."""
    other = base64.b64encode(bytes(32)).decode()
    with pytest.raises(SecretWrong, match="STELE_SECRET does not open"):
        settled_secret(empty_redis, tmp_path, other)
    with pytest.raises(SecretWrong, match="base64"):
        settled_secret(empty_redis, tmp_path, "nonsense")
    (tmp_path / "secret").write_bytes(bytes(32))
    with pytest.raises(SecretWrong, match="secret does not open"):
        settled_secret(empty_redis, tmp_path, None)
    (tmp_path / "secret").write_bytes(b"short")
    with pytest.raises(SecretWrong, match="must hold 32 bytes"):
        settled_secret(empty_redis, tmp_path, None)


def test_the_operator_may_continue_without_it(empty_redis, tmp_path: Path, needed: bytes) -> None:
    """Declared once, later starts need no flag; the old secret is the wrong one from then on."""
    (tmp_path / "secret").unlink()
    fresh = settled_secret(empty_redis, tmp_path, None, accepts=True)
    assert fresh != needed
    assert fresh == settled_secret(empty_redis, tmp_path, None)


def test_one_damaged_key_is_not_a_wrong_secret(empty_redis, tmp_path: Path, needed: bytes) -> None:
    """If at least one key opens, the secret is right; a damaged mark is rewritten."""
    for number in range(2):
        empty_redis.set(GameNames(f"game{number}", 64).game_key, b"damaged")
    empty_redis.set("stele:secret", "damaged")
    assert needed == settled_secret(empty_redis, tmp_path, None)
    empty_redis.delete("stele:secret")
    empty_redis.lpush("stele:secret", "no text")
    assert needed == settled_secret(empty_redis, tmp_path, None)


def test_a_server_without_games_needs_no_old_secret(empty_redis, tmp_path: Path) -> None:
    """Nothing is sealed: a new secret costs nothing."""
    first = settled_secret(empty_redis, tmp_path, None)
    (tmp_path / "secret").unlink()
    assert first != settled_secret(empty_redis, tmp_path, None)
