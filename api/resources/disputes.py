"""Disputes: the judge's view of a dispute, and the decision. The judge is the game's referee, or else an operator.

Players act in disputes by moves.
"""

from typing import Annotated, Any

import msgspec
from flask import Response

from api.http.auth import PublicGame, public_game, required_operator, required_place
from api.http.blueprint import UNKEPT, ApiBlueprint, respond
from api.http.languages import translate
from api.http.move_signatures import SIGNED, signed_by
from api.http.operation import OPERATING, PLAYING
from api.http.permissions import check_may_record, may_write
from api.http.problem_kinds import (
    AGAINST_THE_RULES,
    BAD_SIGNATURE,
    BUSY,
    FINDING,
    NO_SEAT,
    NOT_OPERATOR,
    READ_ONLY,
    READING,
    SILENCED,
    SUSPENDED,
)
from api.http.problems import refuse
from api.http.rate_limiting import limited
from api.http.rate_limits import CHAT, RECORDS, SEATS
from api.resources.games import summary
from api.schemas.operators import GameInDispute
from api.schemas.records import DisclosuresResponse
from api.schemas.requests import Decision, NewStatement
from api.schemas.responses import GameResponse
from api.services import services
from domain.disputes.events import DecideDispute, Remedy
from domain.disputes.rules import check_text
from domain.game import REFEREE
from domain.messages import Illegal
from replay.state_json import disputes_json
from replay.viewer_state import Seen
from services.accounts.players import Player
from services.games.operator_tasks import decide_as_operator
from services.games.tables import NoSuchGame
from services.games.viewer_access import Onlooker

disputes_api = ApiBlueprint("disputes", __name__, url_prefix="/api", description="Disputes", scopes=PLAYING)


@disputes_api.post(
    "/games/<game_id>/decisions",
    status=201,
    refuses=[*READING, NO_SEAT, AGAINST_THE_RULES, BAD_SIGNATURE, BUSY, READ_ONLY],
    itself=[SILENCED, SUSPENDED],
    limit=SEATS,
    parameters=[SIGNED],
)
def decide(
    game_id: str, body: Annotated[dict[str, Any], Decision], player: Player, public: PublicGame
) -> Annotated[Response, GameResponse]:
    """Decide a dispute, as the game's referee, with an explanation and a remedy.

    The explanation of a suspended or muted referee is `…`.
    """
    if not public.is_referee(player.id):
        refuse(NO_SEAT, "You are not the referee of this game.")
    command = DecideDispute(-1, body["number"], "referee", body["text"], _remedy(body))
    check_may_record(player, command)
    done = services().games.tables.command(game_id, command, "public", signed=signed_by(REFEREE))
    return respond(summary(done.seen), 201)


@disputes_api.get("/games/<game_id>/disclosures", refuses=[*READING, NO_SEAT], limit=RECORDS)
def disclosures(player: Player, public: PublicGame) -> Annotated[Response, DisclosuresResponse]:
    """The secrets that players opened to you, the game's referee, each with the salt that opens its commitment.

    And the statements of suspended and muted players, who must not write in the record. No other viewer of the game has
    these, whatever else they may see of it.
    """
    if not public.is_referee(player.id):
        refuse(NO_SEAT, "You are not the referee of this game.")
    return respond(_for_judge(public))


@disputes_api.put(
    "/games/<game_id>/disputes/<number>/statement", refuses=[*READING, NO_SEAT, AGAINST_THE_RULES], limit=CHAT
)
def tell_judge(game_id: str, number: str, body: NewStatement, player: Player) -> None:
    """Tell the judge of an open dispute your reasons, if you are suspended or muted.

    No one else can read the reasons. They are not part of the record, and replace your earlier ones.
    """
    required_place(game_id, player)
    disputes = dict(enumerate(public_game(game_id).game.disputes, start=1))
    asked = next((one for one in disputes if str(one) == number), None)
    if asked is None or disputes[asked].outcome != "open":
        raise Illegal("there is no open dispute with this number", "G12")
    if may_write(player):
        raise Illegal("write your reasons in the dispute itself, where all players can read them", "G12")
    check_text(body.text, is_needed=True)
    services().community.people.statements.write(player.id, game_id, asked, body.text)


def _for_judge(public: Seen) -> dict[str, Any]:
    """A game's disclosed secrets and statements, for the judge of its disputes alone."""
    return {
        "disclosures": list(services().games.records.disclosed(public, translate())),
        "statements": [one._asdict() for one in services().community.people.statements.of(public)],
    }


def _remedy(body: dict[str, Any]) -> Remedy:
    return msgspec.convert(body["remedy"], Remedy)


operator_disputes_api = ApiBlueprint(
    "operator disputes",
    __name__,
    url_prefix="/api/operator",
    description="For operators: disputes of games without a referee",
    scopes=OPERATING,
)


@operator_disputes_api.get("/games/<game_id>/disputes", refuses=FINDING)
def disputes_to_decide(game_id: str) -> Annotated[Response, GameInDispute]:
    """The disputes of a game without a referee, and the secrets that its players opened to the operator.

    Operators who take part in the game, or whose bots do, are refused.
    """
    _operator, seen = _judged(game_id)
    shown = {"game": summary(seen), "disputes": disputes_json(seen.game.disputes), **_for_judge(seen)}
    return respond(shown, headers=UNKEPT)


@operator_disputes_api.post(
    "/games/<game_id>/decisions", status=201, refuses=[*FINDING, AGAINST_THE_RULES, BAD_SIGNATURE, BUSY, READ_ONLY]
)
def decide_for_server(game_id: str, body: Annotated[dict[str, Any], Decision]) -> Annotated[Response, GameResponse]:
    """Decide a dispute of a game without a referee, with an explanation and a remedy; this is logged.

    Operators who take part in the game, or whose bots do, are refused.
    """
    operator, seen = _judged(game_id)
    found = services()
    tables, keyring, log = found.games.tables, found.storage.keyring, found.community.people.operator_log
    done = decide_as_operator(
        tables, keyring, log, operator.id, seen.game_id, body["number"], body["text"], _remedy(body)
    )
    return respond(summary(done.seen), 201)


def _judged(game_id: str) -> tuple[Player, Seen]:
    """The calling operator and the game, if its disputes are for them to decide."""
    operator = required_operator()
    limited(RECORDS)
    seen = services().games.tables.seen(game_id)
    if seen.game.private and (seen.game.referee or not seen.game.disputes):
        raise NoSuchGame  # operators see no more of private games than others
    bots = services().accounts.bots.all(operator.id)
    if any(Onlooker(one).belongs(seen) for one in (operator.id, *(bot.id for bot in bots))):
        refuse(NOT_OPERATOR, "You play in this game, so another operator decides its disputes.")
    if seen.game.referee:
        refuse(NOT_OPERATOR, "The referee of this game decides its disputes.")
    return operator, seen
