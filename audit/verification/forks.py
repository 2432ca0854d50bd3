"""Fork check of an analysis game (G26): whether its own draws alone dealt everything its seat had not seen."""

from collections.abc import Sequence
from typing import Any

from domain.determinization import DEALING, lot_of_fork
from domain.game import SHARED_EVENTS, Forked
from domain.messages import Record
from domain.projector import Projector
from domain.redaction import redact
from eventstore.entries import Position
from verify.record import seat_name

Placed = tuple[Position, Record[Any]]


def forked_in(records: Sequence[Record[Any]]) -> Forked | None:
    """The game this record says it is a copy of; nothing for other games."""
    return next((record.data for record in records[:2] if isinstance(record.data, Forked)), None)


def first_misdealt(
    projector: Projector, game_id: str, placed: Sequence[Placed], forked: Forked, game_key: bytes
) -> tuple[Position, str] | None:
    """The first event of the copy that differs from dealing again, and why; none if all match.

    Dealing again uses only the copy as the seat saw it, and the key. If it gives the same result, the first dealing
    cannot have used anything else.
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
            return position, f"the key deals otherwise what {seat_name(seat)} did not see"
    return None


def said_of(forked: Forked) -> str:
    """Remarks on the copy with which this game begins."""
    if forked.seen_by is None:
        seen = ""
    elif forked.dealing == DEALING:
        seen = (
            f" as {seat_name(forked.seen_by)} saw it, with all that it did not see dealt again by this game's own key"
        )
    else:
        seen = (
            f" as {seat_name(forked.seen_by)} saw it, with all that it did not see dealt again in a way not known here"
        )
    return (
        f"for the first {forked.actions}: they are said to be a copy of game {forked.game} up to "
        f"{forked.position}{seen}, and only that game's own record can prove them"
    )
