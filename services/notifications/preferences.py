"""Preferences: which notices a person gets, by which channel, and when.

All notices are sent unless they are switched off, except that those `ON_REQUEST` appear only on the page unless they
are switched on. Quiet hours and the hour of the daily mail are in the person's own time zone.
"""

from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from msgspec import Struct

from eventstore.valkey.connection import Client
from services.accounts.players import person_key
from services.notifications.inbox import Notice

MOST_MUTED = 200
_MINUTE = 60_000
_MAILING = ("mail", "club")
SOON_MILLISECONDS = 5 * _MINUTE
"""The delay before a mail, which is not needed if the notice is read on the page in that time."""
_DAILY_HOUR = 8

Gathering = Literal["soon", "hourly", "daily"]
ON_REQUEST = ("message",)
"""The kinds that a channel sends only if they are switched on."""
MAILED = ("digest",)
"""The kinds that are sent by mail by default; other channels send them only if they are switched on."""


class Preferences(Struct, frozen=True, omit_defaults=True):
    """A person's settings: kinds that are `off` in each channel, and games `muted` everywhere but on the page.

    `on` are the kinds on request that a channel sends. `quiet` are the minutes of the day between which nothing
    disturbing is sent; `mail` is the frequency of mails.
    """

    off: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    muted: tuple[str, ...] = ()
    quiet: tuple[int, int] | None = None
    mail: Gathering = "soon"
    on: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)


def preferences_of(redis: Client, person: str) -> Preferences:
    """This person's preferences, or the defaults."""
    kept: Any = redis.get(person_key(person, "wishes"))
    try:
        return Preferences() if kept is None else msgspec.json.decode(kept, type=Preferences)
    except msgspec.DecodeError:
        return Preferences()


def keep_preferences(redis: Client, person: str, preferences: Preferences) -> None:
    """Store this person's preferences."""
    redis.set(person_key(person, "wishes"), msgspec.json.encode(preferences))


def wants(preferences: Preferences, channel: str, notice: Notice) -> bool:
    """Whether this person wants this notice by this channel."""
    is_on_request = notice.kind in ON_REQUEST or (notice.kind in MAILED and channel not in _MAILING)
    if is_on_request and notice.kind not in preferences.on.get(channel, ()):
        return False
    return notice.kind not in preferences.off.get(channel, ()) and notice.game not in preferences.muted


def digest_due(end: int, zone: str) -> int:
    """The Monday at 8:00 in this time zone that follows the end of a week."""
    local = datetime.fromtimestamp(end / 1000, zone_of(zone))
    monday = (local + timedelta(days=-local.weekday() % 7)).replace(hour=_DAILY_HOUR, minute=0, second=0, microsecond=0)
    return int(monday.timestamp() * 1000)


def end_of_batch(now: int) -> int:
    """The end of the five minutes that contain this time; all news of those minutes are sent together."""
    return now - now % SOON_MILLISECONDS + SOON_MILLISECONDS


def due_at(preferences: Preferences, zone: str, now: int, *, gathers: bool, disturbs: bool) -> int:
    """The time at which a notice from now is sent by a channel that gathers notices, or that disturbs."""
    place = zone_of(zone)
    due = now
    if gathers:
        match preferences.mail:
            case "soon":
                due = now + SOON_MILLISECONDS
            case "hourly":
                due = now - now % (60 * _MINUTE) + 60 * _MINUTE
            case "daily":
                due = _next_at(now, _DAILY_HOUR * 60, place)
    if disturbs and preferences.quiet is not None and _is_within(preferences.quiet, _minute_of(due, place)):
        due = _next_at(due, preferences.quiet[1], place)
    return due


def zone_of(name: str) -> tzinfo:
    """The time zone with this name; UTC if there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def _minute_of(at: int, zone: tzinfo) -> int:
    local = datetime.fromtimestamp(at / 1000, zone)
    return local.hour * 60 + local.minute


def _is_within(hours: tuple[int, int], minute: int) -> bool:
    """Whether this minute of a day is within these hours, which may cross midnight. If both ends are equal, no minute
    is.
    """
    first, last = hours
    return first <= minute < last if first <= last else minute >= first or minute < last


def _next_at(at: int, minute: int, zone: tzinfo) -> int:
    """The next time after this one at which the zone's clocks show this minute of the day."""
    local = datetime.fromtimestamp(at / 1000, zone)
    wanted = local.replace(hour=minute // 60, minute=minute % 60, second=0, microsecond=0)
    if wanted <= local:
        wanted += timedelta(days=1)  # in local time, also when a day has 23 or 25 hours
    return int(wanted.timestamp() * 1000)
