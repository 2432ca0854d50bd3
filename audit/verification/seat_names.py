"""Seat names: each seat's number as people count, from 1, with its player's name as a record's header has it."""

from collections.abc import Mapping
from typing import Any

from domain.disputes.events import SeatTakenOver
from domain.game import REFEREE, SeatTaken
from domain.messages import Event


def seat_name(seat: int | None) -> str:
    """The seat with this number, counted from 0, as a sentence names it."""
    if seat is None:
        return "no seat"
    return "the judge" if seat == REFEREE else f"seat {seat + 1}"


class SeatNames:
    """The names of the seats with their players, entry by entry. Nothing proves that a player has this name."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names
        self._players: dict[int, str] = {}

    def take(self, event: Event) -> None:
        """Process the next event."""
        if isinstance(event, SeatTaken | SeatTakenOver):
            self._players[event.seat] = event.player

    def take_stored(self, data: Mapping[str, Any]) -> None:
        """Process the next event in its stored form, which may be anything."""
        seat, player = data.get("seat"), data.get("player")
        if data.get("type") in ("SeatTaken", "SeatTakenOver") and isinstance(seat, int) and isinstance(player, str):
            self._players[seat] = player

    def of(self, seat: int | None) -> str:
        """The seat, with the name of its player if the header has it."""
        name = self._names.get(self._players.get(-1 if seat is None else seat, ""))
        return seat_name(seat) if name is None else f"{seat_name(seat)} ({name})"
