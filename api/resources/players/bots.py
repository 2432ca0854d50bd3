"""Bots: the bot accounts of this server, with their owners and ratings."""

from collections.abc import Sequence
from typing import Annotated, Any

from flask import Response

from api.http.blueprint import ApiBlueprint, respond
from api.http.problem_kinds import RECORD_DAMAGED, RECORD_UNAVAILABLE
from api.resources.players.ratings import known_person, ladder_json, player_rating_json
from api.resources.sessions import player_json
from api.schemas.ratings import BotsResponse
from api.services import services
from domain.title_loader import find_rulebooks
from replay.timestamps import time_text
from services.community.results import ladder_of

bots_api = ApiBlueprint("bots", __name__, url_prefix="/api", description="The bot accounts of this server")


@bots_api.get("/bots", refuses=[RECORD_DAMAGED, RECORD_UNAVAILABLE], security=None)
def list_bots() -> Annotated[Response, BotsResponse]:
    """The bot accounts of this server by name, at most 200, each with its owner, its ratings and its last request.

    A bot is challenged like a person: open a game with a seat reserved for it. Suspended bots are not listed.
    """
    accounts = services().accounts
    bots = accounts.bots.listed(services().community.people.suspensions.all())
    owners = {owner: known_person(owner) for owner in {bot.owner for bot in bots}}
    used = accounts.tokens.last_used([bot.id for bot in bots])
    found = [
        {
            **player_json(bot),
            "owner": None if (owner := owners[bot.owner]) is None else player_json(owner),
            "since": time_text(bot.created_at),
            "used_at": time_text(used_at) if used_at else None,
            "ratings": ratings,
        }
        for bot, used_at, ratings in zip(bots, used, _ratings([bot.id for bot in bots]), strict=True)
    ]
    return respond({"bots": found})


def _ratings(bots: Sequence[str]) -> list[list[dict[str, Any]]]:
    """The ratings of each of these bots in games with bots."""
    found: list[list[dict[str, Any]]] = [[] for _ in bots]
    for rulebook in find_rulebooks():
        ladder = ladder_of(rulebook, with_bots=True)
        ratings = services().community.rating_updates.ratings(ladder, bots)
        for listed, rating in zip(found, ratings, strict=True):
            if rating is not None:
                listed.append({**ladder_json(rulebook, True), **player_rating_json(rating)})
    return found
