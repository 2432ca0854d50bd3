"""Viewer state: the fold of one viewer's redacted records, at one position, and nothing else.

Everything shown is made from a `Seen` and from `SeenRecord`s. Neither holds a secret that its viewer may not know, so
there is nothing to filter.
"""

from typing import Any

from msgspec import Struct

from domain import game as shared
from domain.game import Game
from domain.messages import Command, Record
from domain.projector import Projector
from domain.redaction import Viewer
from domain.rulebook import Rulebook
from eventstore.backup.imports import Imported
from eventstore.entries import Entry, Position, read_record
from replay.player_names import Names, Naming, as_recorded
from replay.seat_history import NO_SITTINGS, NamesThen, Sittings


class SeenRecord(Struct, frozen=True, gc=False):
    """One entry of a stream as one viewer may see it."""

    position: Position
    digest: bytes
    record: Record[Any]


def see(projector: Projector, entry: Entry, viewer: Viewer) -> SeenRecord:
    """The entry as this viewer may see it."""
    return SeenRecord(entry.position, entry.digest, read_record(projector, entry, viewer))


class Seen(Struct, frozen=True):
    """A game at one position as one viewer may see it.

    `created_at` and `at` are the times of the first and the last record, in milliseconds. `imported` marks a game
    played elsewhere, `naming` gives its players' names, `sittings` the seats' players over time.
    """

    game_id: str
    viewer: Viewer
    projector: Projector
    game: Game[Any]
    position: Position
    digest: bytes
    created_at: int
    at: int
    imported: Imported | None = None
    naming: Naming = as_recorded
    sittings: Sittings = NO_SITTINGS

    @property
    def rulebook(self) -> Rulebook[Any]:
        """The title's rulebook."""
        return self.projector.rulebook

    @property
    def names(self) -> Names:
        """The players' names here, seat by seat; earlier entries use `names_then`."""
        return self.naming(self.game)

    def names_then(self) -> NamesThen:
        """The players' names at each entry."""
        return NamesThen(self.game, self.naming, self.sittings)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that must answer."""
        return shared.to_act(self.rulebook, self.game)

    def seat_of(self, player_id: str) -> int | None:
        """The seat of this player, or none; if there are several, the one that is asked.

        Players of this server never have a seat in an imported game.
        """
        return None if self.imported is not None else shared.seat_of(self.rulebook, self.game, player_id)

    def seats_of(self, player_id: str) -> tuple[int, ...]:
        """The seats of this player; in an analysis game there may be several."""
        return () if self.imported is not None else shared.seats_of(self.game, player_id)

    def is_referee(self, player_id: str) -> bool:
        """Whether this player decides the disputes of this game; never in an imported one."""
        return self.imported is None and self.game.referee == player_id

    def is_expected(self, player_id: str) -> bool:
        """Whether a seat of this game is reserved for this player, or offered to them."""
        return self.imported is None and player_id in self.game.expected

    def legal(self) -> tuple[Command, ...]:
        """All legal commands of the viewer's seat; a computer player answers for a seat whose player left."""
        seat = self.viewer
        if not isinstance(seat, int) or (seat < len(self.game.seats) and self.game.seats[seat].is_left):
            return ()
        return shared.legal(self.rulebook, self.game, seat)
