"""Disputes: the referee's decision, and the secrets opened to the referee. Players act in disputes by moves."""

from typing import Any

import msgspec
from flask import Response

from api.http.auth import public_game, required_player
from api.http.blueprint import PLAYING, TOKEN, ApiBlueprint, respond
from api.http.languages import translate
from api.http.move_signatures import SIGNED, signed_by
from api.http.problem_kinds import AGAINST_THE_RULES, BAD_SIGNATURE, BUSY, FINDING, NO_SEAT, READ_ONLY, READING, SENDING
from api.http.problems import refuse
from api.http.rate_limiting import limited
from api.http.rate_limits import RECORDS, SEATS
from api.resources.games import summary
from api.schemas.records import DisclosuresResponse
from api.schemas.requests import Decision
from api.schemas.responses import GameResponse
from api.services import services
from domain.disputes.events import DecideDispute, Remedy
from domain.game import REFEREE

disputes_api = ApiBlueprint("disputes", __name__, url_prefix="/api", description="Disputes", scopes=PLAYING)


@disputes_api.route("/games/<game_id>/decisions", methods=["POST"], parameters=[SIGNED])
@disputes_api.arguments(Decision)
@disputes_api.response(201, GameResponse)
@disputes_api.refuses(*SENDING, *READING, *FINDING, NO_SEAT, AGAINST_THE_RULES, BAD_SIGNATURE, BUSY, READ_ONLY)
@disputes_api.doc(security=TOKEN)
def decide(body: dict[str, Any], game_id: str) -> Response:
    """Decide a dispute, as the game's referee, with an explanation and a remedy."""
    player = required_player()
    limited(SEATS)
    public = public_game(game_id)
    if not public.is_referee(player.id):
        refuse(NO_SEAT, "You are not the referee of this game.")
    command = DecideDispute(-1, body["number"], "referee", body["text"], msgspec.convert(body["remedy"], Remedy))
    done = services().games.tables.command(game_id, command, "public", signed=signed_by(REFEREE))
    return respond(summary(done.seen), 201)


@disputes_api.route("/games/<game_id>/disclosures")
@disputes_api.response(200, DisclosuresResponse)
@disputes_api.refuses(*READING, NO_SEAT)
@disputes_api.doc(security=TOKEN)
def disclosures(game_id: str) -> Response:
    """The secrets that players opened to you, the game's referee, each with the salt that opens its commitment.

    No other viewer of the game has these, whatever else they may see of it.
    """
    player = required_player()
    limited(RECORDS)
    public = public_game(game_id)
    if not public.is_referee(player.id):
        refuse(NO_SEAT, "You are not the referee of this game.")
    found = services().games.records.disclosed(public, translate())
    return respond({"disclosures": list(found)})
