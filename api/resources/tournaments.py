"""Tournaments: opening, entering, leaving and starting one, and its table."""

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from flask import Response, request

from api.http.auth import asking_player, required_player
from api.http.blueprint import PLAYING, TOKEN, TOKEN_OR_NONE, ApiBlueprint, header, respond
from api.http.problem_kinds import (
    INVALID_OPTION,
    INVALID_REQUEST,
    NO_SUCH_TOURNAMENT,
    NOT_NOW,
    NOT_SIGNED_IN,
    NOT_THE_ORGANISER,
    RECORD_UNAVAILABLE,
    SENDING,
    SUSPENDED,
    TOO_MANY_REQUESTS,
)
from api.http.problems import refuse
from api.http.rate_limiting import limited
from api.http.rate_limits import GAMES, SEATS
from api.resources.operators import known
from api.schemas.requests import Nothing
from api.schemas.tournaments import NewTournament, Start, TournamentResponse, TournamentsResponse
from api.services import services
from domain.clocks.events import Pace
from domain.rulebook import settle_options
from domain.title_loader import find_rulebooks
from operations.clock import now
from replay.state_json import shown_options
from replay.timestamps import time_text
from services.accounts.players import new_id
from services.community.tournament_table import standings
from services.community.tournaments import RULES, Tournament, TournamentRefused, called_off, entered, left, started
from services.games.entry_terms import may_be_rated_at

tournaments_api = ApiBlueprint(
    "tournaments", __name__, url_prefix="/api", description="Tournaments of people", scopes=PLAYING
)
_ASKING = (TOO_MANY_REQUESTS, RECORD_UNAVAILABLE)
_CHANGING = (*SENDING, *_ASKING, NOT_SIGNED_IN, NO_SUCH_TOURNAMENT, NOT_NOW)
_MOST_SHOWN = 100


@tournaments_api.route("/tournaments")
@tournaments_api.response(200, TournamentsResponse)
@tournaments_api.refuses(*_ASKING, NOT_SIGNED_IN)
@tournaments_api.doc(security=TOKEN_OR_NONE)
def tournaments() -> Response:
    """The newest tournaments."""
    return respond({"tournaments": [_listed(one) for one in services().community.tournaments.all()[:_MOST_SHOWN]]})


@tournaments_api.route("/tournaments", methods=["POST"])
@tournaments_api.arguments(NewTournament)
@tournaments_api.response(201, TournamentResponse, headers={"Location": header("The path of the tournament.")})
@tournaments_api.refuses(*SENDING, *_ASKING, NOT_SIGNED_IN, SUSPENDED, INVALID_OPTION)
@tournaments_api.doc(security=TOKEN)
def open_tournament(body: dict[str, Any]) -> Response:
    """Open a tournament, which players can enter until you start it. Enter it yourself to play in it."""
    player = required_player()
    limited(GAMES)
    rulebook = find_rulebooks().get(body["rulebook"])
    if rulebook is None:
        refuse(INVALID_REQUEST, "rulebook: There is no title with this id; /api/rulebooks lists them.")
    if not rulebook.meta.least_players <= body["size"] <= rulebook.meta.most_players:
        refuse(INVALID_REQUEST, "size: This title can't be played with this number of players.")
    settle_options(rulebook, body["options"])
    pace = None if body["pace"] is None else msgspec.convert(body["pace"], Pace)
    if body["rated"] and not may_be_rated_at(pace):
        refuse(INVALID_REQUEST, "rated: A rated game needs a clock and a consequence when time runs out.")
    made = Tournament(
        new_id(),
        " ".join(body["name"].split()),
        player.id,
        body["rulebook"],
        body["size"],
        body["kind"],
        now(),
        body["options"],
        pace,
        rules=RULES,
        rated=body["rated"],
    )
    services().community.tournaments.make(made)
    return respond(_shown(made), 201, {"Location": f"{request.script_root}/api/tournaments/{made.id}"})


@tournaments_api.route("/tournaments/<tournament_id>")
@tournaments_api.response(200, TournamentResponse)
@tournaments_api.refuses(*_ASKING, NOT_SIGNED_IN, NO_SUCH_TOURNAMENT)
@tournaments_api.doc(security=TOKEN_OR_NONE)
def tournament(tournament_id: str) -> Response:
    """A tournament: its standings, pairings and results."""
    found = services().community.tournaments.get(tournament_id)
    if found is None:
        refuse(NO_SUCH_TOURNAMENT, "There is no tournament with this id.")
    return respond(_shown(found))


