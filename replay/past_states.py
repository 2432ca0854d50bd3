"""Past states of a record: the states its later events point back to, kept during the fold."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any

from domain.disputes.events import DisputeDecided, DisputeOpened, GoneBack
from domain.game import Action, Game
from domain.messages import Event, Record
from domain.projector import Projector
from domain.proposals.events import TakeBackAsked
from domain.redaction import Viewer
from eventstore.entries import BEGINNING, Entry, Position, Rollbacks, parse_position, read_records, with_rollback

Placed = Sequence[tuple[Position, Record[Any]]]


class PastStates:
    """The states of one record, seen by one viewer, at the positions that its later events name.

    `asked` are further positions at which the states are kept.
    """

    def __init__(self, placed: Placed, asked: Iterable[str] = ()) -> None:
        self._placed = placed
        named = {*asked, *(position for _, record in placed for position in _named_in(record.data))}
        self._wanted = {
            position
            for (position, _), following in zip(placed, [*placed[1:], None], strict=True)
            if (following is None or following[0].action != position.action) and str(position) in named
        }
        self._states: dict[str, Game[Any]] = {}
        self._reached = BEGINNING

    def at(self, position: str) -> Game[Any]:
        """The state at a past position that ends its action; otherwise `KeyError`."""
        return self._states[position]

    def keep(self, position: Position, game: Game[Any]) -> None:
        """Set the state at this position, the end of an action; it is kept if a later event names it."""
        self._reached = position
        if position in self._wanted:
            self._states[str(position)] = game

    def counting(self) -> Iterator[Action]:
        """The counting actions at the last position reached, newest first."""
        return counting_actions(self._placed, self._reached)

    def fold(self, projector: Projector) -> Game[Any] | None:
        """The state after the whole record; `LookupError` if the record refers to an earlier state that is missing."""
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
    """The rollbacks in this record, with their earlier positions."""
    rollbacks = Rollbacks()
    for position, record in placed:
        if isinstance(record.data, GoneBack):
            rollbacks = with_rollback(rollbacks, position, parse_position(record.data.position))
    return rollbacks


def counting_actions(placed: Placed, until: Position | None = None) -> Iterator[Action]:
    """The counting actions at the end of this record, or at an earlier position of it, newest first.

    Rollbacks are followed, skipping annulled actions.
    """
    end = len(placed) if until is None else _after(placed, until)
    while end:
        first = bisect_left(placed, Position(placed[end - 1][0].action, 0), key=itemgetter(0))
        action = placed[first:end]
        before = placed[first - 1][0] if first else BEGINNING
        yield Action(str(before), tuple((str(position), record) for position, record in action))
        end = first
        for _, record in action:
            if isinstance(record.data, GoneBack):
                end = min(first, _after(placed, parse_position(record.data.position)))


def _after(placed: Placed, position: Position) -> int:
    """The number of these up to this position."""
    return bisect_right(placed, position, key=itemgetter(0))


def _named_in(event: Event) -> tuple[str, ...]:
    match event:
        case GoneBack(position) | TakeBackAsked(_, position):
            return (position,)
        case DisputeOpened(_, _, position, _, remedy):
            return (position, remedy.position)
        case DisputeDecided(remedy=remedy):
            return (remedy.position,)
    return ()
