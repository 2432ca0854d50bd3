"""Players: signing up, your player, the games waiting for you, and the profiles of players."""

from typing import Annotated, Any

from flask import Response

from api.http.auth import asking_player
from api.http.blueprint import TOKEN_OR_NONE, UNKEPT, ApiBlueprint, respond
from api.http.etags import NAMES
from api.http.languages import translate
from api.http.operation import PLAYING
from api.http.problem_kinds import (
    INVALID_NAME,
    INVITATION_NEEDED,
    NAME_TAKEN,
    NO_SUCH_PLAYER,
    RECORD_DAMAGED,
    RECORD_UNAVAILABLE,
    SIGN_UP_CLOSED,
)
from api.http.problems import refuse
from api.http.rate_limits import PLAYERS, SEARCHES
from api.resources.players.game_history import opponents_json
from api.resources.players.ratings import known_person, ratings_json
from api.resources.sessions import begin_session, player_json
from api.schemas.from_structs import shown
from api.schemas.ratings import ProfileResponse, TitleResults
from api.schemas.requests import NameBeginning, NewPlayer
from api.schemas.responses import FoundPlayersResponse, GamesResponse, NewPlayerResponse, PlayerResponse
from api.services import services
from domain.title_loader import find_rulebooks
from operations.clock import now
from replay.timestamps import time_text
from replay.units import own_unit
from services.accounts.players import Player
from services.community.profiles import profile_of
from services.community.results import PERSON, computer_kind

_MOST_RUNNING = 200

players_api = ApiBlueprint(
    "players", __name__, url_prefix="/api", description="Players and their tokens", scopes=PLAYING
)


@players_api.post(
    "/players",
    status=201,
    refuses=[INVALID_NAME, NAME_TAKEN, INVITATION_NEEDED, SIGN_UP_CLOSED, RECORD_UNAVAILABLE],
    security=None,
    limit=PLAYERS,
)
def sign_up(body: NewPlayer) -> Annotated[Response, NewPlayerResponse]:
    """Sign up under a name. The token is shown only this once and stored as a hash: keep it.

    It has the scopes `read` and `play`. Ask for `account` as well if a program is to manage the account.

    With `session` a browser gets a session as a cookie, and no token. `sign_up` in `/api/club` says whether new players
    need the code of an `invitation`.
    """
    players, at = services().accounts.players, now()
    if body.session:
        player = players.enrol(body.name, at, invitation=body.invitation)
        return begin_session(respond({"player": player_json(player)}, 201), player.id, "name")
    player, token = players.create(body.name, at, body.invitation, body.scopes)
    return respond({"player": player_json(player), "token": token}, 201)


@players_api.get("/players/search", refuses=[NO_SUCH_PLAYER], limit=SEARCHES)
def search_players(query: NameBeginning) -> Annotated[Response, FoundPlayersResponse]:
    """The players whose name, or a word of it, begins with this text, without regard to case and accents.

    Letters that look alike count as one, as when a name is chosen. Suspended players are not found. With `exact` the
    one player with this name, or one that looks like it; their id is what a signed offer of a seat contains.
    """
    players = services().accounts.players
    if query.exact:
        player = players.named(query.name)
        if player is None:
            refuse(NO_SUCH_PLAYER, "There is no player with this name.")
        return respond({"players": [player_json(player)]}, headers=UNKEPT)
    suspended = services().community.people.suspensions.all()
    found = players.found(query.name, suspended, query.limit)
    return respond({"players": [player_json(one) for one in found]}, headers=UNKEPT)


@players_api.get("/me")
def me(player: Player) -> Annotated[Response, PlayerResponse]:
    """Your player."""
    return respond(player_json(player))


@players_api.get("/me/turns", refuses=[RECORD_DAMAGED])
def my_turns(player: Player) -> Annotated[Response, GamesResponse]:
    """The games waiting for you, longest wait first."""
    waiting = services().games.lobby.turns(player.id, translate())
    return respond({"games": waiting, "next": None}, headers={NAMES: str(services().games.tables.name_changes())})


@players_api.get("/players/<player_id>", refuses=[NO_SUCH_PLAYER, RECORD_DAMAGED], security=TOKEN_OR_NONE)
def player_profile(player_id: str) -> Annotated[Response, ProfileResponse]:
    """The profile of a player or a kind of computer player: results, ratings, opponents, and usual answer time.

    The id of a kind is `computer-` and its name.
    """
    found = _found(player_id)
    if found is None:
        refuse(NO_SUCH_PLAYER, "There is no player with this id.")
    asking = asking_player()
    is_own = asking is not None and asking.id == player_id
    results = [one for one in services().community.rating_updates.results_of(player_id) if is_own or not one.private]
    profile = profile_of(player_id, results)
    return respond(
        {
            **found,
            "demonstration": bool(results) and all(one.demonstration for one in results),
            "finished": profile.finished,
            "stayed": profile.stayed,
            "answers": {
                "number": profile.answers,
                "within_seconds": None if profile.within is None else profile.within // 1000,
            },
            "titles": [
                shown(
                    TitleResults,
                    one,
                    title=find_rulebooks()[one.rulebook].meta.title,
                    **own_unit(find_rulebooks()[one.rulebook].meta.points, translate()),
                )
                for one in profile.titles
                if one.rulebook in find_rulebooks()
            ],
            "ratings": ratings_json(player_id, is_own),
            "opponents": opponents_json(player_id, results[::-1]),
        }
    )


def _found(player_id: str) -> dict[str, Any] | None:
    """The player with this id, or none."""
    kind = computer_kind(player_id)
    if kind is not None:
        return {"id": player_id, "name": kind.capitalize(), "kind": kind}
    player = known_person(player_id)
    if player is None:
        return None
    asking = asking_player()
    running, _ = services().games.lobby.games(
        asking=asking.id if asking else None, player=player.id, status="playing", limit=_MOST_RUNNING
    )
    since = time_text(player.created_at)
    aborted, _ = services().games.lobby.games(
        asking=asking.id if asking else None, player=player.id, status="aborted", limit=_MOST_RUNNING
    )
    called_off = sum("aborted_by" in one and one["seats"][one["aborted_by"]]["player"] == player.id for one in aborted)
    found = {"id": player.id, "name": player.name, "kind": PERSON, "since": since, "running": len(running)}
    found["called_off"] = called_off
    owner = known_person(player.owner) if player.owner else None
    return found if owner is None else {**found, "owner": player_json(owner)}
