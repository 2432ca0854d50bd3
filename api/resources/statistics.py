"""Statistics of a title's finished games, their facts for research, and the answers that followed a position."""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import msgspec
from flask import Response, request, stream_with_context
from msgspec.structs import replace

from api.http.auth import public_game
from api.http.blueprint import NDJSON, TOKEN_OR_NONE, UNKEPT, ApiBlueprint, header, lines_of, respond
from api.http.languages import asked_language, translate
from api.http.operation import PLAYING
from api.http.positions import position_of
from api.http.problem_kinds import (
    NO_SUCH_POSITION,
    NO_SUCH_TITLE,
    NOT_FINISHED,
    READING,
    RECORD_DAMAGED,
    RECORD_UNAVAILABLE,
)
from api.http.problems import refuse
from api.http.rate_limiting import limited
from api.http.rate_limits import RECORDS
from api.schemas.from_structs import shown
from api.schemas.statistics import (
    AtPosition,
    CountedThing,
    FactLine,
    GameFactsLine,
    PositionStatisticsResponse,
    SeatEnd,
    StatisticsResponse,
    ValueCount,
    WhichGames,
)
from api.services import services
from domain.projector import projector_for
from domain.rulebook import Rulebook
from domain.title_loader import find_rulebooks, find_statistics
from replay.code_digest import sources_digest
from replay.narration import Translate, narrate
from replay.units import own_unit
from services.games.statistics.game_facts import GameFacts, may_count
from services.games.statistics.sums import AnswerSum, Entry, Example, Summary, Value

MOST_OPENINGS = 20
MOST_ANSWERS = 12
LEAST_GAMES = 5
"""With fewer games a position tells nothing."""

_PATIENCE_SECONDS = 20
"""How long an export waits until all games are counted."""

_ETAG = {"ETag": header("It changes when a game of this title is counted, or counted otherwise.")}

statistics_api = ApiBlueprint(
    "statistics", __name__, url_prefix="/api", description="What finished games tell", scopes=PLAYING
)


@statistics_api.get(
    "/rulebooks/<title>/statistics",
    refuses=[NO_SUCH_TITLE, RECORD_DAMAGED, RECORD_UNAVAILABLE],
    security=None,
    headers=_ETAG,
    lasts=_ETAG,
)
@statistics_api.alt_response(
    200,
    schema=lines_of(
        "The facts of all counted games, each line a game as JSON, in the order of their ends.", GameFactsLine
    ),
    content_type=NDJSON,
    headers=_ETAG,
)
def title_statistics(title: str, query: WhichGames) -> Annotated[Response, StatisticsResponse]:
    """The statistics of all public finished games of a title: wins by seat, points, length, and its own counts.

    Or the facts of each of these games, for research. No player is named.
    """
    rulebook, found, is_export = _title(title), services().games.statistics, query.format == "jsonl"
    is_current = found.catch_up(_PATIENCE_SECONDS) if is_export else found.catch_up()
    tag = _tag(title, is_current)
    if request.if_none_match.contains_weak(tag):
        return _tagged(Response(status=304), tag)
    if is_export:
        return _tagged(_facts_of(title), tag)
    counts = found.counts(title, query.people)
    players = query.players
    if players is None:
        players = max(counts, key=lambda one: counts[one], default=rulebook.meta.least_players)
    summary = found.summary(title, players, query.people)
    told = {
        "rulebook": title,
        "title": rulebook.meta.title,
        **own_unit(rulebook.meta.points, translate()),
        "players": players,
        "people": query.people,
        "current": is_current,
        "demonstration": not query.people and found.shows_demonstrations(title),
        "available": [{"players": one, "games": games} for one, games in counts.items()],
        **_summary_json(rulebook, players, summary),
        "openings": _openings_json(rulebook, players, summary, found.examples(title, players, query.people)),
    }
    return _tagged(respond(told), tag)


