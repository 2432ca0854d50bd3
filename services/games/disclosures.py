"""Disclosed secrets: what players opened to the judge of their disputes.

A disclosure is public, its value is not: it goes to the game's referee and to the operator alone, beside their view of
the game, which stays the spectators'.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.redaction import redact
from eventstore.entries import check_secrets, parse_position, read_record
from eventstore.errors import reading
from eventstore.store import Store
from replay.narration import Translate, narrate
from replay.viewer_state import Seen


def disclosed(store: Store, seen: Seen, translate: Translate) -> Iterator[dict[str, Any]]:
    """Each disclosed secret of this game: dispute, seat, position, field, value, salt, commitment, and in words.

    The words are those of its event for a reader who knows this field, and no other secret of the event. A value that
    does not match its commitment is `RecordDamaged`.
    """
    then = seen.names_then()
    for number, dispute in enumerate(seen.game.disputes, start=1):
        for one in dispute.disclosed:
            with reading(seen.game_id):
                position = parse_position(one.position)
                entry = store.entry_at(seen.game_id, position)
                assert entry is not None, "only a recorded secret is disclosed"
                check_secrets([entry])
                value, salt = msgspec.json.decode(entry.secrets)[one.field]
                full = read_record(seen.projector, entry)
                shown = replace(redact(full.data, "public"), **{one.field: getattr(full.data, one.field)})
            told = narrate(seen.projector.rulebook, shown, then.at(position), translate, full.actor is not None)
            yield {
                "number": number,
                "seat": one.seat,
                "position": one.position,
                "field": one.field,
                "type": type(shown).__name__,
                "value": value,
                "salt": salt,
                "commitment": msgspec.json.decode(entry.public)["data"][one.field]["sealed"],
                "text": told.text,
            }
