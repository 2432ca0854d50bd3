"""Ratings: the leaderboards, a player's ratings, and a game's rating bounds."""

from typing import Annotated, Any

from flask import Response

from api.http.blueprint import ApiBlueprint, respond
from api.http.operation import PLAYING
from api.http.problem_kinds import NO_SUCH_TITLE, OUTSIDE_RATINGS, RECORD_DAMAGED, RECORD_UNAVAILABLE
from api.http.problems import refuse
from api.schemas.ratings import MOST_RANKED, BoardPage, BoardResponse, LaddersResponse, WhichLadders
from api.services import services
from domain.game import Game
from domain.title_loader import find_rulebooks
from replay.timestamps import time_text
from services.accounts.players import Player
from services.community.ratings import Rating
from services.community.results import PERSON, GameResult, computer_kind, ladder_of, ladder_parts
from services.games.rating_terms import EntryTerms

_LONGEST_CURVE = 200

ratings_api = ApiBlueprint(
    "standing", __name__, url_prefix="/api", description="Profiles and ratings of players", scopes=PLAYING
)


def ratings_json(who: str, is_own: bool) -> list[dict[str, Any]]:
    """A player's ratings, each with its curve; private games of others are not named."""
    rating_updates, found, is_bot = (
        services().community.rating_updates,
        [],
        services().accounts.players.is_bot(who),
    )
    ladders: dict[str, list[GameResult]] = {}
    for result in rating_updates.results_of(who):
        if result.rated and result.rulebook in find_rulebooks() and result.seat_of(who) is not None:
            ladders.setdefault(result.ladder, []).append(result)
    for ladder, results in sorted(ladders.items()):
        last = results[-_LONGEST_CURVE:]
        after = rating_updates.after(ladder, last, who)
        rulebook, with_bots = ladder_parts(ladder)
        if with_bots != is_bot:
            continue
        rating = rating_updates.rating(who, rulebook)
        curve = [
            {
                "at": time_text(result.ended_at),
                "game": None if result.private and not is_own else result.game,
                **rating_json(then),
            }
            for result, then in zip(last, after, strict=True)
            if then is not None
        ]
        found.append({**ladder_json(rulebook, with_bots), **player_rating_json(rating), "curve": curve})
    return found


def known_person(player_id: str) -> Player | None:
    """The person with this id, or none if they do not exist or their results have been forgotten."""
    if not (player_id.isascii() and player_id.isalnum()) or services().community.rating_updates.has_forgotten(
        player_id
    ):
        return None
    return services().accounts.players.get(player_id)


def rating_json(rating: Rating) -> dict[str, int]:
    """A rating as shown."""
    return {"rating": rating.number, "uncertainty": rating.uncertainty}


def player_rating_json(rating: Rating) -> dict[str, Any]:
    """A player's rating on one ladder."""
    return {**rating_json(rating), "provisional": rating.is_provisional, "games": rating.games}


def ladder_json(rulebook: str, with_bots: bool) -> dict[str, Any]:
    """A ladder: its title, and whether it is for games with bots."""
    title = find_rulebooks()[rulebook].meta.title
    return {"rulebook": rulebook, "title": title, "bots": with_bots, "programs": with_bots}


@ratings_api.get("/ratings", refuses=[RECORD_DAMAGED, RECORD_UNAVAILABLE], security=None)
def list_ladders(query: WhichLadders) -> Annotated[Response, LaddersResponse]:
    """All ladders with rated games: each title has one, and one for its games with bots."""
    parts = (
        (*ladder_parts(ladder), ranked) for ladder, ranked in services().community.rating_updates.ladders().items()
    )
    known = find_rulebooks()
    ladders = [
        {**ladder_json(rulebook, query.bots), "ranked": ranked}
        for rulebook, with_bots, ranked in parts
        if rulebook in known and with_bots == query.bots
    ]
    return respond({"ladders": ladders})


@ratings_api.get(
    "/ratings/<rulebook_id>",
    refuses=[NO_SUCH_TITLE, RECORD_DAMAGED, RECORD_UNAVAILABLE],
    security=None,
)
def one_board(rulebook_id: str, query: BoardPage) -> Annotated[Response, BoardResponse]:
    """A leaderboard: the players of a title, best first. Players whose rating is provisional come after the others."""
    if rulebook_id not in find_rulebooks():
        refuse(NO_SUCH_TITLE, "There is no title with this id.")
    first, limit, rating_updates = int(query.cursor), query.limit, services().community.rating_updates
    ladder = ladder_of(rulebook_id, query.bots)
    found = rating_updates.board(ladder, first, limit)
    entries = []
    for place, (who, rating) in enumerate(found, start=first + 1):
        kind = computer_kind(who)
        person = known_person(who) if kind is None else None
        name = person.name if person else (kind or "").capitalize()
        if name:
            line = {"place": place, "player": who, "name": name, "kind": kind or PERSON}
            entries.append({**line, **player_rating_json(rating)})
    following = first + limit
    is_last = len(found) < limit or following >= MOST_RANKED
    shown = {**ladder_json(rulebook_id, query.bots), "entries": entries}
    return respond({**shown, "next": None if is_last else str(following)})


def check_rating(game: Game[Any], player: Player, terms: EntryTerms) -> None:
    """Refuse to seat a player whose rating is outside the free seats' bounds; reserved seats have none."""
    if not terms.is_bounded or player.id in game.reserved:
        return
    number = services().community.rating_updates.rating(player.id, game.rulebook).number
    if not terms.admits(player.id, number):
        told = {"rating": number, "least": terms.least, "most": terms.most}
        refuse(OUTSIDE_RATINGS, "Your rating is outside the range for this game's seats.", **told)


def suits(summary: dict[str, Any], player: Player | None) -> bool:
    """Whether the player's rating allows them to join this listed game."""
    bounds = summary.get("ratings")
    if bounds is None:
        return True
    who = "" if player is None else player.id
    number = services().community.rating_updates.rating(who, summary["rulebook"]).number
    return EntryTerms(**bounds).admits("", number)
