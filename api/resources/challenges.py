"""Challenges: the message to the players for whom a game's seats are reserved, and their answers.

The chat has them as the room `challenge`.
"""

from api.http.permissions import check_may_write
from api.http.problem_kinds import INVALID_REQUEST
from api.http.problems import refuse
from api.services import services
from domain.messages import Illegal
from operations.clock import now
from replay.viewer_state import Seen
from services.accounts.players import Player
from services.community.challenges import ChallengeMessage, TooManyChallenges, settle_line
from services.community.chat import NothingSaid


def checked_message(player: Player, text: str) -> str:
    """The text of a challenge or an answer as stored, in one line; a suspended or muted player can only send none."""
    if text:
        check_may_write(player)
    try:
        return settle_line(text)
    except NothingSaid:
        refuse(INVALID_REQUEST, "A message must contain at least one visible character.", field="message")


def check_challenge(player: Player, invited: set[str]) -> None:
    """Refuse to challenge players whom the challenger has blocked, or too many at a time.

    Whether they have blocked the challenger makes no difference.
    """
    people = services().community.people
    if any(people.blocks.has_blocked(player.id, one) for one in invited):
        refuse(INVALID_REQUEST, "You have blocked this player. Unblock them first.", field="reserved")
    try:
        people.challenges.check_number(services().games.tables, player.id, invited, now())
    except TooManyChallenges as refused:
        if refused.limit == "open-to-one":
            refuse(
                INVALID_REQUEST,
                "This player has too many open invitations from you. Wait for an answer, or release a seat.",
                field="reserved",
            )
        if refused.limit == "daily-to-one":
            refuse(
                INVALID_REQUEST, "You have invited this player too often today. Try again tomorrow.", field="reserved"
            )
        refuse(
            INVALID_REQUEST,
            "You have too many open invitations. Wait for an answer, or release a reserved seat.",
            field="reserved",
        )


def check_may_release(game_id: str) -> None:
    """Refuse to release a seat of a tournament's game."""
    if services().community.tournaments.of_game(game_id) is not None:
        raise Illegal("in a tournament a seat stays reserved; leave the tournament instead", "G21")


def readable_messages(public: Seen, player: Player) -> list[ChallengeMessage]:
    """The messages of this game's challenge that the player may read."""
    return services().community.people.challenges.readable(services().games.tables, public, player.id)
