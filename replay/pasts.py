"""The past of a record that is at hand as a whole: the states that its events point back to, each kept as it passes."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from domain.disputes import DisputeDecided, DisputeOpened, GoneBack
from domain.game import Action, Game
from domain.messages import Event, Record
from domain.projector import Projector
from domain.proposals import TakeBackAsked
from domain.secrets import Viewer
from eventstore.entries import BEGINNING, Entry, Position, Rollbacks, parse_position, read_records, still_counts

Placed = Sequence[tuple[Position, Record[Any]]]


class Pasts:
    """The states of one record, seen by one viewer, at the positions that its later events name."""

    def __init__(self, placed: Placed) -> None:
        self._placed = placed
        named = {position for _, record in placed for position in _named_in(record.data)}
        self._wanted = {
            position
            for (position, _), following in zip(placed, [*placed[1:], None], strict=True)
            if (following is None or following[0].action != position.action) and str(position) in named
        }
        self._states: dict[str, Game[Any]] = {}
        self._reached = BEGINNING

    def at(self, position: str) -> Game[Any]:
        """The state at a position that has passed and is the last of its action; else `KeyError`."""
        return self._states[position]

    def keep(self, position: Position, game: Game[Any]) -> None:
        """This is the state at this position, the last of an action; it is kept if a later event names it."""
        self._reached = position
        if position in self._wanted:
            self._states[str(position)] = game

    def counting(self) -> list[Action]:
        """The actions that count at the position that was reached last."""
        return counting_actions([one for one in self._placed if one[0] <= self._reached])

    def fold(self, projector: Projector) -> Game[Any] | None:
        """The state after the whole record; `LookupError` if it points back to what it does not have."""
        game: Game[Any] | None = None
        records: list[Record[Any]] = []
        for position, record in self._placed:
            records.append(record)
            if position in self._wanted:
                game = projector.fold(records, game, self.at)
                assert game is not None
                self.keep(position, game)
                records = []
        return projector.fold(records, game, self.at)


def placed_records(projector: Projector, entries: Sequence[Entry], viewer: Viewer = "all") -> Placed:
    """The records of these entries as the viewer may see them, each with its position."""
    records = read_records(projector, entries, viewer)
    return [(entry.position, record) for entry, record in zip(entries, records, strict=True)]


def rollbacks_in(placed: Placed) -> Rollbacks:
    """Where this record says that play goes on from an earlier position, and from which."""
    return tuple(
        (position, parse_position(record.data.position))
        for position, record in placed
        if isinstance(record.data, GoneBack)
    )


def counting_actions(placed: Placed) -> list[Action]:
    """The actions that count at the end of this record, in order."""
    rollbacks, counting = rollbacks_in(placed), []
    before = BEGINNING
    for _number, group in groupby(placed, key=lambda one: one[0].action):
        action = list(group)
        last = action[-1][0]
        if still_counts(last, rollbacks):
            counting.append(Action(str(before), tuple((str(position), record) for position, record in action)))
        before = last
    return counting


def _named_in(event: Event) -> tuple[str, ...]:
    match event:
        case GoneBack(position) | TakeBackAsked(_, position):
            return (position,)
        case DisputeOpened(_, _, position, _, remedy):
            return (position, remedy.position)
        case DisputeDecided(remedy=remedy):
            return (remedy.position,)
    return ()
