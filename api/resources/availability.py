"""Availability: your vacations and playing times, set once for all of your games."""

from typing import Any, ClassVar

import marshmallow
import msgspec
from flask import Response
from marshmallow import fields

from api.http.auth import required_player
from api.http.blueprint import PLAYING, TOKEN, ApiBlueprint, respond
from api.http.json_body import json_of, raw_body
from api.http.languages import translate
from api.http.problem_kinds import INVALID_REQUEST, NOT_SIGNED_IN, RECORD_DAMAGED, RECORD_UNAVAILABLE, SENDING
from api.http.problems import explain, refuse
from api.http.rate_limiting import limited
from api.http.rate_limits import MOVES
from api.schemas.commands import command_schema
from api.schemas.from_structs import ResponseSchema
from api.schemas.requests import about
from api.services import services
from domain.clocks.events import EndVacation, SetPlayTimes, TakeVacation
from domain.title_loader import title_name
from replay.narration import render
from services.games.availability import Availability, say_in_every_game

availability_api = ApiBlueprint(
    "availability", __name__, url_prefix="/api", description="Vacations and playing times", scopes=PLAYING
)

_KINDS: dict[str, type[Availability]] = {kind.__name__: kind for kind in (TakeVacation, EndVacation, SetPlayTimes)}
_WISH = {"anyOf": [{"$ref": f"#/components/schemas/{name}"} for name in _KINDS]}


class ToldGame(ResponseSchema):
    """A running game of yours with clocks, and whether the change was recorded in it."""

    MAY_MISS: ClassVar[tuple[str, ...]] = ("reason", "rule")

    id = fields.String()
    rulebook = fields.String()
    title = fields.String()
    said = fields.Boolean(metadata=about("Also true if it was set already."))
    reason = fields.String(
        metadata=about("The reason if it could not be recorded; missing if the game is unavailable.")
    )
    rule = fields.String()


class AvailabilityResponse(ResponseSchema):
    """Each of your running games with clocks."""

    games = fields.List(fields.Nested(ToldGame))


@availability_api.route("/me/availability", methods=["POST"])
@availability_api.response(200, AvailabilityResponse)
@availability_api.refuses(*SENDING, NOT_SIGNED_IN, RECORD_DAMAGED, RECORD_UNAVAILABLE)
@availability_api.doc(
    security=TOKEN, requestBody={"required": True, "content": {"application/json": {"schema": _WISH}}}
)
def say_everywhere() -> Response:
    """Take a vacation, end it, or set your playing times in all of your running games with clocks (G17, G19).

    It is recorded in each game that allows it; a repetition changes nothing where it is set already. In signed games
    your browser signs it at the table.
    """
    player = required_player()
    limited(MOVES)
    try:
        command = _read(json_of(raw_body()))
    except marshmallow.ValidationError as error:
        errors = error.messages if isinstance(error.messages, dict) else {"_schema": error.messages}
        refuse(INVALID_REQUEST, explain(errors), errors=errors)
    here, say = services(), translate()
    games = []
    for told in say_in_every_game(here.games.tables, here.games.lobby, player.id, command):
        shown: dict[str, Any] = {
            "id": told.game_id,
            "rulebook": told.rulebook,
            "title": title_name(told.rulebook),
            "said": told.is_said,
        }
        if told.refusal is not None:
            shown |= {"reason": render(told.refusal.sentence, (), say), "rule": told.refusal.rule}
        games.append(shown)
    return respond({"games": games})


def _read(body: Any) -> Availability:
    kind = _KINDS.get(str(body.get("type"))) if isinstance(body, dict) else None
    if kind is None:
        raise marshmallow.ValidationError({"type": [f"Must be one of: {', '.join(_KINDS)}."]})
    loaded = dict(command_schema(kind).load(body))
    return msgspec.convert({**loaded, "seat": 0}, kind)
