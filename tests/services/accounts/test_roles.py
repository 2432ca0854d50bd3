"""Roles: who may do what, denied by default."""

import pytest

from eventstore.valkey.connection import Client
from services.accounts.roles import ROLES, Role, Roles


@pytest.mark.parametrize("role", ROLES)
def test_nothing_is_allowed_by_default(empty_redis: Client, role: Role) -> None:
    """A player without roles may do nothing, and a player with another role neither."""
    roles = Roles(empty_redis)
    assert () == roles.of("ada") and not roles.may("ada", role) and not roles.may_discipline("ada", "bo")
    for other in ROLES:
        if other in (role, "operator"):
            continue
        roles.add("bo", other)
        assert not roles.may("bo", role)
        roles.remove("bo", other)
    roles.add("ada", role)
    assert roles.may("ada", role) and [role] == [one for one in ROLES if "ada" in roles.all(one)]
    roles.forget("ada")
    assert not roles.may("ada", role) and [] == roles.all(role)


def test_operators_may_do_everything(empty_redis: Client) -> None:
    """Operators from before roles existed, too; moderators touch neither them nor each other."""
    empty_redis.sadd("stele:operators", "host")
    roles = Roles(empty_redis)
    assert all(roles.may("host", role) for role in ROLES)
    roles.add("mo", "moderator")
    roles.add("meg", "moderator")
    roles.add("orla", "organiser")
    assert roles.may_discipline("mo", "ada") and roles.may_discipline("mo", "orla")
    assert not roles.may_discipline("mo", "meg") and not roles.may_discipline("mo", "host")
    assert not roles.may_discipline("orla", "ada")
    assert roles.may_discipline("host", "mo") and roles.may_discipline("host", "host")
