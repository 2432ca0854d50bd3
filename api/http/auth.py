"""Authentication and access: sessions, bearer tokens and their scopes, seats, viewers, private games."""

import hmac
from typing import Annotated, NamedTuple

from flask import Response, after_this_request, g, request

from api.http.cookies import asked_session, drop_session
from api.http.operation import asked_operation
from api.http.problem_kinds import (
    ANOTHERS_SEAT,
    INVALID_REQUEST,
    MISSING_ROLE,
    MISSING_SCOPE,
    NO_SEAT,
    NO_SUCH_GAME,
    NOT_OPERATOR,
    NOT_SIGNED_IN,
    NOT_YET,
    PRIVATE_GAME,
)
from api.http.problems import refuse
from api.http.public_url import check_own_page
from api.services import services
from domain.projector import Projector
from domain.redaction import Viewer
from eventstore.keys import GAME_ID
from operations.clock import now
from replay.viewer_state import Seen
from services.accounts.credentials import Credentials, Listed, Scope
from services.accounts.players import Player
from services.accounts.roles import Role
from services.games.viewer_access import Barred, Onlooker


class Asking(NamedTuple):
    """The caller, with the session or token of the request."""

    player: Player
    held: Listed
    is_session: bool


def asking() -> Asking | None:
    """The caller, or none without a token and a session; invalid or insufficient credentials are refused."""
    kept: tuple[Asking | None] | None = g.get("asking")
    if kept is None:
        kept = g.asking = (_asking(),)
    return kept[0]


def _asking() -> Asking | None:
    header = request.headers.get("Authorization")
    found = _of_session() if header is None else _of_token(header)
    if found is not None:
        operation = asked_operation()
        if operation is not None or not found.is_session:  # a page identifies its reader by the session alone
            _check_scope(found, None if operation is None else operation.scope)
    return found


def _check_scope(found: Asking, scope: Scope | None) -> None:
    """Refuse credentials without this scope, or for a call without one. `check_authority` checks operators."""
    if scope == "operate" and (found.is_session or not services().community.people.roles.of(found.player.id)):
        return
    if scope not in found.held.credential.scopes:
        refuse(MISSING_SCOPE, "This token can't do this, because its scopes don't include it.", scope=scope or "none")


def _of_token(header: str) -> Asking:
    scheme, _, token = header.partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not token:
        refuse(NOT_SIGNED_IN, "The Authorization header must be: Bearer <token>.")
    found = _of(services().accounts.tokens, token, is_session=False)
    if found is None:
        services().games.tables.closures.check_door()  # a valid credential may be in the lost part of the record
        refuse(NOT_SIGNED_IN, "This token is unknown or has been revoked.")
    return found


def _of_session() -> Asking | None:
    secret = asked_session()
    if not secret:
        return None
    check_own_page()
    found = _of(services().accounts.sessions, secret, is_session=True)
    if found is None:
        services().games.tables.closures.check_door()
        after_this_request(_without_session)
        refuse(NOT_SIGNED_IN, "This session has ended. Sign in again.")
    return found


def _without_session(response: Response) -> Response:
    drop_session(response)
    return response


def _of(credentials: Credentials, secret: str, is_session: bool) -> Asking | None:
    held = credentials.find(secret, now())
    player = None if held is None else services().accounts.known(held.credential.player)
    return None if held is None or player is None else Asking(player, held, is_session)


def asking_player() -> Player | None:
    """The player of the request's token or session, or none."""
    found = asking()
    return None if found is None else found.player


def required_asking() -> Asking:
    """The caller; without a token or a session the request is refused."""
    found = asking()
    if found is None:
        refuse(NOT_SIGNED_IN, "Sign in or send a player's API token: Authorization: Bearer <token>.")
    return found


def required_player() -> Player:
    """The player of the request's token or session; without one the request is refused."""
    return required_asking().player


def required_operator() -> Player:
    """The calling operator; other players are refused."""
    return required_role("operator")


def required_role(role: Role) -> Player:
    """The calling player, who may do what needs this role; other players are refused."""
    player, people = required_player(), services().community.people
    held = people.roles.of(player.id)
    if "operator" in held:
        return player
    if role not in held:
        match role:
            case "operator":
                refuse(NOT_OPERATOR, "Only operators can do this.")
            case "moderator":
                refuse(MISSING_ROLE, "Only moderators can do this.", role=role)
            case "organiser":
                refuse(MISSING_ROLE, "Only organisers can do this.", role=role)
    if people.suspensions.of(player.id) is not None:
        refuse(MISSING_ROLE, "You can't use your role while you are suspended.", role=role)
    return player


