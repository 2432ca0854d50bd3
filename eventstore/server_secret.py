"""Server secret: created once, and never replaced while games need a missing one.

Exception └── SecretUnusable
    ├── SecretMissing   there are games, and the secret that decrypts their keys is missing
    └── SecretWrong     the secret does not match the games' keys, or is not a valid secret
"""

import hashlib
from itertools import islice
from pathlib import Path

from eventstore.encryption import SecretBox, WrongSecret, derive, load_or_make_secret
from eventstore.keys import game_id_of_key, game_keys_pattern
from eventstore.valkey.connection import Client

_MARK = "stele:secret"
_KEYS_TRIED = 32
_GO_ON = (
    "Restore it from a backup of the data directory, or give it as STELE_SECRET. To go on without it, start once with "
    "STELE_ACCEPT_SECRET=1: games that are not over can then only be read."
)


class SecretUnusable(Exception):
    """The secret is not usable; the message says what can be done."""


class SecretMissing(SecretUnusable):
    """There are games whose keys need a secret, and there is no secret."""


class SecretWrong(SecretUnusable):
    """The secret does not decrypt the games' keys."""


def settled_secret(redis: Client, data_directory: Path, given: str | None, accepts: bool = False) -> bytes:
    """The server's secret, created if no game needs one yet; `SecretUnusable` if it does not match the games' keys.

    `accepts` says that the operator wants to continue with the current secret, or with a new one.
    """
    path = data_directory / "secret"
    if given is None and not path.exists() and not accepts and _some_keys(redis):
        raise SecretMissing(f"The server's secret is missing: {path} is gone, and games here need it. {_GO_ON}")
    try:
        secret = load_or_make_secret(data_directory, given)
    except (ValueError, OSError) as error:
        raise SecretWrong(f"The server's secret cannot be used: {error}.") from error
    mark = hashlib.sha256(derive(secret, b"stele/mark/1")).hexdigest().encode()
    if _marked(redis) != mark:
        keys = [] if accepts else _some_keys(redis)
        if keys and not any(_opens(SecretBox(secret), game_id, sealed) for game_id, sealed in keys):
            place = "STELE_SECRET" if given is not None else str(path)
            raise SecretWrong(f"The server's secret is the wrong one: {place} does not open the games' keys. {_GO_ON}")
        redis.set(_MARK, mark)  # immediately: a record without a mark is taken for an emptied one
    return secret


def is_settled(redis: Client) -> bool:
    """Whether a server has ever used this record with its secret."""
    return _marked(redis) is not None


def is_empty(redis: Client) -> bool:
    """Whether the record has no secret's mark and no games."""
    return not is_settled(redis) and not _some_keys(redis)


def _marked(redis: Client) -> bytes | None:
    """The mark of the last used secret."""
    return redis.get(_MARK) if redis.type(_MARK) == b"string" else None  # type: ignore[return-value]


def _some_keys(redis: Client) -> list[tuple[str, bytes]]:
    """Some of the sealed game keys, by game."""
    found: list[tuple[str, bytes]] = []
    for name in islice(redis.scan_iter(game_keys_pattern(), 1000), _KEYS_TRIED):
        if redis.type(name) == b"string":
            found.append((game_id_of_key(name.decode(errors="replace")), redis.get(name)))  # type: ignore[arg-type]
    return found


def _opens(box: SecretBox, game_id: str, sealed: bytes) -> bool:
    try:
        box.open(sealed, game_id.encode())
    except WrongSecret:
        return False
    return True