@tournaments_api.route("/tournaments/<tournament_id>/entries", methods=["POST"])
@tournaments_api.arguments(Nothing)
@tournaments_api.response(201, TournamentResponse)
@tournaments_api.refuses(*_CHANGING, SUSPENDED)
@tournaments_api.doc(security=TOKEN)
def enter(_body: dict[str, Any], tournament_id: str) -> Response:
    """Enter a tournament. When it starts, a seat is reserved for you in each of your games: take it with a nonce.

    A player who does not join within the answer time, at most two days, is seated without a nonce.
    """
    player = required_player()
    limited(SEATS)
    return respond(_shown(_changed(tournament_id, partial(entered, player=player.id))), 201)


@tournaments_api.route("/tournaments/<tournament_id>/entries", methods=["DELETE"])
@tournaments_api.response(200, TournamentResponse)
@tournaments_api.refuses(*_CHANGING)
@tournaments_api.doc(security=TOKEN)
def leave(tournament_id: str) -> Response:
    """Leave a tournament: you are not paired again, and your current games continue.

    Your results count, except in a round robin of two at a table of which you have played less than half.
    """
    player = required_player()
    limited(SEATS)
    return respond(_shown(_changed(tournament_id, partial(left, player=player.id))))


@tournaments_api.route("/tournaments/<tournament_id>/start", methods=["POST"])
@tournaments_api.arguments(Start)
@tournaments_api.response(201, TournamentResponse)
@tournaments_api.refuses(*_CHANGING, NOT_THE_ORGANISER)
@tournaments_api.doc(security=TOKEN)
def start(body: dict[str, int], tournament_id: str) -> Response:
    """Start a tournament of yours: the first round is paired, and each next one when all games of a round are over."""
    _required_organiser(tournament_id)
    limited(GAMES)
    _changed(tournament_id, partial(started, rounds=body["rounds"]))
    return respond(_shown(services().community.director.go_on(tournament_id)), 201)


@tournaments_api.route("/tournaments/<tournament_id>", methods=["DELETE"])
@tournaments_api.response(200, TournamentResponse)
@tournaments_api.refuses(*_CHANGING, NOT_THE_ORGANISER)
@tournaments_api.doc(security=TOKEN)
def call_off(tournament_id: str) -> Response:
    """Call off a tournament of yours. Games that have begun continue."""
    _required_organiser(tournament_id)
    return respond(_shown(_changed(tournament_id, called_off)))


def _required_organiser(tournament_id: str) -> None:
    player = required_player()
    found = services().community.tournaments.get(tournament_id)
    if found is None:
        refuse(NO_SUCH_TOURNAMENT, "There is no tournament with this id.")
    if found.organiser != player.id:
        refuse(NOT_THE_ORGANISER, "Only the organiser can do this.")


def _changed(tournament_id: str, make: Callable[[Tournament], Tournament]) -> Tournament:
    try:
        return services().community.tournaments.change(tournament_id, make)
    except LookupError:
        refuse(NO_SUCH_TOURNAMENT, "There is no tournament with this id.")
    except TournamentRefused as reason:
        refuse(NOT_NOW, str(reason))


def _listed(found: Tournament) -> dict[str, Any]:
    player = asking_player()
    return {
        "id": found.id,
        "name": found.name,
        "organiser": known(found.organiser),
        "rulebook": found.rulebook,
        "title": find_rulebooks()[found.rulebook].meta.title if found.rulebook in find_rulebooks() else found.rulebook,
        "size": found.size,
        "kind": found.kind,
        "options": shown_options(found.options),
        **({} if found.pace is None else {"pace": msgspec.to_builtins(found.pace)}),
        "rated": found.rated,
        "status": found.status,
        "rounds": found.rounds,
        "played": len(found.shown),
        "players": len(found.players),
        "created_at": time_text(found.created_at),
        "entered": player is not None and player.id in found.staying,
    }


def _shown(found: Tournament) -> dict[str, Any]:
    results = services().community.rating_updates.results(found.all_games)
    services().accounts.names(found.players)  # in one request: `known` below then needs no more
    return {
        **_listed(found),
        "standings": [
            {
                "player": known(one.player),
                "place": one.place,
                "points": one.points,
                "opponents": one.opponents,
                "games": one.games,
                "left": one.player in found.left,
                "struck": one.struck,
            }
            for one in standings(found, results)
        ],
        "made": [
            {
                "tables": [
                    {
                        "game": game,
                        "players": [known(player) for player in table],
                        "places": () if game in found.void else results[game].ranks if game in results else None,
                        "forfeited": [
                            seat for seat in range(len(table)) if game in results and results[game].is_forfeited(seat)
                        ],
                    }
                    for table, game in zip(one.tables, games, strict=True)
                ],
                "resting": [known(player) for player in one.resting],
                "absent": [known(player) for player in one.absent],
            }
            for one, games in zip(found.shown, found.games, strict=False)
        ],
    }
