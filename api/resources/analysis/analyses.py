"""Analyses of finished games, and verdicts on single moves, computed by the search processes.

Running games have neither, for any viewer.
"""

from collections.abc import Iterable
from typing import Annotated, Any

import msgspec
from flask import Response
from msgspec import structs

from ai.analysis.decision_points import Look
from ai.analysis.game_analysis import Judgement, accuracy, balances, luck_share, mistakes
from ai.analysis.move_analysis import pieces
from api.http.auth import own_seat, public_game
from api.http.blueprint import TOKEN_OR_NONE, UNKEPT, ApiBlueprint, any_of, respond
from api.http.languages import translate
from api.http.operation import PLAYING
from api.http.positions import is_settled
from api.http.problem_kinds import NO_ANALYSIS, NO_SUCH_POSITION, NO_VERDICT, NOT_FINISHED, READING
from api.http.problems import refuse
from api.http.rate_limiting import limited
from api.http.rate_limits import ANALYSES, VERDICTS
from api.schemas.analysis import AnalysisPart, AnalysisResponse, NewAnalysis, VerdictResponse
from api.services import services
from domain.messages import Command
from eventstore.entries import parse_position
from replay.message_json import command_json
from replay.narration import describe
from replay.viewer_state import Seen
from services.games.analysis.game_analyses import Explained
from services.games.analysis.move_analyses import VerdictInquiry

analysis_api = ApiBlueprint(
    "analysis", __name__, url_prefix="/api", description="Finished games explained", scopes=PLAYING
)


@analysis_api.post("/games/<game_id>/analysis", status=202, refuses=[*READING, NOT_FINISHED, NO_SUCH_POSITION])
def ask_for_analysis(
    game_id: str, query: AnalysisPart, _body: NewAnalysis
) -> Annotated[Response, any_of(AnalysisResponse, VerdictResponse)]:
    """Request an analysis of this finished game: each seat's chances after each action, and what each answer lost.

    It takes minutes, and games that wait for a move come first. It goes from the end of the game to its beginning; the
    caller's own moves come before the others'. Existing results are kept. Games that persons have finished are analysed
    without a request, when nothing else is to be done.

    With `at`, request a verdict on one move, beside the alternatives: the first results come within a second or two,
    all in about ten.
    """
    if query.at is not None:
        seen, number = game_with_action(game_id, query.at)
        limited(VERDICTS)
        return respond(_verdict_json(seen, number, services().games.verdicts.ask(seen, number)), 202, UNKEPT)
    seen = finished_game(game_id)
    limited(ANALYSES)
    return respond(_analysis_json(seen, services().games.analyses.ask(seen, own_seat(seen))), 202, UNKEPT)


@analysis_api.get(
    "/games/<game_id>/analysis",
    refuses=[*READING, NOT_FINISHED, NO_SUCH_POSITION, NO_ANALYSIS, NO_VERDICT],
    security=TOKEN_OR_NONE,
)
def analysis(game_id: str, query: AnalysisPart) -> Annotated[Response, any_of(AnalysisResponse, VerdictResponse)]:
    """The progress of this finished game's analysis, or of the verdict on one move, and the results so far."""
    if query.at is not None:
        seen, number = game_with_action(game_id, query.at)
        judgement = services().games.verdicts.of(seen, number)
        if judgement is None:
            refuse(NO_VERDICT, "No analysis of this action has been requested yet.")
        return respond(_verdict_json(seen, number, judgement), headers=UNKEPT)
    seen = finished_game(game_id)
    explained = services().games.analyses.of(seen)
    if explained is None:
        refuse(NO_ANALYSIS, "No analysis of this game has been requested yet.")
    return respond(_analysis_json(seen, explained), headers=UNKEPT)


def game_with_action(game_id: str, at: str) -> tuple[Seen, int]:
    """The finished game and the number of the action at this action or position, if its record has one."""
    seen = finished_game(game_id)
    if not is_settled(seen, at):
        refuse(NO_SUCH_POSITION, "The game's record does not contain this position.")
    return seen, int(at.partition("-")[0])


def finished_game(game_id: str) -> Seen:
    """The game, if it is finished and the caller may read it."""
    seen = public_game(game_id)
    if not services().games.analyses.may_tell(seen):
        refuse(
            NOT_FINISHED,
            (
                "Only finished games can be analysed. A copy of another game can be analysed only once that game is "
                "over too."
            ),
        )
    return seen


def _analysis_json(seen: Seen, explained: Explained) -> dict[str, Any]:
    found = explained.found
    chances = {one.position: one.chances for one in explained.chances}
    return {
        "game": seen.game_id,
        "state": explained.state,
        "is_attended": services().games.searches.are_attended,
        "ahead": services().games.analyses.ahead_of(seen.game_id),
        "done": explained.done,
        "pieces": explained.pieces,
        "seconds_left": explained.seconds_left,
        "moments": [structs.asdict(one) for one in explained.chances],
        "decisions": [_decision_json(seen, one) for one in _in_play(found.judged)],
        "players": [msgspec.to_builtins(one) for one in balances(found, seen.game.players)],
        "luck_share": luck_share(found),
        "turning_points": [_turning_point_json(seen, one, chances) for one in _in_play(mistakes(found))],
    }


def _in_play(judged: Iterable[Judgement]) -> list[Judgement]:
    """These judgements in the order of play."""
    return sorted(judged, key=lambda one: parse_position(one.position))


def _decision_json(seen: Seen, one: Judgement) -> dict[str, Any]:
    return {
        "position": one.position,
        "seat": one.seat,
        "played": _move_json(seen, one.played),
        "better": _move_json(seen, one.best.command) if one.best is not None and one.is_mistake else None,
        "lost": one.lost.gain,
        "error": round(one.lost.error, 4),
        "accuracy": round(accuracy(one.likely_loss), 1),
    }


def _turning_point_json(seen: Seen, one: Judgement, chances: dict[str, tuple[float, ...]]) -> dict[str, Any]:
    action = parse_position(one.position).action
    places = [parse_position(position).action for position in chances]
    told = list(chances.values())
    here = places.index(action)
    decision = _decision_json(seen, one)
    return {
        **{name: decision[name] for name in ("position", "seat", "played", "better")},
        "before": told[here - 1][one.seat],
        "after": told[here][one.seat],
        "gain": one.lost.gain,
    }


def _verdict_json(seen: Seen, action: int, judgement: VerdictInquiry) -> dict[str, Any]:
    found = judgement.found
    return {
        "game": seen.game_id,
        "action": action,
        "state": judgement.state,
        "is_attended": services().games.searches.are_attended,
        "done": found.done,
        "pieces": pieces(),
        "seat": found.seat,
        "played": None if found.played is None else _move_json(seen, found.played),
        "before": _look_json(found.before),
        "after": _look_json(found.after),
        "others": [
            {
                **_move_json(seen, one.command),
                "games": one.tally.pairs,
                "gain": one.compared.gain,
                "error": round(one.compared.error, 4),
                "is_better": one.is_better,
                "is_settled": one.is_settled,
            }
            for one in found.rivals
        ],
    }


def _look_json(look: Look | None) -> dict[str, Any] | None:
    return None if look is None else {"games": look.games, "chances": look.chances}


def _move_json(seen: Seen, plain: dict[str, Any]) -> dict[str, Any]:
    command: Command = msgspec.convert(plain, seen.projector.command_types[plain["type"]])
    return {"move": command_json(command), "text": describe(seen.rulebook, command, seen.names, translate())}
