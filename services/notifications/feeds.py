"""Feeds: Atom (RFC 4287), also of a person's notices, and their deadlines as a calendar (RFC 5545)."""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from xml.etree import ElementTree

from icalendar import Alarm, Calendar, Event
from itsdangerous import BadSignature, URLSafeSerializer

from domain.messages import Verbatim, say
from eventstore.valkey.connection import Client
from replay.narration import Translate, render
from replay.timestamps import time_text
from services.accounts.players import person_key
from services.community.tournaments import Tournament
from services.notifications.inbox import InboxEntry
from services.notifications.opponents import against
from services.notifications.wording import Wording

FEED_PURPOSE = b"stele/feed/1"
_ATOM = "http://www.w3.org/2005/Atom"
_BEFORE = timedelta(hours=2)


class FeedEntry(NamedTuple):
    """An entry of a feed: its permanent id, its text, its time in milliseconds, and the page that it links to."""

    id: str
    text: str
    at: int
    link: str


def atom(feed_id: str, title: str, page: str, language: str, entries: Sequence[FeedEntry]) -> bytes:
    """A feed of these entries, newest first, about this page."""
    ElementTree.register_namespace("", _ATOM)
    feed = ElementTree.Element(f"{{{_ATOM}}}feed", {"{http://www.w3.org/XML/1998/namespace}lang": language})
    _add(feed, "id", feed_id)
    _add(feed, "title", title)
    _add(feed, "updated", time_text(entries[0].at if entries else 0))
    ElementTree.SubElement(feed, f"{{{_ATOM}}}link", {"href": page})
    _add(ElementTree.SubElement(feed, f"{{{_ATOM}}}author"), "name", "Stele")
    for one in entries:
        entry = ElementTree.SubElement(feed, f"{{{_ATOM}}}entry")
        _add(entry, "id", one.id)
        _add(entry, "title", one.text)
        _add(entry, "updated", time_text(one.at))
        ElementTree.SubElement(entry, f"{{{_ATOM}}}link", {"href": one.link})
    return bytes(ElementTree.tostring(feed, "utf-8", xml_declaration=True))


def atom_feed(
    person: str, notices: Sequence[InboxEntry], wording: Wording, url: str, language: str, title: str
) -> bytes:
    """These notices, newest first, each with its text and a link to its page."""
    entries = [
        FeedEntry(
            f"urn:stele:notice:{_digest(f'{person} {one.notice.id}')}",
            wording.sentence(person, one.notice, language),
            one.notice.at,
            url + one.notice.page,
        )
        for one in notices
    ]
    return atom(f"urn:stele:inbox:{_digest(person)}", title, f"{url}/inbox", language, entries)


def deadline_calendar(
    person: str,
    games: Sequence[Mapping[str, Any]],
    url: str,
    now: int,
    translate: Translate,
    club: str,
    tournaments: Sequence[Tournament] = (),
) -> bytes:
    """This person's deadlines in each of these games, and the starts of these tournaments, each with an alarm.

    `club` is the name of the server.
    """
    calendar = Calendar()
    calendar.add("prodid", "-//Stele//deadlines//")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", translate("{club}: my deadlines").format(club=club))
    for game in games:
        mine = {seat["seat"] for seat in game["seats"] if seat["player"] == person}
        for deadline in game["deadlines"]:
            if deadline["seat"] in mine:
                others = [Verbatim(seat["name"]) for seat in game["seats"] if seat["name"] and seat["seat"] not in mine]
                text = render(say("Deadline: {game}", game=against(game["title"], others)), (), translate)
                calendar.add_component(_event(game["id"], deadline, text, url, now))
    for one in tournaments:
        text = translate("{title}: the tournament starts").format(title=one.name)
        at = datetime.fromtimestamp(one.begins_at // 1000, UTC)
        calendar.add_component(_timed(f"tournament-{one.id}@stele", at, text, f"{url}/tournaments/{one.id}", now))
    return bytes(calendar.to_ical())


def _event(game_id: str, deadline: Mapping[str, Any], text: str, url: str, now: int) -> Event:
    at = datetime.fromisoformat(deadline["at"])
    return _timed(f"{game_id}-{deadline['seat']}@stele", at, text, f"{url}/games/{game_id}", now)


def _timed(uid: str, at: datetime, text: str, page: str, now: int) -> Event:
    """An event at this time, with an alarm two hours before."""
    event = Event()
    event.add("uid", uid)
    event.add("dtstamp", datetime.fromtimestamp(now // 1000, UTC))
    event.add("dtstart", at)
    event.add("dtend", at)
    event.add("summary", text)
    event.add("url", page)
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", text)
    alarm.add("trigger", -_BEFORE)
    event.add_component(alarm)
    return event


def _add(parent: ElementTree.Element, name: str, text: str) -> None:
    ElementTree.SubElement(parent, f"{{{_ATOM}}}{name}").text = text


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


class FeedLinks:
    """Links for reading feeds and calendars without signing in. They are secret, signed and replaceable."""

    def __init__(self, redis: Client, secret: bytes) -> None:
        self._redis = redis
        self._serializer = URLSafeSerializer(secret, salt="feed")

    def token(self, person: str) -> str:
        """The token in this person's links."""
        return str(self._serializer.dumps([person, self._mark(person)]))

    def change(self, person: str) -> str:
        """Replace this person's token and return the new one; old links stop working."""
        self._redis.set(person_key(person, "feed"), secrets.token_urlsafe(9))
        return self.token(person)

    def person(self, token: str) -> str | None:
        """The person whose links have this token now, or none."""
        try:
            person, mark = self._serializer.loads(token)
        except (BadSignature, ValueError, TypeError):
            return None
        return person if secrets.compare_digest(self._mark(person), mark) else None

    def forget(self, person: str) -> None:
        """Remove the stored part of this person's token, whose account is deleted."""
        self._redis.delete(person_key(person, "feed"))

    def _mark(self, person: str) -> str:
        """The part of the token that changes with the links; empty at first, so that reading them stores nothing."""
        found: Any = self._redis.get(person_key(person, "feed"))
        return (found or b"").decode()
