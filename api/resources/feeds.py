"""Feeds: your notifications as a feed and your deadlines as a calendar, by secret links."""

from typing import Annotated

from flask import Blueprint, Response, abort

from api.http.blueprint import ApiBlueprint, respond
from api.http.operation import OF_ACCOUNT
from api.http.rate_limiting import limited
from api.http.rate_limits import RECORDS, SEATS
from api.schemas.notifications import FeedsResponse
from api.services import services, settings
from replay.languages import LANGUAGES, translator
from services.accounts.players import Player, reached
from services.notifications.feeds import atom_feed, deadline_calendar

feeds_api = ApiBlueprint(
    "feeds", __name__, url_prefix="/api", description="Your notifications for other programs", scopes=OF_ACCOUNT
)
feeds = Blueprint("feed-files", __name__)
_MOST = 50


def feeds_json(token: str) -> dict[str, str]:
    """The links with this token to a feed and a calendar."""
    place = f"{settings().pages_url}/feeds/{token}"
    return {"feed": f"{place}/notices.atom", "calendar": f"{place}/deadlines.ics"}


@feeds_api.delete("/me/feeds", limit=SEATS)
def change_feeds(player: Player) -> Annotated[Response, FeedsResponse]:
    """Replace your links; the old ones stop working."""
    return respond(feeds_json(services().notifications.feed_links.change(player.id)))


@feeds.route("/feeds/<token>/notices.atom")
def notices_feed(token: str) -> Response:
    """The newest notifications of the link's owner."""
    person, language = _reader(token)
    found, translate = services(), translator(language)
    notices = found.notifications.outbox.inbox.page(person, limit=_MOST).notices
    title = translate("{club}: my notifications").format(club=found.community.people.club.recent().called)
    return _file(
        atom_feed(person, notices, found.notifications.wording, settings().pages_url, language, title),
        "application/atom+xml",
    )


@feeds.route("/feeds/<token>/deadlines.ics")
def deadlines_calendar(token: str) -> Response:
    """The deadlines of the link's owner, and the starts of their tournaments."""
    person, language = _reader(token)
    found, translate = services(), translator(language)
    games, now = found.games.lobby.turns(person, translate), found.games.tables.now()
    starting = [one for one in found.community.tournaments.all() if one.begins_at > now and one.awaits(person)]
    club = found.community.people.club.recent().called
    body = deadline_calendar(person, games, settings().pages_url, now, translate, club, starting)
    return _file(body, "text/calendar")


def _reader(token: str) -> tuple[str, str]:
    limited(RECORDS)
    person = services().notifications.feed_links.person(token)
    if person is None or services().accounts.players.get(person) is None:
        abort(404)  # invalid, replaced by its owner, or of a deleted account
    language = reached(services().notifications.outbox.redis, person).language
    return person, language if language in LANGUAGES else "en"


def _file(body: bytes, kind: str) -> Response:
    headers = {"Cache-Control": "private, max-age=60", "X-Robots-Tag": "noindex"}
    return Response(body, content_type=f"{kind}; charset=utf-8", headers=headers)
