"""Availability: your vacations and playing times, set once for all of your games."""

from typing import Annotated, Any

import marshmallow
import msgspec
from flask import Response
from msgspec import UNSET

from api.http.blueprint import ApiBlueprint, respond
from api.http.json_body import json_of, raw_body
from api.http.languages import translate
from api.http.operation import PLAYING
from api.http.problem_kinds import INVALID_REQUEST, RECORD_DAMAGED, SENDING
from api.http.problems import explain, refuse
from api.http.rate_limits import MOVES
from api.schemas.commands import command_schema
from api.schemas.from_structs import Maybe, Shown, about
from api.services import services
from domain.clocks.events import EndVacation, SetPlayTimes, TakeVacation
from domain.title_loader import title_name
from replay.narration import render
from services.accounts.players import Player
from services.games.availability import Availability, say_in_every_game

availability_api = ApiBlueprint(
    "availability", __name__, url_prefix="/api", description="Vacations and playing times", scopes=PLAYING
)

_KINDS: dict[str, type[Availability]] = {kind.__name__: kind for kind in (TakeVacation, EndVacation, SetPlayTimes)}
_WISH = {"anyOf": [{"$ref": f"#/components/schemas/{name}"} for name in _KINDS]}


class ToldGame(Shown):
    """A running game of yours with clocks, and whether the change was recorded in it."""

    id: str
    rulebook: str
    title: str
    said: Annotated[bool, about("Also true if it was set already.")]
    reason: Maybe[
        Annotated[str, about("The reason if it could not be recorded; missing if the game is unavailable.")]
    ] = UNSET
    rule: Maybe[str] = UNSET


class AvailabilityResponse(Shown):
    """Each of your running games with clocks."""

    games: list[ToldGame]


@availability_api.post("/me/availability", refuses=[*SENDING, RECORD_DAMAGED], limit=MOVES)
@availability_api.doc(requestBody={"required": True, "content": {"application/json": {"schema": _WISH}}})
def say_everywhere(player: Player) -> Annotated[Response, AvailabilityResponse]:
    """Take a vacation, end it, or set your playing times in all of your running games with clocks (G17, G19).

    It is recorded in each game that allows it; a repetition changes nothing where it is set already. In signed games
    your browser signs it at the table.
    """
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
