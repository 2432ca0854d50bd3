"""Positions as clients write them: a position `17-2`, an action `17`, or a time."""

import re
from datetime import UTC, datetime

from api.http.problem_kinds import INVALID_REQUEST
from api.http.problems import refuse
from api.services import services
from eventstore.entries import Position, parse_position
from replay.viewer_state import Seen
from services.games.tables import NoSuchPosition, whole_action

_ACTION = re.compile(r"[0-9]{1,15}")
_POSITION = re.compile(r"[0-9]{1,15}-[0-9]{1,15}")


def position_of(seen: Seen, text: str, name: str, first: bool = False) -> Position:
    """The position for this text: an action's last effect (first with `first`), or a time's last entry before it.

    `NoSuchPosition` for a time before the game; other texts are refused.
    """
    if _POSITION.fullmatch(text):
        return parse_position(text)
    if _ACTION.fullmatch(text):
        return Position(int(text), 0) if first else whole_action(int(text))
    milliseconds = _milliseconds(text)
    if milliseconds is None:
        refuse(INVALID_REQUEST, "Must be a position (17-2), an action (17) or a time (RFC 3339).", field=name)
    found = services().games.records.position_at(seen, milliseconds)
    if found is None:
        raise NoSuchPosition(f"action before {text}")
    return found


def is_settled(seen: Seen, text: str | None) -> bool:
    """Whether this text always means the same position: a past position or action."""
    if text is None or not (_POSITION.fullmatch(text) or _ACTION.fullmatch(text)):
        return False
    return int(text.partition("-")[0]) <= seen.position.action


def _milliseconds(text: str) -> int | None:
    """The time in milliseconds, or none. A `+` that was not escaped arrives as a space."""
    try:
        moment = datetime.fromisoformat(text.strip().replace(" ", "+") if "T" in text else text)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return int(moment.timestamp() * 1000)
    except (ValueError, OverflowError):
        return None
