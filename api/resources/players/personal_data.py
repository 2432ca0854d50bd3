"""Personal data: one file with everything that the server stores about you."""

from typing import Any

import msgspec
from flask import Response

from api.http.auth import Asking
from api.http.blueprint import JSON, UNKEPT, ApiBlueprint
from api.http.operation import OF_ACCOUNT
from api.http.problem_kinds import RECORD_DAMAGED
from api.http.rate_limits import RECORDS
from api.resources.account import account
from api.resources.notifications import my_notices
from api.resources.players.players import player_profile
from api.schemas.notifications import InboxPage
from api.services import services
from domain.title_loader import title_name
from services.accounts.players import Player
from services.notifications.inbox import MOST_PER_PAGE

_STATUSES = ("waiting", "playing", "finished", "aborted")

personal_data_api = ApiBlueprint(
    "personal data", __name__, url_prefix="/api/me", description="Everything stored about you", scopes=OF_ACCOUNT
)


@personal_data_api.get("/data", refuses=[RECORD_DAMAGED], limit=RECORDS)
@personal_data_api.response(
    200,
    {"description": "An object with a member for each kind of data. Numbers `at` are milliseconds since 1970 UTC."},
    content_type=JSON,
)
def my_data(asking: Asking) -> Response:
    """Everything that is stored about you, as one file, without the secrets of tokens, webhooks and feeds.

    Account and settings, games with the paths of their records, conditional moves, results and ratings, tournaments,
    chat, challenges, notes, statements in disputes, reports, mutes and blocks, notifications, bots and puzzles.
    """
    player, found = asking.player, services()
    held = account(asking).get_json()
    del held["feeds"]
    told = {
        "account": held,
        "profile": player_profile(player.id).get_json(),
        "preferences": held.pop("preferences"),
        "devices": held.pop("push")["devices"],
        "webhooks": [{name: value for name, value in one.items() if name != "secret"} for one in held.pop("webhooks")],
        "notices": _notices(player),
        "games": _games(player),
        "results": found.community.rating_updates.results_of(player.id),
        "variations": found.games.variations.shared_by(player.id),
        "tournaments": [
            {
                "id": one.id,
                "name": one.name,
                "status": one.status,
                "organises": one.organiser == player.id,
                "messages": [message for message in one.messages if message.by == player.id],
                "repairs": [repair for repair in one.repairs if repair.by == player.id],
            }
            for one in found.community.tournaments.all()
            if one.organiser == player.id or one.concerns(player.id) or player.id in one.substitutes
        ],
        **found.community.people.data_of(player.id),
    }
    response = Response(msgspec.json.format(msgspec.json.encode(told), indent=2), content_type=JSON, headers=UNKEPT)
    response.headers.set("Content-Disposition", "attachment", filename=f"stele-{player.id}.json")
    return response


def _notices(player: Player) -> list[dict[str, Any]]:
    """All stored notifications, newest first."""
    found: list[dict[str, Any]] = []
    cursor: int | None = 0
    while cursor is not None:
        page = my_notices(InboxPage(cursor=cursor, limit=MOST_PER_PAGE), player).get_json()
        found += page["notices"]
        cursor = page["next"]
    return found


def _games(player: Player) -> list[dict[str, Any]]:
    """The player's games, each with the path of its record and their conditional moves."""
    games = services().games
    found = []
    for status in _STATUSES:
        for one in games.lobby.games_of(player.id, status):
            seats = [seat["seat"] for seat in one["seats"] if seat["player"] == player.id]
            orders = [games.orders.of(one["id"], seat, player.id) for seat in seats if status == "playing"]
            found.append(
                {
                    "id": one["id"],
                    "title": title_name(one["rulebook"]),
                    "status": status,
                    "seats": seats,
                    "record": f"/api/games/{one['id']}/bundle",
                    "conditional_moves": [order for held in orders for order in held.orders],
                }
            )
    return found
