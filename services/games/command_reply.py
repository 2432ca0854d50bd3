"""Command replies: what the sender of commands is told, made before anything is recorded and sent once it is."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from replay.message_json import event_json
from replay.narration import Translate
from replay.state_json import state_of
from replay.viewer_state import Seen, SeenRecord
from services.games.records import Records


class CommandReply(Struct, frozen=True):
    """What the sender of commands is told: what happened, the game after it, and the server's receipt."""

    position: str
    digest: str
    events: list[dict[str, Any]]
    state: dict[str, Any]
    to_act: list[int]
    receipt: dict[str, Any]


class Wanted(NamedTuple):
    """An answer that is wanted: with receipts of these records, in this language, to the request of this SHA-256."""

    records: Records
    say: Translate
    request: str

    def answer(self, seen: Seen, shown: Sequence[SeenRecord]) -> CommandReply:
        """The answer that says this happened, and that the game is seen so after it."""
        then, state = seen.names_then(), state_of(seen, self.say)
        return CommandReply(
            position=str(seen.position),
            digest=seen.digest.hex(),
            events=[event_json(seen.rulebook, one, then.at(one.position), self.say) for one in shown],
            state=state,
            to_act=state["to_act"],
            receipt=self.records.receipt(seen, self.request),
        )
