"""Story of a game, line by line, for a terminal."""

from collections.abc import Iterator, Sequence
from typing import Any

from domain.game import Game
from domain.projector import Projector
from domain.redaction import Viewer
from eventstore.entries import Entry
from replay.narration import narrate
from replay.past_states import placed_records
from replay.player_names import Naming
from replay.seat_history import NO_SITTINGS, NamesThen


def story(
    projector: Projector, entries: Sequence[Entry], viewer: Viewer, game: Game[Any], naming: Naming
) -> Iterator[str]:
    """One line for each effect: its position and its sentence. `game` is the state after the entries."""
    placed = placed_records(projector, entries, viewer)
    then = NamesThen(game, naming, NO_SITTINGS.followed_by(placed))
    for position, record in placed:
        told = narrate(projector.rulebook, record.data, then.at(position), is_deliberate=record.actor is not None)
        yield f"{position!s:>8}  {told.text}"