def visible_game(game_id: str) -> Seen:
    """The game as the viewer that `as` names may see it, if the caller may read it.

    A private game is for its players, its referee and people with its invitation; a shared variation is for all.
    """
    return services().games.tables.seen(_checked_id(game_id), _asked_viewer)


def joined_game(game_id: str, invitation: str | None) -> Seen:
    """The game as the gallery sees it, if the caller may take a seat in it with this invitation."""
    public = services().games.tables.seen(_checked_id(game_id))
    if public.game.private and not onlooker(public).belongs(public) and not holds_invitation(public, invitation):
        refuse(PRIVATE_GAME, "This game is private. You need its invitation link to join.")
    return public


def public_game(game_id: str) -> Seen:
    """The game as the gallery sees it, if the caller may read it."""
    return services().games.tables.seen(_checked_id(game_id), _gallery)


def own_view(game_id: str) -> Seen:
    """The game from the caller's seat; without one the request is refused."""
    required_player()
    return services().games.tables.seen(_checked_id(game_id), _own_viewer)


def copied_game(game_id: str) -> Seen:
    """The game as the caller may copy it: all of it when it is over, until then their seat's view."""
    return services().games.tables.seen(_checked_id(game_id), _copied_viewer)


PublicGame = Annotated[Seen, public_game]
"""A parameter of calls, like those below: the game of the path as the gallery sees it."""
VisibleGame = Annotated[Seen, visible_game]
OwnView = Annotated[Seen, own_view]


def required_place(game_id: str, player: Player) -> tuple[int, Projector]:
    """The seat of this player and the game's projector; a player without a seat is refused."""
    place = services().games.tables.place_of(_checked_id(game_id), player.id)
    if place is None:
        refuse(NO_SEAT, "You are not a player in this game.")
    return place


def required_seat(game_id: str) -> int:
    """The caller's seat in this game; a caller without one is refused."""
    return required_place(game_id, required_player())[0]


CallersSeat = Annotated[int, required_seat]


def own_seat(seen: Seen) -> int | None:
    """The caller's seat, or none."""
    player = asking_player()
    return None if player is None else seen.seat_of(player.id)


def onlooker(public: Seen, wanted: str | None = None, invitation: str | None = None) -> Onlooker:
    """The caller as a viewer of this game, with this requested view and this invitation."""
    player = asking_player()
    is_invited = public.game.private and holds_invitation(public, invitation)
    return Onlooker("" if player is None else player.id, wanted, is_invited, services().games.variations.includes)


def asked_onlooker(public: Seen) -> Onlooker:
    """The caller as a viewer, with the view and the invitation in the request's query."""
    return onlooker(public, request.args.get("as"), request.args.get("invite"))


def holds_invitation(seen: Seen, invitation: str | None) -> bool:
    """Whether this is the game's invitation."""
    if invitation is None:
        return False
    wanted = services().games.tables.invitation(seen.game_id)
    return wanted is not None and hmac.compare_digest(invitation.encode(), wanted.encode())


def _checked_id(game_id: str) -> str:
    if not GAME_ID.fullmatch(game_id):
        refuse(NO_SUCH_GAME, "There is no game with this id.")
    return game_id


def _gallery(public: Seen) -> Viewer:
    """The gallery, if the caller may read this game at all."""
    try:
        asked_onlooker(public).check_may_read(public)
    except Barred:
        refuse(PRIVATE_GAME, "This game is private. You need its invitation link or a seat in it.")
    return "public"


def _own_viewer(public: Seen) -> Viewer:
    """The caller's seat; `as` may name no other."""
    _gallery(public)
    player = required_player()
    seat = public.seat_of(player.id)
    if seat is None:
        refuse(NO_SEAT, "You are not a player in this game.")
    wanted = request.args.get("as", str(seat))
    if wanted not in map(str, public.seats_of(player.id)):
        refuse(ANOTHERS_SEAT, "You can see only the moves of your own seat.")
    return int(wanted)


def _copied_viewer(public: Seen) -> Viewer:
    _gallery(public)
    viewer: Viewer | None = "all" if public.game.is_over else own_seat(public)
    if viewer is None:
        refuse(NOT_YET, "Only its players can fork a running game. Once it is over, any player can.")
    return viewer


def _asked_viewer(public: Seen) -> Viewer:
    """The viewer that `as` names: by default the caller's seat, or the gallery."""
    _gallery(public)
    try:
        return asked_onlooker(public).viewer(public)
    except Barred as barred:
        if barred.why == "not yet":
            refuse(NOT_YET, "You can see everything only when the game is over.")
        if barred.why == "no such view":
            refuse(INVALID_REQUEST, f"as: must be public, all, or a seat from 0 to {public.game.players - 1}")
        refuse(ANOTHERS_SEAT, "Until the game ends, only the player in this seat can see this view.")
