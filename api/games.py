"""Games: opening one, sitting down, the lobby, the summary of one."""

from typing import Any

from flask import Response
from flask_smorest import Blueprint

from api.access import asking_player, holds_invitation, own_seat, public_game, required_player
from api.problems import refuse
from api.schemas import GameFilter, GameResponse, GamesResponse, Looking, NewGame, NewSeat, respond
from api.services import services
from correspondence.lobby import summarise
from correspondence.lobby_index import BadCursor
from domain.game import TakeSeat
from domain.rulebooks import find_rulebooks
from replay.seen import Seen

games_api = Blueprint("games", __name__, url_prefix="/api", description="Games and the lobby")


def _summary(public: Seen) -> dict[str, Any]:
    """The summary, with the seat of whoever asks, and a private game's invitation for those who sit there."""
    found = summarise(public)
    found["your_seat"] = own_seat(public)
    if public.game.private and found["your_seat"] is not None:
        found["invite"] = services().tables.invitation(public.game_id)
    return found


@games_api.route("/games", methods=["POST"])
@games_api.arguments(NewGame)
@games_api.response(201, GameResponse)
@games_api.doc(security=[{"token": []}])
def open_game(body: dict[str, Any]) -> Response:
    """Open a game and sit down in seat 0. The answer shows the commitment to the game's luck."""
    player = required_player()
    if body["rulebook"] not in find_rulebooks():
        refuse(422, "Invalid request", "rulebook: There is no title with this id; /api/rulebooks lists them.")
    if body["bots"] >= body["players"]:
        refuse(422, "Invalid request", "bots: One seat is yours: there can be at most players - 1 computer players.")
    game_id = services().tables.open(
        body["rulebook"],
        body["players"],
        body["options"],
        creator=TakeSeat(0, player.id, player.name, body["nonce"]),
        computers=(body["bot_kind"],) * body["bots"],
        private=body["private"],
    )
    return respond(_summary(services().tables.seen(game_id)), 201, {"Location": f"/api/games/{game_id}"})


@games_api.route("/games")
@games_api.arguments(GameFilter, location="query")
@games_api.response(200, GamesResponse)
def list_games(filters: dict[str, Any]) -> Response:
    """The lobby, newest first. Private games are listed for who sits there."""
    player = asking_player()
    try:
        games, following = services().lobby.games(asking=player.id if player else None, **filters)
    except BadCursor:
        refuse(422, "Invalid request", "cursor: Must be a cursor that this call answered.")
    return respond({"games": games, "next": following})


@games_api.route("/games/<game_id>")
@games_api.arguments(Looking, location="query", as_kwargs=True)
@games_api.response(200, GameResponse)
def one_game(game_id: str, **_looking: Any) -> Response:
    """The summary of one game."""
    found = _summary(public_game(game_id))
    return respond(found, headers={"ETag": f'"{found["digest"]}"', "Vary": "Authorization"})


@games_api.route("/games/<game_id>/seats", methods=["POST"])
@games_api.arguments(NewSeat)
@games_api.response(201, GameResponse)
@games_api.doc(security=[{"token": []}])
def sit_down(body: dict[str, Any], game_id: str) -> Response:
    """Sit down in the lowest free seat; the game starts by itself when the last one is taken."""
    player = required_player()
    public = services().tables.seen(game_id)
    if public.game.private and own_seat(public) is None and not holds_invitation(public, body["invite"]):
        refuse(403, "Private game", "This game is private: taking a seat needs its invitation.")
    done = services().tables.command(game_id, TakeSeat(0, player.id, player.name, body["nonce"]), "public")
    return respond(_summary(done.seen), 201)
