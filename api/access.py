"""Who asks, and what they may see: bearer tokens, seats, viewers, private games."""

import hmac

from flask import g, request

from api.problem_kinds import (
    ANOTHERS_SEAT,
    INVALID_REQUEST,
    NO_SEAT,
    NO_SUCH_GAME,
    NOT_SIGNED_IN,
    NOT_YET,
    PRIVATE_GAME,
    SUSPENDED,
)
from api.problems import refuse
from api.services import services
from domain.projector import Projector
from domain.secrets import Viewer
from eventstore.names import GAME_ID
from people.players import Player
from replay.seen import Seen


def asking_player() -> Player | None:
    """The player whose token came with the request, none without one; a token that nobody has is refused."""
    kept: tuple[Player | None] | None = g.get("player")
    if kept is None:
        kept = g.player = (_player_of(request.headers.get("Authorization")),)
    return kept[0]


def _player_of(header: str | None) -> Player | None:
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not token:
        refuse(NOT_SIGNED_IN, "The Authorization header must be: Bearer <token>.")
    player = services().players.by_token(token) if token.isascii() and len(token) <= 200 else None
    if player is None:
        refuse(NOT_SIGNED_IN, "No player has this token.")
    return player


def required_player() -> Player:
    """The player whose token came with the request; without one the request is refused."""
    player = asking_player()
    if player is None:
        refuse(NOT_SIGNED_IN, "This needs a player's token: Authorization: Bearer <token>.")
    return player


def welcome_player() -> Player:
    """The player whose token came with the request, who may begin something: not one who is suspended."""
    player = required_player()
    suspension = services().people.suspensions.of(player.id)
    if suspension is not None:
        refuse(SUSPENDED, "An operator has suspended you for a while.", reason=suspension.reason)
    return player


def visible_game(game_id: str) -> Seen:
    """The game as the viewer that `as` names may see it, if whoever asks may read it.

    A private game is for its players, its referee and those who hold its invitation.
    """
    return services().tables.seen(_checked_id(game_id), _asked_viewer)


def joined_game(game_id: str, invitation: str | None) -> Seen:
    """The game as the gallery sees it, if whoever asks may sit down there with this invitation."""
    public = services().tables.seen(_checked_id(game_id))
    if public.game.private and not belongs(public) and not holds_invitation(public, invitation):
        refuse(PRIVATE_GAME, "This game is private: taking a seat needs its invitation.")
    return public


def public_game(game_id: str) -> Seen:
    """The game as the gallery sees it, if whoever asks may read it."""
    return services().tables.seen(_checked_id(game_id), _gallery)


def own_view(game_id: str) -> Seen:
    """The game from the seat of whoever asks, who must sit at its table."""
    required_player()
    return services().tables.seen(_checked_id(game_id), _own_viewer)


def required_place(game_id: str, player: Player) -> tuple[int, Projector]:
    """The seat of this player and the game's projector; a player without a seat is refused."""
    place = services().tables.place_of(_checked_id(game_id), player.id)
    if place is None:
        refuse(NO_SEAT, "You do not sit at this table.")
    return place


def own_seat(seen: Seen) -> int | None:
    """The seat of whoever asks, or none."""
    player = asking_player()
    return None if player is None else seen.seat_of(player.id)


def _own_seats(seen: Seen) -> tuple[int, ...]:
    player = asking_player()
    return () if player is None else seen.seats_of(player.id)


def belongs(seen: Seen) -> bool:
    """Whether whoever asks sits at this table, or is its referee, or is expected to."""
    player = asking_player()
    if player is None:
        return False
    return seen.seat_of(player.id) is not None or seen.is_referee(player.id) or seen.is_expected(player.id)


def holds_invitation(seen: Seen, invitation: str | None) -> bool:
    """Whether this is the game's invitation."""
    if invitation is None:
        return False
    wanted = services().tables.invitation(seen.game_id)
    return wanted is not None and hmac.compare_digest(invitation.encode(), wanted.encode())


def _checked_id(game_id: str) -> str:
    if not GAME_ID.fullmatch(game_id):
        refuse(NO_SUCH_GAME, "There is no game with this id.")
    return game_id


def _gallery(public: Seen) -> Viewer:
    """The gallery, if whoever asks may read this game at all."""
    if public.game.private and not belongs(public) and not holds_invitation(public, request.args.get("invite")):
        refuse(PRIVATE_GAME, "This game is private: it needs its invitation or a seat in it.")
    return "public"


def _own_viewer(public: Seen) -> Viewer:
    """The seat of whoever asks; `as` may name no other."""
    _gallery(public)
    seat = own_seat(public)
    if seat is None:
        refuse(NO_SEAT, "You do not sit at this table.")
    wanted = request.args.get("as", str(seat))
    if wanted not in map(str, _own_seats(public)):
        refuse(ANOTHERS_SEAT, "Only a seat's own player is told its moves.")
    return int(wanted)


def _asked_viewer(public: Seen) -> Viewer:
    """The viewer that `as` names: by default the asking player's seat, or the gallery.

    While the game runs, nobody but its player may look from a seat; when it is over, everybody may look from anywhere.
    """
    _gallery(public)
    wanted, game = request.args.get("as"), public.game
    seat = own_seat(public)
    if wanted is None:
        return "public" if seat is None else seat
    if wanted == "public":
        return "public"
    if wanted == "all":
        if game.is_over:
            return "all"
        refuse(NOT_YET, "Everything is shown when the game is over.")
    if not (wanted.isascii() and wanted.isdigit() and len(wanted) < 4 and int(wanted) < game.players):
        refuse(INVALID_REQUEST, f"as: must be public, all, or a seat from 0 to {game.players - 1}")
    if int(wanted) in _own_seats(public) or game.is_over:
        return int(wanted)
    refuse(ANOTHERS_SEAT, "Until the game ends, only the seated player can see this view.")
