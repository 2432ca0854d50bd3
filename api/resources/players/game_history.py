"""Game history: a player's finished games with filters, also as a CSV file, and the score against each opponent."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

from flask import Response

from api.http.auth import asking_player
from api.http.blueprint import TOKEN_OR_NONE, ApiBlueprint, respond
from api.http.csv_table import CSV, csv_schema, csv_table
from api.http.languages import translate
from api.http.operation import PLAYING
from api.http.problem_kinds import NO_SUCH_PLAYER, RECORD_DAMAGED
from api.http.problems import refuse
from api.http.rate_limits import RECORDS
from api.resources.players.ratings import known_person
from api.schemas.from_structs import shown
from api.schemas.game_history import (
    MOST_OPPONENTS,
    HistoryPage,
    HistoryResponse,
    PlayedSeat,
)
from api.schemas.game_history import PlayedGame as GamePlayed
from api.services import services
from domain.title_loader import find_rulebooks, title_name
from replay.timestamps import time_text
from replay.units import own_unit
from services.community.game_history import Outcome, PlayedGame, history_of, scores_by_opponent
from services.community.results import PERSON, GameResult, SeatResult, computer_kind

_COLUMNS = (
    "game",
    "title",
    "started",
    "ended",
    "outcome",
    "place",
    "points",
    "players",
    "opponents",
    "rated",
    "tournament",
)
_REFUSALS = (NO_SUCH_PLAYER, RECORD_DAMAGED)

game_history_api = ApiBlueprint(
    "game-history", __name__, url_prefix="/api", description="Finished games of players", scopes=PLAYING
)


def opponents_json(player_id: str, results: Sequence[GameResult]) -> list[dict[str, Any]]:
    """A player's score against each opponent in these results: the caller first, then the most frequent."""
    scores = scores_by_opponent(player_id, results)
    names = _names(scores)
    found = [
        {"player": who, "name": names[who], "kind": computer_kind(who) or PERSON, **_score_json(score)}
        for who, score in scores.items()
        if who in names
    ]
    me = asking_player()
    found.sort(key=lambda one: me is None or one["player"] != me.id)  # stable: the others stay in order
    return found[:MOST_OPPONENTS]


@game_history_api.get("/players/<player_id>/games", refuses=_REFUSALS, security=TOKEN_OR_NONE, limit=RECORDS)
@game_history_api.alt_response(200, schema=csv_schema("All games of the filter, a line for each"), content_type=CSV)
def player_games(player_id: str, query: HistoryPage) -> Annotated[Response, HistoryResponse]:
    """A player's finished games, newest first, of the last thousand. Private games are included only for the player."""
    all_games = _history(player_id, query)
    games = [one for one in all_games if query.outcome in (None, one.outcome)]
    first = int(query.cursor)
    page = games if query.format == "csv" else games[first : first + query.limit]
    names = _names(who for one in page for who in one.result.concerned)
    tournaments = _tournaments_of([one.result.game for one in page])
    if query.format == "csv":
        rows = (_row(player_id, one, names, tournaments.get(one.result.game)) for one in page)
        return csv_table(f"games-{player_id}", _COLUMNS, rows)
    return respond(
        {
            "score": _score_json(Counter(one.outcome for one in all_games)),
            "games": [_game_json(one, names, tournaments.get(one.result.game)) for one in page],
            "next": str(first + query.limit) if first + query.limit < len(games) else None,
        }
    )


def _results_of(player_id: str) -> list[GameResult]:
    """The results of a known player that the asking player may see, newest first."""
    if not _is_known(player_id):
        refuse(NO_SUCH_PLAYER, "There is no player with this id.")
    asking = asking_player()
    is_own = asking is not None and asking.id == player_id
    results = services().community.rating_updates.results_of(player_id)
    return [one for one in reversed(results) if is_own or not one.private]


def _is_known(who: str) -> bool:
    """Whether this is a kind of computer player, or a person whose account has not been deleted."""
    return computer_kind(who) is not None or known_person(who) is not None


def _history(player_id: str, asked: HistoryPage) -> list[PlayedGame]:
    results = [one for one in _results_of(player_id) if asked.rulebook in ("", one.rulebook)]
    if asked.tournament:
        found = services().community.tournaments.get(asked.tournament)
        games = frozenset() if found is None else frozenset(found.all_games)
        results = [one for one in results if one.game in games]
    if asked.opponent and not _is_known(asked.opponent):
        results = []  # records have the ids of deleted players: they find nothing here
    return history_of(player_id, results, asked.opponent)


def _names(players: Iterable[str]) -> dict[str, str]:
    """The names of these persons and kinds of computer players, by id, without former players."""
    kinds = {who: computer_kind(who) for who in players}
    persons = services().accounts.names([who for who, kind in kinds.items() if kind is None])
    return {**persons, **{who: kind.capitalize() for who, kind in kinds.items() if kind is not None}}


def _tournaments_of(game_ids: Sequence[str]) -> dict[str, dict[str, str]]:
    """The tournaments of these games, by game; games of no tournament are missing."""
    tournaments = services().community.tournaments
    ids = tournaments.of_games(game_ids)
    found = {one: tournaments.get(one) for one in set(ids.values())}
    told = {one: {"id": one, "name": known.name} for one, known in found.items() if known is not None}
    return {game: told[one] for game, one in ids.items() if one in told}


def _score_json(score: Counter[Outcome]) -> dict[str, int]:
    return {"games": score.total(), "won": score["won"], "tied": score["tied"], "lost": score["lost"]}


def _game_json(one: PlayedGame, names: Mapping[str, str], tournament: dict[str, str] | None) -> dict[str, Any]:
    result = one.result
    return shown(
        GamePlayed,
        result,
        title=title_name(result.rulebook),
        outcome=one.outcome,
        seats=[_seat_json(seat, place, names) for seat, place in zip(result.seats, result.ranks, strict=True)],
        tournament=tournament,
        **_unit(result.rulebook),
    )


def _unit(rulebook: str) -> dict[str, Any]:
    """The unit of this title's points; empty for points, and for a title that is not installed."""
    found = find_rulebooks().get(rulebook)
    return {} if found is None else own_unit(found.meta.points, translate())


def _seat_json(seat: SeatResult, place: int, names: Mapping[str, str]) -> dict[str, Any]:
    name = names.get(seat.who)
    return shown(PlayedSeat, seat, player=None if name is None else seat.who, name=name, place=place)


def _row(player_id: str, one: PlayedGame, names: Mapping[str, str], tournament: dict[str, str] | None) -> list[object]:
    """A row of the table. For a computer player with several seats it shows the best one."""
    result = one.result
    own = [
        (place, seat.points) for seat, place in zip(result.seats, result.ranks, strict=True) if seat.who == player_id
    ]
    place, points = min(own, key=lambda seat: seat[0])
    opponents = " / ".join(names.get(who, "") for who in result.opponents_of(player_id))
    name = "" if tournament is None else tournament["name"]
    return [
        result.game,
        title_name(result.rulebook),
        time_text(result.started_at),
        time_text(result.ended_at),
        one.outcome,
        place,
        points,
        len(result.seats),
        opponents,
        "yes" if result.rated else "no",
        name,
    ]
