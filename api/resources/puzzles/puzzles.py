"""Puzzles: positions of finished games with one clearly best move; a new one each day for every title.

A puzzle does not tell what game it comes from until it is answered.
"""

from datetime import date, timedelta
from typing import Annotated, Any

import marshmallow
import msgspec
from flask import Response

from api.http.auth import asking_player
from api.http.blueprint import TOKEN_OR_NONE, UNKEPT, ApiBlueprint, any_of, respond
from api.http.languages import translate
from api.http.operation import PLAYING
from api.http.problem_kinds import (
    INVALID_REQUEST,
    NO_SUCH_POSITION,
    NO_SUCH_PUZZLE,
    NO_SUCH_TITLE,
    RECORD_DAMAGED,
    RECORD_UNAVAILABLE,
    TOO_MANY_REQUESTS,
)
from api.http.problems import explain, refuse
from api.http.rate_limits import DRY_RUNS
from api.http.rate_limits import PUZZLES as ATTEMPTS
from api.resources.moves import numbered_move
from api.schemas.commands import read_command
from api.schemas.from_structs import shown
from api.schemas.puzzles import (
    AttemptResponse,
    NewAttempt,
    PuzzleMove,
    PuzzlePage,
    PuzzlePreview,
    PuzzleResponse,
    PuzzlesResponse,
    PuzzleSummary,
)
from api.services import services
from domain.game import as_listed
from domain.messages import Command
from domain.preview import foresee
from domain.title_loader import find_rulebooks
from replay.message_json import command_json
from replay.narration import Translate, describe
from replay.player_names import Names
from replay.state_json import state_of
from replay.viewer_state import Seen
from services.games.puzzles.puzzles import Puzzle, day_of

puzzles_api = ApiBlueprint(
    "puzzles", __name__, url_prefix="/api", description="Puzzles from finished games", scopes=PLAYING
)
_EPOCH = date(1970, 1, 1)
_PUZZLE_READING = (TOO_MANY_REQUESTS, RECORD_DAMAGED, RECORD_UNAVAILABLE)


@puzzles_api.get("/puzzles", refuses=[*_PUZZLE_READING, NO_SUCH_TITLE], security=TOKEN_OR_NONE, limit=DRY_RUNS)
def list_puzzles(query: PuzzlePage) -> Annotated[Response, PuzzlesResponse]:
    """A title's puzzles, newest first. With `daily` today's: one of each title, the same for all players.

    The day changes at midnight UTC.
    """
    if query.title is not None:
        _check_title(query.title)
    if query.daily:
        return _daily_puzzles(query.title)
    if query.title is None:
        refuse(INVALID_REQUEST, "Choose a title, or ask for the puzzles of the day.", field="title")
    first = int(query.cursor)
    found, has_more = services().games.puzzles.page(query.title, first, query.limit)
    following = str(first + query.limit) if has_more else None
    return respond({"puzzles": [_summary(one) for one in found], "next": following}, headers=UNKEPT)


@puzzles_api.get(
    "/puzzles/<puzzle_id>",
    refuses=[*_PUZZLE_READING, NO_SUCH_PUZZLE, NO_SUCH_POSITION],
    security=TOKEN_OR_NONE,
    limit=DRY_RUNS,
)
def puzzle(puzzle_id: str, query: PuzzleMove) -> Annotated[Response, any_of(PuzzleResponse, PuzzlePreview)]:
    """A puzzle: what the seat that is to move saw, and its legal moves, one of which is clearly the best.

    Or a preview of one of these moves.
    """
    found, say, all_puzzles = _known(puzzle_id), translate(), services().games.puzzles
    seen = all_puzzles.asked(found)
    if query.move is not None:
        return _preview(seen, query.move, say)
    names = _seat_names(seen, say)
    body = {
        **_summary(found),
        "state": state_of(seen, say, names),
        "moves": [_move_json(seen, one, names, say) for one in seen.legal()],
        "following": all_puzzles.following(found),
    }
    return respond(body, headers=UNKEPT)


def _preview(seen: Seen, number: int, say: Translate) -> Response:
    foreseen = foresee(seen.rulebook, seen.game, numbered_move(seen, number))
    after = msgspec.structs.replace(seen, game=foreseen.game)
    body = {"state": state_of(after, say, _seat_names(after, say)), "complete": foreseen.is_complete}
    return respond(body, headers=UNKEPT)


