"""Disputes: what their judge sees of them, and the decision. The judge is the game's referee, or else an operator.

Players act in disputes by moves.
"""

from typing import Any

import msgspec
from flask import Response

from api.http.auth import public_game, required_operator, required_place, required_player
from api.http.blueprint import OPERATING, PLAYING, TOKEN, UNKEPT, ApiBlueprint, respond
from api.http.languages import translate
from api.http.move_signatures import SIGNED, signed_by
from api.http.permissions import check_may_record, may_write
from api.http.problem_kinds import (
    AGAINST_THE_RULES,
    BAD_SIGNATURE,
    BUSY,
    FINDING,
    NO_SEAT,
    NOT_OPERATOR,
    PROVE_AGAIN,
    READ_ONLY,
    READING,
    SENDING,
    SILENCED,
    SUSPENDED,
)
from api.http.problems import refuse
from api.http.rate_limiting import limited
from api.http.rate_limits import RECORDS, SEATS, TALK
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


@disputes_api.route("/games/<game_id>/decisions", methods=["POST"], parameters=[SIGNED])
@disputes_api.arguments(Decision)
@disputes_api.response(201, GameResponse)
@disputes_api.refuses(
    *SENDING, *READING, *FINDING, NO_SEAT, AGAINST_THE_RULES, BAD_SIGNATURE, BUSY, READ_ONLY,
    itself=[SILENCED, SUSPENDED],
)  # fmt: skip
@disputes_api.doc(security=TOKEN)
def decide(body: dict[str, Any], game_id: str) -> Response:
    """Decide a dispute, as the game's referee, with an explanation and a remedy.

    The explanation of a suspended or muted referee is `…`.
    """
    player = required_player()
    limited(SEATS)
    public = public_game(game_id)
    if not public.is_referee(player.id):
        refuse(NO_SEAT, "You are not the referee of this game.")
    command = DecideDispute(-1, body["number"], "referee", body["text"], _remedy(body))
    check_may_record(player, command)
    done = services().games.tables.command(game_id, command, "public", signed=signed_by(REFEREE))
    return respond(summary(done.seen), 201)


@disputes_api.route("/games/<game_id>/disclosures")
@disputes_api.response(200, DisclosuresResponse)
@disputes_api.refuses(*READING, NO_SEAT)
@disputes_api.doc(security=TOKEN)
def disclosures(game_id: str) -> Response:
    """The secrets that players opened to you, the game's referee, each with the salt that opens its commitment.

    And the statements of suspended and muted players, who must not write in the record. No other viewer of the game has
    these, whatever else they may see of it.
    """
    player = required_player()
    limited(RECORDS)
    public = public_game(game_id)
    if not public.is_referee(player.id):
        refuse(NO_SEAT, "You are not the referee of this game.")
    return respond(_for_judge(public))


@disputes_api.route("/games/<game_id>/disputes/<number>/statement", methods=["PUT"])
@disputes_api.arguments(NewStatement)
@disputes_api.response(204)
@disputes_api.refuses(*SENDING, *READING, *FINDING, NO_SEAT, AGAINST_THE_RULES)
@disputes_api.doc(security=TOKEN)
def tell_judge(body: dict[str, str], game_id: str, number: str) -> Response:
    """Tell the judge of an open dispute your reasons, if you are suspended or muted: no one else can read them.

    They are not part of the record, and replace your earlier ones.
    """
    player = required_player()
    limited(TALK)
    required_place(game_id, player)
    disputes = dict(enumerate(public_game(game_id).game.disputes, start=1))
    asked = next((one for one in disputes if str(one) == number), None)
    if asked is None or disputes[asked].outcome != "open":
        raise Illegal("there is no open dispute with this number", "G12")
    if may_write(player):
        raise Illegal("write your reasons in the dispute itself, where all players can read them", "G12")
    check_text(body["text"], is_needed=True)
    services().community.people.statements.write(player.id, game_id, asked, body["text"])
    return Response(status=204)


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


@operator_disputes_api.route("/games/<game_id>/disputes")
@operator_disputes_api.response(200, GameInDispute)
@operator_disputes_api.refuses(*FINDING, NOT_OPERATOR, PROVE_AGAIN)
@operator_disputes_api.doc(security=TOKEN)
def disputes_to_decide(game_id: str) -> Response:
    """The disputes of a game without a referee, and the secrets that its players opened to the operator.

    Operators who take part in the game, or whose bots do, are refused.
    """
    _operator, seen = _judged(game_id)
    shown = {"game": summary(seen), "disputes": disputes_json(seen.game.disputes), **_for_judge(seen)}
    return respond(shown, headers=UNKEPT)


@operator_disputes_api.route("/games/<game_id>/decisions", methods=["POST"])
@operator_disputes_api.arguments(Decision)
@operator_disputes_api.response(201, GameResponse)
@operator_disputes_api.refuses(
    *SENDING, *FINDING, NOT_OPERATOR, PROVE_AGAIN, AGAINST_THE_RULES, BAD_SIGNATURE, BUSY, READ_ONLY
)
@operator_disputes_api.doc(security=TOKEN)
def decide_for_server(body: dict[str, Any], game_id: str) -> Response:
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
    bots = services().accounts.programs.all(operator.id)
    if any(Onlooker(one).belongs(seen) for one in (operator.id, *(bot.id for bot in bots))):
        refuse(NOT_OPERATOR, "You take part in this game: another operator decides its disputes.")
    if seen.game.referee:
        refuse(NOT_OPERATOR, "The referee of this game decides its disputes.")
    return operator, seen
