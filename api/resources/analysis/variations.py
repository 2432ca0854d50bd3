"""Variations: analysis games that players have shared, which form the study of a finished game with its comments."""

from functools import partial
from typing import Annotated, Any

from flask import Response

from api.http.auth import asking_player, public_game
from api.http.blueprint import TOKEN_OR_NONE, UNKEPT, ApiBlueprint, respond
from api.http.languages import translate
from api.http.operation import PLAYING
from api.http.permissions import use_role
from api.http.problem_kinds import (
    INVALID_REQUEST,
    NO_SUCH_VARIATION,
    NOT_SHAREABLE,
    NOT_YET,
    PROVE_AGAIN,
    READING,
    SILENCED,
    SUSPENDED,
)
from api.http.problems import refuse
from api.http.rate_limits import CHAT, RECORDS
from api.resources.chat import shown_messages
from api.resources.operators import known
from api.schemas.variations import NewVariation, ShownVariation, StudyResponse
from api.services import services
from eventstore.entries import parse_position
from eventstore.keys import GAME_ID
from operations.clock import now
from replay.message_json import event_json
from replay.timestamps import time_text
from services.accounts.operator_log import OperatorAction
from services.accounts.players import Player
from services.games.analysis.variations import TooManyVariations, Variation, is_variation_by, takes_variations
from services.games.failing_games import unattended
from services.games.tables import whole_action

variations_api = ApiBlueprint(
    "variations", __name__, url_prefix="/api", description="Shared analysis games", scopes=PLAYING
)


@variations_api.get("/games/<game_id>/variations", refuses=READING, security=TOKEN_OR_NONE, limit=RECORDS)
def study(game_id: str) -> Annotated[Response, StudyResponse]:
    """A game's study: its comments, and the analysis games that players have shared, each with its own comments.

    Both are empty while the game is running. Everyone who may see the game may read its variations.
    """
    original, player = public_game(game_id), asking_player()
    is_open = takes_variations(original)
    unheard = services().community.people.blocks.unheard(player.id) if player is not None else ()
    found = [
        shown
        for one in (services().games.variations.of(game_id) if is_open else ())
        if one.by not in unheard
        and (shown := unattended(services().games.tables, one.game, partial(_shown, one))) is not None
    ]
    found.sort(key=lambda one: parse_position(one["position"]))
    comments = shown_messages(original, "comments") if original.game.is_over else []
    return respond({"is_open": is_open, "comments": comments, "variations": found}, headers=UNKEPT)


@variations_api.post(
    "/games/<game_id>/variations",
    status=201,
    refuses=[*READING, SUSPENDED, SILENCED, NOT_YET, NOT_SHAREABLE],
    limit=CHAT,
)
def share(game_id: str, body: NewVariation, player: Player) -> Annotated[Response, ShownVariation]:
    """Share an analysis game of yours as a variation of the finished public game that it is a copy of.

    Everyone may then read it, and comment on its steps, even while you play on. Sharing it again changes nothing.
    """
    original, fork = public_game(game_id), public_game(body.game)
    if not original.game.is_over:
        refuse(NOT_YET, "Variations can be shared only when the game is over.")
    if not takes_variations(original) or not is_variation_by(fork, original, player.id):
        refuse(
            NOT_SHAREABLE,
            "You can share an analysis game that only you play, of a finished public game, once it has a new move.",
        )
    try:
        made = services().games.variations.share(original, fork, player.id)
    except TooManyVariations:
        refuse(INVALID_REQUEST, "You have reached the limit of shared variations for this game.", field="game")
    return respond(_shown(made), 201)


@variations_api.delete(
    "/games/<game_id>/variations/<variation>",
    refuses=[*READING, NO_SUCH_VARIATION, PROVE_AGAIN],
    role="operator",
)
def stop_sharing(game_id: str, variation: str, player: Player) -> None:
    """Stop sharing an analysis game of yours, or, as an operator, another player's: it is private again.

    Comments are removed by reports.
    """
    public_game(game_id)
    people, found = services().community.people, _variation(game_id, variation)
    if found.by != player.id:
        if not people.roles.may(player.id, "operator"):
            refuse(NO_SUCH_VARIATION, "This variation is not yours.")
        use_role("operator")
        people.operator_log.write(OperatorAction(now(), player.id, "removed", found.by, f"variation {variation}"))
    services().games.variations.remove(game_id, found)


def _variation(game_id: str, fork_id: str) -> Variation:
    is_id = GAME_ID.fullmatch(game_id) and GAME_ID.fullmatch(fork_id)
    found = services().games.variations.find(game_id, fork_id) if is_id else None
    if found is None:
        refuse(NO_SUCH_VARIATION, "This game has no variation with this id.")
    return found


def _shown(variation: Variation) -> dict[str, Any]:
    fork = services().games.tables.seen(variation.game)
    forked = fork.game.fork
    assert forked is not None
    [one], _next = services().games.records.page(fork, whole_action(forked.actions), 1)
    told = event_json(fork.rulebook, one, fork.names_then().at(one.position), translate())
    return {
        "game": variation.game,
        "by": known(variation.by),
        "at": time_text(variation.at),
        "position": forked.position,
        "first": {name: told[name] for name in ("position", "seat", "text")},
        "comments": shown_messages(fork, "comments"),
    }
