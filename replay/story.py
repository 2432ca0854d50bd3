"""The story of a game, line by line, for a terminal."""

from collections.abc import Iterable, Iterator

from domain.projector import Projector
from domain.secrets import Viewer
from eventstore.entries import Entry, read_record
from replay.narration import Called, narrate


def story(projector: Projector, entries: Iterable[Entry], viewer: Viewer, names: Called) -> Iterator[str]:
    """One line for each effect: its position and its sentence."""
    for entry in entries:
        record = read_record(projector, entry, viewer)
        told = narrate(projector.rulebook, record.data, names, is_wished=record.actor is not None)
        yield f"{entry.position!s:>8}  {told}"
