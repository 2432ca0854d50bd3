"""Frames: the record as a sequence of steps, each with its event and the state after it.

Everything here is made from records that are already redacted for their viewer.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Literal, TypeVar

from msgspec import Struct

from domain.disputes.events import GoneBack, ResultReplaced, SeatTakenOver
from domain.game import SHARED_EVENTS, Game, GameFinished, Past, no_past
from domain.messages import Event
from domain.projector import Projector
from domain.redaction import Viewer
from domain.rulebook import Rulebook, Show, points_so_far
from eventstore.entries import BEGINNING, Position
from replay.json_patch import patch
from replay.message_json import event_json
from replay.narration import NamedTime, Translate, untranslated
from replay.player_names import Names, Naming, as_recorded
from replay.state_json import played, render_state
from replay.viewer_state import SeenRecord

_SHARED = frozenset(SHARED_EVENTS)

TOGETHER = 32
"""The number of steps processed together: one kind of work on all of them, then the next, is faster than all kinds on
each, and the first step is still ready quickly.
"""

NAMED, SCORED, DECIDED = 3, 2, 2
"""A step's weight for a seat that its sentence names, whose points it changes, whose final place it decides."""
BRIEF = ("position", "type", "seat", "at", "text", "seats")
"""The fields of an event in a brief step."""
_DECIDING = (GameFinished, ResultReplaced)

Step = tuple[SeenRecord, Game[Any] | None, Game[Any], Names, Names]
"""An event as its viewer sees it, the game before and after it, and its players' names in it and after it."""
Shown = dict[str, Any]


class FrameForm(Struct, frozen=True):
    """The form of frames, and the language of their texts.

    With `state="patch"` the first frame has the whole state and each later one a patch (RFC 6902) to the previous one.
    `brief` leaves out members that a page does not need to show a game, such as the digests, which do not compress.
    `together` steps are processed at a time; if it is 1, a step that cannot be shown is found before the next record is
    read.
    """

    state: Literal["full", "patch"] | str = "full"
    translate: Translate = untranslated
    brief: bool = False
    together: int = TOGETHER


_WHOLE = FrameForm()


def frames(
    projector: Projector,
    records: Iterable[SeenRecord],
    viewer: Viewer,
    first: Position = BEGINNING,
    form: FrameForm = _WHOLE,
    game: Game[Any] | None = None,
    past: Past = no_past,
    naming: Naming = as_recorded,
) -> Iterator[dict[str, Any]]:
    """One frame for each effect from `first` on; `records` are this viewer's, from the game's first or after `game`.

    `past` gives the viewer's states at earlier positions that the record refers to, and `naming` the players' names.
    `weights` are the importance of a step for each seat.
    """
    steps = _steps(projector, records, first, game, past, naming)
    pictures = _Pictures(projector, viewer, form.translate)
    while batch := [*islice(steps, form.together)]:
        events = [event_json(projector.rulebook, seen, names, form.translate) for seen, _, _, names, _ in batch]
        states = [pictures.after(seen, game, names) for seen, _, game, _, names in batch]
        # All are made before the first is returned, so that they are encoded together as well.
        made = []
        for (seen, earlier, reached, *_), event, (before, after, rest) in zip(batch, events, states, strict=True):
            points = _points(projector.rulebook, earlier) if before is None else before["points"]
            if form.brief:
                frame: Shown = {name: event[name] for name in BRIEF}
                if isinstance(seen.record.data, GoneBack):
                    frame["data"] = event["data"]  # an annulled event
                if any(type(part) is NamedTime for part in event["parts"]):
                    frame["parts"] = event["parts"]  # the reader's page says the times
            else:
                frame = {**event, "to_act": after["to_act"]}
            frame["weights"] = _weights(seen.record.data, reached.players, event["seats"], points, after["points"])
            if form.state == "full" or before is None:
                frame["state"] = {**rest, **after}
            else:
                frame["patch"] = patch(before, after)
            made.append(frame)
        yield from made


def _steps(
    projector: Projector,
    records: Iterable[SeenRecord],
    first: Position,
    game: Game[Any] | None,
    past: Past,
    naming: Naming,
) -> Iterator[Step]:
    """The steps from this position on."""
    names = None if game is None else naming(game)
    for seen in records:
        after = projector.evolve(game, seen.record, past)
        then = names
        if names is None or game is None or after.seats is not game.seats:
            names = naming(after)
        if then is None or not isinstance(seen.record.data, SeatTakenOver):
            then = names  # only the sentence of a hand-over still uses the previous player's name
        before, game = game, after
        if seen.position >= first:
            yield seen, before, game, then, names


def _points(rulebook: Rulebook[Any], game: Game[Any] | None) -> Sequence[int] | None:
    return None if game is None or game.table is None else points_so_far(rulebook, game.table)


def _weights(
    event: Event, players: int, named: Sequence[int], before: Sequence[int] | None, points: Sequence[int] | None
) -> list[int]:
    """The event's weight for each seat, by the points that the viewer saw before and after it."""
    weights = [DECIDED if isinstance(event, _DECIDING) else 0] * players
    for seat in range(players):
        if seat in named:
            weights[seat] += NAMED
        if before and points and before[seat] != points[seat]:
            weights[seat] += SCORED
    return weights


T = TypeVar("T")


def view_memo() -> Show:
    """A memo for the views of consecutive states: if a part's inputs are unchanged, it returns the identical object.

    It stores the last state's parts, and belongs to the caller that shows the states.
    """
    last: dict[Hashable, tuple[tuple[Any, ...], Any]] = {}
    look = last.get

    def show(part: Callable[..., T], *inputs: Any, at: Hashable = None) -> T:
        """The last part if its inputs are equal (identical ones are equal without a check); otherwise a new one."""
        place = part if at is None else (part, at)
        found = look(place)
        if found is not None and found[0] == inputs:
            return found[1]  # type: ignore[no-any-return]
        made = part(*inputs)
        last[place] = (inputs, made)
        return made

    return show


class _Pictures:
    """The states after consecutive steps; after a title's event only the parts it can change are built again."""

    def __init__(self, projector: Projector, viewer: Viewer, translate: Translate) -> None:
        self._projector, self._viewer, self._translate = projector, viewer, translate
        self._show = view_memo()
        self._whole: Shown | None = None  # after the last event that can change any part
        self._own: Shown | None = None  # what was shown since then after a title's event

    def after(self, seen: SeenRecord, game: Game[Any], names: Names) -> tuple[Shown | None, Shown, Shown]:
        """The parts that this step may change, before and after it, and the rest of the state."""
        whole, own = self._whole, self._own
        if whole is None or type(seen.record.data) in _SHARED or game.pace is not None:
            before = whole if whole is None or own is None else {**whole, **own}
            rendered = render_state(self._projector, game, self._viewer, self._show, names, self._translate)
            self._whole, self._own = rendered, None
            return before, rendered, rendered
        rendered = self._own = played(self._projector.rulebook, game, self._show)
        return {name: whole[name] for name in rendered} if own is None else own, rendered, whole
