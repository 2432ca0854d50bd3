"""Audit log of operators: each action is written down before it is carried out, and names people by their ids only."""

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from eventstore.valkey.connection import Client
from eventstore.valkey.scripts import script

COMMAND_LINE = "command line"
FORMER = "a former player"
"""Stands where somebody's id stood who has been deleted."""
DEEDS = "stele:deeds"
_REWRITE = script(Path(__file__).with_name("operator_log_rewrite.lua"))
_MOST_SHOWN = 200


class OperatorAction(Struct, frozen=True):
    """At `at` (milliseconds since 1970 UTC) `by` did `what` to `about`: a player's id, a game's, a report's number."""

    at: int
    by: str
    what: str
    about: str = ""
    text: str = ""


class OperatorLog:
    """The log of all deeds. It only grows; of who was deleted it keeps what was done, not to whom or why."""

    def __init__(self, redis: Client) -> None:
        self._redis = redis

    def write(self, deed: OperatorAction) -> None:
        """Write it down."""
        self._redis.xadd(DEEDS, {"deed": msgspec.json.encode(deed)})

    def latest(self) -> list[OperatorAction]:
        """The last deeds, the newest first."""
        found: Any = self._redis.xrevrange(DEEDS, count=_MOST_SHOWN)
        return [msgspec.json.decode(fields[b"deed"], type=OperatorAction) for _number, fields in found]

    def forget(self, player: str) -> None:
        """Keep no longer that this person did something, or that it was done to them, nor what was said of them."""
        found: Any = self._redis.xrange(DEEDS)
        anew: list[bytes] = []
        for number, fields in found:
            deed = msgspec.json.decode(fields[b"deed"], type=OperatorAction)
            kept = replace(deed, by=FORMER) if deed.by == player else deed
            kept = replace(kept, about=FORMER, text="") if deed.about == player else kept
            if kept != deed:
                anew += [number, msgspec.json.encode(kept)]
        if anew:
            _REWRITE(self._redis, [DEEDS], anew)
