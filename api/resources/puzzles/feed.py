"""Feed of the daily puzzles, for other programs."""

from flask import Blueprint, Response

from api.http.languages import asked_language, translate
from api.http.rate_limiting import limited
from api.http.rate_limits import DRY_RUNS
from api.resources.puzzles.puzzles import date_text, today
from api.services import services, settings
from domain.clocks.availability import DAY
from domain.title_loader import find_rulebooks
from services.games.puzzles.puzzles import day_of
from services.notifications.feeds import FeedEntry, atom

puzzle_feeds = Blueprint("puzzle-feeds", __name__)
_FEED_DAYS = 7


@puzzle_feeds.route("/puzzles/feed")
def puzzle_feed() -> Response:
    """The daily puzzles of the last days, as an Atom feed."""
    limited(DRY_RUNS)
    say, place, last = translate(), settings().pages_url, today()
    entries = [
        FeedEntry(
            f"urn:stele:daily-puzzle:{date_text(day)}:{rulebook_id}",
            say("{title}: puzzle of {day}").format(title=rulebook.meta.title, day=date_text(day)),
            day * DAY,
            f"{place}/puzzles/{found.id}",
        )
        for day in range(last, last - _FEED_DAYS, -1)
        for rulebook_id, rulebook in find_rulebooks().items()
        if (found := services().games.puzzles.daily(rulebook_id, day)) is not None and day_of(found.at) <= day
    ]
    feed = atom("urn:stele:daily-puzzles", say("Stele: puzzles"), f"{place}/puzzles", asked_language(), entries)
    return Response(feed, content_type="application/atom+xml; charset=utf-8", headers={"Cache-Control": "max-age=600"})
