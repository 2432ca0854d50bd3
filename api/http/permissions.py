"""Permissions: the scope that a call needs, checked before its body is read.

A call declares its scope, for operators' calls the role, and by its refusals the further conditions: not suspended or
silenced, or identity proven recently. One check serves all calls.
"""

from api.http.auth import Asking, required_asking, required_role
from api.http.operation import asked_operation
from api.http.problem_kinds import MISSING_SCOPE, PROVE_AGAIN, SILENCED, SUSPENDED
from api.http.problems import refuse
from api.http.public_url import can_mail
from api.services import services
from domain.disputes.events import AnswerDispute, DecideDispute, OpenDispute
from domain.messages import Command
from operations.clock import now
from services.accounts.players import Player
from services.accounts.roles import Role
from services.accounts.suspensions import Suspension

UNSAID = "…"
"""The text of a dispute, an answer or a decision by a player who must not write in the record."""
PROVEN_MILLISECONDS = 600_000
OPERATING_MILLISECONDS = 3_600_000
"""How long an operator may act in a session before proving their identity again."""


def check_authority() -> None:
    """Refuse a caller who may not make this call. Calls that are open to all check the caller themselves."""
    operation = asked_operation()
    if operation is None or not operation.is_personal:
        return
    asking = required_asking()
    if operation.scope == "operate":
        use_role(operation.role or "operator")
    elif PROVE_AGAIN in operation.kinds and operation.role is None:
        check_proof(asking)
    if SUSPENDED in operation.kinds:
        check_suspension(asking.player)
    if SILENCED in operation.kinds:
        _check_silence(asking.player)


def use_role(role: Role) -> Player:
    """The calling player, who has this role and may use it, in a session with recent proof of identity or by a token
    with its scope.
    """
    player, asking = required_role(role), required_asking()
    if asking.is_session:
        check_proof(asking, OPERATING_MILLISECONDS)
    elif "operate" not in asking.held.credential.scopes:
        refuse(MISSING_SCOPE, "This token can't do this, because its scopes don't include it.", scope="operate")
    return player


def ways_to_prove(player_id: str) -> list[str]:
    """The ways in which a player can prove their identity."""
    accounts = services().accounts
    has_mail = can_mail() and bool(accounts.players.reached(player_id).address)
    return [*(["passkey"] if accounts.passkeys.ids(player_id) else []), *(["mail"] if has_mail else [])]


def is_proven(asking: Asking, milliseconds: int = PROVEN_MILLISECONDS) -> bool:
    """Whether the caller has proven their identity recently: never with a token, or a session started with one."""
    credential = asking.held.credential
    is_late = now() - credential.created_at >= milliseconds
    return asking.is_session and credential.how in ("passkey", "mail", "recovery") and not is_late


def check_proof(asking: Asking, milliseconds: int = PROVEN_MILLISECONDS) -> None:
    """Refuse a caller who can prove their identity and has not done so recently."""
    ways = ways_to_prove(asking.player.id)
    if ways and not is_proven(asking, milliseconds):
        refuse(PROVE_AGAIN, "Sign in again first, because only the account's owner can do this.", ways=ways)


def check_may_write(player: Player) -> None:
    """Refuse a player whom a moderator has suspended or muted. For calls that write to others only if asked to."""
    check_suspension(player)
    _check_silence(player)


def check_may_record(player: Player, command: Command) -> None:
    """Refuse words for the record, which can't be removed, of a suspended or muted player (G12).

    With the text `UNSAID` they contest and answer anyway; the judge alone reads their statement.
    """
    words = command.text if isinstance(command, OpenDispute | AnswerDispute | DecideDispute) else ""
    if words not in ("", UNSAID) and not may_write(player):
        suspension = _suspension(player)
        if suspension is not None:
            refuse(SUSPENDED, "You are suspended, so your words can't be recorded (G12).", reason=suspension.reason)
        refuse(SILENCED, "You are muted, so your words can't be recorded (G12).")


def may_write(player: Player) -> bool:
    """Whether no moderator has suspended or muted this player."""
    return _suspension(player) is None and not _is_silenced(player)


def check_suspension(player: Player) -> None:
    """Refuse a player whom a moderator has suspended."""
    suspension = _suspension(player)
    if suspension is not None:
        refuse(SUSPENDED, "A moderator has suspended you for a while.", reason=suspension.reason)


def _check_silence(player: Player) -> None:
    if _is_silenced(player):
        refuse(SILENCED, "A moderator has muted you for a while.")


def _suspension(player: Player) -> Suspension | None:
    suspensions = services().community.people.suspensions
    return next((found for one in _persons(player) if (found := suspensions.of(one)) is not None), None)


def _is_silenced(player: Player) -> bool:
    return any(services().community.people.silences.of(one) is not None for one in _persons(player))


def _persons(player: Player) -> tuple[str, ...]:
    """The player and, if it is a bot, its owner, because a bot may do no more than its owner."""
    return tuple(filter(None, (player.id, player.owner)))
