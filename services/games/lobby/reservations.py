"""Reservations: which seats of a game were reserved, for whom, by whom and when, from the record (G21)."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from domain.game import GameCreated, GameStarted, SeatReserved, SeatTaken
from domain.messages import Record
from eventstore.entries import BEGINNING, Position, read_records
from replay.viewer_state import Seen
from services.games.tables import Tables

_READ_TOGETHER = 200


class Reservation(NamedTuple):
    """A seat reserved for the player `guest` by another; `by` is empty if the seat was reserved when the game opened.

    `at` is in milliseconds since 1970 UTC.
    """

    seat: int
    guest: str
    by: str
    at: int


def reservations(tables: Tables, seen: Seen, until: Position | None = None) -> list[Reservation]:
    """All reservations of this game up to this position, oldest first, including ended ones."""
    made: list[Reservation] = []
    seated: dict[int | None, str] = {}
    for record in _before_start(tables, seen, until):
        event = record.data
        if isinstance(event, GameCreated):
            made += [Reservation(seat, guest, "", record.at) for seat, guest in enumerate(event.reserved) if guest]
        elif isinstance(event, SeatTaken):
            seated[event.seat] = event.player
        elif isinstance(event, SeatReserved):
            made.append(Reservation(event.seat, event.player, seated.get(record.actor, ""), record.at))
    return made


def last_for(made: list[Reservation], guest: str, until: int | None = None) -> Reservation | None:
    """The last of these reservations for this player, up to this time; None without one."""
    return next((one for one in reversed(made) if one.guest == guest and (until is None or one.at <= until)), None)


def _before_start(tables: Tables, seen: Seen, until: Position | None) -> Iterator[Record[Any]]:
    """The game's records up to this position and before its start, after which no seat is reserved."""
    after = BEGINNING
    while entries := tables.store.read(seen.game_id, after=after, until=until, count=_READ_TOGETHER):
        for record in read_records(seen.projector, entries, "public"):
            if isinstance(record.data, GameStarted):
                return
            yield record
        after = entries[-1].position
