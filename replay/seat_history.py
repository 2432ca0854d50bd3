"""Seat history: which player held which seat at each entry of a record, and the players' names.

Seats are handed over, freed and left, and past moves belong to the player of that time. So descriptions of an entry
take their names from here, and not from the current players.
"""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.disputes.events import SeatTakenOver
from domain.game import FREE, PERSON, Game, Seat, SeatTaken, recorded_name
from domain.messages import Record
from eventstore.entries import Position
from replay.player_names import Names, Naming


class Sitting(Struct, frozen=True, gc=False):
    """A player who holds a seat from this entry on."""

    since: Position
    seat: int
    who: Seat


class Sittings(tuple[Sitting, ...]):
    """Every sitting of a record so far, in order."""

    def followed_by(self, placed: Iterable[tuple[Position, Record[Any]]]) -> "Sittings":
        """The sittings, with those of these further records.

        A player who joins holds the seat from that very entry. A player who takes over a seat holds it from the next
        entry; in the sentence that names both, the seat is still the former player's.
        """
        new = []
        for position, record in placed:
            match record.data:
                case SeatTaken(seat, player, kind, name=name):
                    new.append(Sitting(position, seat, Seat(player, recorded_name(name), kind, "")))
                case SeatTakenOver(seat, player, name=name):
                    new.append(Sitting(_behind(position), seat, Seat(player, recorded_name(name), PERSON, "")))
        return Sittings((*self, *new)) if new else self


NO_SITTINGS = Sittings()


class NamesThen:
    """The names of a game's players at each of its entries; looked up once for each stretch between hand-overs."""

    def __init__(self, game: Game[Any], naming: Naming, sittings: Sittings) -> None:
        self._game, self._naming = game, naming
        first: dict[int, Sitting] = {}
        self._changes: list[Sitting] = []
        for one in sittings:
            # Nothing is done from an empty seat, so its first player's name may be used earlier.
            if first.setdefault(one.seat, one) is not one:
                self._changes.append(one)
        self._first = {seat: one.who for seat, one in first.items()}
        self._found: dict[int, Names] = {}

    def at(self, position: Position) -> Names:
        """The names in the entry at this position."""
        passed = sum(one.since <= position for one in self._changes)
        found = self._found.get(passed)
        if found is None:
            found = self._found[passed] = self._naming(self._game_then(passed))
        return found

    def after(self, position: Position) -> Names:
        """The names after the entry at this position."""
        return self.at(_behind(position))

    def _game_then(self, passed: int) -> Game[Any]:
        """The game with the players of that time; the game itself if they are the same, with cached names."""
        then, now = self._seats(passed), self._game.seats
        is_now = [(one.player, one.kind) for one in then] == [(one.player, one.kind) for one in now]
        return self._game if is_now else replace(self._game, seats=then)

    def _seats(self, passed: int) -> tuple[Seat, ...]:
        held = {**self._first, **{one.seat: one.who for one in self._changes[:passed]}}
        nobody = Seat("", "", FREE, "")
        return tuple(held.get(seat, nobody) for seat in range(max(held, default=-1) + 1))


def _behind(position: Position) -> Position:
    return Position(position.action, position.effect + 1)
