"""Command replies: the response to accepted commands, prepared before the append and sent after it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from replay.message_json import event_json
from replay.narration import Translate
from replay.state_json import state_of
from replay.viewer_state import Seen, SeenRecord
from services.games.records import Records


class CommandReply(Struct, frozen=True):
    """The response to accepted commands: the events, the game after them, and the server's receipt."""

    position: str
    digest: str
    events: list[dict[str, Any]]
    state: dict[str, Any]
    to_act: list[int]
    receipt: dict[str, Any]


class Wanted(NamedTuple):
    """The reply that a sender wants: receipts from these records, this language, and the SHA-256 of the request."""

    records: Records
    say: Translate
    request: str

    def answer(self, seen: Seen, shown: Sequence[SeenRecord]) -> CommandReply:
        """The reply with these events and the game as seen after them."""
        then, state = seen.names_then(), state_of(seen, self.say)
        return CommandReply(
            position=str(seen.position),
            digest=seen.digest.hex(),
            events=[event_json(seen.rulebook, one, then.at(one.position), self.say) for one in shown],
            state=state,
            to_act=state["to_act"],
            receipt=self.records.receipt(seen, self.request),
        )