@puzzles_api.post(
    "/puzzles/<puzzle_id>/attempts", refuses=[RECORD_DAMAGED, NO_SUCH_PUZZLE], security=TOKEN_OR_NONE, limit=ATTEMPTS
)
def attempt(puzzle_id: str, body: NewAttempt) -> Annotated[Response, AttemptResponse]:
    """Answer a puzzle, and get the solution. It works without an account; only a player's first answer counts."""
    found, say, all_puzzles = _known(puzzle_id), translate(), services().games.puzzles
    seen = all_puzzles.asked(found)
    best: Command = msgspec.convert(found.best, seen.projector.command_types[found.best["type"]])
    is_solved = _legal_move(seen, found.seat, body.move) == best
    day = today()
    daily = all_puzzles.daily(found.rulebook, day)
    is_daily = daily is not None and daily.id == found.id
    counts = _note(found, is_solved, day if is_daily else None)
    answer = {
        "solved": is_solved,
        "best": _move_json(seen, best, _seat_names(seen, say), say),
        "gain": found.gain,
        "counts": counts,
        "streak": _streak(found.rulebook, day) if is_daily else None,
        "game": found.game,
        "position": f"{found.action}-0",
    }
    return respond(answer, headers=UNKEPT)


def _daily_puzzles(title: str | None) -> Response:
    day = today()
    found = (services().games.puzzles.daily(one, day) for one in find_rulebooks() if title in (None, one))
    puzzles = [{**_summary(one), "streak": _streak(one.rulebook, day)} for one in found if one is not None]
    return respond({"day": date_text(day), "puzzles": puzzles, "next": None}, headers=UNKEPT)


def _legal_move(seen: Seen, seat: int, sent: dict[str, Any]) -> Command:
    """The legal move in this body, or a refusal."""
    try:
        move = as_listed(seen.rulebook, seen.game, read_command(seen.projector, seat, sent))
    except marshmallow.ValidationError as error:
        errors = error.messages if isinstance(error.messages, dict) else {"_schema": error.messages}
        refuse(INVALID_REQUEST, explain(errors), errors=errors)
    if move not in seen.legal():
        refuse(INVALID_REQUEST, "This is not one of the puzzle's moves.")
    return move


def _note(found: Puzzle, is_solved: bool, day: int | None) -> bool:
    """Note the caller's first answer, and return whether it counts for this day's puzzle. Bots' answers do not."""
    player, tries = asking_player(), services().community.people.puzzle_tries
    if player is None or services().accounts.players.is_bot(player.id):
        return False
    if day is not None:
        tries.note_daily(player.id, found.rulebook, day, is_solved)
    is_first = tries.note(player.id, found.id, is_solved)
    if is_first:
        services().games.puzzles.count(found.id, is_solved)
    return is_first


def _known(puzzle_id: str) -> Puzzle:
    found = services().games.puzzles.of(puzzle_id)
    if found is None:
        refuse(NO_SUCH_PUZZLE, "There is no puzzle with this id.")
    return found


def _check_title(title: str) -> None:
    if title not in find_rulebooks():
        refuse(NO_SUCH_TITLE, "There is no title with this id.")


def _summary(found: Puzzle) -> dict[str, Any]:
    tally, player = services().games.puzzles.tally(found.id), asking_player()
    yours = None if player is None else services().community.people.puzzle_tries.of(player.id, found.id)
    title, tried = find_rulebooks()[found.rulebook].meta.title, {"tried": tally.tried, "solved": tally.solved}
    return shown(PuzzleSummary, found, title=title, difficulty=tally.difficulty, yours=yours, **tried)


def _streak(rulebook: str, day: int) -> int:
    """The caller's streak; 0 without an account."""
    player = asking_player()
    return 0 if player is None else services().community.people.puzzle_tries.streak(player.id, rulebook, day)


def _seat_names(seen: Seen, say: Translate) -> Names:
    """Names for the seats of a game whose players are not told."""
    called = say("Seat {number}")
    return Names(seen.game, lambda *_who: "", lambda seat, *_who: called.format(number=seat + 1))


def _move_json(seen: Seen, move: Command, names: Names, say: Translate) -> dict[str, Any]:
    return {"move": command_json(move), "text": describe(seen.rulebook, move, names, say)}


def today() -> int:
    """The number of this day since 1970, UTC."""
    return day_of(services().games.tables.now())


def date_text(day: int) -> str:
    """This day, a number of days since 1970, as a date."""
    return (_EPOCH + timedelta(days=day)).isoformat()
