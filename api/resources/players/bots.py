"""Bots: all bot accounts of this server, with their owners and ratings."""

from typing import Any

from flask import Response

from api.http.blueprint import ApiBlueprint, respond
from api.http.problem_kinds import RECORD_DAMAGED, RECORD_UNAVAILABLE, TOO_MANY_REQUESTS
from api.resources.players.ratings import known_person, ladder_json, player_rating_json
from api.resources.sessions import player_json
from api.schemas.ratings import BotsResponse
from api.services import services
from domain.title_loader import find_rulebooks
from replay.timestamps import time_text
from services.community.results import ladder_of

_MOST_RATED = 1000

bots_api = ApiBlueprint("bots", __name__, url_prefix="/api", description="The bot accounts of this server")


@bots_api.route("/bots")
@bots_api.response(200, BotsResponse)
@bots_api.refuses(TOO_MANY_REQUESTS, RECORD_DAMAGED, RECORD_UNAVAILABLE)
def list_bots() -> Response:
    """The bot accounts of this server by name, at most 200, each with its owner, its ratings and its last request.

    A bot is challenged like a person: open a game with a seat reserved for it. Suspended bots are not listed.
    """
    found, accounts, ratings = [], services().accounts, _ratings()
    for bot in accounts.programs.listed(services().community.people.suspensions.all()):
        owner = known_person(bot.owner)
        used_at = max((one.used_at for one in accounts.tokens.all(bot.id)), default=0)
        found.append(
            {
                **player_json(bot),
                "owner": None if owner is None else player_json(owner),
                "since": time_text(bot.created_at),
                "used_at": time_text(used_at) if used_at else None,
                "ratings": ratings.get(bot.id, []),
            }
        )
    return respond({"bots": found})


def _ratings() -> dict[str, list[dict[str, Any]]]:
    """The ratings of all players in games with bots, by player."""
    found: dict[str, list[dict[str, Any]]] = {}
    for rulebook in find_rulebooks():
        ladder = ladder_of(rulebook, programs=True)
        for who, rating in services().community.rating_updates.board(ladder, 0, _MOST_RATED):
            found.setdefault(who, []).append({**ladder_json(rulebook, True), **player_rating_json(rating)})
    return found
