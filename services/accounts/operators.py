"""Operators: players who may settle reports. Only the command line appoints them, never an HTTP call."""

from typing import Any

from eventstore.valkey.connection import Client

_OPERATORS = "stele:operators"


class Operators:
    """The set of operators."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def all(self) -> list[str]:
        """The ids of all operators."""
        found: Any = self._redis.smembers(_OPERATORS)
        return sorted(one.decode() for one in found)

    def includes(self, player: str) -> bool:
        """Whether this player is an operator."""
        return bool(self._redis.sismember(_OPERATORS, player))

    def add(self, player: str) -> None:
        """Make this player an operator."""
        self._redis.sadd(_OPERATORS, player)

    def forget(self, player: str) -> None:
        """Remove this player from the operators."""
        self._redis.srem(_OPERATORS, player)
