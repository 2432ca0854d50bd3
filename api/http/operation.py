"""Operations: the permissions and refusals of each call, and of the requested one."""

from typing import NamedTuple

from flask import current_app, request

from api.http.problem_kinds import Kind
from services.accounts.credentials import Scope
from services.accounts.roles import Role


class Scopes(NamedTuple):
    """The scopes of a blueprint's calls: for those that read, and those that change something."""

    reading: Scope
    changing: Scope


PLAYING = Scopes("read", "play")
OF_ACCOUNT = Scopes("account", "account")
"""For calls about the account, and for those that show or create something that outlives a token."""
OPERATING = Scopes("operate", "operate")


class Operation(NamedTuple):
    """The requirements of a call: the caller's scope, whether the caller must be signed in, and its refusals.

    `kept` is the `Cache-Control` of its responses; empty: no caching. Holders of the `role` may make it; a call with
    another scope than `operate` checks the role itself, because its owner may make it, too. `parameters` are the
    allowed ones in its query; none: any.
    """

    scope: Scope | None
    is_personal: bool
    kinds: frozenset[Kind]
    kept: str
    role: Role | None = None
    parameters: frozenset[str] | None = None


Operations = dict[tuple[str, str], Operation]
"""The demands of a blueprint's calls, by endpoint and method."""


def asked_operation() -> Operation | None:
    """The requirements of the requested call; none for a request outside the blueprints."""
    blueprint = current_app.blueprints.get(request.blueprint or "")
    operations: Operations = getattr(blueprint, "operations", {})
    endpoint = (request.endpoint or "").rpartition(".")[2]
    return operations.get((endpoint, "get" if request.method == "HEAD" else request.method.lower()))
