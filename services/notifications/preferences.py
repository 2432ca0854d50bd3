"""Preferences: which notices a person gets, by which channel, and when.

Everything is told unless it was switched off, but what is `ON_REQUEST` stands on the page alone unless it was switched
on. Quiet hours and the hour of the daily mail are in the person's own zone.
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
SOON_MILLISECONDS = 5 * _MINUTE
"""A mail waits for so long: whoever looks at the page meanwhile needs none."""
_DAILY_HOUR = 8

Gathering = Literal["soon", "hourly", "daily"]
ON_REQUEST = ("message",)
"""The kinds that no channel tells unless it was asked to."""


class Preferences(Struct, frozen=True, omit_defaults=True):
    """A person's wishes: which kinds are `off` in which channel, which games are `muted` in all but the page.

    `on` are the kinds on request that a channel tells. `quiet` are the minutes of the day between which nothing is sent
    that could wake somebody; `mail` says how often.
    """

    off: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    muted: tuple[str, ...] = ()
    quiet: tuple[int, int] | None = None
    mail: Gathering = "soon"
    on: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)


def wishes_of(redis: Client, person: str) -> Preferences:
    """What this person wishes; the defaults if they have said nothing."""
    kept: Any = redis.get(person_key(person, "wishes"))
    try:
        return Preferences() if kept is None else msgspec.json.decode(kept, type=Preferences)
    except msgspec.DecodeError:
        return Preferences()


def keep_wishes(redis: Client, person: str, wishes: Preferences) -> None:
    """From now on this person wishes this."""
    redis.set(person_key(person, "wishes"), msgspec.json.encode(wishes))


def wants(wishes: Preferences, channel: str, notice: Notice) -> bool:
    """Whether this person wants this notice by this channel."""
    if notice.kind in ON_REQUEST and notice.kind not in wishes.on.get(channel, ()):
        return False
    return notice.kind not in wishes.off.get(channel, ()) and notice.game not in wishes.muted


def due_at(wishes: Preferences, zone: str, now: int, *, gathers: bool, disturbs: bool) -> int:
    """When a notice of now is sent, by a channel that gathers what comes, or that disturbs who sleeps."""
    place = zone_of(zone)
    due = now
    if gathers:
        match wishes.mail:
            case "soon":
                due = now + SOON_MILLISECONDS
            case "hourly":
                due = now - now % (60 * _MINUTE) + 60 * _MINUTE
            case "daily":
                due = _next_at(now, _DAILY_HOUR * 60, place)
    if disturbs and wishes.quiet is not None and _is_within(wishes.quiet, _minute_of(due, place)):
        due = _next_at(due, wishes.quiet[1], place)
    return due


def zone_of(name: str) -> tzinfo:
    """The zone with this name; UTC if there is none."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def _minute_of(at: int, zone: tzinfo) -> int:
    local = datetime.fromtimestamp(at / 1000, zone)
    return local.hour * 60 + local.minute


def _is_within(hours: tuple[int, int], minute: int) -> bool:
    """Whether this minute of a day lies in these hours, which may go beyond midnight; equal ones are none."""
    first, last = hours
    return first <= minute < last if first <= last else minute >= first or minute < last


def _next_at(at: int, minute: int, zone: tzinfo) -> int:
    """The next moment after this one at which clocks there show this minute of the day."""
    local = datetime.fromtimestamp(at / 1000, zone)
    wanted = local.replace(hour=minute // 60, minute=minute % 60, second=0, microsecond=0)
    if wanted <= local:
        wanted += timedelta(days=1)  # on the wall's clock, also when a day has 23 or 25 hours
    return int(wanted.timestamp() * 1000)
