"""Audit log of operators: each action is logged before it is carried out, and names people only by their ids."""

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from eventstore.valkey.connection import Client
from eventstore.valkey.scripts import script

COMMAND_LINE = "command line"
FORMER = "a former player"
"""Replaces the id of a deleted player."""
OPERATOR_LOG = "stele:deeds"
_REWRITE = script(Path(__file__).with_name("operator_log_rewrite.lua"))
_MOST_SHOWN = 200


class OperatorAction(Struct, frozen=True):
    """At `at` (milliseconds since 1970 UTC) `by` did `what` to `about`: a player, a game or a report."""

    at: int
    by: str
    what: str
    about: str = ""
    text: str = ""


class OperatorLog:
    """The append-only log of operator actions. A deleted player's id and the reasons are removed from it."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def write(self, action: OperatorAction) -> None:
        """Append an action."""
        self._redis.xadd(OPERATOR_LOG, {"deed": msgspec.json.encode(action)})

    def latest(self) -> list[OperatorAction]:
        """The latest actions, newest first."""
        found: Any = self._redis.xrevrange(OPERATOR_LOG, count=_MOST_SHOWN)
        return [msgspec.json.decode(fields[b"deed"], type=OperatorAction) for _number, fields in found]

    def forget(self, player: str) -> None:
        """Remove this person's id from the log, and the reasons of the actions that concerned them."""
        found: Any = self._redis.xrange(OPERATOR_LOG)
        anew: list[bytes] = []
        for number, fields in found:
            action = msgspec.json.decode(fields[b"deed"], type=OperatorAction)
            kept = replace(action, by=FORMER) if action.by == player else action
            kept = replace(kept, about=FORMER, text="") if action.about == player else kept
            if kept != action:
                anew += [number, msgspec.json.encode(kept)]
        if anew:
            _REWRITE(self._redis, [OPERATOR_LOG], anew)