@statistics_api.get(
    "/games/<game_id>/statistics",
    refuses=[*READING, NO_SUCH_POSITION, NOT_FINISHED],
    security=TOKEN_OR_NONE,
)
def position_statistics(game_id: str, query: AtPosition) -> Annotated[Response, PositionStatisticsResponse]:
    """The answers of other games in the situation of this position of a finished game, and the winners.

    The title says which public positions are the same situation; hidden cards may differ. Running games get no advice.
    """
    seen, found, tables = public_game(game_id), services().games.statistics, services().games.tables
    if not seen.game.is_over:
        refuse(NOT_FINISHED, "Positions can be compared with other games only once the game is finished.")
    at_position = (
        seen if query.at is None else tables.seen_at(seen, tables.entry_at(seen, position_of(seen, query.at, "at")))
    )
    found.catch_up()
    position = found.position(at_position, query.people) if may_count(seen) else None
    games = 0 if position is None else position.games
    answers = () if position is None or games < LEAST_GAMES else position.answers
    return respond(
        {
            "game": game_id,
            "position": str(at_position.position),
            "compared": position is not None,
            "games": games,
            "answers": _answers_json(seen.rulebook, seen.game.players, answers, MOST_ANSWERS),
        },
        headers=UNKEPT,
    )


def _title(title: str) -> Rulebook[Any]:
    rulebook = find_rulebooks().get(title)
    if rulebook is None:
        refuse(NO_SUCH_TITLE, "There is no title with this id. See the list at /api/rulebooks.")
    return rulebook


def _tag(title: str, is_current: bool) -> str:
    """The ETag of this request: it changes with the counted games, the language, and the server's code."""
    revision, query = services().games.statistics.revision(title), request.query_string.decode("latin-1")
    asked = (sources_digest(), request.path, query, asked_language(), revision, str(is_current))
    return hashlib.sha256("\0".join(asked).encode()).hexdigest()[:32]


def _facts_of(title: str) -> Response:
    limited(RECORDS)
    rows = services().games.statistics.rows(title)
    lines = (msgspec.json.encode(_facts_json(row)) + b"\n" for row in rows)
    response = Response(stream_with_context(lines), content_type=NDJSON)
    response.headers.set("Content-Disposition", "attachment", filename=f"facts-{title}.jsonl")
    return response


def _tagged(response: Response, tag: str) -> Response:
    response.set_etag(tag, weak=True)
    return response


def _summary_json(rulebook: Rulebook[Any], players: int, summary: Summary) -> dict[str, Any]:
    say = translate()
    return {
        "games": summary.games,
        "complete": summary.complete,
        "seats": [{"seat": seat, "wins": wins} for seat, wins in enumerate(summary.wins)],
        "points": _values_json(summary.points),
        "actions": [{"value": value, "games": games} for value, games in summary.actions],
        "days": [{"value": value, "games": games} for value, games in summary.days],
        "topics": [
            {
                "id": topic.id,
                "label": say(topic.label),
                "of": say(topic.of),
                "unit": say(topic.unit) if topic.unit else "",
                "wins": topic.wins,
                "entries": [_entry_json(entry, say) for entry in summary.topics.get(topic.id, ())],
            }
            for topic in find_statistics(rulebook.meta.id).topics
        ],
    }


def _entry_json(entry: Entry, say: Translate) -> dict[str, Any]:
    average = None if entry.average is None else round(entry.average, 2)
    values = _values_json(entry.values)
    return shown(CountedThing, entry, which=say(entry.which), id=entry.which, average=average, values=values)


def _values_json(values: Iterable[Value]) -> list[dict[str, Any]]:
    return [shown(ValueCount, one) for one in values]


def _answers_json(
    rulebook: Rulebook[Any], players: int, answers: Iterable[AnswerSum], most: int
) -> list[dict[str, Any]]:
    """The most frequent of these answers, each as the sentence of its event about any player."""
    say = translate()
    # The player of the answer is at a seat of their own, apart from all that its sentence may name.
    names = [*[say("another player")] * players, say("A player")]
    types = projector_for(rulebook.meta.id).event_types
    found = []
    for one in answers:
        plain = msgspec.json.decode(one.event)
        event = msgspec.convert(plain, types[plain["type"]])
        if "seat" in event.__struct_fields__:
            event = replace(event, seat=players)
        found.append({"text": narrate(rulebook, event, names, say).text, "number": one.number, "wins": one.wins})
        if len(found) == most:
            break
    return found


def _openings_json(
    rulebook: Rulebook[Any], players: int, summary: Summary, examples: Mapping[str, Example]
) -> list[dict[str, Any]]:
    told = _answers_json(rulebook, players, summary.openings, MOST_OPENINGS)
    found = (examples.get(one.event) for one in summary.openings)
    return [one | (example._asdict() if example else {}) for one, example in zip(told, found, strict=False)]


def _facts_json(row: GameFacts) -> dict[str, Any]:
    seats, facts = [shown(SeatEnd, one) for one in row.seats], [shown(FactLine, one) for one in row.facts]
    return shown(GameFactsLine, row, seats=seats, facts=facts)
