"""Roles: who may do what besides playing. One function answers, and denies by default.

Operators may do everything; only the command line appoints them. Operators appoint moderators, who settle reports,
suspend and mute players and invite new ones, and organisers, who open, run and call off any tournament.
"""

from typing import Any, Literal, get_args

from eventstore.valkey.connection import Client

Role = Literal["operator", "moderator", "organiser"]
ROLES: tuple[Role, ...] = get_args(Role)
_NAMES: dict[Role, str] = {
    "operator": "stele:operators",
    "moderator": "stele:moderators",
    "organiser": "stele:organisers",
}


class Roles:
    """The roles of all players."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def all(self, role: Role) -> list[str]:
        """The ids of all players with this role."""
        found: Any = self._redis.smembers(_NAMES[role])
        return sorted(one.decode() for one in found)

    def of(self, player: str) -> tuple[Role, ...]:
        """The roles of this player."""
        found = self._redis.ask_all([("SISMEMBER", _NAMES[role], player) for role in ROLES])
        return tuple(role for role, is_one in zip(ROLES, found, strict=True) if is_one)

    def may(self, player: str, role: Role) -> bool:
        """Whether this player may do things that need this role."""
        held = self.of(player)
        return role in held or "operator" in held

    def may_discipline(self, by: str, player: str) -> bool:
        """Whether one player may suspend or mute a person, or settle a report about them.

        Moderators can't do this to moderators, also themselves, and operators. A bot's person is its owner.
        """
        held = self.of(by)
        if "operator" in held:
            return True
        return "moderator" in held and not {"operator", "moderator"} & {*self.of(player)}

    def add(self, player: str, role: Role) -> None:
        """Give this player a role."""
        self._redis.sadd(_NAMES[role], player)

    def remove(self, player: str, role: Role) -> None:
        """Take a role from this player."""
        self._redis.srem(_NAMES[role], player)

    def forget(self, player: str) -> None:
        """Take all roles from this player."""
        for role in ROLES:
            self.remove(player, role)
