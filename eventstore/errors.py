"""Errors of stored data: any damage raises one exception that names the game.

Exception ├── RecordDamaged   the game's record cannot be read, or was altered └── ReadOnly        the game can be read
but not played until the operator has repaired it
"""

from collections.abc import Iterator
from contextlib import contextmanager

from redis.exceptions import RedisError, ResponseError

from eventstore.valkey.connection import StoreUnavailable

_SAYS_DAMAGED = ("WRONGTYPE", "BROKEN", "user_script")


class RecordDamaged(Exception):
    """The game's record cannot be read, or was altered. `reason` is for the operator."""

    def __init__(self, game_id: str, reason: str) -> None:
        super().__init__(f"{game_id}: {reason}")
        self.game_id = game_id
        self.reason = reason


class ReadOnly(Exception):
    """Nothing can be added to this game until the operator has repaired it. `reason` is for the operator."""

    def __init__(self, game_id: str, reason: str) -> None:
        super().__init__(f"{game_id}: {reason}")
        self.game_id = game_id
        self.reason = reason


@contextmanager
def reading(game_id: str, *meant: type[Exception]) -> Iterator[None]:
    """Turn any error in this context, which only reads stored bytes, into `RecordDamaged`, except the `meant` ones."""
    try:
        yield
    except (RecordDamaged, StoreUnavailable):
        raise
    except meant:
        raise
    except RedisError as error:
        if isinstance(error, ResponseError) and any(word in str(error) for word in _SAYS_DAMAGED):
            raise RecordDamaged(game_id, str(error)) from error
        raise
    except Exception as error:
        raise RecordDamaged(game_id, f"{type(error).__name__}: {error}"[:300]) from error
