"""Fork check of an analysis game of a running one (G26): whether its own luck alone dealt what its seat did not see."""

from collections.abc import Sequence
from typing import Any

from domain.determinization import DEALING, lot_of_fork
from domain.game import SHARED_EVENTS, Forked
from domain.messages import Record
from domain.projector import Projector
from domain.redaction import redact
from eventstore.entries import Position

Placed = tuple[Position, Record[Any]]


def forked_in(records: Sequence[Record[Any]]) -> Forked | None:
    """What this record says it is a copy of; nothing for any other game's."""
    return next((record.data for record in records[:2] if isinstance(record.data, Forked)), None)


def first_misdealt(
    projector: Projector, game_id: str, placed: Sequence[Placed], forked: Forked, game_key: bytes
) -> tuple[Position, str] | None:
    """The first event of the copy that is not what dealing again gives, and why; none if all are.

    The copy as the seat saw it is all that goes in, with the key: so nothing else can have gone in the first time.
    """
    if forked.seen_by is None or forked.dealing != DEALING:
        return None
    seat = forked.seen_by
    copy = [
        (position, record.data)
        for position, record in placed
        if position.action <= forked.actions and not isinstance(record.data, SHARED_EVENTS)
    ]
    seen = [redact(event, seat) for _, event in copy]
    dealt = projector.rulebook.determinize(seen, lot_of_fork(game_key, game_id))
    for (position, event), again in zip(copy, dealt, strict=True):
        if event != again:
            return position, f"the key deals otherwise what seat {seat} did not see"
    return None


def said_of(forked: Forked) -> str:
    """What can be said of the copy that this game begins with."""
    if forked.seen_by is None:
        seen = ""
    elif forked.dealing == DEALING:
        seen = f" as seat {forked.seen_by} saw it, with all that it did not see dealt anew by this game's own key"
    else:
        seen = f" as seat {forked.seen_by} saw it, with all that it did not see dealt anew in a way not known here"
    return (
        f"for the first {forked.actions}: they are said to be a copy of game {forked.game} up to "
        f"{forked.position}{seen}, and only that game's own record can prove them"
    )
