"""Challenges: the message to the players for whom a game's seats are reserved, and their answers."""

from typing import Any

from flask import Response

from api.http.auth import public_game, required_player
from api.http.blueprint import PLAYING, TOKEN, UNKEPT, ApiBlueprint, respond
from api.http.permissions import check_silence
from api.http.problem_kinds import (
    INVALID_REQUEST,
    READING,
)
from api.http.problems import refuse
from api.schemas.chat import ChallengeResponse
from api.services import services
from domain.messages import Illegal
from eventstore.errors import RecordDamaged
from operations.clock import now
from replay.timestamps import time_text
from replay.viewer_state import Seen
from services.accounts.players import Player
from services.community.challenges import ChallengeMessage, TooManyChallenges, settle_line
from services.community.chat import NothingSaid
from services.games.tables import NoSuchGame
from services.games.warm_table import TitleMissing

challenges_api = ApiBlueprint(
    "challenges", __name__, url_prefix="/api", description="Challenges and their answers", scopes=PLAYING
)


def checked_message(player: Player, text: str) -> str:
    """The text of a challenge or of an answer as it is stored, in one line; a muted player can only send none."""
    if text:
        check_silence(player)
    try:
        return settle_line(text)
    except NothingSaid:
        errors = {"message": ["Shows nothing."]}
        refuse(INVALID_REQUEST, "message: A message must contain at least one visible character.", errors=errors)


def check_challenge(player: Player, invited: set[str]) -> None:
    """Refuse to challenge players whom the challenger has blocked, or too many at a time.

    Whether they have blocked the challenger makes no difference.
    """
    people = services().community.people
    if any(people.blocks.has_blocked(player.id, one) for one in invited):
        refuse(INVALID_REQUEST, "reserved: You have blocked this player. Unblock them first.")
    try:
        people.challenges.check_number(player.id, invited, now(), _expected_in)
    except TooManyChallenges as refused:
        if refused.is_to_one:
            refuse(
                INVALID_REQUEST,
                "reserved: This player has too many open invitations from you. Wait for an answer, or release a seat.",
            )
        refuse(
            INVALID_REQUEST,
            "reserved: You have too many open invitations. Wait for an answer, or release a reserved seat.",
        )


def _expected_in(game_id: str) -> set[str]:
    """The players for whom this game still has reserved seats."""
    try:
        game = services().games.tables.seen(game_id).game
    except (NoSuchGame, TitleMissing, RecordDamaged):
        return set()
    return {game.reserved[seat] for seat in game.kept_seats} if game.status == "waiting" else set()


@challenges_api.route("/games/<game_id>/challenge")
@challenges_api.response(200, ChallengeResponse)
@challenges_api.refuses(*READING)
@challenges_api.doc(security=TOKEN)
def read_challenge(game_id: str) -> Response:
    """The messages of the player who reserved seats of this game, and of those who declined, if you may read them.

    The first is for the players for whom seats are reserved and those who have joined, the others only for its author.
    """
    player = required_player()
    public = public_game(game_id)
    messages = readable_messages(public, player)
    names = services().accounts.names({one.player for one in messages})
    return respond({"messages": [_shown(one, names.get(one.player)) for one in messages]}, headers=UNKEPT)


def check_may_release(game_id: str) -> None:
    """Refuse to release a seat of a tournament's game."""
    if services().community.tournaments.of_game(game_id) is not None:
        raise Illegal("in a tournament a seat stays reserved; leave the tournament instead", "G21")


def readable_messages(public: Seen, player: Player) -> list[ChallengeMessage]:
    """The messages of this game's challenge that the player may read."""
    has_part = public.seat_of(player.id) is not None or public.is_expected(player.id)
    return services().community.people.challenges.readable(public.game_id, player.id, has_part)


def _shown(message: ChallengeMessage, name: str | None) -> dict[str, Any]:
    return {
        "id": message.id,
        "player": None if name is None else message.player,
        "name": name,
        "at": time_text(message.at),
        "text": message.text,
    }
